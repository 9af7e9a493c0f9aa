/**
 * Whether a result is a finding, or why it is none.
 *
 * Invariants:
 * 1. A finding is set aside only by a word of the format: an unknown kind, baseline or suppression leaves it a finding (F03).
 * 2. Every suppression must be accepted, or say nothing of its status; one that is rejected or under review lets it stand.
 * 3. What nobody judged (`open`, `review`) is neither a finding nor a pass (G4).
 */
import { quoted } from "./excerpt.js";
import type { JsonObjectAt } from "./json-object.js";
import type { SarifOtherReason } from "./sarif-result.js";

/** `null` for a finding. */
export interface Standing {
  readonly why: SarifOtherReason | null;
  readonly justification: string | null;
  readonly remarks: readonly string[];
}

/** Kinds of results that are no failures. */
const KINDS: ReadonlyMap<string, SarifOtherReason> = /* @__PURE__ */ new Map<string, SarifOtherReason>([
  ["pass", "pass"], ["informational", "informational"], ["notApplicable", "not-applicable"], ["open", "open"], ["review", "review"],
]);

const BASELINES: ReadonlySet<string> = /* @__PURE__ */ new Set(["new", "unchanged", "updated", "absent"]);

/** Reads kind, baseline and suppressions. */
export function standingOf(result: JsonObjectAt): Standing {
  const kind = result.text("kind") ?? "fail";
  const baseline = result.text("baselineState");
  const ofKind = KINDS.get(kind) ?? null;
  const isJudged = ofKind === "pass" || ofKind === "informational" || ofKind === "not-applicable";
  const suppression = readSuppressions(result.objects("suppressions") ?? []);
  const remarks = [
    ...(ofKind === null && kind !== "fail" ? [`the kind ${quoted(kind)} is none of the format`] : []),
    ...(baseline !== null && !BASELINES.has(baseline) ? [`the baseline state ${quoted(baseline)} is none of the format`] : []),
    ...suppression.remarks,
  ];
  if (baseline === "absent") return { why: "absent", justification: null, remarks };
  if (suppression.isSuppressed && !isJudged) return { why: "suppressed", justification: suppression.justification, remarks };
  return { why: ofKind, justification: null, remarks };
}

function readSuppressions(suppressions: readonly JsonObjectAt[]): { readonly isSuppressed: boolean; readonly justification: string | null; readonly remarks: readonly string[] } {
  const reasons: string[] = [];
  const remarks: string[] = [];
  let isSuppressed = suppressions.length > 0;
  for (const suppression of suppressions) {
    const status = suppression.text("status") ?? "accepted";
    const reason = suppression.text("justification")?.trim() ?? "";
    if (reason !== "") reasons.push(reason);
    if (status === "accepted") continue;
    isSuppressed = false;
    remarks.push(status === "rejected" || status === "underReview" ? `a suppression is ${status === "rejected" ? "rejected" : "under review"}` : `the suppression status ${quoted(status)} is none of the format`);
  }
  return { isSuppressed, justification: reasons.length === 0 ? null : reasons.join("\n"), remarks };
}
