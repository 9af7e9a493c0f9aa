/** What a request costs that nobody worked on, and what is not known, over real connections and with a real budget. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { always, count, defineFacts, definePolicy, flag, runLoop, structuredRole, terminationTable } from "@loopwright/core";
import type { Agent, AgentError } from "@loopwright/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentRequest } from "./agent-request.fixture.js";
import { aiSdkAgent } from "./ai-sdk.js";
import { completion, failure } from "./chat-completion.fixture.js";
import { commandAgent } from "./command.js";
import { httpAgent } from "./http.js";
import { json, loopbackServer, truncated } from "./loopback-server.fixture.js";
import type { Handler, LoopbackServer } from "./loopback-server.fixture.js";
import { withFallback } from "./with-fallback.js";
import { withRetry } from "./with-retry.js";

let server: LoopbackServer;
let deadUrl = "";
beforeAll(async () => {
  server = await loopbackServer();
  const gone = await loopbackServer();
  deadUrl = gone.url;
  await gone.close();
});
afterAll(() => server.close());

const prices = { inputUsdPerMillionTokens: 1000, outputUsdPerMillionTokens: 1000 };
const NOTHING = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

interface Adapter {
  readonly name: string;
  readonly agentAt: (url: string, id?: string) => Agent;
  readonly approves: Handler;
  /** Breaks off in the middle of an answer. */
  readonly breaks: Handler;
}

const ADAPTERS: readonly Adapter[] = [
  {
    name: "aiSdkAgent",
    agentAt: (baseURL, id = "judge") => aiSdkAgent({ model: createOpenAICompatible({ name: "local", baseURL, supportsStructuredOutputs: true })("m"), id, prices }),
    approves: completion({ content: '{"approved":true}' }),
    breaks: truncated('{"choices":[{"message":{"content":"half'),
  },
  {
    name: "httpAgent",
    agentAt: (url, id = "judge") => httpAgent({ url, id, prices }),
    approves: json({ structured: { approved: true }, usage: { inputTokens: 12, outputTokens: 7 } }),
    breaks: truncated('{"text":"half'),
  },
];

const facts = defineFacts({ approved: flag(), tries: count({ upTo: 3 }) });
const judge = structuredRole<{ readonly approved: boolean }>({
  jsonSchema: { type: "object", properties: { approved: { type: "boolean" } }, required: ["approved"] },
  validate: (value) => ((value as { approved?: unknown } | null)?.approved === true ? { ok: true, value: { approved: true } } : { ok: false, problems: ["$.approved: not true"] }),
});

/** Asks anew after a failed call, three times at most. */
const patient = definePolicy({
  name: "patient",
  roles: { judge },
  table: terminationTable(facts, [
    { token: "approved", kind: "pass", when: (f) => f.approved },
    { token: "silent", kind: "stop", when: (f) => f.tries >= 3 },
    { token: "again", kind: "continue", then: "review", when: always },
  ]),
  maxRounds: 5,
})({
  open: () => ({ approved: false, tries: 0 }),
  async review(ctx, state) {
    const outcome = await ctx.call("judge", { instruction: "Judge.", input: "D1" });
    return { approved: outcome.ok, tries: state.tries + 1 };
  },
  facts: (state) => state,
  revise: (_ctx, state) => state,
  artifact: () => "D1",
  report: (state) => state,
});

const run = (agent: Agent, ...handlers: Handler[]) => {
  server.answer(...handlers);
  return runLoop(patient, { agents: { judge: agent }, input: null, limits: { costUsd: 1 } }).result;
};

async function usageOf(calling: Promise<unknown>): Promise<unknown> {
  return calling.then(
    () => "it answered",
    (error: AgentError) => error.usage,
  );
}

describe.each(ADAPTERS)("$name", ({ agentAt, approves, breaks }) => {
  test.each([429, 503, 529])("G14: HTTP %i is known to have spent nothing: a cost budget goes on", async (status) => {
    server.answer(failure(status, "later"));
    expect(await usageOf(agentAt(server.url).call(agentRequest()))).toEqual(NOTHING);
    expect(await run(agentAt(server.url), failure(status, "later"), approves)).toMatchObject({
      token: "approved",
      usage: { calls: 2, failedCalls: 1, callsWithoutUsage: 0, callsWithoutCost: 0, complete: true, inputTokens: 12, costUsd: 0.019 },
    });
  });

  test.each<[string, Handler]>([
    ["a server that broke", failure(500, "down")],
    ["a gateway whose server was too slow", failure(504, "down")],
    ["a request that was not understood", failure(400, "no")],
    ["an answer that was cut", breaks],
    ["a socket that was hung up", (response) => void response.destroy()],
  ])("case H08: of %s nothing is known: the budget asks nobody else", async (_what, handler) => {
    const asked = server.requests.length;
    expect(await run(agentAt(server.url), handler, approves)).toMatchObject({ token: "budget-spent", usage: { calls: 1, callsWithoutCost: 1, complete: false } });
    expect(server.requests.length - asked).toBe(1);
  });

  test("G14: where there is no connection nothing was sent and nothing spent", async () => {
    expect(await usageOf(agentAt(deadUrl).call(agentRequest()))).toEqual(NOTHING);
    expect(await run(withFallback(agentAt(deadUrl), agentAt(server.url, "backup")), approves)).toMatchObject({ token: "approved", usage: { callsWithoutCost: 0, costUsd: 0.019 } });
  });

  test("G14: attempts that were turned away leave the sum of a retried call known", async () => {
    const agent = withRetry(agentAt(server.url), { attempts: 3, delayMs: 0 });
    expect(await run(agent, failure(429, "later"), failure(529, "later"), approves)).toMatchObject({ token: "approved", usage: { calls: 1, callsWithoutCost: 0, costUsd: 0.019 } });
    expect(await run(agent, failure(500, "down"), approves)).toMatchObject({ token: "approved", usage: { calls: 1, callsWithoutCost: 1, complete: false } });
  });
});

test("case H09: usage that a service reports with its refusal counts, not our own nothing", async () => {
  server.answer(json({ error: "later", usage: { inputTokens: 5 } }, 429));
  expect(await usageOf(httpAgent({ url: server.url }).call(agentRequest()))).toEqual({ inputTokens: 5 });
});

test("G14: a program that could not be started and a request that could not be made have spent nothing", async () => {
  expect(await usageOf(commandAgent({ command: "loopwright-no-such-command" }).call(agentRequest()))).toEqual(NOTHING);
  expect(await usageOf(httpAgent({ url: server.url, headers: () => Promise.reject(new Error("vault is closed")) }).call(agentRequest()))).toEqual(NOTHING);
});
