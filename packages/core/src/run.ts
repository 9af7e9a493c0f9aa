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
import { isLoopwrightError, LoopwrightError, messageOf } from "./errors.js";
import { DEFAULT_EVENT_BUFFER } from "./event-log.js";
import type { EventGap, RunEvent } from "./events.js";
import { checkLimits, type RunLimits } from "./limits.js";
import { copyPlain } from "./plain.js";
import { untyped, type AgentsFor, type Applied, type Ask, type Policy, type PolicyTypes } from "./policy.js";
import { checkWhole } from "./range.js";
import type { PassedResult, RunResult } from "./result.js";
import { bindRoster } from "./roster.js";
import type { RunSetup } from "./run-core.js";
import { readSnapshot, type GivenAnswer, type RunSnapshot } from "./snapshot.js";
import { isStandardSchema, problemsOfIssues } from "./standard-schema.js";

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
}

/** Options of {@link resumeRun}. */
export interface ResumeOptions<T extends PolicyTypes, Token extends keyof T["answers"]> extends CommonOptions<T> {
  /** `result.snapshot` of the suspended run, also after a trip through JSON. */
  readonly from: RunSnapshot;
  /** The ask token that is answered; must be the one that waits. */
  readonly token: Token;
  readonly answer: T["answers"][Token];
  /** Who answers; stands in the result and the events. */
  readonly by: string;
}

/** A run: an async iterable of its events, with a result at the end. */
export interface Run<T extends PolicyTypes> extends AsyncIterable<RunEvent<T> | EventGap> {
  /** Unique to the run; survives resumes. */
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
  const setup = prepare(policy, options, options.input, null);
  const engine = new Engine(setup);
  return launch<T>(engine, setup, options, [], (onEnd) => {
    const { core } = engine;
    core.emit({
      ...policy.announce,
      type: "run.started",
      policy: policy.name,
      maxRounds: core.maxRounds,
      limits: setup.limits,
      agents: Object.freeze(Object.fromEntries(setup.roster.all.map((bound) => [bound.name, bound.label]))),
    });
    engine.run(onEnd);
  });
}

/**
 * Answers a suspended run; it goes on in the same round (G16). Limits may be widened; what was spent stays spent.
 *
 * @throws LoopwrightError synchronously with one of the codes `snapshot-invalid`, `policy-mismatch`, `token-mismatch`,
 * `answer-unsigned`, `answer-invalid`, `answer-refused`, `not-plain`, or a configuration error; the snapshot stays usable.
 */
export function resumeRun<T extends PolicyTypes, const Token extends keyof T["answers"] & string>(
  policy: Policy<T>,
  options: ResumeOptions<T, Token>,
): Run<T> {
  const snapshot = readSnapshot(options.from);
  const { by, token } = options;
  checkAddress(untyped(policy), snapshot, token, by);
  const state = applyAnswer(untyped(policy), snapshot, options.answer);
  const setup = prepare(policy, options, snapshot.input, snapshot);
  const engine = new Engine(setup);
  engine.restore(snapshot);
  if (loadSha256() === null) engine.standing.verify(); // Else the run does, once the hash is loaded.
  const answers: readonly GivenAnswer[] = [...snapshot.answers, { token, by, round: snapshot.round, at: engine.core.clock.now() }];
  return launch<T>(engine, setup, options, answers, (onEnd) => {
    engine.core.emit({ type: "run.resumed", policy: policy.name, token, by, maxRounds: engine.core.maxRounds });
    engine.core.emit({ type: "answer.given", token, by });
    engine.resume(state, snapshot, onEnd);
  });
}

function prepare<T extends PolicyTypes>(policy: Policy<T>, options: CommonOptions<T> & { readonly runId?: string | undefined }, input: unknown, resumed: RunSnapshot | null): RunSetup {
  const given = options.limits ?? {};
  policy.body.check?.(input, options.agents);
  checkLimits(given);
  const limits = copyPlain(Object.fromEntries(Object.entries(given).filter(([, limit]) => limit !== undefined))) as RunLimits; // Plain: just checked.
  checkShapes(options);
  const eventBuffer = options.eventBuffer ?? DEFAULT_EVENT_BUFFER;
  checkWhole("event-buffer-range", "eventBuffer", eventBuffer, "Keep at least one event.");
  const runId = resumed?.runId ?? options.runId ?? crypto.randomUUID();
  if (runId === "") throw new LoopwrightError("run-id", "a run id may not be empty", { path: "runId", hint: "Leave it out for a random one." });
  return {
    policy: untyped(policy),
    roster: bindRoster(policy.roles, options.agents, limits),
    input: copyPlain(input, { path: "input" }),
    limits,
    clock: options.clock ?? systemClock,
    runId,
    eventBuffer,
    resumed,
  };
}

