/** The laws of quorum. Numbers are the invariants at the head of quorum.ts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineQuorum, type QuorumRule, type Vote } from "./quorum.js";

const roster = fc.uniqueArray(fc.constantFrom<string[]>("A", "B", "C", "D", "E"), { minLength: 1 });
const vote: fc.Arbitrary<Vote> = fc.record({
  voter: fc.constantFrom<string[]>("A", "B", "C", "D", "E", "X"),
  verdict: fc.constantFrom("approved", "rejected", "unavailable"),
  version: fc.constantFrom("v1", "v2"),
});
const review = roster.chain((names) => {
  const atLeast = fc.integer({ min: 1, max: names.length }).map((n): QuorumRule => ({ atLeast: n }));
  return fc.record({ names: fc.constant(names), rule: fc.oneof(fc.constantFrom<QuorumRule>("all", "majority"), atLeast), veto: fc.boolean(), votes: fc.array(vote, { maxLength: 15 }) });
});

describe("quorum", () => {
  it("5: neither the order nor the repetition of votes changes the outcome", () => {
    fc.assert(fc.property(review, ({ names, rule, veto, votes }) => {
      const { tally } = defineQuorum(names, rule, { veto });
      const { ignored: _, ...expected } = tally(votes, { version: "v1" });
      for (const other of [[...votes].reverse(), [...votes, ...votes]]) {
        const { ignored: __, ...got } = tally(other, { version: "v1" });
        expect(got).toEqual(expected);
      }
    }));
  });

  it("1, 3, 4: an approval has enough distinct approvers of the roster, each of exactly this version", () => {
    fc.assert(fc.property(review, ({ names, rule, veto, votes }) => {
      const { tally, needed } = defineQuorum(names, rule, { veto });
      const result = tally(votes, { version: "v1" });
      const says = (name: string, verdict: string): boolean => votes.some((v) => v.voter === name && v.verdict === verdict && v.version === "v1");
      const approvers = names.filter((name) => says(name, "approved") && !says(name, "rejected"));
      const rejecters = names.filter((name) => says(name, "rejected") && !says(name, "approved"));
      expect(result.approvers).toEqual(approvers);
      expect(result.rejecters).toEqual(rejecters);
      expect(result.verdict === "approved").toBe(approvers.length >= needed && !(veto && rejecters.length > 0));
    }));
  });

  it("1, 5: everyone on the roster and every vote is accounted for", () => {
    fc.assert(fc.property(review, ({ names, rule, veto, votes }) => {
      const result = defineQuorum(names, rule, { veto }).tally(votes, { version: "v1" });
      expect(result.pending === null).toBe(result.verdict !== "unavailable");
      if (result.pending !== null) {
        expect([...result.approvers, ...result.rejecters, ...result.pending.from].sort()).toEqual([...names].sort());
        expect(result.pending.approvals).toBeLessThanOrEqual(result.pending.from.length);
      }
      expect(result.ignored.length).toBe(votes.filter((v) => v.version !== "v1" || !names.includes(v.voter)).length);
    }));
  });

  it("3: one more approval never turns an approval into anything else, unless its voter had none", () => {
    fc.assert(fc.property(review, ({ names, rule, veto, votes }) => {
      const { tally } = defineQuorum(names, rule, { veto });
      if (tally(votes).verdict !== "approved") return;
      for (const voter of names) {
        const more = tally([...votes, { voter, verdict: "approved", version: "v1" }]);
        expect(more.verdict).not.toBe("unavailable");
      }
    }));
  });
});
