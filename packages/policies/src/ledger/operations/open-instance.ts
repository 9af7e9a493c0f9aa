/** Open an instance: the loop of one checkpoint begins (LG-INST). Entries from before keep counting. */
import { isBlank } from "@loopwright/evidence";
import type { LedgerContext } from "../context.js";
import { refuse } from "../problem.js";
import { isMarker, newLedger, type Ledger } from "../value/ledger.js";
import { roundsOfInstance } from "../value/rounds.js";
import { needText } from "../value/text-field.js";

/** Checkpoints that every project has (LG-INST-2). */
export const CHECKPOINTS: readonly string[] = /* @__PURE__ */ Object.freeze(["spec", "plan", "code", "qa", "adr", "root-cause", "fix-plan"]);

/** What {@link applyOpenInstance} takes. */
export interface OpenInstanceInput {
  readonly checkpoint: string;
  /** Why it is opened although the instance before it is not over. */
  readonly force?: { readonly reason: string };
  /** Name of the cycle, for a ledger that does not exist yet. Default `cycle`. */
  readonly slug?: string;
}

/**
 * Appends the marker of a checkpoint.
 * @throws LedgerProblem `instance-unknown-checkpoint`, `instance-not-over`, `instance-repeated`.
 */
export function applyOpenInstance(ledger: Ledger | null, input: OpenInstanceInput, context: LedgerContext): { readonly ledger: Ledger; readonly report: null } {
  const { checkpoint, force } = input;
  const before = ledger ?? newLedger(input.slug ?? "cycle");
  if (context.improvements.has("LG-INST-2")) checkCheckpoint(checkpoint, context);
  if (context.improvements.has("LG-INST-4")) checkIsOver(before, checkpoint, force !== undefined);
  const reason = force === undefined ? {} : { reason: needText(force.reason, context.limits.textChars, { code: "instance-not-over", path: "force.reason", hint: "Say why." }) };
  return { ledger: Object.freeze({ ...before, history: Object.freeze([...before.history, { instance: checkpoint, ...reason }]) }), report: null };
}

function checkCheckpoint(checkpoint: unknown, { names }: LedgerContext): void {
  const known = [...CHECKPOINTS, ...names.checkpoints.filter((name) => /^[a-z][a-z0-9-]{0,31}$/.test(name))];
  if (typeof checkpoint === "string" && !isBlank(checkpoint) && known.includes(checkpoint)) return;
  refuse("instance-unknown-checkpoint", "checkpoint", `${JSON.stringify(checkpoint)} is no checkpoint`, `Use one of ${known.join(", ")}, or register it.`);
}

/** Reopening each round would reset cap and stalls for ever (LG-INST-4, LG-SEC-25). */
function checkIsOver(ledger: Ledger, checkpoint: string, isForced: boolean): void {
  const last = roundsOfInstance(ledger).at(-1);
  if (last?.result === "CONTINUE" && !isForced) {
    refuse("instance-not-over", "checkpoint", `round ${last.iteration} of the open instance ended in CONTINUE`, "Close it first, or force it with a reason.");
  }
  const marker = ledger.history.at(-1);
  if (marker !== undefined && isMarker(marker) && marker.instance === checkpoint) {
    refuse("instance-repeated", "checkpoint", `${checkpoint} was opened just now`, "Go on with its first round.");
  }
}
