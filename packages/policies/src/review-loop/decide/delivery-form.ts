/** The delivery form of a round: production, unless a sentence of the user's own says otherwise (RL-SF-07..11). */
import type { Form, FormClaim, ReviewRun } from "../facts/run-facts.js";
import { isText } from "./evidence-text.js";
import type { RunView } from "./run-view.js";

/** The form in effect in round k: that of the latest claim that holds (RL-SF-09). */
export function effectiveForm({ run }: RunView, k: number): Form {
  let form: Form = "production";
  let from = -Infinity;
  for (const claim of run.forms) {
    if (claim.fromRound > k || claim.fromRound < from || !isValidClaim(run, claim)) continue;
    form = claim.form;
    from = claim.fromRound;
  }
  return form;
}

/** Whether a claim quotes a user message word for word, in a sentence that names the form and was not put into the user's mouth. */
export function isValidClaim(run: ReviewRun, { form, quote, elicitedBy }: FormClaim): boolean {
  if (!isText(quote) || !run.userMessages.some((message) => message.includes(quote))) return false;
  if (form !== "production" && !quote.toLowerCase().includes(form)) return false;
  return elicitedBy === undefined || (isText(elicitedBy.question) && !elicitedBy.leading && !isLeading(elicitedBy.question, form));
}

const YES_NO = /^(?:is|are|was|were|am|do|does|did|can|could|should|shall|will|would|may|might|must|has|have|had|isn't|aren't|so)\b/;

/** A yes/no question that contains the form word suggests its own answer (RL-SF-10, D53). */
function isLeading(question: string, form: Form): boolean {
  const folded = question.trim().toLowerCase();
  return folded.includes(form) && (YES_NO.test(folded) || /(?:,|\b(?:right|correct|no|yes))\s*\?\s*$/.test(folded));
}
