/** Dispositions and the account of findings. Numbers are the invariants at the head of disposition.ts. */
import { describe, expect, it } from "vitest";
import { accountFor, Disposition, type DispositionEntry } from "./disposition.js";

const fixed: Disposition = { kind: "fixed", round: 2 };
const findings = (...ids: string[]): { id: string }[] => ids.map((id) => ({ id }));
const entry = (finding: string, disposition: Disposition): DispositionEntry => ({ finding, disposition });

describe("accountFor", () => {
  it("G9: every finding has exactly one disposition", () => {
    expect(accountFor(findings("F1", "F2"), [entry("F2", { kind: "deferred", reason: "T-7" }), entry("F1", fixed)])).toEqual([]);
    expect(accountFor([], [])).toEqual([]);
  });

  it("case H03: a finding that is not mentioned again is reported as lost, not as fixed", () => {
    expect(accountFor(findings("F1", "F2", "F3"), [entry("F3", fixed)])).toEqual([
      { kind: "no-disposition", finding: "F1" },
      { kind: "no-disposition", finding: "F2" },
    ]);
  });

  it("G9: names each kind of breach", () => {
    expect(accountFor(findings("F1", "F1"), [entry("F1", fixed)])).toEqual([{ kind: "id-reused", finding: "F1" }]);
    expect(accountFor(findings("F1"), [entry("F1", fixed), entry("F1", { kind: "rejected", reason: "refuted" })])).toEqual([
      { kind: "several-dispositions", finding: "F1" },
    ]);
    expect(accountFor([], [entry("F9", fixed)])).toEqual([{ kind: "unknown-finding", finding: "F9" }]);
  });

  it("2: what was set aside says why", () => {
    expect(accountFor(findings("F1"), [entry("F1", { kind: "dropped", reason: "  " })])).toEqual([{ kind: "blank-reason", finding: "F1" }]);
  });

  it("4: a merged finding leads to one that remains", () => {
    const merged = (finding: string, into: string): DispositionEntry => entry(finding, { kind: "merged", into });
    expect(accountFor(findings("F1", "F2", "F3"), [merged("F1", "F2"), merged("F2", "F3"), entry("F3", fixed)])).toEqual([]);
    expect(accountFor(findings("F1"), [merged("F1", "F7")])).toEqual([{ kind: "merged-into-unknown", finding: "F1", into: "F7" }]);
    expect(accountFor(findings("F1"), [merged("F1", "F1")])).toEqual([{ kind: "merged-in-circle", finding: "F1", into: "F1" }]);
    expect(accountFor(findings("F1", "F2", "F3"), [merged("F3", "F1"), merged("F1", "F2"), merged("F2", "F1")])).toEqual([
      { kind: "merged-in-circle", finding: "F1", into: "F2" },
      { kind: "merged-in-circle", finding: "F2", into: "F1" },
      { kind: "merged-in-circle", finding: "F3", into: "F1" },
    ]);
  });

  it("takes the dispositions of a policy's own", () => {
    const own = [{ finding: "t1", disposition: { kind: "residual-floor", floor: { artifact: "g.sh" } } }];
    expect(accountFor(findings("t1"), own)).toEqual([]);
  });

  it("is linear: 100,000 findings, also in one chain and in one circle", { timeout: 30_000 }, () => {
    const ids = Array.from({ length: 100_000 }, (_, index) => `F${index}`);
    const chain = ids.map((id, index) => entry(id, index === 0 ? fixed : { kind: "merged", into: `F${index - 1}` }));
    const circle = ids.map((id, index) => entry(id, { kind: "merged", into: `F${(index + 1) % ids.length}` }));
    const started = performance.now();
    expect(accountFor(findings(...ids), chain)).toEqual([]);
    expect(accountFor(findings(...ids), circle)).toHaveLength(ids.length);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe("Disposition", () => {
  it("case F20: what a cap cut off is open, what was refused is not", () => {
    expect(Disposition.isOpen({ kind: "unresolved", reason: "cap reached" })).toBe(true);
    expect(Disposition.isOpen({ kind: "unverified", reason: "its reviewer was killed" })).toBe(true);
    expect(Disposition.isOpen({ kind: "rejected", reason: "refuted" })).toBe(false);
    expect(Disposition.isOpen(fixed)).toBe(false);
  });

  it("1, 2: knows what each kind needs", () => {
    for (const kind of Disposition.kinds) {
      expect(Disposition.is({ kind, round: 1, into: "F1", reason: "because" })).toBe(true);
      expect(Disposition.is({ kind })).toBe(false);
    }
    for (const value of [null, "fixed", {}, { kind: "wontfix", reason: "x" }, { kind: "fixed", round: 0 }, { kind: "merged", into: "" }, { kind: "dropped", reason: " " }]) {
      expect(Disposition.is(value)).toBe(false);
    }
  });
});
