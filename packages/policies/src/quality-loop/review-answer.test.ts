/** The reviewer's structured answer: QU-SCH-01, QU-STR, QU-APP, QU-STOP. */
import { runLoop, type Agent } from "@loopwright/core";
import { scriptedAgent } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { actionableItems, isApproval, qualityLoop, REVIEW_SCHEMA, REVIEWER_BASE, REVIEWER_REPAIR, validateReviewAnswer } from "./index.js";
import { answer, approve, eventsOf, inputsOf, play, R, reject, reportOf, violationsOf } from "./quality-run.fixture.js";

const OTHER_CLASS = class Decision {
  approved = true;
  feedback: string[] = [];
};

/** Answers that are no decision, with what is wrong with them. */
const INVALID: readonly (readonly [string, unknown, readonly string[]])[] = [
  ["the text of a flag", { approved: "true", feedback: [] }, ["$.approved: not a boolean"]],
  ["a number for a flag", { approved: 1, feedback: [] }, ["$.approved: not a boolean"]],
  ["null for a flag", { approved: null, feedback: [] }, ["$.approved: not a boolean"]],
  ["null for a list", { approved: true, feedback: null }, ["$.feedback: not an array"]],
  ["a text for a list", { approved: true, feedback: "x" }, ["$.feedback: not an array"]],
  ["an object for a list", { approved: true, feedback: { length: 0 } }, ["$.feedback: not an array"]],
  ["a number in the list", { approved: false, feedback: ["a", 7] }, ["$.feedback[1]: not a string"]],
  ["null in the list", { approved: false, feedback: [null] }, ["$.feedback[0]: not a string"]],
  ["no flag", { feedback: [] }, ["$.approved: absent"]],
  ["no list", { approved: true }, ["$.feedback: absent"]],
  ["nothing in it", {}, ["$.approved: absent", "$.feedback: absent"]],
  ["a field too many", { approved: true, feedback: [], score: 9 }, ["$.score: not allowed"]],
  ["a token of its own", { approved: true, feedback: [], token: "approved" }, ["$.token: not allowed"]],
  ["wrong in every way", { approved: 0, feedback: [1], why: "" }, ["$.approved: not a boolean", "$.feedback[0]: not a string", "$.why: not allowed"]],
  ["a list", [true, []], ["$: not an object"]],
  ["a list with fields", Object.assign([], { approved: true, feedback: [] }), ["$: not plain data"]],
  ["true", true, ["$: not an object"]],
  ["a text that holds a decision", '{"approved":true,"feedback":[]}', ["$: not an object"]],
  ["a class instance", new OTHER_CLASS(), ["$: not plain data"]],
  ["an inherited decision", Object.create({ approved: true, feedback: [] }), ["$: not plain data"]],
  ["a boxed flag", { approved: Object(true) as unknown, feedback: [] }, ["$.approved: not plain data"]],
];

/** Plays one reviewer answer without repairs, through an agent that checks nothing itself. */
async function judge(structured: unknown, text?: string) {
  const writer = scriptedAgent(["D1"]);
  const reviewer: Agent = { call: () => Promise.resolve({ structured, ...(text === undefined ? {} : { text }) }) };
  return reportOf(await runLoop(qualityLoop({ maxStructuredRepairs: 0, maxReviews: 1 }), { agents: { writer, reviewer }, input: { request: R } }).result);
}

describe("the schema", () => {
  test("QU-SCH-01: is exactly the catalogue's, frozen", () => {
    expect(REVIEW_SCHEMA).toStrictEqual({
      type: "object",
      properties: { approved: { type: "boolean" }, feedback: { type: "array", items: { type: "string" } } },
      required: ["approved", "feedback"],
      additionalProperties: false,
    });
    expect(Object.isFrozen(REVIEW_SCHEMA.properties.feedback.items)).toBe(true);
  });

  test("QU-SCH-01: goes with every reviewer call, repairs included, and with no writer call", async () => {
    const { calls } = await play({ reviewer: ["no", reject("A"), approve()] });
    expect(calls.map((call) => [call.role, call.schema])).toEqual([
      ["writer", null], ["reviewer", REVIEW_SCHEMA], ["reviewer", REVIEW_SCHEMA], ["writer", null], ["reviewer", REVIEW_SCHEMA],
    ]);
  });
});

