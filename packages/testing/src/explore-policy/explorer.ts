/**
 * The search: breadth first over places, each of which is left once in every possible way.
 *
 * Invariants:
 * 1. Breadth first, so that the way to the first violation of a kind has as few phases as any.
 * 2. A place is known by everything its future depends on; two ways to one place are one from there on.
 * 3. Nothing is left out in silence: where a limit stops the search, `isComplete` is false.
 */
import { copyPlain, isRunnerToken } from "@loopwright/core";
import type { Json } from "@loopwright/core";
import { applyAnswer } from "./apply-answer.js";
import { Checkpoint } from "./checkpoint.js";
import { factsBeyond, problemsAt, type Invariants, type Memory, type PastStep } from "./checks.js";
import { Choices } from "./choices.js";
import { costOf, nothing } from "./cost-of.js";
import { Edges, END } from "./edges.js";
import { Findings, type Move } from "./findings.js";
import { KeptRuns } from "./kept-runs.js";
import { Landing, type Landed } from "./landing.js";
import { runPhase, type Await, type PhaseEnd } from "./phase.js";
import type { Performed } from "./phase-run.js";
import { placeKey, type Interruption, type Place } from "./place.js";
import { START } from "./retrace.js";
import { SameAnswers } from "./same-answers.js";
import { ENDLESS } from "./scope-run.js";
import { Watch } from "./watch.js";
import type { World } from "./world.js";

/** A place that was found, and the way to it. */
export interface Node {
  readonly place: Place;
  /** Number of the node it was found from; -1 for a start. */
  readonly parent: number;
  readonly move: Move | null;
  /** The step that led here, for histories. */
  readonly past: PastStep | null;
  /** Number of its place without rounds, for laps. */
  readonly lap: number;
}

/** When a search stops, complete or not. */
export interface SearchLimits {
  readonly maxStates: number;
  readonly maxTransitions: number;
  readonly phaseTimeoutMs: number;
  /** Runs in the sample that the real runner repeats. */
  readonly realRuns: number;
}

/** Nodes that are executed twice, to see whether they do the same: the first few, and then every so many. */
const FIRST_CHECKED = 64;
const CHECK_EVERY = 16;

/** One search. */
export class Explorer {
  readonly world: World;
  readonly nodes: Node[] = [];
  readonly edges = new Edges();
  readonly findings: Findings;
  /** Runs that the real runner is to repeat. */
  readonly kept: KeptRuns;
  /** Ends of runs by token, and questions that were asked. */
  readonly endings = new Map<string, number>();
  /** Matches by row of the table. */
  readonly matches: number[];
  readonly factsBeyond = new Map<string, number>();
  /** Laps that some run leaves by its own table, by number. */
  readonly leaving = new Set<number>();
  /** Laps that would have led on to others, had the round limit not ended the run. */
  readonly cuts: (readonly [from: number, to: number])[] = [];
  transitions = 0;
  maxRounds = 0;
  isComplete = true;
  readonly #limits: SearchLimits;
  readonly #invariants: Invariants;
  readonly #hasInvariants: boolean;
  readonly #memory: Memory | undefined;
  readonly #view: ((state: never) => unknown) | undefined;
  readonly #known = new Map<string, number>();
  readonly #interrupted = new Map<number, readonly number[]>();
  readonly #laps = new Map<string, number>();
  readonly #watch: Watch;
  readonly #recordChoices = new Choices();
  #isHung = false;
  #withLanes = 0;

  constructor(world: World, limits: SearchLimits, invariants: Invariants, allowed: readonly string[], view: ((state: never) => unknown) | undefined, memory: Memory | undefined) {
    this.#memory = memory;
    this.world = world;
    this.#limits = limits;
    this.#invariants = invariants;
    this.#hasInvariants = Object.keys(invariants).length > 0;
    this.#view = view;
    this.findings = new Findings(allowed);
    this.kept = new KeptRuns(limits.realRuns);
    this.matches = world.policy.table.rows.map(() => 0);
    this.#watch = new Watch(limits.phaseTimeoutMs);
  }

  get patienceMs(): number {
    return this.#limits.phaseTimeoutMs;
  }

  get until(): Await {
    return this.#watch.until;
  }

