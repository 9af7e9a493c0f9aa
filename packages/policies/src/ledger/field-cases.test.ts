/** Cases from the field that a ledger has to get right over several rounds. */
import { describe, expect, it } from "vitest";
import { byId, close, codeOf, CONTEXT, CYCLE, entry, finding, ledgerOf, take } from "./cycle.fixture.js";
import { decideLedger } from "./decision/decide.js";
import { precisionByRound } from "./decision/precision.js";
import { applyDisposition } from "./operations/disposition.js";
import { applyVerify } from "./operations/verify.js";
import { applyCheckDiff } from "./scope/check-diff.js";
import type { Ledger } from "./value/ledger.js";

const none = { kind: "none" };
const red = { kind: "test", ref: "tests/review/x.test.ts", status: "red" };
const reject = (ledger: Ledger, id: string) => applyDisposition(ledger, { id, action: "reject", reason: "by design" }, CONTEXT).ledger;

describe("case F12: the same claim, again and again", () => {
  const p1 = finding({ severity: "critical", witness: none });

  it("case F12: filed at P1 without evidence again and again, it stays what it was reclassified to and buys no fix round: a person is asked", () => {
    let ledger: Ledger | null = null;
    for (let time = 1; time <= 4; time++) {
      const taken = take(ledger, [p1]);
      expect(taken.report).toMatchObject(time === 1 ? { new: ["F-001"], capped: ["F-001"] } : { new: [], merged: ["F-001"] });
      expect(byId(taken.ledger, "F-001")).toMatchObject({ severity: "substantive", severity_as_reported: "critical", raised_count: time });
      const { token, row, decision } = decideLedger(taken.ledger, CONTEXT.config, { round: time });
      expect([token, row.kind]).toEqual(["STOP_ADVISORY_UNDECIDED", "ask"]);
      expect(decision.dispositions_required).toEqual(["F-001"]);
      ledger = taken.ledger;
    }
    expect(ledger?.findings).toHaveLength(1);
    expect(codeOf(() => applyDisposition(ledger as Ledger, { id: "F-001", action: "fix-now" }, CONTEXT))).toBe("fix-now-not-blocking");
  });

  it("case F12: once rejected, it comes back only as recorded noise, at whatever severity; a new claim with a new witness reopens it at P1", () => {
    const settled = close(reject(take(null, [p1]).ledger, "F-001")).ledger;
    expect(byId(settled, "F-001").status).toBe("rejected");
    let ledger = settled;
    for (const severity of ["critical", "major", "cosmetic"]) {
      const { report, ledger: after } = take(ledger, [finding({ severity, witness: none })]);
      expect(report.new).toEqual([]);
      expect([...report.disputed, ...report.merged]).toEqual(["F-002"]);
      expect(close(after).decision).toMatchObject({ action: "STOP_CLEAN", dispositions_required: [] });
      ledger = after;
    }
    const reopened = take(ledger, [finding({ severity: "critical", claim: "the cache serves another tenant's row", witness: red })]);
    expect(reopened.report.new).toEqual(["F-003"]);
    expect(byId(reopened.ledger, "F-003")).toMatchObject({ severity: "critical", status: "open", contests: "F-001" });
    expect(close(reopened.ledger).decision.action).toBe("CONTINUE");
  });

  it("case F12: a queued finding that is raised again as it was is one entry, and stays queued", () => {
    const queued = close(applyDisposition(take(null, [p1]).ledger, { id: "F-001", action: "defer", ticket: "T-1" }, CONTEXT).ledger).ledger;
    const again = take(queued, [p1]);
    expect(again.report).toMatchObject({ new: [], merged: ["F-001"] });
    expect(again.report.upgraded_deferred ?? []).toEqual([]);
    expect(byId(again.ledger, "F-001").status).toBe("deferred");
    expect(close(again.ledger).decision.action).toBe("STOP_CLEAN");
  });
});

