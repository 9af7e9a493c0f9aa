/**
 * What a run writes into its journal (DESIGN §6), as plain JSON, and the reading of it.
 *
 * Order in a journal: `run` first. Then for each effect `effect.started` before it runs and `effect.ended` before the policy
 * sees what came of it, or `effect.refused`; `decision` after each decision; `checkpoint` where a run may go on without what
 * stands before it, and at its end. `session` begins what another process appended.
 *
 * Invariants:
 * 1. Records are checked whole before anything of them is used; a fault names the record's index.
 * 2. An unknown type is refused, never skipped: a newer version may have meant something by it.
 */
import { isAmount, type BudgetLimit, type Reservation } from "./budget.js";
import type { DecisionRecord, NextStep } from "./decision.js";
import { LoopwrightError } from "./errors.js";
import type { InterruptedOutcome } from "./interrupted.js";
import type { Json } from "./json.js";
import type { RunLimits } from "./limits.js";
import { isPlainObject } from "./plain.js";
import type { RecordedReply, RefusedEffect } from "./run-journal.js";
import { isCount, isPhase, isText, POSITION_TYPES, type RunPosition } from "./snapshot.js";

/** The format written by this version. */
export const JOURNAL_FORMAT = "loopwright/journal@1";

/** An agent of the roster, as far as it can be compared. */
export interface RosterEntry {
  readonly name: string;
  readonly id: string | null;
  readonly family: string | null;
}

/** Beside its own fields every record says when it was written, on the clock of the process that wrote it. */
interface Stamped {
  readonly at: number;
}

/** What is fixed for the whole run. */
export interface RunRecord extends Stamped {
  readonly type: "run";
  readonly format: string;
  readonly policy: string;
  readonly policyVersion: string;
  readonly runId: string;
  readonly input: Json;
  readonly roster: readonly RosterEntry[];
  readonly limits: RunLimits;
}

/** Another process goes on with the run, under these limits. */
export interface SessionRecord extends Stamped {
  readonly type: "session";
  readonly limits: RunLimits;
}

/** An effect is about to run. `callId`, `digest` and `reserved` are `null` for steps. */
export interface StartedRecord extends Stamped {
  readonly type: "effect.started";
  readonly key: string;
  readonly scope: string;
  readonly callId: string | null;
  readonly digest: string | null;
  readonly reserved: Reservation | null;
}

/** What came of a step. */
export type RecordedStep = { readonly how: "returned"; readonly value?: Json } | { readonly how: "threw"; readonly message: string } | { readonly how: "timeout" | "aborted" };

/** An effect has ended; exactly one of `call` and `step` is given. */
export interface EndedRecord extends Stamped {
  readonly type: "effect.ended";
  readonly key: string;
  readonly call: RecordedReply | null;
  readonly step: RecordedStep | null;
  /** Nobody saw it end: a person said what came of it, or it was given up. */
  readonly isAssumed?: true;
}

/** An effect was asked for and never started. */
export interface RefusedRecord extends Stamped {
  readonly type: "effect.refused";
  readonly key: string;
  readonly scope: string;
  readonly refused: RefusedEffect;
}

/** A person has said what became of an effect that was in flight (G11, G16). */
export interface SettledRecord extends Stamped {
  readonly type: "effect.settled";
  readonly key: string;
  readonly by: string;
  readonly outcome: InterruptedOutcome;
}

/** The policy has read the time. */
export interface TimeRecord extends Stamped {
  readonly type: "time";
  readonly scope: string;
}

/** The run was aborted. */
export interface AbortedRecord extends Stamped {
  readonly type: "aborted";
  readonly reason: string;
}

/** A decision, with what it takes to compute it again (G12). */
export interface MadeRecord extends Stamped {
  readonly type: "decision";
  /** 0-based in the run: one that is missing shows. */
  readonly number: number;
  readonly decision: DecisionRecord;
  /** Whether a round or consultation more would have passed its bound. */
  readonly consults: number;
  readonly maxRounds: number;
}

/** Where the run stands. `next` is the phase that comes; `null` = the run has ended, or waits for an answer. */
export interface CheckpointRecord extends Stamped {
  readonly type: "checkpoint";
  readonly next: NextStep | null;
  readonly decision: DecisionRecord | null;
  /** The phase that the run is in. */
  readonly phase: DecisionRecord["phase"];
  readonly budgetRefused: boolean;
  /** Why an aborted run was aborted. */
  readonly reason: string | null;
  readonly position: RunPosition;
  /** Digests of the answers that stand in `position`: another one to the same question is told from the same given again. */
  readonly answerDigests: readonly string[];
  /** What the last valid review judged, where the state no longer holds it. */
  readonly reviewedArtifact: Json;
}

/** A person has answered the question of the checkpoint before (G16). */
export interface AnsweredRecord extends Stamped {
  readonly type: "answered";
  readonly token: string;
  readonly answer: Json;
  readonly by: string;
}

/** Anything that stands in a journal. */
export type JournalRecord =
  | RunRecord
  | SessionRecord
  | StartedRecord
  | EndedRecord
  | RefusedRecord
  | SettledRecord
  | TimeRecord
  | AbortedRecord
  | MadeRecord
  | CheckpointRecord
  | AnsweredRecord;

type Check = (value: unknown) => boolean;

