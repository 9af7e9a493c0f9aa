/**
 * The ledger of one run: every finding that survived triage, under one id, in one state (BD-DEDUP-03, -05, BD-BASE-05).
 *
 * Invariants:
 * 1. An immutable value; each function returns the next one. Ids are unique and never change.
 * 2. Nothing leaves: what was sent is a member of an entry, or stands in `rejected` with its reason (BD-FIND-09, G9).
 * 3. A defect that returns is the same entry, opened again.
 */
import type { BoundedEvidence, LaneId, RawFinding } from "./bounded-finding.js";
import { unionEvidence } from "./bounded-finding.js";
import { gateChecks, type CheckLine, type CheckLog } from "./checks.js";

/** Where an entry stands. `open`: a verified blocker. */
export type EntryState = "open" | "unconfirmed" | "advisory" | "fixed";

/** A finding as one lane sent it. */
export type Member = { readonly name: string; readonly lane: LaneId; readonly finding: RawFinding };

/** A defect; a type alias, so that it is `Json`. */
export type LedgerEntry = {
  readonly id: string;
  readonly state: EntryState;
  /** Lanes that own it; none for a check's own failure. */
  readonly lanes: readonly LaneId[];
  /** All reports of it, the first one first; none for a check's own failure. */
  readonly members: readonly Member[];
  /** Of all reports, each item once. */
  readonly evidence: readonly BoundedEvidence[];
  readonly location: string;
  readonly causeLocation: string | null;
  readonly classification: "blocking" | "advisory";
  readonly class: string;
  readonly failureMode: string;
  readonly contract: string | null;
  readonly remediation: string;
  /** As the leading report has it; information only (BD-FIND-08). */
  readonly confidence: RawFinding["confidence"];
  readonly attribution: RawFinding["attribution"];
  readonly dependsOn: readonly string[];
};

/** A finding that was set aside. */
export type Rejection = { readonly id: string; readonly lane: LaneId; readonly reason: string };

/** The ledger. */
export type BoundedLedger = {
  readonly entries: readonly LedgerEntry[];
  readonly rejected: readonly Rejection[];
  /** `merged:`, `downgraded:`, `pre-existing:` notes, in order. */
  readonly notes: readonly string[];
};

/** A ledger without entries. */
export const EMPTY_LEDGER: BoundedLedger = /* @__PURE__ */ Object.freeze({ entries: [], rejected: [], notes: [] });

/** Entries in one state, in ledger order. */
export function entriesIn(ledger: BoundedLedger, state: EntryState): readonly LedgerEntry[] {
  return ledger.entries.filter((entry) => entry.state === state);
}

const CHECK_PREFIX = "check:";

/** Whether an entry is a check's own failure, with no finding behind it. */
export function isCheckEntry(entry: LedgerEntry): boolean {
  return entry.members.length === 0;
}

/** Checks that an entry cites. */
export function citedChecks(entry: LedgerEntry): readonly string[] {
  return entry.evidence.filter(({ kind }) => kind === "check").map(({ ref }) => ref);
}

/** Names that are taken: ids of entries, and of the reports that were merged into them. */
export function takenNames(ledger: BoundedLedger): Set<string> {
  return new Set(ledger.entries.flatMap((entry) => [entry.id, ...entry.members.map(({ name }) => name)]));
}

/** A free name for a finding: its own id, else with its lane, else with a number (BD-DEDUP-05). `check:` names belong to checks. */
export function freeName(id: string, lane: LaneId, taken: ReadonlySet<string>): string {
  if (!taken.has(id) && !id.startsWith(CHECK_PREFIX)) return id;
  const named = `${lane}:${id}`;
  let name = named;
  for (let number = 2; taken.has(name); number++) name = `${named}#${number}`;
  return name;
}

/** A finding's evidence that a check fails. */
export function checkEvidence(line: Pick<CheckLine, "id" | "signature">): BoundedEvidence {
  return { kind: "check", ref: line.id, signature: line.signature, quote: null, exitCode: null, output: null, steps: null };
}

/**
 * Takes in the required checks that fail through the target's fault (BD-BASE-05): a reviewer's finding that cites one owns
 * it; otherwise the check is a blocker of its own, opened again if it was there before.
 */
export function absorbFailingChecks(ledger: BoundedLedger, log: CheckLog): BoundedLedger {
  return gateChecks(log)
    .filter(({ status, attribution }) => status === "fail" && attribution === "target")
    .reduce(absorbFailingCheck, ledger);
}

function absorbFailingCheck(ledger: BoundedLedger, line: CheckLine): BoundedLedger {
  const id = `${CHECK_PREFIX}${line.id}`;
  const owner = ledger.entries.find((entry) => !isCheckEntry(entry) && (entry.state === "open" || entry.state === "unconfirmed") && citedChecks(entry).includes(line.id));
  const known = owner ?? ledger.entries.find((entry) => entry.id === id);
  if (known === undefined) return { ...ledger, entries: [...ledger.entries, checkEntry(id, line)] };
  const evidence = unionEvidence(known.evidence, [checkEvidence(line)]);
  return replaceEntry(ledger, { ...known, state: "open", evidence });
}

function checkEntry(id: string, line: CheckLine): LedgerEntry {
  return {
    id, state: "open", lanes: [], members: [], evidence: [checkEvidence(line)], location: "", causeLocation: null, classification: "blocking",
    class: "correctness-defect", failureMode: `required check ${line.id} fails`, contract: null, remediation: `Make \`${line.command}\` pass.`, confidence: "high",
    attribution: "target", dependsOn: [],
  };
}

/** The ledger with an entry in place of the one that has its id. */
export function replaceEntry(ledger: BoundedLedger, entry: LedgerEntry): BoundedLedger {
  return { ...ledger, entries: ledger.entries.map((one) => (one.id === entry.id ? entry : one)) };
}
