/** Who is called, with what: QU-ROLE, QU-REQ-02, QU-DRAFT, QU-REVIN, QU-REV. */
import { runLoop, type Agent, type AgentReply } from "@loopwright/core";
import { scriptedAgent } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { qualityLoop } from "./index.js";
import { answer, approve, eventsOf, inputsOf, play, R, reject, reportOf, violationsOf } from "./quality-run.fixture.js";
import { scenarios } from "./scenarios.fixture.js";

const THREE = { reviewer: [reject("A", " B "), reject("[previous 1] A"), approve()] };

describe("roles", () => {
  test.each(scenarios)("QU-ROLE-02: writer drafts and revises, reviewer reviews ($id)", async ({ options, isAborted = false, writer, reviewer }) => {
    const { calls } = await play({ ...options, isAborted, writer, reviewer });
    for (const { role, purpose } of calls) expect(["writer/draft", "writer/revise", "reviewer/review"]).toContain(`${role}/${purpose}`);
  });

  test("QU-ROLE-02: each agent sees the calls of its own role only", async () => {
    const { writer, reviewer } = await play(THREE);
    expect(writer.calls.map((call) => call.purpose)).toEqual(["draft", "revise", "revise"]);
    expect(reviewer.calls.map((call) => call.purpose)).toEqual(["review", "review", "review"]);
  });

  test("QU-ROLE-03: one model, and one model family, may play both roles", async () => {
    const sameFamily = { family: "m" };
    const played = await play({ writer: [{ text: "D1", model: "m1" }], reviewer: [answer(true, [], { model: "m1" })], writerIs: sameFamily, reviewerIs: sameFamily });
    expect(played.report).toMatchObject({ token: "approved", violations: [] });
    expect(eventsOf(played, "call.finished").map((event) => event.model)).toEqual(["m1", "m1"]);
    expect(played.result.independence.reviewers).toMatchObject([{ sharesAuthorFamily: true }]);
  });

  test("QU-ROLE-04: every call stands alone: what one agent answers from memory, fresh ones answer from the inputs", async () => {
    const first = await play(THREE);
    const again: unknown[] = [];
    for (const call of first.calls) {
      const fresh = scriptedAgent([(request) => ({ text: JSON.stringify([request.instruction, request.input]) })]);
      again.push((await fresh.call({ ...call, signal: new AbortController().signal, reportUsage: () => undefined })).text);
    }
    expect(again).toEqual(first.calls.map((call) => JSON.stringify([call.instruction, call.input])));
    for (const { purpose, input } of first.calls) {
      const needed = { draft: ["request"], review: ["request", "draft", "previousFeedback"], revise: ["request", "draft", "feedback"] }[purpose as "draft"];
      expect(Object.keys(input as object)).toEqual(needed);
    }
  });

  test("QU-ROLE-05: at most one call is open at any time", async () => {
    let open = 0;
    let most = 0;
    const slow = (reply: (call: number) => AgentReply): Agent => {
      let calls = 0;
      return {
        async call() {
          most = Math.max(most, ++open);
          await new Promise(setImmediate);
          open--;
          return reply(++calls);
        },
      };
    };
    const writer = slow((call) => ({ text: `D${call}` }));
    const reviewer = slow((call) => ({ structured: { approved: call === 3, feedback: call === 3 ? [] : ["[previous 1] A"] } }));
    const result = await runLoop(qualityLoop(), { agents: { writer, reviewer }, input: { request: R } }).result;
    expect(reportOf(result)).toMatchObject({ token: "approved", reviews: 3 });
    expect({ most, open }).toEqual({ most: 1, open: 0 });
  });

  test("QU-ROLE-06: no request carries a session, conversation or instance handle", async () => {
    const { calls } = await play(THREE);
    const known = ["callId", "deadline", "idempotencyKey", "input", "instruction", "key", "purpose", "repair", "role", "schema", "tools", "version"];
    for (const call of calls) expect(Object.keys(call).sort()).toEqual(known);
  });

  test("QU-ROLE-06: two runs on one pair, side by side, equal two runs in turn, and nothing is written onto the agents", async () => {
    const pair = () => {
      const byRequest = (answers: (request: string, version: number) => AgentReply): Agent =>
        Object.freeze({
          async call(request) {
            await new Promise(setImmediate);
            return answers((request.input as { request: string }).request, request.version ?? 0);
          },
        } satisfies Agent);
      const writer = byRequest((request, version) => ({ text: `${request}${version}` }));
      const reviewer = byRequest((request, version) => ({ structured: version === 2 ? { approved: true, feedback: [] } : { approved: false, feedback: [`${request}!`] } }));
      return { writer, reviewer };
    };
    const policy = qualityLoop();
    const run = (agents: ReturnType<typeof pair>, request: string) => runLoop(policy, { agents, input: { request } }).result;
    const shared = pair();
    const [a, b] = await Promise.all([run(shared, "A"), run(shared, "B")]);
    const inTurn = [await run(pair(), "A"), await run(pair(), "B")];
    expect([a, b]).toEqual(inTurn);
  });
});

