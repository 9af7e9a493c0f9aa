/** Scripted agents that play a trace: each answers by the key of its call. */
import { scriptedAgent, type ScriptedAgent, type ScriptStep } from "../scripted-agent.js";
import type { Performed } from "./phase-run.js";
import type { Interruption } from "./place.js";
import type { World } from "./world.js";

/** Agents by role; members of a family by key. */
export interface TraceAgents {
  readonly [role: string]: ScriptedAgent | { readonly [key: string]: ScriptedAgent };
}

/** Calls that an agent may get beyond the trace, where lanes side by side begin what one after another would not. */
const SPARE = 10;

/** Whether a call reached its agent. */
export function isStarted({ kind, outcome }: Performed): boolean {
  return kind === "call" && (outcome.ok || outcome.failure.callId !== null);
}

/** Agents that answer by key; `interrupt` is called where the run is interrupted within a call. */
export function agentsOf(world: World, calls: readonly Performed[], interrupt: (how: Interruption) => void): TraceAgents {
  const isCutInLane = calls.some((call) => call.lane !== null && call.interruption !== null);
  const byKey = new Map(calls.map((call) => [call.key, call]));
  const agents: { [role: string]: ScriptedAgent | { [key: string]: ScriptedAgent } } = {};
  for (const { name, roleName, description } of world.agents) {
    const answer: ScriptStep = (request) => {
      const call = byKey.get(request.key);
      if (call === undefined) return { never: true }; // Begun beside a call within which the run is interrupted.
      const { reply, interruption } = call;
      if (interruption !== null) setTimeout(() => interrupt(interruption), 0); // Once the agents of other lanes have answered.
      return reply?.step ?? { never: true };
    };
    const own = calls.filter((call) => call.name === name).length;
    const agent = scriptedAgent(Array<ScriptStep>(own + (isCutInLane ? SPARE : 0)).fill(answer), { id: name, ...description });
    if (name === roleName) agents[name] = agent;
    else agents[roleName] = { ...(agents[roleName] as { [key: string]: ScriptedAgent } | undefined), [name.slice(roleName.length + 1)]: agent };
  }
  return agents;
}
