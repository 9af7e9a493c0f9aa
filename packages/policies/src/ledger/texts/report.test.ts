import { describe, expect, it } from "vitest";
import { byId, cycleContext, finding, ledgerOf, round, take } from "../cycle.fixture.js";
import { reportData, reportText } from "./report.js";

describe("report", () => {
  it("LG-RPT-1: two lines a finding, a third for a dispute, then the trail", () => {
    const ledger = ledgerOf(
      [
        { id: "F-001", claim: "c", anchor: { file: "src/a.ts", region: [5, 8], fingerprint: "0".repeat(40) }, witness: { kind: "test", ref: "t.test.ts", status: "red" }, disposition: { action: "reject", reason: "no" } },
        { id: "F-002", status: "disputed", severity: "substantive", severity_as_reported: "critical", verifications: [{ iteration: 2, verdict: "DISPUTED-STANDS", evidence: "40 runs" }], disposition: "fix-now" },
        { id: "F-003", status: "disputed", relitigates: "F-001" },
      ],
      [{ instance: "plan" }, round(1, {}), round(2, {}, { suite_evidence: "x" })],
    );
    expect(reportText(ledger)).toBe(
      [
        "review ledger — c",
        "",
        "F-001  major       open       c",
        "       anchor src/a.ts:5-8  witness test (t.test.ts)  disposition reject",
        "F-002  substantive disputed   claim of F-002 (reported critical, capped: no citation, no witness)",
        "       anchor src/a.ts:1-4  witness none  disposition fix-now",
        "       disputed@2: 40 runs",
        "F-003  major       disputed   claim of F-003",
        "       anchor src/a.ts:1-4  witness none",
        "       relitigates F-001 (fingerprint unchanged — the guard, not a live dispute)",
        "",
        "rounds: [plan] → 1:CONTINUE → 2:CONTINUE",
      ].join("\n"),
    );
    expect(reportText(ledgerOf([]))).toBe("review ledger — c\n\nno findings recorded");
  });

  it("LG-RPT-1, LG-INT-7: the note tells capped from raised", () => {
    const capped = take(null, [finding({ severity: "critical", cited_rule: "spec §77.7", witness: null })]).ledger;
    expect(reportData(capped).findings[0]?.note).toBe("reported critical, capped: citation did not resolve, no witness");
    const raised = take(take(null, [finding({ severity: "cosmetic" })]).ledger, [finding({ severity: "critical" })]).ledger;
    expect(reportData(raised).findings[0]?.note).toBe("reported cosmetic, raised by stronger evidence");
  });

  it("LG-RPT-2, LG-SEC-19: control characters are visible and lines stay lines; the data has the same facts", () => {
    const claim = "x\u001b[31m\u202ey\nF-999  critical    open       forged";
    const ledger = take(null, [finding({ claim })], cycleContext()).ledger;
    expect(reportText(ledger).split("\n")).toHaveLength(4);
    expect(reportText(ledger)).toContain("x\\u{1b}[31m\\u{202e}y F-999");
    expect(reportData(ledger).findings[0]).toMatchObject({ id: "F-001", claim, anchor: "src/a.ts:1-4", witness: "test (tests/review/x.test.ts)", disposition: null });
    expect(byId(ledger, "F-001").claim).toBe(claim);
  });

  it("LG-CLOSE-8: a later round without suite evidence is shown", () => {
    const ledger = ledgerOf([], [round(1, {}), round(2, {})]);
    expect(reportText(ledger)).toContain("warning: no-suite-evidence: round 2");
    expect(reportData(ledger).warnings).toEqual(["no-suite-evidence: round 2"]);
  });
});
