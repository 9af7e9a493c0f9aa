import { describe, expect, test } from "vitest";
import { evidenceKey } from "./bounded-finding.js";
import { EMPTY_LEDGER, entriesIn, type BoundedLedger, type LedgerEntry } from "./bounded-ledger.js";
import { openCheckLog, recordCheck, type CheckLog } from "./checks.js";
import { editsOf, isPlanOutside, opportunisticEdits, orderBatch, type EditScope } from "./repair.js";
import { closeBlockers, hasNewEvidence, judgeRepair, lanesToAsk, rememberEvidence, targetedParts, type Boundaries, type LaneResolution } from "./rereview.js";
import { evidence, finding, playScenario, type Script } from "./scenario.fixture.js";

const entry = (id: string, more: Partial<LedgerEntry> = {}): LedgerEntry => {
  const one = finding({ id });
  return {
    id, state: "open", lanes: ["correctness"], members: [{ name: id, lane: "correctness", finding: one }], evidence: one.evidence, location: one.location, causeLocation: null,
    classification: "blocking", class: one.class, failureMode: one.failureMode, contract: one.contract, remediation: one.remediation, confidence: one.confidence, attribution: one.attribution, dependsOn: [], ...more,
  };
};
const cites = (id: string, check: string, more: Partial<LedgerEntry> = {}) => entry(id, { evidence: [evidence({ kind: "check", ref: check, signature: "s" })], ...more });
const ledger = (...entries: LedgerEntry[]): BoundedLedger => ({ ...EMPTY_LEDGER, entries });
const ids = (entries: readonly LedgerEntry[]): readonly string[] => entries.map(({ id }) => id);
const blocker: Script = { lanes: { correctness: [{ findings: [{ id: "f1" }] }] } };
const scope: EditScope = { kind: "pr", surface: ["a.ts", "c.ts"], companionPaths: ["*.test.ts"] };
const touched = (...paths: string[]) => paths.map((path) => ({ path, added: 2, removed: 1 }));

describe("the batch", () => {
  test("BD-FIX-02: what others need first, then what a check backs, then by id", () => {
    expect(ids(orderBatch([entry("c"), entry("a"), entry("b")]))).toEqual(["a", "b", "c"]);
    expect(ids(orderBatch([entry("a"), cites("z", "test")]))).toEqual(["z", "a"]);
    expect(ids(orderBatch([entry("f1", { dependsOn: ["f2"] }), entry("f2"), cites("f3", "test", { dependsOn: ["f1"] })]))).toEqual(["f2", "f1", "f3"]);
    expect(ids(orderBatch([entry("a", { dependsOn: ["b"] }), entry("b", { dependsOn: ["a"] }), entry("c", { dependsOn: ["gone", "c"] })]))).toEqual(["c", "a", "b"]);
    expect(ids(orderBatch([entry("b"), entry("a", { dependsOn: ["g1"] }), entry("k", { members: [{ name: "g1", lane: "risk", finding: finding({ id: "g1" }) }] })]))).toEqual(["b", "k", "a"]);
  });

  test("BD-FIX-02: BD-FIX-03: all open blockers in one packet with exactly four keys", () => {
    const { fixPackets, order } = playScenario({ lanes: { correctness: [{ findings: [{ id: "f2", over: { dependsOn: ["f9"] } }, { id: "f9" }, { id: "n1", adv: true }] }] }, fixer: [{ diff: ["a.ts"] }] });
    expect(order).toContain("fixer loop1 [f9, f2]");
    expect(fixPackets).toHaveLength(1);
    expect(Object.keys(fixPackets[0] ?? {}).sort()).toEqual(["baseline", "blockers", "constraints", "scope"]);
  });

  test("BD-FIX-07: BD-FIX-08: a failed fixer stops; a check that cannot run does not stop a repair", () => {
    expect(playScenario({ ...blocker, fixer: [{ diff: ["a.ts"], throws: true }] }).report).toMatchObject({ token: "fixer-failed", edits: [{ path: "a.ts" }], delegatedCalls: 1 });
    const { report } = playScenario({
      checks: { e2e: { base: "pass", seq: ["not-run"] } }, lanes: { correctness: [{ findings: [{ id: "f1" }] }, { findings: [], resolutions: { f1: "fixed" } }] }, fixer: [{ diff: ["a.ts"] }],
    });
    expect(report).toMatchObject({ token: "check-not-run", repairLoopsUsed: 1, findings: { fixed: [{ id: "f1" }] } });
  });

  test("BD-FAIL-04: what a failing fixer left behind outranks its failure", () => {
    expect(playScenario({ ...blocker, fixer: [{ diff: ["core/db.ts"], throws: true }] }).report.token).toBe("authority-needed");
    expect(playScenario({ ...blocker, fixer: [{ diff: ["a.ts"], throws: true, moves: true }] }).report.token).toBe("authority-violation");
  });
});

