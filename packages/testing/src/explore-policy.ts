/**
 * Explores every run of a policy over finite alphabets of answers: a model checker for loops.
 *
 * Invariants:
 * 1. The policy's own code runs, phase by phase; only who answers is replaced. Phases are functions of state and answers,
 *    so a place between two phases is forked instead of executed again from the start.
 * 2. `isOk` only where everything was explored and nothing was found; a limit that stops the search is never silent.
 * 3. A policy that throws is a finding. Only a wrong configuration of the exploration throws.
 * 4. Every violation that needs a run to show it comes with one, as short as any, that the real runner repeats.
 */
import { copyPlain, isPlainObject, LoopwrightError, worstCase } from "@loopwright/core";
import type { AgentDescription, KnownAgents, Policy, PolicyTypes, RoleFamily, Roles, RunLimits, SingleRole, StructuredRole, WorstCase } from "@loopwright/core";
import { agentsOf, readAlphabets, refuse, type ExploredAgent, type NoAnswer, type RawReply } from "./explore-policy/alphabet.js";
import type { Invariant, Memory } from "./explore-policy/checks.js";
import { Explorer } from "./explore-policy/explorer.js";
import { conclude, type Exploration } from "./explore-policy/exploration.js";
import type { Interruption } from "./explore-policy/place.js";
import { randomRun } from "./explore-policy/random-run.js";
import type { Trace } from "./explore-policy/trace.js";
import { World, type LaneOrders, type StepAnswer, type WorldSetup } from "./explore-policy/world.js";

export type { NoAnswer, PossibleReply, RawReply, ReadReply } from "./explore-policy/alphabet.js";
export { NO_ANSWERS } from "./explore-policy/alphabet.js";
export type { AtCheckpoint, Invariant, Memory, PastStep } from "./explore-policy/checks.js";
export type { Exploration, ExploredRow, Maxima, Violation } from "./explore-policy/exploration.js";
export type { AnyOutcome, Performed } from "./explore-policy/phase-run.js";
export type { Interruption } from "./explore-policy/place.js";
export type { RealRuns } from "./explore-policy/real-runs.js";
export type { Replay } from "./explore-policy/replay.js";
export type { TraceStep } from "./explore-policy/retrace.js";
export type { Trace } from "./explore-policy/trace.js";
export type { TraceAgents } from "./explore-policy/trace-agents.js";
export type { LaneOrders, StepAnswer } from "./explore-policy/world.js";

type ValueOf<One> = One extends StructuredRole<infer T> ? T : string;

/** The values that each role may answer with; by member for a family. An empty list leaves the ways of not answering. */
export type ValuesFor<R extends Roles> = {
  readonly [K in keyof R]: R[K] extends RoleFamily<infer One extends SingleRole> ? { readonly [key: string]: readonly ValueOf<One>[] } : readonly ValueOf<R[K]>[];
};

/** What may be answered. */
export interface Alphabets<T extends PolicyTypes> {
  readonly roles: ValuesFor<T["roles"]>;
  /** Raw replies by agent name (a role, or `"family/key"`), beside the values: a wrong shape, a finish reason. */
  readonly raw?: { readonly [agent: string]: readonly RawReply[] } | undefined;
  /** In which ways an agent may give no usable answer. Default all (G4). */
  readonly noAnswers?: readonly NoAnswer[] | undefined;
  /** What people may answer, by ask token; that nobody answers is always explored too. */
  readonly answers?: { readonly [K in keyof T["answers"]]?: readonly T["answers"][K][] } | undefined;
  /** What steps may come to, by name; `"*"` stands for every other name. The work of a step is not done. */
  readonly steps?: { readonly [name: string]: readonly StepAnswer[] } | undefined;
}

