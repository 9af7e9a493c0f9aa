/** A bounded run over scripted answers: the catalogue's state machine with every decision taken by the code under test. */
import { readFileSync } from "node:fs";
import { classifyAuthorization, forbiddenActions, ignoredPhrases } from "./authority.js";
import type { BoundedEvidence, LaneId, RawFinding, ReviewOutput } from "./bounded-finding.js";
import { absorbFailingChecks, EMPTY_LEDGER, entriesIn, citedChecks, type BoundedLedger, type LedgerEntry } from "./bounded-ledger.js";
import { boundedReport, type BoundedReport, type LaneReport } from "./bounded-report.js";
import { decideBounded, type BoundedFacts } from "./bounded-table.js";
import { budgetCoverage, chooseBudget, initialBudget, type Budget, type BudgetName } from "./budget.js";
import { affectedChecks, checkCoverage, currentChecks, gateChecks, markStale, openCheckLog, recordCheck, runnableChecks, type CheckLog, type CheckOutcome } from "./checks.js";
import type { EvidenceBase } from "./evidence-rules.js";
import { freezeScope, isDrifted, isHeadMoved, observeReview, type Snapshot } from "./frozen-scope.js";
import { isCoverageComplete, requiredCounts, type RemoteObservations } from "./gate.js";
import { batchesOf, isDecisive, selectLanes, type LaneSlot } from "./lanes.js";
import { lensOf } from "./lens.js";
import { fixPacket, fullPacket, targetedPacket, type FixPacket, type FullPacket, type TargetedPacket } from "./packets.js";
import { editsOf, isPlanOutside, opportunisticEdits, orderBatch, type AuthorityNeed, type Edit, type EditScope } from "./repair.js";
import { closeBlockers, hasNewEvidence, judgeRepair, lanesToAsk, rememberEvidence, targetedParts, type EvidenceMemory, type LaneResolution } from "./rereview.js";
import { classifySurface, type RiskSignal, type Size } from "./risk.js";
import { DEFAULT_ROUTING, routeModel, routingCoverage, workKindOf, type LiveCapabilities } from "./routing.js";
import { indexSurface, placeOf, type Mode, type TargetKind, type TouchedPath } from "./target.js";
import { absorb, needsArbitration, needsVerdict, triage, verdictWithoutVerifier, type Candidate, type FindingVerdict, type LaneOutput } from "./triage.js";

export interface ScriptedFinding {
  readonly id: string;
  readonly adv?: boolean;
  readonly over?: Partial<Omit<RawFinding, "evidence">> & { readonly verdict?: FindingVerdict; readonly evidence?: readonly (Partial<BoundedEvidence> & Pick<BoundedEvidence, "kind" | "ref">)[] };
}

export interface ScriptedCall {
  readonly findings?: readonly ScriptedFinding[];
  readonly resolutions?: { readonly [id: string]: "fixed" | "still-open" };
  readonly fails?: boolean;
  readonly moves?: boolean;
  readonly touches?: boolean;
}

export interface ScriptedRepair {
  readonly plan?: readonly string[];
  readonly needs?: readonly AuthorityNeed[];
  readonly diff?: readonly string[];
  readonly moves?: boolean;
  readonly throws?: boolean;
  readonly systemic?: boolean;
  readonly content?: string;
  readonly actions?: readonly string[];
}

export interface Script {
  readonly kind?: TargetKind;
  readonly surface?: readonly string[];
  readonly size?: Size;
  readonly signals?: readonly RiskSignal[];
  readonly explicitMode?: Mode | null;
  readonly requestText?: string;
  readonly budget?: BudgetName;
  readonly mechanical?: boolean;
  readonly decisive?: boolean;
  readonly distinctArchitecture?: boolean;
  readonly reserve?: "arbitration" | "final-pass";
  readonly waivedChecks?: readonly string[];
  readonly companionPaths?: readonly string[];
  readonly checks?: { readonly [id: string]: { readonly base: string; readonly seq: readonly string[] } };
  readonly lanes?: { readonly [lane: string]: readonly ScriptedCall[] };
  readonly fixer?: readonly ScriptedRepair[];
  readonly live?: { readonly overrides: boolean; readonly models: LiveCapabilities["models"] };
  readonly remote?: { readonly [name: string]: string };
  readonly arbitration?: { readonly [id: string]: FindingVerdict };
  readonly abort?: boolean;
  readonly unresolvable?: boolean;
  readonly noVerifier?: boolean;
}

