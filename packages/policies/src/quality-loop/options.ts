/** Options of a quality loop, checked whole before anything runs (QU-CFG-01..03, QU-TOOL-02..03). */
import { LoopwrightError, MAX_TIMER_MS } from "@loopwright/core";
import { refuse, type QualityConfigCode } from "./config-error.js";
import type { DisciplineCheck } from "./discipline.js";

/** What a caller may set. */
export interface QualityLoopOptions {
  /** Reviews at most: 1 to 10, default 3 (QU-CFG-02). */
  readonly maxReviews?: number | undefined;
  /** Repairs of a missing or invalid review answer, for each review: 0 to 2, default 1 (QU-CFG-03). */
  readonly maxStructuredRepairs?: number | undefined;
  /** Changes that a review may ask for before it counts as a breach of discipline: 1 to 3, default 3 (QU-CFG-03). */
  readonly maxChanges?: number | undefined;
  /** Time limit of each call in milliseconds; `null` = none, default 300,000 (QU-TIME-01). */
  readonly callTimeoutMs?: number | null | undefined;
  /** Tools for each role, out of what its agent allows; default none (QU-TOOL-01). */
  readonly tools?: { readonly writer?: readonly string[]; readonly reviewer?: readonly string[] } | undefined;
  /** Appended to the built-in instructions; they set manner, not criteria (QU-PRM-05). */
  readonly instructions?: { readonly draft?: string; readonly review?: string; readonly revise?: string } | undefined;
  /** Extra recorded checks; they never decide (QU-DIS-01). */
  readonly checks?: readonly DisciplineCheck[] | undefined;
}

/** Options with every default filled in. */
export interface QualitySettings {
  readonly maxReviews: number;
  readonly maxStructuredRepairs: number;
  readonly maxChanges: number;
  readonly callTimeoutMs: number | null;
  readonly tools: { readonly writer: readonly string[]; readonly reviewer: readonly string[] };
  readonly instructions: { readonly draft: string; readonly review: string; readonly revise: string };
  readonly checks: readonly DisciplineCheck[];
}

/** The time limit of a call unless said otherwise: a bounded loop with an unbounded call is not bounded. */
export const DEFAULT_CALL_TIMEOUT_MS = 300_000;

const KNOWN = ["maxReviews", "maxStructuredRepairs", "maxChanges", "callTimeoutMs", "tools", "instructions", "checks"];

/** Checks options and fills in defaults. */
export function readOptions(options: QualityLoopOptions): QualitySettings {
  for (const name of Object.keys(options)) {
    if (!KNOWN.includes(name)) unknownOption(name, name, KNOWN);
  }
  // Only what is left out has a default: a `null` is a value, and for the call timeout alone it means "none".
  const { maxReviews = 3, maxStructuredRepairs = 1, maxChanges = 3, callTimeoutMs = DEFAULT_CALL_TIMEOUT_MS } = options;
  return Object.freeze({
    maxReviews: inRange("max-reviews-range", "maxReviews", maxReviews, 1, 10),
    maxStructuredRepairs: inRange("structured-repairs-range", "maxStructuredRepairs", maxStructuredRepairs, 0, 2),
    maxChanges: inRange("max-changes-range", "maxChanges", maxChanges, 1, 3),
    callTimeoutMs: callTimeoutMs === null ? null : inRange("timeout-range", "callTimeoutMs", callTimeoutMs, 1, MAX_TIMER_MS),
    tools: readTools(options.tools ?? {}),
    instructions: readInstructions(options.instructions ?? {}),
    checks: readChecks(options.checks ?? []),
  });
}

function inRange(code: QualityConfigCode, path: string, value: unknown, from: number, to: number): number {
  if (Number.isInteger(value) && (value as number) >= from && (value as number) <= to) return value as number;
  return refuse(code, path, `${path} must be a whole number from ${from} to ${to}, not ${String(value)}`, "Leave it out for the default.");
}

function readTools(tools: NonNullable<QualityLoopOptions["tools"]>): QualitySettings["tools"] {
  for (const name of Object.keys(tools)) if (name !== "writer" && name !== "reviewer") unknownOption(name, `tools.${name}`, ["writer", "reviewer"]);
  const listOf = (role: "writer" | "reviewer"): readonly string[] => {
    const list: unknown = tools[role] ?? [];
    if (!Array.isArray(list) || !list.every((tool) => typeof tool === "string")) {
      refuse("tool-not-allowed", `tools.${role}`, `tools.${role} is not a list of tool names`, "Name tools that the agent's allowedTools has.");
    }
    return Object.freeze([...list]);
  };
  return Object.freeze({ writer: listOf("writer"), reviewer: listOf("reviewer") });
}

function readInstructions(given: NonNullable<QualityLoopOptions["instructions"]>): QualitySettings["instructions"] {
  const names = ["draft", "review", "revise"] as const;
  for (const [name, text] of Object.entries(given)) {
    if (!names.some((known) => known === name)) unknownOption(name, `instructions.${name}`, names);
    if (text !== undefined && typeof text !== "string") unknownOption(name, `instructions.${name}`, ["a string"]);
  }
  return Object.freeze({ draft: given.draft ?? "", review: given.review ?? "", revise: given.revise ?? "" });
}

function readChecks(checks: readonly DisciplineCheck[]): readonly DisciplineCheck[] {
  const given: unknown = checks;
  if (!Array.isArray(given) || !given.every((check) => typeof check === "function")) unknownOption("checks", "checks", ["a list of functions"]);
  return Object.freeze([...checks]);
}

function unknownOption(name: string, path: string, known: readonly string[]): never {
  throw new LoopwrightError("option-unknown", `option "${name}" is not understood`, { path, hint: `Expected: ${known.join(", ")}.` });
}
