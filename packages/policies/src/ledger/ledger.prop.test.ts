/** Laws of the ledger, over random sessions and random input. */
import { deepFreeze } from "@loopwright/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anchorReader, ledgerContext } from "./context.js";
import { codeOf, CONTEXT, CYCLE, cycleContext, finding, LINES, ledgerOf, TODAY } from "./cycle.fixture.js";
import { readConfigFile, readConfigRecord } from "./config/config-file.js";
import { decideLedger } from "./decision/decide.js";
import { applyIntake } from "./intake/intake.js";
import { extractFindings } from "./intake/extract-findings.js";
import { applyAttachWitness } from "./operations/attach-witness.js";
import { applyCloseRound } from "./operations/close-round.js";
import { applyDisposition, applyDispositionBatch } from "./operations/disposition.js";
import { applyOpenInstance } from "./operations/open-instance.js";
import { applyCannotReproduce, applyVerify } from "./operations/verify.js";
import { LedgerProblem } from "./problem.js";
import { applyCheckDiff } from "./scope/check-diff.js";
import { reportText } from "./texts/report.js";
import { isDecidable } from "./value/entry.js";
import { newLedger, type FindingStatus, type Ledger } from "./value/ledger.js";
import { parseLedger, serialiseLedger } from "./value/parse-ledger.js";

const severity = fc.constantFrom("critical", "major", "substantive", "cosmetic");
const witness = fc.constantFrom(null, { kind: "test", ref: "t.test.ts", status: "red" }, { kind: "trace", ref: "x", status: "n/a" });
const raw = fc.record({
  severity,
  witness,
  claim: fc.constantFrom("one", "One!", "two", "three"),
  anchor: fc.constantFrom([1, 4], [2, 3], [10, 10], [39, 90]).chain((region) => fc.constantFrom("src/a.ts", "src/b.ts").map((file) => ({ file, region }))),
});
const id = fc.integer({ min: 1, max: 8 }).map((number) => `F-00${number}`);
const operation = fc.oneof(
  { weight: 4, arbitrary: fc.array(raw, { maxLength: 4 }).map((findings) => (ledger: Ledger) => applyIntake(ledger, { findings, artifact: "code" }, CONTEXT).ledger) },
  fc.tuple(id, fc.constantFrom("FIXED", "NOT-FIXED", "DISPUTED-STANDS")).map(([one, verdict]) => (ledger: Ledger) => applyVerify(ledger, { results: [{ id: one, verdict, evidence: "seen" }] }, CONTEXT).ledger),
  fc.tuple(id, fc.constantFrom("defer", "reject", "fix-now")).map(([one, action]) => (ledger: Ledger) => applyDisposition(ledger, { id: one, action, ticket: "T", reason: "R" }, CONTEXT).ledger),
  fc.tuple(severity, fc.constantFrom("defer", "reject")).map(([one, action]) => (ledger: Ledger) => applyDispositionBatch(ledger, { severity: one, action, ticket: "T", reason: "R" }, CONTEXT).ledger),
  id.map((one) => (ledger: Ledger) => applyCannotReproduce(ledger, { id: one, evidence: "tried" }, CONTEXT).ledger),
  id.map((one) => (ledger: Ledger) => applyAttachWitness(ledger, { id: one, ref: "tests/w.test.ts" }, CONTEXT).ledger),
  fc.constantFrom("spec", "code", "qa").map((checkpoint) => (ledger: Ledger) => applyOpenInstance(ledger, { checkpoint }, CONTEXT).ledger),
  { weight: 3, arbitrary: fc.constant((ledger: Ledger) => applyCloseRound(ledger, { today: TODAY, suiteEvidence: "ok" }, CONTEXT).ledger) },
);

const ARROWS: { readonly [S in FindingStatus]: readonly FindingStatus[] } = {
  open: ["open", "not-fixed", "disputed", "fixed", "deferred", "rejected"],
  "not-fixed": ["not-fixed", "disputed", "fixed", "deferred", "rejected"],
  disputed: ["disputed", "not-fixed", "fixed", "deferred", "rejected"],
  fixed: ["fixed"],
  deferred: ["deferred"],
  rejected: ["rejected"],
};

