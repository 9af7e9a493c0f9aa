/** What a decision about a round is (§17.13). */
import type { Subject } from "../facts/run-facts.js";

/** What started a root-cause step or a continuation. */
export type Trigger = "regression" | "cap";

/** The decision about one round. `token` is the outcome line; it stands on halting and ending rounds only (RL-SB-05). */
export type ReviewDecision =
  | { readonly kind: "halt"; readonly subject: "OUT-OF-SCOPE-PENDING" | "PREREQUISITE-MISSING"; readonly token: string }
  | { readonly kind: "terminal"; readonly subject: Exclude<Subject, "OUT-OF-SCOPE-PENDING" | "PREREQUISITE-MISSING">; readonly token: string; readonly itemsLeft: readonly string[] }
  | { readonly kind: "continue"; readonly why: "gate" | "continuation" | "close-gap"; readonly token: null }
  | { readonly kind: "dispatch-analyst"; readonly attempt: 1 | 2; readonly trigger: Trigger; readonly token: null }
  | { readonly kind: "start-continuation"; readonly mode: "i" | "ii"; readonly trigger: Trigger; readonly first: number; readonly last: number; readonly token: null };
