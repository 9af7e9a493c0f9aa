import { describe, expect, test } from "vitest";
import type { FactsOf } from "@loopwright/core";
import { analyzeTable } from "@loopwright/testing";
import { tableMatchers } from "@loopwright/testing/vitest";
import { actionOf, ITERATION_CAP, lockedFacts, lockedTable } from "./locked-table.js";
import { CAP_MENU, ESCALATE_MENU, readAnswer } from "./prompts.js";

type Facts = FactsOf<typeof lockedFacts.domains> & Parameters<typeof lockedTable.decide>[0];

/** Every possible combination of the declared domains. */
const combinations = (): readonly Facts[] => {
  let all: Record<string, unknown>[] = [{}];
  for (const name of lockedFacts.names) all = all.flatMap((one) => lockedFacts.domains[name].values.map((value) => ({ ...one, [name]: value })));
  return (all as unknown as Facts[]).filter((facts) => lockedFacts.possible(facts));
};

expect.extend(tableMatchers);

describe("the table", () => {
  test("QL-DEC-1: total, every row decides, and clean, cap, unreadable and stuck stand in the one order that means this", () => {
    expect(lockedTable).toBeTotal();
    expect(lockedTable).toHaveNoUnreachableRows();
    const { afterReview, covered, undeclaredReads } = analyzeTable(lockedTable);
    expect(covered).toMatchObject({ declared: 13 * 16, possible: 13 * 12 });
    expect(undeclaredReads).toEqual([]);
    expect(afterReview.orderMatters.map(({ decides, below }) => `${decides.token} over ${below.token}`)).toEqual([
      "PASS over CAP_REACHED", "PASS over ESCALATE", "CAP_REACHED over UNPARSEABLE", "CAP_REACHED over ESCALATE", "UNPARSEABLE over ESCALATE",
    ]);
  });

  const all = combinations();

  test("QL-DEC-1: every combination is decided and every row is reached", () => {
    const reached = new Set(all.map((facts) => lockedTable.decide(facts).row));
    expect(reached.size).toBe(lockedTable.rows.length);
    expect(all.length).toBe(13 * 4 * 3);
  });

  test("G4: nothing passes that is not clean and readable", () => {
    for (const facts of all) {
      expect(lockedTable.decide(facts).token === "PASS").toBe(facts.isClean && !facts.isUnparseable);
    }
  });

  test("G1: no iteration from the cap on goes on by itself", () => {
    expect(ITERATION_CAP).toBe(10);
    for (const facts of all) if (facts.iteration >= 10) expect(lockedTable.decide(facts).kind).not.toBe("continue");
  });

  test("QL-CLS-13: an unreadable review asks a person, and is reported as REVISE", () => {
    const unreadable = all.filter((facts) => facts.isUnparseable && facts.iteration < 10);
    for (const facts of unreadable) expect(lockedTable.decide(facts)).toMatchObject({ token: "UNPARSEABLE", kind: "ask" });
    expect(lockedTable.rows.map(({ token }) => actionOf(token as never))).toEqual(["PASS", "CAP_REACHED", "REVISE", "ESCALATE", "REVISE"]);
  });

  test("QL-AUTO-2: cap and escalation wait for a person: both are ask rows, and no menu has a default", () => {
    expect(lockedTable.tokens.ask).toEqual(["CAP_REACHED", "UNPARSEABLE", "ESCALATE"]);
    for (const choices of [CAP_MENU, ESCALATE_MENU]) expect(readAnswer(choices, "").ok).toBe(false);
  });
});
