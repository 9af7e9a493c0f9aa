import { AgentError } from "@loopwright/core";
import type { Agent, AgentReply, AgentRequest, Json } from "@loopwright/core";
import { describe, expect, test } from "vitest";
import { agentContract, testAgentContract } from "./agent-contract.js";
import type { ContractTrait, CreateAgent, OtherSideStep, SeenRequest } from "./agent-contract.js";

/** Like an adapter: takes steps from the other side and makes of them what an agent should. */
class Wire {
  readonly seen: SeenRequest[] = [];
  readonly #script: readonly OtherSideStep[];

  constructor(script: readonly OtherSideStep[]) {
    this.#script = script;
  }

  readonly call = async ({ instruction, input, signal }: AgentRequest): Promise<AgentReply> => {
    signal.throwIfAborted();
    const step = this.#script[this.seen.push({ instruction, input }) - 1];
    if (step === undefined) throw new Error("no step");
    if (step.does === "echoes") return { text: JSON.stringify(input) };
    if (step.does === "answers") {
      const { does: _does, ...reply } = step;
      return reply;
    }
    if (step.does === "fails") {
      const { does: _does, message, ...details } = step;
      throw new AgentError(message.replaceAll(/c0ntract-secret-\w+/g, "[redacted]"), details);
    }
    return new Promise((_resolve, reject) => {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the reason is the caller's own
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  };
}

const good: CreateAgent = (script) => {
  const wire = new Wire(script);
  return { agent: { id: "good", call: wire.call }, seen: () => wire.seen };
};

/** An agent that spoils what a good one does. */
const spoilt =
  (spoil: (wire: Wire) => Agent["call"]): CreateAgent =>
  (script) => {
    const wire = new Wire(script);
    return { agent: { id: "spoilt", call: spoil(wire) }, seen: () => wire.seen };
  };

const replies = (change: (reply: AgentReply, request: AgentRequest) => AgentReply): CreateAgent => spoilt((wire) => async (request) => change(await wire.call(request), request));

const requests = (change: (request: AgentRequest) => AgentRequest): CreateAgent => spoilt((wire) => (request) => wire.call(change(request)));

const errors = (change: (error: AgentError) => unknown): CreateAgent =>
  spoilt((wire) => (request) =>
    wire.call(request).catch((error: unknown) => {
      throw error instanceof AgentError ? change(error) : error;
    }),
  );

/** What the cases find whose names hold this text. */
async function failuresOf(create: CreateAgent, part = ""): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, run } of agentContract(create, { promptMs: 150 })) {
    if (!name.includes(part)) continue;
    await run().catch((error: unknown) => void failed.push(`${name}: ${String(error)}`));
  }
  return failed;
}

const structuredIn = (text = ""): AgentReply => {
  try {
    return { structured: JSON.parse(/\{.*\}/s.exec(text)?.[0] ?? "") as Json };
  } catch {
    return {};
  }
};

test("a good agent passes all cases", async () => {
  expect(await failuresOf(good)).toEqual([]);
});

