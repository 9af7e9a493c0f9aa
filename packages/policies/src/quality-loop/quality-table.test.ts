/** The decision table (QU §3): through a run and as a pure function. */
import type { AnyFacts } from "@loopwright/core";
import { analyzeTable } from "@loopwright/testing";
import { tableMatchers } from "@loopwright/testing/vitest";
import { describe, expect, test } from "vitest";
import { qualityFacts, qualityTable } from "./index.js";
import { answer, eventsOf, play, reject } from "./quality-run.fixture.js";

/** QU §3.2: approved, feedback, then per (version, max): the decision. */
const FEEDBACK = { empty: [], blank: [" ", "\t\n"], items: ["Fix it", " "] } as const;
type Kind = keyof typeof FEEDBACK;
const PLACES = [[1, 1], [1, 2], [2, 2], [1, 3], [2, 3], [3, 3]] as const;

const TOKENS = { approve: "approved", "stop-no-feedback": "no-actionable-feedback", "stop-cap": "review-cap", revise: "revise" } as const;
type Decision = keyof typeof TOKENS;

/** The 36 rows as the catalogue prints them: six blocks of true/false × empty, blank, items. */
const ROWS: readonly (readonly [approved: boolean, feedback: Kind, version: number, max: number, decision: Decision])[] = PLACES.flatMap(([version, max]) => {
  const items: Decision = version === max ? "stop-cap" : "revise";
  return [
    [true, "empty", version, max, "approve"],
    [true, "blank", version, max, "stop-no-feedback"],
    [true, "items", version, max, items],
    [false, "empty", version, max, "stop-no-feedback"],
    [false, "blank", version, max, "stop-no-feedback"],
    [false, "items", version, max, items],
  ] as const;
});

test("the catalogue's table has 36 rows", () => {
  expect(ROWS).toHaveLength(36);
  expect(ROWS.filter(([, , , , decision]) => decision === "revise")).toHaveLength(6);
});

describe.each(ROWS)("approved %s, feedback %s, review %d of %d → %s", (approved, feedback, version, max, decision) => {
  test("QU-APP-01, QU-APP-02, QU-APP-03, QU-STOP-01, QU-STOP-02, QU-CAP-02: through a run", async () => {
    const before = Array.from({ length: version - 1 }, () => reject("[regression] more"));
    const after = decision === "revise" ? [answer(true, [])] : [];
    const writer = Array.from({ length: version + after.length }, (_, index) => `D${index + 1}`);
    const played = await play({ maxReviews: max, writer, reviewer: [...before, answer(approved, FEEDBACK[feedback]), ...after] });
    const decided = eventsOf(played, "review.decided")[version - 1];
    expect(decided).toMatchObject({ version, rawApproved: approved, approved: decision === "approve", items: feedback === "items" ? 1 : 0, decision });
    if (decision === "revise") {
      expect(played.report).toMatchObject({ token: "approved", reviews: version + 1 });
    } else {
      expect(played.report).toMatchObject({ token: TOKENS[decision], approved: decision === "approve", draft: `D${version}`, reviews: version, failure: null });
      expect(played.calls.at(-1)).toMatchObject({ purpose: "review", version });
    }
  });

  test("QU-APP-01, QU-STOP-02: as a pure function", () => {
    const isApproval = approved && feedback === "empty";
    const facts = { failed: "none", verdict: isApproval ? "approved" : "rejected", actionableItems: feedback === "items" ? 1 : 0, review: version, maxReviews: max } as const;
    expect(qualityTable.decide(facts)).toMatchObject({ token: TOKENS[decision], kind: { approve: "pass", revise: "continue", "stop-cap": "stop", "stop-no-feedback": "stop" }[decision] });
  });
});

expect.extend(tableMatchers);

