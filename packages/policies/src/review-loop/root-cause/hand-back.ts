/** What a hand-back carries besides its token (RL-TE-11, RL-TE-14), and how a user may go on after it (RL-TE-21). */
import { LoopwrightError } from "@loopwright/core";
import { decideRound, viewOf } from "../decide/decide.js";
import { isText } from "../decide/evidence-text.js";
import { acceptedRows } from "../decide/degradation.js";
import { validRegistrations } from "../decide/resolution.js";
import type { ReviewRun } from "../facts/run-facts.js";

/** Everything a user needs to take over: the items left and every analysis of the run, verbatim. */
export type HandBack = {
  readonly token: string;
  readonly itemsLeft: readonly string[];
  /** Raw returns in order; one off the contract says so. */
  readonly analyses: readonly { readonly triggerRound: number; readonly raw: string; readonly label: "conforming" | "not-run(analyst-offspec)" }[];
};

/** The hand-back of round k; `null` where the round does not hand back. */
export function handBackOf(run: ReviewRun, k: number): HandBack | null {
  const view = viewOf(run, k);
  const { decision } = decideRound(view, k);
  if (decision.kind !== "terminal" || decision.subject === "APPROVE" || decision.subject === "APPROVE-DEGRADED") return null;
  const analyses = view.run.analysts.map(({ triggerRound, ret, conforming }) => ({
    triggerRound,
    raw: ret.raw,
    label: conforming ? ("conforming" as const) : ("not-run(analyst-offspec)" as const),
  }));
  return { token: decision.token, itemsLeft: decision.itemsLeft, analyses };
}

/** What a run that a user orders after a hand-back starts with: nothing of the old one but what was accepted. */
export type ContinuedRun = {
  /** Names the run that handed back. */
  readonly continues: string;
  readonly sentence: string;
  readonly cap: number | null;
  /** Ids of accepted degradations that are carried over. */
  readonly accepted: readonly string[];
  /** Ids of registrations to be derived anew. */
  readonly registered: readonly string[];
  readonly rounds: readonly [];
  readonly analysts: readonly [];
  readonly continuation: null;
  readonly continuationsStarted: 0;
};

/**
 * Overrides the hand-back of round k by a user's own sentence.
 *
 * @throws LoopwrightError `override-unworded` where no user message holds the sentence, `override-misplaced` where nothing was handed back.
 */
export function overrideHandBack(run: ReviewRun, k: number, options: { readonly runId: string; readonly sentence: string }): ContinuedRun {
  const { runId, sentence } = options;
  const view = viewOf(run, k);
  if (handBackOf(run, k) === null) {
    throw new LoopwrightError("override-misplaced", `round ${k} hands nothing back`, { path: "k", hint: "Only a hand-back can be overridden." });
  }
  if (!isText(sentence) || !view.run.userMessages.some((message) => message.includes(sentence))) {
    throw new LoopwrightError("override-unworded", "no user message holds the sentence", { path: "sentence", hint: "Quote the user word for word." });
  }
  return {
    continues: runId,
    sentence,
    cap: view.run.cap,
    accepted: view.at(acceptedRows, k),
    registered: view.at(validRegistrations, k).map(({ id }) => id),
    rounds: [],
    analysts: [],
    continuation: null,
    continuationsStarted: 0,
  };
}