export interface ScenarioRun {
  readonly report: BoundedReport;
  readonly facts: BoundedFacts;
  readonly order: readonly string[];
  readonly packets: readonly (FullPacket | TargetedPacket)[];
  readonly fixPackets: readonly FixPacket[];
  readonly ledger: BoundedLedger;
}

export interface Scenario {
  readonly id: string;
  readonly script: Script;
  readonly expect: { readonly [field: string]: unknown };
  readonly order: readonly string[];
}

export function readScenarios(): readonly Scenario[] {
  return JSON.parse(readFileSync(new URL("scenarios.fixture.json", import.meta.url), "utf8")) as Scenario[];
}

const LIVE: LiveCapabilities = {
  overridesAvailable: true,
  supportsNoHistory: true,
  models: [{ id: "m-terra", family: "terra", reasoning: ["medium", "high"] }, { id: "m-sol", family: "sol", reasoning: ["high", "xhigh"] }],
};

export const evidence = (one: Partial<BoundedEvidence> & Pick<BoundedEvidence, "kind" | "ref">): BoundedEvidence => ({
  signature: null, quote: null, steps: null,
  exitCode: one.kind === "command" ? 1 : null,
  output: one.kind === "command" ? "failed" : null,
  ...one,
});

/** A finding in the form of the shared script: blocking, at `a.ts`, with one location as evidence. */
export function finding({ id, adv = false, over = {} }: ScriptedFinding): RawFinding {
  const { verdict: _verdict, evidence: given, ...rest } = over;
  const location = over.location ?? "a.ts";
  return {
    id, location, causeLocation: null, classification: adv ? "advisory" : "blocking", class: adv ? "naming-style" : "correctness-defect",
    failureMode: `fm-${id}`, contract: `fn-${id}`, remediation: `mend ${id}`, confidence: "high", attribution: "target", dependsOn: [],
    evidence: (given ?? [{ kind: "location", ref: location }]).map(evidence), ...rest,
  };
}

/** What a script's `pass`, `fail#t1`, `not-run (reason)` or `none` stands for. */
export function outcome(text: string): CheckOutcome {
  const reason = /\((.*)\)/.exec(text)?.[1];
  if (text.startsWith("not-run") || text === "none") return { status: "not-run", reason: reason ?? "unavailable" };
  if (text.startsWith("fail")) return { status: "fail", signature: text.split("#")[1] ?? "same", output: "red" };
  return { status: "pass" };
}

/** Plays a script to its report. */
export function playScenario(script: Script): ScenarioRun {
  return new Player(script).play();
}

class Player {
  readonly script: Script;
  readonly kind: TargetKind;
  readonly order: string[] = [];
  readonly packets: (FullPacket | TargetedPacket)[] = [];
  readonly fixPackets: FixPacket[] = [];
  readonly coverage: string[] = [];
  readonly notes: string[] = [];
  readonly edits: Edit[] = [];
  readonly lanes = new Map<LaneId, { report: LaneReport; slot: LaneSlot }>();
  readonly firstPass: boolean[] = [];
  readonly rereviews: boolean[] = [];
  readonly verdicts: Map<string, FindingVerdict>;
  log: CheckLog;
  ledger: BoundedLedger = EMPTY_LEDGER;
  facts: BoundedFacts;
  budget: Budget;
  decisive = false;
  size: Size = "normal";
  snapshot: Snapshot = { contentHash: "h0", headRef: "head", remoteHead: "remote" };
  expected: Snapshot = this.snapshot;

  constructor(script: Script) {
    this.script = script;
    this.kind = script.kind ?? "pr";
    const checks = script.checks ?? { test: { base: "pass", seq: ["pass"] } };
    this.log = openCheckLog(Object.keys(checks).map((id) => ({ id, command: `run ${id}`, required: true })), script.waivedChecks);
    const { mode } = this.authorization();
    this.budget = initialBudget(script.budget, mode);
    this.verdicts = new Map(Object.values(script.lanes ?? {}).flat().flatMap(({ findings = [] }) => findings.map(({ id, over }) => [id, over?.verdict ?? "verified"] as const)));
    this.facts = {
      phase: "intake", mode, authorityViolation: false, aborted: false, intakeComplete: script.unresolvable !== true,
      surfaceEmpty: script.unresolvable !== true && script.surface?.length === 0, targetDrifted: false, scopeExceeded: false, openBlockers: 0,
      unconfirmedBlockers: 0, requiredFailed: 0, requiredNotRun: 0, coverageComplete: false, fixerFailed: false, loopsUsed: 0,
      loopsMax: this.loopsMax(), newEvidence: true,
    };
  }

