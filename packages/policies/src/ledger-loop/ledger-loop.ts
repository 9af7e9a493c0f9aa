/**
 * The ledger loop on the runner: packets out, findings in, a computed verdict, dispositions by people, fixes one by one
 * (LG-PKT, LG-PH, LG-CLOSE, LG-DEC, LG-FIX, LG-MODE-1, LG-MODE-5).
 *
 * Invariants:
 * 1. Decided is what the ledger's own functions compute; this file and those beside it only carry facts to them (G3).
 * 2. Disk, git and commands are ports; each effect is one step, so that a journal knows what was done.
 * 3. The artifact is the version of the files; a review is about exactly one of them (G2, G5).
 */
import { definePolicy, domainEvents } from "@loopwright/core";
import { applyDispositionsAndClose } from "./settle.js";
import { ledgerLoopAsks } from "./asks.js";
import type { LedgerLoopEvent } from "./events.js";
import { fixRound } from "./fix-round.js";
import { ledgerLoopTable } from "./loop-table.js";
import { open } from "./open.js";
import { checkLedgerLoopInput, readLedgerLoopOptions, type LedgerLoopInput, type LedgerLoopOptions } from "./options.js";
import { ledgerLoopReportOf } from "./report.js";
import { review } from "./review.js";
import { ledgerLoopRoles } from "./roles.js";
import type { LoopState } from "./state.js";
import type { LedgerFacts } from "../ledger/decision/ledger-table.js";

/** How often one round may take answers into the ledger. */
const MAX_SETTLEMENTS = 100;

/**
 * A ledger loop: `runLoop(ledgerLoop({ ports }), { agents: { reviewer: { default: agent }, fixer }, input: { checkpoint } })`.
 *
 * @throws LoopwrightError `option-unknown`, `option-invalid`.
 */
export function ledgerLoop(options: LedgerLoopOptions) {
  const settings = readLedgerLoopOptions(options);
  const { maxRepairs, maxFixes, maxRounds, callTimeoutMs } = settings;
  const attempts = 1 + maxRepairs;
  return definePolicy({
    name: "ledger-loop",
    roles: ledgerLoopRoles,
    table: ledgerLoopTable,
    maxRounds,
    maxConsultsPerRound: MAX_SETTLEMENTS,
    callTimeoutMs,
    // Checklists and Phase A, twice where the round is about to stop; a witness and a fix for each finding.
    calls: { open: {}, review: { reviewer: 3 * attempts }, revise: { fixer: 2 * attempts * maxFixes }, consult: {} },
    events: domainEvents<LedgerLoopEvent>(),
    announce: { maxFixes },
  })({
    open: (ctx, input: LedgerLoopInput): Promise<LoopState> => open(ctx, input, settings),
    review: (ctx, state) => review(ctx, state, settings),
    facts: (state) => ({
      ...(state.verdict?.facts ?? NOTHING_KNOWN),
      isToolFailed: state.tool !== null,
      isPinnedToV1: state.config.mode === "v1",
      isFixerDown: state.isFixerDown,
      evidence: state.evidence,
      isReviewed: state.verdict !== null,
      isAnswerOwed: state.owed !== null,
      choice: state.choice,
    }),
    revise: (ctx, state) => fixRound(ctx, state, settings),
    consult: (ctx, state) => applyDispositionsAndClose(ctx, state, settings),
    artifact: (state) => state.version,
    reviewed: ({ verdict, evidence }) => verdict !== null && (evidence === "complete" || evidence === "suite-red"),
    check: (input, agents) => checkLedgerLoopInput(input, settings, agents),
    asks: ledgerLoopAsks,
    report: ledgerLoopReportOf,
    summarize: ({ decision, account }) => ({ action: decision?.action ?? null, findings: account.length }),
  });
}

/** Facts while no round was decided about; `isReviewed` keeps them from meaning anything. */
const NOTHING_KNOWN: LedgerFacts = { open: 0, liveDisputes: 0, bought: 0, isStalled: false, isCapReached: false, criticals: 0, majorsOverBudget: 0, undecided: 0 };
