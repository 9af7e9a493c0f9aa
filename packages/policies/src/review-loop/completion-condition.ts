/** The completion condition for a harness around the loop (RL-PR-23), rendered from the constants that decide. */
import { reviewTable } from "./decide/review-table.js";
import { OWED_LINES } from "./status/status-block.js";

/** Renders the condition; the cap line stands only where there is a cap. */
export function completionCondition({ cap }: { readonly cap: number | null }): string {
  const { pass, stop, ask } = reviewTable.tokens;
  const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");
  return [
    `The turn may end on exactly one of these subjects, first on its line: ${list([...pass, "CLEAR", ...stop])}. \`CLEAR\` means \`APPROVE\`.`,
    `It waits for the user, and for nothing else, on: ${list(ask)}.`,
    `A pass (${list(pass)}) needs besides: every required slot returned and none rejects; every table row ended and reconciled with an anchor, or a cold read in its place; no serious row unresolved; no fix in this round; and no evidence missing that the predicates ask for.`,
    `Each round echoes these lines: ${list(OWED_LINES)}, and \`Continuation\` on the rounds of one.`,
    "Each round shows whole: the return of every slot, the triage list with severity, place, disposition, scope, sources and quotes, and the landed diff.",
    "Recompute `Regression` in this order: the serious rows of this round's triage list, the diff that the round before it landed, their intersection, less the registrations that hold.",
    ...(cap === null ? [] : [`After round ${cap} no further round starts: a failing gate then ends in \`CAPPED\`, after the root-cause step.`]),
  ].join("\n");
}
