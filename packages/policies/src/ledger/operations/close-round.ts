/**
 * Close a round: decide, record, seal (LG-CLOSE), and the lines that go to the side files (LG-EXIT, LG-TKT).
 *
 * Invariants:
 * 1. A stop with undecided entries is refused and not recorded, whatever stop it is (LG-CLOSE-4).
 * 2. A bought round is one round: a purchase that the last CONTINUE was made for is cleared first, once, and that is kept
 *    even when the close is then refused (LG-DIS-7).
 * 3. Sealing turns pending decisions into statuses on every action but CONTINUE; counts are those before it (LG-CLOSE-5).
 */
import type { LedgerContext } from "../context.js";
import { decideLedger, type LedgerDecision, type LedgerVerdict } from "../decision/decide.js";
import { phaseAWorklist } from "../dispatch/worklists.js";
import { LedgerProblem, refuse } from "../problem.js";
import { exitLine, ticketText } from "../texts/side-files.js";
import { isBought, isDecidable, pendingAction } from "../value/entry.js";
import { isMarker, type HistoryItem, type Ledger, type LedgerEntry, type RoundRecord } from "../value/ledger.js";
import { hasMarkers, nextRound, roundOf } from "../value/rounds.js";
import { needStorable } from "../value/text-field.js";

/** What {@link applyCloseRound} takes. */
export interface CloseRoundInput {
  /** The round; leave it out for the next one. */
  readonly round?: number | null;
  /** Summary of the bounded suite, or the statement of a doc-only round (LG-CLOSE-3, LG-FIX-6). */
  readonly suiteEvidence?: string | null;
  readonly gatesEvidence?: string | null;
  /** Findings that fix commits of this round name; read with `phase_a_scope: fixed` (LG-PH-2). */
  readonly claimed?: readonly string[];
  /** Today in UTC, `YYYY-MM-DD` (LG-EXIT-2). */
  readonly today: string;
}

/** A round that was closed. */
export interface ClosedRound {
  readonly ok: true;
  readonly ledger: Ledger;
  readonly decision: LedgerDecision;
  readonly verdict: LedgerVerdict;
  /** Entries that this round should have verified and did not (LG-PH-3). */
  readonly unverified: readonly string[];
  readonly warnings: readonly string[];
  /** Line for the exit log; `null` on CONTINUE (LG-EXIT-1). */
  readonly exitLine: string | null;
  /** Section for the deferral file; `null` where nothing became deferred (LG-TKT-1). */
  readonly ticket: string | null;
}

/** A stop that still needs a person: nothing was recorded, but for purchases that were used up. */
export interface RefusedClose {
  readonly ok: false;
  readonly ledger: Ledger;
  readonly verdict: LedgerVerdict;
  readonly problem: LedgerProblem;
}

/**
 * Closes the round.
 * @throws LedgerProblem `iteration-mismatch`, `round-closed-already`; `payload-invalid` or `limit-exceeded` for evidence that
 * cannot be stored.
 */
export function applyCloseRound(ledger: Ledger, input: CloseRoundInput, context: LedgerContext): ClosedRound | RefusedClose {
  const { round, warnings } = closingRound(ledger, input.round, context);
  checkEvidence(input, context);
  const charged = context.improvements.has("LG-DIS-7") ? chargePurchases(ledger) : ledger;
  const verdict = decideLedger(charged, context.config, { round, improvements: context.improvements });
  return settleRound(charged, verdict, { ...input, round, warnings }, context);
}

/** The half that follows a decision; apart, so that tests can give it any decision (LG-CLOSE-4). */
export function settleRound(
  ledger: Ledger,
  verdict: LedgerVerdict,
  input: Omit<CloseRoundInput, "round"> & { readonly round: number; readonly warnings: readonly string[] },
  context: LedgerContext,
): ClosedRound | RefusedClose {
  const { decision } = verdict;
  const required = decision.dispositions_required;
  if (decision.action.startsWith("STOP") && required.length > 0) return { ok: false, ledger, verdict, problem: undecided(decision, required) };
  const recorded = { ...ledger, history: Object.freeze([...ledger.history, recordOf(verdict, input, context)]) };
  const isFinal = decision.action !== "CONTINUE";
  const sealed = isFinal ? seal(recorded) : recorded;
  const deferred = isFinal ? sealed.findings.filter((entry, index) => entry.status === "deferred" && ledger.findings[index]?.status !== "deferred") : [];
  return {
    ok: true,
    ledger: Object.freeze(sealed),
    decision,
    verdict,
    unverified: unverifiedIn(ledger, { round: input.round, claimed: input.claimed ?? [], isStopping: isFinal }, context),
    warnings: [...input.warnings, ...evidenceWarning(input)],
    exitLine: isFinal ? exitLine(sealed, decision, input.today, context.names) : null,
    ticket: deferred.length === 0 ? null : ticketText(sealed, deferred, { round: input.round, today: input.today }, context),
  };
}

