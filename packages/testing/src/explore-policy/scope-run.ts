/**
 * The main line of a phase, or one lane in it: what the runner's scope does, without agents or time.
 *
 * Invariants:
 * 1. A call is checked, refused, repaired and read as the runner does it; its reply is a choice.
 * 2. Nothing waits for a macrotask: an outcome is there in a few microtasks, late enough that an effect which nobody
 *    awaits is still seen as running when its phase ends.
 * 3. An effect begins when it is called; in a lane it ends when it is this lane's turn, and an interruption that comes
 *    before ends it.
 */
import { copyPlain, DUTIES_OF_PHASE, LoopwrightError } from "@loopwright/core";
import type { CallRequest, Failure, FailureKind, Json } from "@loopwright/core";
import type { ExploredAgent, PossibleReply } from "./alphabet.js";
import type { AnyOutcome, PhaseRun } from "./phase-run.js";
import type { LaneTurns } from "./lane-turns.js";
import type { Interruption } from "./place.js";

const ABORT_MESSAGE: { readonly [K in Interruption]: string } = { aborted: "the run was aborted", timeout: "the run's time is over" };

/** One scope. */
export class ScopeRun {
  readonly run: PhaseRun;
  readonly lane: string | null;
  readonly #prefix: string;
  readonly #lanes: { readonly turns: LaneTurns; readonly index: number } | null;
  #firstName: string | null = null;
  #uses: Map<string, number> | null = null;
  #granted: string | null = null;
  isBusy = false;
  isClosed = false;

  /** `lanes` = the batch that a lane belongs to, and its position in it. */
  constructor(run: PhaseRun, prefix: string, lane: string | null, lanes: { readonly turns: LaneTurns; readonly index: number } | null = null) {
    this.run = run;
    this.#lanes = lanes;
    this.#prefix = prefix;
    this.lane = lane;
  }

  grant(name: string): void {
    this.#granted = name;
  }

  /** Gives back a reservation that was never used. */
  giveBack(): void {
    if (this.#granted !== null) this.run.calls--;
    this.#granted = null;
  }

  enter(): void {
    this.checkOpen();
    if (this.isBusy) this.run.fail("concurrent-effects", "two effects of one scope run at the same time", "Await each call, or run them in ctx.lanes().");
    this.isBusy = true;
    if (++this.run.attempts > MAX_EFFECTS) this.run.fail("endless-phase", `${this.run.phase} has tried ${MAX_EFFECTS} calls and steps, and goes on`, "Bound what one phase does, and let the table decide whether to go on.");
  }

  checkOpen(): void {
    if ((this.isClosed || this.run.isClosed) && this.run.interruption === null) {
      this.run.fail("effect-not-awaited", `something was started in ${this.#prefix} after its end`, AWAIT_HINT);
    }
  }

  call(name: string, request: CallRequest, repair: Repair | undefined): Promise<AnyOutcome> {
    return this.#perform(this.#called(name, request, repair));
  }

  step(name: string, isFinal: boolean): Promise<AnyOutcome> {
    return this.#perform(this.#stepped(name, isFinal));
  }

  #perform(effect: Effect): Promise<AnyOutcome> {
    const outcome = this.#lanes === null ? this.#atOnce(effect) : this.#inTurns(effect, this.#lanes);
    if (this.#lanes !== null) outcome.catch(() => undefined); // The fault is kept in `misuse`.
    return outcome;
  }

  /** Performs at once, and delivers some microtasks later. */
  #atOnce(effect: Effect): Promise<AnyOutcome> {
    let outcome: AnyOutcome;
    try {
      this.enter();
      let part = effect.next();
      while (part.done !== true) part = effect.next();
      outcome = part.value;
    } catch (thrown) {
      this.isBusy = false;
      const rejected = Promise.reject<AnyOutcome>(thrown instanceof Error ? thrown : new Error(String(thrown)));
      rejected.catch(() => undefined); // As above.
      return rejected;
    }
    return Promise.resolve(outcome).then(pass).then(this.#leave);
  }

  async #inTurns(effect: Effect, { turns, index }: { readonly turns: LaneTurns; readonly index: number }): Promise<AnyOutcome> {
    try {
      this.enter();
      let part = effect.next();
      for (; part.done !== true; part = effect.next()) await turns.turnOf(index);
      return part.value;
    } finally {
      this.isBusy = false;
    }
  }