const orNull = (check: Check): Check => (value) => value === null || check(value);
const shaped = (fields: { readonly [name: string]: Check }): Check => {
  const checks = Object.entries(fields);
  return (value) => isPlainObject(value) && checks.every(([name, check]) => check(value[name]));
};
const isBoolean: Check = (value) => typeof value === "boolean";
const isString: Check = (value) => typeof value === "string";
const isGiven: Check = (value) => value !== undefined;
const isFinish: Check = (value) => value === undefined || isString(value);
const oneOf = (...values: readonly unknown[]): Check => (value) => values.includes(value);

const isReservation = shaped({ tokens: isAmount, costUsd: isAmount });
const isRefused: Check = (value) =>
  shaped({ kind: oneOf("aborted", "timeout") })(value) || shaped({ kind: oneOf("budget"), limit: oneOf("calls" satisfies BudgetLimit, "tokens" satisfies BudgetLimit, "costUsd" satisfies BudgetLimit) })(value);
const isReply = shaped({ text: isFinish, model: isFinish, answeredBy: isFinish, finishReason: isFinish });
const isCallEnd = shaped({
  reply: orNull(isReply),
  failure: orNull(shaped({ kind: oneOf("error", "timeout", "aborted"), message: isString })),
  usage: orNull(isPlainObject),
  costUsd: orNull(isAmount),
});
const isStepEnd: Check = (value) => shaped({ how: oneOf("returned", "timeout", "aborted") })(value) || shaped({ how: oneOf("threw"), message: isString })(value);
const isDecision = shaped({
  token: isText,
  kind: oneOf("pass", "stop", "ask", "continue"),
  then: oneOf(null, "revise", "review", "consult"),
  row: orNull(isCount),
  round: isCount,
  phase: isPhase,
  early: isBoolean,
  facts: isPlainObject,
  signals: shaped({ aborted: isBoolean, runTimedOut: isBoolean, budgetRefused: isBoolean }),
});

type FieldChecks = { readonly [T in JournalRecord["type"]]: { readonly [K in keyof Omit<Extract<JournalRecord, { readonly type: T }>, "type" | "at">]: Check } };

const FIELDS: FieldChecks = {
  run: {
    format: oneOf(JOURNAL_FORMAT),
    policy: isText,
    policyVersion: isText,
    runId: isText,
    input: isGiven,
    roster: (value) => Array.isArray(value) && value.every(shaped({ name: isText, id: orNull(isString), family: orNull(isString) })),
    limits: isPlainObject,
  },
  session: { limits: isPlainObject },
  "effect.started": { key: isText, scope: isText, callId: orNull((value) => isText(value) && /^c[1-9]\d*$/.test(value as string)), digest: orNull(isText), reserved: orNull(isReservation) },
  "effect.ended": { key: isText, call: orNull(isCallEnd), step: orNull(isStepEnd), isAssumed: oneOf(true, undefined) },
  "effect.refused": { key: isText, scope: isText, refused: isRefused },
  "effect.settled": { key: isText, by: isText, outcome: (value) => value === "redo" || value === "stop" || shaped({ value: isGiven })(value) },
  time: { scope: isText },
  aborted: { reason: isString },
  decision: { number: isCount, decision: isDecision, consults: isCount, maxRounds: isCount },
  checkpoint: {
    next: orNull(oneOf("open", "review", "revise", "consult")),
    decision: orNull(isDecision),
    phase: isPhase,
    budgetRefused: isBoolean,
    reason: orNull(isString),
    position: shaped(POSITION_TYPES),
    answerDigests: (value) => Array.isArray(value) && value.every(isText),
    reviewedArtifact: isGiven,
  },
  answered: { token: isText, answer: isGiven, by: isText },
};

/** The same as lists: thousands of records are checked by each. */
const CHECKS = new Map(Object.entries(FIELDS).map(([type, fields]) => [type, Object.entries({ at: Number.isFinite, ...fields })]));

/**
 * Checks records that come out of a store.
 *
 * @throws LoopwrightError `journal-version` for another format or an unknown type, `journal-invalid` otherwise, with the
 * record's index as path.
 */
export function readRecords(records: readonly Json[]): readonly JournalRecord[] {
  return records.map(readRecord);
}

function readRecord(record: Json, index: number): JournalRecord {
  const path = `records[${index}]`;
  const type = isPlainObject(record) ? record["type"] : undefined;
  if (!isPlainObject(record) || typeof type !== "string") return invalid("journal-invalid", path, `${path} is no record`);
  const format = record["format"];
  if (type === "run" && isText(format) && format !== JOURNAL_FORMAT) invalid("journal-version", path, `the journal has format ${JSON.stringify(format)}, not ${JOURNAL_FORMAT}`);
  const checks = CHECKS.get(type) ?? invalid("journal-version", path, `${path} has the unknown type ${JSON.stringify(type)}`);
  if ((index === 0) !== (type === "run")) invalid("journal-invalid", path, index === 0 ? "a journal begins with its run" : `${path} begins another run`);
  for (const [name, check] of checks) if (!check(record[name])) invalid("journal-invalid", `${path}.${name}`, `${path} (${type}): field "${name}" is missing or invalid`);
  return record as unknown as JournalRecord; // Every field was just checked.
}

function invalid(code: "journal-version" | "journal-invalid", path: string, message: string): never {
  throw new LoopwrightError(code, message, { path, hint: code === "journal-version" ? "Read it with the version that wrote it." : "The journal was changed by something else; start with another one." });
}
