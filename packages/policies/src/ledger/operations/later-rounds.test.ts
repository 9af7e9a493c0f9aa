import { describe, expect, it } from "vitest";
import { byId, close, ledgerOf, round } from "../cycle.fixture.js";

describe("LG-DIS-7, LG-SEC-27: a purchase is held against what bought it", () => {
  const bought = [
    { id: "F-001", disposition: "fix-now" }, { id: "F-002", disposition: { action: "defer", ticket: "T" } }, { id: "F-003", disposition: "fix-now" },
  ] as const;

  it("once, against those of the last round that still buy, and nobody else", () => {
    const { ledger } = close(ledgerOf(bought, [round(1, { major: 3 }, { fix_now: ["F-001", "F-002"] })]));
    expect(["F-001", "F-002", "F-003"].map((id) => byId(ledger, id).disposition)).toEqual([null, { action: "defer", ticket: "T" }, "fix-now"]);
    expect(ledger.history).toMatchObject([{ fix_now: ["F-001", "F-002"], fix_now_charged: true }, { iteration: 2, result: "CONTINUE", fix_now: ["F-003"] }]);
  });

  it("not against a round that bought nothing, or whose purchase was held against it before", () => {
    for (const over of [{}, { fix_now: ["F-001"], fix_now_charged: true }]) {
      expect(byId(close(ledgerOf(bought, [round(1, { major: 3 }, over)])).ledger, "F-001").disposition).toBe("fix-now");
    }
  });
});

describe("LG-PH-3: what Phase A owed and did not look at", () => {
  const looked = (iteration: number) => [{ iteration, verdict: "NOT-FIXED", evidence: "e" }] as const;
  const entries = [{ id: "F-001", verifications: looked(1) }, { id: "F-002", verifications: looked(2) }, { id: "F-003" }, { id: "F-004", first_seen: 2 }, { id: "F-005", status: "fixed" }] as const;

  it("from the second round on: what is open, was not raised in it and was not looked at in it", () => {
    expect(close(ledgerOf(entries, [round(1, { major: 3 })])).unverified).toEqual(["F-001", "F-003"]);
  });

  it("in the first round of an instance nothing is owed, however old it is", () => {
    expect(close(ledgerOf(entries.slice(3), [round(1, { major: 1 }, { result: "STOP_ADVISORY" }), { instance: "qa" }])).unverified).toEqual([]);
  });
});

it("LG-CLOSE-3: evidence stands on the round where there is some", () => {
  const last = (over: object) => close(ledgerOf([{ id: "F-001" }]), undefined, over).ledger.history.at(-1);
  expect(last({ suiteEvidence: "ok", gatesEvidence: "lint ok" })).toMatchObject({ suite_evidence: "ok", gates_evidence: "lint ok" });
  for (const none of ["", null, undefined]) {
    expect(Object.keys(last({ suiteEvidence: none, gatesEvidence: none }) ?? {})).toEqual(["iteration", "counts", "result", "weight"]);
  }
});