  authorization() {
    const { explicitMode = "review-and-fix", requestText } = this.script;
    return classifyAuthorization({ explicitMode: explicitMode ?? undefined, requestText });
  }

  loopsMax(): 0 | 1 | 2 | 3 {
    return this.budget.limits.repairLoops as 0 | 1 | 2 | 3;
  }

  set(facts: Partial<BoundedFacts>): void {
    this.facts = { ...this.facts, ...facts };
  }

  sync(): void {
    this.set({
      openBlockers: entriesIn(this.ledger, "open").length, unconfirmedBlockers: entriesIn(this.ledger, "unconfirmed").length, ...requiredCounts(this.log),
      coverageComplete: isCoverageComplete({ firstPass: this.firstPass, rereviews: this.rereviews, decisive: this.decisive }),
    });
  }

  play(): ScenarioRun {
    this.set(requiredCounts(this.log));
    if (decideBounded(this.facts).token !== null) return this.finish(null);
    this.coverage.push(...checkCoverage(this.log));
    this.order.push("baseline");
    this.runChecks(runnableChecks(this.log).map(({ id }) => id), "baseline", 0);
    const { script, kind } = this;
    const { size = "normal", signals = [], mechanical = false } = script;
    const classified = classifySurface({ state: "answered", value: { size, signals, kinds: [], mechanical } }, {});
    const { risk } = classified;
    this.size = size;
    this.decisive = isDecisive(script.decisive === true, gateChecks(this.log));
    this.budget = chooseBudget({ explicit: script.budget, risk, size, decisive: this.decisive, mode: this.facts.mode });
    this.set({ loopsMax: this.loopsMax() });
    this.coverage.push(...classified.coverage, ...budgetCoverage(this.budget, risk));
    const selection = selectLanes({
      kind, size, signals, risk, decisive: this.decisive, distinctArchitecture: script.distinctArchitecture === true, reviewers: this.budget.limits.reviewers, reserve: script.reserve,
    });
    this.coverage.push(...selection.coverage);
    for (const slot of selection.lanes) this.openLane(slot, risk, signals);
    this.review(selection.lanes, risk, signals);
    for (;;) {
      if (decideBounded(this.facts).token !== null) return this.finish({ level: risk, signals, size });
      this.repair(selection.lanes, { kinds: [], signals, risk });
    }
  }

  openLane(slot: LaneSlot, risk: "low" | "standard" | "high", signals: readonly RiskSignal[]): void {
    const live = this.script.live === undefined ? LIVE : { ...LIVE, overridesAvailable: this.script.live.overrides, models: this.script.live.models };
    const model = routeModel(workKindOf({ lane: slot.lane, size: this.size, risk, signals, exceptional: false }), live, DEFAULT_ROUTING);
    this.coverage.push(...routingCoverage(model));
    this.lanes.set(slot.lane, { slot, report: { lane: slot.lane, lens: lensOf(slot), model, actualModel: null, calls: 0, status: "not-run" } });
  }

  runChecks(ids: readonly string[], phase: string, step: number): void {
    const scripts = this.script.checks ?? { test: { base: "pass", seq: ["pass"] } };
    for (const id of ids) {
      const { base, seq } = scripts[id] ?? { base: "none", seq: ["none"] };
      const head = outcome(seq[Math.min(step, seq.length - 1)] ?? "none");
      this.log = recordCheck(this.log, id, phase, head, head.status === "fail" ? outcome(base) : null);
    }
  }

  base(): EvidenceBase {
    const surface = this.script.surface ?? ["a.ts"];
    return {
      kind: this.kind, surface: indexSurface(surface, this.kind), checks: new Map(currentChecks(this.log).map((line) => [line.id, line])),
      requirements: new Set(["R1"]), textAt: () => "text of the artifact",
    };
  }