  readonly #leave = (outcome: AnyOutcome): AnyOutcome => {
    this.isBusy = false;
    return outcome;
  };

  *#called(name: string, request: CallRequest, repairs: Repair | undefined): Effect {
    const { run } = this;
    if (run.interruption !== null) return this.#notBegun(run.interruption);
    const agent = run.world.agent(name);
    if (agent === undefined) return run.fail("role-unknown", `there is no agent "${name}"`, `This run has ${run.world.agents.map((one) => one.name).join(", ")}.`);
    if (!DUTIES_OF_PHASE[run.phase].includes(agent.role.duty)) {
      run.fail("role-in-phase", `"${name}" (${agent.role.duty}) may not be called in ${run.phase}`, "Authors belong in open and revise, reviewers in review (G6).");
    }
    const key = this.#keyOf(name);
    let asked = request;
    for (let repair = 0; ; repair++) {
      const ownKey = repair === 0 ? key : `${key}/repair-${repair}`;
      const begun = this.#begin(agent, asked, ownKey, repair);
      if (begun.callId !== null) yield;
      const { outcome, isRepairable } = begun.callId === null ? begun : this.#end(agent, asked, ownKey, repair, begun.callId);
      const next = outcome.ok || !isRepairable || repairs === undefined || !run.mayCall(agent) ? null : repairs(outcome.failure.problems ?? [], repair + 1, outcome.failure);
      if (next === null) {
        if (!outcome.ok) run.allAnswered = false;
        else if (agent.role.duty === "reviewer") run.hasEvidence = true;
        return outcome;
      }
      if (repair === MAX_REPAIRS) run.fail("endless-repair", `"${name}" is asked for a repair again and again: ${MAX_REPAIRS} times so far`, "Return null from repair() after a few.");
      asked = next;
    }
  }

  /** One call up to its start; what does not start has its outcome. */
  #begin(agent: ExploredAgent, request: CallRequest, key: string, repair: number): { readonly callId: string } | { readonly callId: null; readonly outcome: AnyOutcome; readonly isRepairable: false } {
    const { run } = this;
    if (run.interruption !== null) return { callId: null, outcome: this.#notBegun(run.interruption), isRepairable: false };
    if (!run.mayCall(agent)) {
      run.fail("calls-exceeded", `${run.phase} calls "${agent.name}" more often than the policy declares`, "Raise the bound.", `calls.${run.phase}.${agent.roleName}`);
    }
    const input = run.blame(() => copyPlain(request.input, { path: "input" }));
    const unsent = this.#unsent(agent, request, input);
    if (unsent !== null) {
      const outcome = failed(unsent.kind, unsent.message, null);
      this.#note(agent.name, key, request, repair, null, null, outcome);
      return { callId: null, outcome, isRepairable: false };
    }
    run.started(agent);
    return { callId: run.nextCallId() };
  }

  /** From what is replied to its reading. */
  #end(agent: ExploredAgent, request: CallRequest, key: string, repair: number, callId: string): { readonly outcome: AnyOutcome; readonly isRepairable: boolean } {
    const { run } = this;
    const { replies } = agent;
    const choice = run.interruption === null ? run.choices.take(replies.length + run.world.interruptions.length, key) : -1;
    const reply = replies[choice];
    if (reply === undefined) {
      const how = run.interruption ?? (run.world.interruptions[choice - replies.length] as Interruption); // A possibility beyond the replies.
      if (run.interruption === null) run.interrupt(how);
      const outcome = failed(how, ABORT_MESSAGE[how], callId);
      this.#note(agent.name, key, request, repair, null, how, outcome);
      return { outcome, isRepairable: false };
    }
    const { read } = reply;
    const outcome: AnyOutcome = read.ok ? { ok: true, value: read.value, callId } : failed(read.kind, read.message, callId, read.problems);
    this.#note(agent.name, key, request, repair, reply, null, outcome);
    return { outcome, isRepairable: !read.ok && read.isRepairable };
  }

  #unsent(agent: ExploredAgent, request: CallRequest, input: Json): { readonly kind: FailureKind; readonly message: string } | null {
    const { run } = this;
    const { interner } = run.world;
    const foreign = request.tools?.find((tool) => agent.description.allowedTools?.includes(tool) !== true);
    if (foreign !== undefined) run.fail("tool-not-allowed", `"${agent.name}" may not use tool "${foreign}"`, "A policy may narrow an agent's tools, never add one.", "tools");
    const { current } = run.place.standing;
    const message = "the packet does not hold the version under review";
    if (request.builtFrom !== undefined && request.builtFrom !== interner.digestOf(current)) return { kind: "stale-packet", message };
    if (agent.role.duty === "reviewer" && isEmpty(input) && !isEmpty(interner.artifactOf(current))) return { kind: "empty-packet", message };
    if (this.#granted === agent.name) this.#granted = null;
    else if (!run.reserve()) {
      run.isBudgetRefused = true;
      return { kind: "budget", message: "the call does not fit the calls limit" };
    }
    return null;
  }

  *#stepped(name: string, isFinal: boolean): Effect {
    const { run } = this;
    if (typeof name !== "string" || !/^[^#\s][^#]*$/.test(name)) run.fail("step-name", `step name ${JSON.stringify(name)} is not usable`, "It stands in effect keys: a short text without #.");
    const key = this.#keyOf(`step:${name}`);
    if (run.interruption !== null && !isFinal) return failed(run.interruption, "the run was ended before the step", null);
    const answers = run.world.stepAnswers(name);
    if (answers === undefined || answers.length === 0) throw (run.misuse = new UnknownStep(name));
    if (!isFinal) yield;
    const cuts = isFinal ? [] : run.world.interruptions;
    const choice = isFinal || run.interruption === null ? run.choices.take(answers.length + cuts.length, key) : -1;
    const answer = answers[choice];
    const how = answer === undefined ? (run.interruption ?? (cuts[choice - answers.length] as Interruption)) : null; // As above.
    if (how !== null && run.interruption === null) run.interrupt(how);
    const outcome = stepOutcome(answer, how, key);
    if (!outcome.ok) run.allAnswered = false;
    else if (!isFinal) run.hasEvidence = true;
    run.performed.push({ kind: "step", key, name, lane: this.lane, request: null, repair: 0, reply: null, stepAnswer: how === null ? choice : -1, interruption: how, outcome });
    return outcome;
  }

  /** Refuses a lane whose first call does not fit the budget. */
  refuseLane(name: string): AnyOutcome & { readonly ok: false } {
    const { run } = this;
    run.isBudgetRefused = true;
    run.allAnswered = false;
    const outcome = failed("budget", "the call does not fit the calls limit", null);
    this.#note(name, this.#keyOf(name), null, 0, null, null, outcome);
    return outcome;
  }

  #notBegun(interruption: Interruption): AnyOutcome {
    this.run.allAnswered = false;
    return failed(interruption, "the run was ended before the call", null);
  }

  #note(name: string, key: string, request: CallRequest | null, repair: number, reply: PossibleReply | null, interruption: Interruption | null, outcome: AnyOutcome): void {
    this.run.performed.push({ kind: "call", key, name, lane: this.lane, request, repair, reply, stepAnswer: -1, interruption, outcome });
  }

  #keyOf(name: string): string {
    if (this.#firstName === null) {
      this.#firstName = name;
      return `${this.#prefix}/${name}`; // Most scopes see no second.
    }
    const uses = (this.#uses ??= new Map([[this.#firstName, 1]]));
    const times = (uses.get(name) ?? 0) + 1;
    uses.set(name, times);
    return times === 1 ? `${this.#prefix}/${name}` : `${this.#prefix}/${name}#${times}`;
  }
}

