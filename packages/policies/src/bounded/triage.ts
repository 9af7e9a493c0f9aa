/**
 * Triage: from reviewers' answers to ledger entries (BD-FIND-01..09, BD-DEDUP-02..06, BD-ARB-01).
 *
 * Invariants:
 * 1. The order is fixed: shape, evidence, scope; then merging over all lanes of the batch and the ledger; then the class;
 *    then one verdict for each merged entry, on all its evidence.
 * 2. Agreement, silence and confidence change no state. A blocker needs a verdict, and the verdict needs evidence.
 * 3. Nothing is dropped: each finding ends as a member of an entry or as a rejection.
 */
import { ADVISORY_CLASSES, BLOCKING_CLASSES, foldMode, unionEvidence, type BoundedEvidence, type LaneId, type RawFinding, type ReviewOutput } from "./bounded-finding.js";
import { freeName, takenNames, type BoundedLedger, type LedgerEntry, type Member, type Rejection } from "./bounded-ledger.js";
import { leadingRemediation } from "./dedup.js";
import { DefectGroups } from "./defect-groups.js";
import { isBackedByCheck, isResolved, rejectionOf, type EvidenceBase } from "./evidence-rules.js";

/** A lane's valid answer. */
export interface LaneOutput {
  readonly lane: LaneId;
  readonly output: ReviewOutput;
}

/** What is known about a blocking claim. `conflict` goes to arbitration. */
export type FindingVerdict = "verified" | "refuted" | "unconfirmed" | "conflict";

/** Reports that are one defect, before their verdict. */
export interface Candidate {
  /** Id of its ledger entry, present or to be. */
  readonly id: string;
  /** The entry it joins; `null` for a new defect. */
  readonly known: LedgerEntry | null;
  readonly members: readonly [Member, ...Member[]];
  /** Of the entry and all members. */
  readonly evidence: readonly BoundedEvidence[];
  readonly isBlocking: boolean;
  /** What can be said without asking anyone; `null` if a verifier is to be asked. */
  readonly settled: "verified" | null;
  readonly isAllResolved: boolean;
  /** A lane holds evidence against it. */
  readonly isDisputed: boolean;
}

/** A batch, triaged as far as no verdict is needed. */
export interface Triage {
  readonly candidates: readonly Candidate[];
  readonly rejected: readonly Rejection[];
  readonly notes: readonly string[];
}

/** Triages the answers of a batch against the ledger. */
export function triage(ledger: BoundedLedger, outputs: readonly LaneOutput[], base: EvidenceBase): Triage {
  const rejected: Rejection[] = [];
  const notes: string[] = [];
  const taken = takenNames(ledger);
  const groups = new DefectGroups(ledger.entries, base.kind);
  for (const { lane, output } of outputs) {
    for (const finding of output.findings) {
      const reason = rejectionOf(finding, base);
      if (reason !== null) {
        rejected.push({ id: finding.id, lane, reason });
        continue;
      }
      const name = freeName(finding.id, lane, taken);
      taken.add(name);
      notes.push(...groups.add({ name, lane, finding }), ...classNotes(name, finding));
    }
  }
  const isDisputed = disputeTest(outputs, base);
  const candidates = groups.filled().map(({ id, known, members }) => candidateOf(id, known, members, base, members.some(isDisputed)));
  return { candidates, rejected, notes };
}

/** A test for findings that a lane disputes with evidence (BD-ARB-01). */
function disputeTest(outputs: readonly LaneOutput[], base: EvidenceBase): (member: Member) => boolean {
  const disputes = outputs.flatMap(({ output }) => output.disputes).filter(({ evidence }) => evidence.some((one) => isResolved(one, base)));
  return ({ finding }) =>
    disputes.some(({ failureMode, contract }) => foldMode(failureMode) === foldMode(finding.failureMode) && (contract === null || contract === finding.contract));
}

function candidateOf(id: string, known: LedgerEntry | null, members: readonly [Member, ...Member[]], base: EvidenceBase, isDisputed: boolean): Candidate {
  const evidence = members.reduce((all, { finding }) => unionEvidence(all, finding.evidence), known?.evidence ?? []);
  const isBlocking = members.some(({ finding }) => isBlockingClaim(finding));
  const isSettled = known?.state === "open" || isBackedByCheck(evidence, base);
  return { id, known, members, evidence, isBlocking, settled: isSettled ? "verified" : null, isAllResolved: evidence.every((one) => isResolved(one, base)), isDisputed };
}

