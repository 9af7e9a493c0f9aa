/**
 * The journal of a run: replays what is recorded, then records (G11, G14, G19).
 *
 * Invariants:
 * 1. The start of an effect is durable before it runs; its end is durable before the policy sees it, unless the run was
 *    interrupted meanwhile: then nothing can start any more, and the end is merely in order.
 * 2. What needs no waiting is appended in order: it is durable before anything that is awaited after it.
 * 3. Replay is by key. An effect of another key or input, one that is recorded and not asked for, and another decision
 *    are each a `journal-divergence`; the run fails and nothing more starts.
 * 4. Who a batch of lanes refuses is recorded before any of its lanes starts, the last one first: also of a list that was
 *    cut off, nobody is let in behind somebody who is refused (G8).
 * 5. A journal that cannot be written ends the run as `journal-broken`.
 */
import { isWriting } from "./agent.js";
import type { BudgetLimit, Reservation } from "./budget.js";
import { checkpointOf } from "./checkpoint-of.js";
import type { OnInterrupted } from "./context.js";
import type { DecisionRecord, NextStep } from "./decision.js";
import { canonicalJson, digestOf } from "./digest.js";
import { RECORD_SETTLE_MS, type Ending, type Engine } from "./engine.js";
import { isLoopwrightError, messageOf, type LoopwrightError } from "./errors.js";
import { EffectInterrupted } from "./interrupted.js";
import type { AnsweredRecord, EndedRecord, JournalRecord, MadeRecord, RunRecord, SessionRecord, SettledRecord } from "./journal-record.js";
import { JournalWriter } from "./journal-writer.js";
import type { OpenJournal } from "./journal.js";
import type { Json } from "./json.js";
import type { RunLimits } from "./limits.js";
import type { Settled } from "./open-effects.js";
import { assumedCall, assumedStep, endOf, recordOf, settledOf, stepOf, type Assumed } from "./recorded-end.js";
import { RecordedSpend } from "./recorded-spend.js";
import { abortError, ReplayProgress } from "./replay-progress.js";
import { isSameDecision, lostIn, mayRedo, tellDecision, toldOf, type Entry, type Replay } from "./replay.js";
import type { BoundAgent } from "./roster.js";
import type { BatchLane, CallEnd, EffectOrigin, KnownCall, KnownStep, PerformEffect, RefusedEffect, RunJournal, SentCall, StartedCall } from "./run-journal.js";
import { SentDigests } from "./sent-digests.js";

/** One run's journal. */
export class Recorder implements RunJournal {
  readonly elapsedMs: number;
  readonly calls: number;
  readonly #writer: JournalWriter;
  readonly #run: RunRecord;
  readonly #replay: Replay | null;
  readonly #progress: ReplayProgress;
  readonly #trail: (MadeRecord | SessionRecord)[];
  readonly #answerDigests: string[];
  readonly #digests = new SentDigests();
  #engine!: Engine; // Attached before the run begins.
  #spend: RecordedSpend | null = null;
  #aheadMs = 0;

  /** `replay` is `null` where the run begins; `run` is then still to be appended. */
  constructor(store: OpenJournal, run: RunRecord, replay: Replay | null) {
    this.#writer = new JournalWriter(store, (error) => this.#stopBroken(error));
    this.#run = run;
    this.#replay = replay;
    this.#trail = replay === null ? [] : [...replay.trail];
    this.#answerDigests = replay?.answerDigests() ?? [];
    this.#progress = new ReplayProgress(replay);
    this.elapsedMs = replay?.elapsedMs ?? 0;
    this.calls = replay?.calls ?? 0;
  }