/** Faults of a phase that has no end: what else could be answered in it is not explored. */
export const ENDLESS: readonly string[] = ["endless-repair", "endless-phase", "phase-hangs"];

/** More than any policy means to do in one phase, and few enough that a loop without end is found soon. */
const MAX_REPAIRS = 20;
const MAX_EFFECTS = 200;

/** An effect, stopped where it has begun and not ended. */
type Effect = Generator<undefined, AnyOutcome, void>;

type Repair = (problems: readonly string[], repair: number, failure: Failure) => CallRequest | null;

/** A step for which no outcome is listed: the exploration cannot go on. */
export class UnknownStep extends LoopwrightError<"alphabet-missing"> {
  constructor(name: string) {
    super("alphabet-missing", `nothing is listed for the step "${name}"`, { path: `alphabets.steps.${name}`, hint: 'List what it may come to: [{ value: … }, { error: "…" }]; "*" stands for all names.' });
  }
}

/** How to mend an effect that outlives its phase or lane. */
export const AWAIT_HINT = "Await every ctx.call, ctx.step and ctx.lanes.";

function stepOutcome(answer: { readonly value?: unknown; readonly error?: string } | undefined, how: Interruption | null, key: string): AnyOutcome {
  if (how !== null || answer === undefined) return failed(how ?? "aborted", "the step was ended", key);
  return answer.error === undefined ? { ok: true, value: answer.value, callId: key } : failed("error", answer.error, key);
}

export function failed(kind: FailureKind, message: string, callId: string | null, problems?: readonly string[]): AnyOutcome & { readonly ok: false } {
  return { ok: false, failure: problems === undefined ? { kind, message, callId } : { kind, message, problems, callId } };
}

function pass<T>(value: T): T {
  return value;
}

function isEmpty(value: Json): boolean {
  if (value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