describe("request and first draft", () => {
  test("QU-REQ-02: the caller's later changes reach no call", async () => {
    const request = { task: "x", parts: ["a"] };
    const original = structuredClone(request);
    const played = await play({
      request,
      reviewer: [reject("A"), approve()],
      watch: () => {
        request.task = "changed";
        request.parts.push("b");
      },
    });
    for (const { input } of played.calls) expect((input as { request: unknown }).request).toStrictEqual(original);
    expect(played.calls).toHaveLength(4);
  });

  test("QU-REQ-02: an agent cannot change it either: inputs are frozen to their leaves", async () => {
    const thrown: unknown[] = [];
    const spoil = (request: { readonly input: unknown }): void => {
      const input = request.input as { request: { parts: string[] }; feedback?: string[]; previousFeedback?: string[] };
      for (const change of [() => input.request.parts.push("b"), () => (input.request = { parts: [] }), () => input.feedback?.push("x"), () => input.previousFeedback?.push("x")]) {
        try {
          change();
        } catch (error) {
          thrown.push(error);
        }
      }
    };
    const { calls, report } = await play({
      request: { parts: ["a"] },
      writer: [(r) => (spoil(r), "D1"), (r) => (spoil(r), "D2")],
      reviewer: [(r) => (spoil(r), reject("A")), (r) => (spoil(r), approve())],
    });
    expect(report.token).toBe("approved");
    expect(thrown).toHaveLength(2 + 3 + 3 + 3);
    expect(calls.map((call) => (call.input as { request: unknown }).request)).toEqual([{ parts: ["a"] }, { parts: ["a"] }, { parts: ["a"] }, { parts: ["a"] }]);
  });

  test("QU-DRAFT-01: it begins with one writer call that carries the request and nothing else, also for a text", async () => {
    for (const request of ["R", { task: "x" }]) {
      const { calls } = await play({ request, writer: ["D1"], reviewer: [approve()] });
      expect(calls[0]).toMatchObject({ callId: "c1", role: "writer", purpose: "draft", version: 1, repair: 0 });
      expect(calls[0]!.input).toStrictEqual({ request });
      expect(calls[1]!.role).toBe("reviewer");
    }
  });

  test.each(["D1\n", "  D1  ", "```md\nD1\n```", "\uFEFFD1\r\n", "D1\u0000"])("QU-DRAFT-02: %j is reviewed and returned as it came", async (text) => {
    const { calls, report, events } = await play({ writer: [{ text, structured: { text: "other" } }], reviewer: [approve()] });
    expect(eventsOf({ events }, "draft.produced")).toMatchObject([{ version: 1, chars: text.length }]);
    expect((calls[1]!.input as { draft: unknown }).draft).toBe(text);
    expect(report.draft).toBe(text);
  });

  const nothing: readonly (readonly [string, unknown])[] = [
    ["no text", {}], ["a structured value only", { structured: { text: "D1" } }], ["null", { text: null }], ["a number", { text: 7 }], ["a list", { text: ["D1"] }],
    ["empty", { text: "" }], ["blank", { text: " " }], ["line breaks", { text: "\n\t\u00A0" }],
  ];

  test.each(nothing)("QU-DRAFT-03: a draft that is %s fails the step and is neither reviewed nor asked for again", async (_what, reply) => {
    let calls = 0;
    const events: { type: string }[] = [];
    const writer: Agent = { call: () => (calls++, Promise.resolve(reply as AgentReply)) };
    const reviewer = scriptedAgent([]);
    const result = await runLoop(qualityLoop(), { agents: { writer, reviewer }, input: { request: R }, onEvent: (event) => events.push(event) }).result;
    expect(reportOf(result)).toMatchObject({ token: "draft-failed", draft: null, unreviewedDraft: null, failure: { at: "draft", version: 1, kind: "empty-output", callId: "c1" } });
    expect(calls).toBe(1);
    expect(events.map((event) => event.type)).toContain("draft.rejected");
  });

  test.each(nothing)("QU-DRAFT-03: a revision that is %s fails the step; the reviewed draft stays", async (_what, reply) => {
    const replies = [{ text: "D1" }, reply];
    const writer: Agent = { call: () => Promise.resolve(replies.shift() as AgentReply) };
    const reviewer = scriptedAgent([reject("A")]);
    const result = await runLoop(qualityLoop(), { agents: { writer, reviewer }, input: { request: R } }).result;
    expect(reportOf(result)).toMatchObject({ token: "revision-failed", draft: "D1", unreviewedDraft: null, remainingFeedback: ["A"], failure: { at: "revise", version: 2, kind: "empty-output", callId: "c3" } });
    expect(replies).toEqual([]);
  });
});