/** Whether a finding may block: it says so, its class is one of the nine, and the fault is not an old one (BD-FIND-05). */
export function isBlockingClaim({ classification, class: name, attribution }: RawFinding): boolean {
  return classification === "blocking" && attribution !== "pre-existing" && (BLOCKING_CLASSES as readonly string[]).includes(name);
}

/** Whether a class is one of the advisory ones (BD-CLASS-02). */
export function isAdvisoryClass(name: string): boolean {
  return (ADVISORY_CLASSES as readonly string[]).includes(name);
}

function classNotes(name: string, finding: RawFinding): readonly string[] {
  if (finding.attribution === "pre-existing") return [`pre-existing:${name}`];
  return finding.classification === "blocking" && !isBlockingClaim(finding) ? [`downgraded:${name}`] : [];
}

/** Whether a verifier is to be asked about a candidate. */
export function needsVerdict(candidate: Candidate): boolean {
  return candidate.isBlocking && candidate.settled === null;
}

/** The verdict where there is no verifier: all evidence resolved blocks (BD-FIND-06). */
export function verdictWithoutVerifier(candidate: Candidate): FindingVerdict {
  return candidate.isAllResolved ? "verified" : "unconfirmed";
}

/** Whether a verdict leaves a real dispute, which only arbitration settles (BD-ARB-01). */
export function needsArbitration(candidate: Candidate, verdict: FindingVerdict): boolean {
  return needsVerdict(candidate) && (verdict === "conflict" || (verdict === "unconfirmed" && candidate.isDisputed));
}

/**
 * Puts a triaged batch into the ledger. `verdictOf` is asked for candidates that {@link needsVerdict}; a conflict that
 * arbitration did not settle is `unconfirmed` (BD-ARB-02).
 */
export function absorb(ledger: BoundedLedger, batch: Triage, verdictOf: (candidate: Candidate) => FindingVerdict): BoundedLedger {
  const rejected = [...ledger.rejected, ...batch.rejected];
  const entries = new Map(ledger.entries.map((entry) => [entry.id, entry]));
  for (const candidate of batch.candidates) {
    const verdict = candidate.settled ?? (candidate.isBlocking ? verdictOf(candidate) : null);
    if (verdict === "refuted") {
      rejected.push(...candidate.members.map(({ name, lane }) => ({ id: name, lane, reason: "refuted" })));
      continue;
    }
    entries.set(candidate.id, entryOf(candidate, stateAfter(candidate, verdict)));
  }
  return { entries: [...entries.values()], rejected, notes: [...ledger.notes, ...batch.notes] };
}

/** The state after a report (BD-DEDUP-03). */
function stateAfter({ known, isBlocking }: Candidate, verdict: FindingVerdict | null): LedgerEntry["state"] {
  if (!isBlocking) return known?.state ?? "advisory";
  if (verdict === "verified") return "open";
  return known?.state === "open" ? "open" : "unconfirmed";
}

function entryOf({ id, known, members, evidence }: Candidate, state: LedgerEntry["state"]): LedgerEntry {
  const all: readonly [Member, ...Member[]] = known === null ? members : [...known.members, ...members] as [Member, ...Member[]]; // the cast: `members` has one
  const lead = (all.find(({ finding }) => isBlockingClaim(finding)) ?? all[0]).finding;
  const isBlocking = state !== "advisory";
  const remediation = known === null || known.members.length > 0 ? leadingRemediation(all.map(({ finding }) => finding) as [RawFinding, ...RawFinding[]]) : known.remediation;
  return {
    id, state, evidence, remediation,
    lanes: [...new Set([...(known?.lanes ?? []), ...members.map(({ lane }) => lane)])],
    members: all,
    location: lead.location, causeLocation: lead.causeLocation, classification: isBlocking ? "blocking" : "advisory", class: lead.class,
    failureMode: lead.failureMode, contract: lead.contract, confidence: lead.confidence, attribution: lead.attribution,
    dependsOn: [...new Set(all.flatMap(({ finding }) => finding.dependsOn))],
  };
}
