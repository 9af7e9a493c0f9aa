import { afterEach, expect, test, vi } from "vitest";
import { createEngine } from "./engine.ts";

vi.setConfig({ testTimeout: 60_000 }); // The first use of the linters loads them, on a busy machine slowly.

const engine = createEngine();
afterEach(() => engine.close());

const never = new AbortController().signal;

test("lints and mends in a thread of its own", async () => {
  const text = "In the the end.\n";
  expect(await engine.lint(text, text, never)).toMatchObject([{ rule: "retext:repeated-words", line: 1, actual: "the the", expected: "the" }]);
  expect(await engine.mend(text, ["retext:repeated-words"], never)).toBe("In the end.\n");
});

test("an abort settles at once, whatever the thread is doing, and the next call works", async () => {
  const large = "In the the end, *one* _two_.\n\n".repeat(10_000);
  const controller = new AbortController();
  const pending = engine.lint(large, large, controller.signal);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const start = performance.now();
  controller.abort(new Error("enough"));
  await expect(pending).rejects.toThrow();
  expect(performance.now() - start).toBeLessThan(3_000);
  expect(await engine.lint("Fine.\n", "Fine.\n", never)).toEqual([]);
});

test("a signal that is aborted already starts nothing", async () => {
  await expect(engine.lint("Fine.\n", "Fine.\n", AbortSignal.abort(new Error("no")))).rejects.toThrow("no");
});
