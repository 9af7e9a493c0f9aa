/** Failure, time, abort: QU-FAIL, QU-TIME, QU-ABT. */
import { AgentError, runLoop, type Agent } from "@loopwright/core";
import { manualClock, scriptedAgent } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { qualityLoop } from "./index.js";
import { ABORTS, approve, eventsOf, play, R, reject, reportOf, type Event, type Play, type Step } from "./quality-run.fixture.js";

/** A failing step at each purpose: script, token, where. */
const AT: readonly (readonly [string, (step: Step) => Play, string, object])[] = [
  ["draft", (step) => ({ writer: [step] }), "draft-failed", { at: "draft", version: 1, callId: "c1" }],
  ["review", (step) => ({ writer: ["D1"], reviewer: [step] }), "review-failed", { at: "review", version: 1, callId: "c2" }],
  ["revise", (step) => ({ writer: ["D1", step], reviewer: [reject("A")] }), "revision-failed", { at: "revise", version: 2, callId: "c3" }],
];

const isFinished = (callId: string) => (event: Event, abort: () => void) => void (event.type === "call.finished" && event.callId === callId && abort());
const isDecided = (event: Event, abort: () => void): void => void (event.type === "review.decided" && abort());

describe("a call that fails", () => {
  test.each(AT)("QU-FAIL-01: at %s ends the run by its purpose, with the error's message", async (_purpose, scriptOf, token, where) => {
    for (const error of ["no model", new AgentError("no model"), new TypeError("no model")]) {
      const { report, result } = await play(scriptOf({ error }));
      expect(report).toMatchObject({ token, approved: false });
      expect(report.failure).toStrictEqual({ ...where, kind: "error", message: "no model" });
      expect(result.status).toBe("stopped");
    }
  });

  test("QU-FAIL-01: also one that throws at once, or throws what is no error", async () => {
    const throwing = (thrown: unknown): Agent => ({
      call: () => {
        throw thrown;
      },
    });
    for (const [thrown, message] of [[new Error("now"), "now"], ["text", "text"], [undefined, "undefined"], [{ toString: null }, "an unprintable value was thrown"]] as const) {
      const agents = { writer: throwing(thrown), reviewer: scriptedAgent([]) };
      expect(reportOf(await runLoop(qualityLoop(), { agents, input: { request: R } }).result)).toMatchObject({ token: "draft-failed", failure: { kind: "error", message } });
    }
  });

  test.each([undefined, null, 7, "D1"])("QU-FAIL-01: a reply that is %j is a failed call", async (reply) => {
    const agents = { writer: { call: () => Promise.resolve(reply as never) }, reviewer: scriptedAgent([]) };
    expect(reportOf(await runLoop(qualityLoop(), { agents, input: { request: R } }).result)).toMatchObject({ token: "draft-failed", failure: { kind: "error" } });
  });

  test.each(AT)("QU-FAIL-02: at %s is not tried again", async (_purpose, scriptOf) => {
    for (const step of [{ error: new AgentError("busy", { retryable: true, retryAfterMs: 1 }) }, { never: true } as const]) {
      const played = await play({ ...scriptOf(step), maxStructuredRepairs: 2 });
      expect(eventsOf(played, "call.failed")).toHaveLength(1);
      expect(played.events.filter((event) => event.type.startsWith("call.")).at(-1)).toMatchObject({ type: "call.failed", callId: played.calls.at(-1)!.callId });
      expect(played.report.usage).toMatchObject({ failedCalls: 1, repairCalls: 0 });
    }
  });

  test("QU-FAIL-03: repairs that are left do not follow a failed review call", async () => {
    for (const step of [{ error: "x" }, { never: true } as const, { error: "slow", kind: "timeout" } as const]) {
      const { report, calls } = await play({ maxStructuredRepairs: 2, writer: ["D1"], reviewer: [step] });
      expect(report).toMatchObject({ token: "review-failed", usage: { repairCalls: 0 } });
      expect(calls).toHaveLength(2);
    }
    const { report } = await play({ maxStructuredRepairs: 2, writer: ["D1"], reviewer: ["no", { error: "x" }] });
    expect(report).toMatchObject({ token: "review-failed", failure: { callId: "c3", kind: "error" }, usage: { repairCalls: 1, reviewerCalls: 2 }, reviewsStarted: 1 });
  });
});

