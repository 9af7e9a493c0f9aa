/**
 * What a run can cost at most, before it starts (G22).
 *
 * Invariants:
 * 1. Exact where the policy declares `calls`; `null` says that nothing bounds a number, never 0.
 * 2. Structure counts: phases that no row leads to, and phases in which a role may not be called, cost nothing; a cap
 *    of N means N reviews and N − 1 revisions (G1).
 * 3. Where a limit allows fewer calls than the roles could make, the dearest are the ones that are made.
 */
import type { AgentDescription } from "./agent.js";
import { costAt, pricesOf } from "./budget.js";
import { DUTIES_OF_PHASE } from "./context.js";
import { checkDeclared, checkLimits, tighter, type RunLimits } from "./limits.js";
import { untyped, type Policy, type PolicyTypes } from "./policy.js";
import type { Role } from "./role.js";

/** The most that one run may do. `null` = not bounded. */
export interface WorstCase {
  readonly rounds: number;
  readonly revisions: number;
  readonly consults: number;
  /** Calls over all roles, repairs included. */
  readonly calls: number | null;
  /** Calls per role; for a family, over all its members. */
  readonly byRole: { readonly [role: string]: number | null };
  /** US dollars; `null` where a call count, a price or a token bound is not declared and no cost limit holds. */
  readonly costUsd: number | null;
}

/** Agents by role, as far as they are known; a family needs its members to be counted. */
export type KnownAgents = { readonly [role: string]: AgentDescription | { readonly [key: string]: AgentDescription } };

/** Computes the worst case of a policy under limits. `agents` adds family sizes and prices. */
export function worstCase<T extends PolicyTypes>(policy: Policy<T>, limits: RunLimits = {}, agents: KnownAgents = {}): WorstCase {
  checkLimits(limits);
  const { next } = policy.table;
  const isRepeatable = next.includes("revise") || next.includes("review") || policy.body.artifact !== undefined;
  const rounds = isRepeatable ? Math.min(policy.maxRounds, limits.rounds ?? Infinity) : 1; // An artifact that changes while it is judged is judged again.
  const times = {
    open: 1,
    review: rounds,
    revise: next.includes("revise") ? rounds - 1 : 0,
    consult: next.includes("consult") ? consultsOf(untyped(policy), rounds) : 0,
  };
  const byRole: { [role: string]: number | null } = {};
  let total: number | null = 0;
  const priced: PricedCalls[] = [];
  for (const [name, role] of Object.entries(policy.roles)) {
    const perAgent = callsOf(untyped(policy), name, role, times);
    const known = perAgent === 0 ? [] : membersOf(role, Object.hasOwn(agents, name) ? agents[name] : undefined, name);
    const calls = perAgent === null || known === null ? null : perAgent * known.length;
    byRole[name] = tighter(calls, limits.calls);
    total = total === null || calls === null ? null : total + calls;
    for (const agent of known ?? [null]) priced.push({ calls: known === null ? null : perAgent, costUsd: costOfCall(agent, limits) });
  }
  const calls = tighter(total, limits.calls);
  return Object.freeze({
    rounds,
    revisions: times.revise,
    consults: times.consult,
    calls,
    byRole: Object.freeze(byRole),
    costUsd: tighter(costOf(priced, calls), limits.costUsd),
  });
}

/** Calls of one agent at most (`null` = not bounded), and what each may cost (`null` = unknown). */
interface PricedCalls {
  readonly calls: number | null;
  readonly costUsd: number | null;
}

/** The most that so many calls cost together. */
function costOf(priced: readonly PricedCalls[], calls: number | null): number | null {
  let left = calls ?? Infinity;
  let sum = 0;
  for (const one of priced.toSorted((a, b) => (b.costUsd ?? Infinity) - (a.costUsd ?? Infinity))) {
    const made = Math.min(one.calls ?? Infinity, left);
    if (made === 0 || one.costUsd === 0) continue;
    if (one.costUsd === null || made === Infinity) return null;
    sum += made * one.costUsd;
    left -= made;
  }
  return sum;
}

/** Consultations: per round as declared; before the first review too, where an early row leads to one. */
function consultsOf(policy: Policy, rounds: number): number {
  const isEarly = policy.table.rows.some((row) => row.kind === "continue" && row.then === "consult" && row.early === true);
  return policy.maxConsultsPerRound * (isEarly ? rounds + 1 : rounds);
}

function callsOf(policy: Policy, name: string, role: Role, times: { readonly [P in "open" | "review" | "revise" | "consult"]: number }): number | null {
  if (policy.calls === null) return null;
  const { duty } = role.kind === "family" ? role.role : role;
  let calls = 0;
  for (const phase of ["open", "review", "revise", "consult"] as const) {
    if (times[phase] === 0 || !DUTIES_OF_PHASE[phase].includes(duty)) continue;
    const bounds = policy.calls[phase];
    if (bounds === undefined) return null;
    calls += times[phase] * (bounds[name] ?? 0);
  }
  return calls;
}

function membersOf(role: Role, given: KnownAgents[string] | undefined, name: string): readonly (AgentDescription | null)[] | null {
  if (given === undefined) return role.kind === "family" ? null : [null];
  const members = role.kind === "family" ? Object.values(given as { readonly [key: string]: AgentDescription }) : [given as AgentDescription];
  for (const agent of members) checkDeclared(`agents.${name}`, agent);
  return members;
}

function costOfCall(agent: AgentDescription | null, { fallbackPrices }: RunLimits): number | null {
  const { maxCostUsd, maxInputTokens, maxOutputTokens } = agent?.limits ?? {};
  return maxCostUsd ?? costAt(pricesOf(agent?.prices, fallbackPrices), maxInputTokens, maxOutputTokens);
}
