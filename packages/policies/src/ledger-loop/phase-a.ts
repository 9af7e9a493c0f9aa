/**
 * Phase A: who is open is looked at again, before anything new is taken in (LG-PH-1, LG-PH-2, LG-VER-3).
 *
 * Invariants:
 * 1. A test witness is run here, by the controller: green is FIXED, red is NOT-FIXED, whatever anybody says (G13).
 * 2. A witness that changed after it was seen red proves nothing: what was red is what has to be green.
 * 3. What was found is in the ledger before Phase B begins.
 */
import { isPlainObject } from "@loopwright/core";
import { oneLine } from "@loopwright/evidence";
import { applyCloseRound } from "../ledger/operations/close-round.js";
import { ledgerContext } from "../ledger/context.js";
import { describeEntry } from "../ledger/dispatch/fixer-contract.js";
import { phaseAWorklist } from "../ledger/dispatch/worklists.js";
import { quoteWith, QUOTED_TEXT_RULE } from "../ledger/dispatch/quoted-data.js";
import { verifierContract } from "../ledger/dispatch/reviewer-contract.js";
import type { LedgerEntry } from "../ledger/value/ledger.js";
import { askReviewer } from "./dispatch.js";
import type { LoopState } from "./state.js";
import { runWitness, type WitnessRun } from "./witness.js";
import type { Work } from "./work.js";

/** Verifies what this round owes; `isStopping` owes everything (LG-PH-2). */
export async function phaseA(work: Work, round: number, isStopping: boolean): Promise<void> {
  if (round <= 1) return;
  const { ledger, config, claimed } = work.state;
  const owed = phaseAWorklist(ledger, config, { claimed, isStopping }).filter((entry) => entry.first_seen !== round && !isVerified(entry, round));
  if (owed.length === 0) return;
  const results: VerifyResult[] = [];
  const others: LedgerEntry[] = [];
  for (const entry of owed) {
    const ref = testOf(entry);
    if (ref === null) others.push(entry);
    else results.push(resultOf(work.state, entry, await runWitness(work, entry.id, ref)));
  }
  if (results.length > 0) await verify(work, round, results);
  if (others.length > 0) await askAbout(work, round, others);
  await work.readLedger();
}

/** Whether the round ends in anything but CONTINUE, as things stand. */
export function isAboutToStop({ ledger, config }: LoopState, work: Work): boolean {
  const closed = applyCloseRound(ledger, { today: "1970-01-01" }, ledgerContext({ config, names: work.settings.names }));
  return closed.verdict.decision.action !== "CONTINUE";
}

type VerifyResult = { readonly id: string; readonly verdict: "FIXED" | "NOT-FIXED" | "DISPUTED-STANDS"; readonly evidence: string };

function isVerified({ verifications = [] }: LedgerEntry, round: number): boolean {
  return verifications.some(({ iteration }) => iteration === round);
}

/** Reference of the test that demonstrates an entry; `null` where something else does. */
export function testOf({ witness }: LedgerEntry): string | null {
  return witness?.kind === "test" && witness.ref !== null && witness.ref.trim() !== "" ? witness.ref : null;
}

function resultOf({ head, witnesses }: LoopState, { id }: LedgerEntry, run: WitnessRun): VerifyResult {
  const at = head.slice(0, 12);
  const seen = Object.hasOwn(witnesses, id) ? witnesses[id] : undefined;
  const name = oneLine(run.ref);
  if (run.status !== "green") return { id, verdict: "NOT-FIXED", evidence: `witness ${name} ${run.status === "red" ? "red" : "could not be run"} at ${at}` };
  if (seen?.ref === run.ref && seen.digest !== run.digest) return { id, verdict: "NOT-FIXED", evidence: `witness ${name} changed after it was seen red; green at ${at} proves nothing` };
  return { id, verdict: "FIXED", evidence: `witness ${name} green at ${at}` };
}

async function verify(work: Work, round: number, results: readonly VerifyResult[]): Promise<void> {
  const ids = await work.change("verify", () => work.settings.ports.ledger.verify({ results, round }));
  work.ctx.emit({ type: "findings.verified", ledgerRound: round, ids });
}

/** One factual line about each of the others, from a reviewer (LG-PH-1). */
async function askAbout(work: Work, round: number, entries: readonly LedgerEntry[]): Promise<void> {
  const asked = new Set(entries.map(({ id }) => id));
  const findings = await work.must("quote-findings", () => {
    const quote = quoteWith(nonce());
    return [QUOTED_TEXT_RULE, ...entries.map((entry) => quote(entry.id, describeEntry(entry)))].join("\n\n");
  });
  const ids = await askReviewer(work, { step: "phase-a", instruction: verifierContract(), input: { findings, commit: work.state.head } }, async (payload) => {
    const list: unknown = isPlainObject(payload) ? payload["results"] : payload;
    const foreign = Array.isArray(list) ? list.findIndex((result) => !isPlainObject(result) || !asked.has(String(result["id"]))) : -1;
    if (foreign !== -1) return { ok: false, problem: { at: "verify", code: "verify-not-asked", message: `result #${foreign} is about no finding that was asked about`, hint: null } };
    return work.tryChange("verify", () => work.settings.ports.ledger.verify({ results: payload, round }));
  });
  work.ctx.emit({ type: "findings.verified", ledgerRound: round, ids });
}

/** A mark that nobody who wrote quoted text could know (LG-SEC-32). Drawn inside a step, so that a resumed run has the same. */
export function nonce(): string {
  return crypto.randomUUID().replaceAll("-", "");
}
