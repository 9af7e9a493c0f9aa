/**
 * What the user allows (BD-AUTH-01..05).
 *
 * Invariants:
 * 1. Only fields and the user's own words are read; nothing that stands in the target takes part.
 * 2. A blanket prohibition wins over everything; text grants only where no field decides, and only by a plain order.
 * 3. An unclear grant is no grant; persistence is not permission.
 */
import type { Mode } from "./target.js";
import { readSentences, type Clause, type Sentence } from "./request-text.js";

/** Why the mode is what it is. */
export type AuthorityBasis = "forbidden" | "explicit-field" | "explicit-request" | "unclear-default";

/** What was allowed. */
export type Authorization = {
  readonly mode: Mode;
  readonly basis: AuthorityBasis;
  /** Prohibitions with a narrower object, verbatim; they bind the fixer. */
  readonly scopedProhibitions: readonly string[];
};

/** What the decision reads. */
export interface AuthorityInput {
  readonly explicitMode?: Mode | undefined;
  readonly editsForbidden?: boolean | undefined;
  /** The user's own words only. */
  readonly requestText?: string | undefined;
}

/** Classifies authority; the first of: forbidden, field, order, default (BD-AUTH-01). */
export function classifyAuthorization({ explicitMode, editsForbidden, requestText = "" }: AuthorityInput): Authorization {
  const sentences = readSentences(requestText);
  const prohibitions = sentences.map(prohibitionOf);
  const wrapped = readSentences(joinLines(requestText, " ")).map(prohibitionOf);
  const scopedProhibitions = scopedIn(prohibitions, wrapped);
  const decided = (mode: Mode, basis: AuthorityBasis): Authorization => ({ mode, basis, scopedProhibitions });
  if (editsForbidden === true || [...prohibitions, ...wrapped].some(({ isBlanket }) => isBlanket)) return decided("review-only", "forbidden");
  if (explicitMode !== undefined) return decided(explicitMode, "explicit-field");
  if (readSentences(joinLines(requestText, " — ")).some(isOrder)) return decided("review-and-fix", "explicit-request");
  return decided("review-only", "unclear-default");
}

/**
 * The text with something else for its line ends, blank lines apart. A line end may end a sentence or only wrap it, and nobody
 * can tell. So a ban counts in either reading: no `do not` is lost where its verb stands on the next line. An order counts if
 * it is one with a clause's end there: a question stays one on its next line.
 */
function joinLines(request: string, by: string): string {
  return request.replaceAll(/(?<!\n[^\S\n]*)\r?\n(?![^\S\n]*\n)/g, by);
}

/** Scoped bans, each once; of those that only unwrapping tells, what begins like one of the others says nothing new. */
function scopedIn(prohibitions: readonly Prohibition[], wrapped: readonly Prohibition[]): readonly string[] {
  const scoped = (found: readonly Prohibition[]): string[] => found.flatMap((one) => (one.scoped === null ? [] : [one.scoped]));
  const known = scoped(prohibitions);
  return [...new Set([...known, ...scoped(wrapped).filter((text) => !known.some((one) => text.startsWith(one)))])];
}

/** What a sentence forbids: everything, one thing (from its first word to the end of the sentence), or nothing. */
interface Prohibition {
  readonly isBlanket: boolean;
  readonly scoped: string | null;
}

const EDIT = /^(?:edit(?:s|ed|ing)?|modif(?:y|ies|ied|ying)|chang(?:e|es|ed|ing)|fix(?:es|ed|ing)?|repair(?:s|ed|ing)?|touch(?:es|ed|ing)?|writ(?:e|es|ing|ten)|wrote)$/;
const NO_EDITS = /^(?:edits?|changes?|fix(?:es)?|modifications?)$/;
const ONLY = new Set(["review-only", "read-only"]);
/** Objects that leave nothing out. */
const EVERYTHING = new Set(["or", "and", "anything", "file", "files", "code", "it", "this"]);
const WHOLE = new Set(["code", "file", "files", "artifact", "plan", "diff"]);
const ANY = new Set(["file", "files", "code", "thing"]);

/** The prohibition of one sentence (BD-AUTH-02). */
function prohibitionOf(sentence: Sentence): Prohibition {
  let scoped: string | null = null;
  for (const clause of sentence) {
    for (let index = 0; index < clause.words.length; index++) {
      const found = prohibitionAt(clause.words, index);
      if (found === "blanket") return { isBlanket: true, scoped: null };
      // What stands behind it in the sentence, further prohibitions included, is part of its text.
      if (found === "scoped") scoped ??= clause.verbatim(index);
    }
  }
  return { isBlanket: false, scoped };
}