describe("the suite finds an agent that", () => {
  test.each<[defect: string, CreateAgent, found: string]>([
    ["trims texts", replies((reply) => ({ ...reply, ...(reply.text !== undefined && { text: reply.text.trim() }) })), "a text arrives verbatim"],
    ["cuts long texts", replies((reply) => ({ ...reply, ...(reply.text !== undefined && { text: reply.text.slice(0, 10_000) }) })), "a text of a megabyte arrives whole"],
    ["takes JSON in a text for structure", replies((reply) => ({ ...structuredIn(reply.text), ...reply })), "JSON in a text answer stays text"],
    ["digs JSON out of prose", replies((reply, { schema }) => ({ ...(schema !== null && structuredIn(reply.text)), ...reply })), "fenced JSON is no structured value"],
    [
      "converts \"false\"",
      replies((reply) => ({ ...reply, ...(reply.structured !== undefined && { structured: JSON.parse(JSON.stringify(reply.structured).replaceAll(/"(true|false)"/g, "$1")) as Json }) })),
      '"false" stays a string',
    ],
    ["makes an approval of prose", replies((reply, { schema }) => (schema !== null && /approved/i.test(reply.text ?? "") ? { structured: { approved: true, feedback: [] } } : reply)), "prose where structure was asked for never passes"],
    ["forgets why an answer ended", replies(({ finishReason: _lost, ...reply }) => reply), "an approval in a truncated answer is truncated"],
    ["takes unknown usage for none", replies((reply) => ({ usage: { inputTokens: 0, outputTokens: 0 }, ...reply })), "usage that nobody reported is absent"],
    ["loses usage", replies(({ usage: _lost, ...reply }) => reply), "usage arrives as reported"],
    ["adds fields", replies((reply) => ({ ...reply, verdict: "approved" })), "a reply is plain data with known fields"],
    ["makes up an answer", replies((reply) => (reply.text === undefined && reply.structured === undefined ? { text: "LGTM" } : reply)), "an empty answer stays empty"],
    ["trims the instruction", requests((request) => ({ ...request, instruction: request.instruction.trim() })), "the instruction arrives unchanged"],
    ["cuts the input", requests((request) => ({ ...request, input: JSON.stringify(request.input).length > 100_000 ? "[TRUNCATED]" : request.input })), "a megabyte of input arrives whole"],
    ["reads the deadline on its own clock", spoilt((wire) => async (request) => (request.deadline !== null && request.deadline < Date.now() ? Promise.reject(new Error("late")) : wire.call(request))), "a deadline is a point on the run's clock"],
    ["remembers the call before", spoilt((wire) => replay(wire)), "two calls one after the other are strangers"],
    ["takes a failure for an answer", spoilt((wire) => (request) => wire.call(request).catch(() => ({ structured: { approved: true, feedback: [] } }))), "a failure rejects with an error"],
    ["throws instead of rejecting", spoilt((wire) => (request) => (request.signal.aborted ? thrown() : wire.call(request))), "aborted before rejects at once"],
    ["rejects with a string", errors((error) => error.message), "a failure rejects with an error that has a message"],
    ["calls every failure retryable", errors((error) => new AgentError(error.message, { retryable: true })), "a fatal failure is not called retryable"],
    ["calls no failure retryable", errors((error) => new AgentError(error.message)), "a retryable failure says so"],
    ["loses the usage of failures", errors(({ message, retryable }) => new AgentError(message, { retryable })), "usage of a failed call is told"],
    ["retries by itself", spoilt((wire) => (request) => wire.call(request).catch((error: unknown) => (error instanceof AgentError && error.retryable ? wire.call(request) : Promise.reject(error as Error)))), "nothing is asked twice"],
    ["shows credentials", errors((error) => (error.message.includes("[redacted]") ? new Error("bad key c0ntract-secret-Zm9vYmFyYmF6") : error)), "no error shows a credential"],
    ["does not listen to its signal", requests((request) => ({ ...request, signal: new AbortController().signal })), "a call that waits for an answer rejects at once"],
    ["leaves a listener", spoilt((wire) => (request) => {
      request.signal.addEventListener("abort", () => undefined);
      return wire.call(request);
    }), "no listener is left on the signal"],
  ])("%s", async (_defect, create, found) => {
    expect(await failuresOf(create, found)).toHaveLength(1);
    expect(await failuresOf(good, found)).toEqual([]);
  });

  function replay(wire: Wire): Agent["call"] {
    let last: Json = null;
    return async (request) => {
      const reply = await wire.call({ ...request, input: last ?? request.input });
      last = request.input;
      return reply;
    };
  }

  function thrown(): never {
    throw new Error("sync");
  }

  test("leaves a timer", async () => {
    const timers: NodeJS.Timeout[] = [];
    const create = spoilt((wire) => (request) => {
      timers.push(setTimeout(() => undefined, 60_000));
      return wire.call(request);
    });
    const failed = failuresOf(create, "no process, socket or timer");
    await expect(failed).resolves.toEqual([expect.stringContaining("left behind: Timeout")]);
    timers.forEach(clearTimeout);
  }, 20_000);

  test("leaves a rejection unhandled", async () => {
    // Those of the test framework would take it for a fault of the test.
    const others = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    try {
      const create = spoilt((wire) => (request) => {
        void Promise.reject(new Error("nobody looks"));
        return wire.call(request);
      });
      expect(await failuresOf(create, "a text arrives verbatim")).toEqual([expect.stringContaining("a rejection was left unhandled: nobody looks")]);
    } finally {
      for (const listener of others) process.on("unhandledRejection", listener);
    }
  });
});

describe("the list", () => {
  test("names are unique, and at least 25 cases need no trait", () => {
    const names = agentContract(good).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(57);
    const lacks: readonly ContractTrait[] = ["credentials", "finish-reason", "foreign-clock", "retry-after", "retryable", "structured", "usage", "usage-on-failure"];
    expect(agentContract(good, { lacks })).toHaveLength(38);
  });

  test("cases are registered with any function of a name and a body", async () => {
    const registered: string[] = [];
    const bodies: (() => Promise<void>)[] = [];
    const count = testAgentContract((name, body) => {
      registered.push(name);
      bodies.push(body);
    }, good);
    expect(registered).toEqual(agentContract(good).map(({ name }) => name));
    expect(count).toBe(registered.length);
    await bodies[0]!();
  });

  test("the other side is disposed of on every path", async () => {
    let disposed = 0;
    const create: CreateAgent = () => ({ agent: { call: () => Promise.reject(new Error("no")) }, seen: () => [], dispose: () => void (disposed += 1) });
    const failed = await failuresOf(create, "answers: ");
    expect(failed.length).toBeGreaterThan(5);
    expect(disposed).toBe(14);
  });
});