function undecided({ action }: LedgerDecision, ids: readonly string[]): LedgerProblem {
  return new LedgerProblem("dispositions-required", `${action} needs a decision about ${ids.join(", ")}`, {
    path: "dispositions_required",
    hint: "Decide with disposition or disposition-batch (defer, reject, fix-now), then close again.",
  });
}

/** The number of the round that closes (LG-CLOSE-1, LG-CLOSE-7). */
function closingRound(ledger: Ledger, given: number | null | undefined, { improvements }: LedgerContext): { readonly round: number; readonly warnings: readonly string[] } {
  const last = ledger.history.at(-1);
  if (improvements.has("LG-CLOSE-7") && !hasMarkers(ledger) && last !== undefined && !isMarker(last) && last.iteration === given) {
    refuse("round-closed-already", "round", `round ${last.iteration} was closed already, as ${last.result}`, "Go on with the next round.");
  }
  if (improvements.has("LG-LATE-2") || hasMarkers(ledger)) return roundOf(ledger, given);
  return { round: given ?? nextRound(ledger), warnings: [] };
}

/** Clears purchases that the last round was continued for, once (LG-DIS-7, LG-SEC-27). */
function chargePurchases(ledger: Ledger): Ledger {
  const at = ledger.history.findLastIndex((item) => !isMarker(item));
  const last = ledger.history[at] as RoundRecord | undefined; // not a marker
  if (last?.fix_now === undefined || last.fix_now_charged === true) return ledger;
  const ids = new Set(last.fix_now);
  const history: HistoryItem[] = [...ledger.history];
  history[at] = Object.freeze({ ...last, fix_now_charged: true });
  const findings = ledger.findings.map((entry) => (ids.has(entry.id) && isBought(entry) ? Object.freeze({ ...entry, disposition: null }) : entry));
  return Object.freeze({ ...ledger, findings: Object.freeze(findings), history: Object.freeze(history) });
}

function recordOf({ decision, token }: LedgerVerdict, input: Pick<CloseRoundInput, "suiteEvidence" | "gatesEvidence">, { improvements }: LedgerContext): RoundRecord {
  const { counts, weight, action, iteration, fix_now: bought } = decision;
  const isRich = improvements.has("LG-FILE-3");
  return Object.freeze({
    iteration,
    counts,
    result: action,
    ...(isGiven(input.suiteEvidence) ? { suite_evidence: input.suiteEvidence } : {}),
    ...(isGiven(input.gatesEvidence) ? { gates_evidence: input.gatesEvidence } : {}),
    ...(isRich ? { weight } : {}),
    ...(isRich && token === "CONTINUE" && bought.length > 0 ? { fix_now: bought } : {}),
  });
}

/** What a round keeps is bounded and readable like every stored text: a lone surrogate would make the ledger unreadable (LG-SEC-14, LG-SEC-16). */
function checkEvidence({ suiteEvidence, gatesEvidence }: Pick<CloseRoundInput, "suiteEvidence" | "gatesEvidence">, { limits }: LedgerContext): void {
  for (const [path, text] of Object.entries({ suiteEvidence, gatesEvidence })) {
    if (isGiven(text)) needStorable(text, limits.textChars, { code: "payload-invalid", path, hint: "Say in words what was seen." });
  }
}

function isGiven(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text !== "";
}

/** Pending decisions become statuses (LG-CLOSE-5). */
function seal(ledger: Ledger): Ledger {
  const sealOne = (entry: LedgerEntry): LedgerEntry => {
    const action = isDecidable(entry) ? pendingAction(entry) : null;
    if (action === null) return entry;
    return Object.freeze({ ...entry, status: action === "defer" ? ("deferred" as const) : ("rejected" as const) });
  };
  return { ...ledger, findings: Object.freeze(ledger.findings.map(sealOne)) };
}

/** From the second round on, what Phase A owed and did not look at; what this round itself raised is not owed (LG-PH-3). */
function unverifiedIn(
  ledger: Ledger,
  { round, claimed, isStopping }: { readonly round: number; readonly claimed: readonly string[]; readonly isStopping: boolean },
  { config }: LedgerContext,
): readonly string[] {
  if (round <= 1) return [];
  return phaseAWorklist(ledger, config, { claimed, isStopping })
    .filter((entry) => entry.first_seen !== round && entry.verifications?.some(({ iteration }) => iteration === round) !== true)
    .map(({ id }) => id);
}

function evidenceWarning({ round, suiteEvidence }: { readonly round: number; readonly suiteEvidence?: string | null }): readonly string[] {
  return round > 1 && !isGiven(suiteEvidence) ? ["no-suite-evidence"] : [];
}
