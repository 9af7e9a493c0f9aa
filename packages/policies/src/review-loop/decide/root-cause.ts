/** The root-cause step (RL-TE-09..11): one adviser, asked again once, before any hand-back. */
import type { AnalystReturn } from "../facts/run-facts.js";
import { isAnswered, isVerbatim } from "./evidence-text.js";
import type { RunView } from "./run-view.js";
import { SLOTS } from "./slot-verdict.js";

/** How often one trigger asks the adviser. */
export const MAX_ANALYST_ATTEMPTS = 2;

/** What the adviser said about round k. */
export type RootCause = {
  readonly attempts: number;
  /** The first return that conforms, stands verbatim and is later than what it is about. */
  readonly verdict: AnalystReturn["verdict"];
};

/** Reads the returns that round k triggered. */
export function rootCause(view: RunView, k: number): RootCause {
  const triggered = view.run.analysts.filter(({ triggerRound }) => triggerRound === k);
  const usable = triggered.find((analyst) => isUsable(view, k, analyst));
  return { attempts: triggered.length, verdict: usable?.verdict ?? null };
}

/** An analysis that was written before the problem, or that nobody can read, is none (RL-PR-16). */
function isUsable(view: RunView, k: number, { ret, conforming, verdict }: AnalystReturn): boolean {
  if (!conforming || verdict === null || !isAnswered(ret) || !isVerbatim(ret)) return false;
  const slots = view.round(k)?.slots;
  return slots === undefined || SLOTS.every((slot) => slots[slot].returns.every(({ seq }) => seq < ret.seq));
}
