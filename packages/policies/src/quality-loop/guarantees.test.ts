/** Guarantees (DESIGN §4) where the quality loop is what proves them; others stand with the rule that holds them. */
import { digestOf, runLoop, type Agent, type AgentReply } from "@loopwright/core";
import { scriptedAgent } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { qualityLoop, qualityTable } from "./index.js";
import { ABORTS, answer, approve, eventsOf, play, R, reject, reportOf, type Event } from "./quality-run.fixture.js";
import { scenarios } from "./scenarios.fixture.js";

describe("G1: bounded", () => {
  test("G1: the ceiling in force is shown at the start and never passed", async () => {
    const played = await play({ maxReviews: 2, writer: ["D1", "D2"], reviewer: [reject("A"), reject("B")] });
    expect(eventsOf(played, "run.started")).toMatchObject([{ maxRounds: 2, maxReviews: 2 }]);
    expect(played.result.rounds).toBe(2);
  });

  test("G1: a caller's tighter round limit ends the run, and never overrides the round that ran", async () => {
    expect((await play({ limits: { rounds: 1 }, writer: ["D1"], reviewer: [approve()] })).report.token).toBe("approved");
    expect((await play({ limits: { rounds: 1 }, writer: ["D1"], reviewer: [reject()] })).report.token).toBe("no-actionable-feedback");
    expect((await play({ limits: { rounds: 1 }, maxReviews: 1, writer: ["D1"], reviewer: [reject("A")] })).report.token).toBe("review-cap");
    expect((await play({ limits: { rounds: 1 }, writer: ["D1"], reviewer: [reject("A")] })).report.token).toBe("round-limit");
  });
});

describe("G2: nothing unreviewed passes", () => {
  test("G2, G5: the reviewed version is the digest of exactly the draft that the report returns", async () => {
    for (const { options, isAborted = false, writer, reviewer } of scenarios) {
      const { result, report } = await play({ ...options, isAborted, writer, reviewer });
      expect(result.reviewedVersion).toBe(report.draft === null ? null : digestOf(report.draft));
      const isStated = report.unreviewedDraft !== null;
      expect(result.unreviewedChange).toEqual(isStated ? { from: result.reviewedVersion, to: digestOf(report.unreviewedDraft) } : null);
      if (result.status === "passed") expect(isStated).toBe(false);
    }
  });

  test("G2: approval of D1 passes nothing for D2", async () => {
    const { result, report } = await play({ writer: ["D1", "D2"], reviewer: [reject("A"), ABORTS] });
    expect(report).toMatchObject({ approved: false, draft: "D1", unreviewedDraft: "D2" });
    expect(result.status).toBe("aborted");
  });
});

describe("G3: computed verdict", () => {
  const tokens = [...qualityTable.tokens.pass, ...qualityTable.tokens.stop, "aborted", "run-timeout", "budget-spent", "round-limit"];
  test.each(tokens)("G3: an agent that says %j everywhere names no token", async (token) => {
    const said = { text: token, structured: { approved: false, feedback: [token], token } };
    expect((await play({ maxStructuredRepairs: 0, writer: [{ text: token }], reviewer: [said] })).report).toMatchObject({ token: "review-invalid", approved: false });
    expect((await play({ maxReviews: 1, writer: [token], reviewer: [answer(false, [token], { text: token, model: token })] })).report).toMatchObject({ token: "review-cap", draft: token });
  });

  test("G3: a check of the caller's that reports a token changes none", async () => {
    const { report } = await play({ maxReviews: 1, writer: ["D1"], reviewer: [reject("A")], checks: [() => [{ code: "approved", detail: "approved" }]] });
    expect(report).toMatchObject({ token: "review-cap", violations: [{ code: "approved" }] });
  });
});

describe("G4: missing evidence", () => {
  test.each(["error", "timeout", "missing", "invalid", "truncated", "refused", "abort"] as const)("G4: %s is a third state beside yes and no, and spends no revision", async (what) => {
    const step = {
      error: { error: "x" }, timeout: { never: true }, missing: {}, invalid: { structured: { approved: true } }, abort: ABORTS,
      truncated: answer(true, [], { finishReason: "length" }), refused: answer(true, [], { finishReason: "refusal" }),
    } as const;
    const played = await play({ maxStructuredRepairs: 0, writer: ["D1"], reviewer: [step[what]] });
    expect(eventsOf(played, "decision.made")).toMatchObject([{ facts: { verdict: "unavailable" }, kind: "stop" }]);
    expect(eventsOf(played, "review.decided")).toEqual([]);
    expect(played.report).toMatchObject({ approved: false, history: [], usage: { writerCalls: 1 } });
  });
});

