/**
 * Plays a trace on the real runner and compares: decisions with their facts, ending, rounds, calls, steps.
 *
 * Invariants:
 * 1. Only what lies outside the policy is played: agents, steps, people, abort and time. The policy's code and the
 *    runner are the real ones.
 * 2. A trace that stops in the middle of a run is compared up to there; the run is then aborted.
 */
import { canonicalJson, LoopwrightError, resumeRun, runLoop } from "@loopwright/core";
import type { Clock, Json, PolicyTypes, Run, RunEvent, RunResult } from "@loopwright/core";
import { PlayedOrder } from "./played-order.js";
import { withPlayedSteps } from "./played-steps.js";
import type { Performed } from "./phase-run.js";
import type { Interruption } from "./place.js";
import type { TraceStep } from "./retrace.js";
import { agentsOf, isStarted } from "./trace-agents.js";
import type { World } from "./world.js";

/** What the real runner made of a trace. */
export interface Replay {
  /** Whether it did what the trace says. */
  readonly isEqual: boolean;
  /** Where it did not, in words. */
  readonly differences: readonly string[];
  readonly result: RunResult;
  readonly events: readonly RunEvent[];
}

/** Faults that only the explorer looks for: the runner goes on with them. */
const NOT_THE_RUNNERS = new Set(["state-not-plain", "endless-repair", "endless-questions"]);

/** Faults of phases that the runner would wait for. */
const NEVER_BACK = new Set(["endless-phase", "phase-hangs"]);

/**
 * Plays a trace.
 *
 * @throws LoopwrightError `replay-endless` for a phase that has no end, and where the runner waits for what the trace does
 * not have: nothing has happened for `patienceMs` milliseconds.
 */
export async function replayTrace(world: World, steps: readonly TraceStep[], patienceMs = PATIENCE_MS): Promise<Replay> {
  if (NEVER_BACK.has(steps.at(-1)?.fault?.code ?? "")) {
    throw new LoopwrightError("replay-endless", "a phase without end cannot be played", { hint: "Mend the phase that the trace ends in." });
  }
  const player = new Player(world, steps, patienceMs);
  const result = await player.play();
  const differences = player.differences(result);
  return Object.freeze({ isEqual: differences.length === 0, differences, result, events: Object.freeze(player.events) });
}

class Player {
  readonly #world: World;
  readonly #steps: readonly TraceStep[];
  readonly #patienceMs: number;
  readonly #calls: readonly Performed[];
  readonly #phases: readonly TraceStep[];
  readonly #decisions: readonly NonNullable<TraceStep["decision"]>[];
  readonly #clock = new StandingClock();
  readonly #order: PlayedOrder;
  readonly events: RunEvent[] = [];
  #run: Run<PolicyTypes> | null = null;
  #refusal: LoopwrightError | null = null;
  #begun = 0;
  #ended = 0;
  #decided = 0;

  constructor(world: World, steps: readonly TraceStep[], patienceMs: number) {
    this.#world = world;
    this.#patienceMs = patienceMs;
    this.#steps = steps;
    this.#order = new PlayedOrder(steps);
    this.#calls = steps.flatMap((step) => step.performed.filter(isStarted));
    this.#phases = steps.filter((step) => step.answer === null);
    this.#decisions = steps.flatMap((step) => (step.decision === null || step.fault?.code === "unreviewed-pass" ? [] : [step.decision])); // Such a pass is refused before it is made.
  }

