/** Scripted agents that play a trace: each answers by the key of its call. */
import { scriptedAgent, type ScriptedAgent, type ScriptStep, type SettledStep } from "../scripted-agent.js";
import type { Performed } from "./phase-run.js";
import type { Interruption } from "./place.js";
import type { World } from "./world.js";

/** Agents by role; members of a family by key. */
export interface TraceAgents {
  readonly [role: string]: ScriptedAgent | { readonly [key: string]: ScriptedAgent };
}

/** Whether a call reached its agent. */
export function isStarted({ kind, outcome }: Performed): boolean {
  return kind === "call" && (outcome.ok || outcome.failure.callId !== null);
}

/** Agents that answer by key; `interrupt` is called where the run is interrupted within a call, `turnOf` before one in a lane ends. */
export function agentsOf(world: World, calls: readonly Performed[], interrupt: (how: Interruption) => void, turnOf: (key: string) => Promise<void>): TraceAgents {
  const byKey = new Map(calls.map((call) => [call.key, call]));
  const agents: { [role: string]: ScriptedAgent | { [key: string]: ScriptedAgent } } = {};
  for (const { name, roleName, description } of world.agents) {
    const answer = (call: Performed | undefined): SettledStep => {
      if (call === undefined) return { never: true }; // The run does something else than the trace.
      const { reply, interruption } = call;
      if (interruption !== null) setTimeout(() => interrupt(interruption), 0);
      return reply?.step ?? { never: true };
    };
    const script: ScriptStep = ({ key }) => {
      const call = byKey.get(key);
      return call === undefined || call.lane === null ? answer(call) : turnOf(key).then(() => answer(call));
    };
    const own = calls.filter((call) => call.name === name).length;
    const agent = scriptedAgent(Array<ScriptStep>(own).fill(script), { id: name, ...description });
    if (name === roleName) agents[name] = agent;
    else agents[roleName] = { ...(agents[roleName] as { [key: string]: ScriptedAgent } | undefined), [name.slice(roleName.length + 1)]: agent };
  }
  return agents;
}
