/** Agents that are counted and that outlive the crashes of a run. */
import type { Agent, AgentReply, AgentRequest } from "@loopwright/core";

/** What is told of a call. */
export interface CallWatch {
  began(request: AgentRequest): void;
  /** Its answer is there, and about to be given. */
  ended(request: AgentRequest): void;
}

/** How often which key was called, and what the first call of it gave. */
export class CountedAgents {
  readonly calls = new Map<string, number>();
  readonly #answers = new Map<string, Promise<AgentReply>>();
  readonly #wrapped = new Map<Agent, Agent>();
  watch: CallWatch | null = null;

  /** The agents of a run, each wrapped; an agent in two roles stays one. */
  wrap<Agents>(agents: Agents): Agents {
    return Object.fromEntries(Object.entries(agents as { readonly [name: string]: unknown }).map(([name, one]) => [name, this.#wrapOne(one)])) as Agents; // The same names, with agents for agents.
  }

  #wrapOne(given: unknown): unknown {
    if (!isAgent(given)) return typeof given === "object" && given !== null ? this.wrap(given) : given;
    const known = this.#wrapped.get(given);
    if (known !== undefined) return known;
    // What the agent says of itself is read from it, whatever it is.
    const wrapped = Object.create(given, { call: { value: (request: AgentRequest) => this.#call(given, request), enumerable: true } }) as Agent;
    this.#wrapped.set(given, wrapped);
    return wrapped;
  }

  async #call(agent: Agent, request: AgentRequest): Promise<AgentReply> {
    const { key } = request;
    this.calls.set(key, (this.calls.get(key) ?? 0) + 1);
    this.watch?.began(request);
    // An agent that is asked again says what it said: a difference would be its own, not the runner's.
    const answer = this.#answers.get(key) ?? agent.call(request);
    this.#answers.set(key, answer);
    answer.catch(() => undefined);
    try {
      return await answer;
    } finally {
      this.watch?.ended(request);
    }
  }
}

function isAgent(given: unknown): given is Agent {
  return typeof (given as Partial<Agent> | null)?.call === "function";
}
