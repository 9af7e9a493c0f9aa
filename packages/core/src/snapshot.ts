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

/** A suspended run, as plain data: store it, send it, resume from it. */
export interface RunSnapshot {
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
  readonly round: number;
  readonly consults: number;
  readonly state: Json;
  readonly input: Json;
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

const TYPES: { readonly [K in keyof RunSnapshot]: (value: unknown) => boolean } = {
  format: (value) => value === SNAPSHOT_FORMAT,
  policy: isText,
  policyVersion: isText,
  runId: isText,
  token: isText,
  question: (value) => isPlainObject(value) && isText((value as { text?: unknown }).text),
  facts: isPlainObject,
  phase: (value) => typeof value === "string" && Object.hasOwn(DUTIES_OF_PHASE, value),
  early: (value) => typeof value === "boolean",
  round: isCount,
  consults: isCount,
  state: (value) => value !== undefined,
  input: (value) => value !== undefined,
  seq: isCount,
  calls: isCount,
  observerErrors: isCount,
  usage: (value) =>
    isPlainObject(value) && isCount(value["callsWithoutUsage"]) && isCount(value["callsWithoutCost"]) && isPlainObject(value["byRole"]) && Object.values(value["byRole"]).every((totals) => hasAmounts(totals, ROLE_AMOUNTS)),
  budget: (value) => isPlainObject(value) && isCount(value["calls"]) && typeof value["isCostUnknown"] === "boolean" && hasAmounts(value, ["tokens", "costUsd"]),
  elapsedMs: isAmount,
  seenVersions: isTextList,
  reviewedVersion: (value) => value === null || isText(value),
  reviewedIsCurrent: (value) => typeof value === "boolean",
  lastReviewValid: (value) => typeof value === "boolean",
  judged: isTextList,
  answers: (value) => Array.isArray(value) && value.every((one) => isPlainObject(one) && isText(one["token"]) && isText(one["by"]) && isCount(one["round"]) && typeof one["at"] === "number"),
};

const ROLE_AMOUNTS = ["calls", "repairCalls", "failedCalls", "inputTokens", "outputTokens", "costUsd"];

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

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
