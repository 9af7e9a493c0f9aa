/** What a fixer is told, and the trailers of its commits (LG-FIX). */
import { oneLine, TRAILER_KEYS, type TrailerKey } from "@loopwright/evidence";
import type { LedgerNames } from "../config/names.js";
import { refuse } from "../problem.js";
import type { LedgerEntry } from "../value/ledger.js";
import { QUOTED_TEXT_RULE, quoteWith } from "./quoted-data.js";
import type { FixWorklist } from "./worklists.js";

/** The fixer's instructions with its work list. */
export function fixerContract(worklist: FixWorklist, options: { readonly nonce: string; readonly names: Pick<LedgerNames, "witnessDirectory" | "trailerPrefix"> }): string {
  const { witnessDirectory, trailerPrefix } = options.names;
  const quote = quoteWith(options.nonce);
  const list = (entries: readonly LedgerEntry[]): string => entries.map((entry) => quote(entry.id, describeEntry(entry))).join("\n");
  return [
    "Fix the findings under (1), strongest first. Those under (2) may ride along with one of them when they share its place or its commit.",
    `Witness first: run the test and see it red; turn a reproduction or a trace into ${witnessDirectory}/<id>.* and see that red. Where the missing test is the finding, the test is the fix and may be green.`,
    "What you cannot reproduce you report with what you tried; you do not skip it.",
    `Where a neighbour of the change has no test, put one to three asserts into ${witnessDirectory}/<id>-sentinel.* before the change.`,
    `One finding, one commit, with one line each of ${TRAILER_KEYS.slice(0, 4).map((key) => `${trailerPrefix}-${key}`).join(", ")}; ${trailerPrefix}-Collateral for lines outside the anchor; ${trailerPrefix}-License naming the clause whenever behaviour changes.`,
    "A commit closes several findings only when one change truly does; then Fix names all of them.",
    "Witness tests stay in the suite. Change no other test without a licence. Where the spec is silent on behaviour that you need, raise a finding about the spec and leave the code finding open.",
    QUOTED_TEXT_RULE,
    `(1)\n${list(worklist.owed)}`,
    `(2)\n${worklist.allowed.length === 0 ? "none" : list(worklist.allowed)}`,
  ].join("\n\n");
}

/** An entry in three lines: where it is and what proves it, the claim, the exit. */
export function describeEntry({ severity, anchor, claim, exit_criteria: exit, witness }: LedgerEntry): string {
  const place = `${oneLine(anchor.file)}:${anchor.region[0]}-${anchor.region[1]}`;
  const proof = witness?.ref == null ? "no witness" : `${witness.kind} ${oneLine(witness.ref)}`;
  return [`${severity} at ${place} (${proof})`, oneLine(claim), ...(exit == null || exit === "" ? [] : [`exit: ${oneLine(exit)}`])].join("\n");
}

/** Values of a fix commit's trailers. */
export type FixTrailers = { readonly [K in Exclude<TrailerKey, "Fix" | "Collateral">]?: string } & {
  /** Ids; several only for one change that closes all of them. */
  readonly Fix: readonly [string, ...string[]];
  readonly Collateral?: readonly string[];
};

/**
 * The trailer lines of a fix commit (LG-FIX-4).
 * @throws LedgerProblem `packet-incomplete` where one that is required is blank.
 */
export function trailerLines(values: FixTrailers, { trailerPrefix }: Pick<LedgerNames, "trailerPrefix">): string {
  const line = (key: TrailerKey, value: string): string => `${trailerPrefix}-${key}: ${oneLine(value)}`;
  const required = (["Cause", "Change", "Risk"] as const).map((key) => {
    const value = values[key];
    return value === undefined || value.trim() === "" ? refuse("packet-incomplete", key, `the commit has no ${key}`, "Say it in one line.") : line(key, value);
  });
  return [
    line("Fix", values.Fix.join(" ")),
    ...required,
    ...(values.Collateral ?? []).map((value) => line("Collateral", value)),
    ...(values.License === undefined ? [] : [line("License", values.License)]),
  ].join("\n");
}
