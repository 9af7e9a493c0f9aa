import { afterEach, describe, expect, test, vi } from "vitest";
import { MAX_TIMER_MS, systemClock } from "./clock.js";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("systemClock", () => {
  test("tells the time of day in whole milliseconds", () => {
    const now = systemClock.now();
    expect(Number.isSafeInteger(now)).toBe(true);
    expect(Math.abs(now - Date.now())).toBeLessThan(10_000);
  });

  test("never goes back, also when the wall clock is set back", () => {
    const before = systemClock.now();
    vi.spyOn(Date, "now").mockReturnValue(before - 3_600_000);
    expect(systemClock.now()).toBeGreaterThanOrEqual(before);
  });

  test("calls back once, not at once, and not at all after it was cancelled", async () => {
    const fired: string[] = [];
    systemClock.setTimer(() => fired.push("kept"), 1);
    const cancel = systemClock.setTimer(() => fired.push("cancelled"), 1);
    cancel();
    cancel();
    expect(fired).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(fired).toEqual(["kept"]);
  });

  test("the longest delay is the one beyond which timers fire at once", () => {
    expect(MAX_TIMER_MS).toBe(2 ** 31 - 1);
  });
});
