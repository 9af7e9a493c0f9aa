/**
 * What a wrapper says of itself.
 *
 * Invariants:
 * 1. Nothing is invented and nothing hidden: id, family, tools, prices, capabilities and contract version are those of
 *    the agent inside, unless the wrapper states another truth (G6, G14).
 * 2. `limits` bound one call of the wrapper, so a wrapper that may call n times declares n times as much (G14).
 * 3. `wraps` names every agent that may answer in the wrapper's place, by identity.
 */
import type { Agent, AgentDescription, AgentLimits, Clock } from "@loopwright/core";
import { descriptionOf } from "../description.js";
import { refuse, wholeNumber } from "../options.js";
import type { OptionRule } from "../options.js";

/** An agent around other agents. */
export interface WrappedAgent extends Agent {
  /** The agents inside, directly. Whoever separates authors from reviewers may look through (G6). */
  readonly wraps: readonly Agent[];
}

/** What a wrapper declares instead of what the agent inside does; `undefined` takes a declaration back. */
export type Restated = { readonly [Field in keyof AgentDescription]?: AgentDescription[Field] | undefined };

/** Makes a frozen wrapper around agents that is described as the first of them, but for what is restated. */
export function wrap(agents: readonly [Agent, ...Agent[]], call: Agent["call"], restated: Restated = {}): WrappedAgent {
  const { specVersion } = agents[0];
  return Object.freeze({
    ...descriptionOf({ ...descriptionOf(agents[0]), ...restated } as AgentDescription), // drops what is undefined
    ...(specVersion !== undefined && { specVersion }),
    wraps: Object.freeze([...agents]),
    call,
  });
}

/** The limits of so many calls; what was not declared stays undeclared. */
export function timesLimits(limits: AgentLimits | undefined, times: number): AgentLimits | undefined {
  if (limits === undefined) return undefined;
  const scaled = Object.entries(limits).map(([name, bound]: [string, number | undefined]) => [name, bound === undefined ? undefined : bound * times]);
  return Object.fromEntries(scaled) as AgentLimits; // the same names with the same kind of value
}

/** Something that can be called as an agent. */
export const agentRule: OptionRule = (value, path) => {
  const isCallable = typeof (value as Partial<Agent> | null | undefined)?.call === "function";
  if (!isCallable || (typeof value === "function" && !Object.hasOwn(value, "call"))) {
    refuse(path, value, "be an agent", "Pass an agent: functionAgent(…), commandAgent(…) or anything with call(request).");
  }
};

/** A source of time. */
export const clockRule: OptionRule = (value, path) => {
  const clock = value as Partial<Clock> | null;
  if (typeof clock !== "object" || typeof clock?.now !== "function" || typeof clock.setTimer !== "function") {
    refuse(path, value, "have now() and setTimer()", "Pass systemClock or manualClock().");
  }
};

/** The longest delay that timers take: 2^31 − 1 milliseconds. */
export const millisecondsRule = (from: number): OptionRule => wholeNumber({ from, upTo: 2_147_483_647 });

/** How messages name an agent. */
export function nameOf(agent: AgentDescription, fallback = "the agent"): string {
  return agent.id === undefined ? fallback : `agent "${agent.id}"`;
}
