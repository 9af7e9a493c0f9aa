/** Review discipline: recorded, never deciding (QU-DIS). The rule on invented facts was dropped by the amendments. */
import { describe, expect, test } from "vitest";
import type { CheckFinding, DisciplineCheck, ReviewUnderCheck } from "./index.js";
import { answer, approve, eventsOf, inputsOf, play, reject, violationsOf } from "./quality-run.fixture.js";

const finds = (...findings: readonly CheckFinding[]): DisciplineCheck => () => findings;
const MANY = ["A", "B", "C", "Replace [DATE] with the actual date"];
const TAGLESS = ["[previous 4] D", "Add a glossary"];

/** Violations of one rejection on v1. */
async function onFirst(items: readonly string[], approved = false): Promise<readonly string[]> {
  return violationsOf(await play({ maxReviews: 1, writer: ["D1"], reviewer: [answer(approved, items)] }));
}

/** Violations of one rejection on v2, after two items. */
async function onSecond(...items: readonly string[]): Promise<readonly string[]> {
  return violationsOf(await play({ maxReviews: 2, writer: ["D1", "D2"], reviewer: [reject("A", "B"), reject(...items)] }));
}

describe("it decides nothing", () => {
  test("QU-DIS-01: token, calls and items are the same with checks and without", async () => {
    const script = { writer: ["D1", "D2", "D3"], reviewer: [reject(...MANY), reject(...TAGLESS), approve()] };
    const noisy = finds({ code: "own", detail: "d" }, { code: "approved", detail: "d" });
    const throws: DisciplineCheck = () => {
      throw new Error("no");
    };
    const [plain, checked] = [await play({ ...script, checks: [] }), await play({ ...script, maxChanges: 1, checks: [noisy, throws] })];
    expect(checked.report.token).toBe(plain.report.token);
    for (const purpose of ["draft", "review", "revise"] as const) expect(inputsOf(checked, purpose)).toEqual(inputsOf(plain, purpose));
    expect(checked.report.history).toEqual(plain.report.history);
    expect(checked.report.violations.length).toBeGreaterThan(plain.report.violations.length);
  });

  test("QU-DIS-01: an approving path may carry violations, and stays approved", async () => {
    const played = await play({ writer: ["D1"], reviewer: [approve()], checks: [finds({ code: "short", detail: "two words" })] });
    expect(played.report).toMatchObject({ token: "approved", approved: true });
    expect(violationsOf(played)).toEqual(["short v1"]);
  });

  test("QU-DIS-01: a check can change nothing of what it is shown", async () => {
    const spoil: DisciplineCheck = (review) => {
      const open = review as unknown as { [name: string]: unknown };
      for (const change of [
        () => (open["rawFeedback"] = []),
        () => (open["rawFeedback"] as string[]).pop(),
        () => (open["previousFeedback"] as string[]).pop(),
        () => (open["draft"] = ""),
        () => ((open["request"] as { task: string }).task = ""),
      ]) {
        try {
          change();
        } catch {
          // Frozen: that is what the test is for.
        }
      }
      return [];
    };
    const script = { request: { task: "x" }, writer: ["D1", "D2", "D3"], reviewer: [reject("A", "B"), reject("[previous 1] A"), approve()] };
    const next: DisciplineCheck = ({ rawFeedback, previousFeedback, draft }) => [{ code: "seen", detail: JSON.stringify([rawFeedback, previousFeedback, draft]) }];
    const [spoiled, plain] = [await play({ ...script, checks: [spoil, next, spoil] }), await play({ ...script, checks: [next] })];
    expect(spoiled.report).toEqual(plain.report);
    expect(plain.report.violations.map(({ detail }) => detail)).toEqual(['[["A","B"],[],"D1"]', '[["[previous 1] A"],["A","B"],"D2"]', '[[],["[previous 1] A"],"D3"]']);
    for (const purpose of ["review", "revise"] as const) expect(inputsOf(spoiled, purpose)).toEqual(inputsOf(plain, purpose));
  });
});

