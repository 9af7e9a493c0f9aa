/**
 * Errors that teach (G20): misuse throws a {@link LoopwrightError} synchronously, before the first event,
 * with a stable `code`, the path of what is wrong, and a hint that says how to mend it.
 */

/** What a {@link LoopwrightError} says beside its message. */
export interface LoopwrightErrorOptions {
  /** Where the fault lies, such as `"limits.costUsd"`. */
  readonly path?: string;
  /** How to mend it, in one sentence. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/** Misuse of the library, or a fault in a policy's own code. `code` is stable over versions. */
export class LoopwrightError<Code extends string = string> extends Error {
  override readonly name: string = "LoopwrightError";
  readonly code: Code;
  readonly path: string | null;
  readonly hint: string | null;

  constructor(code: Code, message: string, options: LoopwrightErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.path = options.path ?? null;
    this.hint = options.hint ?? null;
  }

  /** Name, message and hint in one line. */
  override toString(): string {
    return `${this.name}: ${this.message}${this.hint === null ? "" : ` (${this.hint})`}`;
  }

  /** Plain form for logs and `--json` output: code, message, path and hint. */
  toJSON(): { name: string; code: Code; message: string; path: string | null; hint: string | null } {
    return { name: this.name, code: this.code, message: this.message, path: this.path, hint: this.hint };
  }
}

/** Whether something that was thrown is a {@link LoopwrightError}; never throws itself, whatever it was. */
export function isLoopwrightError(thrown: unknown): thrown is LoopwrightError {
  try {
    return thrown instanceof LoopwrightError;
  } catch {
    return false; // A proxy may refuse even that.
  }
}

/** The message of whatever was thrown; never throws itself. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return "an unprintable value was thrown";
  }
}
