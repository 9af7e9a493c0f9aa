/**
 * The quality-locked loop on the runner: a reviewer writes prose, the classifier counts, the table decides, a fixer
 * revises (QL-ACT-3..4, QL-ACTN-1..2, QL-FB-2, QL-AUTO-1..2, QL-FM-1).
 *
 * Invariants:
 * 1. Decided is what `check` counted; this file only carries texts to it and its record to the recorder (G3).
 * 2. Records are written in iteration order, each before the fix it leads to and before any further reviewer call.
 * 3. A review that cannot be read never passes and spends no fix (G4); nobody judges their own work into a pass (G6).
 */
import { definePolicy, domainEvents, type DecisionRecord, type RecordContext } from "@loopwright/core";
import { snapshotDifference } from "@loopwright/evidence/workspace";
import { lockedAsks } from "./loop-asks.js";
import type { LockedEvent } from "./loop-events.js";
import { checkInput, type LockedInput } from "./loop-input.js";
import { readLockedOptions, type LockedSettings, type QualityLockedOptions } from "./loop-options.js";
import { lockedReportOf } from "./loop-report.js";
import { attemptsOf, runReview, writeOwed } from "./loop-review.js";
import { look, TWICE, type LockedContext } from "./look.js";
import { lockedRoles } from "./loop-roles.js";
import type { LockedState, MachineFinding } from "./loop-state.js";
import { lockedLoopTable } from "./loop-table.js";
import { ITERATION_CAP, type LockedFacts } from "./locked-table.js";
import { FIX_INSTRUCTION, passNotice, reviseNotice, SELF_REVIEW_INSTRUCTION } from "./prompts.js";
import { isContinueChosen } from "./record.js";

/**
 * A quality-locked loop: `runLoop(qualityLocked({ recorder }), { agents: { reviewer, fixer, selfReviewer }, input })`.
 *
 * @throws LoopwrightError `option-unknown`, `option-invalid`.
 */
export function qualityLocked(options: QualityLockedOptions) {
  const settings = readLockedOptions(options);
  return definePolicy({
    name: "quality-locked",
    roles: lockedRoles,
    table: lockedLoopTable,
    maxRounds: ITERATION_CAP,
    callTimeoutMs: settings.callTimeoutMs,
    calls: { open: {}, review: { reviewer: attemptsOf(settings) }, revise: { fixer: 1 }, consult: { selfReviewer: 1 } },
    events: domainEvents<LockedEvent>(),
    announce: { iterationCap: ITERATION_CAP },
  })({
    open: (ctx, input: LockedInput): Promise<LockedState> => open(ctx, input, settings),
    review: (ctx, state) => runReview(ctx, state, settings),
    facts: (state) => ({
      ...(state.facts ?? UNREVIEWED),
      isContinueChosen: isContinueChosen(state.records),
      reviewer: state.reviewer,
      fixer: state.fixer,
      world: state.world,
      choice: state.choice,
      isSelfReviewed: state.isSelfReviewed,
    }),
    revise: (ctx, state) => fix(ctx, state, settings),
    consult: (ctx, state) => selfReview(ctx, state), // Written out: by name alone the state's type is not inferred.
    artifact: (state) => state.snapshot?.digest ?? state.artifact,
    reviewed: ({ facts, reviewer, world }) => facts !== null && !facts.isUnparseable && reviewer === "answered" && world === "ok",
    record: (ctx, state, decision) => record(ctx, state, decision, settings),
    check: (input) => checkInput(input, settings.checkpoints),
    asks: lockedAsks,
    report: lockedReportOf,
    summarize: ({ action, iterations }) => ({ action, iterations }),
  });
}

const UNREVIEWED: LockedFacts = { isClean: false, isUnparseable: false, iteration: 0, isStuck: false, isContinueChosen: false };

