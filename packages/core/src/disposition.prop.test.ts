/** The law of conservation (G9). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accountFor, Disposition, type DispositionEntry } from "./disposition.js";

const account = fc.array(fc.constantFrom(...Disposition.kinds.filter((kind) => kind !== "fixed" && kind !== "merged")), { maxLength: 30 });

describe("accountFor", () => {
  it("G9: nothing is lost, whatever the order; and any loss is seen", () => {
    fc.assert(fc.property(account, fc.nat(), (kinds, seed) => {
      const entries: DispositionEntry[] = kinds.map((kind, index) => ({ finding: `F${index}`, disposition: { kind, reason: "because" } }));
      const findings = entries.map(({ finding }) => ({ id: finding }));
      const shuffled = [...entries].sort((left, right) => ((left.finding.length * seed) % 7) - ((right.finding.length * seed) % 7)).reverse();
      expect(accountFor(findings, shuffled)).toEqual([]);
      if (entries.length === 0) return;
      const lost = seed % entries.length;
      expect(accountFor(findings, entries.toSpliced(lost, 1))).toEqual([{ kind: "no-disposition", finding: `F${lost}` }]);
      expect(accountFor(findings.toSpliced(lost, 1), entries)).toEqual([{ kind: "unknown-finding", finding: `F${lost}` }]);
      expect(accountFor(findings, [...entries, entries[lost]!])).toEqual([{ kind: "several-dispositions", finding: `F${lost}` }]);
    }));
  });
});