describe("what the reviewer gets", () => {
  test("QU-REVIN-01: the first review has the request, the draft and an empty list", async () => {
    const played = await play({ request: { task: "x" }, ...THREE });
    expect(inputsOf(played, "review")[0]).toStrictEqual({ request: { task: "x" }, draft: "D1", previousFeedback: [] });
  });

  test("QU-REVIN-02: a later one has the actionable items of the review directly before, not of all", async () => {
    const played = await play({ maxReviews: 4, writer: ["D1", "D2", "D3", "D4"], reviewer: [reject("A", " ", "A"), reject("[regression] B"), reject("[previous 1] C"), approve()] });
    expect(inputsOf(played, "review")).toStrictEqual([
      { request: R, draft: "D1", previousFeedback: [] },
      { request: R, draft: "D2", previousFeedback: ["A", "A"] },
      { request: R, draft: "D3", previousFeedback: ["[regression] B"] },
      { request: R, draft: "D4", previousFeedback: ["[previous 1] C"] },
    ]);
  });

  test("QU-REVIN-03: the same review reads the same whatever the cap, and whichever later review it is", async () => {
    const seen = async (maxReviews: number) => {
      const { calls } = await play({ maxReviews, writer: ["D1", "D2", "D2"].slice(0, maxReviews), reviewer: [reject("A"), reject("A"), approve()].slice(0, maxReviews) });
      return calls.filter((call) => call.purpose === "review").map(({ instruction, input }) => ({ instruction, input }));
    };
    const [two, three] = [await seen(2), await seen(3)];
    expect(two).toEqual(three.slice(0, 2));
    expect(three[2]).toEqual(three[1]);
  });

  test("QU-REVIN-03: nothing of the writer's instruction, of usage or of numbers is in it", async () => {
    const { calls } = await play({ ...THREE, instructions: { draft: "WRITER-ONLY", revise: "WRITER-ONLY" } });
    for (const { instruction, input, purpose } of calls) {
      if (purpose !== "review") continue;
      expect(Object.keys(input as object)).toEqual(["request", "draft", "previousFeedback"]);
      expect(JSON.stringify([instruction, input])).not.toMatch(/WRITER-ONLY|[Tt]oken|[Uu]sage|remain|last review|review \d|\bround/);
    }
  });

  test("QU-REVIN-04: the whole draft, however long", async () => {
    const draft = "ä".repeat(200_000);
    const { calls, report } = await play({ writer: [draft], reviewer: [approve()] });
    expect((calls[1]!.input as { draft: string }).draft === draft).toBe(true);
    expect(report.draft === draft).toBe(true);
  });
});

describe("what the writer gets", () => {
  const items = [" A ", "A", "C", "D", "  ", "E"];
  const kept = [" A ", "A", "C", "D", "E"];

  test("QU-REV-01: request, whole draft and every actionable item, once", async () => {
    const played = await play({ request: { task: "x" }, ...THREE });
    expect(inputsOf(played, "revise")).toStrictEqual([
      { request: { task: "x" }, draft: "D1", feedback: ["A", " B "] },
      { request: { task: "x" }, draft: "D2", feedback: ["[previous 1] A"] },
    ]);
  });

  test("QU-REV-02, G9: no item is trimmed, merged, ranked or cut, also above maxChanges", async () => {
    const played = await play({ maxChanges: 1, reviewer: [reject(...items), approve()] });
    expect(inputsOf(played, "revise")).toStrictEqual([{ request: R, draft: "D1", feedback: kept }]);
    expect(violationsOf(played)).toContain("too-many-changes v1");
    expect(played.report.history[0]).toMatchObject({ rawFeedback: items, feedback: kept });
  });

  test("QU-REV-03, G2: every revision that was produced is reviewed, or stated apart", async () => {
    const played = await play(THREE);
    const reviewed = inputsOf(played, "review").map((input) => (input as { draft: string }).draft);
    expect(reviewed).toEqual(["D1", "D2", "D3"]);
    expect(eventsOf(played, "draft.produced").map((event) => event.version)).toEqual([1, 2, 3]);
  });

  test("QU-REV-04: one that equals its draft is reviewed all the same, and recorded", async () => {
    const played = await play({ writer: ["D1", "D1", "D1 "], reviewer: [reject("A"), reject("[previous 1] A"), approve()] });
    expect(played.report).toMatchObject({ token: "approved", reviews: 3, draft: "D1 " });
    expect(violationsOf(played)).toEqual(["unchanged-revision v2"]);
    expect(played.report.violations[0]).toMatchObject({ role: "writer", itemIndex: null });
    const types = played.events.map((event) => event.type);
    expect(types.indexOf("violation.recorded")).toBeLessThan(types.lastIndexOf("review.decided"));
  });
});
