/**
 * One case of the contract, and what cases are made of.
 *
 * Invariants:
 * 1. A case knows no test framework: it resolves, or rejects with a {@link ContractViolation}.
 * 2. Every case watches for unhandled rejections from its start until its other side is gone, and disposes of it on
 *    every path.
 */
import { canonicalJson, copyPlain, deepFreeze, messageOf } from "@loopwright/core";
import type { Agent, AgentReply, AgentRequest, Json, Usage } from "@loopwright/core";
import type { AgentUnderTest, CreateAgent, OtherSideStep } from "./other-side.js";
import { watchRejections } from "./rejections.js";

/** What an agent may be unable to do. A case that needs it is left out for an agent that lacks it. */
export type ContractTrait = "credentials" | "finish-reason" | "foreign-clock" | "retry-after" | "retryable" | "structured" | "usage" | "usage-on-failure";

/** A broken promise of an adapter. */
export class ContractViolation extends Error {
  override readonly name = "ContractViolation";
}

/** One case; `run` rejects with what is wrong. */
export interface ContractCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** What cases of the suite share. */
export interface ContractTerms {
  readonly create: CreateAgent;
  /** How long what should happen at once may take, in milliseconds. */
  readonly promptMs: number;
}

/** A case before it is bound to an agent. */
export interface CaseSpec {
  readonly name: string;
  readonly needs?: readonly ContractTrait[];
  readonly script: readonly OtherSideStep[];
  readonly body: (bench: Bench) => Promise<void>;
}

/** Never part of anything that is asked or answered; long enough to be taken out by its length alone. */
export const SECRET = "c0ntract-secret-Zm9vYmFyYmF6";

/** What the body of a case works with. */
export class Bench {
  readonly agent: Agent;
  readonly seen: AgentUnderTest["seen"];
  readonly promptMs: number;

  constructor({ agent, seen }: AgentUnderTest, promptMs: number) {
    this.agent = agent;
    this.seen = seen;
    this.promptMs = promptMs;
  }

  /** Calls the agent. A throw is a violation: `call` gives a promise. */
  call(request: AgentRequest): Promise<AgentReply> {
    let called: unknown;
    try {
      called = this.agent.call(request);
    } catch (thrown) {
      throw new ContractViolation(`call() threw instead of rejecting: ${messageOf(thrown)}`);
    }
    check(called instanceof Promise, "call() gave no promise");
    return called as Promise<AgentReply>; // Just checked.
  }

  /** The error of a call that must fail. */
  async failure(calling: Promise<AgentReply>): Promise<FailedCall> {
    const outcome = await calling.then(
      (reply) => ({ reply }),
      (thrown: unknown) => ({ thrown }),
    );
    if ("reply" in outcome) throw new ContractViolation(`the call answered instead of failing: ${shown(outcome.reply)}`);
    const { thrown } = outcome;
    check(thrown instanceof Error, `the call rejected with ${shown(thrown)}, which is no Error`);
    check(thrown.message.trim() !== "", "the error of the call has no message");
    return thrown;
  }

  /** The same for a call that must fail at once, as after an abort; any reason will do. */
  async rejectsPromptly(calling: Promise<AgentReply>, when: string): Promise<void> {
    const outcome = await this.prompt(
      calling.then(
        (reply) => `it answered ${shown(reply)}`,
        () => null,
      ),
      when,
    );
    check(outcome === null, `${when} the call did not reject: ${outcome ?? ""}`);
  }

  /** What settles in time; a violation otherwise. */
  async prompt<T>(work: Promise<T>, when: string): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new ContractViolation(`${when} the call did not settle within ${this.promptMs} ms`)), this.promptMs);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits until so many requests have arrived on the other side. */
  async arrived(requests: number): Promise<void> {
    await until(() => this.seen().length >= requests, 20_000, `${requests} requests did not arrive on the other side`);
  }
}

/** What an adapter may say with an error. */
export type FailedCall = Error & { readonly retryable?: unknown; readonly retryAfterMs?: unknown; readonly usage?: Usage };

/** Binds a case to an agent. */
export function bind({ name, script, body }: CaseSpec, terms: ContractTerms): ContractCase {
  return {
    name,
    async run() {
      const watch = watchRejections();
      try {
        const made = await terms.create(script, { secret: SECRET });
        try {
          await body(new Bench(made, terms.promptMs));
        } finally {
          await made.dispose?.();
        }
        await pause(10);
        const [first] = watch.found;
        check(first === undefined, `a rejection was left unhandled: ${messageOf(first?.reason)}`);
      } finally {
        watch.stop();
      }
    },
  };
}

/** A complete request as a runner makes it, frozen to its leaves, and the usage reported through it. */
export function contractRequest(changes: Partial<AgentRequest> = {}): AgentRequest & { readonly reports: Usage[] } {
  const reports: Usage[] = [];
  const { input = { request: "R" }, schema = null, ...others } = changes;
  return Object.freeze({
    callId: "c1",
    key: "r1/review/reviewer",
    idempotencyKey: "run-1/r1/review/reviewer",
    role: "reviewer",
    purpose: "review",
    version: 1,
    repair: 0,
    instruction: "Judge the draft.",
    tools: Object.freeze([]),
    signal: new AbortController().signal,
    deadline: null,
    reportUsage: (usage: Usage) => void reports.push(usage),
    ...others,
    input: copyPlain(input),
    schema: deepFreeze(schema),
    reports,
  });
}

/** Throws a {@link ContractViolation}. */
export function check(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new ContractViolation(otherwise);
}

/** Compares plain values. */
export function same(actual: unknown, expected: Json | undefined, what: string): void {
  if (actual === expected) return;
  check(actual !== undefined && expected !== undefined, `${what} is ${shown(actual)} instead of ${shown(expected)}`);
  check(canonicalJson(copyPlain(actual)) === canonicalJson(copyPlain(expected)), `${what} is ${shown(actual)} instead of ${shown(expected)}`);
}

/** A value for a message. */
export function shown(value: unknown): string {
  let text: string;
  try {
    text = value instanceof Error ? `${value.name}: ${value.message}` : (JSON.stringify(value) ?? String(value));
  } catch {
    text = "something that cannot be shown";
  }
  return text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text;
}

/** Waits for a condition. */
export async function until(condition: () => boolean, withinMs: number, otherwise: string | (() => string)): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!condition()) {
    if (Date.now() >= deadline) throw new ContractViolation(typeof otherwise === "string" ? otherwise : otherwise());
    await pause(5);
  }
}

/** Lets other things happen. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
