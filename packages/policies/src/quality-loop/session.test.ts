/** A host that performs the calls itself gets the same loop (DESIGN §2): same calls, events and result. */
import { loopSession, type CallOutcome } from "@loopwright/core";
import { manualClock, type ErrorStep, type NeverStep, type ReplyStep } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { qualityLoop } from "./index.js";
import { ABORTS, LONG_MS, play, R, USAGE, type Event } from "./quality-run.fixture.js";
import { scenarios, type Scenario } from "./scenarios.fixture.js";

/** Plays a scenario by hand: every pending call gets the outcome that its script has. */
async function perform({ options, isAborted = false, ...scripts }: Scenario) {
  const controller = new AbortController();
  const clock = manualClock();
  const events: Event[] = [];
  const inputs: unknown[] = [];
  const steps = { writer: [...scripts.writer], reviewer: [...scripts.reviewer] };
  if (isAborted) controller.abort();
  const session = loopSession(qualityLoop(options), { input: { request: R }, clock, signal: controller.signal, onEvent: (event) => void events.push(event) });
  for (;;) {
    const step = await session.next();
    if (step.status === "ended") return { result: step.result, events, inputs };
    expect(step.calls).toHaveLength(1);
    const { key, request } = step.calls[0]!;
    inputs.push(request.input);
    const scripted = steps[request.role as "writer" | "reviewer"].shift();
    if (scripted === ABORTS) controller.abort();
    else if (typeof scripted === "object" && "never" in (scripted as NeverStep)) await clock.advance(LONG_MS);
    else session.submit(key, outcomeOf(scripted as string | ReplyStep | ErrorStep));
  }
}

function outcomeOf(step: string | ReplyStep | ErrorStep): CallOutcome {
  if (typeof step === "string") return { kind: "reply", reply: { text: step, usage: USAGE } };
  if ("error" in step) return { kind: "error", message: String(step.error) };
  const { usage = USAGE, ...reply } = step;
  return { kind: "reply", reply: { ...reply, ...(usage === null ? {} : { usage }) } };
}

describe.each(scenarios)("driven by a host: $title", (scenario) => {
  const { id, options, isAborted = false, writer, reviewer } = scenario;

  test(`${id}: equals the one that the runner drives, event for event`, async () => {
    const [byHost, byRunner] = [await perform(scenario), await play({ ...options, isAborted, writer, reviewer })];
    expect(byHost.inputs).toStrictEqual(byRunner.calls.map((call) => call.input));
    expect(byHost.events).toStrictEqual(byRunner.events);
    expect(byHost.result).toStrictEqual(byRunner.result);
  });
});

test("QU-FAIL-01: a host's timeout is a timeout of the call", async () => {
  const session = loopSession(qualityLoop(), { input: { request: R } });
  const step = await session.next();
  if (step.status === "ended") throw new Error("ended at once");
  session.submit(step.calls[0]!.key, { kind: "timeout" });
  expect(await session.next()).toMatchObject({ status: "ended", result: { token: "draft-failed", report: { failure: { kind: "timeout", callId: "c1" } } } });
});

test("QU-SCH-02, QU-TOOL-02: a host's descriptions are checked like agents", () => {
  const reviewer = { capabilities: { structuredOutput: false } };
  expect(() => loopSession(qualityLoop(), { input: { request: R }, agents: { reviewer } })).toThrow(expect.objectContaining({ code: "structured-output-unsupported" }) as Error);
  expect(() => loopSession(qualityLoop({ tools: { writer: ["t"] } }), { input: { request: R } })).toThrow(expect.objectContaining({ code: "tool-not-allowed" }) as Error);
  expect(() => loopSession(qualityLoop(), { input: { request: R }, agents: { writer: { id: "x" }, reviewer: { id: "x" } } })).toThrow(expect.objectContaining({ code: "same-agent" }) as Error);
});