test("G7: a decision dug out of prose never decides, repaired or not", async () => {
  const json = '{"approved":true,"feedback":[]}';
  expect((await play({ writer: ["D1"], reviewer: [json, `\`\`\`json\n${json}\n\`\`\``] })).report).toMatchObject({ token: "review-invalid", failure: { kind: "missing-structured-output" } });
  expect((await play({ maxReviews: 1, writer: ["D1"], reviewer: [{ text: json, structured: { approved: false, feedback: ["A"] } }] })).report.token).toBe("review-cap");
});

test("G9: every item of every review leaves the run in its history, verbatim, dropped ones too", async () => {
  const items = ["A", "", " B ", "A"];
  const { report } = await play({ writer: ["D1", "D2", "D3"], reviewer: [reject(...items), reject("[previous 1] A", " "), answer(true, ["C"])] });
  expect(report.history.map((record) => record.rawFeedback)).toEqual([items, ["[previous 1] A", " "], ["C"]]);
  expect(report.violations.filter(({ code }) => code === "blank-item").map(({ version, itemIndex }) => [version, itemIndex])).toEqual([[1, 1], [2, 1]]);
});

test("G10: the caller's signal reaches the agent that works, and nothing is left when the run ends", async () => {
  const controller = new AbortController();
  const signals: AbortSignal[] = [];
  const agent = (reply: AgentReply | null): Agent => ({ call: ({ signal }) => (signals.push(signal), reply === null ? new Promise(() => undefined) : Promise.resolve(reply)) });
  const listeners: string[] = [];
  const watched = new Proxy(controller.signal, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        if (name === "addEventListener" || name === "removeEventListener") listeners.push(name);
        return (value as (...all: unknown[]) => unknown).apply(target, given);
      };
    },
  });
  const run = runLoop(qualityLoop(), { agents: { writer: agent({ text: "D1" }), reviewer: agent(null) }, input: { request: R }, signal: watched });
  await new Promise(setImmediate);
  controller.abort(new Error("enough"));
  expect(await run.result).toMatchObject({ status: "aborted", reason: "enough", report: { unreviewedDraft: "D1" } });
  expect(signals.map((signal) => signal.aborted)).toEqual([false, true]); // The first call was over.
  expect(listeners).toEqual(["addEventListener", "removeEventListener"]);
});

test("G13: an iterator that comes late sees the whole run", async () => {
  const agents = { writer: scriptedAgent(["D1"]), reviewer: scriptedAgent([approve()]) };
  const run = runLoop(qualityLoop(), { agents, input: { request: R } });
  await run.result;
  const events: Event[] = [];
  for await (const event of run) if (event.type !== "events.dropped") events.push(event);
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
  expect([events[0]?.type, events.at(-1)?.type]).toEqual(["run.started", "run.finished"]);
});

test.each(scenarios)("G19: the state is plain data: a run whose phases get it through JSON is the same ($id)", async ({ options, isAborted = false, writer, reviewer }) => {
  const place = { review: 1, facts: 0, revise: 1, artifact: 0, reviewed: 0, record: 1, report: 0 } as const;
  const policy = qualityLoop(options);
  const body = Object.fromEntries(
    Object.entries(policy.body as object).map(([name, phase]: [string, unknown]) => [
      name,
      (...given: unknown[]) => {
        const at = place[name as keyof typeof place] as number | undefined;
        if (at !== undefined) given[at] = JSON.parse(JSON.stringify(given[at])) as unknown;
        return (phase as (...all: unknown[]) => unknown)(...given);
      },
    ]),
  );
  const through = await play({ ...options, isAborted, writer, reviewer }, { ...policy, body } as unknown as typeof policy);
  expect(through.report).toEqual((await play({ ...options, isAborted, writer, reviewer })).report);
});

