/** Options and input of a ledger loop. */
import { isPlainObject, LoopwrightError, MAX_TIMER_MS } from "@loopwright/core";
import { CHECKPOINTS } from "../ledger/operations/open-instance.js";
import type { ReviewOccasion } from "../ledger/intake/perspectives.js";
import { PERSPECTIVES_BY_OCCASION } from "../ledger/intake/perspectives.js";
import { ledgerNames, type LedgerNames } from "../ledger/config/names.js";
import type { ArtifactKind } from "../ledger/value/ledger.js";
import type { LedgerLoopPorts } from "./ports.js";

/** What a caller may set. */
export interface LedgerLoopOptions {
  readonly ports: LedgerLoopPorts;
  /** Names as the ledger's store has them. */
  readonly names?: Partial<LedgerNames>;
  /** Put behind the built-in instructions. */
  readonly instructions?: { readonly review?: string; readonly fix?: string };
  /** Whether reviewers may run tests (LG-OUT-1). Default `false`. */
  readonly canReviewersRunTests?: boolean;
  /** How often an answer that cannot be read is asked for again: 0 to 3, default 1. */
  readonly maxRepairs?: number;
  /** Findings that one round fixes at most; the others wait for the next. Default 50. */
  readonly maxFixes?: number;
  /** Reviews at most, whatever `iteration_cap` says and a person buys. Default 100. */
  readonly maxRounds?: number;
  /** Time limit of each call in milliseconds; `null` = none, default 1,800,000. */
  readonly callTimeoutMs?: number | null;
}

/** Options with every default filled in. */
export interface LedgerLoopSettings {
  readonly ports: LedgerLoopPorts;
  readonly names: LedgerNames;
  readonly instructions: { readonly review: string; readonly fix: string };
  readonly canReviewersRunTests: boolean;
  readonly maxRepairs: number;
  readonly maxFixes: number;
  readonly maxRounds: number;
  readonly callTimeoutMs: number | null;
}

/** What a ledger loop starts from. */
export interface LedgerLoopInput {
  /** One of the ledger's checkpoints, or of the option `names.checkpoints`. */
  readonly checkpoint: string;
  /** What is reviewed. Default: by checkpoint; `code` for one of the host's own. */
  readonly occasion?: ReviewOccasion;
  /** `continue` goes on with the instance that is open, after an interruption. Default `open` (LG-INST-1). */
  readonly instance?: "open" | "continue";
  /** Why an instance is opened although the one before is not over (LG-INST-4). */
  readonly force?: { readonly reason: string };
}

const KNOWN = ["ports", "names", "instructions", "canReviewersRunTests", "maxRepairs", "maxFixes", "maxRounds", "callTimeoutMs"];
const METHODS = {
  ledger: ["read", "config", "openInstance", "intake", "verify", "cannotReproduce", "attachWitness", "dispositionBatch", "userChoice", "closeRound", "checkDiff"],
  repository: ["resolveCommit", "listCommits", "readCommit"],
  workspace: ["snapshot", "read"],
  checks: ["witness", "suite", "gates"],
} as const;

/**
 * Checks options and fills in defaults.
 * @throws LoopwrightError `option-unknown`, `option-invalid`; LedgerProblem `config-invalid` for a name.
 */
export function readLedgerLoopOptions(options: LedgerLoopOptions): LedgerLoopSettings {
  for (const name of Object.keys(options)) {
    if (!KNOWN.includes(name)) throw new LoopwrightError("option-unknown", `option "${name}" is not understood`, { path: name, hint: `Expected: ${KNOWN.join(", ")}. Knobs of the loop stand in the project's configuration.` });
  }
  const { ports, instructions = {}, canReviewersRunTests = false, maxRepairs = 1, maxFixes = 50, maxRounds = 100, callTimeoutMs = 1_800_000 } = options;
  checkPorts(ports);
  inRange("maxRepairs", maxRepairs, 0, 3);
  inRange("maxFixes", maxFixes, 1, 10_000);
  inRange("maxRounds", maxRounds, 1, 100_000);
  if (callTimeoutMs !== null) inRange("callTimeoutMs", callTimeoutMs, 1, MAX_TIMER_MS);
  if (typeof canReviewersRunTests !== "boolean") invalid("canReviewersRunTests", "canReviewersRunTests is neither true nor false");
  const { review = "", fix = "" } = instructions;
  if (typeof review !== "string" || typeof fix !== "string") invalid("instructions", "an instruction is no text");
  return Object.freeze({ ports, names: ledgerNames(options.names), instructions: Object.freeze({ review, fix }), canReviewersRunTests, maxRepairs, maxFixes, maxRounds, callTimeoutMs });
}

