import { analyzeTable } from "@loopwright/testing";
import { tableMatchers } from "@loopwright/testing/vitest";
import { describe, expect, it } from "vitest";
import { ledgerOf, open, round } from "../cycle.fixture.js";
import { ledgerConfig, type LedgerConfig } from "../config/config.js";
import { readConfigRecord } from "../config/config-file.js";
import type { Ledger, LedgerEntry } from "../value/ledger.js";
import { decideLedger, type LedgerFacts } from "./decide.js";
import { actionOf, ledgerTable } from "./ledger-table.js";

const decide = (ledger: Ledger, at = 1, knobs: Partial<LedgerConfig> = {}) => decideLedger(ledger, ledgerConfig(knobs), { round: at }).decision;
const defer = { action: "defer", ticket: "T" } as const;
const weights = (...list: readonly number[]) => list.map((weight, index) => round(index + 1, { substantive: weight }, { weight }));
const substantives = (count: number) => open(...Array.from({ length: count }, () => "substantive" as const));

/** Every combination of the declared values that can occur. */
function everyFacts(): readonly LedgerFacts[] {
  const { names, domains } = ledgerTable.facts;
  let records: readonly object[] = [{}];
  for (const name of names) records = records.flatMap((record) => domains[name].values.map((value) => ({ ...record, [name]: value })));
  return (records as readonly LedgerFacts[]).filter((facts) => ledgerTable.facts.possible(facts));
}

expect.extend(tableMatchers);

describe("the table", () => {
  it("LG-DEC-3: total, every row decides, and STOP_CLEAN meets no other row", () => {
    expect(ledgerTable).toBeTotal();
    expect(ledgerTable).toHaveNoUnreachableRows();
    const { afterReview, covered, undeclaredReads } = analyzeTable(ledgerTable);
    expect(covered.possible).toBe(everyFacts().length);
    expect(undeclaredReads).toEqual([]);
    expect(afterReview.orderMatters.filter(({ decides, below }) => decides.token === "STOP_CLEAN" || below.token === "STOP_CLEAN").map(({ below }) => below.token)).toEqual(["STOP_CAP"]);
  });

  it("LG-DEC-3: is total and every row can be reached", () => {
    const rows = new Set(everyFacts().map((facts) => ledgerTable.decide(facts).row));
    expect([...rows].sort()).toEqual(ledgerTable.rows.map((_, index) => index));
    expect(ledgerTable.tokens.pass).toEqual(["STOP_CLEAN"]);
    expect(ledgerTable.tokens.ask).toEqual(["ESCALATE", "STOP_CAP_UNDECIDED", "STOP_ADVISORY_UNDECIDED"]);
  });

  it("LG-DEC-3: a stop with undecided entries asks, in the name of that stop", () => {
    const undecided = decideLedger(ledgerOf(open("cosmetic")), ledgerConfig());
    expect(undecided).toMatchObject({ token: "STOP_ADVISORY_UNDECIDED", row: { kind: "ask" }, decision: { action: "STOP_ADVISORY" } });
    expect(decideLedger(ledgerOf(open("major")), ledgerConfig(), { round: 5 })).toMatchObject({ token: "STOP_CAP_UNDECIDED", row: { kind: "ask" }, decision: { action: "STOP_CAP" } });
    expect(decideLedger(ledgerOf([{ id: "F-001", disposition: defer }]), ledgerConfig())).toMatchObject({ token: "STOP_ADVISORY", row: { kind: "stop" } });
    expect(ledgerTable.tokens.ask.map(actionOf)).toEqual(["ESCALATE", "STOP_CAP", "STOP_ADVISORY"]);
  });

  it("LG-DEC-3, case G14: a clean ledger passes whatever cap and stalls say, and only then", () => {
    const clean = ledgerOf([{ id: "F-001", status: "fixed" }, { id: "F-002", status: "rejected" }, { id: "F-003", status: "deferred" }, { id: "F-004", status: "disputed", relitigates: "F-001" }], weights(3, 3, 3, 3));
    expect(decide(clean, 5)).toMatchObject({ action: "STOP_CLEAN", cap_reached: true });
    expect(decide(ledgerOf(open("critical")), 1).action).toBe("CONTINUE");
  });

  it.each([
    ["six capped substantives", substantives(6), [], 1, {}, "STOP_ADVISORY"],
    ["a critical", open("critical"), [], 1, {}, "CONTINUE"],
    ["a critical within the major budget", open("critical"), [], 1, { majorBudget: 5 }, "CONTINUE"],
    ["majors within the budget", open("major", "major", "substantive"), [], 2, { majorBudget: 2 }, "STOP_ADVISORY"],
    ["majors beyond it", open("major", "major", "substantive"), [], 2, {}, "CONTINUE"],
    ["a stubborn major", open("major"), weights(3, 3), 3, {}, "ESCALATE"],
    ["a stall below the cap", open("critical"), weights(8, 8), 3, { iterationCap: 9 }, "ESCALATE"],
    ["the cap", open("major"), [], 5, {}, "STOP_CAP"],
    ["a critical at the cap", open("critical"), [], 5, {}, "STOP_CAP"],
    ["a pending critical", [{ id: "F-001", severity: "critical", disposition: defer }], [], 1, {}, "STOP_ADVISORY"],
    ["a disputed critical", [{ id: "F-001", severity: "critical", status: "disputed" }], [], 1, {}, "STOP_ADVISORY"],
    ["a disputed critical, knob off", [{ id: "F-001", severity: "critical", status: "disputed" }], [], 1, { disputedDisposition: false }, "STOP_CLEAN"],
    ["a bought round past stall and cap", [{ id: "F-001", disposition: "fix-now" }], weights(3, 3, 3, 3), 5, {}, "CONTINUE"],
    ["a bought dispute", [{ id: "F-001", status: "disputed", disposition: "fix-now" }], [], 1, {}, "CONTINUE"],
    ["a bought dispute, knob off", [{ id: "F-001", status: "disputed", disposition: "fix-now" }, { id: "F-002", severity: "cosmetic" }], [], 1, { disputedDisposition: false }, "STOP_ADVISORY"],
    ["a stall across a marker", open("major"), [...weights(3, 3), { instance: "qa" }], 1, {}, "CONTINUE"],
  ] as readonly (readonly [string, readonly (Partial<LedgerEntry> & { readonly id: string })[], Ledger["history"], number, Partial<LedgerConfig>, string])[])(
    "LG-DEC-1, LG-DEC-3: %s",
    (_, entries, history, at, knobs, action) => {
      expect(decide(ledgerOf(entries, history), at, knobs).action).toBe(action);
    },
  );
});