/** Looks at the workspace, and logs the approval that autonomy picked, before anybody is asked (QL-AUTO-1). */
async function open(ctx: LockedContext, { checkpoint, artifact, context = {}, mode, autonomy, prior = [] }: LockedInput, { recorder, workspace }: LockedSettings): Promise<LockedState> {
  const state: LockedState = {
    checkpoint, artifact, context, mode, snapshot: null, iteration: prior.at(-1)?.iteration ?? 0, facts: null, records: prior, reviews: [], machineFindings: [],
    owed: "none", reviewer: "answered", fixer: "ok", world: "ok", choice: "none", problem: null, isSelfReviewed: false, selfReview: null,
  };
  if (autonomy !== undefined) {
    const reason = "quality-locked mode is on: every other answer contradicts one of the two modes";
    const picked = await ctx.step("log-pick", async () => {
      await recorder.pick({ phase: checkpoint, decision: "A", reason, flag_sources: { quality_locked: mode.source, autonomy: autonomy.source } });
      return null;
    }, TWICE);
    if (!picked.ok) return { ...state, world: "record-failed", problem: picked.failure.message };
  }
  return look(ctx, state, workspace);
}

/** Has everything above cosmetic fixed, from the review as it was written (QL-ACTN-2). */
async function fix(ctx: LockedContext, before: LockedState, settings: LockedSettings): Promise<LockedState> {
  if (before.world !== "ok") return before; // An answer that nobody could log is not acted on (QL-HIST-3).
  const state = await look(ctx, before, settings.workspace); // Records, and a person who was asked, may have written since: not the fixer.
  if (state.world !== "ok") return state;
  if (state.owed !== "none") return { ...state, world: "record-failed", problem: "the record was not written in time" };
  const review = state.reviews.at(-1)?.text ?? "";
  const machineFindings = state.machineFindings.filter(({ iteration }) => iteration === state.iteration).map(({ severity, claim }) => ({ severity, claim }));
  const fixed = await ctx.call("fixer", {
    purpose: "fix",
    instruction: `${FIX_INSTRUCTION}\n${settings.workspace === null ? "Answer with the whole artifact and nothing else." : "Change the files; answer with one line."}\n${settings.instructions.fix}`.trim(),
    input: { checkpoint: state.checkpoint, artifact: state.artifact, context: state.context, review, machineFindings },
  });
  const after = await lookAfterFix(ctx, state, settings);
  if (!fixed.ok) return { ...after, fixer: "failed", problem: fixed.failure.message };
  return settings.workspace === null ? { ...after, artifact: fixed.value } : after;
}

/** What a fix changed outside the writable scope is critical in the next iteration, beside the text (QL-ACTN-2). */
async function lookAfterFix(ctx: LockedContext, before: LockedState, { workspace, isWritable }: LockedSettings): Promise<LockedState> {
  const from = before.snapshot;
  const after = await look(ctx, before, workspace);
  const to = after.snapshot;
  if (from === null || to === null) return after;
  const outside = snapshotDifference(from, to).paths.flatMap(({ path }) => (isWritable(path) ? [] : [path]));
  if (outside.length > 0) ctx.emit({ type: "fix.out-of-scope", iteration: before.iteration, paths: outside.length });
  const found = outside.map((path): MachineFinding => ({ iteration: before.iteration + 1, severity: "critical", claim: `machine-added: the fix changed ${path}, outside the writable scope` }));
  return { ...after, machineFindings: [...after.machineFindings, ...found] };
}

/** One self-review where there is no reviewer; its text is shown and decides nothing (QL-FB-2). */
async function selfReview(ctx: LockedContext, state: LockedState): Promise<LockedState> {
  const given = await ctx.call("selfReviewer", { purpose: "self-review", instruction: SELF_REVIEW_INSTRUCTION, input: { checkpoint: state.checkpoint, artifact: state.artifact, context: state.context } });
  return { ...state, isSelfReviewed: true, selfReview: given.ok ? given.value : null };
}

/** Writes what is owed, also where an abort came first (QL-FM-1), and tells what follows. */
async function record(ctx: RecordContext<LockedEvent>, state: LockedState, { token }: DecisionRecord, settings: LockedSettings): Promise<LockedState> {
  const written = await writeOwed(ctx, state, settings);
  if (token === "PASS") ctx.emit({ type: "notice", text: passNotice(state.iteration) });
  if (token === "REVISE") ctx.emit({ type: "notice", text: reviseNotice(state.iteration) });
  if (token !== "LOCK_LEFT") return written;
  const logged = await ctx.step("log-mode", async () => {
    await settings.recorder.mode(state.mode);
    return null;
  }, TWICE);
  return logged.ok ? written : { ...written, problem: logged.failure.message };
}
