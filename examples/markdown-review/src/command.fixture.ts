/** Starts the command in a process of its own, as a person does. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Sends this signal once the text stands on standard output. */
  readonly interruptAt?: string;
}

export function startCommand(args: readonly string[], { cwd, env = {}, interruptAt }: StartOptions): Promise<Ended> {
  const environment: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined, npm_lifecycle_event: "", OPENAI_BASE_URL: undefined, OPENAI_API_KEY: undefined, ...env };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...args], { cwd, env: environment, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    let isInterrupted = false;
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
      if (interruptAt === undefined || isInterrupted || !stdout.includes(interruptAt)) return;
      isInterrupted = child.kill("SIGINT"); // Once: a second one ends the process wherever it is.
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