describe("the rows", () => {
  test("QU-STOP-01, QU-CAP-02: the table is total, every row decides, and only approval, nothing to act on and the cap meet", () => {
    expect(qualityTable).toBeTotal();
    expect(qualityTable).toHaveNoUnreachableRows();
    const { afterReview, early, undeclaredReads } = analyzeTable(qualityTable);
    const pairs = afterReview.orderMatters.map(({ decides, below }) => `${decides.token} over ${below.token}`);
    expect(pairs.filter((pair) => !pair.includes("-failed over") && !pair.includes("-invalid over"))).toEqual(["approved over no-actionable-feedback", "approved over review-cap", "no-actionable-feedback over review-cap"]);
    expect(early?.rows).toEqual([0, 1]);
    expect(early?.orderMatters).toEqual([]);
    expect(undeclaredReads).toEqual([]);
  });

  test("stand in the catalogue's order, behind the runner's two", () => {
    expect(qualityTable.rows.map((row) => row.token)).toEqual([
      "draft-failed", "revision-failed", "review-failed", "review-invalid", "approved", "no-actionable-feedback", "review-cap", "revise",
    ]);
    expect(qualityTable.tokens).toEqual({
      pass: ["approved"],
      stop: ["draft-failed", "revision-failed", "review-failed", "review-invalid", "no-actionable-feedback", "review-cap"],
      ask: [],
      continue: ["revise"],
    });
    const facts = { failed: "none", verdict: "approved", actionableItems: 0, review: 1, maxReviews: 3 } as const;
    const signals = { aborted: true, runTimedOut: true, budgetRefused: false };
    expect(qualityTable.decideAt(facts, { signals })).toMatchObject({ token: "aborted", row: null });
    expect(qualityTable.decideAt(facts, { signals: { ...signals, aborted: false } })).toMatchObject({ token: "run-timeout", row: null });
  });

  test("a failed step comes before any verdict, approval before nothing to act on, that before the cap", () => {
    const approved = { failed: "none", verdict: "approved", actionableItems: 0, review: 3, maxReviews: 3 } as const;
    expect(qualityTable.decide(approved).token).toBe("approved");
    expect(qualityTable.decide({ ...approved, verdict: "rejected" }).token).toBe("no-actionable-feedback");
    expect(qualityTable.decide({ ...approved, verdict: "rejected", actionableItems: 2 }).token).toBe("review-cap");
    expect(qualityTable.decide({ ...approved, verdict: "rejected", actionableItems: 2, review: 2 }).token).toBe("revise");
    const failed = { draft: "draft-failed", revision: "revision-failed", "review-call": "review-failed", "review-answer": "review-invalid" } as const;
    for (const [step, token] of Object.entries(failed)) {
      expect(qualityTable.decide({ ...approved, failed: step as keyof typeof failed }).token).toBe(token);
    }
  });

  test("after open and revise only a failed step counts (G2)", () => {
    const facts = { failed: "none", verdict: "unavailable", actionableItems: 0, review: 0, maxReviews: 3 } as const;
    expect(qualityTable.decideAt(facts, { early: true })).toBeNull();
    expect(qualityTable.decideAt({ ...facts, failed: "draft" }, { early: true })?.token).toBe("draft-failed");
    expect(qualityTable.decideAt({ ...facts, failed: "revision", review: 1 }, { early: true })?.token).toBe("revision-failed");
  });

  test("G4: an unavailable verdict is never a pass, whatever else holds", () => {
    for (const facts of possibleFacts()) if (facts["verdict"] !== "approved") expect(qualityTable.decide(facts as never).kind).not.toBe("pass");
  });

  test("as Markdown: one line per row", () => {
    expect(qualityTable.toMarkdown()).toMatchInlineSnapshot(`
      "| row | token | kind | counts | when |
      |---|---|---|---|---|
      | 1 | \`draft-failed\` | stop | every checkpoint | the draft call failed or gave no text |
      | 2 | \`revision-failed\` | stop | every checkpoint | the revise call failed or gave no text |
      | 3 | \`review-failed\` | stop | after review | a review call failed |
      | 4 | \`review-invalid\` | stop | after review | repairs are used up and the review answer is missing or invalid |
      | 5 | \`approved\` | pass | after review | the reviewer approves and lists no change at all |
      | 6 | \`no-actionable-feedback\` | stop | after review | not approved, and nothing to act on |
      | 7 | \`review-cap\` | stop | after review | this was the last review |
      | 8 | \`revise\` | continue → revise | after review | otherwise |
      "
    `);
  });
});

/** Every record over the declared domains that `possible` lets through. */
function* possibleFacts(): Generator<AnyFacts> {
  const names = qualityFacts.names;
  const records = names.reduce<readonly AnyFacts[]>(
    (sofar, name) => sofar.flatMap((record) => qualityFacts.domains[name].values.map((value) => ({ ...record, [name]: value }))),
    [{}],
  );
  for (const record of records) if (qualityFacts.possible(record as never)) yield record;
}

describe("what is possible", () => {
  test("over the declared domains every row is reached, and only rows of one meaning share a token", () => {
    const reached = new Set([...possibleFacts()].map((facts) => qualityTable.decide(facts as never).row));
    expect([...reached].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test("every combination of the 36 rows is possible, and none of these is", () => {
    for (const [approved, feedback, version, max] of ROWS) {
      const verdict = approved && feedback === "empty" ? "approved" : "rejected";
      expect(qualityFacts.possible({ failed: "none", verdict, actionableItems: feedback === "items" ? 3 : 0, review: version, maxReviews: max })).toBe(true);
    }
    const facts = { failed: "none", verdict: "rejected", actionableItems: 1, review: 1, maxReviews: 3 } as const;
    for (const impossible of [
      { failed: "none", verdict: "unavailable", actionableItems: 0, review: 0, maxReviews: 0 },
      { ...facts, review: 4 },
      { ...facts, review: 0 },
      { ...facts, verdict: "approved" },
      { ...facts, failed: "review-call" },
      { ...facts, verdict: "unavailable" },
      { ...facts, verdict: "unavailable", actionableItems: 0, failed: "draft" },
      { ...facts, verdict: "unavailable", actionableItems: 0, failed: "revision", review: 0 },
      { ...facts, verdict: "unavailable", actionableItems: 0, failed: "review-call", review: 0 },
    ] as const) {
      expect(qualityFacts.possible(impossible), JSON.stringify(impossible)).toBe(false);
    }
  });
});