  /** Searches to the end or to a limit; stops at once where history of versions turns out to be needed. */
  async search(): Promise<void> {
    for (const how of [null, ...this.world.interruptions]) this.#add({ ...START, interruption: how, memory: this.#memory?.start ?? null }, -1, null, null);
    this.#watch.start();
    try {
      for (let number = 0; number < this.nodes.length; number++) {
        if (this.transitions >= this.#limits.maxTransitions || this.nodes.length > this.#limits.maxStates) {
          this.isComplete = false;
          return;
        }
        this.edges.leave();
        const { place } = this.nodes[number] as Node; // Counted.
        await (place.next === "answer" ? this.#answer(place, number) : this.#execute(place, number));
        if (this.#isHung) return; // Each further one would cost its time.
        if (this.world.needsVersions && !this.world.tracksVersions) return;
      }
    } finally {
      this.#watch.stop();
    }
  }

  /** The steps that lead to a node. */
  historyOf(number: number): readonly PastStep[] {
    const history: PastStep[] = [];
    for (let node = this.nodes[number]; node?.past != null; node = this.nodes[node.parent]) history.unshift(node.past);
    return history;
  }

  async #execute(place: Place, number: number): Promise<void> {
    const { world } = this;
    const choices = new Choices();
    do {
      const end = await runPhase(world, place, choices, this.until);
      const taken = choices.taken();
      if (choices.isDiverged) return this.#diverged(number, place, taken);
      if ((number < FIRST_CHECKED || number % CHECK_EVERY === 0) && taken.every((choice) => choice === 0)) {
        if (!(await this.#isRepeatable(place, taken, end))) return this.#diverged(number, place, taken);
      }
      if (end.run.hadTurns && this.#isToBeTurned(end) && !(await this.#isOrderless(place, end))) this.#ordered(number, place, taken);
      const cost = this.edges.costNumber(costOf(end));
      const hows = end.fault !== null || end.run.interruption !== null ? [end.run.interruption] : [null, ...world.interruptions];
      for (const how of hows) {
        await this.#eachRecord(number, taken, how, end.run.performed, cost, place, (records) => Landing.afterPhase(world, place, end, how, records, this.until));
      }
      if (end.fault !== null && ENDLESS.includes(end.fault.code)) {
        this.isComplete = false;
        this.#isHung = end.fault.code === "phase-hangs";
        return;
      }
      const turn = this.#watch.giveWay();
      if (turn !== undefined) await turn;
    } while (choices.advance() && this.transitions < this.#limits.maxTransitions);
    if (this.transitions >= this.#limits.maxTransitions) this.isComplete = false;
  }

  async #answer(place: Place, number: number): Promise<void> {
    const { world } = this;
    const { token } = place.asked as NonNullable<Place["asked"]>; // A place that waits was asked.
    const answers = (Object.hasOwn(world.answers, token) ? world.answers[token] : undefined) ?? [];
    if (answers.length === 0) this.leaving.add((this.nodes[number] as Node).lap);
    for (const [index, answer] of answers.entries()) {
      const applied = applyAnswer(world.policy, token, place.state, answer);
      if (!applied.ok) {
        if (applied.fault !== null) this.findings.add({ code: applied.fault.code, about: token, message: applied.fault.message, hint: applied.fault.hint }, number, () => ({ choices: [index], how: null, recordChoices: [], after: null }));
        continue; // Refused: the run stays where it is.
      }
      for (const how of [null, ...world.interruptions]) {
        await this.#eachRecord(number, [index], how, [], this.edges.costNumber(nothing(world)), place, (records) => Landing.afterAnswer(world, place, applied.state, how, records, this.until));
      }
    }
  }

  /** Lands once for every way in which `record` may go. */
  async #eachRecord(number: number, taken: readonly number[], how: Interruption | null, performed: readonly Performed[], cost: number, place: Place, land: (records: Choices) => Promise<Landed>): Promise<void> {
    const records = this.#recordChoices;
    do {
      const landed = await land(records);
      this.#landed(number, place, landed, performed, cost, { choices: taken, how, recordChoices: records.taken(), after: null });
    } while (records.advance());
  }

  #landed(number: number, place: Place, landed: Landed, performed: readonly Performed[], cost: number, move: Move): void {
    this.transitions++;
    const { decision, fault, next, state } = landed;
    const phase = place.next;
    const round = phase === "review" ? place.round + 1 : place.round;
    if (round > this.maxRounds) this.maxRounds = round;
    const all = landed.recorded.length === 0 ? performed : [...performed, ...landed.recorded];
    const past = { phase, round, state, decision, performed: all };
    if (decision !== null) {
      if (decision.row !== null && (this.matches[decision.row] = (this.matches[decision.row] ?? 0) + 1) === 1) this.kept.keep(number, move);
      factsBeyond(decision.facts, this.world.policy.table.facts.domains, this.factsBeyond);
    }
    const at = new Checkpoint(past, move.how, place.memory, this, number);
    if (this.#memory !== undefined) at.memory = copyPlain(this.#memory.next(at), { path: "memory" });
    for (const problem of problemsAt(this.world, landed, at, this.#invariants)) this.findings.add(problem, number, () => move);
    if (landed.cut !== null) this.cuts.push([(this.nodes[number] as Node).lap, this.#lapOf(landed.cut)]);
    if (next === null || next.next === "answer") this.kept.ended(fault?.code ?? decision?.token ?? "", place, number, move);
    if (next === null) return this.#ended(number, decision?.token ?? null, fault !== null, cost);
    if (next.next === "answer") this.#count(decision?.token ?? "");
    const onward = at.memory === next.memory ? next : { ...next, memory: at.memory };
    const target = this.#add(onward, number, move, past);
    this.edges.add(target, cost);
    if (next.next === "answer" || next.interruption !== null) return;
    for (const one of this.#interruptedOf(target, onward, number, move, past)) this.edges.add(one, cost);
  }

  /** The same place where the run was interrupted after the decision; looked up once for each. */
  #interruptedOf(target: number, onward: Place, number: number, move: Move, past: PastStep): readonly number[] {
    let numbers = this.#interrupted.get(target);
    if (numbers === undefined) {
      numbers = this.world.interruptions.map((after) => this.#add({ ...onward, interruption: after }, number, { ...move, after }, past));
      this.#interrupted.set(target, numbers);
    }
    return numbers;
  }

  #ended(number: number, token: string | null, hasFailed: boolean, cost: number): void {
    this.edges.add(END, cost);
    this.#count(hasFailed || token === null ? "failed" : token);
    if (hasFailed || token === null || !isRunnerToken(token)) this.leaving.add((this.nodes[number] as Node).lap);
  }

  #count(token: string): void {
    this.endings.set(token, (this.endings.get(token) ?? 0) + 1);
  }

  /** Adds a place unless it is known; its number. */
  #add(place: Place, parent: number, move: Move | null, past: PastStep | null): number {
    const { interner, limits } = this.world;
    const key = placeKey(place, interner, this.#viewed(place), limits.calls !== undefined, true);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const number = this.nodes.length;
    this.#known.set(key, number);
    this.nodes.push({ place, parent, move, past: this.#hasInvariants ? past : null, lap: this.#lapOf(place) });
    return number;
  }

  #viewed({ state }: Place): Json {
    return this.#view === undefined || state === null ? state : copyPlain(this.#view(state as never), { path: "view" });
  }

  #lapOf(place: Place): number {
    const key = placeKey(place, this.world.interner, this.#viewed(place), false, false);
    let lap = this.#laps.get(key);
    if (lap === undefined) this.#laps.set(key, (lap = this.#laps.size));
    return lap;
  }

  async #isRepeatable(place: Place, taken: readonly number[], end: PhaseEnd): Promise<boolean> {
    const again = await runPhase(this.world, place, new Choices(taken), this.until);
    const { interner } = this.world;
    return again.fault?.code === end.fault?.code && interner.written(again.state) === interner.written(end.state);
  }

  /** Executions with lanes are done again in the other order: the first few, and then every so many. */
  #isToBeTurned({ run, fault }: PhaseEnd): boolean {
    if (fault !== null || run.interruption !== null || run.isBudgetRefused) return false; // Who is reached depends on the order.
    return this.#withLanes++ < FIRST_CHECKED || this.#withLanes % CHECK_EVERY === 0;
  }

  /** Whether the same answers lead to the same state where the last lane comes first. */
  async #isOrderless(place: Place, { run, state }: PhaseEnd): Promise<boolean> {
    const { world } = this;
    const other = await runPhase(world, place, new SameAnswers(run.performed, (name) => world.agent(name)), this.until);
    return other.fault === null && world.interner.written(other.state) === world.interner.written(state);
  }

  #ordered(number: number, place: Place, taken: readonly number[]): void {
    const problem = {
      code: "lane-order",
      about: place.next,
      message: `phase ${place.next} comes to another state when the same answers of its lanes arrive in another order`,
      hint: "Build the state from the results of ctx.lanes, which keep the declared order, not from what lanes share (G8).",
    };
    this.findings.add(problem, number, () => ({ choices: taken, how: null, recordChoices: [], after: null }));
  }

  #diverged(number: number, place: Place, taken: readonly number[]): void {
    const problem = {
      code: "not-deterministic",
      about: place.next,
      message: `phase ${place.next} did something else when it was executed again with the same state and answers`,
      hint: "A phase closes over nothing but options: keep what it remembers in the state, and take time from ctx.now().",
    };
    this.findings.add(problem, number, () => ({ choices: taken, how: null, recordChoices: [], after: null }));
  }
}