describe("time", () => {
  test.each(AT)("QU-TIME-01: a %s call that hangs is ended at callTimeoutMs, its signal aborted", async (_purpose, scriptOf, token, where) => {
    let signal: AbortSignal | null = null;
    const hang: Step = (request) => ((signal = request.signal), { never: "ignoring-abort" });
    const played = await play({ ...scriptOf(hang), callTimeoutMs: 1234 });
    expect(played.report).toMatchObject({ token, failure: { ...where, kind: "timeout" } });
    expect(eventsOf(played, "call.failed")).toMatchObject([{ kind: "timeout", at: 1234 }]);
    expect(signal!.aborted).toBe(true);
    expect(played.calls.at(-1)!.deadline).toBe(1234);
  });

  test("QU-TIME-01: 300 seconds where nothing is said, and each call has its own time", async () => {
    const slow = (reply: Step): Step => ({ delayMs: 299_999, reply: reply as string });
    const played = await play({ writer: [slow("D1"), slow("D2")], reviewer: [slow(reject("A")), { never: true }] });
    expect(played.report).toMatchObject({ token: "review-failed", draft: "D1" });
    expect(eventsOf(played, "call.failed")).toMatchObject([{ callId: "c4", kind: "timeout", at: 3 * 299_999 + 300_000 }]);
  });

  test("QU-TIME-01: whatever it answers later is ignored", async () => {
    const played = await play({ callTimeoutMs: 100, writer: ["D1"], reviewer: [{ delayMs: 200, reply: approve(), ignoresAbort: true }] });
    expect(played.report).toMatchObject({ token: "review-failed", approved: false, history: [], usage: { inputTokens: 100 } });
    expect(played.events.at(-1)).toMatchObject({ type: "run.finished", at: 100 });
  });

  test("QU-TIME-01: the tighter of policy and caller holds; null is none", async () => {
    const script = { writer: [{ delayMs: 400_000, reply: "D1" }] };
    expect((await play({ ...script, callTimeoutMs: null, reviewer: [approve()] })).report.token).toBe("approved");
    expect((await play({ ...script, callTimeoutMs: null, limits: { callTimeoutMs: 7 } })).report.failure).toMatchObject({ kind: "timeout" });
    expect((await play({ ...script, callTimeoutMs: 7, limits: { callTimeoutMs: 500_000 } })).report.failure).toMatchObject({ kind: "timeout" });
  });

  test("QU-TIME-02: run time is over during a call", async () => {
    const played = await play({ limits: { runTimeoutMs: 10 }, writer: [{ delayMs: 50, reply: "D1" }] });
    expect(played.report).toMatchObject({ token: "run-timeout", draft: null, unreviewedDraft: null, failure: { at: "draft", version: 1, callId: "c1", kind: "timeout" } });
    expect(played.result.status).toBe("stopped");
    expect(eventsOf(played, "call.failed")).toMatchObject([{ kind: "timeout", at: 10 }]);
  });

  test("QU-TIME-02: an answer that arrives on time's last tick is discarded, an approval too", async () => {
    const played = await play({ limits: { runTimeoutMs: 50 }, writer: ["D1"], reviewer: [{ delayMs: 50, reply: approve(), ignoresAbort: true }] });
    expect(played.report).toMatchObject({ token: "run-timeout", draft: null, unreviewedDraft: "D1", reviews: 0, reviewsStarted: 1 });
    expect((await play({ limits: { runTimeoutMs: 51 }, writer: ["D1"], reviewer: [{ delayMs: 50, reply: approve() }] })).report.token).toBe("approved");
  });

  test("QU-TIME-02: run time is over between two calls: nothing more is started", async () => {
    let time = 0;
    const writer = scriptedAgent(["D1"]);
    const clock = { ...manualClock(), now: () => time };
    const events: Event[] = [];
    const onEvent = (event: Event): void => {
      events.push(event);
      if (event.type === "draft.produced") time = 10;
    };
    const result = await runLoop(qualityLoop(), { agents: { writer, reviewer: scriptedAgent([]) }, input: { request: R }, clock, onEvent, limits: { runTimeoutMs: 10 } }).result;
    expect(reportOf(result)).toMatchObject({ token: "run-timeout", draft: null, unreviewedDraft: "D1", failure: { at: "review", version: 1, callId: null, kind: "timeout", message: "the run's time is over" } });
    expect(events.filter((event) => event.type === "call.started")).toHaveLength(1);
  });

  test("QU-TIME-01, QU-TIME-02, G10: on the system's own timers as well", async () => {
    const agents = { writer: { call: () => new Promise<never>(() => undefined) }, reviewer: scriptedAgent([]) };
    const [byCall, byRun] = await Promise.all([
      runLoop(qualityLoop({ callTimeoutMs: 20 }), { agents, input: { request: R } }).result,
      runLoop(qualityLoop(), { agents, input: { request: R }, limits: { runTimeoutMs: 20 } }).result,
    ]);
    expect([byCall.token, byRun.token]).toEqual(["draft-failed", "run-timeout"]);
  });

  test("QU-TIME-02: the run's time spans all its calls", async () => {
    const slow = (reply: string): Step => ({ delayMs: 40, reply });
    const played = await play({ limits: { runTimeoutMs: 100 }, writer: [slow("D1"), slow("D2")], reviewer: [{ delayMs: 40, reply: reject("A") }] });
    expect(played.report).toMatchObject({ token: "run-timeout", draft: "D1", unreviewedDraft: null, reviews: 1, failure: { at: "revise", version: 2, callId: "c3" } });
    expect(played.events.at(-1)).toMatchObject({ at: 100 });
  });
});

