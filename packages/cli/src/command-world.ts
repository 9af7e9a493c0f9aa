/** What a command reads and writes beside files: its streams, the date, and whoever wants it to stop. */

/** The outside of a command. */
export interface CommandWorld {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: { write(text: string): void };
  readonly stderr: { write(text: string): void };
  /** Today in UTC, `YYYY-MM-DD`. Default: the system's clock. */
  readonly today?: (() => string) | undefined;
  /** Ends a run in good order; its reason is an {@link Interruption} where a signal did it. */
  readonly signal?: AbortSignal | undefined;
}

/** That a person or the system wants the command to end. */
export class Interruption extends Error {
  override readonly name = "Interruption";
  readonly exitCode: number;

  constructor(by: "SIGINT" | "SIGTERM") {
    super(`interrupted by ${by}`);
    this.exitCode = by === "SIGINT" ? 130 : 143;
  }
}

/** The world of this process. A first signal ends a run in good order, a second one the process. */
export function processWorld(): CommandWorld {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      const interruption = new Interruption(name);
      if (controller.signal.aborted) process.exit(interruption.exitCode);
      controller.abort(interruption);
    });
  }
  // A reader that goes away (`| head`) ends the printing, not the work.
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);
  const { stdin, stdout, stderr } = process;
  return { stdin, stdout, stderr, signal: controller.signal };
}
