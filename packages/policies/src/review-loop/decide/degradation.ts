/** Degradations: what makes a pass `APPROVE-DEGRADED` (RL-TE-07, RL-TE-08, D12, D13). */
import { bloat } from "./net.js";
import { resolutions, validRegistrations } from "./resolution.js";
import { rowStates } from "./row-state.js";
import type { RunView } from "./run-view.js";

/** The reasons, in their order: bloat, accepted-degraded, residual-floor. */
export function degradeReasons(view: RunView, k: number): readonly string[] {
  const reasons: string[] = [];
  const grown = view.at(bloat, k);
  if (grown !== null) reasons.push(bloatReason(grown));
  const accepted = view.at(acceptedRows, k);
  if (accepted.length > 0) reasons.push(`accepted-degraded: ${accepted.join(", ")}`);
  const registered = view.at(validRegistrations, k).length;
  if (registered > 0) reasons.push(`residual-floor: ${registered}`);
  return reasons;
}

/** `bloat: +N lines, +M words over 2 rounds`, with only the units that grew in both. */
export function bloatReason({ lines, words }: { readonly lines: number; readonly words: number }): string {
  const units = [...(lines > 0 ? [`+${lines} lines`] : []), ...(words > 0 ? [`+${words} words`] : [])];
  return `bloat: ${units.join(", ")} over 2 rounds`;
}

/** Ids of accepted degradations: triage rows of the run that no later fix closed, then table rows of round k (D13). */
export function acceptedRows(view: RunView, k: number): readonly string[] {
  const ids: string[] = [];
  const closedFrom = view.at(lastClosings, k);
  for (let round = 1; round <= k; round++) {
    for (const { id, disposition } of view.triage(round)) {
      const isAccepted = disposition.kind === "accepted-degraded" && view.at(resolutions, round).get(id) === true;
      if (isAccepted && (closedFrom.get(id) ?? 0) < round) ids.push(id);
    }
  }
  const rows = view.at(rowStates, k).filter(({ state }) => state === "accepted-degraded");
  return [...ids, ...rows.map(({ row }) => row.id)];
}

/** The last round up to k whose fix claims to close each row. */
function lastClosings(view: RunView, k: number): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const [index, { landed }] of view.upTo(k).entries()) for (const id of landed?.closes ?? []) last.set(id, index + 1);
  return last;
}
