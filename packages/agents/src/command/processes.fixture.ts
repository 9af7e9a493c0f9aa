import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Whether a process exists and is more than an entry waiting to be collected. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== "linux") return true;
  // Where nothing collects orphans, as in many containers, a dead one stays listed as a zombie.
  const stat = textOf(`/proc/${pid}/stat`);
  return stat !== "" && stat.charAt(stat.lastIndexOf(")") + 2) !== "Z";
}

/** Waits until a condition holds; throws when it does not within the time. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs = 5000): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > giveUpAt) throw new Error(`not within ${withinMs} ms: ${String(condition)}`);
    await sleep(10);
  }
}

export async function untilGone(pids: readonly number[], withinMs?: number): Promise<void> {
  for (const pid of pids) await until(() => !isRunning(pid), withinMs);
}

/** Source of a program that does not react to SIGTERM and never ends. */
export const STUBBORN = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);`;

/** Source of a statement that starts a program and leaves its process in \`grandchild\`. */
export function startGrandchild(source: string, stdio: "ignore" | "inherit", options = ""): string {
  return `const grandchild = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(source)}], { stdio: "${stdio}"${options} });`;
}

/** Source of a statement that writes process ids to a file, for {@link pidsIn}. */
export function writePids(file: string, pids: string): string {
  return `require("node:fs").writeFileSync(${JSON.stringify(file)}, JSON.stringify(${pids}) + "\\n");`;
}

/** Source of a program that ignores SIGTERM and, once it does, writes its own id and its parent's to a file. */
export function stubbornGrandchild(file: string): string {
  return `process.on("SIGTERM", () => {}); ${writePids(file, "[process.pid, process.ppid]")} setInterval(() => {}, 1000);`;
}

/** The ids in such a file, once they are there. */
export async function pidsIn(file: string): Promise<number[]> {
  await until(() => textOf(file).endsWith("\n"));
  return JSON.parse(textOf(file)) as number[];
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
