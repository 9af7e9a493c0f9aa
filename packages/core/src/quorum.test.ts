/** Quorum. Numbers are the invariants at the head of quorum.ts. */
import { describe, expect, it } from "vitest";
import { LoopwrightError } from "./errors.js";
import { defineQuorum, quorum, type QuorumRule, type Vote } from "./quorum.js";
import type { Verdict } from "./verdict.js";

const vote = (voter: string, verdict: Verdict, version?: string): Vote => ({ voter, verdict, ...(version === undefined ? {} : { version }) });
const yes = (voter: string, version?: string): Vote => vote(voter, "approved", version);
const no = (voter: string): Vote => vote(voter, "rejected");
const none = (voter: string): Vote => vote(voter, "unavailable");
const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof LoopwrightError) return `${error.code} ${error.path ?? ""}`;
    throw error;
  }
  return "none";
};

describe("quorum", () => {
  it("case F07: the same reviewer twice does not make two", () => {
    const review = defineQuorum(["A", "B"], { atLeast: 2 });
    const twice = review.tally([yes("A"), yes("A")]);
    expect(twice.verdict).toBe("unavailable");
    expect(twice.approvers).toEqual(["A"]);
    expect(twice.pending).toEqual({ approvals: 1, from: ["B"] });
    expect(review.tally([yes("A"), yes("A"), yes("B")])).toEqual({
      verdict: "approved", needed: 2, pending: null, approvers: ["A", "B"], rejecters: [], unavailable: [], ignored: [],
    });
  });

  it.each([
    ["weighted", "rule"], ["any", "rule"], ["ALL", "rule"], [null, "rule"], [undefined, "rule"], [2, "rule"], [{}, "rule"],
    [{ atLeast: 0 }, "rule.atLeast"], [{ atLeast: -1 }, "rule.atLeast"], [{ atLeast: 1.5 }, "rule.atLeast"], [{ atLeast: 3 }, "rule.atLeast"],
    [{ atLeast: Number.NaN }, "rule.atLeast"], [{ atLeast: Infinity }, "rule.atLeast"], [{ atLeast: "2" }, "rule.atLeast"],
  ])("case F07: the rule %j is refused when the review is opened", (rule, path) => {
    expect(codeOf(() => defineQuorum(["A", "B"], rule as QuorumRule))).toBe(`quorum-rule ${path}`);
  });

  it("G23: an empty roster is an error, and so are blank and repeated names", () => {
    expect(codeOf(() => quorum({ roster: [], rule: "all", votes: [] }))).toBe("quorum-roster roster");
    expect(codeOf(() => quorum({ roster: "alice" as never, rule: "all", votes: [] }))).toBe("quorum-roster roster");
    expect(codeOf(() => defineQuorum(["A", " "], "all"))).toBe("quorum-roster roster[1]");
    expect(codeOf(() => defineQuorum(["A", "B", "A"], "majority"))).toBe("quorum-roster roster[2]");
  });

  it.each<[QuorumRule, number, number]>([
    ["all", 1, 1], ["all", 3, 3], ["majority", 1, 1], ["majority", 2, 2], ["majority", 3, 2], ["majority", 4, 3], [{ atLeast: 2 }, 3, 2],
  ])("G23: %j of a roster of %i needs %i", (rule, size, needed) => {
    const roster = Array.from({ length: size }, (_, index) => `R${index}`);
    const review = defineQuorum(roster, rule);
    expect(review.needed).toBe(needed);
    expect(review.tally(roster.slice(0, needed).map((name) => yes(name))).verdict).toBe("approved");
    expect(review.tally(roster.slice(1, needed).map((name) => yes(name))).verdict).toBe("unavailable");
  });

  it("G23: counts against the declared roster, not against those who voted", () => {
    const tally = quorum({ roster: ["A", "B", "C"], rule: "majority", votes: [yes("A"), yes("X"), yes("a")] });
    expect(tally.verdict).toBe("unavailable");
    expect(tally.ignored).toEqual([
      { vote: yes("X"), reason: "not-on-roster" },
      { vote: yes("a"), reason: "not-on-roster" },
    ]);
  });

  it("G4: an unavailable reviewer is no approval and no rejection", () => {
    const tally = quorum({ roster: ["A", "B"], rule: "all", votes: [yes("A"), none("B")] });
    expect(tally).toMatchObject({ verdict: "unavailable", unavailable: ["B"], pending: { approvals: 1, from: ["B"] } });
    expect(quorum({ roster: ["A", "B"], rule: "all", votes: [yes("A"), none("B"), yes("B")] }).verdict).toBe("approved");
    expect(quorum({ roster: ["A"], rule: "all", votes: [] }).verdict).toBe("unavailable");
  });

  it("3: a voter for and against one version has no vote", () => {
    const tally = quorum({ roster: ["A", "B"], rule: { atLeast: 1 }, votes: [yes("A"), no("A")] });
    expect(tally).toMatchObject({ verdict: "unavailable", approvers: [], rejecters: [], unavailable: ["A"], pending: { approvals: 1, from: ["A", "B"] } });
  });

  it("rejects when so many reject that not enough can approve", () => {
    const review = defineQuorum(["A", "B", "C"], "majority");
    expect(review.tally([no("A")])).toMatchObject({ verdict: "unavailable", pending: { approvals: 2, from: ["B", "C"] } });
    expect(review.tally([no("A"), no("B")])).toMatchObject({ verdict: "rejected", pending: null, rejecters: ["A", "B"] });
    expect(review.tally([no("A"), yes("B"), yes("C")])).toMatchObject({ verdict: "approved", rejecters: ["A"] });
    expect(defineQuorum(["A", "B", "C"], "all").tally([no("A")]).verdict).toBe("rejected");
  });

  it("with veto, one valid rejection rejects", () => {
    const review = defineQuorum(["A", "B", "C"], "majority", { veto: true });
    expect(review.tally([yes("A"), yes("B"), no("C")])).toMatchObject({ verdict: "rejected", approvers: ["A", "B"], rejecters: ["C"] });
    expect(review.tally([yes("A"), yes("B"), none("C")]).verdict).toBe("approved");
    expect(review.tally([yes("A"), yes("B"), vote("C", "REJECTED" as Verdict)]).verdict).toBe("approved");
  });

  it("G5: a vote counts for the version that it judged (case F09)", () => {
    const review = defineQuorum(["A", "B"], "all");
    const votes = [yes("A", "sha256:v1"), yes("B", "sha256:v0")];
    expect(review.tally(votes, { version: "sha256:v1" })).toMatchObject({
      verdict: "unavailable", approvers: ["A"], pending: { approvals: 1, from: ["B"] }, ignored: [{ vote: votes[1], reason: "stale" }],
    });
    expect(review.tally([yes("A"), yes("B")], { version: "sha256:v1" }).ignored.map(({ reason }) => reason)).toEqual(["no-version", "no-version"]);
  });

  it("case H12: a slow approval of the old version does not pass the new one", () => {
    const tally = quorum({ roster: ["Rv"], rule: "all", votes: [yes("Rv", "v1")], version: "v2" });
    expect(tally).toMatchObject({ verdict: "unavailable", ignored: [{ reason: "stale" }] });
  });

  it("4: for and against different versions is no contradiction", () => {
    const tally = quorum({ roster: ["Rv"], rule: "all", votes: [vote("Rv", "rejected", "v1"), yes("Rv", "v2")], version: "v2" });
    expect(tally.verdict).toBe("approved");
  });

  it("3: a value that is no verdict does not count", () => {
    const odd = vote("A", "lgtm" as Verdict);
    expect(quorum({ roster: ["A"], rule: "all", votes: [odd] })).toMatchObject({ verdict: "unavailable", ignored: [{ vote: odd, reason: "no-verdict" }] });
  });

  it("keeps the order of the roster and gives frozen results", () => {
    const tally = quorum({ roster: ["C", "A", "B"], rule: "all", votes: [yes("B"), yes("A"), yes("C")] });
    expect(tally.approvers).toEqual(["C", "A", "B"]);
    expect(Object.isFrozen(tally) && Object.isFrozen(tally.approvers) && Object.isFrozen(tally.ignored)).toBe(true);
  });
});
