/**
 * One iteration's review: ask, check that nothing was written, count, write down (QL-ACT-3, QL-ACT-4, QL-CLS-13).
 *
 * Invariants:
 * 1. A reviewer that changed the workspace has given no review: it is discarded, and where the workspace can be put back it
 *    is asked once more; otherwise, and a second time, the loop ends (G15).
 * 2. The record is written before anybody is called again; what an abort kept from disk is still owed (QL-FM-1).
 * 3. What changed while a person was asked is nobody's doing: it is looked at again, and reviewed as it is now (G5).
 * 4. An answer without usable text is a review that cannot be read; no answer is no review (G4, QL-FB-2).
 */
import type { CallRequest, Failure, Outcome } from "@loopwright/core";
import { snapshotDifference, type Snapshot } from "@loopwright/evidence/workspace";
import { check, examineReview } from "./check.js";
import type { LockedSettings } from "./loop-options.js";
import { look, TWICE, type LockedContext } from "./look.js";
import type { LockedState } from "./loop-state.js";
import type { LockedWorkspace } from "./locked-workspace.js";
import type { HistoryItem } from "./manifest.js";
import { REVIEWER_INSTRUCTION } from "./prompts.js";
import { isContinueChosen } from "./record.js";
import { isStuck } from "./stuck.js";
import type { LockedFacts } from "./locked-table.js";

/** How often a review is asked for in one iteration: once more where a reviewer wrote and all could be put back. */
export function attemptsOf({ workspace }: LockedSettings): number {
  return workspace?.restore === undefined ? 1 : 2;
}

/** Runs one review. */
export async function runReview(ctx: LockedContext, last: LockedState, settings: LockedSettings): Promise<LockedState> {
  const before = last.choice === "review-again" ? await look(ctx, last, settings.workspace) : last;
  if (before.world !== "ok") return { ...before, facts: noReview(before) };
  // No review: the version is another one, and the runner reviews that.
  if (before.snapshot?.digest !== last.snapshot?.digest) return { ...before, facts: null, choice: "none" };
  const state: LockedState = { ...before, iteration: before.iteration + 1, reviewer: "answered", choice: "none", problem: null };
  const request = { purpose: "review", instruction: `${REVIEWER_INSTRUCTION}\n${settings.instructions.review}`.trim(), input: { checkpoint: state.checkpoint, artifact: state.artifact, context: state.context } };
  for (let attempt = 1; ; attempt++) {
    const asked = await askUndisturbed(ctx, request, state.snapshot, settings.workspace);
    if (asked.kind === "reviewed") return takeReview(ctx, state, asked.outcome, settings);
    if (asked.kind === "workspace-failed") return { ...state, facts: noReview(state), world: "workspace-failed", problem: asked.problem };
    ctx.emit({ type: "review.discarded", iteration: state.iteration, attempt, paths: asked.paths });
    if (attempt === attemptsOf(settings)) return { ...state, facts: noReview(state), reviewer: "wrote", problem: "the reviewer changed the workspace" };
  }
}

type Asked =
  | { readonly kind: "reviewed"; readonly outcome: Outcome<string> }
  | { readonly kind: "wrote"; readonly paths: number }
  | { readonly kind: "workspace-failed"; readonly problem: string };

/** Calls the reviewer between two looks at the workspace. */
async function askUndisturbed(ctx: LockedContext, request: CallRequest, before: Snapshot | null, workspace: LockedWorkspace | null): Promise<Asked> {
  const outcome = await ctx.call("reviewer", request);
  if (workspace === null || before === null) return { kind: "reviewed", outcome };
  const compared = await ctx.step("compare-workspace", async ({ signal }) => {
    const after = await workspace.snapshot({ signal });
    if (after.digest === before.digest) return null;
    await workspace.restore?.(before, { signal });
    return { paths: snapshotDifference(before, after).paths.length };
  }, TWICE);
  if (!compared.ok) return isInterruption(compared.failure) ? { kind: "reviewed", outcome: compared } : { kind: "workspace-failed", problem: compared.failure.message };
  return compared.value === null ? { kind: "reviewed", outcome } : { kind: "wrote", ...compared.value };
}

/** After abort or run timeout nothing counts any more; the runner's own rows decide. */
function isInterruption({ kind, callId }: Failure): boolean {
  return kind === "aborted" || (kind === "timeout" && callId === null);
}

async function takeReview(ctx: LockedContext, state: LockedState, outcome: Outcome<string>, settings: LockedSettings): Promise<LockedState> {
  if (!outcome.ok && !isUnreadable(outcome.failure)) {
    return { ...state, facts: noReview(state), reviewer: "unavailable", problem: outcome.failure.message };
  }
  const { iteration, checkpoint, records } = state;
  const critical = state.machineFindings.filter((finding) => finding.iteration === iteration).length;
  const text = outcome.ok ? outcome.value : "";
  const input = { reviewText: text, iteration, history: records, checkpoint, ...(critical === 0 ? {} : { machineCounts: { critical } }) };
  const { facts, counts, diagnostics } = examineReview(input);
  const { iteration_record: record, action } = check(input);
  const item: HistoryItem = { ...record, checkpoint };
  ctx.emit({ type: "iteration.checked", iteration, action, counts, unparseable: facts.isUnparseable });
  const review = { iteration, text, problem: outcome.ok ? null : outcome.failure.message, counts, diagnostics };
  const reviewed: LockedState = { ...state, facts, records: [...records, item], reviews: [...state.reviews, review], owed: "record" };
  return writeOwed(ctx, reviewed, settings);
}

/** Whether an answer came, though without text that can be counted. */
function isUnreadable({ kind }: Failure): boolean {
  return kind === "empty-output" || kind === "truncated" || kind === "refused";
}

/** The decider's facts where nothing was reviewed: never clean. */
function noReview({ iteration, records }: LockedState): LockedFacts {
  return { isClean: false, isUnparseable: false, iteration, isStuck: isStuck(records), isContinueChosen: isContinueChosen(records) };
}

/** What writing needs of a context; a phase and `record` both have it. */
type Stepping = Pick<LockedContext, "step" | "emit">;

/**
 * Writes what is owed. An abort in between leaves it owed: `record` writes it, as a part of a decision that stands.
 */
export async function writeOwed(ctx: Stepping, state: LockedState, { recorder }: Pick<LockedSettings, "recorder">): Promise<LockedState> {
  const item = state.records.at(-1);
  if (state.owed === "none" || item === undefined) return state;
  const isChoice = state.owed === "choice";
  const written = await ctx.step(isChoice ? "log-choice" : "log-record", async () => {
    await (isChoice ? recorder.answer(item) : recorder.append(item));
    return null;
  }, TWICE);
  if (written.ok) {
    ctx.emit({ type: isChoice ? "choice.stored" : "record.stored", iteration: item.iteration });
    return { ...state, owed: "none" };
  }
  if (isInterruption(written.failure)) return state;
  return { ...state, world: "record-failed", problem: written.failure.message };
}
