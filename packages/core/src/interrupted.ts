/** An effect that was in flight when the process ended, and that nobody may silently repeat (G11). */
import { LoopwrightError } from "./errors.js";
import type { Json } from "./json.js";
import type { Question } from "./policy.js";

/** What a person says of such an effect: run it again, end the run, or it was done and gave this value (of a call: its reply). */
export type InterruptedOutcome = "redo" | "stop" | { readonly value: Json };

/** What is known of such an effect. */
export interface InterruptedEffect {
  readonly key: string;
  readonly kind: "call" | "step";
  /** How often it was started. */
  readonly attempts: number;
}

/**
 * Why a run goes no further: only a person can say what became of an effect. `question` is `null` unless the effect
 * declares `onInterrupted: "ask"`; `resumeRun({ from: journal, interrupted, by })` answers either way.
 */
export class EffectInterrupted extends LoopwrightError<"effect-interrupted"> {
  readonly effect: InterruptedEffect;
  readonly question: Question | null;

  constructor(effect: InterruptedEffect, isAsked: boolean) {
    const { key, kind, attempts } = effect;
    super("effect-interrupted", `${kind} "${key}" was in flight when the process ended (attempt ${attempts}): nobody knows whether it was done`, {
      path: key,
      hint: "Look, then resumeRun({ from: journal, interrupted: { key, outcome }, by }): \"redo\", \"stop\", or { value } if it was done.",
    });
    this.effect = effect;
    this.question = isAsked ? { text: `What became of ${kind} "${key}"? It was in flight when the process ended.`, options: ["redo", "stop", "done"], details: { ...effect } } : null;
  }
}