/** Options of {@link explorePolicy}. */
export interface ExploreOptions<T extends PolicyTypes> {
  readonly input: T["input"];
  readonly alphabets: Alphabets<T>;
  /** `rounds` and `calls` bound each run; `runTimeoutMs` lets its time run out anywhere. Others are refused. */
  readonly limits?: RunLimits | undefined;
  /** Whether a run may be aborted anywhere: before it, within a call or step, at a phase's end, after a decision. Default `true`. */
  readonly aborts?: boolean | undefined;
  /** What must hold after every decision, by name. */
  readonly invariants?: { readonly [name: string]: Invariant<T["state"]> } | undefined;
  /** Codes of violations that are not reported, such as `"pass-without-evidence"`. */
  readonly allow?: readonly string[] | undefined;
  /** Tokens whose rows need not be reached by these alphabets. */
  readonly mayMiss?: readonly string[] | undefined;
  /** What invariants must know of every way to a state, beyond the state. */
  readonly memory?: Memory<T["state"]> | undefined;
  /** What of a state matters for what follows; two states with one view are explored as one. Default the whole state. */
  readonly view?: ((state: T["state"]) => unknown) | undefined;
  /** What `check` and the tools of a request need to know of agents, by name. */
  readonly agents?: { readonly [agent: string]: AgentDescription } | undefined;
  /** Places at most. Default 1,000,000. */
  readonly maxStates?: number | undefined;
  /** Transitions at most. Default 10,000,000. */
  readonly maxTransitions?: number | undefined;
  /** How long a phase may wait for something that is no effect, in milliseconds. Default 2000. */
  readonly phaseTimeoutMs?: number | undefined;
  /**
   * In which orders effects of lanes end. `"declared"` (default): of the lanes that wait, the one declared first goes on.
   * `"all"`: each of them does, which multiplies the ways through a batch of n lanes by n! and more.
   */
  readonly laneOrders?: LaneOrders | undefined;
  /** Explored runs that the real runner repeats, beside a shortest one for each row and each way of ending. Default 50. */
  readonly realRuns?: number | undefined;
}

const OPTIONS = ["input", "alphabets", "limits", "aborts", "invariants", "allow", "mayMiss", "memory", "view", "agents", "maxStates", "maxTransitions", "phaseTimeoutMs", "realRuns", "laneOrders"];

const LANE_ORDERS: readonly LaneOrders[] = ["declared", "all"];

/** Enough to meet every rule of a small policy, and done in some tens of milliseconds. */
const REAL_RUNS = 50;

/**
 * Explores every run of a policy.
 *
 * @throws LoopwrightError, as a rejection where it needs the alphabets to be read: `option-unknown`, `limit-not-explored`,
 * `real-runs-range`, `lane-orders-unknown`, `alphabet-missing`, `alphabet-empty`, `alphabet-unknown`, `alphabet-invalid`, or what the policy's `check` throws.
 */
export function explorePolicy<T extends PolicyTypes>(policy: Policy<T>, options: ExploreOptions<T>): Promise<Exploration> {
  const prepared = prepare(policy as unknown as Policy, options); // Types stand in the signature.
  return explore(prepared);
}

/** Options of {@link sampleRuns}. */
export interface SampleOptions<T extends PolicyTypes> extends ExploreOptions<T> {
  /** How many runs. */
  readonly runs: number;
  /** Starts the sequence of random numbers: the same seed, the same runs. */
  readonly seed: number;
}

/** Random whole runs over the alphabets, to be compared with the real runner: `(await trace.replay()).isEqual`. */
export function sampleRuns<T extends PolicyTypes>(policy: Policy<T>, options: SampleOptions<T>): Promise<readonly Trace[]> {
  const { runs, seed, ...rest } = options;
  const prepared = prepare(policy as unknown as Policy, rest); // As above.
  return sample(prepared, runs, seed);
}

interface Prepared {
  readonly policy: Policy;
  readonly options: ExploreOptions<PolicyTypes>;
}

