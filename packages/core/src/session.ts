/**
 * Host-driven runs: the host performs the effects, the session decides (DESIGN §2).
 *
 * Invariants:
 * 1. A session is the same engine as `runLoop`; only who performs a call differs. Events and results are equal.
 * 2. `next` gives the calls that wait, with their exact inputs; an outcome is taken once, for a call that waits.
 * 3. A raw outcome is a fact: validation, repair and decision stay here (G3, G7).
 */
import { AgentError, type Agent, type AgentDescription, type AgentReply, type AgentRequest } from "./agent.js";
import { LoopwrightError } from "./errors.js";
import type { Policy, PolicyTypes } from "./policy.js";
import type { RunResult } from "./result.js";
import type { RoleFamily, Roles, SingleRole } from "./role.js";
import { runLoop, type Run, type RunOptions } from "./run.js";
import { nextTurn } from "./turn.js";
import type { Usage } from "./usage.js";

/** What a host says of the agents it will perform: descriptions, no calls. Families name their members. */
export type DescriptionsFor<R extends Roles> = {
  readonly [K in keyof R as R[K] extends RoleFamily<SingleRole> ? never : K]?: AgentDescription;
} & { readonly [K in keyof R as R[K] extends RoleFamily<SingleRole> ? K : never]: { readonly [key: string]: AgentDescription } };

/** Options of {@link loopSession}: those of a run, with descriptions for agents. */
export interface SessionOptions<T extends PolicyTypes> extends Omit<RunOptions<T>, "agents"> {
  readonly agents?: DescriptionsFor<T["roles"]>;
}

/** A call for the host to perform. `request` is what an agent would get. */
export interface PendingCall {
  readonly key: string;
  readonly request: Omit<AgentRequest, "signal" | "reportUsage">;
  /** Aborted when the outcome no longer counts. */
  readonly signal: AbortSignal;
}

/** What the host reports of a call: the raw reply, or that there is none. */
export type CallOutcome =
  | { readonly kind: "reply"; readonly reply: AgentReply }
  | { readonly kind: "error"; readonly message: string; readonly usage?: Usage }
  | { readonly kind: "timeout"; readonly usage?: Usage };

/** Where a session stands. */
export type SessionStep<T extends PolicyTypes> =
  | { readonly status: "pending"; readonly calls: readonly PendingCall[] }
  | { readonly status: "ended"; readonly result: RunResult<T> };

/** A host-driven run. */
export interface LoopSession<T extends PolicyTypes> {
  /** The run itself: events, result, abort. */
  readonly run: Run<T>;
  /** Waits until calls are pending or the run has ended. */
  next(): Promise<SessionStep<T>>;
  /**
   * Takes the outcome of a pending call.
   *
   * @throws LoopwrightError `call-not-pending` for a key that does not wait, `outcome-invalid` for a malformed outcome.
   */
  submit(key: string, outcome: CallOutcome): void;
}

interface Waiting {
  readonly call: PendingCall;
  readonly resolve: (reply: AgentReply) => void;
  readonly reject: (error: AgentError) => void;
}

/** Starts a host-driven run of any policy. Configuration errors throw as in `runLoop`. */
export function loopSession<T extends PolicyTypes>(policy: Policy<T>, options: SessionOptions<T>): LoopSession<T> {
  const desk = new Desk();
  const run = runLoop(policy, { ...options, agents: desk.agentsFor(policy.roles, options.agents ?? {}) as never });
  let result: RunResult<T> | null = null;
  void run.result.then((ended) => {
    result = ended;
    desk.wake();
  });
  return {
    run,
    submit: (key, outcome) => desk.submit(key, outcome),
    async next() {
      for (;;) {
        await new Promise<void>(nextTurn);
        if (result !== null) return { status: "ended", result };
        const calls = desk.pending();
        if (calls.length > 0) return { status: "pending", calls };
        await desk.change();
      }
    },
  };
}

/** Where calls wait for the host. */
class Desk {
  readonly #waiting = new Map<string, Waiting>();
  #wakers: (() => void)[] = [];

  agentsFor(roles: Roles, given: { readonly [role: string]: unknown }): { readonly [role: string]: unknown } {
    const agents: { [role: string]: unknown } = { ...given }; // A name that is no role is refused like any other.
    for (const [name, role] of Object.entries(roles)) {
      const description = given[name];
      if (role.kind === "family") {
        const members = Object.entries((description ?? {}) as { readonly [key: string]: AgentDescription });
        agents[name] = Object.fromEntries(members.map(([key, member]) => [key, this.#agent(member)]));
      } else agents[name] = this.#agent(description as AgentDescription | undefined);
    }
    return agents;
  }

  #agent(description: AgentDescription = {}): Agent {
    return { ...description, call: (request) => this.#wait(request) };
  }

  #wait(request: AgentRequest): Promise<AgentReply> {
    return new Promise((resolve, reject) => {
      const { signal, reportUsage: _unused, ...rest } = request;
      const call: PendingCall = Object.freeze({ key: request.key, request: Object.freeze(rest), signal });
      this.#waiting.set(request.key, { call, resolve, reject });
      signal.addEventListener("abort", () => this.#waiting.delete(request.key), { once: true });
      this.wake();
    });
  }

  pending(): readonly PendingCall[] {
    return [...this.#waiting.values()].map(({ call }) => call);
  }

  submit(key: string, outcome: CallOutcome): void {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) {
      throw new LoopwrightError("call-not-pending", `no call waits under "${key}"`, { path: "key", hint: `Waiting: ${[...this.#waiting.keys()].join(", ") || "none"}.` });
    }
    const settle = settlement(outcome);
    this.#waiting.delete(key);
    settle(waiting);
  }

  change(): Promise<void> {
    return new Promise((resolve) => this.#wakers.push(resolve));
  }

  wake(): void {
    const wakers = this.#wakers;
    this.#wakers = [];
    for (const resolve of wakers) resolve();
  }
}

function settlement(outcome: CallOutcome): (waiting: Waiting) => void {
  const { kind, reply, message, usage } = (outcome ?? {}) as { readonly [field: string]: unknown };
  if (kind === "reply" && typeof reply === "object" && reply !== null) return ({ resolve }) => resolve(reply);
  if (kind === "error" || kind === "timeout") {
    const error = new AgentError(kind === "error" ? String(message) : "the host reports a timeout", { kind, ...(usage == null ? {} : { usage }) });
    return ({ reject }) => reject(error);
  }
  throw new LoopwrightError("outcome-invalid", `outcome kind ${JSON.stringify(kind)} is not usable`, { path: "outcome", hint: 'Use { kind: "reply", reply }, { kind: "error", message } or { kind: "timeout" }.' });
}