describe("abort", () => {
  test.each(AT)("QU-ABT-01, G10: during a %s call", async (_purpose, scriptOf, _token, where) => {
    const { report, result } = await play(scriptOf(ABORTS));
    expect(report).toMatchObject({ token: "aborted", approved: false, failure: { ...where, kind: "aborted" } });
    expect(result.status).toBe("aborted");
  });

  test("QU-ABT-01: before each call: nothing more is started", async () => {
    const played = await play({ writer: [], isAborted: true });
    expect(played.events.map((event) => event.type)).not.toContain("call.started");
    const atStart = await play({ writer: [], watch: ({ type }, abort) => type === "run.started" && abort() });
    expect(atStart.report).toMatchObject({ token: "aborted", failure: { at: "draft", callId: null }, usage: { calls: 0 } });
    const between = await play({ writer: ["D1"], reviewer: [reject("A")], watch: isDecided });
    expect(eventsOf(between, "call.started")).toHaveLength(2);
    expect(between.report).toMatchObject({ token: "aborted", draft: "D1", reviews: 1 });
  });

  test("QU-ABT-01: an answer that has just arrived is discarded, an approval too", async () => {
    const both = async (setAt: "in the agent" | "by a listener") => {
      const controller = new AbortController();
      const abortAnd = () => (setAt === "in the agent" && controller.abort(), approve());
      const reviewer = scriptedAgent([reject("A"), abortAnd]);
      const events: Event[] = [];
      const onEvent = (event: Event): void => {
        events.push(event);
        if (setAt === "by a listener") isFinished("c4")(event, () => controller.abort());
      };
      const run = runLoop(qualityLoop(), { agents: { writer: scriptedAgent(["D1", "D2"]), reviewer }, input: { request: R }, signal: controller.signal, onEvent });
      return { report: reportOf(await run.result), events };
    };
    for (const setAt of ["in the agent", "by a listener"] as const) {
      const { report, events } = await both(setAt);
      expect(report, setAt).toMatchObject({ token: "aborted", approved: false, draft: "D1", unreviewedDraft: "D2", reviews: 1, reviewsStarted: 2, failure: { at: "review", version: 2, callId: "c4" } });
      expect(events.filter((event) => event.type === "review.decided")).toHaveLength(1);
      expect(report.history).toHaveLength(1);
    }
  });

  test.each<[string, Step, string]>([
    ["approve", approve(), "approved"],
    ["stop-no-feedback", reject(), "no-actionable-feedback"],
    ["stop-cap", reject("A"), "review-cap"],
  ])("QU-ABT-02: once %s was announced, it stands", async (decision, step, token) => {
    const played = await play({ maxReviews: 1, writer: ["D1"], reviewer: [step], watch: isDecided });
    expect(eventsOf(played, "review.decided")).toMatchObject([{ decision }]);
    expect(played.report).toMatchObject({ token, failure: null, reviews: 1 });
    expect(played.result.status).toBe(token === "approved" ? "passed" : "stopped");
  });

  test("QU-ABT-02: a decision to revise is not final", async () => {
    const played = await play({ writer: ["D1"], reviewer: [reject("A")], watch: isDecided });
    expect(played.report).toMatchObject({ token: "aborted", draft: "D1", remainingFeedback: ["A"] });
  });

  test("QU-ABT-03: abort before run time, both before a failed call", async () => {
    const late = async (watch?: Play["watch"], reviewer: readonly Step[] = []) =>
      (await play({ limits: { runTimeoutMs: 10 }, writer: [{ delayMs: 10, reply: { error: "x" }, ignoresAbort: true }], reviewer, ...(watch === undefined ? {} : { watch }) })).report.token;
    expect(await late()).toBe("run-timeout");
    expect(await late((event, abort) => event.type === "call.failed" && abort())).toBe("aborted");
    expect((await play({ limits: { runTimeoutMs: 10 }, writer: [ABORTS] })).report.token).toBe("aborted");
    const failed = await play({ writer: [{ error: "x" }], watch: (event, abort) => event.type === "call.failed" && abort() });
    expect(failed.report).toMatchObject({ token: "aborted", failure: { kind: "aborted", callId: "c1" } });
  });

  test.each(AT)("QU-ABT-04, G10: an agent that ignores everything at %s holds nothing up", async (_purpose, scriptOf) => {
    const controller = new AbortController();
    const { writer, reviewer = [] } = scriptOf({ never: "ignoring-abort" });
    const agents = { writer: scriptedAgent(writer as never), reviewer: scriptedAgent(reviewer as never) };
    const run = runLoop(qualityLoop({ callTimeoutMs: null }), { agents, input: { request: R }, signal: controller.signal });
    let result: unknown = null;
    void run.result.then((ended) => (result = ended));
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    expect(result).toBeNull();
    controller.abort();
    await new Promise(setImmediate);
    expect(result).toMatchObject({ status: "aborted" });
  });

  test("QU-ABT-04: through run.abort as well, with its reason", async () => {
    const run = runLoop(qualityLoop(), { agents: { writer: scriptedAgent([{ never: true }]), reviewer: scriptedAgent([]) }, input: { request: R } });
    await new Promise(setImmediate);
    run.abort("enough");
    expect(await run.result).toMatchObject({ status: "aborted", reason: "enough", report: { token: "aborted", failure: { callId: "c1" } } });
  });

  test("QU-ABT-05: it resolves, with everything reviewed so far", async () => {
    const { result, report } = await play({ writer: ["D1", "D2", ABORTS], reviewer: [reject("A"), reject("[regression] B")] });
    expect(result).toMatchObject({ status: "aborted", token: "aborted", unreviewedChange: null });
    expect(report).toMatchObject({ draft: "D2", remainingFeedback: ["[regression] B"], reviews: 2, history: [{ version: 1 }, { version: 2 }] });
  });

  test("QU-ABT-01: a signal that was used before and aborts after the end changes nothing", async () => {
    const controller = new AbortController();
    const run = runLoop(qualityLoop(), { agents: { writer: scriptedAgent(["D1"]), reviewer: scriptedAgent([approve()]) }, input: { request: R }, signal: controller.signal });
    const result = await run.result;
    controller.abort();
    expect(result).toMatchObject({ status: "passed", token: "approved" });
  });
});