describe("case G02: a reviewer that is wrong", () => {
  it("case G02: precision is told by round, and a round that is refuted whole ends the loop", () => {
    const first = take(null, [finding(), finding({ claim: "two", anchor: { file: "src/a.ts", region: [10, 12] } })]).ledger;
    const proven = applyVerify(first, { results: [{ id: "F-001", verdict: "FIXED", evidence: "green" }] }, CONTEXT).ledger;
    const second = close(reject(proven, "F-002")).ledger;
    const noise = Array.from({ length: 34 }, (_, index) => finding({ claim: `wrong ${index}`, anchor: { file: "src/b.ts", region: [index + 1, index + 1] } }));
    const raised = take(second, noise).ledger;
    expect(precisionByRound(raised).at(-1)).toEqual({ round: 2, raised: 34, refuted: 0, upheld: 0, undecided: 34, precision: null });
    const refuted = raised.findings.filter(({ first_seen }) => first_seen === 2).reduce((ledger, { id }) => reject(ledger, id), raised);
    const { ledger, decision } = close(refuted);
    expect(precisionByRound(ledger)).toEqual([
      { round: 1, raised: 2, refuted: 1, upheld: 1, undecided: 0, precision: 0.5 },
      { round: 2, raised: 34, refuted: 34, upheld: 0, undecided: 0, precision: 0 },
    ]);
    expect(decision.action).toBe("STOP_ADVISORY"); // The loop ends here; nothing is left for a next round.
    expect(decideLedger(ledger, CONTEXT.config).decision.action).toBe("STOP_CLEAN");
  });

  it("case G02: settled repeats count in no round, deferred findings were right, and order is by round", () => {
    const ledger = ledgerOf([
      entry({ id: "F-001", first_seen: 3, status: "rejected" }), entry({ id: "F-002", first_seen: 1, status: "deferred" }), entry({ id: "F-003", first_seen: 1, status: "rejected" }),
      entry({ id: "F-004", first_seen: 3, status: "disputed", relitigates: "F-001" }), entry({ id: "F-005", first_seen: 1, status: "fixed" }), entry({ id: "F-006", first_seen: 3, status: "not-fixed" }),
    ]);
    expect(precisionByRound(ledger)).toEqual([
      { round: 1, raised: 3, refuted: 1, upheld: 2, undecided: 0, precision: 2 / 3 },
      { round: 3, raised: 2, refuted: 1, upheld: 0, undecided: 1, precision: 0 },
    ]);
    expect(precisionByRound(ledgerOf([]))).toEqual([]);
  });
});

describe("case G16: the guard is deleted to please the reviewer", () => {
  const message = "subject\n\nReview-Fix: F-001\nReview-Cause: c\nReview-Change: d\nReview-Risk: e\n";
  const whole = (path: string) => ({ path, hunk: null });
  const commit = (paths: readonly string[]) => ({ id: "0123456789abcdef0123456789abcdef01234567", message, changes: paths.map(whole), before: () => "x\n", after: () => null });
  const start = take(null, [finding({ anchor: { file: "src/a.ts", region: [5, 8] }, witness: none, cited_rule: "spec §4.2" })]).ledger;
  const check = (paths: readonly string[]) => applyCheckDiff(start, { finding: "F-001", commit: commit(paths), cycleDirectory: CYCLE }, CONTEXT);

  it("case G16: a test that goes away with the fix needs a licence, and without one is a finding that blocks", () => {
    const { result, ledger } = check(["tests/guard.test.ts"]);
    expect(result).toMatchObject({ license_ok: false, license_needed: ["tests/guard.test.ts"] });
    expect(byId(ledger, "F-002")).toMatchObject({ severity: "major", status: "open", claim: expect.stringContaining("changed the test tests/guard.test.ts without a licence") as string });
    expect(decideLedger(ledger, CONTEXT.config, { round: 1 }).decision.action).toBe("CONTINUE");
  });

  it("case G16: a guard beside the anchor that goes away is out of scope, and the finding that says so outlives a green witness", () => {
    const { result, ledger } = check(["src/guard.ts"]);
    expect(result).toMatchObject({ in_scope: false, violations: [{ file: "src/guard.ts" }] });
    const green = applyVerify(ledger, { results: [{ id: "F-001", verdict: "FIXED", evidence: "nothing complains any more" }] }, CONTEXT).ledger;
    expect(decideLedger(green, CONTEXT.config, { round: 1 }).decision.action).toBe("CONTINUE");
  });
});
