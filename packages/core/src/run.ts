/**
 * Running a policy: `runLoop` starts a run, `resumeRun` answers a suspended one.
 *
 * Invariants:
 * 1. Misuse throws synchronously, before the first event (G20); afterwards everything is data in the result.
 * 2. `result` never rejects for something an agent, a tool or a person did; nothing is left when it resolves (G10).
 * 3. A suspended run goes on only by an answer that names who gave it (G16).
 */
import { buildResult } from "./build-result.js";
import { systemClock, type Clock } from "./clock.js";
import { loadSha256 } from "./digest.js";
import { Engine, type Ending } from "./engine.js";
import { LoopwrightError } from "./errors.js";
import { DEFAULT_EVENT_BUFFER, EventLog } from "./event-log.js";
import type { EventGap, RunEvent } from "./events.js";
import { applyAnswer, checkAddress } from "./give-answer.js";
import type { InterruptedOutcome } from "./interrupted.js";
import type { Journal } from "./journal.js";
import { checkLimits, type RunLimits } from "./limits.js";
import { announceStart, inTime, unopened, type Driven, type Opening } from "./opening.js";
import { copyPlain } from "./plain.js";
import { untyped, type AgentsFor, type Policy, type PolicyTypes } from "./policy.js";
import { checkWhole } from "./range.js";
import type { PassedResult, RunResult } from "./result.js";
import { bindRoster } from "./roster.js";
import type { RunSetup } from "./run-core.js";
import { readSnapshot, type RunPosition, type RunSnapshot } from "./snapshot.js";

/** What starting or resuming a run takes beside the policy. */
interface CommonOptions<T extends PolicyTypes> {
  readonly agents: AgentsFor<T["roles"]>;
  readonly limits?: RunLimits | undefined;
  /** Aborts the run (G10). */
  readonly signal?: AbortSignal | undefined;
  /** Sees every event; a throw is counted and disturbs nothing (QU-EVT-04). */
  readonly onEvent?: ((event: RunEvent<T>) => void) | undefined;
  /** Time; the system's unless a test injects another. */
  readonly clock?: Clock | undefined;
  /** Events kept for consumers that come late or read slowly. Default 1024. */
  readonly eventBuffer?: number | undefined;
}

/** Options of {@link runLoop}. */
export interface RunOptions<T extends PolicyTypes> extends CommonOptions<T> {
  /** Copied and deeply frozen before the first phase sees it (QU-REQ-02). */
  readonly input: T["input"];
  /** Names the run in idempotency keys. Default: a random UUID. */
  readonly runId?: string | undefined;
  /**
   * Where effects are recorded (G11). An empty one begins a run; one that holds a run of this policy, input and roster goes
   * on with it, so that the same command may simply be given again; a run that has ended gives its result again.
   */
  readonly journal?: Journal | undefined;
}

/** Options of {@link resumeRun} for a suspended run. */
export interface ResumeOptions<T extends PolicyTypes, Token extends keyof T["answers"]> extends CommonOptions<T> {
  /** `result.snapshot` of the suspended run, also after a trip through JSON. */
  readonly from: RunSnapshot;
  /** The ask token that is answered; must be the one that waits. */
  readonly token: Token;
  readonly answer: T["answers"][Token];
  /** Who answers; stands in the result and the events. */
  readonly by: string;
}

/** Options of {@link resumeRun} for a run in a journal; the input is the one that stands there. */
interface FromJournal<T extends PolicyTypes> extends CommonOptions<T> {
  readonly from: Journal;
  readonly token?: undefined;
  readonly answer?: undefined;
  readonly by?: undefined;
  readonly interrupted?: undefined;
}

interface AnswerFromJournal<T extends PolicyTypes, Token extends keyof T["answers"]> extends CommonOptions<T> {
  readonly from: Journal;
  readonly token: Token;
  readonly answer: T["answers"][Token];
  readonly by: string;
  readonly interrupted?: undefined;
}

interface SettleFromJournal<T extends PolicyTypes> extends CommonOptions<T> {
  readonly from: Journal;
  readonly token?: undefined;
  readonly answer?: undefined;
  /** What became of an effect that was in flight when the process ended; see `EffectInterrupted`. */
  readonly interrupted: { readonly key: string; readonly outcome: InterruptedOutcome };
  readonly by: string;
}