  get #core() {
    return this.#engine.core;
  }

  /** Takes its place in a run that is about to begin. */
  attach(engine: Engine, onLive: () => void): void {
    this.#engine = engine;
    if (this.#replay !== null) {
      this.#aheadMs = Math.max(0, this.#replay.lastAt - engine.core.clock.now());
      this.#spend = new RecordedSpend(engine.core, this.#replay);
    }
    this.#progress.attach(engine, onLive);
  }

  // Where the replay stands

  get expected(): DecisionRecord | null {
    return this.#progress.expected;
  }

  get isReplaying(): boolean {
    return !this.#progress.isLive;
  }

  get isAbortAhead(): boolean {
    return this.#progress.isAbortAhead;
  }

  get isTimedOut(): boolean | null {
    return this.#progress.isLive ? null : this.#progress.isOutOfTime;
  }

  abort(reason: unknown): boolean {
    const { isLive, isDetached } = this.#progress;
    if (isLive || isDetached) this.#note({ type: "aborted", reason: messageOf(reason), at: this.#at() });
    else this.#progress.holdAbort(reason);
    return isLive || isDetached;
  }

  now(scope: string): number {
    const recorded = this.#replay?.timeIn(scope) ?? null;
    if (recorded !== null) return recorded;
    const at = this.#at();
    this.#note({ type: "time", scope, at });
    return at;
  }

  /** Time goes on from what is recorded, whatever clock the process has. */
  #at(): number {
    return this.#core.clock.now() + this.#aheadMs;
  }

  // Looking up

  admit(batch: readonly BatchLane[]): readonly (Reservation | BudgetLimit | null)[] {
    const spend = this.#progress.isLive ? null : this.#spend;
    const granted = spend === null ? batch.map(({ bound }) => bound && this.#core.budget.reserve(bound.agent)) : spend.admit(batch, this.expected !== null);
    batch.toReversed().forEach((lane, index) => {
      const limit = granted.at(-1 - index);
      if (typeof limit === "string" && lane.bound !== null) this.refused(lane, `${lane.scope}/${lane.bound.name}`, { kind: "budget", limit });
    });
    return granted;
  }

  takeCall(from: EffectOrigin, key: string, bound: BoundAgent, sent: SentCall, onInterrupted: OnInterrupted | undefined): KnownCall | null {
    const entry = this.#take(from, key);
    const spend = this.#spend;
    if (entry === null || spend === null) return null;
    const attempts = entry.attempts.flatMap(({ reserved, callId, digest }) => (reserved === null || callId === null ? [] : [{ reserved, callId, digest }]));
    const last = attempts.at(-1);
    if (last !== undefined) {
      const digest = this.#digests.of(bound, sent);
      if (digest !== last.digest) this.#diverge(key, `call "${key}" was recorded with input ${last.digest}, and now has ${digest}`);
    } else if (entry.refused === null) this.#diverge(key, `"${key}" was recorded as a step, and is a call now`);
    spend.count(entry);
    const lost = entry.refused === null ? attempts.slice(0, -1) : attempts;
    lost.forEach(() => this.#core.meter.lost(bound.name, sent.repair > 0));
    if (entry.refused !== null) return { is: "refused", refused: entry.refused.refused };
    const { callId, reserved } = { ...last, reserved: entry.spent } as { callId: string; reserved: Reservation }; // Else it diverged.
    if (entry.ended?.call != null) return { is: "ended", callId, reserved, interrupted: lostIn(entry), end: endOf(entry.ended.call) };
    const told = this.#afterwards(from, entry, "call", onInterrupted ?? (isWriting(bound.agent) ? "stop" : "reissue"));
    if (told === "redo") {
      this.#core.meter.lost(bound.name, sent.repair > 0);
      const { again } = entry;
      return typeof again === "string" ? { is: "refused", refused: { kind: "budget", limit: again } } : { is: "reissued", callId, interrupted: attempts.length, reserved: again };
    }
    const call = assumedCall(told);
    this.#note({ type: "effect.ended", key, call, step: null, isAssumed: true, at: this.#at() });
    return { is: "ended", callId, reserved, interrupted: attempts.length, end: endOf(call) };
  }

  takeStep(from: EffectOrigin, key: string, onInterrupted: OnInterrupted | undefined): KnownStep | null {
    if (this.#progress.isDetached) return { is: "refused", refused: { kind: "aborted" } }; // It could not be recorded.
    const entry = this.#take(from, key);
    if (entry === null) return null;
    const refused = entry.refused?.refused;
    if (refused !== undefined && refused.kind !== "budget") return { is: "refused", refused };
    if (entry.attempts[0]?.callId !== null) this.#diverge(key, `"${key}" was recorded as a call, and is a step now`);
    if (entry.ended?.step != null) return { is: "ended", interrupted: lostIn(entry), settled: settledOf(entry.ended.step) };
    const interrupted = entry.attempts.length;
    const told = this.#afterwards(from, entry, "step", onInterrupted ?? "stop");
    if (told === "redo") return { is: "reissued", interrupted };
    const step = assumedStep(told);
    this.#note({ type: "effect.ended", key, call: null, step, isAssumed: true, at: this.#at() });
    return { is: "ended", interrupted, settled: settledOf(step) };
  }

  /** The entry of a key, which is then done with; `null` where there is none and may be none. */
  #take({ scope, lane }: EffectOrigin, key: string): Entry | null {
    if (this.#writer.broken !== null) throw this.#writer.broken;
    const replay = this.#replay;
    if (replay === null || this.#progress.isLive) return null;
    const entry = replay.entries.get(key);
    if (entry === undefined || entry.isTaken) {
      // A finished segment holds all of its effects; the main line runs none before the others have ended.
      const isDue = this.expected !== null || (lane === null ? replay.left > 0 : (replay.scopes.get(scope)?.size ?? 0) > 0);
      if (isDue) this.#diverge(key, `the policy asks for "${key}", and the journal holds ${replay.tellDue(this.#progress.segment)} there`);
      return null;
    }
    if (entry.scope !== scope || entry.segment !== this.#progress.segment) this.#diverge(key, `"${key}" is recorded at another place`);
    replay.take(entry);
    this.#progress.advance();
    return entry;
  }

  /** What becomes of an effect that was in flight. */
  #afterwards({ lane }: EffectOrigin, entry: Entry, kind: "call" | "step", mode: OnInterrupted): Assumed | "redo" {
    const { key } = entry;
    const attempts = entry.attempts.length;
    const told = toldOf(entry);
    if (told !== null) {
      this.#core.emit({ type: "answer.given", token: key, by: told.by }, lane);
      if (told.outcome === "stop") this.#stop(`${told.by} stopped the run at ${key}`);
      return told.outcome;
    }
    if (mode === "reissue") return mayRedo(entry) ? "redo" : "given-up";
    const error = new EffectInterrupted({ key, kind, attempts }, mode === "ask");
    this.#core.misuse ??= error;
    throw error;
  }

  #stop(reason: string): void {
    this.#note({ type: "aborted", reason, at: this.#at() });
    this.#progress.interrupt(abortError(reason));
  }

  #diverge(path: string, message: string): never {
    return this.#core.fail("journal-divergence", message, "Go on with the policy, the options and the agents that wrote the journal, or begin another one.", path);
  }

  // Recording

  refused({ scope }: EffectOrigin, key: string, refused: RefusedEffect): void {
    const entry = this.#replay?.entries.get(key);
    if (entry !== undefined && entry.refused !== null) {
      this.#replay?.take(entry);
      this.#progress.advance();
    } else this.#note({ type: "effect.refused", key, scope, refused, at: this.#at() });
  }

  start({ scope }: EffectOrigin, key: string, call: StartedCall | null): PerformEffect {
    const start = call === null ? { callId: null, digest: null, reserved: null } : { callId: call.callId, digest: this.#digests.of(call.bound, call.sent), reserved: call.reserved };
    const saved = this.#append({ type: "effect.started", key, scope, ...start, at: this.#at() });
    return (effect, run) => saved.then(() => (effect.hasSettled ? undefined : run()));
  }

  async endCall(key: string, end: CallEnd): Promise<CallEnd> {
    const call = recordOf(end);
    await this.#ended({ type: "effect.ended", key, call, step: null, at: this.#at() });
    return endOf(call);
  }

  async endStep(key: string, settled: Settled): Promise<Settled> {
    const step = stepOf(settled);
    await this.#ended({ type: "effect.ended", key, call: null, step, at: this.#at() });
    return settledOf(step);
  }

  /** Waits for the end of an effect to be durable, unless the run is interrupted. */
  async #ended(record: EndedRecord): Promise<void> {
    const core = this.#core;
    const saved = this.#append(record);
    if (core.interruption() !== null) return;
    const wait = core.effects.open(core.deadline);
    await wait.run(() => saved);
    core.effects.close(wait);
  }

  decided(decision: DecisionRecord): void {
    const progress = this.#progress;
    if (progress.isDetached) return;
    const { expected, due, segment } = progress;
    const number = progress.next++;
    if (due > 0 && !this.#core.isAborted) this.#diverge(decision.phase, `the journal holds ${this.#replay?.tellDue(segment)}, which the policy did not ask for before decision ${number + 1}`);
    if (expected === null) {
      const { consults, maxRounds } = this.#core;
      this.#follow({ type: "decision", number, decision, consults, maxRounds, at: this.#at() });
    } else if (!isSameDecision(decision, expected)) {
      this.#diverge("decision", `decision ${number + 1} was ${tellDecision(expected)}, and is ${tellDecision(decision)} now`);
    }
    progress.advance();
  }

  /** No checkpoint drops the record of an abort: the process that goes on has to hear of it. */
  boundary(next: NextStep, state: unknown, decision: DecisionRecord | null): Promise<void> | null {
    return this.#progress.isLive && !this.#core.isAborted && this.#writer.isCheckpointDue ? this.#writer.checkpoint(this.#kept(), checkpointOf(this.#engine, next, state, decision, this.#answerDigests, this.#at())) : null;
  }

  /** Records how the run ended, and gives the ending: the same, or that the journal is broken. A failed run records none. */
  async end(ending: Ending): Promise<Ending> {
    this.#progress.cancelWait();
    const core = this.#core;
    if (ending.decision === null || this.#progress.isDetached) return ending;
    try {
      const wait = core.effects.open(core.clock.now() + RECORD_SETTLE_MS, true); // Not for ever.
      const saved = this.#writer.last(this.#kept(), checkpointOf(this.#engine, null, ending.state, ending.decision, this.#answerDigests, this.#at()));
      const settled = await wait.run(() => saved);
      core.effects.close(wait);
      if (settled.how !== "returned") this.#writer.breakOff(settled.how === "threw" ? settled.thrown : new Error("it did not answer"));
    } catch (thrown) {
      if (!isLoopwrightError(thrown)) throw thrown;
      core.misuse ??= thrown; // The state is no plain data.
    }
    return core.misuse === null ? ending : { decision: null, state: ending.state, error: core.misuse };
  }

  /** Gives the journal up. A store that throws instead of rejecting, or does not answer, holds nobody up for ever. */
  async close(): Promise<void> {
    const { effects, clock } = this.#core;
    const wait = effects.open(clock.now() + RECORD_SETTLE_MS, true);
    await wait.run(() => this.#writer.close());
    effects.close(wait);
  }

  /** What a checkpoint keeps of what stands before it. */
  #kept(): readonly JournalRecord[] {
    return [this.#run, ...this.#trail];
  }

  /** Records what every checkpoint keeps. */
  #follow(record: MadeRecord | SessionRecord): void {
    this.#trail.push(record);
    this.#note(record);
  }

  /** Appends that another process goes on with the run; limits that have not changed need no keeping. */
  goOn(limits: RunLimits): void {
    const record = { type: "session", limits, at: this.#at() } as const;
    if (canonicalJson(limits as Json) === canonicalJson((this.#replay?.limits ?? limits) as Json)) this.#note(record); // Both are plain.
    else this.#follow(record);
  }

  /** Appends what comes before anything the run does: its own record, or what a person said. */
  begin(record: WithoutTime<RunRecord | AnsweredRecord | SettledRecord>): void {
    if (record.type === "answered") this.#answerDigests.push(digestOf(record.answer));
    this.#note({ ...record, at: this.#at() });
  }

  /** Records what nobody waits for: it is durable before anything that is awaited after it. */
  #note(record: JournalRecord): void {
    void this.#append(record);
  }

  #append(record: JournalRecord): Promise<void> {
    return this.#progress.isDetached ? DONE : this.#writer.append(record);
  }

  /** Nothing more can be recorded, so nothing more may start. */
  #stopBroken(error: LoopwrightError): void {
    const core = this.#core;
    core.misuse ??= error;
    core.applyAbort(error);
    this.#engine.interrupt();
  }
}

type WithoutTime<R> = R extends unknown ? Omit<R, "at"> : never;

const DONE = Promise.resolve();
