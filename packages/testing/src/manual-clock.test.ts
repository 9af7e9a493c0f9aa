import { LoopwrightError } from "@loopwright/core";
import { describe, expect, test, vi } from "vitest";
import { manualClock } from "./manual-clock.js";

describe("moving", () => {
  test("manual-clock.ts 1: time passes only when it is moved", async () => {
    const clock = manualClock({ startMs: 1000 });
    expect(clock.now()).toBe(1000);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(clock.now()).toBe(1000);
    await clock.advance(5);
    expect(clock.now()).toBe(1005);
    await clock.set(2000);
    expect(clock.now()).toBe(2000);
    await clock.advance(0);
    expect(clock.now()).toBe(2000);
  });

  test("manual-clock.ts 1: it never goes back and takes only finite numbers", async () => {
    const clock = manualClock({ startMs: 10 });
    for (const move of [clock.advance(-1), clock.advance(Number.NaN), clock.advance(Number.POSITIVE_INFINITY), clock.set(9)]) {
      await expect(move).rejects.toMatchObject({ name: "LoopwrightError", code: "manual-clock-time" });
    }
    expect(clock.now()).toBe(10);
    expect(() => manualClock({ startMs: Number.NaN })).toThrow(LoopwrightError);
    expect(() => clock.setTimer(() => undefined, Number.NaN)).toThrow(LoopwrightError);
    await clock.set(10);
  });

  test("manual-clock.ts 4: moves do not overlap, and a failed one holds up none", async () => {
    const clock = manualClock();
    const times: number[] = [];
    clock.setTimer(() => void times.push(clock.now()), 5);
    clock.setTimer(() => void times.push(clock.now()), 15);
    const moves = [clock.advance(10), clock.set(3), clock.advance(10)];
    expect((await Promise.allSettled(moves)).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(times).toEqual([5, 15]);
    expect(clock.now()).toBe(20);
  });
});

describe("timers", () => {
  test("manual-clock.ts 2: fire in the order of their time, then of their creation, at exactly their time", async () => {
    const clock = manualClock();
    const fired: string[] = [];
    const timer = (name: string, delayMs: number) => clock.setTimer(() => void fired.push(`${name}@${clock.now()}`), delayMs);
    timer("late", 20);
    timer("first", 10);
    timer("second", 10);
    timer("negative", -5);
    await clock.advance(15);
    expect(fired).toEqual(["negative@0", "first@10", "second@10"]);
    expect(clock.pendingTimers).toBe(1);
    await clock.advance(5);
    expect(fired.at(-1)).toBe("late@20");
    expect(clock.pendingTimers).toBe(0);
  });

  test("a cancelled timer does not fire, also when one that fires at the same time cancels it", async () => {
    const clock = manualClock();
    const fired: number[] = [];
    const cancels = [clock.setTimer(() => void fired.push(0), 1)];
    clock.setTimer(() => {
      fired.push(1);
      cancels[1]?.();
    }, 2);
    cancels.push(clock.setTimer(() => void fired.push(2), 2));
    cancels[0]?.();
    cancels[0]?.();
    await clock.advance(10);
    expect(fired).toEqual([1]);
    expect(clock.pendingTimers).toBe(0);
  });

  test("manual-clock.ts 2: a timer made on the way fires in the same move if it is due", async () => {
    const clock = manualClock();
    const times: number[] = [];
    const again = (): void => {
      times.push(clock.now());
      if (times.length < 5) clock.setTimer(again, 10);
    };
    clock.setTimer(again, 10);
    await clock.advance(35);
    expect(times).toEqual([10, 20, 30]);
  });

  test("a callback that throws fails the move; the other timers stay", async () => {
    const clock = manualClock();
    clock.setTimer(() => {
      throw new Error("boom");
    }, 1);
    clock.setTimer(() => undefined, 2);
    await expect(clock.advance(5)).rejects.toThrow("boom");
    expect([clock.now(), clock.pendingTimers]).toEqual([1, 1]);
    await clock.advance(5);
    expect([clock.now(), clock.pendingTimers]).toEqual([6, 0]);
  });

  test("a timer that renews itself without delay is found out", async () => {
    const clock = manualClock();
    const again = (): void => void clock.setTimer(again, 0);
    clock.setTimer(again, 0);
    await expect(clock.advance(1)).rejects.toMatchObject({ code: "manual-clock-runaway" });
  }, 20_000);
});

describe("manual-clock.ts 3: what follows from a move is done when the move is", () => {
  test("work that waits before the move sets its timers first", async () => {
    const clock = manualClock();
    let isDone = false;
    void (async () => {
      for (let step = 0; step < 50; step += 1) await Promise.resolve();
      await new Promise<void>((resolve) => void clock.setTimer(resolve, 10));
      isDone = true;
    })();
    await clock.advance(10);
    expect(isDone).toBe(true);
  });

  test("chains of timers and promises run to their end, across macrotasks", async () => {
    const clock = manualClock();
    const times: number[] = [];
    const wait = (ms: number) => new Promise<void>((resolve) => void clock.setTimer(resolve, ms));
    void (async () => {
      for (const ms of [1, 2, 3]) {
        await wait(ms);
        await new Promise((resolve) => setImmediate(resolve));
        times.push(clock.now());
      }
    })();
    await clock.advance(6);
    expect(times).toEqual([1, 3, 6]);
  });

  test("fake timers of a test framework do not stop it", async () => {
    const clock = manualClock();
    vi.useFakeTimers();
    try {
      await clock.advance(1);
    } finally {
      vi.useRealTimers();
    }
    expect(clock.now()).toBe(1);
  });
});

test("its functions can be taken apart", async () => {
  const clock = manualClock();
  const { now, setTimer } = clock;
  let firedAt = -1;
  setTimer(() => void (firedAt = now()), 3);
  await clock.advance(3);
  expect(firedAt).toBe(3);
});