/**
 * Options of {@link resumeRun} for a run in a journal. Without an answer a run that crashed goes on, and one that waits
 * for an answer stays suspended: silence is not consent (G16). Limits that are left out are those recorded last.
 */
export type JournalResumeOptions<T extends PolicyTypes, Token extends keyof T["answers"]> = FromJournal<T> | AnswerFromJournal<T, Token> | SettleFromJournal<T>;

/** A run: an async iterable of its events, with a result at the end. */
export interface Run<T extends PolicyTypes> extends AsyncIterable<RunEvent<T> | EventGap> {
  /** Unique to the run; survives resumes. With a journal it is the recorded one, once the run has begun. */
  readonly id: string;
  /** How the run ended. Never rejects. */
  readonly result: Promise<RunResult<T>>;
  /** Ends the run as `aborted`; what was reviewed stays in the result. */
  abort(reason?: unknown): void;
  /** Calls back for events of one type, or `"*"` for all; the returned function stops it. */
  on<Type extends RunEvent<T>["type"] | "*">(
    type: Type,
    listener: (event: Type extends "*" ? RunEvent<T> : Extract<RunEvent<T>, { readonly type: Type }>) => void,
  ): () => void;
  /** The result of a pass; throws `run-not-passed` for every other ending. */
  unwrap(): Promise<PassedResult<T>>;
}

/**
 * Starts a run. Events begin in the next microtask, so listeners attached at once miss nothing.
 *
 * @throws LoopwrightError synchronously, for a wrong configuration; see `bindRoster`, `checkLimits`, and the policy's own.
 */
export function runLoop<T extends PolicyTypes>(policy: Policy<T>, options: RunOptions<T>): Run<T> {
  const { input, runId, journal } = options;
  const setup = prepare(policy, options, input, null, true, runId);
  const first = { setup, engine: new Engine(setup), journal: null };
  if (journal === undefined) return launch<T>({ ...first, drive: (onEnd) => begin(first.engine, onEnd) }, options, null);
  return launchRecorded<T>(first, policy, options, { journal: checkJournal(journal, "journal"), input: { value: setup.input }, runId: runId ?? null, answer: null, interrupted: null });
}

function begin(engine: Engine, onEnd: (ending: Ending) => void): void {
  announceStart(engine);
  engine.run(onEnd);
}

/**
 * Goes on with a run.
 *
 * From a snapshot: answers the question; the run goes on in the same round (G16). From a journal: goes on after a crash, or
 * with an answer. Limits may be widened; what was spent stays spent.
 *
 * @throws LoopwrightError synchronously with one of the codes `snapshot-invalid`, `policy-mismatch`, `token-mismatch`,
 * `answer-unsigned`, `answer-invalid`, `answer-refused`, `not-plain`, or a configuration error; the snapshot stays usable.
 * From a journal these come as the error of a failed run, because reading takes time; so do `journal-locked`,
 * `journal-corrupt`, `journal-version`, `journal-invalid`, `journal-empty`, `journal-divergence`, `effect-not-interrupted`.
 */
export function resumeRun<T extends PolicyTypes, const Token extends keyof T["answers"] & string>(
  policy: Policy<T>,
  options: JournalResumeOptions<T, Token>,
): Run<T>;
export function resumeRun<T extends PolicyTypes, const Token extends keyof T["answers"] & string>(
  policy: Policy<T>,
  options: ResumeOptions<T, Token>,
): Run<T>;
export function resumeRun<T extends PolicyTypes, const Token extends keyof T["answers"] & string>(
  policy: Policy<T>,
  options: ResumeOptions<T, Token> | JournalResumeOptions<T, Token>,
): Run<T> {
  if (isFromJournal(options)) return resumeRecorded(policy, options);
  const snapshot = readSnapshot(options.from);
  const { by, token } = options;
  checkAddress(untyped(policy), snapshot, token, by);
  const state = applyAnswer(untyped(policy), snapshot, options.answer);
  const setup = prepare(policy, options, snapshot.input, snapshot, true, snapshot.runId);
  const answers = [...snapshot.answers, { token, by, round: snapshot.round, at: setup.clock.now() }];
  const engine = new Engine({ ...setup, answers });
  engine.restore(snapshot);
  engine.core.phase = snapshot.phase;
  if (loadSha256() === null) engine.standing.verify(); // Else the run does, once the hash is loaded.
  const drive = (onEnd: (ending: Ending) => void): void => {
    engine.core.emit({ type: "run.resumed", policy: policy.name, token, by, maxRounds: engine.core.maxRounds });
    engine.core.emit({ type: "answer.given", token, by });
    engine.resume(state, snapshot, onEnd);
  };
  return launch<T>({ setup, engine, journal: null, drive }, options, null);
}

