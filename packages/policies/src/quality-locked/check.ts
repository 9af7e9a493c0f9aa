/**
 * The checker: review text in, decision and record out (QL-CLS-13, QL-DEC-3, QL-JSON-1..2).
 *
 * Invariants:
 * 1. Clean counts pass only if the text bears them out: a review without any label, or with signs of lost findings, is
 *    `unparseable` and never a PASS (G4).
 * 2. The caller gives prior records; the current one is made here (QL-STK-2).
 * 3. Same input, same bytes: key order is fixed, and keys that do not apply are absent (QL-FM-2).
 */
import { LoopwrightError, type TableDecision } from "@loopwright/core";
import { classifyDetailed } from "./classify.js";
import { addCounts, isClean, type Counts } from "./counts.js";
import { flagged, type LockedDecision } from "./decide.js";
import { UNDER_COUNTING, type Diagnostic } from "./diagnostics.js";
import { actionOf, lockedTable, type LockedAction, type LockedFacts, type LockedToken } from "./locked-table.js";
import { checkCounts, checkHistory, checkIteration, currentLoop, isContinueChosen, readHistory, type IterationRecord } from "./record.js";
import { isStuck } from "./stuck.js";

/** What the checker reads. */
export interface CheckInput {
  /** The reviewer's raw text; nothing may be added to it. */
  readonly reviewText: string | null | undefined;
  /** From 1. */
  readonly iteration: number;
  /** Prior records, oldest first: those of this loop, or of the whole manifest when `checkpoint` is given. */
  readonly history: unknown;
  /** Kept in the record, and picks this loop's records out of `history` (QL-HIST-1, QL-HIST-2). */
  readonly checkpoint?: string | undefined;
  /** Findings that a machine made, such as a fix outside the writable scope; counted beside the text (QL-ACTN-2). */
  readonly machineCounts?: Partial<Counts> | undefined;
}

/** What the checker says, in the order in which it is printed. */
export type CheckOutput = LockedDecision<Counts> & {
  readonly iteration_record: IterationRecord;
  /** Only when so: nobody can tell from this text whether the work is clean. Show it to a person; spend no fix pass. */
  readonly unparseable?: true;
  /** Only when there are any. */
  readonly diagnostics?: readonly Diagnostic[];
};

/** What was found out about an input, before anything is decided. */
export interface ExaminedReview {
  readonly facts: LockedFacts;
  readonly counts: Counts;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Counts a review and gathers the facts of the table; decides nothing.
 * @throws LoopwrightError as {@link check}.
 */
export function examineReview(input: CheckInput): ExaminedReview {
  const { checkpoint } = input;
  if (input.reviewText != null && typeof input.reviewText !== "string") refuseText();
  const iteration = checkIteration(input.iteration);
  const prior = checkHistory(input.history);
  const history = checkpoint === undefined ? prior : currentLoop(prior, checkpoint, iteration);
  const { counts: counted, diagnostics } = classifyDetailed(input.reviewText);
  const counts = addCounts(counted, checkCounts(input.machineCounts ?? {}, "machineCounts"));
  const clean = isClean(counts);
  const isUnparseable = clean && diagnostics.some(({ code }) => UNDER_COUNTING.includes(code));
  return { facts: { isClean: clean, isUnparseable, iteration, isStuck: isStuck(history), isContinueChosen: isContinueChosen(history) }, counts, diagnostics };
}

/**
 * Classifies and decides. What a person chose at an earlier escalation does not count here: see {@link decideStep}.
 * @throws LoopwrightError `iteration-invalid`, `history-invalid`, `counts-invalid`, `review-text-invalid`.
 */
export function check(input: CheckInput): CheckOutput {
  const { facts, counts, diagnostics } = examineReview(input);
  const action = actionOf(lockedTable.decide({ ...facts, isContinueChosen: false }).token);
  return {
    ...flagged(counts, facts.isClean && !facts.isUnparseable, facts.isStuck, action),
    iteration_record: recordOf(input.checkpoint, facts.iteration, counts, action),
    ...(facts.isUnparseable ? { unparseable: true } : {}),
    ...(diagnostics.length > 0 ? { diagnostics } : {}),
  };
}

/**
 * What a loop does next: the table's row for the same input. A person's logged C takes further escalations of this loop as
 * revisions (QL-ESC-1), and a review that nobody can read asks instead of revising (QL-CLS-13).
 * @throws LoopwrightError as {@link check}.
 */
export function decideStep(input: CheckInput): TableDecision<LockedToken> {
  return lockedTable.decide(examineReview(input).facts);
}

function refuseText(): never {
  throw new LoopwrightError("review-text-invalid", "reviewText is not a text", { path: "reviewText", hint: "Pass the reviewer's raw output, or null for none." });
}

function recordOf(checkpoint: string | undefined, iteration: number, counts: Counts, result: LockedAction): IterationRecord {
  return { ...(checkpoint === undefined ? {} : { checkpoint }), iteration, counts, result };
}

/** A result for a command line: one JSON object, and an exit code (QL-JSON-1..3). */
export type CommandResult = { readonly output: string; readonly exitCode: 0 | 1 };

/** `check` with the history as JSON text; a fault gives `{"error": …}` alone and exit code 1 (QL-JSON-2). */
export function checkAsJson(input: Omit<CheckInput, "history"> & { readonly historyJson: string }): CommandResult {
  return asJson(() => check({ ...input, history: readHistory(input.historyJson) }));
}

/** `classify` as the command prints it: the counts alone (QL-JSON-3). */
export function classifyAsJson(reviewText: string): CommandResult {
  return asJson(() => ({ counts: classifyDetailed(reviewText).counts }));
}

function asJson(make: () => object): CommandResult {
  try {
    return { output: JSON.stringify(make()), exitCode: 0 };
  } catch (error) {
    if (!(error instanceof LoopwrightError)) throw error;
    return { output: JSON.stringify({ error: error.message }), exitCode: 1 };
  }
}
