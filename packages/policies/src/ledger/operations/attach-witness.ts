/** Attach a witness: what demonstrates a finding, in place of what did (LG-WIT). Severity stays as it is. */
import { pathProblem } from "@loopwright/evidence";
import type { LedgerContext } from "../context.js";
import { refuse } from "../problem.js";
import { isDecidable } from "../value/entry.js";
import { WITNESS_KINDS, WITNESS_STATUSES, type Ledger, type Witness } from "../value/ledger.js";
import { needText } from "../value/text-field.js";
import { needEntry, replaceEntries } from "./change-entry.js";

/** What {@link applyAttachWitness} takes. */
export interface AttachWitnessInput {
  readonly id: string;
  /** A path with an optional selector behind `::` or `#` for a test; a command or a place otherwise. */
  readonly ref: unknown;
  /** Default `test`. */
  readonly kind?: unknown;
  /** Default `red`, which fits a defect that is not fixed; a missing test over right code says `green` (LG-WIT-2). */
  readonly status?: unknown;
}

/**
 * Replaces the witness of an entry.
 * @throws LedgerProblem `unknown-finding`, `witness-settled`, `witness-invalid`.
 */
export function applyAttachWitness(ledger: Ledger, input: AttachWitnessInput, context: LedgerContext): { readonly ledger: Ledger; readonly report: null } {
  const { kind = "test", status = "red" } = input;
  const entry = needEntry(ledger, input.id);
  if (context.improvements.has("LG-WIT-1")) {
    if (!isDecidable(entry)) refuse("witness-settled", "id", `${entry.id} is ${entry.status}`, "Raise a new finding if its text changed.");
    checkWitness(input.ref, kind, status, context);
  }
  const witness = { kind, ref: input.ref, status } as Witness; // just checked
  return { ledger: replaceEntries(ledger, new Map([[entry.id, Object.freeze({ ...entry, witness })]])), report: null };
}

function checkWitness(ref: unknown, kind: unknown, status: unknown, { limits }: LedgerContext): void {
  if (kind === "none" || !(WITNESS_KINDS as readonly unknown[]).includes(kind)) {
    refuse("witness-invalid", "kind", `${JSON.stringify(kind)} is no kind of witness to attach`, "Use test, repro or trace.");
  }
  if (!(WITNESS_STATUSES as readonly unknown[]).includes(status)) refuse("witness-invalid", "status", `${JSON.stringify(status)} is unknown`, "Use red, green or n/a.");
  const text = needText(ref, limits.refChars, { code: "witness-invalid", path: "ref", hint: "Name what demonstrates the finding." });
  const problem = kind === "test" ? pathProblem(witnessPath(text)) : null;
  if (problem !== null) refuse("witness-invalid", "ref", `the test ${JSON.stringify(text)} ${problem}`, "Use a path relative to the root, then an optional ::selector.");
}

/** The path of a witness reference, without its selector. */
export function witnessPath(ref: string): string {
  const cut = [ref.indexOf("::"), ref.indexOf("#")].filter((at) => at >= 0);
  return cut.length === 0 ? ref : ref.slice(0, Math.min(...cut));
}