function isFromJournal<T extends PolicyTypes, Token extends keyof T["answers"]>(options: ResumeOptions<T, Token> | JournalResumeOptions<T, Token>): options is JournalResumeOptions<T, Token> {
  return typeof (options.from as Partial<Journal> | null | undefined)?.open === "function";
}

function resumeRecorded<T extends PolicyTypes, Token extends keyof T["answers"] & string>(policy: Policy<T>, options: JournalResumeOptions<T, Token>): Run<T> {
  const { from, interrupted, by = "" } = options;
  if ((options.token !== undefined || interrupted !== undefined) && (typeof by !== "string" || by.trim() === "")) refuse("answer-unsigned", "by", "an answer must say who gives it", "Pass by: a name or an account.");
  const setup = prepare(policy, options, null, null, false); // The input is in the journal, and checked with it.
  const answer = options.token === undefined ? null : { token: options.token, answer: copyPlain(options.answer, { path: "answer" }), by };
  const settled = interrupted === undefined ? null : { key: interrupted.key, outcome: readOutcome(interrupted.outcome), by };
  return launchRecorded<T>({ setup, engine: new Engine(setup), journal: null }, policy, options, { journal: from, input: null, runId: null, answer, interrupted: settled });
}

function readOutcome(outcome: InterruptedOutcome): InterruptedOutcome {
  if (outcome === "redo" || outcome === "stop") return outcome;
  if (typeof outcome !== "object" || outcome === null || !("value" in outcome)) refuse("option-invalid", "interrupted.outcome", "the outcome is none", 'Use "redo", "stop" or { value }.');
  return { value: copyPlain(outcome.value, { path: "interrupted.outcome.value" }) };
}

function checkJournal(journal: Journal, path: string): Journal {
  if (typeof (journal as Partial<Journal> | null)?.open !== "function") refuse("option-invalid", path, "the journal is no Journal", "Pass memoryJournal() or jsonlJournal(path).");
  return journal;
}

/** Opens the journal first; what it takes is loaded only here. */
function launchRecorded<T extends PolicyTypes>(
  first: Omit<Driven, "drive">,
  policy: Policy<T>,
  options: CommonOptions<T>,
  given: Pick<Opening, "journal" | "input" | "runId" | "answer" | "interrupted">,
): Run<T> {
  const { setup } = first;
  const opening: Opening = {
    ...given,
    policy: untyped(policy),
    setup,
    limits: options.limits === undefined ? null : setup.limits,
    prepare: (input, resumed, limits, runId) => ({ ...prepare(policy, { ...options, limits }, input, resumed, given.input === null, runId), log: setup.log }),
    announceStart,
    watchTime,
  };
  const opened = import("./journaled-run.js").then(({ openRun }) => openRun(opening)).catch((thrown: unknown) => unopened(first, thrown));
  return launch<T>({ ...first, drive: () => undefined }, options, opened);
}

function prepare<T extends PolicyTypes>(policy: Policy<T>, options: CommonOptions<T>, input: unknown, resumed: RunPosition | null, isChecked: boolean, runId: string = crypto.randomUUID()): RunSetup {
  if (typeof (policy as Policy<T> | null | undefined)?.body?.review !== "function") refuse("option-invalid", "policy", "the policy is none", "Call its factory: runLoop(qualityLoop(), …).");
  const given = options.limits ?? {};
  if (isChecked) policy.body.check?.(input, options.agents);
  checkLimits(given);
  const limits = copyPlain(Object.fromEntries(Object.entries(given).filter(([, limit]) => limit !== undefined))) as RunLimits; // Plain: just checked.
  checkShapes(options);
  const eventBuffer = options.eventBuffer ?? DEFAULT_EVENT_BUFFER;
  checkWhole("event-buffer-range", "eventBuffer", eventBuffer, "Keep at least one event.");
  if (runId === "") throw new LoopwrightError("run-id", "a run id may not be empty", { path: "runId", hint: "Leave it out for a random one." });
  return {
    policy: untyped(policy),
    roster: bindRoster(policy.roles, options.agents, limits),
    input: copyPlain(input, { path: "input" }),
    limits,
    clock: options.clock ?? systemClock,
    runId,
    log: new EventLog(eventBuffer, resumed?.seq, resumed?.observerErrors),
    resumed,
    answers: [],
    journal: null,
  };
}

