import { AgentError } from "@loopwright/core";
import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { abortable } from "./abortable.js";

test("abortable.ts 1: rejects at the abort although the work goes on, and ignores what comes later", async () => {
  const controller = new AbortController();
  let fail: (error: Error) => void = () => undefined;
  const calling = abortable(controller.signal, "agent \"x\"", () => new Promise<never>((_resolve, reject) => void (fail = reject)));
  controller.abort("enough");
  await expect(calling).rejects.toMatchObject({ name: "AgentError", message: 'agent "x" was given up because the call was aborted', cause: "enough", retryable: false });
  fail(new Error("late"));
  await new Promise((resolve) => setTimeout(resolve, 5));
});

test("abortable.ts 2: the work's signal follows, and the outer one keeps no listener", async () => {
  const controller = new AbortController();
  let inner: AbortSignal | undefined;
  const work = (signal: AbortSignal) => {
    inner = signal;
    signal.addEventListener("abort", () => undefined); // As `fetch` does.
    return Promise.resolve("done");
  };
  expect(await abortable(controller.signal, "x", work)).toBe("done");
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  controller.abort();
  expect(inner?.aborted).toBe(false);

  const second = new AbortController();
  const calling = abortable(second.signal, "x", (signal) => new Promise((_resolve, reject) => void signal.addEventListener("abort", () => reject(new Error("noticed")))));
  second.abort("why");
  await expect(calling).rejects.toBeInstanceOf(AgentError);
  expect(getEventListeners(second.signal, "abort")).toEqual([]);
});

test("abortable.ts 3: nothing is started after an abort", async () => {
  let started = 0;
  await expect(abortable(AbortSignal.abort(), "x", async () => void (started += 1))).rejects.toBeInstanceOf(AgentError);
  expect(started).toBe(0);
});

test("a rejection of the work is handed on as it is", async () => {
  const fault = new Error("down");
  await expect(abortable(new AbortController().signal, "x", () => Promise.reject(fault))).rejects.toBe(fault);
});
