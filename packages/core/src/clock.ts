/** The one source of time of a run. Inject a manual clock in tests; the default is the system's. */
export interface Clock {
  /** Milliseconds since some fixed point; never goes back during a run. */
  now(): number;
  /** Calls back once after `delayMs`; the returned function cancels it. */
  setTimer(callback: () => void, delayMs: number): () => void;
}

const ORIGIN_MS = performance.timeOrigin;

/** The platform's time, in whole milliseconds, and its timers. When the wall clock is set back, it goes on. */
export const systemClock: Clock = {
  now: () => Math.floor(ORIGIN_MS + performance.now()),
  setTimer(callback, delayMs) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The longest delay that the platform's timers take, in milliseconds: 2^31 − 1. */
export const MAX_TIMER_MS = 2_147_483_647;
