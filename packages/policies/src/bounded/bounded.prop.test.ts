import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LoopwrightError } from "@loopwright/core";
import { classifyAuthorization, ignoredPhrases } from "./authority.js";
import { BLOCKING_CLASSES } from "./bounded-finding.js";
import { EMPTY_LEDGER, entriesIn } from "./bounded-ledger.js";
import { decideBounded, type BoundedFacts } from "./bounded-table.js";
import { isGlobMatch } from "./glob.js";
import { mostDelegatedCalls, BUDGETS } from "./budget.js";
import { validateReviewOutput } from "./review-schema.js";
import { finding, playScenario, type Script, type ScriptedFinding } from "./scenario.fixture.js";
import { indexSurface, isSamePlace } from "./target.js";
import { absorb, triage } from "./triage.js";

const findingArb: fc.Arbitrary<ScriptedFinding> = fc.record({
  id: fc.constantFrom("f1", "f2", "f3", "check:test", "g"),
  adv: fc.boolean(),
  over: fc.record({
    location: fc.constantFrom("a.ts", "a.ts:3", "b.ts:1-9", "z.ts", ""), failureMode: fc.constantFrom("m1", "M1 ", "m2", "m3"), contract: fc.constantFrom("c1", "c2", null),
    class: fc.constantFrom(...BLOCKING_CLASSES.slice(0, 2), "editorial", "odd"), verdict: fc.constantFrom("verified", "refuted", "unconfirmed", "conflict"),
    attribution: fc.constantFrom("target", "pre-existing"), dependsOn: fc.subarray(["f1", "f2", "g"]),
    evidence: fc.array(fc.record({ kind: fc.constantFrom("location", "check", "command"), ref: fc.constantFrom("a.ts", "test", "z"), signature: fc.constantFrom("s", null) }), { maxLength: 2 }),
  }, { requiredKeys: [] }),
}, { requiredKeys: ["id"] });
const call = fc.record({ findings: fc.array(findingArb, { maxLength: 4 }), resolutions: fc.dictionary(fc.constantFrom("f1", "f2", "risk:f1"), fc.constantFrom("fixed", "still-open")) });
const failing = fc.oneof({ weight: 6, arbitrary: call }, { weight: 1, arbitrary: fc.constant({ fails: true }) }, { weight: 1, arbitrary: fc.constant({ findings: [], moves: true }) });
const script: fc.Arbitrary<Script> = fc.record({
  kind: fc.constantFrom("pr", "local-diff"), surface: fc.constant(["a.ts", "b.ts"]), size: fc.constantFrom("trivial", "small", "normal", "large"), signals: fc.subarray(["payments", "reliability"]),
  explicitMode: fc.constantFrom("review-only", "review-and-fix"), budget: fc.constantFrom("economy", "standard", "strict", undefined), mechanical: fc.boolean(), decisive: fc.boolean(), distinctArchitecture: fc.boolean(),
  reserve: fc.constantFrom(undefined, "arbitration", "final-pass"),
  checks: fc.dictionary(fc.constantFrom("test", "lint"), fc.record({ base: fc.constantFrom("pass", "fail", "none"), seq: fc.array(fc.constantFrom("pass", "fail#a", "fail#b", "not-run"), { minLength: 1, maxLength: 4 }) })),
  lanes: fc.dictionary(fc.constantFrom("correctness", "consolidated", "risk", "architecture", "final-pass"), fc.array(failing, { maxLength: 4 })),
  fixer: fc.array(fc.record({ diff: fc.subarray(["a.ts", "b.ts"]), throws: fc.constantFrom(false, false, false, true), systemic: fc.boolean(), content: fc.constantFrom("h0", "h7", "h8", "h9") }), { maxLength: 3 }),
  arbitration: fc.dictionary(fc.constantFrom("f1", "f2", "f3"), fc.constantFrom("verified", "refuted", "unconfirmed")),
  abort: fc.constantFrom(false, false, false, true), noVerifier: fc.boolean(),
  remote: fc.constantFrom(undefined, { prCi: "green", committed: "yes", deployed: "no" }),
}) as fc.Arbitrary<Script>;

const base = { kind: "pr", surface: indexSurface(["a.ts", "b.ts"], "pr"), checks: new Map(), requirements: new Set(["R1"]), textAt: () => "text" } as const;