describe("what is recorded", () => {
  test("QU-DIS-02: too-many-changes once for a review with more actionable items than maxChanges", async () => {
    expect(await onFirst(["A", "B", "C"])).toEqual([]);
    expect(await onFirst(["A", "B", "C", " "])).toEqual(["blank-item[3] v1"]);
    expect(await onFirst(["A", "B", "C", "D", "E"])).toEqual(["too-many-changes v1"]);
    const played = await play({ maxChanges: 1, maxReviews: 1, writer: ["D1"], reviewer: [reject("A", "B")] });
    expect(played.report.violations).toMatchObject([{ code: "too-many-changes", role: "reviewer", version: 1, itemIndex: null }]);
  });

  test.each(["[regression] x", "[Regression] x", "  [REGRESSION] x", "[previous 1] x", "[previous 2] x", "\t[Previous 2] x", "[previous 2]x"])("QU-DIS-03: %j on v2 is a tagged item", async (item) => {
    expect(await onSecond(item)).toEqual([]);
  });

  test.each([
    "Add a glossary", "[previous 3] x", "[previous 0] x", "[previous] x", "[previous -1] x", "[previous 1.5] x", "[previous one] x", "previous 1: x", "x [regression]",
    "x [previous 1]", "[regress] x", "[previous 99999999999999999999] x", "(regression) x",
  ])("QU-DIS-03: %j on v2 is a goalpost-item", async (item) => {
    expect(await onSecond("[regression] y", item)).toEqual(["goalpost-item[1] v2"]);
  });

  test("QU-DIS-03: the first review moves no goalpost, and a blank item is none", async () => {
    expect(await onFirst(["Add a glossary"])).toEqual([]);
    expect(await onSecond(" ", "[regression] x")).toEqual(["blank-item[0] v2"]);
  });

  test("QU-DIS-03: N counts the items of the review directly before", async () => {
    const reviewer = [reject("A", "B", "C"), reject("[previous 3] C"), reject("[previous 3] C", "[previous 1] C")];
    expect(violationsOf(await play({ writer: ["D1", "D2", "D3"], reviewer }))).toEqual(["goalpost-item[0] v3"]);
  });

  test.each([
    "Replace [DATE] with the actual date", "Put the real link in place of [LINK]", "Insert a concrete time", "Use the actual e-mail address", "Add the real phone number instead of the placeholder",
    "Give the actual contact", "Provide real names", "Fill in the real address.", "Substitute the actual organisation for [ORG]", "State the concrete tool", "Swap [TOOL] for a real tool name",
    "Instead of [DATE], give the actual date", "Do not leave [NAME] in; insert the actual name", "Replace e.g. [DATE] with the actual date", "REPLACE [DATE] WITH THE ACTUAL DATE",
  ])("QU-DIS-04: %j is a placeholder-demand", async (item) => {
    expect(await onFirst([item])).toEqual(["placeholder-demand[0] v1"]);
  });

  test.each([
    "Add a rollback step", "Mark the date as a placeholder", "Use a placeholder instead of an actual date", "Do not replace [NAME], [DATE] or [LINK] with actual names", "Never insert a real phone number",
    "The actual date is missing", "State the actual purpose", "Replace the invented link with a placeholder", "Give the section a name", "Shorten the real-time section", "",
  ])("QU-DIS-04: %j is none", async (item) => {
    expect((await onFirst([item, "A"])).filter((code) => code.startsWith("placeholder"))).toEqual([]);
  });

  test("QU-DIS-05: odd verdicts are visible", async () => {
    expect(await onFirst([], false)).toEqual(["rejected-without-feedback v1"]);
    expect(await onFirst([" "], false)).toEqual(["rejected-without-feedback v1", "blank-item[0] v1"]);
    expect(await onFirst(["A"], true)).toEqual(["fields-disagree v1"]);
    expect(await onFirst([" ", "A", ""], true)).toEqual(["fields-disagree v1", "blank-item[0] v1", "blank-item[2] v1"]);
    expect(await onFirst(["A"], false)).toEqual([]);
    expect(await onFirst([], true)).toEqual([]);
  });
});

