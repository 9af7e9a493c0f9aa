/** What all executions of one exploration share. */
import type { Json, Policy, RunLimits } from "@loopwright/core";
import type { ExploredAgent } from "./alphabet.js";
import { Interner } from "./interner.js";
import type { Interruption } from "./place.js";

/** What came of a step: its value, or that it failed. */
export type StepAnswer = { readonly value: unknown } | { readonly error: string };

/** `declared`: of the lanes that wait, the one declared first goes on. `all`: each of them, one after another. */
export type LaneOrders = "declared" | "all";

/** Everything that is fixed before the first execution. */
export interface WorldSetup {
  readonly policy: Policy;
  readonly input: Json;
  readonly limits: RunLimits;
  readonly agents: readonly ExploredAgent[];
  readonly steps: { readonly [name: string]: readonly StepAnswer[] };
  readonly answers: { readonly [token: string]: readonly unknown[] };
  readonly interruptions: readonly Interruption[];
  /** In which orders the effects of lanes end. */
  readonly laneOrders: LaneOrders;
  /** Whether history is kept of the versions that were made; only what reads `progress.versionSeen` needs it. */
  readonly tracksVersions: boolean;
}

export class World {
  readonly policy: Policy;
  readonly input: Json;
  readonly limits: RunLimits;
  readonly agents: readonly ExploredAgent[];
  readonly steps: WorldSetup["steps"];
  readonly answers: WorldSetup["answers"];
  readonly interruptions: readonly Interruption[];
  readonly laneOrders: LaneOrders;
  readonly tracksVersions: boolean;
  readonly interner = new Interner();
  readonly maxRounds: number;
  readonly roleNames: readonly string[];
  /** Whether somebody must judge before a pass. */
  readonly hasReviewers: boolean;
  readonly #byName: ReadonlyMap<string, ExploredAgent>;
  /** `progress.versionSeen` was read though history is not kept. */
  needsVersions = false;

  constructor(setup: WorldSetup) {
    this.policy = setup.policy;
    this.input = setup.input;
    this.limits = setup.limits;
    this.agents = setup.agents;
    this.steps = setup.steps;
    this.answers = setup.answers;
    this.interruptions = setup.interruptions;
    this.laneOrders = setup.laneOrders;
    this.tracksVersions = setup.tracksVersions;
    this.maxRounds = Math.min(setup.policy.maxRounds, setup.limits.rounds ?? Infinity);
    this.roleNames = Object.keys(setup.policy.roles);
    this.hasReviewers = setup.agents.some((agent) => agent.role.duty === "reviewer");
    this.#byName = new Map(setup.agents.map((agent) => [agent.name, agent]));
  }

  agent(name: string): ExploredAgent | undefined {
    return this.#byName.get(name);
  }

  members(family: string): readonly string[] {
    return this.agents.filter((agent) => agent.roleName === family && agent.name !== family).map((agent) => agent.name.slice(family.length + 1));
  }

  /** What a step of this name may come to; `"*"` stands for names that are not listed. */
  stepAnswers(name: string): readonly StepAnswer[] | undefined {
    return Object.hasOwn(this.steps, name) ? this.steps[name] : this.steps["*"];
  }
}
