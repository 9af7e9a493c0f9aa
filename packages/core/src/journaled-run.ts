/**
 * Opening a run's journal: where the run begins, or where it goes on (DESIGN §6).
 *
 * Invariants:
 * 1. Nothing is appended and nobody is called before everything recorded was read, checked and found to fit.
 * 2. A run that has ended, or waits for an answer that was not given, appends nothing: it gives its result again.
 * 3. Event numbers go on so that an event has the same number in every process: from the start `run.started` is 1 again;
 *    from a checkpoint `run.resumed` takes the place of the last event before it.
 */
import { digestOf } from "./digest.js";
import { Engine, type Ending } from "./engine.js";
import { LoopwrightError } from "./errors.js";
import { applyAnswer } from "./give-answer.js";
import { JOURNAL_FORMAT, readRecords, type CheckpointRecord, type RosterEntry, type RunRecord } from "./journal-record.js";
import type { OpenJournal } from "./journal.js";
import type { Json } from "./json.js";
import type { Driven, Opening } from "./opening.js";
import { Recorder } from "./recorder.js";
import { Replay } from "./replay.js";
import type { RunSetup } from "./run-core.js";
import type { GivenAnswer } from "./snapshot.js";

/**
 * Opens the journal of a run.
 *
 * @throws LoopwrightError whatever the store says, `journal-version`, `journal-invalid`, `journal-empty`,
 * `journal-divergence`, `token-mismatch`, `answer-invalid`, `answer-refused`, `effect-not-interrupted`.
 */
export async function openRun(opening: Opening): Promise<Driven> {
  const store = await opening.journal.open();
  try {
    const records = readRecords(store.records);
    if (records.length === 0) return begin(opening, store);
    const run = await goOn(opening, store, new Replay(records));
    return run;
  } catch (thrown) {
    await store.close().catch(() => undefined);
    throw thrown;
  }
}

function begin(opening: Opening, store: OpenJournal): Driven {
  const { policy, setup: given } = opening;
  if (opening.input === null) throw new LoopwrightError("journal-empty", "the journal holds no run", { path: "from", hint: "Begin one with runLoop(policy, { journal, input, agents })." });
  const { limits, runId, input } = given;
  const run = { type: "run", format: JOURNAL_FORMAT, policy: policy.name, policyVersion: policy.version, runId, input: input as Json, roster: rosterOf(given), limits } as const; // A plain copy.
  const recorder = new Recorder(store, { ...run, at: given.clock.now() }, null);
  const setup = { ...given, journal: recorder };
  const engine = new Engine(setup);
  recorder.attach(engine, () => opening.watchTime(engine));
  recorder.begin(run);
  return {
    setup,
    engine,
    journal: recorder,
    drive(onEnd) {
      opening.announceStart(engine);
      engine.run(onEnd);
    },
  };
}

async function goOn(opening: Opening, store: OpenJournal, replay: Replay): Promise<Driven> {
  const { run, base } = replay;
  checkRun(opening, run);
  const limits = opening.limits ?? replay.limits;
  const setup = opening.prepare(run.input, base?.position ?? null, limits, run.runId);
  checkRoster(run.roster, rosterOf(setup));
  if (base === null && opening.answer !== null) refuse("token-mismatch", "token", "the run waits for no answer", "Answer the question that was asked.");
  if (base === null) return replayed(opening, store, replay, setup, []);
  const answers = answersAfter(opening, replay, base, setup);
  if (base.next !== null || answers.length > base.position.answers.length) return replayed(opening, store, replay, setup, answers);
  if (opening.interrupted !== null) findInterrupted(opening, replay);
  await store.close();
  return told(setup, base);
}

/** A run that has ended or stays suspended: its result is built again from what is recorded. */
function told(prepared: RunSetup, base: CheckpointRecord): Driven {
  const setup = { ...prepared, answers: base.position.answers };
  const engine = restored(setup, base, base.position.seq - 1);
  if (base.reason !== null) engine.core.applyAbort(base.reason);
  return {
    setup,
    engine,
    journal: null,
    drive(onEnd) {
      announceResume(engine, null);
      const { decision, position } = base;
      const invalid = new LoopwrightError("journal-invalid", "the run has ended without a decision", { hint: "The journal was changed by something else; start with another one." });
      onEnd(decision === null ? { decision, state: undefined, error: invalid } : { decision, state: position.state, error: null });
    },
  };
}

function replayed(opening: Opening, store: OpenJournal, replay: Replay, prepared: RunSetup, answers: readonly GivenAnswer[]): Driven {
  const { base, run } = replay;
  const interrupted = findInterrupted(opening, replay);
  const recorder = new Recorder(store, run, replay);
  const setup: RunSetup = { ...prepared, answers, journal: recorder };
  const given = base?.next === null ? answers.at(-1) : undefined;
  const engine = base === null ? new Engine(setup) : restored(setup, base, base.position.seq + (given === undefined ? -1 : 1));
  const answer = given === undefined ? null : (replay.answered?.answer ?? opening.answer?.answer ?? null);
  const state = given === undefined || base === null ? base?.position.state : applyAnswer(opening.policy, { token: given.token, state: base.position.state }, answer);
  recorder.attach(engine, () => opening.watchTime(engine));
  recorder.goOn(setup.limits);
  if (given !== undefined && replay.answered === null) recorder.begin({ type: "answered", token: given.token, answer, by: given.by });
  if (interrupted !== null) recorder.begin({ type: "effect.settled", ...interrupted });
  return { setup, engine, journal: recorder, drive: (onEnd) => drive(opening, engine, base, state, given, onEnd) };
}