describe("weights and stalls", () => {
  it("LG-DEC-2: 8, 3, 1 and 0 over what drives the loop", () => {
    expect(decide(ledgerOf(open("critical", "major", "substantive", "substantive", "cosmetic"))).weight).toBe(13);
    expect(decide(ledgerOf([{ id: "F-001", severity: "critical", disposition: defer }])).weight).toBe(0);
  });

  it.each([
    [[9, 3, 6], 9, true],
    [[6, 6], 3, false],
    [[3, 3], 3, true],
    [[3, 3], 2, false],
    [[9, 3], 6, false],
    [[0, 0], 0, false],
    [[0, 0], 1, false],
    [[0, 1], 1, true],
    [[3, 0], 1, false],
  ])("LG-DEC-4: %j then %i is a stall: %s", (before, now, isStalled) => {
    expect(decide(ledgerOf(substantives(now), weights(...before)), before.length + 1).stalled).toBe(isStalled);
  });

  it("LG-DEC-4: rounds without weight never stall, whatever cosmetics are open", () => {
    expect(decide(ledgerOf(open("cosmetic"), weights(0, 0)), 3)).toMatchObject({ action: "STOP_ADVISORY", stalled: false });
  });

  it("LG-DEC-5: recorded weights count, and counts only where there is none", () => {
    const withNits = [round(1, { major: 1 }, { weight: 3 }), round(2, { major: 1, substantive: 3 }, { weight: 3 })];
    expect(decide(ledgerOf(open("major"), withNits), 3).action).toBe("ESCALATE");
    const legacy = [round(1, { major: 1 }), round(2, { major: 1, substantive: 3 })];
    expect(decide(ledgerOf(open("major"), legacy), 3).stalled).toBe(false);
  });

  it("case G14: one open blocking finding is enough for a round not to be clean", () => {
    expect(decide(ledgerOf(open("major"), [round(1, {}, { weight: 0 }), round(2, {}, { weight: 0 })]), 3).action).toBe("CONTINUE");
  });
});

describe("the output", () => {
  it("LG-DEC-6: lists in ledger order, undecided disputes last; both tests are shown whatever was decided", () => {
    const ledger = ledgerOf([
      { id: "F-001", status: "disputed" },
      { id: "F-002", severity: "substantive" },
      { id: "F-003", disposition: defer },
      { id: "F-004", status: "disputed", disposition: "fix-now" },
      { id: "F-005", status: "not-fixed", disposition: "fix-now" },
    ]);
    expect(decide(ledger, 7)).toEqual({
      counts: { critical: 0, major: 2, substantive: 1, cosmetic: 0 }, weight: 4, open_ids: ["F-002", "F-003", "F-005"], fix_now: ["F-005", "F-004"],
      disputed_pending: ["F-001"], dispositions_required: ["F-002", "F-001"], stalled: false, cap_reached: true, action: "CONTINUE", iteration: 7,
    });
  });

  it("LG-DEC-7: unusable knobs fall back to their defaults, and a boolean is no number", () => {
    const { config, warnings } = readConfigRecord({ major_budget: true, iteration_cap: -3, escalate_after_stalls: 0, disputed_disposition: "false", mode: "v2" });
    expect(config).toEqual(ledgerConfig());
    expect(warnings).toHaveLength(4);
  });

  it("LG-DEC-3: a decision explains itself: which single fact would turn it", () => {
    const { facts } = decideLedger(ledgerOf(open("critical")), ledgerConfig());
    expect(JSON.stringify(ledgerTable.explain(facts))).toContain("criticals");
  });
});