describe("laws over random runs", () => {
  test("BD-INV-01..05, BD-INV-07: bounds, gate, one state each, and the fixer's diet", () => {
    fc.assert(
      fc.property(script, (one) => {
        const { report, fixPackets, ledger, facts } = playScenario(one);
        const { limits, configured } = report.budget;
        expect(report.repairLoopsUsed).toBeLessThanOrEqual(limits.repairLoops);
        expect(limits.repairLoops).toBeLessThanOrEqual(3);
        if (report.authorization.mode === "review-only") expect([report.repairLoopsUsed, limits.repairLoops, report.edits.length]).toEqual([0, 0, 0]);
        expect(new Set(report.lanes.map(({ lane }) => lane)).size).toBe(report.lanes.length);
        expect(report.lanes.length).toBeLessThanOrEqual(limits.reviewers);
        expect(report.delegatedCalls).toBeLessThanOrEqual(mostDelegatedCalls(BUDGETS[configured]));
        expect(report.statuses.reviewClean === "yes").toBe(report.token === "review-clean");
        if (report.token === "review-clean") {
          expect([report.findings.unresolved, report.findings.unconfirmed]).toEqual([[], []]);
          expect(["passed", "not-run"]).toContain(report.statuses.localVerification);
        }
        const ids = ["fixed", "unresolved", "unconfirmed", "advisories"].flatMap((list) => report.findings[list as "fixed"].map(({ id }) => id));
        expect(new Set(ids).size).toBe(ids.length);
        const told = new Set(report.findings.advisories.map(({ id }) => id));
        for (const packet of fixPackets) {
          for (const blocker of packet.blockers) {
            expect(blocker.state).toBe("open");
            if (blocker.members.length === 1) expect(told.has(blocker.id)).toBe(false);
          }
        }
        expect(facts.openBlockers).toBe(entriesIn(ledger, "open").length);
        expect(JSON.stringify(playScenario(structuredClone(one)).report)).toBe(JSON.stringify(report));
      }),
      { numRuns: 400 },
    );
  });

  test("BD-INV-06: the remote statuses depend on nothing else, and nothing on them", () => {
    fc.assert(
      fc.property(script, (one) => {
        const { statuses: blind, ...without } = playScenario({ ...one, kind: "pr", remote: undefined as never }).report;
        const { statuses: seen, ...rest } = playScenario({ ...one, kind: "pr", remote: { prCi: "green", committed: "yes", merged: "no", deployed: "yes", productionVerified: "yes" } }).report;
        expect(rest).toEqual(without);
        expect([seen.localVerification, seen.reviewClean]).toEqual([blind.localVerification, blind.reviewClean]);
        expect([seen.prCi, seen.committedMerged, seen.deployed, seen.productionVerified]).toEqual(["green", { committed: "yes", merged: "no" }, "yes", "yes"]);
      }),
      { numRuns: 50 },
    );
  });

  test("G9: BD-FIND-09: every finding that was sent is a member of one entry, or rejected with a reason", () => {
    fc.assert(
      fc.property(fc.array(fc.array(findingArb, { maxLength: 6 }), { maxLength: 3 }), fc.constantFrom("verified", "refuted", "unconfirmed"), (batches, verdict) => {
        let ledger = EMPTY_LEDGER;
        for (const batch of batches) {
          const outputs = [{ lane: "correctness" as const, output: { findings: batch.map(finding), resolutions: [], disputes: [] } }];
          ledger = absorb(ledger, triage(ledger, outputs, base), () => verdict);
        }
        const members = ledger.entries.reduce((sum, entry) => sum + entry.members.length, 0);
        expect(members + ledger.rejected.length).toBe(batches.flat().length);
        expect(new Set(ledger.entries.map(({ id }) => id)).size).toBe(ledger.entries.length);
        for (const { reason } of ledger.rejected) expect(reason).not.toBe("");
      }),
    );
  });

  test("BD-DEDUP-06: which defects there are, and which block, does not depend on the order of lanes and findings", () => {
    const shape = (findings: readonly ScriptedFinding[]) => {
      const outputs = findings.map((one) => ({ lane: "risk" as const, output: { findings: [finding(one)], resolutions: [], disputes: [] } }));
      const { entries, rejected } = absorb(EMPTY_LEDGER, triage(EMPTY_LEDGER, outputs, base), () => "verified");
      const groups = entries.map(({ state, members }) => `${state}:${members.map(({ finding: member }) => JSON.stringify(member)).sort().join()}`).sort();
      return [groups, rejected.map(({ reason }) => reason).sort()];
    };
    fc.assert(
      fc.property(fc.array(findingArb, { maxLength: 7 }).chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))), ([all, shuffled]) => {
        expect(shape(shuffled)).toEqual(shape(all));
      }),
      { numRuns: 300 },
    );
  });

  test("G20: nothing from outside causes an untyped error", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
        const answer = validateReviewOutput(value);
        if (answer.ok) absorb(EMPTY_LEDGER, triage(EMPTY_LEDGER, [{ lane: "risk", output: answer.value }], base), () => "verified");
        classifyAuthorization({ requestText: text });
        ignoredPhrases({ requestText: text });
        indexSurface([text], "plan").hasLocation(text);
        isSamePlace(text, text, "plan");
        isGlobMatch(text, text);
        expect(() => decideBounded(value as unknown as BoundedFacts)).toThrow(LoopwrightError);
      }),
    );
  });

  test("G17: a megabyte of adversarial text takes linear time", () => {
    const started = performance.now();
    for (const piece of ["do not ", "can fix and ", "a, ", "no changes to ", "until as many as "]) {
      const text = piece.repeat(1_000_000 / piece.length);
      classifyAuthorization({ requestText: text });
      ignoredPhrases({ requestText: text });
    }
    isGlobMatch("*a".repeat(500), "a".repeat(20_000));
    isGlobMatch("**/a/".repeat(100), "a/".repeat(2_000));
    const one = finding({ id: "f", over: { failureMode: " x".repeat(500_000), location: "a.ts" } });
    triage(EMPTY_LEDGER, [{ lane: "risk", output: { findings: [one, one], resolutions: [], disputes: [] } }], base);
    expect(performance.now() - started).toBeLessThan(60_000);
  }, 90_000);
});
