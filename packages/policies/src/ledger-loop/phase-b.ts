/**
 * Phase B: a packet goes out, findings come back and go into the ledger (LG-PKT, LG-OUT-1, LG-INT, LG-RTE-1).
 *
 * Invariants:
 * 1. A packet is built from the version at hand and says what it does not show; then no round passes (F10).
 * 2. Where checklists run on a cheaper model, one judgement over all findings runs on the default one; what it does not
 *    repeat is kept in the report (G9).
 */
import { isPlainObject } from "@loopwright/core";
import { codePacket, documentPacket } from "../ledger/dispatch/packets.js";
import { quoteWith, QUOTED_TEXT_RULE } from "../ledger/dispatch/quoted-data.js";
import { judgementContract, reviewerContract } from "../ledger/dispatch/reviewer-contract.js";
import { modelFor } from "../ledger/dispatch/routing.js";
import type { IntakeReport } from "../ledger/intake/intake-report.js";
import { claimStem } from "../ledger/value/claim-stem.js";
import { askReviewer } from "./dispatch.js";
import { nonce } from "./phase-a.js";
import type { CheckOutcome } from "./ports.js";
import type { ToolProblem } from "./state.js";
import type { Work } from "./work.js";

/** Gathers new findings and takes them in. */
export async function phaseB(work: Work, round: number): Promise<void> {
  const packet = await buildPacket(work, round);
  const { occasion, head, config } = work.state;
  const { canReviewersRunTests: canRunTests, instructions } = work.settings;
  const instruction = `${reviewerContract({ occasion, round, canRunTests })}\n${instructions.review}`.trim();
  const input = { packet, commit: head };
  const isRouted = modelFor("checklist", config) !== modelFor("final-judgement", config);
  if (!isRouted) await askReviewer(work, { step: "checklist", instruction, input }, (payload) => takeIn(work, round, payload, "reviewer"));
  else {
    const collected = await askReviewer(work, { step: "checklist", instruction, input }, (payload) => Promise.resolve(listIn(payload)));
    await judge(work, round, packet, collected);
  }
  await work.readLedger();
}

/** One judgement over what the checklists collected, on the default model (LG-RTE-1). */
async function judge(work: Work, round: number, packet: string, collected: readonly unknown[]): Promise<void> {
  const quoted = await work.must("quote-collected", () => [QUOTED_TEXT_RULE, quoteWith(nonce())("collected", JSON.stringify(collected, null, 1))].join("\n\n"));
  const kept = new Set<string>();
  await askReviewer(work, { step: "final-judgement", instruction: judgementContract(), input: { packet, collected: quoted, commit: work.state.head } }, async (payload) => {
    const list = listIn(payload);
    if (!list.ok) return list;
    kept.clear(); // An earlier answer may have been refused.
    for (const finding of list.value) kept.add(stemOf(finding));
    return takeIn(work, round, payload, "reviewer");
  });
  const leftOut = collected.filter((finding) => !kept.has(stemOf(finding))).map((finding) => ({ round, claim: claimOf(finding), reason: "the judgement over all findings did not repeat it" }));
  work.set({ leftOut: [...work.state.leftOut, ...leftOut] });
}

/** Takes findings in and keeps what that did. */
export async function takeIn(work: Work, round: number, findings: unknown, source: "reviewer" | "fixer", artifact = work.state.artifact) {
  const taken = await work.tryChange<IntakeReport>("intake", () => work.settings.ports.ledger.intake({ findings, artifact, round }));
  if (!taken.ok) return taken;
  const { new: made, merged, disputed, capped } = taken.value;
  work.ctx.emit({ type: "findings.taken", ledgerRound: round, new: made, merged, disputed, capped });
  work.set({ taken: [...work.state.taken, { round, source, report: taken.value }] });
  return taken;
}

async function buildPacket(work: Work, round: number): Promise<string> {
  const { checkpoint, occasion, head, reviewedHead, ledger, suite, gates } = work.state;
  const { packet, omitted } = await work.must("packet", async ({ signal }) => {
    const parts = await work.settings.ports.packets({ round, checkpoint, occasion, from: round > 1 ? reviewedHead : null, to: head }, { signal });
    const base = { round, ledger, gateOutput: shown(gates), nonce: nonce(), blastRadius: parts.blastRadius, excerpts: parts.excerpts };
    const text =
      parts.kind === "code"
        ? codePacket({ ...base, changes: parts.changes, testOutput: shown(suite), mutants: parts.mutants ?? null })
        : documentPacket({ ...base, artifact: parts.artifact, delta: parts.delta ?? null });
    return { packet: text, omitted: parts.omitted ?? [] };
  });
  work.set({ omitted });
  if (omitted.length > 0) work.set({ evidence: "packet-partial", problem: `not shown to the reviewer: ${omitted.join(", ")}` });
  return packet;
}

function shown(outcome: CheckOutcome | null): string {
  return outcome === null ? "not run" : `${outcome.status}: ${outcome.evidence}\n${outcome.output}`;
}

function listIn(payload: unknown): { readonly ok: true; readonly value: readonly unknown[] } | { readonly ok: false; readonly problem: ToolProblem } {
  const list: unknown = isPlainObject(payload) ? payload["findings"] : payload;
  if (Array.isArray(list)) return { ok: true, value: list };
  return { ok: false, problem: { at: "findings", code: "payload-invalid", message: "the findings are no list", hint: null } };
}

function claimOf(finding: unknown): string {
  const claim: unknown = isPlainObject(finding) ? finding["claim"] : null;
  return typeof claim === "string" ? claim : "(a finding without a claim)";
}

function stemOf(finding: unknown): string {
  return claimStem(claimOf(finding));
}