/** Plays operations; a refused one leaves the ledger as it was. Calls back with every step. */
function play(operations: readonly ((ledger: Ledger) => Ledger)[], each: (before: Ledger, after: Ledger) => void): Ledger {
  let ledger = newLedger("c");
  for (const apply of operations) {
    let after = ledger;
    try {
      after = deepFreeze(apply(ledger));
    } catch (thrown) {
      if (!(thrown instanceof LedgerProblem)) throw thrown;
    }
    each(ledger, after);
    ledger = after;
  }
  return ledger;
}

describe("conservation", () => {
  it("LG-INT-10, LG-FILE-5, case H03: no finding is lost, none has two states, no id is given twice, and only the arrows are walked", () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 30 }), (operations) => {
        const given = new Set<string>();
        const last = play(operations, (before, after) => {
          after.findings.forEach((entry, index) => {
            const earlier = before.findings[index];
            if (earlier === undefined) {
              expect(given.has(entry.id)).toBe(false);
              given.add(entry.id);
              return;
            }
            expect(entry.id).toBe(earlier.id);
            expect(ARROWS[earlier.status]).toContain(entry.status);
            expect(entry.raised_count).toBeGreaterThanOrEqual(earlier.raised_count ?? 1);
            expect(entry.verifications?.length).toBeGreaterThanOrEqual(earlier.verifications?.length ?? 0);
          });
          expect(after.findings.length).toBeGreaterThanOrEqual(before.findings.length);
          expect(after.history.length).toBeGreaterThanOrEqual(before.history.length);
        });
        expect(last.next_id).toBe(given.size + 1);
        expect(parseLedger(serialiseLedger(last))).toEqual(last);
        for (const { id: one } of last.findings) expect(reportText(last)).toContain(one);
      }),
      { numRuns: 300 },
    );
  });

  it("LG-CLOSE-4, LG-DIS-5: after any stop nothing that a person may decide about is left undecided", () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 30 }), (operations) => {
        play(operations, (before, after) => {
          const round = after.history.at(-1);
          if (after.history.length === before.history.length || round === undefined || !("result" in round) || !round.result.startsWith("STOP")) return;
          expect(after.findings.filter((entry) => isDecidable(entry) && entry.relitigates === undefined)).toEqual([]);
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe("order", () => {
  it("LG-DEC-1: a decision does not depend on the order of entries, but for the order of its lists", () => {
    fc.assert(
      fc.property(fc.array(operation, { minLength: 3, maxLength: 20 }), fc.infiniteStream(fc.nat()), (operations, random) => {
        const ledger = play(operations, () => undefined);
        const keys = new Map(ledger.findings.map((entry) => [entry, random.next().value] as const));
        const shuffled = [...ledger.findings].sort((left, right) => (keys.get(left) ?? 0) - (keys.get(right) ?? 0));
        const sorted = (findings: Ledger["findings"]) => {
          const { decision, token } = decideLedger({ ...ledger, findings }, CONTEXT.config);
          return { token, ...Object.fromEntries(Object.entries(decision).map(([key, value]) => [key, Array.isArray(value) ? [...(value as string[])].sort() : (value as unknown)])) };
        };
        expect(sorted(shuffled)).toEqual(sorted(ledger.findings));
      }),
    );
  });

  it("LG-INT-3, LG-CLOSE-2: the same input gives the same ledger, byte for byte", () => {
    fc.assert(fc.property(fc.array(operation, { maxLength: 15 }), (operations) => serialiseLedger(play(operations, () => undefined)) === serialiseLedger(play(operations, () => undefined))));
  });
});

describe("arbitrary input", () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  const noise = fc.oneof(json, fc.record({ id: fc.oneof(id, json), severity: fc.oneof(severity, json), claim: json, anchor: json, witness: json, verdict: json, evidence: json, cited_rule: json }, { requiredKeys: [] }));
  const ledger = ledgerOf([{ id: "F-001" }, { id: "F-002", status: "fixed" }]);

  it("LG-SEC-34: no operation ends in another error than a LedgerProblem, and the ledger given stays as it was", () => {
    const copy = structuredClone(ledger);
    const calls: readonly ((value: never) => unknown)[] = [
      (value) => applyIntake(ledger, { findings: value, artifact: "code" }, CONTEXT),
      (value) => applyIntake(null, { findings: [value], artifact: "code" }, CONTEXT),
      (value) => applyIntake(null, { findings: [{ ...finding(), ...(value as object) }], artifact: "code" }, CONTEXT),
      (value) => applyVerify(ledger, { results: value }, CONTEXT),
      (value) => applyVerify(ledger, { results: [value] }, CONTEXT),
      (value) => applyCannotReproduce(ledger, { id: value, evidence: value }, CONTEXT),
      (value) => applyAttachWitness(ledger, { id: "F-001", ref: value, kind: value, status: value }, CONTEXT),
      (value) => applyDisposition(ledger, { id: "F-001", action: value, reason: value, ticket: value }, CONTEXT),
      (value) => applyDisposition(ledger, { id: "F-001", action: "reject", reason: value }, CONTEXT),
      (value) => applyDispositionBatch(ledger, { ids: Array.isArray(value) ? value : null, severity: value, action: "defer", ticket: value }, CONTEXT),
      (value) => applyOpenInstance(ledger, { checkpoint: value }, CONTEXT),
      (value) => applyCloseRound(ledger, { round: value, today: TODAY }, CONTEXT),
      (value) => parseLedger(JSON.stringify(value)),
      (value) => parseLedger(JSON.stringify({ ...ledger, ...(value as object) })),
      (value) => parseLedger(JSON.stringify({ ...ledger, findings: [{ ...ledger.findings[0], ...(value as object) }] })),
      (value) => readConfigRecord(Object(value) as never),
      (value) => extractFindings(`\`\`\`json\n${JSON.stringify(value)}\n\`\`\``),
    ];
    fc.assert(
      fc.property(noise, fc.nat(calls.length - 1), (value, index) => {
        codeOf(() => calls[index]?.(value as never));
      }),
      { numRuns: 3000 },
    );
    expect(ledger).toEqual(copy);
  });

  it("LG-SEC-34: texts neither", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        codeOf(() => parseLedger(text));
        codeOf(() => extractFindings(text));
        readConfigFile(`review_loop:\n  ${text}`);
        readConfigFile(text);
        const commit = { id: "0".repeat(40), message: text, changes: [{ path: text, hunk: null }], before: () => null, after: () => text };
        codeOf(() => applyCheckDiff(ledger, { finding: "F-001", commit, cycleDirectory: CYCLE }, CONTEXT));
      }),
      { numRuns: 500 },
    );
  });
});