describe("reading it", () => {
  test.each(['{"approved":true,"feedback":[]}', '```json\n{"approved": true, "feedback": []}\n```', "APPROVED", "approved: true"])(
    "QU-STR-01, G7: the text %j is never a decision",
    async (text) => {
      for (const structured of [undefined, null]) {
        expect(await judge(structured, text)).toMatchObject({ token: "review-invalid", failure: { kind: "missing-structured-output", problems: ["$: absent"] } });
      }
      expect(await judge({ approved: false, feedback: ["A"] }, text)).toMatchObject({ token: "review-cap", approved: false });
      expect(await judge({ approved: true, feedback: [] }, "REJECTED: {\"approved\":false}")).toMatchObject({ token: "approved" });
    },
  );

  test.each(INVALID)("QU-STR-02: %s is invalid", async (_what, structured, problems) => {
    expect(await judge(structured)).toMatchObject({ token: "review-invalid", approved: false, failure: { kind: "invalid-structured-output", problems } });
  });

  test("QU-STR-02: the exported check says the same, also of a list with holes", () => {
    for (const [what, value, problems] of INVALID) {
      if (problems.some((problem) => problem.endsWith("not plain data"))) expect(what).toMatch(/^a list with|^a class|^an inherited|^a boxed/);
      else expect(validateReviewAnswer(value), what).toEqual({ ok: false, problems });
    }
    expect(validateReviewAnswer({ approved: true, feedback: new Array(1) })).toEqual({ ok: false, problems: ["$.feedback[0]: not a string"] });
    expect(validateReviewAnswer({ approved: true, feedback: [""] })).toEqual({ ok: true, value: { approved: true, feedback: [""] } });
  });

  test("QU-STR-02: an answer that changes after it was given changes nothing", async () => {
    const given = { approved: false, feedback: ["A"] };
    const played = await play({
      reviewer: [{ structured: given }, approve()],
      watch: ({ type }) => {
        if (type !== "decision.made") return;
        given.approved = true;
        given.feedback.length = 0;
      },
    });
    expect(played.report.history[0]).toMatchObject({ rawApproved: false, rawFeedback: ["A"] });
    expect(inputsOf(played, "revise")).toMatchObject([{ feedback: ["A"] }]);
  });
});

describe("mending it", () => {
  test("QU-STR-03: a repair has the same instruction and input, and what was wrong with the last try", async () => {
    const secret = "SECRET-RAW-TEXT";
    const tries = [{ text: secret, structured: { approved: secret, feedback: [] } }, { text: secret }, approve()];
    const { calls, report } = await play({ maxStructuredRepairs: 2, writer: ["D1"], reviewer: tries });
    const [first, second, third] = calls.slice(1);
    expect([first!.repair, second!.repair, third!.repair]).toEqual([0, 1, 2]);
    expect(second!.input).toStrictEqual({ ...(first!.input as object), outputProblems: ["$.approved: not a boolean"] });
    expect(third!.input).toStrictEqual({ ...(first!.input as object), outputProblems: ["$: absent"] });
    for (const repair of [second, third]) {
      expect(repair!.instruction).toBe(`${first!.instruction}\n\n${REVIEWER_REPAIR}`);
      expect(repair!.version).toBe(1);
      expect(JSON.stringify(repair)).not.toContain(secret);
    }
    expect(first!.instruction.startsWith(REVIEWER_BASE.slice(0, 40))).toBe(true);
    expect(report).toMatchObject({ token: "approved", reviews: 1, history: [{ repairs: 2, callId: "c4" }] });
  });

  test("QU-STR-03: repairs are counted for each review and use no review up", async () => {
    const { report, calls } = await play({ maxReviews: 2, writer: ["D1", "D2"], reviewer: ["no", reject("A"), "no", reject("[previous 1] A")] });
    expect(report).toMatchObject({ token: "review-cap", reviews: 2, reviewsStarted: 2, usage: { repairCalls: 2 } });
    expect(report.history.map((record) => record.repairs)).toEqual([1, 1]);
    expect(calls).toHaveLength(6);
  });

  test("QU-STR-03: the instruction of a repaired later review keeps the later text", async () => {
    const { calls } = await play({ writer: ["D1", "D2"], reviewer: [reject("A"), "no", approve()], instructions: { review: "Tone: plain" } });
    const [, first, , later, repair] = calls;
    expect(repair!.instruction).toContain("[previous N]");
    expect(repair!.instruction).toContain(REVIEWER_REPAIR);
    expect(repair!.instruction.endsWith("Tone: plain")).toBe(true);
    expect(later!.instruction).not.toContain(REVIEWER_REPAIR);
    expect(first!.instruction).not.toContain("[previous N]");
  });

  test("QU-STR-04, G4: the kind is that of the last try, and the writer is not asked", async () => {
    const wrong = { structured: { approved: "yes", feedback: [] } };
    const played = await play({ writer: ["D1"], reviewer: [wrong, "text"] });
    expect(played.report).toMatchObject({ token: "review-invalid", approved: false, draft: null, unreviewedDraft: "D1", failure: { kind: "missing-structured-output", callId: "c3" } });
    const other = await play({ writer: ["D1"], reviewer: ["text", wrong] });
    expect(other.report.failure).toMatchObject({ kind: "invalid-structured-output", problems: ["$.approved: not a boolean"] });
    expect(other.result).toMatchObject({ status: "stopped", reviewedVersion: null });
  });

  test("QU-STR-04, G4: a truncated answer is mended like an invalid one; a refusal ends the run", async () => {
    const cut = answer(true, [], { finishReason: "length" });
    expect((await play({ writer: ["D1"], reviewer: [cut, approve()] })).report).toMatchObject({ token: "approved", usage: { repairCalls: 1 } });
    expect((await play({ writer: ["D1"], reviewer: [cut, cut] })).report).toMatchObject({ token: "review-invalid", approved: false });
    expect((await play({ writer: ["D1"], reviewer: [answer(true, [], { finishReason: "refusal" })] })).report).toMatchObject({ token: "review-invalid", approved: false });
  });

  test("QU-STR-05: an invalid answer leaves no trace but its events", async () => {
    const half = { structured: { approved: false, feedback: ["HALF", 1] } };
    const played = await play({ writer: ["D1", "D2"], reviewer: [half, reject("A"), half, half] });
    expect(played.report).toMatchObject({ token: "review-invalid", reviews: 1, remainingFeedback: ["A"] });
    expect(JSON.stringify({ ...played.report, failure: null })).not.toContain("HALF");
    expect(eventsOf(played, "review.invalid").map(({ version, repair }) => [version, repair])).toEqual([[1, 0], [2, 0], [2, 1]]);
  });
});

