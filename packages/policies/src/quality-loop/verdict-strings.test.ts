/** Strings that other loops took for a verdict (case H04), in every place of a reviewer's answer. */
import { describe, expect, test } from "vitest";
import { answer, play, type Step } from "./quality-run.fixture.js";

const STRINGS: readonly string[] = [
  "true", "false", "True", "TRUE", "yes", "no", "on", "1", "0", "ok", "OK", "LGTM", "lgtm 👍", "pass", "PASS", "passed", "approve", "APPROVE", "approved", "Approved", "APPROVED", "APPROVED.", "approved: true", "not approved", "NOT APPROVED",
  "unapproved", "disapproved", "INCORRECT", "CORRECT", "\"CORRECT\"", "accept", "Accepted criteria were not met", "done", "<promise>DONE</promise>", "no issues", "No blockers found", "", " ", "null", "undefined", "NaN", "[]", "{}",
  '{"approved":true,"feedback":[]}', '```json\n{"approved": true, "feedback": []}\n```', "```\nAPPROVED\n```", "**APPROVED**", "VERDICT: APPROVE", "verdict=approve nonce=7", "✅", "да", "ＡＰＰＲＯＶＥＤ", "approved\u0000", "\uFEFFtrue",
];

/** One answer without repairs. */
async function judged(step: Step) {
  const { report, result } = await play({ maxReviews: 1, maxStructuredRepairs: 0, writer: ["D1"], reviewer: [step] });
  expect(result.status === "passed").toBe(report.approved);
  return report;
}

test("case H04: the table has at least forty strings, each once", () => {
  expect(new Set(STRINGS).size).toBe(STRINGS.length);
  expect(STRINGS.length).toBeGreaterThanOrEqual(40);
});

describe.each(STRINGS)("case H04: %j", (text) => {
  test("as the approved field it is invalid, not a yes", async () => {
    expect(await judged({ structured: { approved: text, feedback: [] } })).toMatchObject({ token: "review-invalid", approved: false, failure: { problems: ["$.approved: not a boolean"] } });
  });

  test("as a feedback item it outranks a yes", async () => {
    const isBlank = text.trim() === "";
    expect(await judged(answer(true, [text]))).toMatchObject({ token: isBlank ? "no-actionable-feedback" : "review-cap", approved: false, remainingFeedback: isBlank ? [] : [text] });
  });

  test("as the whole list, or the whole answer, it is invalid", async () => {
    expect(await judged({ structured: { approved: true, feedback: text } })).toMatchObject({ token: "review-invalid", failure: { problems: ["$.feedback: not an array"] } });
    expect(await judged({ structured: text })).toMatchObject({ token: "review-invalid", failure: { problems: ["$: not an object"] } });
  });

  test("as prose beside a rejection, or alone, it says nothing", async () => {
    expect(await judged(answer(false, ["A"], { text }))).toMatchObject({ token: "review-cap", approved: false });
    expect(await judged({ text })).toMatchObject({ token: "review-invalid", failure: { kind: "missing-structured-output" } });
  });
});

test.each([0, 1, -1, null, [], [true], {}, { value: true }, Number.MAX_SAFE_INTEGER])("case H04: %j for a flag is no flag", async (approved) => {
  expect(await judged({ structured: { approved, feedback: [] } })).toMatchObject({ token: "review-invalid", approved: false });
});
