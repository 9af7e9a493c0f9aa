/**
 * What a run can cost at most, before it starts (G22).
 *
 * Invariants:
 * 1. Exact where the policy declares `calls`; `null` says that nothing bounds a number, never 0.
 * 2. Structure counts: phases that no row leads to cost nothing; a cap of N means N reviews and N − 1 revisions (G1).
 */
import type { Agent, AgentDescription } from "./agent.js";
import { tighter, checkLimits, type RunLimits } from "./limits.js";
import { untyped, type Policy, type PolicyTypes } from "./policy.js";

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
  const rounds = Math.min(policy.maxRounds, limits.rounds ?? Infinity);
  const times = {
    open: 1,
    review: rounds,
    revise: policy.table.next.includes("revise") ? rounds - 1 : 0,
    consult: policy.table.next.includes("consult") ? consultsOf(untyped(policy), rounds) : 0,
  };
  const byRole: { [role: string]: number | null } = {};
  let costUsd: number | null = 0;
  for (const [role, declared] of Object.entries(policy.roles)) {
    const perAgent = callsOf(untyped(policy), role, times);
    const known = membersOf(declared.kind === "family", agents[role]);
    const calls = perAgent === null || known === null ? null : tighter(perAgent * known.length, limits.calls);
    byRole[role] = calls ?? limits.calls ?? null;
    costUsd = plus(costUsd, perAgent === null || known === null ? null : known.reduce<number | null>((sum, agent) => plus(sum, costOfCalls(agent, perAgent, limits)), 0));
  }
  const total = Object.values(byRole).reduce<number | null>(plus, 0);
  return Object.freeze({
    rounds,
    revisions: times.revise,
    consults: times.consult,
    calls: tighter(total, limits.calls),
    byRole: Object.freeze(byRole),
    costUsd: tighter(costUsd, limits.costUsd),
  });
}

/** Consultations: per round as declared; before the first review too, where an early row leads to one. */
function consultsOf(policy: Policy, rounds: number): number {
  const isEarly = policy.table.rows.some((row) => row.kind === "continue" && row.then === "consult" && row.early === true);
  return policy.maxConsultsPerRound * (isEarly ? rounds + 1 : rounds);
}

function callsOf(policy: Policy, role: string, times: { readonly [phase: string]: number }): number | null {
  if (policy.calls === null) return null;
  let calls = 0;
  for (const [phase, count] of Object.entries(times)) {
    if (count === 0) continue;
    const bounds = policy.calls[phase as keyof NonNullable<Policy["calls"]>];
    if (bounds === undefined) return null;
    calls += count * (bounds[role] ?? 0);
  }
  return calls;
}

function membersOf(isFamily: boolean, given: KnownAgents[string] | undefined): readonly (AgentDescription | null)[] | null {
  if (!isFamily) return [(given as AgentDescription | undefined) ?? null];
  return given === undefined ? null : Object.values(given as { readonly [key: string]: AgentDescription });
}

function costOfCalls(agent: AgentDescription | null, calls: number, { fallbackPrices }: RunLimits): number | null {
  if (calls === 0) return 0;
  const bounds = (agent as Agent | null)?.limits;
  if (bounds?.maxCostUsd !== undefined) return bounds.maxCostUsd * calls;
  const prices = agent?.prices === "reported" ? undefined : (agent?.prices ?? fallbackPrices);
  if (prices === undefined || bounds?.maxInputTokens === undefined || bounds.maxOutputTokens === undefined) return null;
  return (calls * (prices.inputUsdPerMillionTokens * bounds.maxInputTokens + prices.outputUsdPerMillionTokens * bounds.maxOutputTokens)) / 1_000_000;
}

function plus(first: number | null, second: number | null): number | null {
  return first === null || second === null ? null : first + second;
}
