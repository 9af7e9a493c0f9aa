/** Kills processes that use a journal at random moments, and says what was lost. Shared by tests and `npm run sweeps`. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";

/** What a loop did, and what was wrong. */
export interface KillReport {
  readonly rounds: number;
  /** How often the process was killed before it was done. */
  readonly kills: number;
  readonly tornTails: number;
  readonly takeovers: number;
  readonly problems: readonly string[];
}

export interface KillLoopOptions {
  /** `journal-process.fixture.ts`, bundled. */
  readonly script: string;
  readonly folder: string;
  readonly rounds: number;
  readonly random: () => number;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => (ms < 1 ? setImmediate(resolve) : setTimeout(resolve, ms)));

/** Kills a writer at random moments, again and again on one file; the next writer says what it found. */
export async function killWriters({ script, folder, rounds, random }: KillLoopOptions): Promise<KillReport> {
  const file = path.join(folder, "run.jsonl");
  const problems: string[] = [];
  const counts = { kills: 0, tornTails: 0, takeovers: 0 };
  let kept = { base: 0, last: 0 };
  let tried = { bases: new Set([0]), last: 0 };
  const killed = new Set<number>();
  for (let round = 0; round <= rounds; round++) {
    const sync = random() < 0.5 ? "none" : "batch";
    const child = spawn(process.execPath, [script, "write", file, String(Math.floor(random() * 2 ** 31)), sync], { stdio: ["ignore", "pipe", "inherit"] });
    const lines = linesOf(child);
    // The last one is let end.
    if (round < rounds) void killLater(child, lines, random);
    const [, signal] = (await once(child, "close")) as [number | null, string | null];
    if (signal !== null) counts.kills++;
    else if (lines.at(-1) !== "closed") problems.push(`round ${round}: the writer failed: ${lines.at(-1) ?? "no word"}`);
    for (const line of lines) {
      const [word, first = "", second = "", isWhole = "", isTorn = "", previous = ""] = line.split(" ");
      const number = Number(first);
      if (word === "opened") {
        const found = { base: number, last: Number(second) };
        if (isWhole !== "true") problems.push(`round ${round}: records are missing or out of order`);
        if (found.last < kept.last || found.base < kept.base) problems.push(`round ${round}: kept up to ${kept.last} on ${kept.base}, found ${found.last} on ${found.base}`);
        if (found.last > tried.last || !tried.bases.has(found.base)) problems.push(`round ${round}: found ${found.last} on ${found.base}, which nobody wrote`);
        if (previous !== "0" && !killed.has(Number(previous))) problems.push(`round ${round}: took over from ${previous}, which was not killed`);
        if (previous !== "0") counts.takeovers++;
        if (isTorn === "true") counts.tornTails++;
        kept = found;
        tried = { bases: new Set([found.base]), last: found.last };
      } else if (word === "trying") tried.last = number;
      else if (word === "appended") kept.last = Math.max(kept.last, number);
      else if (word === "compacting") tried.bases.add(number);
      else if (word === "compacted") kept = { base: number, last: Math.max(kept.last, number) };
    }
    if (signal !== null) killed.add(child.pid ?? 0);
  }
  const left = readdirSync(folder).filter((name) => name !== "run.jsonl");
  if (left.length > 0) problems.push(`left behind: ${left.join(", ")}`);
  return { rounds, ...counts, problems };
}

async function killLater(child: ChildProcess, lines: readonly string[], random: () => number): Promise<void> {
  const after = random() < 0.2 ? 0 : Math.floor(random() * 140);
  if (after === 0) await wait(random() * 120);
  while (lines.length < after && child.exitCode === null && child.signalCode === null) await wait(0);
  await wait(random() * 4);
  child.kill("SIGKILL");
}

function linesOf(child: ChildProcess): string[] {
  const lines: string[] = [];
  if (child.stdout !== null) createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  return lines;
}

interface Contender {
  readonly child: ChildProcess;
  readonly lines: string[];
  isDead: boolean;
}

/** Lets processes contend for the lock of an owner that was killed, and kills some while they do. */
export async function killContenders({ script, folder, rounds, random }: KillLoopOptions): Promise<KillReport> {
  const file = path.join(folder, "run.jsonl");
  const problems: string[] = [];
  const counts = { kills: 0, tornTails: 0, takeovers: 0 };
  let contenders: Contender[] = [];
  for (let round = 0; round < rounds; round++) {
    while (contenders.length < 4) contenders.push(await contender(script, file));
    for (const one of contenders) one.child.stdin?.write(`${round}\n`);
    if (random() < 0.6) {
      await wait(random() * 6);
      await kill(contenders[Math.floor(random() * contenders.length)]!);
      counts.kills++;
    }
    const living = contenders.filter(({ isDead }) => !isDead);
    const answers = await Promise.all(living.map((one) => answerOf(one, round)));
    const owners = living.filter((_, index) => answers[index]?.startsWith("owner"));
    counts.takeovers += answers.filter((answer) => answer.startsWith("owner") && !answer.endsWith(" 0")).length;
    if (owners.length > 1) problems.push(`round ${round}: ${owners.length} owners at once`);
    if (owners.length === 0 && living.length === contenders.length) problems.push(`round ${round}: nobody became the owner: ${answers.join("; ")}`);
    problems.push(...answers.filter((answer) => answer.startsWith("failed") || answer === "silent").map((answer) => `round ${round}: ${answer}`));
    if (owners.length === 0) await solo(contenders, round, problems); // The killed one may have been the owner; then the next may.
    for (const owner of owners) {
      await kill(owner);
      counts.kills++;
    }
    contenders = contenders.filter(({ isDead }) => !isDead);
  }
  await Promise.all(contenders.map(kill));
  return { rounds, ...counts, problems };
}

async function solo(contenders: readonly Contender[], round: number, problems: string[]): Promise<void> {
  const next = contenders.find(({ isDead }) => !isDead);
  if (next === undefined) return;
  next.lines.length = 0;
  next.child.stdin?.write(`${round}\n`);
  const answer = await answerOf(next, round);
  if (!answer.startsWith("owner")) problems.push(`round ${round}: after the owner was killed nobody may follow: ${answer}`);
  await kill(next);
}

async function contender(script: string, file: string): Promise<Contender> {
  const child = spawn(process.execPath, [script, "contend", file], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.on("error", () => undefined); // It may be killed while it is written to.
  const one = { child, lines: linesOf(child), isDead: false };
  child.once("exit", () => (one.isDead = true));
  while (one.lines.length === 0 && !one.isDead) await wait(1);
  return one;
}

async function answerOf(one: Contender, round: number): Promise<string> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const answer = one.lines.find((line) => line.split(" ")[1] === String(round));
    if (answer !== undefined) return answer;
    if (one.isDead || Date.now() > deadline) return "silent";
    await wait(1);
  }
}

async function kill(one: Contender): Promise<void> {
  const gone = one.isDead ? null : once(one.child, "exit");
  one.child.kill("SIGKILL");
  await gone;
}