describe("scope", () => {
  test("BD-SCOPE-01: surface and companion paths, section by section in plans", () => {
    const outside = (...paths: string[]) => editsOf(touched(...paths), 1, scope).filter(({ insideScope }) => !insideScope).map(({ path }) => path);
    expect(outside("a.ts", "a.test.ts", "b.ts", "x/a.test.ts")).toEqual(["b.ts", "x/a.test.ts"]);
    const plan: EditScope = { kind: "plan", surface: ["plan.md#Rollback"], companionPaths: [] };
    expect(editsOf([{ path: "plan.md", section: "Rollback", added: 1, removed: 0 }, { path: "plan.md", section: "Deploy", added: 1, removed: 0 }, { path: "plan.md", added: 1, removed: 0 }], 1, plan).map(({ path, insideScope }) => `${path}:${insideScope}`)).toEqual(
      ["plan.md#Rollback:true", "plan.md#Deploy:false", "plan.md:false"],
    );
  });

  test("BD-SCOPE-02: a plan that leaves the scope, or needs more, costs neither edit nor loop", () => {
    expect(isPlanOutside({ paths: ["a.ts"] }, scope)).toBe(false);
    expect(isPlanOutside({ paths: ["a.ts", "b.ts"] }, scope)).toBe(true);
    for (const need of ["broader-scope", "destructive", "irreversible", "external"] as const) expect(isPlanOutside({ paths: ["a.ts"], needs: [need] }, scope)).toBe(true);
    const { report, fixPackets } = playScenario({ ...blocker, fixer: [{ plan: ["b.ts"], diff: ["a.ts"] }] });
    expect(report).toMatchObject({ token: "authority-needed", edits: [], repairLoopsUsed: 0 });
    expect(fixPackets).toEqual([]);
  });

  test("BD-SCOPE-03: BD-SCOPE-04: an excess edit stays listed, and nothing runs after it", () => {
    const { report, order } = playScenario({ ...blocker, fixer: [{ diff: ["a.ts", "core/db.ts"] }] });
    expect(report.edits.map(({ path, insideScope }) => [path, insideScope])).toEqual([["a.ts", true], ["core/db.ts", false]]);
    expect(order.at(-1)).toBe("fixer loop1 [f1]");
    expect(report.nextAction.code).toBe("grant-or-decline-scope");
  });

  test("BD-FIX-05: BD-REP-04: edits are those of the workspace, with their numbers", () => {
    expect(editsOf(touched("a.ts", "c.ts"), 2, scope)).toEqual([{ loop: 2, path: "a.ts", added: 2, removed: 1, insideScope: true }, { loop: 2, path: "c.ts", added: 2, removed: 1, insideScope: true }]);
  });

  test("BD-FIX-06: an edit that no blocker names is noted", () => {
    const edits = editsOf(touched("a.ts", "c.ts", "a.test.ts", "out.ts"), 1, scope);
    expect(opportunisticEdits(edits, [entry("f")], scope)).toEqual(["opportunistic-edit:c.ts"]);
    expect(opportunisticEdits(edits, [entry("f", { causeLocation: "c.ts:4" })], scope)).toEqual([]);
    expect(opportunisticEdits(edits, [entry("f", { contract: "c.ts" })], scope)).toEqual([]);
    expect(opportunisticEdits(edits, [entry("f"), entry("check:test", { members: [], lanes: [] })], scope)).toEqual([]);
  });
});

