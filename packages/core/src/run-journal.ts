/**
 * What the runner asks of a run's journal. The runner knows this shape alone; what stands behind it is loaded only for
 * runs that have a journal, so that other runs carry none of it.
 *
 * Invariants:
 * 1. An effect is looked up by its key before it starts; what is recorded is given back and is not run again (G11).
 * 2. Where something recorded and what the policy asks for differ, the run fails as `journal-divergence` (DESIGN §6).
 */
import type { BudgetLimit, Reservation } from "./budget.js";
import type { OnInterrupted } from "./context.js";
import type { DecisionRecord, NextStep } from "./decision.js";
import type { Json } from "./json.js";
import type { OpenEffect, Settled } from "./open-effects.js";
import type { BoundAgent } from "./roster.js";
import type { TakenReply } from "./taken-reply.js";
import type { Usage } from "./usage.js";

/** Why an effect was never started. */
export type RefusedEffect = { readonly kind: "aborted" | "timeout" } | { readonly kind: "budget"; readonly limit: BudgetLimit };

/** What came of a call, as it is recorded: the raw reply or why there is none, and what it spent. */
export interface RecordedReply {
  readonly reply: { readonly text?: string; readonly structured?: Json; readonly model?: string; readonly answeredBy?: string; readonly finishReason?: string } | null;
  readonly failure: { readonly kind: "error" | "timeout" | "aborted"; readonly message: string } | null;
  /** The structured answer was no plain data, so that nothing of it could be recorded. */
  readonly isUnreadable?: true;
  readonly usage: Usage | null;
  readonly costUsd: number | null;
}

/** The same, before it is recorded or after it was read: what a call concludes from. */
export interface CallEnd {
  readonly reply: TakenReply | null;
  readonly failure: RecordedReply["failure"];
  readonly usage: Usage | null;
  readonly costUsd: number | null;
}

/** What a journal knows of a call that is about to start. */
export type KnownCall =
  | { readonly is: "refused"; readonly refused: RefusedEffect }
  | { readonly is: "ended"; readonly callId: string; readonly interrupted: number; readonly reserved: Reservation; readonly end: CallEnd }
  /** In flight when the process ended; to be issued again under the same id. `reserved`: where its batch did. */
  | { readonly is: "reissued"; readonly callId: string; readonly interrupted: number; readonly reserved: Reservation | null };

/** What a journal knows of a step that is about to start. */
export type KnownStep = { readonly is: "refused"; readonly refused: { readonly kind: "aborted" | "timeout" } } | { readonly is: "ended"; readonly interrupted: number; readonly settled: Settled } | { readonly is: "reissued"; readonly interrupted: number };

/** Everything an agent is about to see, for the digest. */
export interface SentCall {
  readonly instruction: string;
  readonly input: Json;
  readonly tools: readonly string[];
  readonly purpose?: string;
  readonly version?: number;
  readonly repair: number;
}

/** A call that is about to run. */
export interface StartedCall {
  readonly callId: string;
  readonly reserved: Reservation;
  readonly bound: BoundAgent;
  readonly sent: SentCall;
}

/** Runs an effect, unless it was ended while its start was recorded. */
export type PerformEffect = (effect: OpenEffect, run: () => unknown) => Promise<unknown>;

/** Who starts an effect: its scope's prefix of keys, and its lane. */
export interface EffectOrigin {
  readonly scope: string;
  readonly lane: string | null;
}

/** A lane that is about to be let in; `bound` is whom it calls first, `null` = nothing is reserved for it. */
export interface BatchLane extends EffectOrigin {
  readonly bound: BoundAgent | null;
}

/** The journal of one run, as the runner sees it. */
export interface RunJournal {
  /** The next decision that is recorded and not yet made again. */
  readonly expected: DecisionRecord | null;
  /** Whether something recorded has not been replayed yet. */
  readonly isReplaying: boolean;
  /** Whether the run was aborted where the replay has yet to come: until then nothing is begun that is not recorded (G10). */
  readonly isAbortAhead: boolean;
  /** Whether the run's time is over, as far as the journal says; `null` = ask the clock. */
  readonly isTimedOut: boolean | null;
  /** Run time used before this process, in milliseconds. */
  readonly elapsedMs: number;
  /** Number of the last call that was started. */
  readonly calls: number;
  /** Notes an abort; `false` = it waits until what is recorded has been replayed. */
  abort(reason: unknown): boolean;
  /** What `ctx.now()` says in a scope. */
  now(scope: string): number;
  /** Reserves for a batch of lanes in declared order, and records who is refused before any lane starts (G8). */
  admit(batch: readonly BatchLane[]): readonly (Reservation | BudgetLimit | null)[];
  /** Looks up a call; `null` = it is new. */
  takeCall(from: EffectOrigin, key: string, bound: BoundAgent, sent: SentCall, onInterrupted: OnInterrupted | undefined): KnownCall | null;
  /** Looks up a step; `null` = it is new. */
  takeStep(from: EffectOrigin, key: string, onInterrupted: OnInterrupted | undefined): KnownStep | null;
  /** Records that an effect never starts; does nothing for one that is recorded so. */
  refused(from: EffectOrigin, key: string, refused: RefusedEffect): void;
  /** Records that a call (or a step, `null`) starts; the result runs it once that is durable. */
  start(from: EffectOrigin, key: string, call: StartedCall | null): PerformEffect;
  /** Records how a call ended, and gives what the policy sees of it, once that is durable. */
  endCall(key: string, end: CallEnd): Promise<CallEnd>;
  /** Records how a step ended, and gives what the policy sees of it. */
  endStep(key: string, settled: Settled): Promise<Settled>;
  /** Records a decision, or compares it with the one that is recorded. */
  decided(decision: DecisionRecord): void;
  /** May write down where the run stands, so that earlier effects need not be kept; a promise = wait for it. */
  boundary(next: NextStep, state: unknown, decision: DecisionRecord | null): Promise<void> | null;
}