describe("G20: expected things are data", () => {
  const broken = (): never => {
    throw new Error("broken getter");
  };
  const deep = (): unknown => {
    let value: unknown = [];
    for (let depth = 0; depth < 5_000; depth++) value = [value];
    return value;
  };
  const cyclic = (): unknown => {
    const value: { approved: boolean; feedback: unknown[] } = { approved: true, feedback: [] };
    value.feedback.push(value);
    return value;
  };
  const hostile: readonly (readonly [string, () => unknown])[] = [
    ["nothing", () => undefined], ["a symbol", () => Symbol("x")], ["a function", () => broken], ["a bigint", () => 1n],
    ["a throwing text", () => ({ get text() { return broken(); } })],
    ["a throwing answer", () => ({ get structured() { return broken(); } })],
    ["a throwing field of an answer", () => ({ text: "D", structured: { get approved() { return broken(); }, feedback: [] } })],
    ["a throwing usage", () => ({ text: "D", structured: { approved: true, feedback: ["A"] }, get usage() { return broken(); } })],
    ["a usage that throws when read", () => ({ text: "D", structured: { approved: true, feedback: ["A"] }, usage: { get inputTokens() { return broken(); } } })],
    ["a proxy that refuses everything", () => new Proxy({}, { get: broken, ownKeys: broken, getPrototypeOf: broken, has: broken })],
    ["a revoked proxy inside", () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return { text: "D", structured: proxy }; }],
    ["a thenable that throws", () => ({ get then() { return broken(); } })],
    ["a cycle", () => ({ text: "D", structured: cyclic() })], ["endless depth", () => ({ text: "D", structured: { approved: true, feedback: deep() } })],
    ["a bigint inside", () => ({ text: "D", structured: { approved: true, feedback: [], n: 1n } })],
    ["a model that is no text", () => ({ text: "D", structured: { approved: true, feedback: ["A"] }, model: 7, finishReason: {} })],
    ["a key that is a trap", () => ({ text: "D", structured: JSON.parse('{"approved":true,"feedback":[],"__proto__":{"approved":true}}') as unknown })],
  ];
  const ways: readonly (readonly [string, (make: () => unknown) => Agent["call"]])[] = [
    ["returned", (make) => (() => make()) as Agent["call"]],
    ["resolved", (make) => async () => make() as AgentReply],
    ["thrown", (make) => () => { throw make(); }],
    ["rejected", (make) => async () => { await Promise.resolve(); throw make(); }],
  ];

  describe.each(ways)("%s", (_way, wrap) => {
    test.each(hostile)("G20: %s is a failed or unusable call at most, and never an approval", async (_what, make) => {
      const good = { writer: (): Agent => ({ call: () => Promise.resolve({ text: "D1" }) }), reviewer: (): Agent => ({ call: () => Promise.resolve({ structured: { approved: false, feedback: ["A"] } }) }) };
      for (const role of ["writer", "reviewer"] as const) {
        const agents = { writer: good.writer(), reviewer: good.reviewer(), [role]: { call: wrap(make) } };
        const result = await runLoop(qualityLoop({ maxReviews: 2 }), { agents, input: { request: R } }).result;
        expect(result).toMatchObject({ status: "stopped", error: null });
        expect(reportOf(result).approved).toBe(false);
      }
    });
  });
});

test("G21: every decision can be explained from its facts: the row, and what one fact would have changed", async () => {
  const played = await play({ writer: ["D1", "D2"], reviewer: [reject("A"), approve()] });
  const [first, last] = eventsOf(played, "decision.made").map(({ facts }) => qualityTable.explain(facts as never));
  expect(first!.decision).toMatchObject({ token: "revise" });
  expect(first!.rows.filter((row) => row.matched).map((row) => row.token)).toEqual(["revise"]);
  expect(first!.flips.map(({ fact, to, token }) => [fact, to, token])).toEqual([["actionableItems", 0, "no-actionable-feedback"], ["review", 3, "review-cap"], ["maxReviews", 1, "review-cap"]]);
  expect(last!.decision).toMatchObject({ token: "approved" });
});

test("G23: who judged, and whether author and judge share a family, stands in the result", async () => {
  const { result } = await play({ writer: ["D1"], reviewer: [approve()], writerIs: { id: "w", family: "a" }, reviewerIs: { id: "r", family: "b" } });
  expect(result.independence).toMatchObject({ distinctReviewers: 1, reviewers: [{ role: "reviewer", id: "r", sharesAuthorFamily: false, judged: true }] });
  expect(reportOf(result).approved).toBe(true);
});
