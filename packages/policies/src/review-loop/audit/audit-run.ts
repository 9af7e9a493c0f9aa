/**
 * Auditing a token against the stored run (RL-PR-17..22): which predicates are armed, what they find, what follows.
 *
 * Invariants:
 * 1. No line of this folder is imported by the code that decides, and none of that code is imported here.
 * 2. A typed value is only ever compared with a recomputation; the recomputation wins (RL-EV-01).
 */
import { LoopwrightError } from "@loopwright/core";
import { readReviewRun } from "../facts/read-run.js";
import type { ReviewRun } from "../facts/run-facts.js";
import { openCase, type AuditCase } from "./evidence-book.js";
import { HIT_CLASSES, type Hit } from "./hits.js";
import { BINDS_ON_HAND_BACK, PREDICATES } from "./predicates.js";
import { isHalt, isHandBack, isPass, readToken, type ReadToken } from "./token-text.js";

/** What an audit leads to: the run ends, waits for the user, is written again, goes on, or is capped on its record. */
export type AuditAction = "end" | "halt-for-user" | "reissue" | "continue" | "record-capped";

/** What an audit found. */
export type Audit = {
  readonly action: AuditAction;
  /** Numbers of the predicates that ran. */
  readonly armed: readonly number[];
  /** Hits that keep the run from ending. */
  readonly binding: readonly Hit[];
  /** Hits that an honest failure report only mentions (D28). */
  readonly noted: readonly Hit[];
};

const ALL = /* @__PURE__ */ Object.freeze(PREDICATES.map((_, index) => index + 1));
const ON_NOT_CONVERGED = /* @__PURE__ */ Object.freeze([1, 12, 16]);
const ON_CAPPED = /* @__PURE__ */ Object.freeze([1, 4, 8, 9, 10, 12, 16]);

/**
 * Evaluates a token, given as text, against round k of a run.
 *
 * @throws LoopwrightError `run-facts-invalid` for a run that does not have the shape of §17.1, `round-unknown` for a round it lacks.
 */
export function auditRun(given: ReviewRun, k: number, token: string | null): Audit {
  const run = readReviewRun(given);
  const round = run.rounds[k - 1];
  if (round === undefined) {
    throw new LoopwrightError("round-unknown", `the run has no round ${k}`, { path: "k", hint: `It has rounds 1 to ${run.rounds.length}.` });
  }
  const read = readToken(token);
  if (isHalt(read.subject)) return { action: "halt-for-user", armed: [], binding: [], noted: [] };
  const armed = armedFor(read);
  const hits = hitsOf(openCase(run, k, round), read, armed);
  const isReturned = isHandBack(read.subject);
  const binding = isReturned ? hits.filter((hit) => isBindingOnHandBack(hit, read)) : hits;
  return { action: actionFor(run, k, read, binding), armed, binding, noted: hits.filter((hit) => !binding.includes(hit)) };
}

function armedFor({ subject }: ReadToken): readonly number[] {
  if (subject === "NOT-CONVERGED") return ON_NOT_CONVERGED;
  return subject === "CAPPED" ? ON_CAPPED : ALL;
}

function hitsOf(at: AuditCase, token: ReadToken, armed: readonly number[]): readonly Hit[] {
  const hits = armed.flatMap((predicate) =>
    (PREDICATES[predicate - 1]?.(at, token) ?? []).map((found): Hit => {
      const [code, about] = typeof found === "string" ? ([found, null] as const) : found;
      return { predicate, code, at: about, class: HIT_CLASSES[code] };
    }),
  );
  // Of predicate 10 a capped run keeps only the open question and the fence's disclosure.
  const isCapped = token.subject === "CAPPED";
  return hits.filter(({ predicate, code }) => !isCapped || predicate !== 10 || code === "scope-pending" || code === "fence-undisclosed");
}

/** Records, the first predicate's whole, and a few that make a hand-back dishonest (RL-PR-17, RL-PR-19). */
function isBindingOnHandBack({ predicate, code, class: kind }: Hit, { subject }: ReadToken): boolean {
  if (kind === "record" || predicate === 1 || BINDS_ON_HAND_BACK.includes(code)) return true;
  return subject === "CAPPED" && code === "scope-pending";
}

function actionFor({ cap }: ReviewRun, k: number, token: ReadToken, binding: readonly Hit[]): AuditAction {
  if (binding.length === 0) return "end";
  const isReturned = isHandBack(token.subject);
  if (binding.every((hit) => hit.class === "record" || (isReturned && hit.predicate === 1))) return "reissue";
  return isPass(token.subject) && cap !== null && k >= cap ? "record-capped" : "continue";
}
