/**
 * The ledger: every finding of a cycle and every round that was closed (LG-FILE).
 *
 * Invariants:
 * 1. An immutable value, in the snake_case of the file. Keys that are not known here are kept.
 * 2. Findings and history only grow; ids come from `next_id` and are never given twice.
 * 3. A model owns no id, no severity after intake, no status: only the operations of this folder make a new value.
 * 4. What a file may leave out (`raised_count`, `disposition`, …) reads as its default.
 */
import type { LedgerSeverity } from "@loopwright/core";
import type { LineRegion } from "@loopwright/evidence";

/** What a finding is about. */
export type ArtifactKind = "spec" | "plan" | "code" | "adr";
/** Kinds of artifacts. */
export const ARTIFACT_KINDS: readonly ArtifactKind[] = Object.freeze(["spec", "plan", "code", "adr"] as const);

/** Where a finding stands (LG-FILE-5). */
export type FindingStatus = "open" | "not-fixed" | "disputed" | "fixed" | "deferred" | "rejected";
/** All statuses. */
export const FINDING_STATUSES: readonly FindingStatus[] = Object.freeze(["open", "not-fixed", "disputed", "fixed", "deferred", "rejected"] as const);

/** How a finding is demonstrated. */
export type WitnessKind = "test" | "repro" | "trace" | "none";
/** All kinds of witnesses. */
export const WITNESS_KINDS: readonly WitnessKind[] = Object.freeze(["test", "repro", "trace", "none"] as const);
/** What a witness shows now. */
export type WitnessStatus = "red" | "green" | "n/a";
/** All statuses of witnesses. */
export const WITNESS_STATUSES: readonly WitnessStatus[] = Object.freeze(["red", "green", "n/a"] as const);

/** A demonstration. */
export type Witness = { readonly kind: WitnessKind; readonly ref: string | null; readonly status: WitnessStatus };

/** What a later look found (LG-VER-1). */
export type VerdictWord = "FIXED" | "NOT-FIXED" | "DISPUTED-STANDS";

/** One later look. */
export type Verification = { readonly iteration: number; readonly verdict: VerdictWord; readonly evidence: string };

/** Who decided (LG-DIS-6). */
export type DecidedBy = "human" | "agent" | "tool";

/** What was decided about a finding; the mixed shape is the format's (LG-FILE-4). */
export type StoredDisposition =
  | null
  | "fix-now"
  | { readonly action: "defer"; readonly ticket: string; readonly by?: DecidedBy; readonly at?: string }
  | { readonly action: "reject"; readonly reason: string; readonly by?: DecidedBy; readonly at?: string };

/** Where a finding points, by content (LG-FP). */
export type Anchor = { readonly file: string; readonly region: LineRegion; readonly fingerprint: string };

/** One finding (LG-FILE-2). */
export type LedgerEntry = {
  readonly id: string;
  readonly artifact?: string;
  /** Round of first intake. */
  readonly first_seen?: number;
  /** Perspective that raised it (LG-PASS-1). */
  readonly pass?: string | null;
  /** The one the verdict uses, after capping. */
  readonly severity: LedgerSeverity;
  readonly severity_as_reported?: LedgerSeverity;
  readonly cited_rule?: string | null;
  readonly anchor: Anchor;
  readonly claim: string;
  readonly witness?: Witness | null;
  readonly exit_criteria?: string | null;
  readonly status: FindingStatus;
  /** Sightings, merged ones included. */
  readonly raised_count?: number;
  readonly verifications?: readonly Verification[];
  readonly disposition?: StoredDisposition;
  readonly citation_unresolved?: boolean;
  /** Set on entries that the guard disputed: the settled finding they repeat (LG-REL-1). */
  readonly relitigates?: string;
  /** Set where a red test on a new claim opened a settled region again (LG-REL-3). */
  readonly contests?: string;
};

/** Numbers of findings by severity. */
export type SeverityCounts = { readonly [S in LedgerSeverity]: number };

/** What a closed round was decided to be (LG-DEC-3). */
export type LedgerAction = "CONTINUE" | "ESCALATE" | "STOP_CAP" | "STOP_ADVISORY" | "STOP_CLEAN";
/** All actions. */
export const LEDGER_ACTIONS: readonly LedgerAction[] = Object.freeze(["CONTINUE", "ESCALATE", "STOP_CAP", "STOP_ADVISORY", "STOP_CLEAN"] as const);

/** A closed round (LG-FILE-3). */
export type RoundRecord = {
  readonly iteration: number;
  /** All open entries before sealing. */
  readonly counts: SeverityCounts;
  readonly result: LedgerAction;
  readonly suite_evidence?: string;
  readonly gates_evidence?: string;
  /** Weight of what drove the loop (LG-DEC-5). */
  readonly weight?: number;
  /** Entries that bought the next round (LG-DIS-7). */
  readonly fix_now?: readonly string[];
  /** Whether that purchase was already held against its entries. */
  readonly fix_now_charged?: boolean;
  /** What a person answered (LG-DEC-9). */
  readonly user_choice?: string;
};

/** The start of a checkpoint's loop. */
export type InstanceMarker = { readonly instance: string; readonly reason?: string };

/** One item of the history. */
export type HistoryItem = RoundRecord | InstanceMarker;

/** A ledger (LG-FILE-1). */
export type Ledger = {
  readonly version?: number;
  readonly slug?: string;
  readonly findings: readonly LedgerEntry[];
  readonly history: readonly HistoryItem[];
  readonly next_id?: number;
};

/** A ledger without findings (LG-FILE-1). */
export function newLedger(slug: string): Ledger {
  return Object.freeze({ version: 1, slug, findings: Object.freeze([]), history: Object.freeze([]), next_id: 1 });
}

/** Whether a history item is a marker: it is one iff it has the key. */
export function isMarker(item: HistoryItem): item is InstanceMarker {
  return "instance" in item;
}

/** The id with a number: `F-001`, `F-1000` (LG-FILE-2). */
export function findingId(number: number): string {
  return `F-${String(number).padStart(3, "0")}`;
}
