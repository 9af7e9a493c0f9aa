/**
 * What agents are told (QU-PRM-01..06, QU §5). Exported constants; nothing else goes into an instruction.
 *
 * Invariant: no instruction and no input tells the review number, the cap, or how many reviews remain (QU-REVIN-03).
 */
import type { QualitySettings } from "./options.js";

/** The writer's first call (QU-PRM-04). */
export const WRITER_DRAFT =
  "Write the complete deliverable described in `request`. Stay with its subject, its limits and the form it asks for. If you need a fact that `request` does not contain, put a clearly marked placeholder such as [DATE] there; never make a fact up. Output the deliverable and no commentary.";

/** The writer's later calls (QU-PRM-04). */
export const WRITER_REVISE =
  "Rework `draft` so that each entry of `feedback` is carried out in full. Leave alone whatever already satisfies `request`. Output the whole deliverable again, not a list of edits. Placeholders for facts missing from `request` stay placeholders.";

/** The reviewer's first call; `{maxChanges}` is filled in (QU-PRM-03). */
export const REVIEWER_BASE =
  "Judge `draft` by what `request` states, and by nothing beyond it; the deliverable is not to grow. Reply through the structured fields only. `feedback` holds the changes without which the draft misses the request: {maxChanges} entries at the very most, the weightiest first, one concrete change per entry. Taste and polish do not belong there. Set `approved` to true if and only if `feedback` has no entries. Names, dates, links, contacts, tools or details of an organisation that the user never supplied may be placeholders: this alone is no ground for refusal, and inventing a value is never a change to ask for. Do look whether each placeholder is recognisable as one and whether every required part or step is present.";

/** Appended from the second version on (QU-PRM-06). */
export const REVIEWER_LATER =
  "`previousFeedback` is what you asked for before. Go through it first. Open every entry that is still unmet with `[previous N]`, N being its 1-based place in that list. Beyond those, list something only where the revision itself has broken something that matters, opened with `[regression]`. If the stated criteria and the earlier entries are satisfied, approve.";

/** Appended on a repair call (QU-STR-03). */
export const REVIEWER_REPAIR =
  "Your last reply could not be used; `outputProblems` says why. Judge again and fill the two fields exactly as the schema says.";

/** The line above a caller's own instructions (QU-PRM-05). */
export const CALLER_HEADING = "Also, from whoever set up this run:";

/** Texts of one settings value. */
export interface Instructions {
  readonly draft: string;
  readonly revise: string;
  review(isLater: boolean, isRepair: boolean): string;
}

/** Puts instructions together: built-in text first, the caller's own under a heading after it (QU-PRM-05). */
export function instructionsFor({ maxChanges, instructions }: QualitySettings): Instructions {
  const base = REVIEWER_BASE.replace("{maxChanges}", String(maxChanges));
  return {
    draft: joined(WRITER_DRAFT, instructions.draft),
    revise: joined(WRITER_REVISE, instructions.revise),
    review: (isLater, isRepair) => {
      const parts = [base, ...(isLater ? [REVIEWER_LATER] : []), ...(isRepair ? [REVIEWER_REPAIR] : [])];
      return joined(parts.join("\n\n"), instructions.review);
    },
  };
}

function joined(builtIn: string, own: string): string {
  return own.trim() === "" ? builtIn : `${builtIn}\n\n${CALLER_HEADING}\n${own}`;
}
