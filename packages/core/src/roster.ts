/**
 * The roster: which agent plays which role, checked whole before the first event.
 *
 * Invariants:
 * 1. Every role has its agent, no agent has no role.
 * 2. No agent, by identity or by id, is both author and reviewer (G6, QU-ROLE-01).
 * 3. A structured role is not given to an agent that declares it cannot answer in structure (QU-SCH-02).
 */
import { AGENT_SPEC_VERSION, type Agent, type AgentDescription, type AgentLabel } from "./agent.js";
import { LoopwrightError } from "./errors.js";
import { checkDeclared, type RunLimits } from "./limits.js";
import type { Role, Roles, SingleRole } from "./role.js";

/** An agent in its role. `name` is the role, or `"family/key"`. */
export interface BoundAgent {
  readonly name: string;
  /** The role or family itself. */
  readonly roleName: string;
  readonly role: SingleRole;
  readonly agent: Agent;
  readonly label: AgentLabel;
}

/** All agents of a run, in declared order. */
export interface Roster {
  readonly all: readonly BoundAgent[];
  get(name: string): BoundAgent | undefined;
  members(family: string): readonly string[];
}

/**
 * Binds agents to roles.
 *
 * @throws LoopwrightError with one of the codes `agent-missing`, `agent-unknown-role`, `agent-invalid`,
 * `agent-spec-unsupported`, `family-empty`, `same-agent`, `structured-output-unsupported`, `price-unknown`, `cost-range`,
 * `tokens-range`, `schema-unusable`.
 */
export function bindRoster(roles: Roles, agents: { readonly [role: string]: unknown }, limits: RunLimits): Roster {
  const all: BoundAgent[] = [];
  const given = { ...agents }; // Own properties alone: a role may be called "constructor".
  // First, because a role that was misspelt is missing, too.
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(roles, name)) fail("agent-unknown-role", `agents.${name}`, `the policy has no role "${name}"`, `Its roles: ${Object.keys(roles).join(", ")}.`);
  }
  for (const [name, role] of Object.entries(roles)) bindRole(name, role, Object.hasOwn(given, name) ? given[name] : undefined, all);
  checkSeparation(all);
  if (limits.costUsd !== undefined) for (const bound of all) checkPriced(bound, limits);
  return new BoundRoster(all);
}

/** Looked through from the start: most have two or three agents, and there is one for each run that waits. */
class BoundRoster implements Roster {
  readonly all: readonly BoundAgent[];

  constructor(all: readonly BoundAgent[]) {
    this.all = all;
  }

  get(name: string): BoundAgent | undefined {
    return this.all.find((bound) => bound.name === name);
  }

  members(family: string): readonly string[] {
    return this.all.filter((bound) => bound.roleName === family && bound.name !== family).map((bound) => bound.name.slice(family.length + 1));
  }
}

function bindRole(name: string, role: Role, given: unknown, all: BoundAgent[]): void {
  const path = `agents.${name}`;
  if (given === undefined || given === null) fail("agent-missing", path, `role "${name}" has no agent`, `Pass agents: { ${name} }.`);
  if (role.kind !== "family") {
    all.push(bind(name, role, given, path));
    return;
  }
  const entries = typeof given === "object" && !isAgent(given) ? Object.entries(given) : [];
  if (entries.length === 0) fail("family-empty", path, `role family "${name}" has no agents`, `Pass agents: { ${name}: { key: agent } }.`);
  for (const [key, agent] of entries) {
    if (!/^[a-z0-9][a-z0-9_.-]*$/i.test(key)) fail("agent-invalid", `${path}.${key}`, `family key "${key}" is not usable`, "Use letters, digits, dots and dashes.");
    all.push(bind(`${name}/${key}`, role.role, agent, `${path}.${key}`));
  }
}

function bind(name: string, role: SingleRole, given: unknown, path: string): BoundAgent {
  if (!isAgent(given)) fail("agent-invalid", path, `what plays "${name}" is not an agent`, "An agent has call(request). See functionAgent().");
  const agent = given;
  if (agent.specVersion !== undefined && agent.specVersion !== AGENT_SPEC_VERSION) {
    fail("agent-spec-unsupported", path, `the agent speaks contract version ${agent.specVersion}`, `This version speaks ${AGENT_SPEC_VERSION}; update the adapter.`);
  }
  if (role.kind === "structured" && agent.capabilities?.structuredOutput === false) {
    fail("structured-output-unsupported", path, `role "${name}" needs structured output`, "Use an agent that can give it.");
  }
  checkDeclared(path, agent);
  if (role.kind === "structured") void role.jsonSchema; // Converted now if it never was: a fault in it is misuse (G20).
  return { name, roleName: name.split("/", 1)[0] as string, role, agent, label: labelOf(agent) };
}

/** Whether a value can be called as an agent; every function has a `call` too, which is not meant. */
function isAgent(given: unknown): given is Agent {
  return typeof (given as Partial<Agent> | null)?.call === "function" && (typeof given !== "function" || Object.hasOwn(given, "call"));
}

function labelOf(agent: AgentDescription): AgentLabel {
  return Object.freeze({
    ...(agent.id === undefined ? {} : { id: agent.id }),
    ...(agent.family === undefined ? {} : { family: agent.family }),
  });
}

function checkSeparation(all: readonly BoundAgent[]): void {
  const authors = new Map<unknown, string>();
  for (const { name, role, agent } of all) {
    if (role.duty === "author") for (const identity of identitiesOf(agent)) authors.set(identity, name);
  }
  for (const { name, role, agent } of all) {
    if (role.duty !== "reviewer") continue;
    const author = [...identitiesOf(agent)].map((identity) => authors.get(identity)).find((one) => one !== undefined);
    if (author !== undefined) {
      fail("same-agent", `agents.${name}`, `"${name}" is the same agent as "${author}"`, "Nobody may judge their own work: use two agents with ids of their own.");
    }
  }
}

/** What makes an agent the one it is: itself, its id, and all of whoever may answer in its place. */
export function identitiesOf(agent: Agent, found: Set<unknown> = new Set()): ReadonlySet<unknown> {
  if (found.has(agent)) return found;
  found.add(agent);
  if (agent.id !== undefined) found.add(agent.id);
  for (const inner of agent.wraps ?? []) identitiesOf(inner, found);
  return found;
}

function checkPriced({ name, agent }: BoundAgent, limits: RunLimits): void {
  if (agent.prices !== undefined || limits.fallbackPrices !== undefined) return;
  fail("price-unknown", `agents.${name}.prices`, `a cost limit is set, but the price of "${name}" is unknown`, "Declare prices on the agent, or pass limits.fallbackPrices.");
}

function fail(code: string, path: string, message: string, hint: string): never {
  throw new LoopwrightError(code, message, { path, hint });
}
