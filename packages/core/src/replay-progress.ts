/**
 * How far the replay of a journal has come, and when a run begins to live.
 *
 * Invariants:
 * 1. A run lives as soon as everything recorded was given back and every recorded decision was made again.
 * 2. An abort or timeout takes effect where it did when it was recorded; one that comes while replaying waits until
 *    the replay is over, at most for a second.
 */
import type { DecisionRecord } from "./decision.js";
import { SETTLE_MS, type Engine } from "./engine.js";
import type { Replay } from "./replay.js";

/** The progress of one replay; `null` = there is nothing to replay. */
export class ReplayProgress {
  readonly #replay: Replay | null;
  #engine!: Engine; // Attached before the run begins.
  #onLive: () => void = () => undefined;
  /** Index of the decision that comes next. */
  next: number;
  isLive = false;
  isOutOfTime = false;
  /** An abort had to be heard before the replay was over: what follows is not recorded. */
  isDetached = false;
  #waitingAbort: { readonly reason: unknown } | null = null;
  #cancelWait: (() => void) | null = null;

  constructor(replay: Replay | null) {
    this.#replay = replay;
    this.next = replay?.firstExpected ?? 0;
  }

  attach(engine: Engine, onLive: () => void): void {
    this.#engine = engine;
    this.#onLive = onLive;
    this.advance();
  }

  /** The next decision that is recorded and not yet made again. */
  get expected(): DecisionRecord | null {
    return this.isDetached ? null : (this.#replay?.made[this.next]?.decision ?? null);
  }

  /** Whether the run was aborted at the end of what is recorded, and the replay is not there yet. */
  get isAbortAhead(): boolean {
    return !this.isLive && this.expected === null && this.#replay?.aborted != null;
  }

  /** The effects before the next decision. */
  get segment(): number {
    return this.next - (this.#replay?.firstExpected ?? 0);
  }

  /** How many of them are recorded and were not asked for yet. */
  get due(): number {
    return this.isLive ? 0 : (this.#replay?.segments[this.segment] ?? 0);
  }

  /** After each step of the replay: hears the interruption that came here, or begins to live. */
  advance(): void {
    const replay = this.#replay;
    if (this.isLive || this.isDetached) return;
    const { expected } = this;
    if (expected !== null) {
      if (this.due > 0) return;
      if (expected.signals.aborted) this.interrupt(abortError(replay?.aborted?.reason ?? "the run was aborted"));
      else if (expected.signals.runTimedOut) this.interrupt(null);
      return;
    }
    if (replay !== null && replay.left > 0) return;
    this.isLive = true;
    this.cancelWait();
    this.#onLive();
    if (replay?.aborted != null) this.interrupt(abortError(replay.aborted.reason));
    else if (this.#waitingAbort !== null) {
      this.#engine.core.abort(this.#waitingAbort.reason);
      this.#engine.interrupt();
    }
  }

  /** Ends the run as aborted; `null` = as out of time. */
  interrupt(reason: unknown): void {
    if (reason === null) this.isOutOfTime = true;
    else this.#engine.core.applyAbort(reason);
    this.#engine.interrupt();
  }

  /** Keeps an abort until the replay is over. */
  holdAbort(reason: unknown): void {
    if (this.#waitingAbort !== null) return;
    this.#waitingAbort = { reason };
    this.#cancelWait = this.#engine.core.clock.setTimer(() => {
      this.isDetached = true; // The replay hangs: it ends here, and the journal stays as it is.
      this.interrupt(reason);
    }, SETTLE_MS);
  }

  cancelWait(): void {
    this.#cancelWait?.();
  }
}

/** What an abort out of a journal looks like. */
export function abortError(reason: string): Error {
  return new DOMException(reason, "AbortError");
}