describe("looking again", () => {
  test("BD-RERV-02: touched parts, open blockers' places, named contracts, and nothing else", () => {
    const blockers = [entry("f", { location: "b.ts:2", causeLocation: "d.ts", contract: "load" }), entry("check:test", { location: "", contract: null }), entry("g", { location: "a.ts" })];
    expect(targetedParts(["a.ts"], blockers, ["save", "load"])).toEqual({ places: ["a.ts", "b.ts:2", "d.ts"], contracts: ["load", "fn-g", "save"] });
    expect(targetedParts([], [])).toEqual({ places: [], contracts: [] });
    const { packets } = playScenario({ surface: ["a.ts", "b.ts"], lanes: { correctness: [{ findings: [{ id: "f1" }] }, {}] }, fixer: [{ diff: ["a.ts"] }] });
    expect(packets[1]).toMatchObject({ pass: "targeted", artifact: "a.ts", assigned: [{ id: "f1" }] });
  });

  test("BD-RERV-03: owners in lane order, else the first lane, else nobody", () => {
    const lanes = ["correctness", "risk", "architecture"] as const;
    expect(lanesToAsk([entry("f", { lanes: ["architecture"] }), entry("g", { lanes: ["correctness"] })], lanes)).toEqual(["correctness", "architecture"]);
    expect(lanesToAsk([entry("check:test", { lanes: [] })], lanes)).toEqual(["correctness"]);
    expect(lanesToAsk([entry("check:test", { lanes: [] })], [])).toEqual([]);
    expect(playScenario({ size: "trivial", mechanical: true, decisive: true, explicitMode: "review-and-fix", checks: { test: { base: "pass", seq: ["pass"] } } }).report.lanes).toEqual([]);
  });

  test("BD-RERV-04: only a new kind, a new signal or a higher risk brings back the whole review", () => {
    const frozen = { kinds: ["schema"], signals: ["payments"], risk: "high" } as const;
    const isSystemic = (known: Boundaries, repair: Boundaries): boolean => judgeRepair(known, repair).isSystemic;
    expect(judgeRepair(frozen, null)).toEqual({ isSystemic: false, coverage: ["systemic-unclassified"] });
    expect(judgeRepair(frozen, frozen).coverage).toEqual([]);
    expect(isSystemic(frozen, frozen)).toBe(false);
    expect(isSystemic(frozen, { kinds: [], signals: [], risk: "low" })).toBe(false);
    expect(isSystemic(frozen, { ...frozen, kinds: ["migration"] })).toBe(true);
    expect(isSystemic(frozen, { ...frozen, signals: ["cryptography"] })).toBe(true);
    expect(isSystemic({ ...frozen, risk: "standard" }, frozen)).toBe(true);
    const script: Script = { signals: ["payments"], lanes: { correctness: [{ findings: [{ id: "f1" }] }] } };
    expect(playScenario({ ...script, fixer: [{ diff: ["a.ts"], systemic: true }] }).order.slice(-2)).toEqual(["correctness#2 full", "risk#2 full"]);
  });

  const said = (state: "fixed" | "still-open", findingId = "f", lane: LaneResolution["lane"] = "correctness", signature?: string): LaneResolution => ({
    lane, resolution: { findingId, state, evidence: signature === undefined ? [] : [evidence({ kind: "command", ref: "t", signature })] },
  });
  const logOf = (status: "pass" | "fail" | "not-run", base: "pass" | "fail" = "pass"): CheckLog =>
    recordCheck(openCheckLog([{ id: "test", command: "t", required: true }]), "test", "baseline", { status, signature: "s" }, { status: base, signature: "s" });
  const stateOf = (one: LedgerEntry, resolutions: readonly LaneResolution[], log: CheckLog = logOf("pass")) => closeBlockers(ledger(one), resolutions, log).entries[0]?.state;

  test("BD-RERV-05: case H03: an owner says so, none objects, every cited check passes; silence closes nothing", () => {
    expect(stateOf(entry("f"), [said("fixed")])).toBe("fixed");
    expect(stateOf(entry("f"), [])).toBe("open");
    expect(stateOf(entry("f"), [said("fixed", "g")])).toBe("open");
    expect(stateOf(entry("f"), [said("fixed", "f", "risk")])).toBe("open");
    const two = entry("f", { lanes: ["correctness", "risk"] });
    expect(stateOf(two, [said("fixed")])).toBe("fixed");
    expect(stateOf(two, [said("fixed"), said("still-open", "f", "risk")])).toBe("open");
    for (const status of ["fail", "not-run"] as const) expect(stateOf(cites("f", "test"), [said("fixed")], logOf(status))).toBe("open");
    expect(stateOf(cites("f", "test"), [said("fixed")])).toBe("fixed");
    expect(stateOf(cites("f", "test"), [said("fixed")], logOf("fail", "fail"))).toBe("open");
    expect(stateOf(entry("f", { state: "unconfirmed" }), [said("fixed")])).toBe("unconfirmed");
    const merged = entry("f", { members: [...entry("f").members, { name: "g", lane: "risk", finding: finding({ id: "g" }) }] });
    expect(stateOf(merged, [said("fixed", "g")])).toBe("fixed");
  });

  test("BD-RERV-05: BD-BASE-05: a check's own blocker closes when no failure of the target remains", () => {
    const own = cites("check:test", "test", { lanes: [], members: [] });
    expect(stateOf(own, [], logOf("pass"))).toBe("fixed");
    expect(stateOf(own, [], logOf("fail"))).toBe("open");
    expect(stateOf(own, [], logOf("fail", "fail"))).toBe("fixed");
    expect(stateOf(own, [], logOf("not-run"))).toBe("open");
  });

  test("BD-RERV-06: case H02: a late finding inside the surface counts like an early one", () => {
    const { report } = playScenario({ surface: ["a.ts", "b.ts"], lanes: { correctness: [{ findings: [{ id: "f1" }] }, { findings: [{ id: "late", over: { location: "b.ts" } }, { id: "far", over: { location: "z.ts" } }], resolutions: { f1: "fixed" } }] }, fixer: [{ diff: ["a.ts"] }, { diff: [] }] });
    expect(report.findings).toMatchObject({ fixed: [{ id: "f1" }], unresolved: [{ id: "late" }], rejected: [{ id: "far", reason: "out-of-frozen-scope" }] });
  });

  test("BD-RERV-07: a lane that fails when it looks again leaves its finding open and the coverage short", () => {
    const { report } = playScenario({ lanes: { correctness: [{ findings: [{ id: "f1" }] }, { fails: true }] }, fixer: [{ diff: ["a.ts"] }] });
    expect(report).toMatchObject({ coverageReductions: ["rereview-failed:correctness"], findings: { unresolved: [{ id: "f1" }] } });
  });

  const memory = (one: BoundedLedger, log: CheckLog = logOf("pass"), contents: readonly string[] = []) => rememberEvidence({ contents, evidence: [] }, one, log, "h0");

  test("BD-EVID-01: news is another set of blockers, unseen evidence, or a check that moved", () => {
    const before = ledger(entry("f"));
    const log = logOf("pass");
    const news = (after: BoundedLedger, later: CheckLog = log, hash = "h1", isEmpty = false) => hasNewEvidence(memory(before), after, later, hash, isEmpty);
    expect(news(before)).toBe(false);
    expect(news(ledger())).toBe(true);
    expect(news(ledger(entry("g")))).toBe(true);
    expect(news(ledger(entry("f"), entry("g")))).toBe(true);
    expect(news(ledger(entry("f", { evidence: [...entry("f").evidence, evidence({ kind: "command", ref: "t", signature: "new" })] })))).toBe(true);
    expect(news(before, recordCheck(log, "test", "loop-1", { status: "fail", signature: "t1" }, null))).toBe(true);
    expect(hasNewEvidence(memory(before, logOf("fail")), before, recordCheck(logOf("fail"), "test", "loop-1", { status: "fail", signature: "other" }, null), "h1", false)).toBe(true);
    expect(news(ledger(), log, "h1", true)).toBe(false);
    expect(news(ledger(), log, "h0")).toBe(false);
    expect(hasNewEvidence(memory(before, log, ["h9"]), ledger(), log, "h9", false)).toBe(false);
  });

  test("BD-EVID-01: evidence that some open blocker ever had is old; that of a still-open counts once", () => {
    const seen = evidence({ kind: "command", ref: "t", signature: "old" });
    const remembered = rememberEvidence({ contents: [], evidence: [evidenceKey(seen)] }, ledger(entry("f")), logOf("pass"), "h0");
    expect(hasNewEvidence(remembered, ledger(entry("f", { evidence: [seen] })), logOf("pass"), "h1", false)).toBe(false);
    const reported = closeBlockers(ledger(entry("f")), [said("still-open", "f", "correctness", "fresh")], logOf("pass"));
    expect(hasNewEvidence(memory(ledger(entry("f"))), reported, logOf("pass"), "h1", false)).toBe(true);
    expect(entriesIn(reported, "open")).toHaveLength(1);
  });

  test("BD-EVID-02: an empty diff runs nothing, and counts", () => {
    const { report, order } = playScenario({ ...blocker, fixer: [{ diff: [] }] });
    expect(order.at(-1)).toBe("fixer loop1 [f1]");
    expect(report).toMatchObject({ token: "no-new-evidence", repairLoopsUsed: 1 });
  });

  test("BD-EVID-03: BD-CEIL-01: case G17: nothing new comes before the ceiling, which the report tells all the same", () => {
    expect(playScenario({ ...blocker, budget: "economy", fixer: [{ diff: ["a.ts"] }] }).report).toMatchObject({ token: "no-new-evidence", row: "T15", ceilingReached: true });
    const moving: Script = { budget: "economy", checks: { test: { base: "pass", seq: ["fail#t1", "fail#t2"] } }, fixer: [{ diff: ["a.ts"] }] };
    expect(playScenario(moving).report).toMatchObject({ token: "repair-ceiling", row: "T16", ceilingReached: true, findings: { unresolved: [{ id: "check:test", classification: "blocking" }] } });
    expect(playScenario({ explicitMode: "review-only" }).report.ceilingReached).toBe(false);
  });
});
