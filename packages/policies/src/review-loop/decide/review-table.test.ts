import { analyzeTable } from "@loopwright/testing";
import { tableMatchers } from "@loopwright/testing/vitest";
import { describe, expect, test } from "vitest";
import { expectFresh } from "../../quality-locked/docs-page.fixture.js";
import { reviewFacts, reviewTable, type DecisionFacts } from "./review-table.js";

/** Every combination of the declared domains that can occur. */
function* combinations(): Generator<DecisionFacts> {
  const names = reviewFacts.names;
  const counters = names.map(() => 0);
  for (;;) {
    const facts = Object.fromEntries(names.map((name, place) => [name, reviewFacts.domains[name].values[counters[place] ?? 0]])) as DecisionFacts;
    if (reviewFacts.possible(facts)) yield facts;
    let place = 0;
    while (place < names.length) {
      counters[place] = (counters[place] ?? 0) + 1;
      if ((counters[place] ?? 0) < reviewFacts.domains[names[place] as keyof DecisionFacts].values.length) break;
      counters[place++] = 0;
    }
    if (place === names.length) return;
  }
}

const ALL = [...combinations()].map((facts) => ({ facts, decision: reviewTable.decide(facts) }));

/** The decision tree of §17.10, leaf by leaf, written independently of the table. */
function leaf(f: DecisionFacts): string {
  const cause = (trigger: "regression" | "cap"): string => {
    if (f.analyst === "not-asked" || f.analyst === "off-spec") return "dispatch-analyst";
    if (f.analyst === "exhausted" || f.analyst === "no-viable-path" || f.continuationSpent || f.catalogTainted) return trigger === "regression" || f.notConvergedOwed ? "NOT-CONVERGED" : "CAPPED";
    return "start-continuation";
  };
  if (f.prerequisiteMissing) return "PREREQUISITE-MISSING";
  if (f.scopePending) return "OUT-OF-SCOPE-PENDING";
  if (f.continuation === "fixing" || f.continuation === "registering") return "continuation";
  if (f.continuation === "final") {
    const handBack = f.startedBy === "regression" || f.notConvergedOwed ? "NOT-CONVERGED" : "CAPPED";
    if (f.regressed) return handBack;
    if (f.catalogTainted) return "CAPPED";
    return f.gate ? (f.degraded ? "APPROVE-DEGRADED" : "APPROVE") : handBack;
  }
  if (f.notConvergedOwed) return cause("regression");
  if (f.catalogTainted) return "CAPPED";
  if (!f.gate) return f.roundsRemain ? "gate" : cause("cap");
  if (f.degraded) return "APPROVE-DEGRADED";
  return f.gapClosable && f.roundsRemain ? "close-gap" : "APPROVE";
}

expect.extend(tableMatchers);

describe("the table", () => {
  test("RL-TE-05: total, every row decides, and no pass stands above a halt that holds with it", () => {
    expect(reviewTable).toBeTotal();
    expect(reviewTable).toHaveNoUnreachableRows();
    const { afterReview, covered, undeclaredReads } = analyzeTable(reviewTable);
    expect(covered.possible).toBe(ALL.length);
    expect(covered.facts.filter(({ isRead }) => !isRead)).toEqual([]);
    expect(undeclaredReads).toEqual([]);
    const over = afterReview.orderMatters.filter(({ decides }) => decides.token.startsWith("APPROVE")).map(({ below }) => below.token);
    expect(over.filter((token) => token === "PREREQUISITE-MISSING" || token === "OUT-OF-SCOPE-PENDING")).toEqual([]);
  });

  test("RL-TE-05: every combination of facts leads to the leaf of the tree, and every row is reached", () => {
    const reached = new Set<number | null>();
    for (const { facts, decision } of ALL) {
      reached.add(decision.row);
      if (decision.token !== leaf(facts)) expect({ facts, token: decision.token }).toEqual({ facts, token: leaf(facts) });
      // No pass with missing evidence, whatever else holds.
      if (decision.kind === "pass" && (!facts.gate || facts.prerequisiteMissing || facts.scopePending || facts.catalogTainted)) expect(facts).toBeNull();
    }
    expect(ALL.length).toBeGreaterThan(20_000);
    expect([...reached].sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(reviewTable.rows.map((_, index) => index));
  });

  test("RL-TE-08: gaps never change the subject, degradations always do", () => {
    for (const { facts, decision: { token, kind } } of ALL) {
      if (kind === "pass" && token !== (facts.degraded ? "APPROVE-DEGRADED" : "APPROVE")) expect(facts).toBeNull();
    }
  });

  test("RL-TE-18: a missing cap means that rounds always remain, and cap-reached cannot occur", () => {
    for (const { facts, decision } of ALL) {
      if (!facts.roundsRemain || facts.continuation !== "none" || facts.catalogTainted || facts.notConvergedOwed) continue;
      if (decision.token === "CAPPED") expect(facts).toBeNull();
    }
  });

  test("G4: the same facts without the gate never pass", () => {
    expect(ALL.filter(({ facts, decision }) => !facts.gate && decision.kind === "pass")).toEqual([]);
  });

  test("G21: a decision names its row and the facts that would change it", () => {
    const facts: DecisionFacts = {
      prerequisiteMissing: false, scopePending: false, continuation: "none", startedBy: "none", regressed: false, notConvergedOwed: false, catalogTainted: false,
      gate: true, roundsRemain: true, degraded: false, gapClosable: false, analyst: "not-asked", continuationSpent: false, fixesOrdered: false,
    };
    const explained = reviewTable.explain(facts);
    expect(explained.decision?.token).toBe("APPROVE");
    expect(explained.flips).toContainEqual({ fact: "degraded", from: false, to: true, token: "APPROVE-DEGRADED", then: null });
    expect(String(explained)).toContain("the gate holds");
  });
});

test("docs/review-loop.md holds the table as the code has it", () => {
  expectFresh("review-loop.md", "table", reviewTable.toMarkdown());
});
