/**
 * Asking a reviewer: packet in, one fenced block out, and nothing changed in between (LG-OUT-1, LG-INT-1, G4, G15).
 *
 * Invariants:
 * 1. The workspace is compared around every reviewer call. A reviewer that wrote has given no review; the loop does not
 *    put things back, it stops for a person (F19).
 * 2. An answer that cannot be read is asked for again, boundedly; then there is no review. It is never mended.
 */
import type { JsonObject } from "@loopwright/core";
import { describeDifference, snapshotDifference, type Snapshot } from "@loopwright/evidence/workspace";
import { extractFindings } from "../ledger/intake/extract-findings.js";
import type { ModelStep } from "../ledger/dispatch/routing.js";
import { modelFor } from "../ledger/dispatch/routing.js";
import { LedgerProblem } from "../ledger/problem.js";
import type { ToolProblem } from "./state.js";
import type { Work } from "./work.js";

/** What a reviewer is asked. */
export interface Dispatch {
  readonly step: ModelStep;
  readonly instruction: string;
  readonly input: JsonObject;
}

/** Takes what was read; a refusal for which the reviewer is to blame is asked for again. */
export type Take<T> = (payload: unknown) => Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: ToolProblem }>;

/** Asks until an answer was taken, or repairs are used up; then the phase ends without a review. */
export async function askReviewer<T>(work: Work, { step, instruction, input }: Dispatch, take: Take<T>): Promise<T> {
  const model = modelFor(step, work.state.config);
  if (!work.ctx.members("reviewer").includes(model)) {
    work.halt({ tool: { at: "config", code: "agent-missing", message: `the configuration routes ${step} to a ${model} reviewer, and there is none`, hint: "Pass agents.reviewer.cheap, or set review_model: inherit." } });
  }
  let problem: ToolProblem | null = null;
  for (let repair = 0; repair <= work.settings.maxRepairs; repair++) {
    const text = await askUndisturbed(work, `reviewer/${model}`, {
      purpose: step,
      instruction: problem === null ? instruction : `${instruction}\nYour last answer could not be taken; \`problem\` says why. Answer again, whole.`,
      input: problem === null ? input : { ...input, problem: { code: problem.code, message: problem.message } },
    });
    const read = readBlock(text);
    const taken = read.ok ? await take(read.value) : read;
    if (taken.ok) return taken.value;
    if (!isReviewersFault(taken.problem)) work.halt({ tool: taken.problem });
    problem = taken.problem;
    work.ctx.emit({ type: "findings.unreadable", repair, code: problem.code });
  }
  return work.halt({ evidence: "reviewer-unavailable", problem: problem?.message ?? null });
}

/** Calls a reviewer between two looks at the workspace; `""` where an answer came without usable text. */
async function askUndisturbed(work: Work, role: `reviewer/${string}`, request: { readonly purpose: string; readonly instruction: string; readonly input: JsonObject }): Promise<string> {
  const { workspace } = work.settings.ports;
  let before: Snapshot | null = null; // Only to name paths: what counts is the digest, which the step gives.
  const digest = await work.must("snapshot", async ({ signal }) => (before = await workspace.snapshot({ signal })).digest);
  const outcome = await work.ctx.call(role, request);
  const after = await work.must("compare-workspace", async ({ signal }) => {
    const now = await workspace.snapshot({ signal });
    const difference = before === null ? null : snapshotDifference(before, now);
    return { isEqual: now.digest === digest, paths: difference?.paths.length ?? 0, what: difference === null ? "" : describeDifference(difference) };
  });
  if (!after.isEqual) {
    work.ctx.emit({ type: "review.discarded", paths: after.paths });
    work.halt({ evidence: "reviewer-wrote", problem: `${role} changed the workspace: ${after.what}` });
  }
  const text = work.answered(outcome);
  if (text !== null) return text;
  const kind = outcome.ok ? null : outcome.failure.kind;
  if (kind === "empty-output" || kind === "truncated" || kind === "refused") return "";
  return work.halt({ evidence: "reviewer-unavailable", problem: outcome.ok ? null : outcome.failure.message });
}

function readBlock(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: ToolProblem } {
  try {
    return { ok: true, value: extractFindings(text) };
  } catch (thrown) {
    if (!(thrown instanceof LedgerProblem)) throw thrown;
    const { code, message, hint } = thrown;
    return { ok: false, problem: { at: "findings", code, message, hint: hint ?? null } };
  }
}

const REVIEWERS_FAULTS = /^(?:findings-block|payload-invalid|limit-exceeded|unknown-finding|finding-[a-z-]+|verify-[a-z-]+|anchor-[a-z-]+)$/;

/** Whether a refusal is about what was sent, not about the tool (LG-CLI-2). */
function isReviewersFault({ code }: ToolProblem): boolean {
  return REVIEWERS_FAULTS.test(code);
}