  call(slot: LaneSlot, pass: "full" | "targeted", batch: readonly LedgerEntry[], touched: readonly string[]): LaneOutput | null {
    const known = this.lanes.get(slot.lane);
    if (known === undefined) throw new Error(`lane ${slot.lane} was not opened`);
    const number = known.report.calls + 1;
    this.order.push(`${slot.lane}#${number} ${pass}`);
    const input = { slot, scope: this.scope(), artifact: pass === "full" ? "the diff" : targetedParts(touched, batch).places.join("\n"), baseline: currentChecks(this.log) };
    this.packets.push(pass === "full" ? fullPacket(input) : targetedPacket({ ...input, delta: touched.join("\n"), batch }));
    const answer: ScriptedCall = this.script.lanes?.[slot.lane]?.[number - 1] ?? {};
    if (answer.touches === true) this.snapshot = { ...this.snapshot, contentHash: `${this.snapshot.contentHash}+reviewer` };
    if (answer.moves === true) this.snapshot = { ...this.snapshot, remoteHead: "moved" };
    if (this.script.abort === true) this.set({ aborted: true });
    const isOk = answer.fails !== true;
    known.report = { ...known.report, calls: number, status: isOk && known.report.status !== "failed" ? "ok" : "failed" };
    if (!isOk) {
      this.coverage.push(`${pass === "full" && number === 1 ? "lane-failed" : "rereview-failed"}:${slot.lane}`);
      return null;
    }
    const resolutions = Object.entries(answer.resolutions ?? {}).map(([findingId, state]) => ({ findingId, state, evidence: [] }));
    const output: ReviewOutput = { findings: (answer.findings ?? []).map(finding), resolutions, disputes: [] };
    return { lane: slot.lane, output };
  }

  scope() {
    const { script } = this;
    return freezeScope({
      kind: this.kind, repository: "example", identity: { number: "1" }, surface: script.surface ?? ["a.ts"], requirements: [{ id: "R1", text: "works", source: "issue" }],
      companionPaths: script.companionPaths ?? [], contentHash: "h0", head: "head",
    });
  }

  review(slots: readonly LaneSlot[], risk: "low" | "standard" | "high", signals: readonly RiskSignal[]): void {
    const outputs: LaneOutput[] = [];
    for (const batch of batchesOf(slots, this.budget.limits.concurrent)) {
      this.order.push(`batch[${batch.map(({ lane }) => lane).join("+")}]`);
      const before = this.snapshot;
      for (const slot of batch) {
        const output = this.call(slot, "full", [], []);
        this.firstPass.push(output !== null);
        if (output !== null) outputs.push(output);
      }
      this.set(observeReview(before, this.snapshot));
      if (this.facts.authorityViolation || this.facts.aborted || this.facts.targetDrifted) break;
    }
    this.absorb(outputs, { risk, signals });
    this.set({ phase: "triaged" });
    this.sync();
  }

  absorb(outputs: readonly LaneOutput[], routing: { readonly risk: "low" | "standard" | "high"; readonly signals: readonly RiskSignal[] }): void {
    const isStopped = this.facts.authorityViolation || this.facts.aborted;
    const batch = triage(this.ledger, outputs, this.base());
    const verdictOf = (candidate: Candidate): FindingVerdict => {
      if (isStopped) return "unconfirmed";
      return this.script.noVerifier === true ? verdictWithoutVerifier(candidate) : (this.verdicts.get(candidate.members[0].finding.id) ?? "verified");
    };
    const verdicts = new Map(batch.candidates.filter(needsVerdict).map((candidate) => [candidate.id, verdictOf(candidate)]));
    for (const candidate of batch.candidates) {
      const verdict = verdicts.get(candidate.id);
      if (verdict === undefined || !needsArbitration(candidate, verdict)) continue;
      verdicts.set(candidate.id, this.arbitrate(candidate, routing));
    }
    this.ledger = absorb(this.ledger, batch, ({ id }) => verdicts.get(id) ?? "unconfirmed");
    this.ledger = absorbFailingChecks(this.ledger, this.log);
  }

  arbitrate(candidate: Candidate, { risk, signals }: { readonly risk: "low" | "standard" | "high"; readonly signals: readonly RiskSignal[] }): FindingVerdict {
    const isStopped = this.facts.targetDrifted || this.facts.authorityViolation || this.facts.aborted;
    if (isStopped || this.lanes.has("arbitration") || this.lanes.size >= this.budget.limits.reviewers) {
      this.coverage.push("conflict-unresolved");
      return "unconfirmed";
    }
    const slot: LaneSlot = { lane: "arbitration", lenses: ["arbitration"] };
    this.openLane(slot, risk, signals);
    const known = this.lanes.get("arbitration");
    if (known !== undefined) known.report = { ...known.report, calls: 1, status: "ok" };
    this.order.push("arbitration#1");
    return this.script.arbitration?.[candidate.id] ?? "unconfirmed";
  }