function prepare(policy: Policy, options: ExploreOptions<PolicyTypes>): Prepared {
  for (const name of Object.keys(options)) if (!OPTIONS.includes(name)) refuse("option-unknown", name, `there is no option "${name}"`, `Use ${OPTIONS.join(", ")}.`);
  const { limits = {}, alphabets } = options;
  for (const name of ["tokens", "costUsd"] as const) {
    if (limits[name] !== undefined) refuse("limit-not-explored", `limits.${name}`, `what agents spend is not explored, so limits.${name} cannot be`, "Use limits.calls: to a policy a refusal looks the same, whichever limit refuses.");
  }
  worstCase(policy, limits); // Checks the limits.
  if (!isPlainObject(alphabets) || !isPlainObject(alphabets.roles)) refuse("alphabet-missing", "alphabets.roles", "an exploration needs alphabets", "Pass alphabets: { roles: { writer: [...] } }.");
  const { realRuns = REAL_RUNS } = options;
  if (!Number.isSafeInteger(realRuns) || realRuns < 0) refuse("real-runs-range", "realRuns", `realRuns must be a whole number from 0, not ${realRuns}`, "How many runs the real runner repeats beside the shortest ones.");
  const { laneOrders = "declared" } = options;
  if (!LANE_ORDERS.includes(laneOrders)) refuse("lane-orders-unknown", "laneOrders", `there is no lane order ${JSON.stringify(laneOrders)}`, `Use ${LANE_ORDERS.join(" or ")}.`);
  const agents = agentsOf(policy, alphabets.roles);
  for (const token of Object.keys(alphabets.answers ?? {})) {
    if (!policy.table.tokens.ask.includes(token)) refuse("alphabet-unknown", `alphabets.answers.${token}`, `no ask row has the token "${token}"`, `Its ask tokens: ${policy.table.tokens.ask.join(", ") || "none"}.`);
  }
  policy.body.check?.(options.input, describedAgents(agents, options.agents ?? {}) as never); // Typed by the signature.
  return { policy, options };
}

/** Agents as `check` sees them. None of them is called. */
function describedAgents(agents: ReturnType<typeof agentsOf>, descriptions: { readonly [agent: string]: AgentDescription }): KnownAgents {
  const described: { [role: string]: AgentDescription | { [key: string]: AgentDescription } } = {};
  const call = (): never => refuse("not-an-agent", "agents", "an exploration has no agents to call", "Do not call agents in check().");
  for (const { name, roleName } of agents) {
    const agent = { id: name, ...descriptions[name], call };
    if (name === roleName) described[name] = agent;
    else described[roleName] = { ...(described[roleName] as { [key: string]: AgentDescription } | undefined), [name.slice(roleName.length + 1)]: agent };
  }
  return described;
}

async function setupOf({ policy, options }: Prepared): Promise<{ readonly setup: Omit<WorldSetup, "tracksVersions">; readonly worst: WorstCase }> {
  const { alphabets, limits = {}, aborts = true } = options;
  const agents: readonly ExploredAgent[] = await readAlphabets(policy, alphabets, options.agents ?? {}); // Checked when it was prepared.
  const interruptions: Interruption[] = [];
  if (aborts) interruptions.push("aborted");
  if (limits.runTimeoutMs != null) interruptions.push("timeout");
  const setup = { policy, input: copyPlain(options.input, { path: "input" }), limits, agents, steps: alphabets.steps ?? {}, answers: (alphabets.answers ?? {}) as WorldSetup["answers"], interruptions, laneOrders: options.laneOrders ?? "declared" };
  return { setup, worst: worstCase(policy, limits, describedAgents(agentsOf(policy, alphabets.roles), options.agents ?? {})) };
}

async function explore(prepared: Prepared): Promise<Exploration> {
  const { options } = prepared;
  const { setup, worst } = await setupOf(prepared);
  const limits = { maxStates: options.maxStates ?? 1_000_000, maxTransitions: options.maxTransitions ?? 10_000_000, phaseTimeoutMs: options.phaseTimeoutMs ?? 2_000, realRuns: options.realRuns ?? REAL_RUNS };
  for (let tracksVersions = false; ; tracksVersions = true) {
    const explorer = new Explorer(new World({ ...setup, tracksVersions }), limits, options.invariants ?? {}, options.allow ?? [], options.view, options.memory); // Typed by the signature.
    await explorer.search();
    if (!explorer.world.needsVersions || tracksVersions) return conclude(explorer, worst, options.mayMiss ?? []);
  }
}

async function sample(prepared: Prepared, runs: number, seed: number): Promise<readonly Trace[]> {
  if (!Number.isSafeInteger(runs) || runs < 1) throw new LoopwrightError("runs-range", `runs must be a whole number from 1, not ${runs}`, { path: "runs", hint: "How many runs to sample." });
  const { setup } = await setupOf(prepared);
  const world = new World({ ...setup, tracksVersions: true });
  const traces: Trace[] = [];
  for (let run = 0; run < runs; run++) traces.push(await randomRun(world, seed + run, prepared.options.phaseTimeoutMs ?? 2_000));
  return traces;
}