describe("scale", () => {
  const limits = { findingsPerIntake: 1e6, findingsPerLedger: 1e6 };
  const text = Array.from({ length: 100_000 }, (_, index) => `line ${index}\n`).join("");
  const run = (count: number): number => {
    const context = ledgerContext({ limits, anchors: anchorReader(new Map([["f", text]])) });
    const findings = Array.from({ length: count }, (_, index) => finding({ claim: `claim ${index % 977}`, severity: index % 7 === 0 ? "major" : "cosmetic", anchor: { file: "f", region: [index + 1, index + 3] } }));
    const start = process.cpuUsage(); // not the clock: the machine may have other work
    const { ledger } = applyIntake(null, { findings, artifact: "code" }, context);
    const { decision } = decideLedger(ledger, context.config);
    const { user } = process.cpuUsage(start);
    expect(decision.open_ids).toHaveLength(count);
    return user / 1000;
  };

  it("LG-INT-4, LG-DEC-1: 100,000 findings through intake and decision, in time that grows with them", () => {
    run(20_000);
    const tenth = Math.min(run(10_000), run(10_000));
    const whole = Math.min(run(100_000), run(100_000));
    expect(whole).toBeLessThan(2000);
    expect(whole).toBeLessThan(10 * 4 * Math.max(tenth, 20));
  }, 60_000);

  it("LG-INT-8: as many of one claim at one text are told apart without going through all of them", () => {
    const context = cycleContext({ limits, anchors: anchorReader(new Map([["f", "same\n".repeat(50_000)]])) });
    const findings = Array.from({ length: 50_000 }, (_, index) => finding({ anchor: { file: "f", region: [index + 1, index + 1] } }));
    const start = performance.now();
    expect(applyIntake(null, { findings, artifact: "code" }, context).report.new).toHaveLength(50_000);
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(LINES).toHaveLength(40);
  }, 60_000);
});
