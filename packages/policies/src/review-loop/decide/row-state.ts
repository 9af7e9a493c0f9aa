/** The effective state of rows of the failure table (RL-EN-09, RL-EN-17..20): a claim without its evidence is `unresolved`. */
import type { EnumRow, RowState } from "../facts/round-facts.js";
import { isText } from "./evidence-text.js";
import { resolutions, validRegistrations } from "./resolution.js";
import type { RunView } from "./run-view.js";

/** The table of round k with what each row's claim is worth. */
export function rowStates(view: RunView, k: number): readonly { readonly row: EnumRow; readonly state: RowState }[] {
  return (view.round(k)?.table ?? []).map((row) => ({ row, state: effectiveState(view, k, row) }));
}

function effectiveState(view: RunView, k: number, row: EnumRow): RowState {
  if (row.claimed === null || row.claimed === "unresolved") return "unresolved";
  if (row.contractSilent === true && !isSilenceSettled(row)) return "unresolved";
  return isEvidenced(view, k, row) ? row.claimed : "unresolved";
}

/** Where the contract says nothing, the row is a finding: fixed, or accepted as minor, and nothing else (RL-EN-09). */
function isSilenceSettled({ claimed, triageRow, reason }: EnumRow): boolean {
  if (triageRow === undefined) return false;
  return claimed === "fixed" || (claimed === "accepted-degraded" && reason?.definition === "minor");
}

function isEvidenced(view: RunView, k: number, row: EnumRow): boolean {
  switch (row.claimed) {
    case "verified-safe":
      return isVerifiedSafe(view, k, row);
    case "fixed": {
      const { fixedIn } = row;
      return fixedIn !== undefined && fixedIn <= k && (view.round(fixedIn)?.landed ?? null) !== null;
    }
    case "accepted-degraded": {
      const isReasoned = row.reason?.definition !== undefined && isText(row.reason.text);
      return isReasoned && (row.triageRow === undefined || view.at(resolutions, k).get(row.triageRow) === true);
    }
    case "registered":
      return row.triageRow !== undefined && view.at(validRegistrations, k).some(({ id }) => id === row.triageRow);
    default:
      return false;
  }
}

/** Inputs, observation and claim that agree, and no spot audit that says otherwise (RL-EN-18, RL-EN-23). */
function isVerifiedSafe(view: RunView, k: number, { id, evidence }: EnumRow): boolean {
  if (evidence === undefined || !evidence.matches) return false;
  if (evidence.inputs.length === 0 || !evidence.inputs.every(isText) || !isText(evidence.observed) || !isText(evidence.claim)) return false;
  return view.round(k)?.spotAudits.some(({ row, matches }) => row === id && !matches) !== true;
}