function prohibitionAt(words: Clause["words"], index: number): "blanket" | "scoped" | null {
  const [word = "", next = ""] = [words[index], words[index + 1]];
  if (ONLY.has(word) || (word === "only" && next === "review") || isSpacedOnly(words, index)) return "blanket";
  if (word === "no" && NO_EDITS.test(next)) {
    const preposition = words[index + 2];
    const isNarrowed = (preposition === "to" || preposition === "in" || preposition === "of") && !isBlanketObject(words, index + 3);
    return isNarrowed ? "scoped" : "blanket";
  }
  const verb = verbAfterNegation(words, index);
  if (verb === null) return null;
  return isBlanketObject(words, verb + 1) ? "blanket" : "scoped";
}

/** `review only` or `read only` as the end of a clause. */
function isSpacedOnly(words: readonly string[], index: number): boolean {
  return words[index] === "only" && index === words.length - 1 && (words[index - 1] === "review" || words[index - 1] === "read");
}

/** The index of the edit verb that a negation at `index` governs. */
function verbAfterNegation(words: readonly string[], index: number): number | null {
  const word = words[index];
  const isPair = (word === "do" || word === "must") && words[index + 1] === "not";
  const isSingle = word === "don't" || word === "dont" || word === "mustn't" || word === "never" || word === "without";
  if (!isPair && !isSingle) return null;
  const verb = isPair ? index + 2 : index + 1;
  return EDIT.test(words[verb] ?? "") ? verb : null;
}

function isBlanketObject(words: readonly string[], index: number): boolean {
  const [word, next] = [words[index], words[index + 1]];
  if (word === undefined || EVERYTHING.has(word)) return true;
  if (word === "any") return next === undefined || ANY.has(next);
  return word === "the" && next !== undefined && WHOLE.has(next);
}

const REPAIR = new Set(["fix", "fixing", "repair", "repairing", "improve", "improving"]);
const BEFORE = new Set(["and", "then", "please", "keep"]);
const POLITE = new Set(["can", "could", "would", "will"]);
const MODAL = new Set(["should", "could", "would", "can", "may", "might"]);
const QUESTION = new Set(["what", "how", "whether", "if"]);

/** Whether a sentence orders a repair (BD-AUTH-03). */
function isOrder(sentence: Sentence): boolean {
  if (sentence.some(({ words }) => words.some((word) => QUESTION.has(word)))) return false;
  return sentence.some(({ words }, index) => isOrderingClause(words) && !isLeft(sentence[index - 1]?.words.at(-1)));
}

/** Whether a clause that ends in this word leaves its verb to the next one. */
function isLeft(last: string | undefined): boolean {
  return last !== undefined && (MODAL.has(last) || last === "to" || last === "not");
}

function isOrderingClause(words: Clause["words"]): boolean {
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    // A modal makes a question of every verb behind it; `could you` and its like are a polite order.
    if (MODAL.has(word) && !(POLITE.has(word) && words[index + 1] === "you")) return false;
    if (!REPAIR.has(word)) continue;
    const [before = "", last = ""] = [words[index - 2], words[index - 1]];
    const isAsked = (last === "you" && POLITE.has(before)) || (last === "to" && before === "you");
    if (index === 0 || BEFORE.has(last) || isAsked) return true;
  }
  return false;
}

/** Phrases that grant nothing, as they are reported (BD-AUTH-04). */
const PERSISTENCE: readonly (readonly [phrase: string, pattern: RegExp])[] = [
  ["until clean", /\buntil (?:[a-z'-]+ ){0,4}clean\b/],
  ["keep going", /\bkeep going\b/],
  ["as many as needed", /\bas many (?:[a-z'-]+ ){0,2}as (?:are |is )?(?:needed|necessary|it takes)\b/],
  ["perfect", /\bperfect\b/],
];

/** The phrases that were heard and did not change the budget or the mode. */
export function ignoredPhrases(input: { readonly untilClean?: boolean | undefined; readonly requestText?: string | undefined }): readonly string[] {
  const text = (input.requestText ?? "").toLowerCase().replaceAll(/\s+/g, " ");
  return PERSISTENCE.filter(([phrase, pattern]) => pattern.test(text) || (phrase === "until clean" && input.untilClean === true)).map(([phrase]) => phrase);
}

/** Beginnings of the words for deliveries that no mode allows (BD-AUTH-05). */
export const DELIVERY_STEMS: readonly string[] = /* @__PURE__ */ Object.freeze([
  "comment", "commit", "push", "approv", "merg", "deploy", "publish", "destructive", "cleanup",
]);

/** Whether a name (`gitPush`, `merge-pull-request`) names a delivery. */
export function isDelivery(name: string): boolean {
  const words = name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().replaceAll(/clean[-_ ]up/g, "cleanup").split(/[^a-z]+/);
  return words.some((word) => DELIVERY_STEMS.some((stem) => word.startsWith(stem)));
}

/** The actions among those a fixer names that no mode allows (BD-AUTH-07). */
export function forbiddenActions(actions: readonly string[]): readonly string[] {
  return actions.filter(isDelivery);
}
