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
  readonly code = "interrupted";
  readonly exitCode: number;

  constructor(by: "SIGINT" | "SIGTERM") {
    super(`interrupted by ${by}`);
    this.exitCode = by === "SIGINT" ? 130 : 143;
  }
}

/** That what was printed did not arrive, and not because its reader went away. */
export class OutputLost extends Error {
  override readonly name = "OutputLost";
  readonly code = "output-lost";
  readonly path = "standard output";
  readonly hint = "What the command did is done; its result is lost.";

  constructor(cause: Error) {
    super(`the result could not be written: ${cause.message}`, { cause });
  }
}

/**
 * The world of this process. A first signal ends a run in good order, a second one the process. `onLost` hears that what
 * was printed did not arrive.
 */
export function processWorld(onLost: (lost: OutputLost) => void): CommandWorld {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      const interruption = new Interruption(name);
      if (controller.signal.aborted) process.exit(interruption.exitCode);
      controller.abort(interruption);
      // Who still reads it has just been told; an open pipe would keep the process.
      process.stdin.on("error", () => undefined).destroy();
    });
  }
  // A reader that goes away (`| head`) ends the printing, not the work; a full disk loses a verdict that somebody waits for.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") onLost(new OutputLost(error));
  });
  process.stderr.on("error", () => undefined);
  const { stdout, stderr } = process;
  return {
    // Opened by who reads it: help does not.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    signal: controller.signal,
  };
}