function drive(opening: Opening, engine: Engine, base: CheckpointRecord | null, state: unknown, given: GivenAnswer | undefined, onEnd: (ending: Ending) => void): void {
  if (base === null) {
    opening.announceStart(engine, true);
    return engine.run(onEnd);
  }
  announceResume(engine, given ?? null);
  if (base.next !== null) return engine.proceed(state, base.next, base.decision, onEnd);
  if (given !== undefined) engine.core.emit({ type: "answer.given", token: given.token, by: given.by });
  const { phase, early } = base.decision ?? { phase: base.phase, early: false };
  engine.resume(state, { phase, early }, onEnd);
}

function announceResume({ core }: Engine, given: GivenAnswer | null): void {
  core.emit({ type: "run.resumed", policy: core.policy.name, token: given?.token ?? null, by: given?.by ?? null, maxRounds: core.maxRounds });
}

/** An engine that stands where a checkpoint says. */
function restored(setup: RunSetup, base: CheckpointRecord, seq: number): Engine {
  setup.log.rebase(seq, base.position.observerErrors);
  const engine = new Engine(setup);
  engine.restore(base.position);
  if (base.reviewedArtifact !== null) engine.standing.artifact = base.reviewedArtifact;
  engine.standing.verify();
  engine.core.phase = base.phase;
  engine.core.isBudgetRefused = base.budgetRefused;
  return engine;
}

/** All answers of the run, with the one that is recorded or given now. */
function answersAfter({ answer, policy }: Opening, { answered }: Replay, base: CheckpointRecord, { clock }: RunSetup): readonly GivenAnswer[] {
  const { answers, round, state } = base.position;
  const asked = base.next === null && base.decision?.kind === "ask" ? base.decision.token : null;
  if (asked !== null && answered !== null) {
    if (answer !== null && (answer.token !== answered.token || digestOf(answer.answer) !== digestOf(answered.answer))) {
      alreadyAnswered(asked, answered.by);
    }
    return [...answers, { token: answered.token, by: answered.by, round, at: answered.at }];
  }
  if (answer === null) return answers;
  if (asked === answer.token) {
    applyAnswer(policy, { token: asked, state }, answer.answer); // Refused before anything is appended.
    return [...answers, { token: asked, by: answer.by, round, at: clock.now() }];
  }
  if (asked === null) {
    const given = answers.map((one, index) => ({ ...one, digest: base.answerDigests[index] })).filter(({ token, by }) => token === answer.token && by === answer.by);
    const digest = digestOf(answer.answer);
    if (given.some((one) => one.digest === digest)) return answers; // Given again after a crash.
    if (given.length > 0) alreadyAnswered(answer.token, answer.by);
  }
  return refuse("token-mismatch", "token", asked === null ? "the run waits for no answer" : `the run waits for an answer to "${asked}", not to "${answer.token}"`, "Answer the question that was asked.");
}

/** A question is answered once: another answer is never taken for the same one given again (G16). */
function alreadyAnswered(asked: string, by: string): never {
  return refuse("answer-refused", "answer", `"${asked}" was already answered by ${by}, and otherwise`, "What is recorded stands; go on without an answer.");
}

/** The effect that a person speaks of, which must be one that was in flight. */
function findInterrupted({ interrupted }: Opening, { entries }: Replay): Opening["interrupted"] {
  if (interrupted === null) return null;
  const entry = entries.get(interrupted.key);
  if (entry === undefined || entry.attempts.length === 0 || entry.ended !== null || entry.refused !== null) {
    return refuse("effect-not-interrupted", "interrupted.key", `"${interrupted.key}" was not in flight when the process ended`, "Pass error.effect.key of the failed run.");
  }
  entry.settled = { record: { type: "effect.settled", ...interrupted, at: 0 }, attempts: entry.attempts.length };
  return interrupted;
}

function checkRun({ policy, input, runId }: Opening, run: RunRecord): void {
  if (run.policy !== policy.name || run.policyVersion !== policy.version) diverge("policy", `the journal is of ${run.policy}@${run.policyVersion}, not of ${policy.name}@${policy.version}`);
  if (runId !== null && runId !== run.runId) diverge("runId", `the journal is of run "${run.runId}", not of "${runId}"`);
  if (input === null) return;
  const [recorded, given] = [digestOf(run.input), digestOf(input.value as Json)]; // A plain copy.
  if (recorded !== given) diverge("input", `the journal is of the input ${recorded}, not of ${given}`);
}

function rosterOf({ roster }: RunSetup): readonly RosterEntry[] {
  return roster.all.map(({ name, label }) => ({ name, id: label.id ?? null, family: label.family ?? null }));
}

function checkRoster(recorded: readonly RosterEntry[], given: readonly RosterEntry[]): void {
  const tell = ({ name, id, family }: RosterEntry): string => `${name}${id === null ? "" : ` = ${id}`}${family === null ? "" : ` (${family})`}`;
  const before = recorded.map(tell);
  const now = given.map(tell);
  const differing = [...before.filter((one) => !now.includes(one)), ...now.filter((one) => !before.includes(one))];
  if (differing.length > 0 || before.join() !== now.join()) diverge("agents", `the journal is of other agents: ${before.join(", ")}; not ${now.join(", ")}`);
}

function diverge(path: string, message: string): never {
  throw new LoopwrightError("journal-divergence", message, { path, hint: "Go on with what wrote the journal, or begin another one." });
}

function refuse(code: string, path: string, message: string, hint: string): never {
  throw new LoopwrightError(code, message, { path, hint });
}
