import { expect, test } from "vitest";
import * as testing from "./index.js";
import { manualClock, scriptedAgent } from "./index.js";

test("the entry has what tests of a policy need", () => {
  expect(Object.keys(testing)).toEqual(expect.arrayContaining(["manualClock", "scriptedAgent", "ScriptError"]));
});

test("a scripted agent waits on a manual clock", async () => {
  const clock = manualClock();
  const agent = scriptedAgent([{ delayMs: 100, reply: "D1" }], { clock });
  const call = agent.call({
    callId: "c1",
    key: "open/writer",
    idempotencyKey: "k",
    role: "writer",
    repair: 0,
    instruction: "",
    input: null,
    schema: null,
    tools: [],
    signal: new AbortController().signal,
    deadline: null,
    reportUsage: () => undefined,
  });
  await clock.advance(99);
  expect(agent.openCalls).toBe(1);
  await clock.advance(1);
  expect(await call).toEqual({ text: "D1" });
  expect(clock.pendingTimers).toBe(0);
});