  async play(): Promise<RunResult> {
    const { input, limits } = this.#world;
    const hasTimeout = this.#steps.some((step) => step.interruption?.how === "timeout");
    const policy = withPlayedSteps(this.#world.policy, this.#steps, (how) => this.#interrupt(how), (key) => this.#order.turnOf(key));
    const agents = agentsOf(this.#world, this.#calls, (how) => this.#interrupt(how), (key) => this.#order.turnOf(key)) as never;
    const common = { agents, clock: this.#clock, onEvent: (event: RunEvent) => this.#see(event), limits: { ...limits, ...(hasTimeout ? { runTimeoutMs: limits.runTimeoutMs ?? RUN_TIME_MS } : {}) } };
    let result = await this.#follow(runLoop(policy, { ...common, input: input, runId: "replay" }), this.#steps[0]);
    for (const step of this.#steps) {
      if (step.answer === null || result.status !== "suspended") continue;
      this.#clock.begin();
      try {
        result = await this.#follow(resumeRun(policy, { ...common, from: result.snapshot, token: step.answer.token as never, answer: step.answer.value as never, by: "explorer" }), step);
      } catch (thrown) {
        if (!(thrown instanceof LoopwrightError)) throw thrown;
        this.#refusal = thrown; // The runner does not take the answer.
        return result;
      }
    }
    return result;
  }

  #follow(run: Run<PolicyTypes>, first: TraceStep | undefined): Promise<RunResult> {
    this.#run = run;
    if (first?.interruption?.when === "before") this.#interrupt(first.interruption.how);
    return this.#inTime(run);
  }

  /** A run that does something else than the trace may wait for an answer that never comes. */
  async #inTime(run: Run<PolicyTypes>): Promise<RunResult> {
    let seen = -1;
    let timer: ReturnType<typeof setInterval> | undefined;
    const overdue = new Promise<never>((_resolve, reject) => {
      timer = setInterval(() => {
        if (seen === this.events.length) reject(new LoopwrightError("replay-endless", "the runner waits for what the trace does not have", { hint: "Compare its events with the trace." }));
        seen = this.events.length;
      }, this.#patienceMs);
    });
    try {
      return await Promise.race([run.result, overdue]);
    } finally {
      clearInterval(timer);
      run.abort("the replay has ended"); // Nothing to an ended run.
    }
  }

  #interrupt(how: Interruption): void {
    if (how === "aborted") this.#run?.abort("the explorer aborts");
    else this.#clock.jump();
  }

  /** Interrupts where the trace does, and ends a run of which the trace tells only the beginning. */
  #see(event: RunEvent): void {
    this.events.push(event);
    this.#order.see(event);
    const phases = this.#phases;
    if (event.type === "phase.started") {
      const before = this.#steps[this.#steps.indexOf(phases[this.#begun] as TraceStep) - 1];
      if (this.#begun >= phases.length) this.#run?.abort("the trace ends here");
      else if (this.#begun > 0 && before?.interruption?.when === "after the decision") this.#interrupt(before.interruption.how);
      this.#begun++;
    } else if (event.type === "phase.finished") {
      const step = phases[this.#ended++];
      if (step?.interruption?.when === "at the end") this.#interrupt(step.interruption.how);
    } else if (event.type === "decision.made") {
      this.#decided++;
      if (this.#decided === this.#decisions.length && this.#steps.at(-1)?.goesOn === "on" && this.#steps.at(-1)?.decision !== null) this.#run?.abort("the trace ends here");
    }
  }

  differences(result: RunResult): readonly string[] {
    const differences: string[] = [];
    const compare = (what: string, expected: unknown, actual: unknown): void => {
      if (expected !== actual) differences.push(`${what}: the trace has ${String(expected)}, the run ${String(actual)}`);
    };
    this.#compareDecisions(compare);
    const last = this.#steps.at(-1);
    const fault = last?.fault ?? null;
    if (fault !== null) {
      const isOfAnswer = fault.path?.startsWith("asks.") === true; // What an answer throws is misuse there.
      const actual = isOfAnswer ? this.#refusal : result.error;
      if (!NOT_THE_RUNNERS.has(fault.code)) compare("fault", isOfAnswer ? "answer-invalid" : fault.code, actual?.code ?? result.status);
    } else if (last !== undefined && last.goesOn !== "on") {
      compare("token", last.decision?.token ?? null, result.token);
      compare("status", statusOf(last.decision), result.status);
      compare("rounds", last.round, result.rounds);
    }
    if ((fault === null || !NOT_THE_RUNNERS.has(fault.code))) {
      const steps = this.#steps.flatMap((step) => step.performed.filter(({ kind }) => kind === "step"));
      for (const [what, expected, type] of [["calls", this.#calls, "call.started"], ["steps", steps, "step.started"]] as const) {
        const started = this.events.flatMap((event) => (event.type === type ? [(event as { readonly key: string }).key] : []));
        compare(what, expected.map(({ key }) => key).toSorted().join(", "), started.toSorted().join(", "));
      }
    }
    return differences;
  }

  #compareDecisions(compare: (what: string, expected: unknown, actual: unknown) => void): void {
    const made = this.events.flatMap((event) => (event.type === "decision.made" ? [event as RunEvent & { readonly facts: unknown; readonly token: string; readonly row: number | null; readonly early: boolean }] : []));
    this.#decisions.forEach((decision, index) => {
      const real = made[index];
      const expected = { token: decision.token, row: decision.row, early: decision.early, round: decision.round, facts: decision.facts };
      const actual = real === undefined ? null : { token: real.token, row: real.row, early: real.early, round: real.round, facts: real.facts };
      compare(`decision ${index + 1}`, canonicalJson(expected), canonicalJson(actual as unknown as Json)); // Flat records of plain values.
    });
  }
}

/** How a run ends with this decision. */
function statusOf(decision: TraceStep["decision"]): RunResult["status"] {
  if (decision === null) return "failed";
  if (decision.token === "aborted") return "aborted";
  return decision.kind === "pass" ? "passed" : decision.kind === "ask" ? "suspended" : "stopped";
}

/** Nothing of what is played takes time. */
const PATIENCE_MS = 2_000;

/** Long enough that nothing else is over before it. */
const RUN_TIME_MS = 1_000;

/** A clock that stands still until it jumps past every deadline. */
class StandingClock implements Clock {
  #now = 0;
  readonly #timers = new Map<object, { readonly due: number; readonly callback: () => void }>();

  now(): number {
    return this.#now;
  }

  setTimer(callback: () => void, delayMs: number): () => void {
    const key = {};
    this.#timers.set(key, { due: this.#now + delayMs, callback });
    return () => void this.#timers.delete(key);
  }

  /** A resumed run counts the time before it: it starts where time is left. */
  begin(): void {
    this.#timers.clear();
  }

  jump(): void {
    this.#now += 1e9;
    for (const [key, { due, callback }] of [...this.#timers]) {
      if (due > this.#now) continue;
      this.#timers.delete(key);
      callback();
    }
  }
}
