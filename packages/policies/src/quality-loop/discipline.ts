/**
 * Review discipline: recorded, never deciding (QU-DIS-01..08).
 *
 * Invariants:
 * 1. A violation drops no item, turns no verdict and makes no call.
 * 2. Order: fields-disagree, rejected-without-feedback, blank-item by index, too-many-changes, goalpost-item by index,
 *    placeholder-demand by index, then caller checks in list order with check-error in their place (QU-DIS-07).
 */
import { messageOf } from "@loopwright/core";
import type { QualityRequest } from "./request.js";
import { actionableItems } from "./review-answer.js";

/** Codes that the loop itself records. */
export type ViolationCode =
  | "fields-disagree"
  | "rejected-without-feedback"
  | "blank-item"
  | "too-many-changes"
  | "goalpost-item"
  | "placeholder-demand"
  | "unchanged-revision"
  | "check-error";

/** A recorded breach of discipline. `code` is a {@link ViolationCode} or a caller check's own. */
export interface Violation {
  readonly code: ViolationCode | (string & {});
  readonly role: "writer" | "reviewer";
  readonly version: number;
  readonly itemIndex: number | null;
  readonly detail: string;
}

/** A valid review, as checks see it: frozen to its leaves. */
export interface ReviewUnderCheck {
  readonly request: QualityRequest;
  readonly draft: string;
  readonly version: number;
  readonly rawApproved: boolean;
  readonly rawFeedback: readonly string[];
  readonly previousFeedback: readonly string[];
}

/** What a caller's check reports. */
export interface CheckFinding {
  readonly code: string;
  readonly role?: "writer" | "reviewer";
  readonly itemIndex?: number | null;
  readonly detail: string;
}

/** A caller's own check; pure. A throw is recorded as `check-error` (QU-DIS-08). */
export type DisciplineCheck = (review: ReviewUnderCheck) => readonly CheckFinding[];

/** All violations of one review, in order. */
export function violationsOf(review: ReviewUnderCheck, maxChanges: number, checks: readonly DisciplineCheck[]): readonly Violation[] {
  const found: Violation[] = [];
  const add = (code: ViolationCode, itemIndex: number | null, detail: string): void => {
    found.push({ code, role: "reviewer", version: review.version, itemIndex, detail });
  };
  const { rawApproved, rawFeedback, previousFeedback } = review;
  const actionable = actionableItems(rawFeedback).length;
  if (rawApproved && rawFeedback.length > 0) add("fields-disagree", null, `approved, with ${rawFeedback.length} listed changes`);
  if (!rawApproved && actionable === 0) add("rejected-without-feedback", null, "rejected without a change to make");
  const each = (code: ViolationCode, holds: (item: string) => boolean, detail: string): void => {
    rawFeedback.forEach((item, index) => holds(item) && add(code, index, detail));
  };
  each("blank-item", isBlank, "an item without text");
  if (actionable > maxChanges) add("too-many-changes", null, `${actionable} changes; at most ${maxChanges} are asked for`);
  if (review.version > 1) each("goalpost-item", (item) => isGoalpost(item, previousFeedback.length), "neither an earlier item nor a regression");
  each("placeholder-demand", isPlaceholderDemand, "asks for a value that the user did not supply");
  for (const check of checks) found.push(...runCheck(check, review));
  return found;
}

function isBlank(item: string): boolean {
  return item.trim() === "";
}

const TAG = /^\s*\[(?:regression|previous (\d{1,9}))\]/i;

/** A later item that is tagged neither `[regression]` nor `[previous N]` with an N that exists (QU-DIS-03). */
function isGoalpost(item: string, previous: number): boolean {
  if (isBlank(item)) return false;
  const tag = TAG.exec(item);
  if (tag === null) return true;
  if (tag[1] === undefined) return false;
  const place = Number(tag[1]);
  return place < 1 || place > previous;
}

const FILL_IN = /^(?:replac|us(?:e|ing)|insert|fill|put|suppl|provid|giv|add|substitut|swap|chang|turn|stat|writ|includ|specif|nam(?:e|ing)$)/;
const GENUINE = new Set(["real", "actual", "concrete", "true", "genuine"]);
const VALUES =
  /^(?:dates?|times?|links?|urls?|e-?mails?|phones?|telephones?|contacts?|names?|address(?:es)?|organi[sz]ations?|compan(?:y|ies)|tools?|values?|numbers?)$/;
const NEGATION = new Set(["not", "don't", "don’t", "never", "no", "without", "avoid"]);
/** Words between "actual" and the value it belongs to. */
const REACH = 4;
/** Where a sentence ends: a full stop only before a capital, so that "e.g." ends none. */
const SENTENCE_END = /[;!?\n]|[.:]\s+(?=\p{Lu})/u;

/** Suspects an item that wants a real value in place of something (QU-DIS-04). English; a suspicion only. */
function isPlaceholderDemand(item: string): boolean {
  return item.split(SENTENCE_END).some(isDemand);
}

function isDemand(sentence: string): boolean {
  const words = sentence.toLowerCase().split(/[^\p{L}\p{N}'’-]+/u);
  let hasVerb = false;
  let isNegated = false;
  for (const [index, word] of words.entries()) {
    // "Use [DATE] instead of an actual date" is no demand; "Instead of [DATE], give the actual date" is one.
    if (NEGATION.has(word) || (hasVerb && word === "instead")) isNegated = true;
    if (FILL_IN.test(word)) hasVerb = true;
    if (!GENUINE.has(word) || !hasVerb || isNegated) continue;
    if (words.slice(index + 1, index + 1 + REACH).some((value) => VALUES.test(value))) return true;
  }
  return false;
}

function runCheck(check: DisciplineCheck, review: ReviewUnderCheck): readonly Violation[] {
  try {
    const reported: unknown = check(review);
    if (reported instanceof Promise) {
      reported.catch(() => undefined); // Nobody else would look at it.
      throw new TypeError("a check returned a promise");
    }
    return (reported as readonly CheckFinding[]).map((finding) => violationOf(finding, review.version));
  } catch (thrown) {
    return [{ code: "check-error", role: "reviewer", version: review.version, itemIndex: null, detail: messageOf(thrown) }];
  }
}

/** Takes a finding as it is declared; anything else is a fault of the check. */
function violationOf({ code, role = "reviewer", itemIndex = null, detail }: CheckFinding, version: number): Violation {
  if (typeof code !== "string" || code === "") throw new TypeError("a check reported a finding without a code");
  if ((role as string) !== "writer" && role !== "reviewer") throw new TypeError(`a check reported the role ${String(role)}`);
  if (itemIndex !== null && !(Number.isSafeInteger(itemIndex) && itemIndex >= 0)) throw new TypeError(`a check reported the item index ${String(itemIndex)}`);
  return { code, role, version, itemIndex, detail: String(detail) };
}
