/**
 * Results (DESIGN §5): a union by `status`. A result never rejects for something an agent, a tool or a person did.
 *
 * Invariants:
 * 1. `passed` only for a pass row, about exactly `reviewedVersion`, with `unreviewedChange: null` (G2).
 * 2. Tokens are the policy's or the runner's (G3); `failed` has none, because nothing was decided.
 */
import type { Artifact } from "./artifact.js";
import type { DecisionRecord } from "./decision.js";
import type { LoopwrightError } from "./errors.js";
import type { Independence } from "./independence.js";
import type { PolicyTypes, Question } from "./policy.js";
import type { RunnerToken } from "./runner-rows.js";
import type { GivenAnswer, RunSnapshot } from "./snapshot.js";
import type { RunUsage } from "./usage.js";

/** A change after the last review that nobody judged (G2, F20). Digests; `from` is `null` where nothing was reviewed. */
export interface UnreviewedChange {
  readonly from: string | null;
  readonly to: string;
}

interface ResultBase {
  /** Reviews begun. */
  readonly rounds: number;
  readonly usage: RunUsage;
  readonly independence: Independence;
  /** Digest of the version that the last valid review judged; `null` where none was. */
  readonly reviewedVersion: string | null;
  readonly unreviewedChange: UnreviewedChange | null;
  readonly answers: readonly GivenAnswer[];
  /** Listeners that threw; the run went on (G13). */
  readonly observerErrors: number;
}

interface Decided<T extends PolicyTypes, Token extends string> extends ResultBase {
  readonly token: Token;
  readonly decision: DecisionRecord<T["pass"] | T["stop"] | T["ask"] | T["continue"]>;
  readonly report: T["report"];
  readonly error: null;
}

/** A pass row decided. */
export interface PassedResult<T extends PolicyTypes> extends Decided<T, T["pass"]> {
  readonly status: "passed";
}

/** A stop row, or a limit, decided. */
export interface StoppedResult<T extends PolicyTypes> extends Decided<T, T["stop"] | Exclude<RunnerToken, "aborted">> {
  readonly status: "stopped";
}

/** An ask row decided: the run waits in `snapshot` until someone answers through `resumeRun` (G16). */
export interface SuspendedResult<T extends PolicyTypes> extends Decided<T, T["ask"]> {
  readonly status: "suspended";
  readonly question: Question;
  readonly snapshot: RunSnapshot;
}

/** The caller aborted. */
export interface AbortedResult<T extends PolicyTypes> extends Decided<T, "aborted"> {
  readonly status: "aborted";
  /** What was passed to `abort`, as text. */
  readonly reason: string;
}

/** A fault in the policy's own code; carries the error and what was reviewed. */
export interface FailedResult extends ResultBase {
  readonly status: "failed";
  readonly token: null;
  readonly decision: null;
  readonly report: null;
  readonly error: LoopwrightError;
  /** The last reviewed version itself, so that a bug never costs reviewed work. */
  readonly reviewedArtifact: Artifact;
}

/** How a run ended and what it established. */
export type RunResult<T extends PolicyTypes = PolicyTypes> =
  | PassedResult<T>
  | StoppedResult<T>
  | SuspendedResult<T>
  | AbortedResult<T>
  | FailedResult;