describe("what it means", () => {
  test("QU-APP-01: approval is a yes with a list of raw length 0", () => {
    expect(isApproval({ approved: true, feedback: [] })).toBe(true);
    for (const [approved, feedback] of [[true, ["x"]], [true, [" "]], [true, [""]], [false, []], [false, ["x"]]] as const) {
      expect(isApproval({ approved, feedback }), JSON.stringify([approved, feedback])).toBe(false);
    }
  });

  test("QU-APP-01: {true, [\" \"]} is neither approval nor revision but a stop", async () => {
    const played = await play({ writer: ["D1"], reviewer: [answer(true, [" "])] });
    expect(played.report).toMatchObject({ token: "no-actionable-feedback", approved: false, history: [{ approved: false, feedback: [] }] });
  });

  test("QU-APP-02: nothing is called after approval", async () => {
    const played = await play({ maxReviews: 10, writer: ["D1"], reviewer: [approve()] });
    expect(played.calls).toHaveLength(2);
    expect(played.result).toMatchObject({ status: "passed", token: "approved" });
  });

  test("QU-APP-03: a yes with items is a rejection with those items", async () => {
    const [yes, no] = await Promise.all([answer(true, ["A", "B"]), answer(false, ["A", "B"])].map((first) => play({ writer: ["D1", "D2"], reviewer: [first, approve()] })));
    expect(yes!.calls).toEqual(no!.calls.map((call) => ({ ...call, idempotencyKey: expect.any(String) as unknown })));
    expect(violationsOf(yes!)).toEqual(["fields-disagree v1"]);
    expect(violationsOf(no!)).toEqual([]);
  });

  test.each([[false, []], [false, [" ", ""]], [true, ["\t"]]])("QU-STOP-01: %s with %j has nothing to act on", async (approved, feedback) => {
    const played = await play({ writer: ["D1"], reviewer: [answer(approved, feedback)] });
    expect(played.report).toMatchObject({ token: "no-actionable-feedback", approved: false, draft: "D1", remainingFeedback: [], failure: null });
    expect(played.result).toMatchObject({ status: "stopped", decision: { kind: "stop" } });
    expect(played.calls).toHaveLength(2);
  });

  test("QU-STOP-02: it is named before the cap", async () => {
    const played = await play({ reviewer: [reject("A"), reject("[previous 1] A"), reject()] });
    expect(played.report).toMatchObject({ token: "no-actionable-feedback", reviews: 3 });
  });

  test("QU-STOP-03: blank items are dropped, the others kept verbatim, in order, twice if twice", async () => {
    expect(actionableItems(["", "A", "A", " \n", " B ", "\u00A0"])).toEqual(["A", "A", " B "]);
    const played = await play({ writer: ["D1", "D2"], reviewer: [reject("", "A", "A"), approve()] });
    expect(inputsOf(played, "revise")).toMatchObject([{ feedback: ["A", "A"] }]);
    expect(violationsOf(played)).toEqual(["blank-item[0] v1"]);
  });
});