function checkPorts(ports: LedgerLoopPorts | undefined): void {
  const given = ports as { readonly [port: string]: { readonly [name: string]: unknown } | undefined } | undefined;
  for (const [port, names] of Object.entries(METHODS)) {
    const missing = names.find((name) => typeof given?.[port]?.[name] !== "function");
    if (missing !== undefined) invalid(`ports.${port}`, `the port ${port} has no ${missing}()`);
  }
  if (typeof ports?.packets !== "function") invalid("ports.packets", "the port packets is no function");
}

function inRange(path: string, value: unknown, from: number, to: number): void {
  if (!Number.isInteger(value) || (value as number) < from || (value as number) > to) invalid(path, `${path} must be a whole number from ${from} to ${to}, not ${String(value)}`);
}

function invalid(path: string, message: string): never {
  throw new LoopwrightError("option-invalid", message, { path, hint: "See LedgerLoopOptions." });
}

const OCCASIONS: { readonly [checkpoint: string]: ReviewOccasion } = { spec: "spec", plan: "plan", code: "code", qa: "qa", adr: "adr", "root-cause": "adr", "fix-plan": "plan" };
const ARTIFACTS: { readonly [O in ReviewOccasion]: ArtifactKind } = { spec: "spec", plan: "plan", adr: "adr", code: "code", "conformance-gate": "code", qa: "code" };

/** What is reviewed at a checkpoint, and what its findings are about. */
export function occasionOf({ checkpoint, occasion }: LedgerLoopInput): { readonly occasion: ReviewOccasion; readonly artifact: ArtifactKind } {
  const taken = occasion ?? (Object.hasOwn(OCCASIONS, checkpoint) ? OCCASIONS[checkpoint] : undefined) ?? "code";
  return { occasion: taken, artifact: ARTIFACTS[taken] };
}

/**
 * Checks an input. Whether the ledger takes the checkpoint is the ledger's to say (LG-INST-2, LG-INST-4).
 * @throws LoopwrightError `input-invalid`.
 */
export function checkLedgerLoopInput(input: LedgerLoopInput, settings: LedgerLoopSettings, agents: { readonly reviewer?: object } | null | undefined): void {
  const given: unknown = input;
  const checkpoints = [...CHECKPOINTS, ...settings.names.checkpoints];
  if (!isPlainObject(given) || !checkpoints.includes(input.checkpoint)) wrong("input.checkpoint", "there is no such checkpoint", `Use one of ${checkpoints.join(", ")}, or register it.`);
  if (input.occasion !== undefined && !Object.hasOwn(PERSPECTIVES_BY_OCCASION, input.occasion)) wrong("input.occasion", "there is no such occasion", `Use one of ${Object.keys(PERSPECTIVES_BY_OCCASION).join(", ")}.`);
  if (input.instance !== undefined && input.instance !== "open" && input.instance !== "continue") wrong("input.instance", "an instance is opened or continued", 'Use "open" or "continue".');
  const reviewers = agents?.reviewer;
  if (reviewers !== undefined && !Object.hasOwn(reviewers, "default")) wrong("agents.reviewer", "there is no reviewer under `default`", "Pass agents: { reviewer: { default: agent } }, and `cheap` beside it where review_model is cheap.");
}

function wrong(path: string, message: string, hint: string): never {
  throw new LoopwrightError("input-invalid", message, { path, hint });
}
