/**
 * Grading (RL-VN-01..07): what a finding weighs is computed from its label and its re-grades, never stored.
 *
 * Invariants:
 * 1. The order is fixed: label, lane ceiling, re-grades in sequence, form licence last (§17.3).
 * 2. A promotion always holds within its lane's ceiling; a demotion only with the misapplied definition and a reason.
 * 3. A defect that can be exploited now keeps its grade at every form.
 */
import { reviewSeverity, type ReviewSeverity } from "@loopwright/core";
import type { RaisedFinding, Regrade, TriageRow } from "../facts/triage-facts.js";
import { isText } from "./evidence-text.js";
import { effectiveForm } from "./delivery-form.js";
import { isPinned } from "./pinned-reference.js";
import type { RunView } from "./run-view.js";

/** A finding's grade and what it rests on. */
export type Grade = {
  /** The label's meaning, before anything else (RL-VN-03). */
  readonly label: ReviewSeverity;
  readonly severity: ReviewSeverity;
  /** Some demotion did not hold (RL-VN-05). */
  readonly voidDemotion: boolean;
  /** The delivery form alone lowered it (RL-VN-06). */
  readonly formLicensed: boolean;
};

/** Grades one finding of a row in round k. */
export function gradeFinding(view: RunView, k: number, row: TriageRow, finding: RaisedFinding): Grade {
  const label = reviewSeverity.read(finding.claimed).severity ?? "major";
  let severity = laneGrade(finding, row, label);
  let voidDemotion = false;
  for (const regrade of finding.regrades) {
    const isDemotion = reviewSeverity.compare(regrade.to, severity) > 0;
    if (isDemotion ? isDemotionHeld(finding, severity, regrade) : isPromotionHeld(finding, regrade)) severity = regrade.to;
    else if (isDemotion) voidDemotion = true;
  }
  const formLicensed =
    finding.addsUnrequestedGuardrail === true &&
    finding.exploitableNow !== true &&
    reviewSeverity.isBlocking(severity) &&
    view.at(effectiveForm, k) !== "production";
  return { label, severity: formLicensed ? "minor" : severity, voidDemotion, formLicensed };
}

/** What the lane makes of a label: lenses report minors, an unfollowable rule and a failed audit are majors at least. */
function laneGrade(finding: RaisedFinding, row: TriageRow, label: ReviewSeverity): ReviewSeverity {
  switch (finding.laneKind) {
    case "simplicity":
      return reviewSeverity.isBlocking(label) ? "minor" : label;
    case "legibility":
      if (isUnfollowable(finding, row)) return "major";
      return reviewSeverity.isBlocking(label) ? "minor" : label;
    case "audit":
      return reviewSeverity.isBlocking(label) ? label : "major";
    default:
      return label;
  }
}

/** A rule the reader could not follow; an external one only if its reference is not pinned (RL-LE-07, RL-LE-08). */
function isUnfollowable({ unfollowable }: RaisedFinding, { disposition }: TriageRow): boolean {
  if (unfollowable === undefined) return false;
  return unfollowable === "local" || disposition.kind !== "external-reference" || !isPinned(disposition.ref);
}

/** RL-SI-08 and RL-LE-13 cap what a lens may be promoted to. */
function isPromotionHeld({ laneKind, unfollowable, bloatBreaks }: RaisedFinding, { to }: Regrade): boolean {
  if (!reviewSeverity.isBlocking(to)) return true;
  if (laneKind === "simplicity") return to === "major" && isText(bloatBreaks);
  return laneKind !== "legibility" || unfollowable !== undefined;
}

/** RL-VN-05, and RL-LE-12 for what a cold reader could not follow. */
function isDemotionHeld(finding: RaisedFinding, severity: ReviewSeverity, { definition, reason, quote, whyReaderWrong }: Regrade): boolean {
  if (definition !== severity || !isText(reason)) return false;
  if (finding.laneKind !== "legibility" || finding.unfollowable === undefined) return true;
  return isText(quote) && finding.quotes.includes(quote) && isText(whyReaderWrong);
}

/** Severity by row id. */
export type Severities = ReadonlyMap<string, ReviewSeverity>;

/** The severity of every triage row of round k: its strongest finding's (RL-TR-01). A row without findings is `major`. */
export function severities(view: RunView, k: number): Severities {
  return new Map(view.triage(k).map((row) => [row.id, severityOf(view, k, row)]));
}

function severityOf(view: RunView, k: number, row: TriageRow): ReviewSeverity {
  return reviewSeverity.strongest(row.findings.map((finding) => gradeFinding(view, k, row, finding).severity)) ?? "major";
}

/** The serious rows of round k. */
export function seriousRows(view: RunView, k: number): readonly TriageRow[] {
  const bySeverity = view.at(severities, k);
  return view.triage(k).filter((row) => reviewSeverity.isBlocking(bySeverity.get(row.id) ?? "major"));
}
