/**
 * Looking again after a repair: who, at what, and what it closes (BD-RERV-01..06, BD-EVID-01).
 *
 * Invariants:
 * 1. Closing needs proof as opening does: an owner's word and every cited check. Silence closes nothing (F11, H03).
 * 2. News is mechanical: another set of blockers, evidence never seen, a check that moved. An empty diff or a content that
 *    was there before is no news, whatever else changed.
 */
import { evidenceKey, unionEvidence, type LaneId, type Resolution } from "./bounded-finding.js";
import { citedChecks, entriesIn, isCheckEntry, type BoundedLedger, type LedgerEntry } from "./bounded-ledger.js";
import { currentCheck, currentChecks, type CheckLog } from "./checks.js";
import { isHigherRisk, type Risk, type RiskSignal, type SurfaceKind } from "./risk.js";

/** The lanes to ask: owners of the batch, in lane order; the first lane if nobody owns it; nobody if there are no lanes (BD-RERV-03). */
export function lanesToAsk(batch: readonly LedgerEntry[], lanes: readonly LaneId[]): readonly LaneId[] {
  const owners = new Set(batch.flatMap((entry) => entry.lanes));
  const asked = lanes.filter((lane) => owners.has(lane));
  return asked.length > 0 ? asked : lanes.slice(0, 1);
}

/** Boundaries of a surface or of a repair. */
export interface Boundaries {
  readonly kinds: readonly SurfaceKind[];
  readonly signals: readonly RiskSignal[];
  readonly risk: Risk;
}

/**
 * Whether a repair voids the first review: it brings a kind or a signal that the frozen surface did not have, or a higher
 * risk (BD-RERV-04). `null`: nobody can tell, so it is not called systemic, and that is said.
 */
export function judgeRepair(frozen: Boundaries, repair: Boundaries | null): { readonly isSystemic: boolean; readonly coverage: readonly string[] } {
  if (repair === null) return { isSystemic: false, coverage: ["systemic-unclassified"] };
  const isNew = <T>(known: readonly T[], found: readonly T[]): boolean => found.some((one) => !known.includes(one));
  const isSystemic = isNew(frozen.kinds, repair.kinds) || isNew(frozen.signals, repair.signals) || isHigherRisk(repair.risk, frozen.risk);
  return { isSystemic, coverage: [] };
}

/** What a targeted re-review looks at (BD-RERV-02). */
export interface TargetedParts {
  readonly places: readonly string[];
  readonly contracts: readonly string[];
}

/** Touched parts, places of open blockers, contracts they or the fixer name. */
export function targetedParts(touched: readonly string[], blockers: readonly LedgerEntry[], affectedContracts: readonly string[] = []): TargetedParts {
  const places = blockers.flatMap(({ location, causeLocation }) => [location, ...(causeLocation === null ? [] : [causeLocation])]);
  const contracts = blockers.flatMap(({ contract }) => (contract === null ? [] : [contract]));
  return { places: [...new Set([...touched, ...places])].filter((place) => place !== ""), contracts: [...new Set([...contracts, ...affectedContracts])] };
}

/** What a lane said about an earlier finding. */
export interface LaneResolution {
  readonly lane: LaneId;
  readonly resolution: Resolution;
}

/**
 * Takes the resolutions of a re-review (BD-RERV-05). Evidence of a `still-open` is added to its blocker first; a silent owner
 * neither closes nor vetoes; words of a lane that does not own the finding do not count.
 */
export function closeBlockers(ledger: BoundedLedger, resolutions: readonly LaneResolution[], log: CheckLog): BoundedLedger {
  const entries = ledger.entries.map((entry) => {
    if (entry.state !== "open") return entry;
    const names = new Set([entry.id, ...entry.members.map(({ name }) => name)]);
    const own = resolutions.filter(({ lane, resolution }) => entry.lanes.includes(lane) && names.has(resolution.findingId)).map(({ resolution }) => resolution);
    const stillOpen = own.filter(({ state }) => state === "still-open");
    const evidence = stillOpen.reduce((all, one) => unionEvidence(all, one.evidence), entry.evidence);
    const isSaidFixed = entry.lanes.length === 0 || (stillOpen.length === 0 && own.length > 0);
    const state: LedgerEntry["state"] = isSaidFixed && areChecksSettled(entry, log) ? "fixed" : "open";
    return evidence === entry.evidence && state === entry.state ? entry : { ...entry, evidence, state };
  });
  return { ...ledger, entries };
}

/** Every cited check passes; a check's own entry is settled when no failure of the target remains. */
function areChecksSettled(entry: LedgerEntry, log: CheckLog): boolean {
  return citedChecks(entry).every((id) => {
    const line = currentCheck(log, id);
    if (line === null) return true; // Cites a check that does not exist: nothing to wait for.
    return line.status === "pass" || (isCheckEntry(entry) && line.status === "fail" && line.attribution !== "target");
  });
}

/** What news is told from; plain data, carried from loop to loop. */
export type EvidenceMemory = {
  /** Content hashes of every version so far. */
  readonly contents: readonly string[];
  /** Keys of evidence that some open blocker ever had. */
  readonly evidence: readonly string[];
  readonly openIds: readonly string[];
  /** Status and signature of each check at its last result. */
  readonly checks: { readonly [id: string]: string };
};

/** Remembers the state before a loop. */
export function rememberEvidence(memory: Pick<EvidenceMemory, "contents" | "evidence">, ledger: BoundedLedger, log: CheckLog, contentHash: string): EvidenceMemory {
  const open = entriesIn(ledger, "open");
  const evidence = new Set([...memory.evidence, ...open.flatMap((entry) => entry.evidence.map(evidenceKey))]);
  return {
    contents: [...new Set([...memory.contents, contentHash])],
    evidence: [...evidence],
    openIds: open.map(({ id }) => id),
    checks: Object.fromEntries(currentChecks(log).map(({ id, status, signature }) => [id, JSON.stringify([status, signature])])),
  };
}

/** Whether a loop brought news (BD-EVID-01). */
export function hasNewEvidence(before: EvidenceMemory, ledger: BoundedLedger, log: CheckLog, contentHash: string, isDiffEmpty: boolean): boolean {
  if (isDiffEmpty || before.contents.includes(contentHash)) return false;
  const open = entriesIn(ledger, "open");
  const ids = new Set(before.openIds);
  if (open.length !== ids.size || open.some(({ id }) => !ids.has(id))) return true;
  const seen = new Set(before.evidence);
  if (open.some((entry) => entry.evidence.some((one) => !seen.has(evidenceKey(one))))) return true;
  return currentChecks(log).some(({ id, status, signature }) => before.checks[id] !== undefined && before.checks[id] !== JSON.stringify([status, signature]));
}