/** What types promise and plain JavaScript may break; found here, it would otherwise reject in the middle of a run (G20). */
function checkShapes({ signal, onEvent, clock }: CommonOptions<PolicyTypes>): void {
  if (signal !== undefined && typeof (signal as AbortSignal | null)?.addEventListener !== "function") refuse("option-invalid", "signal", "the signal is no AbortSignal", "Pass controller.signal.");
  if (onEvent !== undefined && typeof onEvent !== "function") refuse("option-invalid", "onEvent", "onEvent is no function", "Pass (event) => …");
  if (clock !== undefined && (typeof (clock as Clock | null)?.now !== "function" || typeof clock.setTimer !== "function")) refuse("option-invalid", "clock", "the clock is no Clock", "A clock has now() and setTimer().");
}

function refuse(code: string, path: string, message: string, hint: string): never {
  throw new LoopwrightError(code, message, { path, hint });
}

/** Runs what is driven; with a journal that is known only once it is opened, and `first` stands in until then. */
function launch<T extends PolicyTypes>(first: Driven, options: CommonOptions<T>, opened: Promise<Driven> | null): Run<T> {
  let driven = first;
  const { log } = first.setup;
  const abort = (reason?: unknown): void => {
    const { engine } = driven;
    engine.core.abort(reason ?? new DOMException("the run was aborted", "AbortError"));
    if (engine.core.interruption() !== null) engine.interrupt();
    waiting?.abort();
  };
  const { signal, onEvent } = options;
  const onSignal = (): void => abort(signal?.reason);
  const waiting = opened === null ? null : new AbortController();
  if (onEvent !== undefined) log.listen("*", onEvent);
  const result = new Promise<RunResult<T>>((resolve, reject) => {
    const begin = (now: Driven): void => {
      const before = driven.engine.core;
      driven = now;
      if (before.isAborted) abort(before.abortReason);
      if (signal?.aborted === true) onSignal();
      else signal?.addEventListener("abort", onSignal, { once: true });
      const { engine, setup, journal } = now;
      if (journal === null) watchTime(engine);
      const end = (ending: Ending): void => {
        signal?.removeEventListener("abort", onSignal);
        resolve(buildResult({ engine, setup, ending })); // Built untyped from what the typed policy decided.
        engine.core.end();
      };
      if (journal === null) now.drive(end);
      else now.drive((ending) => void journal.end(ending).then((recorded) => journal.close().then(() => end(recorded))));
    };
    if (waiting !== null) {
      if (signal?.aborted === true) onSignal();
      else signal?.addEventListener("abort", onSignal, { once: true });
    }
    const ready = opened === null || waiting === null ? Promise.resolve(loadSha256()).then(() => begin(first)) : Promise.all([inTime(first, opened, waiting.signal), loadSha256()]).then(([now]) => begin(now));
    ready.catch(reject); // Only a platform's fault comes here.
  });
  return {
    get id() {
      return driven.setup.runId;
    },
    result,
    abort,
    on: (type, listener) => log.listen(type, listener as never),
    unwrap: async () => {
      const ended = await result;
      if (ended.status === "passed") return ended;
      throw new LoopwrightError("run-not-passed", `the run ended ${ended.status}${ended.token === null ? "" : ` (${ended.token})`}`, {
        hint: "Read run.result for what was established.",
        cause: ended.error ?? ended,
      });
    },
    [Symbol.asyncIterator]: () => log.iterate() as AsyncIterator<RunEvent<T> | EventGap>,
  };
}

/** Ends phases that do not end by themselves once the run's time is over (G10). */
function watchTime(engine: Engine): void {
  const { core } = engine;
  if (core.deadline === Infinity) return;
  const watch = core.effects.open(core.deadline);
  void watch
    .run(() => new Promise(() => undefined))
    .then((settled) => {
      core.effects.close(watch);
      if (settled.how === "timeout") engine.interrupt();
    });
}
