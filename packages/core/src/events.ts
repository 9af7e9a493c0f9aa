/**
 * Events of a run (G13).
 *
 * Invariants:
 * 1. Noun first; every start has exactly one end on every path: `run.started`/`run.resumed` → `run.finished`/
 *    `run.suspended`, `phase.started` → `phase.finished`, `call.started` → `call.finished`/`call.failed`, and so on.
 * 2. Each event is readable alone and serialisable; it carries ids and sizes, not drafts.
 * 3. `seq` runs from 1 without a gap; `at` is the run's clock (QU-EVT-02).
 */
import type { AgentLabel, FinishReason } from "./agent.js";
import type { FailureKind } from "./context.js";
import type { DecisionRecord, Phase } from "./decision.js";
import type { RunLimits } from "./limits.js";
import type { DomainEvent, PolicyTypes, Question } from "./policy.js";
import type { RunStatus } from "./run-status.js";
import type { RunnerToken } from "./runner-rows.js";
import type { Usage } from "./usage.js";

/** What every event says. */
export interface EventFrame {
  readonly seq: number;
  /** Milliseconds on the run's clock. */
  readonly at: number;
  readonly round: number;
  readonly phase: Phase;
  /** The lane it happened in; absent outside lanes. */
  readonly lane?: string;
}

/** The runner's events, without their frame. */
export type RunnerEvent =
  | {
      readonly type: "run.started";
      readonly policy: string;
      /** The hard ceiling in force: exactly this many reviews at most (G1). */
      readonly maxRounds: number;
      readonly limits: RunLimits;
      readonly agents: { readonly [role: string]: AgentLabel };
      /** The run goes on from a journal, from its start: what is recorded is replayed, with the same numbers. */
      readonly replayed?: true;
      /** Facts that the policy announces, such as the caps in force; they also stand beside these fields. */
      readonly [announced: string]: unknown;
    }
  | {
      readonly type: "run.resumed";
      readonly policy: string;
      /** The question that was answered, and by whom; `null` where a run goes on from its journal without an answer. */
      readonly token: string | null;
      readonly by: string | null;
      readonly maxRounds: number;
    }
  | { readonly type: "run.suspended"; readonly token: string; readonly question: Question; readonly observerErrors: number }
  | {
      readonly type: "run.finished";
      readonly status: RunStatus;
      readonly token: string | null;
      readonly rounds: number;
      readonly observerErrors: number;
      /** Facts that the policy's `summarize` adds. */
      readonly [summarized: string]: unknown;
    }
  | { readonly type: "phase.started" }
  | { readonly type: "phase.finished"; readonly ok: boolean }
  | {
      readonly type: "call.started";
      readonly callId: string;
      readonly key: string;
      readonly role: string;
      readonly purpose?: string;
      readonly version?: number;
      readonly repair: number;
      readonly tools?: readonly string[];
      /** How often it was in flight when a process ended, before this attempt (G11). */
      readonly interrupted?: number;
      /** What is recorded in the journal, told again: no agent is called. */
      readonly replayed?: true;
    }
  | {
      readonly type: "call.finished";
      readonly callId: string;
      readonly key: string;
      readonly usage: Usage | null;
      readonly textChars: number | null;
      readonly model?: string;
      readonly finishReason?: FinishReason;
      readonly replayed?: true;
    }
  | {
      readonly type: "call.failed";
      readonly callId: string;
      readonly key: string;
      readonly kind: "error" | "timeout" | "aborted";
      readonly message: string;
      readonly replayed?: true;
    }
  | { readonly type: "answer.invalid"; readonly callId: string; readonly kind: FailureKind; readonly problems: readonly string[] }
  | { readonly type: "call.refused"; readonly key: string; readonly role: string; readonly kind: FailureKind; readonly message: string }
  | { readonly type: "step.started"; readonly key: string; readonly name: string; readonly interrupted?: number; readonly replayed?: true }
  | { readonly type: "step.finished"; readonly key: string; readonly replayed?: true }
  | { readonly type: "step.failed"; readonly key: string; readonly kind: FailureKind; readonly message: string; readonly replayed?: true }
  | { readonly type: "lane.started" }
  | { readonly type: "lane.finished"; readonly ok: boolean }
  | { readonly type: "review.stale"; readonly reviewedVersion: string | null; readonly version: string | null }
  | ({ readonly type: "decision.made" } & Pick<DecisionRecord, "token" | "kind" | "then" | "row" | "early" | "facts" | "signals">)
  | { readonly type: "answer.given"; readonly token: string; readonly by: string };

/** What a slow or late consumer sees where history was dropped: `missed` events, `from` to `to` inclusive. */
export interface EventGap {
  readonly type: "events.dropped";
  readonly from: number;
  readonly to: number;
  readonly missed: number;
}

/** Names of the runner's events. */
export type RunnerEventType = RunnerEvent["type"];

/** An event of a run of a policy: the runner's or the policy's own. */
export type RunEvent<T extends PolicyTypes = PolicyTypes> = (RunnerEvent | OwnEvent<T["event"]>) & EventFrame;

type OwnEvent<E extends DomainEvent> = E;

/** Event types that the runner owns, and what stands for all types or for a gap: a policy's own event may take none. */
export const RUNNER_EVENT_TYPES: ReadonlySet<string> = new Set<RunnerEventType | EventGap["type"] | "*">([
  "run.started",
  "run.resumed",
  "run.suspended",
  "run.finished",
  "phase.started",
  "phase.finished",
  "call.started",
  "call.finished",
  "call.failed",
  "call.refused",
  "answer.invalid",
  "answer.given",
  "step.started",
  "step.finished",
  "step.failed",
  "lane.started",
  "lane.finished",
  "review.stale",
  "decision.made",
  "events.dropped",
  "*",
]);

/** Tokens of a finished run. */
export type ResultToken<T extends PolicyTypes> = T["pass"] | T["stop"] | T["ask"] | RunnerToken;