  memory: Pick<EvidenceMemory, "contents" | "evidence"> = { contents: [], evidence: [] };

  repair(lanes: readonly LaneSlot[], frozen: { readonly kinds: readonly never[]; readonly signals: readonly RiskSignal[]; readonly risk: "low" | "standard" | "high" }): void {
    const batch = orderBatch(entriesIn(this.ledger, "open"));
    const step = this.script.fixer?.[this.facts.loopsUsed] ?? { diff: [] };
    const scope: EditScope = { kind: this.kind, surface: this.script.surface ?? ["a.ts"], companionPaths: this.script.companionPaths ?? [] };
    if (isDrifted(this.expected, this.snapshot)) return this.set({ targetDrifted: true });
    if (step.plan !== undefined && isPlanOutside({ paths: step.plan, needs: step.needs ?? [] }, scope)) {
      this.order.push("fixer plan refused");
      return this.set({ scopeExceeded: true });
    }
    const memory = rememberEvidence(this.memory, this.ledger, this.log, this.snapshot.contentHash);
    this.memory = memory;
    const loop = this.facts.loopsUsed + 1;
    this.set({ loopsUsed: loop });
    this.order.push(`fixer loop${loop} [${batch.map(({ id }) => id).join(", ")}]`);
    this.fixPackets.push(fixPacket({ batch, scope: this.scope(), baseline: currentChecks(this.log), scopedProhibitions: this.authorization().scopedProhibitions }));
    const before = this.snapshot;
    const diff: TouchedPath[] = (step.diff ?? []).map((place) => {
      const [path = place, section] = this.kind === "plan" ? place.split("#") : [place];
      return { path, ...(section === undefined ? {} : { section }), added: 1, removed: 0 };
    });
    this.snapshot = { ...before, contentHash: diff.length === 0 ? before.contentHash : (step.content ?? `h${loop}`), headRef: step.moves === true ? "moved" : before.headRef };
    this.expected = this.snapshot;
    const edits = editsOf(diff, loop, scope);
    this.edits.push(...edits);
    this.notes.push(...opportunisticEdits(edits, batch, scope));
    this.log = markStale(this.log, diff.map(({ path }) => path));
    this.set({
      authorityViolation: isHeadMoved(before, this.snapshot) || forbiddenActions(step.actions ?? []).length > 0,
      scopeExceeded: edits.some(({ insideScope }) => !insideScope),
      fixerFailed: step.throws === true,
    });
    this.sync();
    if (this.facts.authorityViolation || this.facts.scopeExceeded || this.facts.fixerFailed) return;
    if (diff.length === 0) return this.set({ newEvidence: false });
    this.lookAgain(lanes, batch, diff, { memory, isSystemic: judgeRepair(frozen, { ...frozen, kinds: step.systemic === true ? ["shared-abstraction"] : [] }).isSystemic, ...frozen });
  }

  lookAgain(
    lanes: readonly LaneSlot[], batch: readonly LedgerEntry[], diff: readonly TouchedPath[],
    more: { readonly memory: EvidenceMemory; readonly isSystemic: boolean; readonly risk: "low" | "standard" | "high"; readonly signals: readonly RiskSignal[] },
  ): void {
    const touched = diff.map(placeOf);
    const affected = affectedChecks(this.log, diff.map(({ path }) => path), new Set(batch.flatMap(citedChecks)));
    this.order.push(`checks [${affected.join(", ")}]`);
    this.runChecks(affected, `loop-${this.facts.loopsUsed}`, this.facts.loopsUsed);
    const asked = more.isSystemic ? lanes.map(({ lane }) => lane) : lanesToAsk(batch, lanes.map(({ lane }) => lane));
    const outputs: LaneOutput[] = [];
    for (const slot of lanes.filter(({ lane }) => asked.includes(lane))) {
      const output = this.call(slot, more.isSystemic ? "full" : "targeted", batch, touched);
      this.rereviews.push(output !== null);
      if (output !== null) outputs.push(output);
    }
    const resolutions: LaneResolution[] = outputs.flatMap(({ lane, output }) => output.resolutions.map((resolution) => ({ lane, resolution })));
    this.ledger = closeBlockers(this.ledger, resolutions, this.log);
    this.absorb(outputs, more);
    this.set({ newEvidence: hasNewEvidence(more.memory, this.ledger, this.log, this.snapshot.contentHash, false) });
    this.sync();
  }