describe("order and faults", () => {
  test("QU-DIS-07: the order is the catalogue's, in the report and in the events", async () => {
    const demand = "Insert the actual date";
    const fault: DisciplineCheck = () => {
      throw new Error("broken");
    };
    const items = [" ", demand, "Add a glossary", "", "[previous 1] B", demand];
    const played = await play({
      writer: ["D1", "D1"], maxReviews: 2, reviewer: [reject("A"), answer(true, items)],
      checks: [finds({ code: "z", detail: "" }, { code: "a", itemIndex: 1, detail: "" }), fault, finds({ code: "m", role: "writer", detail: "" })],
    });
    const expected = [
      "z v1", "a[1] v1", "check-error v1", "m v1", "unchanged-revision v2",
      "fields-disagree v2", "blank-item[0] v2", "blank-item[3] v2", "too-many-changes v2", "goalpost-item[1] v2", "goalpost-item[2] v2", "goalpost-item[5] v2",
      "placeholder-demand[1] v2", "placeholder-demand[5] v2", "z v2", "a[1] v2", "check-error v2", "m v2",
    ];
    expect(violationsOf(played)).toEqual(expected);
    const recorded = eventsOf(played, "violation.recorded").map(({ code, itemIndex, version }) => `${code}${itemIndex === null ? "" : `[${itemIndex}]`} v${version}`);
    expect(recorded).toEqual(expected);
  });

  test("QU-DIS-07: a check sees the review it is asked about", async () => {
    const seen: ReviewUnderCheck[] = [];
    await play({ request: { task: "x" }, writer: ["D1", "D2"], reviewer: [reject("A", " "), approve()], checks: [(review) => (seen.push(review), [])] });
    expect(seen).toStrictEqual([
      { request: { task: "x" }, draft: "D1", version: 1, rawApproved: false, rawFeedback: ["A", " "], previousFeedback: [] },
      { request: { task: "x" }, draft: "D2", version: 2, rawApproved: true, rawFeedback: [], previousFeedback: ["A"] },
    ]);
  });

  test("QU-DIS-08: a check that throws is recorded, and the run goes on", async () => {
    const check: DisciplineCheck = ({ version }) => {
      if (version === 1) throw new Error("broken");
      return [];
    };
    const played = await play({ writer: ["D1", "D2"], reviewer: [reject("A"), approve()], checks: [check] });
    expect(played.report).toMatchObject({ token: "approved", violations: [{ code: "check-error", role: "reviewer", version: 1, itemIndex: null, detail: "broken" }] });
  });

  test.each<[string, unknown]>([
    ["nothing", undefined], ["null", null], ["a text", "x"], ["no code", [{ detail: "x" }]], ["an empty code", [{ code: "", detail: "x" }]], ["null inside", [null]],
    ["an index that is no number", [{ code: "x", itemIndex: Number.NaN, detail: "" }]], ["a negative index", [{ code: "x", itemIndex: -1, detail: "" }]],
    ["half an index", [{ code: "x", itemIndex: 0.5, detail: "" }]], ["a text for an index", [{ code: "x", itemIndex: "0", detail: "" }]], ["a role that is none", [{ code: "x", role: "judge", detail: "" }]],
    ["a promise", async () => []], ["a promise that rejects", async () => Promise.reject(new Error("late"))],
  ])("QU-DIS-08: a check that reports %s is at fault itself, and the run goes on", async (_what, reported) => {
    const played = await play({ writer: ["D1"], reviewer: [approve()], checks: [(typeof reported === "function" ? reported : () => reported) as DisciplineCheck] });
    expect(played.result.status).toBe("passed");
    expect(violationsOf(played)).toEqual(["check-error v1"]);
  });
});
