/**
 * A clock that stands still until a test moves it.
 *
 * Invariants:
 * 1. Time passes only through `advance` and `set`; it never goes back.
 * 2. Due timers fire one at a time in the order of their time, and at one time in the order of their creation. While
 *    one fires, `now()` is exactly its time. A timer that is created on the way fires in the same move if it is due.
 * 3. Before the first timer, after each, and at the end, whatever was waiting is let run: all promise reactions, over
 *    several turns of the event loop. So a move returns when everything that follows from it without real I/O is done.
 * 4. Moves do not overlap: a second one waits for the first.
 */
import { LoopwrightError } from "@loopwright/core";
import type { Clock } from "@loopwright/core";

/** What can go wrong in the use of a manual clock. */
export type ManualClockErrorCode = "manual-clock-time" | "manual-clock-runaway";

/** A {@link Clock} with its hands on the outside. */
export interface ManualClock extends Clock {
  /** Moves time on by so many milliseconds, firing what falls due. */
  advance(ms: number): Promise<void>;
  /** Moves time on to this point, firing what falls due. */
  set(ms: number): Promise<void>;
  /** Timers that are neither fired nor cancelled. A run that is over leaves none (G10). */
  readonly pendingTimers: number;
}

interface Timer {
  readonly at: number;
  readonly delayMs: number;
  readonly callback: () => void;
}

/** Turns of the event loop that each pause lasts: enough for chains of promises that cross a macrotask or two. */
const TURNS = 4;
/** Timers without delay that one move may fire; one that sets itself again and again would never end. */
const MAX_WITHOUT_DELAY = 10_000;

// Taken at load, so that a test framework's fake timers cannot stop the clock.
const { setImmediate } = globalThis;

/**
 * Makes a clock for tests.
 *
 * @param options.startMs where the clock stands at first. Default 0.
 * @throws LoopwrightError `manual-clock-time` for a time that is not a finite number, or lies in the past;
 *   `manual-clock-runaway` (as a rejection) if one move fires more than 10,000 timers that have no delay.
 */
export function manualClock(options: { readonly startMs?: number } = {}): ManualClock {
  const { startMs = 0 } = options;
  checkTime(startMs, "manualClock.startMs");
  return new HandledClock(startMs);
}

class HandledClock implements ManualClock {
  #nowMs: number;
  #lastMove: Promise<void> = Promise.resolve();
  /** In order of creation. */
  readonly #timers = new Set<Timer>();

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  // Arrow functions: a clock is often taken apart, as in `const { now } = clock`.
  readonly now = (): number => this.#nowMs;

  readonly setTimer = (callback: () => void, delayMs: number): (() => void) => {
    checkTime(delayMs, "setTimer.delayMs");
    const timer = { at: this.#nowMs + Math.max(0, delayMs), delayMs, callback };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  };

  get pendingTimers(): number {
    return this.#timers.size;
  }

  async advance(ms: number): Promise<void> {
    checkTime(ms, "advance.ms");
    if (ms < 0) refuse("advance.ms", ms, "be 0 or more");
    return this.#enqueue(() => this.#moveTo(this.#nowMs + ms));
  }

  async set(ms: number): Promise<void> {
    checkTime(ms, "set.ms");
    return this.#enqueue(async () => {
      if (ms < this.#nowMs) refuse("set.ms", ms, `be ${this.#nowMs} or later`);
      await this.#moveTo(ms);
    });
  }

  #enqueue(move: () => Promise<void>): Promise<void> {
    const moved = this.#lastMove.then(move);
    this.#lastMove = moved.catch(() => undefined);
    return moved;
  }

  async #moveTo(target: number): Promise<void> {
    await pause();
    let withoutDelay = 0;
    for (;;) {
      const timer = this.#nextUpTo(target);
      if (timer === undefined) break;
      if (timer.delayMs <= 0 && ++withoutDelay > MAX_WITHOUT_DELAY) throw runaway();
      this.#timers.delete(timer);
      this.#nowMs = Math.max(this.#nowMs, timer.at);
      timer.callback();
      await pause();
    }
    this.#nowMs = target;
  }

  #nextUpTo(target: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.at <= target && (next === undefined || timer.at < next.at)) next = timer;
    }
    return next;
  }
}

async function pause(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}

function checkTime(value: unknown, path: string): void {
  if (typeof value !== "number" || !Number.isFinite(value)) refuse(path, value, "be a finite number of milliseconds");
}

function refuse(path: string, value: unknown, must: string): never {
  throw new LoopwrightError<ManualClockErrorCode>("manual-clock-time", `${path} must ${must}, not ${String(value)}`, {
    path,
    hint: "Times are milliseconds and only move on.",
  });
}

function runaway(): Error {
  return new LoopwrightError<ManualClockErrorCode>("manual-clock-runaway", `one move fired more than ${MAX_WITHOUT_DELAY} timers without delay`, {
    hint: "Look for a timer that sets itself again with no delay.",
  });
}
