/**
 * Verify: what a later look found about entries (LG-VER), and that a defect could not be reproduced (LG-CNR).
 *
 * Invariants:
 * 1. All or nothing: one wrong result and nothing is taken.
 * 2. Settled, deferred and guard-disputed entries are not reopened: a new finding is (LG-VER-4).
 * 3. Any verdict spends a bought round (LG-VER-2). Nothing is run here; what was found is recorded (LG-VER-3).
 */
import { isPlainObject } from "@loopwright/core";
import type { LedgerContext } from "../context.js";
import { refuse, type LedgerProblemCode } from "../problem.js";
import { isBought, isLiveDispute, isOpen } from "../value/entry.js";
import type { FindingStatus, Ledger, LedgerEntry, VerdictWord } from "../value/ledger.js";
import { nextRound, roundOf } from "../value/rounds.js";
import { needText } from "../value/text-field.js";
import { needEntry, placesOf, replaceEntries, unknownFinding } from "./change-entry.js";

const STATUS_OF: { readonly [V in VerdictWord]: FindingStatus } = { FIXED: "fixed", "NOT-FIXED": "not-fixed", "DISPUTED-STANDS": "disputed" };

/** What a verification takes. */
export interface VerifyInput {
  /** A list of `{ id, verdict, evidence }`, or an object with that list under `results`. */
  readonly results: unknown;
  /** The round; leave it out for the next one. */
  readonly round?: number | null;
}

/** A ledger with what was seen in it, and what else is worth knowing, such as a round number that is not the next one. */
export interface Verified<Report> {
  readonly ledger: Ledger;
  readonly report: Report;
  readonly warnings: readonly string[];
}

/**
 * Records what a later look found.
 * @throws LedgerProblem for the first fault; then nothing was recorded.
 */
export function applyVerify(ledger: Ledger, input: VerifyInput, context: LedgerContext): Verified<readonly string[]> {
  const results: unknown = isPlainObject(input.results) ? input.results["results"] : input.results;
  if (!Array.isArray(results)) refuse("payload-invalid", "results", "the results are no list", "Send a list, or an object with a list under `results`.");
  const { round, warnings } = roundGiven(ledger, input.round, context);
  const places = placesOf(ledger);
  const changed = new Map<string, LedgerEntry>();
  const touched: string[] = [];
  for (const [index, value] of (results as readonly unknown[]).entries()) {
    const { id, verdict, evidence } = checkResult(value, index, context);
    const place = places.get(id);
    const entry = changed.get(id) ?? (place === undefined ? undefined : ledger.findings[place]);
    if (entry === undefined) unknownFinding(id);
    if (context.improvements.has("LG-VER-2") && changed.has(id)) refuse("verify-twice", `results[${index}]`, `${id} has two results`, "Send one result for each finding.");
    checkMayChange(entry, context);
    changed.set(id, looked(entry, { iteration: round, verdict, evidence }));
    touched.push(id);
  }
  return { ledger: replaceEntries(ledger, changed), report: touched, warnings };
}

/** The round of an operation; a wrong number is refused, or warned of where no checkpoint was opened (LG-INST-5, LG-CLOSE-1). */
function roundGiven(ledger: Ledger, round: number | null | undefined, { improvements }: LedgerContext): ReturnType<typeof roundOf> {
  return improvements.has("LG-LATE-2") ? roundOf(ledger, round) : { round: round ?? nextRound(ledger), warnings: [] };
}

function looked(entry: LedgerEntry, verification: { readonly iteration: number; readonly verdict: VerdictWord; readonly evidence: string }): LedgerEntry {
  return Object.freeze({
    ...entry,
    status: STATUS_OF[verification.verdict],
    verifications: [...(entry.verifications ?? []), verification],
    ...(isBought(entry) ? { disposition: null } : {}),
  });
}

function checkMayChange(entry: LedgerEntry, { improvements }: LedgerContext): void {
  if (!improvements.has("LG-VER-4") || isOpen(entry) || isLiveDispute(entry)) return;
  const why = entry.status === "disputed" ? "repeats a settled finding" : `is ${entry.status}`;
  refuse("verify-settled", "id", `${entry.id} ${why}`, "If its text changed, raise a new finding.");
}

interface CheckedResult {
  readonly id: string;
  readonly verdict: VerdictWord;
  readonly evidence: string;
}

function checkResult(value: unknown, index: number, { limits }: LedgerContext): CheckedResult {
  const fail = (code: LedgerProblemCode, field: string, what: string): never =>
    refuse(code, `results[${index}].${field}`, `result #${index}, ${field}: ${what}`, "Send { id, verdict, evidence }, with evidence in words.");
  if (!isPlainObject(value)) return fail("verify-missing-field", "id", "no object");
  const { id, verdict, evidence } = value;
  if (id === undefined || verdict === undefined) return fail("verify-missing-field", id === undefined ? "id" : "verdict", "missing");
  if (typeof verdict !== "string" || !Object.hasOwn(STATUS_OF, verdict)) return fail("verify-unknown-verdict", "verdict", `${JSON.stringify(verdict)} is unknown`);
  const text = needText(evidence, limits.textChars, { code: "verify-no-evidence", path: `results[${index}].evidence`, hint: "Say what was seen." });
  return { id: id as string, verdict: verdict as VerdictWord, evidence: text }; // any other id is unknown to the ledger
}

/** How evidence begins where a defect could not be reproduced (LG-CNR-1). */
export const CANNOT_REPRODUCE = "cannot reproduce: ";

/** What {@link applyCannotReproduce} takes. */
export interface CannotReproduceInput {
  readonly id: string;
  readonly evidence: unknown;
  readonly round?: number | null;
}

/**
 * Records that a defect under repair could not be reproduced: the entry is in dispute and needs a person (LG-CNR-1).
 * @throws LedgerProblem `cannot-reproduce-no-evidence`, `unknown-finding`, `cannot-reproduce-status`.
 */
export function applyCannotReproduce(ledger: Ledger, input: CannotReproduceInput, context: LedgerContext): Verified<null> {
  const evidence = needText(input.evidence, context.limits.textChars, { code: "cannot-reproduce-no-evidence", path: "evidence", hint: "Say what was tried." });
  const entry = needEntry(ledger, input.id);
  const { round, warnings } = roundGiven(ledger, input.round, context);
  if (context.improvements.has("LG-CNR-1") && !isOpen(entry)) {
    refuse("cannot-reproduce-status", "id", `${entry.id} is ${entry.status}`, "Only a finding under repair can turn out not to be reproducible.");
  }
  const changed = looked(entry, { iteration: round, verdict: "DISPUTED-STANDS", evidence: `${CANNOT_REPRODUCE}${evidence}` });
  return { ledger: replaceEntries(ledger, new Map([[entry.id, changed]])), report: null, warnings };
}