/** What types promise and plain JavaScript may break; found here, it would otherwise reject in the middle of a run (G20). */
function checkShapes({ signal, onEvent, clock }: CommonOptions<PolicyTypes>): void {
  if (signal !== undefined && typeof signal.addEventListener !== "function") refuse("option-invalid", "signal", "the signal is no AbortSignal", "Pass controller.signal.");
  if (onEvent !== undefined && typeof onEvent !== "function") refuse("option-invalid", "onEvent", "onEvent is no function", "Pass (event) => …");
  if (clock !== undefined && (typeof clock.now !== "function" || typeof clock.setTimer !== "function")) refuse("option-invalid", "clock", "the clock is no Clock", "A clock has now() and setTimer().");
}

function checkAddress(policy: Policy, snapshot: RunSnapshot, token: string, by: unknown): void {
  if (snapshot.policy !== policy.name || snapshot.policyVersion !== policy.version) {
    const stored = `${snapshot.policy}@${snapshot.policyVersion}`;
    refuse("policy-mismatch", "from.policy", `the snapshot is of ${stored}, not of ${policy.name}@${policy.version}`, "Resume with the policy that was suspended.");
  }
  if (snapshot.token !== token) refuse("token-mismatch", "token", `the run waits for an answer to "${snapshot.token}", not to "${token}"`, "Answer the question that was asked.");
  if (typeof by !== "string" || by.trim() === "") refuse("answer-unsigned", "by", "an answer must say who gives it", "Pass by: a name or an account.");
}

function applyAnswer(policy: Policy, snapshot: RunSnapshot, given: unknown): unknown {
  const ask = (policy.body.asks as { readonly [token: string]: Ask<unknown, unknown> } | undefined)?.[snapshot.token];
  if (ask === undefined) return refuse("token-mismatch", "token", `the policy asks nothing under "${snapshot.token}"`, "Resume with the policy that was suspended.");
  let applied: Applied<unknown>;
  try {
    applied = ask.apply(snapshot.state, validAnswer(ask, copyPlain(given, { path: "answer" })));
    if (applied.ok && applied.state === undefined) throw new TypeError("apply gave no state");
  } catch (thrown) {
    if (isLoopwrightError(thrown)) throw thrown;
    return refuse("answer-invalid", "answer", `the answer could not be applied: ${messageOf(thrown)}`, "Check the answer's shape.");
  }
  if (!applied.ok) return refuse("answer-refused", "answer", applied.reason, "The run stays suspended; answer again.");
  return applied.state;
}

function validAnswer(ask: Ask<unknown, unknown>, answer: unknown): unknown {
  if (ask.answer === undefined) return answer;
  if (!isStandardSchema(ask.answer)) {
    const checked = ask.answer.validate(answer);
    return checked.ok ? checked.value : refuse("answer-invalid", "answer", checked.problems.join("; "), "Check the answer's shape.");
  }
  const checked = ask.answer["~standard"].validate(answer);
  if (checked instanceof Promise) return refuse("answer-invalid", "answer", "the schema of an answer must validate synchronously", "Use a synchronous schema.");
  return checked.issues === undefined ? checked.value : refuse("answer-invalid", "answer", problemsOfIssues(checked.issues).join("; "), "Check the answer's shape.");
}

function refuse(code: string, path: string, message: string, hint: string): never {
  throw new LoopwrightError(code, message, { path, hint });
}

function launch<T extends PolicyTypes>(
  engine: Engine,
  setup: RunSetup,
  options: CommonOptions<T>,
  answers: readonly GivenAnswer[],
  drive: (onEnd: (ending: Ending) => void) => void,
): Run<T> {
  const { core } = engine;
  const abort = (reason?: unknown): void => {
    core.abort(reason ?? new DOMException("the run was aborted", "AbortError"));
    engine.interrupt();
  };
  const { signal, onEvent } = options;
  const onSignal = (): void => abort(signal?.reason);
  if (onEvent !== undefined) core.log.listen("*", onEvent);
  const result = new Promise<RunResult<T>>((resolve, reject) => {
    const begin = (): void => {
      if (signal?.aborted === true) onSignal();
      else signal?.addEventListener("abort", onSignal, { once: true });
      watchTime(engine);
      drive((ending) => {
        signal?.removeEventListener("abort", onSignal);
        resolve(buildResult({ engine, setup, ending, answers })); // Built untyped from what the typed policy decided.
        core.end();
      });
    };
    void Promise.resolve(loadSha256()).then(begin).catch(reject); // Only a platform's fault comes here.
  });
  return {
    id: setup.runId,
    result,
    abort,
    on: (type, listener) => core.log.listen(type, listener as never),
    unwrap: async () => {
      const ended = await result;
      if (ended.status === "passed") return ended;
      throw new LoopwrightError("run-not-passed", `the run ended ${ended.status}${ended.token === null ? "" : ` (${ended.token})`}`, {
        hint: "Read run.result for what was established.",
        cause: ended.error ?? ended,
      });
    },
    [Symbol.asyncIterator]: () => core.log.iterate() as AsyncIterator<RunEvent<T> | EventGap>,
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
