/** Snapshots of suspended runs: plain data, checked whole before a run is resumed (G16). */
import { isAmount, type BudgetState } from "./budget.js";
import { DUTIES_OF_PHASE } from "./context.js";
import type { AnyFacts } from "./facts.js";
import type { Phase } from "./decision.js";
import { LoopwrightError } from "./errors.js";
import type { Json } from "./json.js";
import { copyPlain, isPlainObject } from "./plain.js";
import type { Question } from "./policy.js";
import type { RunUsage } from "./usage.js";

/** The format written by this version. */
export const SNAPSHOT_FORMAT = "loopwright/snapshot@1";

/** An answer that a person gave, stamped with who gave it (G16). */
export interface GivenAnswer {
  readonly token: string;
  readonly by: string;
  readonly round: number;
  /** Milliseconds on the clock of the run that took the answer. */
  readonly at: number;
}

/** Where a run stands between two phases: what it takes, beside the policy and its agents, to go on from there. */
export interface RunPosition {
  readonly round: number;
  readonly consults: number;
  readonly state: Json;
  /** Numbers of events, calls and listener errors so far. */
  readonly seq: number;
  readonly calls: number;
  readonly observerErrors: number;
  readonly usage: RunUsage;
  readonly budget: BudgetState;
  /** Run time used so far, in milliseconds. */
  readonly elapsedMs: number;
  readonly seenVersions: readonly string[];
  readonly reviewedVersion: string | null;
  /** Whether that is the version that is current in `state`. */
  readonly reviewedIsCurrent: boolean;
  /** Whether the last review gave a valid verdict. */
  readonly lastReviewValid: boolean;
  /** Names of the agents that judged in the last valid review. */
  readonly judged: readonly string[];
  readonly answers: readonly GivenAnswer[];
}

/** A suspended run, as plain data: store it, send it, resume from it. */
export interface RunSnapshot extends RunPosition {
  readonly format: typeof SNAPSHOT_FORMAT;
  readonly policy: string;
  readonly policyVersion: string;
  readonly runId: string;
  /** The ask token that waits for an answer. */
  readonly token: string;
  readonly question: Question;
  readonly facts: AnyFacts;
  /** The phase after which was asked, and whether only early rows counted. */
  readonly phase: Phase;
  readonly early: boolean;
  readonly input: Json;
}

/** For each field, whether a value may stand in it. */
export type FieldTypes<T> = { readonly [K in keyof T]: (value: unknown) => boolean };

const ROLE_AMOUNTS = ["calls", "repairCalls", "failedCalls", "inputTokens", "outputTokens", "costUsd"];

/** The fields of a {@link RunPosition}. */
export const POSITION_TYPES: FieldTypes<RunPosition> = {
  round: isCount,
  consults: isCount,
  state: (value) => value !== undefined,
  seq: isCount,
  calls: isCount,
  observerErrors: isCount,
  usage: (value) =>
    isPlainObject(value) && isCount(value["callsWithoutUsage"]) && isCount(value["callsWithoutCost"]) && isPlainObject(value["byRole"]) && Object.values(value["byRole"]).every((totals) => hasAmounts(totals, ROLE_AMOUNTS) && isTally((totals as { readonly fallbacks?: unknown }).fallbacks)),
  budget: (value) => isPlainObject(value) && isCount(value["calls"]) && ["isCostUnknown", "areTokensUnknown"].every((name) => typeof value[name] === "boolean") && hasAmounts(value, ["tokens", "costUsd"]),
  elapsedMs: isAmount,
  seenVersions: isTextList,
  reviewedVersion: (value) => value === null || isText(value),
  reviewedIsCurrent: (value) => typeof value === "boolean",
  lastReviewValid: (value) => typeof value === "boolean",
  judged: isTextList,
  answers: (value) => Array.isArray(value) && value.every((one) => isPlainObject(one) && isText(one["token"]) && isText(one["by"]) && isCount(one["round"]) && typeof one["at"] === "number"),
};

const TYPES: FieldTypes<RunSnapshot> = {
  format: (value) => value === SNAPSHOT_FORMAT,
  policy: isText,
  policyVersion: isText,
  runId: isText,
  token: isText,
  question: isQuestion,
  facts: isPlainObject,
  phase: isPhase,
  early: (value) => typeof value === "boolean",
  input: (value) => value !== undefined,
  ...POSITION_TYPES,
};

/** Counts by name, where there are any. */
function isTally(value: unknown): boolean {
  return value === undefined || (isPlainObject(value) && Object.values(value).every(isCount));
}

function hasAmounts(value: unknown, names: readonly string[]): boolean {
  return isPlainObject(value) && names.every((name) => isAmount(value[name]));
}

/**
 * Checks a snapshot that comes from outside and takes a frozen copy.
 *
 * @throws LoopwrightError `snapshot-invalid`.
 */
export function readSnapshot(value: unknown): RunSnapshot {
  const copy = copyPlain(value, { path: "from" });
  if (!isPlainObject(copy)) invalid("from", "a snapshot is an object");
  for (const [name, isValid] of Object.entries(TYPES)) {
    if (!isValid((copy as { readonly [name: string]: unknown })[name])) invalid(`from.${name}`, `snapshot field "${name}" is missing or invalid`);
  }
  return copy as unknown as RunSnapshot; // Every field was just checked.
}

function invalid(path: string, message: string): never {
  throw new LoopwrightError("snapshot-invalid", message, { path, hint: "Pass result.snapshot of a suspended run, unchanged." });
}

/** Whether a value is a question to a person. */
export function isQuestion(value: unknown): boolean {
  if (!isPlainObject(value) || !isText(value["text"])) return false;
  const { options, details } = value;
  return (options === undefined || (Array.isArray(options) && options.every((one) => typeof one === "string"))) && (details === undefined || isPlainObject(details));
}

/** Whether a value names a phase. */
export function isPhase(value: unknown): boolean {
  return typeof value === "string" && Object.hasOwn(DUTIES_OF_PHASE, value);
}

/** Whether a value is a text that is not empty. */
export function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

/** Whether a value is a whole number from 0. */
export function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