  finish(risk: { readonly level: "low" | "standard" | "high"; readonly signals: readonly RiskSignal[]; readonly size: Size } | null): ScenarioRun {
    const remote = this.script.remote;
    const observed = remote === undefined ? null : Object.fromEntries(Object.entries(remote).map(([name, value]) => [name, { value, source: "host", observedAt: "2030-01-01T00:00:00Z" }]));
    const report = boundedReport({
      facts: this.facts,
      target: { kind: this.kind, repository: "example", identity: { number: "1" }, baseRevision: "base", headRevision: "head", planRevision: null, surfaceHash: risk === null ? null : this.scope().surfaceHash },
      authorization: this.authorization(), risk, budget: this.budget, ignoredPhrases: ignoredPhrases({ requestText: this.script.requestText }),
      lanes: [...this.lanes.values()].map((one) => one.report), ledger: this.ledger, edits: this.edits, checks: this.log, coverage: this.coverage, notes: this.notes,
      remote: observed,
      usage: { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, complete: true }, observerErrors: 0,
    });
    return { report, facts: this.facts, order: this.order, packets: this.packets, fixPackets: this.fixPackets, ledger: this.ledger };
  }
}

/** A report in the scenarios' short form. */
export function summaryOf(report: BoundedReport): { readonly [field: string]: unknown } {
  const { statuses, findings, budget } = report;
  const ids = (list: readonly { readonly id: string }[]): readonly string[] => list.map(({ id }) => id);
  const last = new Map(report.checks.map((line) => [line.id, line]));
  const tag = ({ stale, attribution }: { readonly stale: boolean; readonly attribution: string | null }): string => (stale ? "(stale)" : attribution === null ? "" : `(${attribution})`);
  return {
    token: report.token, row: report.row, mode: report.authorization.mode, basis: report.authorization.basis, risk: report.risk.level,
    budget: `${budget.configured}(${budget.source})`, limits: [budget.limits.reviewers, budget.limits.concurrent, budget.limits.repairLoops],
    lanes: report.lanes.map(({ lane, model, calls, status }) => {
      const name = model.id === null ? "default" : [model.id, ...(model.reasoning === null ? [] : [model.reasoning])].join("/");
      return `${lane}:${name}:${calls}:${status}${model.fallback === null ? "" : `:fallback=${model.fallback.from}/${model.fallback.reason}`}`;
    }),
    delegatedCalls: report.delegatedCalls, repairLoopsUsed: report.repairLoopsUsed,
    fixed: ids(findings.fixed), unresolved: ids(findings.unresolved), unconfirmed: ids(findings.unconfirmed), advisories: ids(findings.advisories),
    rejected: findings.rejected.map(({ id, reason }) => `${id}:${reason}`),
    edits: report.edits.map(({ loop, path, insideScope }) => `L${loop} ${path}${insideScope ? "" : " OUTSIDE"}`),
    checks: [...last.values()].map((line) => `${line.id}:${line.status}${tag(line)}`),
    coverageReductions: report.coverageReductions, notes: report.notes, localVerification: statuses.localVerification, reviewClean: statuses.reviewClean,
    prCi: statuses.prCi, committedMerged: statuses.committedMerged, deployed: statuses.deployed, productionVerified: statuses.productionVerified,
    nextAction: report.nextAction.code,
  };
}

/** What every scenario expects unless it says otherwise. */
export const DEFAULT_SUMMARY: { readonly [field: string]: unknown } = {
  token: "review-clean", row: "T12", mode: "review-and-fix", basis: "explicit-field", risk: "standard", budget: "standard(default)", limits: [2, 2, 2],
  lanes: ["correctness:m-terra/medium:1:ok"], delegatedCalls: 1, repairLoopsUsed: 0, fixed: [], unresolved: [], unconfirmed: [], advisories: [], rejected: [],
  edits: [], checks: ["test:pass"], coverageReductions: [], notes: [], localVerification: "passed", reviewClean: "yes", prCi: "not-checked",
  committedMerged: { committed: "not-checked", merged: "not-checked" }, deployed: "not-checked", productionVerified: "not-checked", nextAction: "none",
};
