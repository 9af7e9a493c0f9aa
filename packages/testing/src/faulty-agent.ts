/**
 * Agents that go wrong at a chosen call, in a chosen way.
 *
 * Invariants:
 * 1. Only the calls that the plan names are touched; all others go to the agent inside, with their own request.
 * 2. A fault is what a real adapter could do: it breaks no promise of the language, only those of the contract.
 */
import { LoopwrightError } from "@loopwright/core";
import type { Agent, AgentReply, AgentRequest } from "@loopwright/core";

/** What goes wrong at call `at`, counted from 1 in the order in which calls begin. */
export type AgentFault = { readonly at: number } & (
  /** Rejects; default with an `Error`. `synchronously`: throws instead, which no agent may. */
  | { readonly does: "throws"; readonly error?: unknown; readonly synchronously?: boolean }
  /** Never answers. `deaf`: not even when the call is aborted; else it rejects then. */
  | { readonly does: "hangs"; readonly deaf?: boolean }
  /** Answers something else than a reply. */
  | { readonly does: "garbage"; readonly reply: unknown }
  /** Asks the agent, and gives its answer so many milliseconds later, whether or not the call was aborted meanwhile. */
  | { readonly does: "late"; readonly ms: number }
);

/** An agent with a fault in it, and what has happened so far. */
export interface FaultyAgent extends Agent {
  /** Calls begun. */
  readonly calls: number;
  /** Faults of the plan that have not happened. */
  readonly waiting: readonly AgentFault[];
}

/**
 * Wraps an agent.
 *
 * @throws LoopwrightError `fault-plan` for a plan that names a call twice or counts from 0.
 */
export function faultyAgent(agent: Agent, plan: readonly AgentFault[]): FaultyAgent {
  checkPlan(plan.map(({ at }) => [at, `call ${at}`]));
  const waiting = new Map(plan.map((fault) => [fault.at, fault]));
  let calls = 0;
  const call = (request: AgentRequest): Promise<AgentReply> => {
    const fault = waiting.get(++calls);
    waiting.delete(calls);
    return fault === undefined ? agent.call(request) : perform(fault, agent, request);
  };
  // What the agent says of itself is read from it, whatever it is.
  return Object.create(agent, { call: { value: call, enumerable: true }, calls: { get: () => calls }, waiting: { get: () => [...waiting.values()] }, wraps: { value: Object.freeze([agent]) } }) as FaultyAgent;
}

function perform(fault: AgentFault, agent: Agent, request: AgentRequest): Promise<AgentReply> {
  switch (fault.does) {
    case "throws": {
      const { error = new Error(`fault of the plan at call ${fault.at}`) } = fault;
      if (fault.synchronously === true) throw error;
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- Agents may reject with anything.
      return Promise.reject(error);
    }
    case "hangs":
      return fault.deaf === true ? new Promise(() => undefined) : untilAborted(request.signal);
    case "garbage":
      return Promise.resolve(fault.reply as AgentReply); // That it is none is the fault.
    case "late":
      return agent.call(request).finally(() => new Promise((resolve) => setTimeout(resolve, fault.ms)));
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- The reason is the caller's own.
    const end = (): void => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

/** Places are counted from 1, and each has one fault. */
export function checkPlan(places: readonly (readonly [at: number, place: string])[]): void {
  const seen = new Set<string>();
  for (const [at, place] of places) {
    if (!Number.isSafeInteger(at) || at < 1) throw new LoopwrightError("fault-plan", `a fault stands at ${at}`, { path: "plan", hint: "Count from 1." });
    if (seen.has(place)) throw new LoopwrightError("fault-plan", `two faults stand at ${place}`, { path: "plan", hint: "One place, one fault." });
    seen.add(place);
  }
}
