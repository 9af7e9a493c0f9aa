import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { AgentError, definePolicy, defineFacts, flag, LoopwrightError, runLoop, structuredRole, terminationTable, always } from "@loopwright/core";
import type { AgentRequest } from "@loopwright/core";
import { jsonSchema, tool } from "ai";
import { MockLanguageModelV3, MockLanguageModelV4 } from "ai/test";
import { getEventListeners } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentFailure } from "./agent-failure.fixture.js";
import { agentRequest } from "./agent-request.fixture.js";
import { aiSdkAgent } from "./ai-sdk.js";
import type { AiSdkAgentOptions } from "./ai-sdk.js";
import { importAiSdk } from "./ai-sdk/load.js";
import { completion, completionBody, failure } from "./chat-completion.fixture.js";
import type { Completion } from "./chat-completion.fixture.js";
import { expectGivenUp } from "./given-up.fixture.js";
import { drip, eventually, hang, json, loopbackServer, truncated } from "./loopback-server.fixture.js";
import type { Handler, LoopbackServer } from "./loopback-server.fixture.js";

const KEY = "very-secret-key-0123456789";
const SCHEMA = {
  type: "object",
  properties: { approved: { type: "boolean" }, feedback: { type: "array", items: { type: "string" } } },
  required: ["approved", "feedback"],
  additionalProperties: false,
};

let server: LoopbackServer;
beforeAll(async () => void (server = await loopbackServer()));
afterAll(() => server.close());

const modelAt = (baseURL: string) => createOpenAICompatible({ name: "local", baseURL, apiKey: KEY, supportsStructuredOutputs: true })("asked-model");
const agentAt = (url: string, options: Partial<AiSdkAgentOptions> = {}) => aiSdkAgent({ model: modelAt(url), id: "reviewer", secrets: [KEY], ...options });

/** One call of a model that the server plays with these handlers. */
async function call(handlers: readonly Handler[], request: Partial<AgentRequest> = {}, options: Partial<AiSdkAgentOptions> = {}) {
  server.answer(...handlers);
  return agentAt(server.url, options).call(agentRequest(request));
}

const judge = (answer: Completion, options?: Partial<AiSdkAgentOptions>) => call([completion(answer)], { schema: SCHEMA }, options);

const lastBody = () => JSON.parse(server.requests.at(-1)?.body ?? "null") as { [key: string]: unknown; messages: { role: string; content: string }[] };

describe("over HTTP: what is sent", () => {
  test("the instruction is the system message, the input the user's, whole and unchanged", async () => {
    const input = { draft: "D1 ä\n```\n# not a heading", n: [1, { deep: null }] };
    await call([completion({ content: "ok" })], { instruction: "Judge.\n„Ärger“ 🚀", input });
    expect(lastBody().messages).toEqual([
      { role: "system", content: "Judge.\n„Ärger“ 🚀" },
      { role: "user", content: `## draft\n\n\`\`\`\`text\n${input.draft}\n\`\`\`\`\n\n## n\n\n\`\`\`json\n${JSON.stringify(input.n, null, 2)}\n\`\`\`` },
    ]);
    await call([completion({ content: "ok" })], { instruction: "", input }, { input: "json" });
    expect(lastBody().messages).toEqual([{ role: "user", content: JSON.stringify(input) }]);
  });

  test("G7: the schema is handed on as it stands, and is in the prompt only where asked", async () => {
    await judge({ content: "{}" });
    expect(lastBody()["response_format"]).toMatchObject({ type: "json_schema", json_schema: { schema: SCHEMA } });
    expect(lastBody().messages.at(-1)?.content).not.toContain("JSON Schema");
    await judge({ content: "{}" }, { schemaInPrompt: true });
    expect(lastBody().messages.at(-1)?.content).toContain('"additionalProperties": false');
    await call([completion({ content: "D1" })]);
    expect(lastBody()).not.toHaveProperty("response_format");
  });

  test("QU-REVIN-03: nothing of the run is sent: call id, key, version, repair, deadline", async () => {
    const sent = async (request: Partial<AgentRequest>) => {
      await call([completion({ content: "ok" })], request);
      return server.requests.at(-1)?.body;
    };
    expect(await sent({ callId: "c9", key: "r3/review/x", version: 3, repair: 1, deadline: 9 })).toBe(await sent({}));
  });

  test("QU-TOOL-01: no tool is offered unless configured and named", async () => {
    const probe = tool({ inputSchema: jsonSchema({ type: "object" }), execute: () => "x" });
    await call([completion({ content: "ok" })], {}, { tools: { probe } });
    expect(lastBody()).not.toHaveProperty("tools");
    const asked = server.requests.length;
    expect((await agentFailure(call([completion({ content: "ok" })], { tools: ["other"] }, { tools: { probe } }))).message).toContain('no tool "other": configure it as aiSdkAgent.tools.other');
    expect(server.requests).toHaveLength(asked);
  });

  test("settings and a declared token limit reach the model", async () => {
    await call([completion({ content: "ok" })], {}, { settings: { temperature: 0, seed: 7, headers: { "x-team": "blue" } }, limits: { maxOutputTokens: 50 } });
    expect(lastBody()).toMatchObject({ temperature: 0, seed: 7, max_tokens: 50 });
    expect(server.requests.at(-1)?.headers["x-team"]).toBe("blue");
  });
});

describe("over HTTP: answers", () => {
  test("success: text verbatim, usage, model and finish reason", async () => {
    expect(await call([completion({ content: " D1\n" })])).toEqual({
      text: " D1\n",
      usage: { inputTokens: 12, outputTokens: 7, details: { steps: 1, cacheReadTokens: 0, reasoningTokens: 0 } },
      model: "served-model",
      finishReason: "stop",
    });
  });

  test("success: native structured output", async () => {
    expect(await judge({ content: '{"approved":true,"feedback":[]}' })).toMatchObject({ structured: { approved: true, feedback: [] }, finishReason: "stop" });
  });

  test("QU-STR-01: G7: JSON in a text answer stays text", async () => {
    expect(await call([completion({ content: '{"approved":true,"feedback":[]}' })])).not.toHaveProperty("structured");
  });

  test.each([
    ["case H04: \"false\" for false", { approved: "false", feedback: [] }],
    ["case H04: a word outside the enum", { approved: "LGTM", feedback: [] }],
    ["an extra property", { approved: true, feedback: [], verdict: "approved" }],
    ["a missing property", { approved: true }],
    ["an array", [{ approved: true, feedback: [] }]],
    ["a bare true", true],
  ])("G7: %s is handed back as it was sent, for the runner to refuse", async (_what, value) => {
    expect((await judge({ content: JSON.stringify(value) })).structured).toEqual(value);
  });

  test.each([
    ["case F05: fenced JSON", '```json\n{"approved":true,"feedback":[]}\n```'],
    ["prose around JSON", 'Sure! {"approved":true,"feedback":[]}'],
    ["half of it", '{"approved":true,"feed'],
    ["two values", '{"approved":false,"feedback":["A"]}{"approved":true,"feedback":[]}'],
    ["prose", "APPROVED"],
    ["case F03: nothing", ""],
  ])("G4: %s is no structured answer; the text and the usage are kept", async (_what, content) => {
    const reply = await judge({ content });
    expect(reply).not.toHaveProperty("structured");
    expect(reply).toMatchObject({ text: content, usage: { inputTokens: 12, outputTokens: 7 }, finishReason: "stop", model: "served-model" });
  });

  test("null is no structured answer", async () => {
    expect((await judge({ content: "null" })).structured).toBeNull();
  });

  test("G4: a stop at the length limit says so, also where the JSON happens to be whole", async () => {
    expect(await judge({ content: '{"approved":true,"feed', finishReason: "length" })).toMatchObject({ finishReason: "length" });
    expect(await judge({ content: '{"approved":true,"feedback":[]}', finishReason: "length" })).toMatchObject({ finishReason: "length" });
    expect(await call([completion({ content: "D", finishReason: "length" })])).toMatchObject({ text: "D", finishReason: "length" });
  });

  test("G4: a refusal says so, in both of the forms that services use", async () => {
    expect(await judge({ refusal: "I cannot help with that." })).toMatchObject({ finishReason: "refusal" });
    expect(await judge({ content: "", finishReason: "content_filter" })).toMatchObject({ finishReason: "refusal" });
  });

  test("an unknown or missing finish reason is \"other\"", async () => {
    expect(await call([completion({ content: "D1", finishReason: "eos" })])).toMatchObject({ finishReason: "other" });
  });

  test("case H08: missing usage is absent, not 0", async () => {
    expect(await call([completion({ content: "D1", usage: null })])).not.toHaveProperty("usage");
  });

  test("an answer of 10 MB arrives whole", async () => {
    const content = "0123456789".repeat(1024 * 1024);
    expect((await call([completion({ content })])).text).toBe(content);
  }, 20_000);

  test("a slow drip arrives whole", async () => {
    const body = JSON.stringify(completionBody({ content: "Dä1" }));
    const parts = body.match(/.{1,5}/gsu) ?? [];
    expect((await call([drip(parts, "end")])).text).toBe("Dä1");
  }, 20_000);
});

describe("over HTTP: failures", () => {
  test("429: retryable, with the wait that was asked for", async () => {
    const asked = server.requests.length;
    const error = await agentFailure(call([failure(429, "Slow down", { "retry-after": "7" })]));
    expect(error).toMatchObject({ kind: "error", retryable: true, retryAfterMs: 7000, message: 'agent "reviewer": model "asked-model" failed with HTTP 429: Slow down' });
    expect((await agentFailure(call([failure(429, "x", { "retry-after-ms": "250", "retry-after": "7" })]))).retryAfterMs).toBe(250);
    const date = "Mon, 30 Nov 2026 12:00:00 GMT";
    expect((await agentFailure(call([failure(429, "x", { date, "retry-after": "Mon, 30 Nov 2026 12:00:05 GMT" })]))).retryAfterMs).toBe(5000);
    expect(server.requests.length - asked).toBe(3); // ai-sdk.ts 1: asked once each
  });

  test.each([500, 502, 503, 529, 408])("%i: retryable", async (status) => {
    expect(await agentFailure(call([failure(status, "down")]))).toMatchObject({ retryable: true });
  });

  test.each([400, 401, 403, 404, 422])("case F03: %i: fatal, and no verdict", async (status) => {
    const error = await agentFailure(call([failure(status, "no")], { schema: SCHEMA }));
    expect(error).toMatchObject({ retryable: false, kind: "error" });
    expect(error.retryAfterMs).toBeUndefined();
  });

  test("a truncated body: retryable, whatever had arrived", async () => {
    const error = await agentFailure(call([truncated(JSON.stringify(completionBody({ content: '{"approved":true,"feedback":[]}' })))], { schema: SCHEMA }));
    expect(error).toMatchObject({ retryable: true });
  });

  test("a body that is not JSON, or not a completion", async () => {
    await agentFailure(call([(response) => void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Login</h1>")]));
    await agentFailure(call([json({ approved: true })]));
    await agentFailure(call([json({ choices: [] })]));
  });

  test.each<[string, Handler]>([
    ["half a completion", (response) => void response.writeHead(200, { "content-type": "application/json" }).end('{"choices":[{"message":{"content":"[F1 blocker')],
    ["one that broke off", truncated('{"choices":[{"message":{"content":"[F1 blocker')],
    ["no completion", json({ approved: true })],
  ])("case F06: an answer that cannot be used is no outage: %s", async (_what, handler) => {
    expect(await agentFailure(call([handler]))).toHaveProperty("partialText");
  });

  test.each<[string, Handler]>([
    ["nothing", (response) => void response.writeHead(200, { "content-type": "application/json" }).end()],
    ["a server fault", failure(500, "a long story")],
    ["a hung up socket", (response) => void response.destroy()],
  ])("case F06: %s is a mere outage", async (_what, handler) => {
    expect(await agentFailure(call([handler]))).not.toHaveProperty("partialText");
  });

  test("case F06: a key that stands in such an answer is not kept", async () => {
    expect(await agentFailure(call([json({ said: KEY, more: 1 })]))).toHaveProperty("partialText", '{"said":"[redacted]","more":1}');
  });

  test("a refused connection: retryable", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    await new Promise((resolve) => other.close(resolve));
    const error = await agentFailure(agentAt(`http://127.0.0.1:${port}`).call(agentRequest()));
    expect(error).toMatchObject({ retryable: true });
    expect(error.message).toContain("ECONNREFUSED");
  });

  test("a socket that is hung up before the answer: retryable", async () => {
    expect(await agentFailure(call([(response) => void response.destroy()]))).toMatchObject({ retryable: true });
  });

  test("no message, cause or stack shows a key, also one that the service sends back", async () => {
    const error = await agentFailure(
      call([failure(401, `Incorrect API key provided: ${KEY}. Authorization: Bearer ${KEY}; x-team: blue-team-token`)], {}, { settings: { headers: { "x-team": "blue-team-token" } } }),
    );
    expect(error.message).toContain("[redacted]");
    const shown = `${error.message}${error.stack}${JSON.stringify(error)}${String((error.cause as Error).stack)}${JSON.stringify(error.cause)}`;
    expect(shown).not.toContain(KEY);
    expect(shown).not.toContain("blue-team-token");
  });
});

describe("over HTTP: what is said of a failure is short", () => {
  test.each<[string, Handler]>([
    ["an error of a megabyte", failure(500, "x".repeat(1024 * 1024))],
    ["a page of a megabyte instead of an answer", (response) => void response.writeHead(200, { "content-type": "application/json" }).end("y".repeat(1024 * 1024))],
  ])("G17: %s", async (_what, handler) => {
    const error = await agentFailure(call([handler]));
    expect(error.message.length).toBeLessThan(1200);
    expect((error.cause as Error).message.length).toBeLessThan(1200);
  });
});

describe("over HTTP: abort", () => {
  test.each([
    ["a hanging socket", hang],
    ["a body that stops half-way", drip(['{"id":"x","choices":['])],
  ])("G10: %s is given up at the abort, and so is the connection", async (_what, handler) => {
    await expectGivenUp(server, (signal) => call([handler], { signal }));
  });

  test("G10: nothing is sent after an abort", async () => {
    const asked = server.requests.length;
    await agentFailure(call([completion({ content: "D1" })], { signal: AbortSignal.abort() }));
    expect(server.requests).toHaveLength(asked);
  });

  test("case H13: a signal shared by many calls keeps no listener", async () => {
    const { signal } = new AbortController();
    server.answer(completion({ content: "D1" }));
    await Promise.all(Array.from({ length: 20 }, () => agentAt(server.url).call(agentRequest({ signal }))));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("steps and usage", () => {
  const probe = tool({ inputSchema: jsonSchema<{ q: string }>({ type: "object" }), execute: ({ q }) => `found ${q}` });
  const step = completion({ toolCall: { name: "probe", arguments: { q: "a" } }, usage: { prompt_tokens: 100, completion_tokens: 10 } });
  const options = { tools: { probe } };

  test("G14: usage is summed over steps", async () => {
    const request = agentRequest({ tools: ["probe"] });
    server.answer(step, completion({ content: "D1" }));
    expect(await agentAt(server.url, options).call(request)).toMatchObject({ text: "D1", usage: { inputTokens: 112, outputTokens: 17, details: { steps: 2 } } });
    expect(request.reports.map(({ inputTokens }) => inputTokens)).toEqual([100, 112]);
    expect(JSON.stringify(lastBody().messages)).toContain("found a");
  });

  test("case H09: a failure after a step still tells what the step spent", async () => {
    const request = agentRequest({ tools: ["probe"] });
    server.answer(step, failure(500, "down"));
    const error = await agentFailure(agentAt(server.url, options).call(request));
    expect(error).toMatchObject({ retryable: true, usage: { inputTokens: 100, outputTokens: 10 } });
    expect(request.reports).toHaveLength(1);
  });

  test("G14: a later step that is turned away adds nothing to what the others spent", async () => {
    server.answer(step, failure(429, "later"));
    const error = await agentFailure(agentAt(server.url, options).call(agentRequest({ tools: ["probe"] })));
    expect(error.usage).toMatchObject({ inputTokens: 100, outputTokens: 10 });
    server.answer(completion({ toolCall: { name: "probe", arguments: { q: "a" } }, usage: null }), failure(429, "later"));
    expect((await agentFailure(agentAt(server.url, options).call(agentRequest({ tools: ["probe"] })))).usage).toBeUndefined();
  });

  test("case H09: an abort after a step still settles what the step spent", async () => {
    const controller = new AbortController();
    const request = agentRequest({ tools: ["probe"], signal: controller.signal });
    server.answer(step, hang);
    const failing = agentFailure(agentAt(server.url, options).call(request));
    await eventually(() => request.reports.length === 1);
    controller.abort();
    await failing;
    expect(request.reports).toMatchObject([{ inputTokens: 100, outputTokens: 10 }]);
  });

  test("ai-sdk.ts 3: what one step does not tell is unknown for all", async () => {
    server.answer(step, completion({ content: "D1", usage: null }));
    expect(await agentAt(server.url, options).call(agentRequest({ tools: ["probe"] }))).not.toHaveProperty("usage");
  });

  test("G4: steps that run out are no answer", async () => {
    const error = await agentFailure(call([step], { tools: ["probe"] }, { ...options, maxSteps: 2 }));
    expect(error).toMatchObject({ retryable: false, usage: { inputTokens: 200 } });
    expect(error.message).toContain("raise maxSteps");
  });

  test("G14: the declared output tokens are those of all steps together", async () => {
    await call([step, completion({ content: "D1" })], { tools: ["probe"] }, { ...options, limits: { maxOutputTokens: 25 } });
    expect(lastBody()["max_tokens"]).toBe(15);
    const error = await agentFailure(call([step], { tools: ["probe"] }, { ...options, limits: { maxOutputTokens: 10 } }));
    expect(error.message).toContain("raise limits.maxOutputTokens");
    expect(error.usage).toMatchObject({ outputTokens: 10 });
  });

  test("QU-TOOL-02: the tools that are configured are those that are allowed, unless fewer are", () => {
    expect(agentAt(server.url, options).allowedTools).toEqual(["probe"]);
    expect(agentAt(server.url, { ...options, allowedTools: [] }).allowedTools).toEqual([]);
    expect(agentAt(server.url)).not.toHaveProperty("allowedTools");
  });
});

describe("models of any specification", () => {
  const usage = { inputTokens: { total: 3, noCache: 3, cacheRead: undefined, cacheWrite: undefined }, outputTokens: { total: 2, text: 2, reasoning: undefined } };
  const result = (text: string, unified: "stop" | "error" = "stop") => ({ content: [{ type: "text" as const, text }], finishReason: { unified, raw: unified }, usage, warnings: [] });

  test("v3", async () => {
    const model = new MockLanguageModelV3({ doGenerate: async () => result('{"approved":true,"feedback":[]}') });
    expect(await aiSdkAgent({ model }).call(agentRequest({ schema: SCHEMA }))).toMatchObject({ structured: { approved: true }, usage: { inputTokens: 3, outputTokens: 2 } });
    expect(model.doGenerateCalls[0]?.responseFormat).toMatchObject({ type: "json", schema: SCHEMA });
  });

  test("v4", async () => {
    const model = new MockLanguageModelV4({ doGenerate: async () => result("D1") });
    expect(await aiSdkAgent({ model }).call(agentRequest())).toMatchObject({ text: "D1", usage: { inputTokens: 3, outputTokens: 2 } });
  });

  test("G4: an answer that the model broke off with an error is a failed call; its usage is kept (case H09)", async () => {
    const model = new MockLanguageModelV4({ doGenerate: async () => result('{"approved":true,"feedback":[]}', "error") });
    expect(await agentFailure(aiSdkAgent({ model }).call(agentRequest({ schema: SCHEMA })))).toMatchObject({ retryable: true, usage: { inputTokens: 3 }, partialText: '{"approved":true,"feedback":[]}' });
  });

  test("G10: a model that ignores its signal holds up nothing", async () => {
    const controller = new AbortController();
    const model = new MockLanguageModelV4({ doGenerate: () => new Promise(() => undefined) });
    const failing = agentFailure(aiSdkAgent({ model }).call(agentRequest({ signal: controller.signal })));
    setTimeout(() => controller.abort(), 20);
    expect((await failing).message).toContain("given up");
  });

  test("a provider's own time-out is a timeout, and retryable", async () => {
    const model = new MockLanguageModelV4({ doGenerate: async () => Promise.reject(new DOMException("too slow", "TimeoutError")) });
    expect(await agentFailure(aiSdkAgent({ model }).call(agentRequest()))).toMatchObject({ kind: "timeout", retryable: true });
  });
});

describe("in a run", () => {
  const facts = defineFacts({ approved: flag(), usable: flag() });
  const table = terminationTable(facts, [
    { token: "approved", kind: "pass", when: (f) => f.approved },
    { token: "unusable", kind: "stop", when: (f) => !f.usable },
    { token: "rejected", kind: "stop", when: always },
  ]);
  const reviewer = structuredRole<{ approved: boolean }>({
    jsonSchema: SCHEMA,
    validate: (value) => (typeof (value as { approved?: unknown }).approved === "boolean" ? { ok: true, value: value as { approved: boolean } } : { ok: false, problems: ["$.approved: not a boolean"] }),
  });
  interface State {
    readonly kind: string | null;
    readonly approved: boolean;
  }
  const policy = definePolicy({ name: "p", roles: { reviewer }, table, maxRounds: 1 })({
    open: (): State => ({ kind: null, approved: false }),
    async review(ctx, state: State): Promise<State> {
      const outcome = await ctx.call("reviewer", { instruction: "Judge.", input: "D1" });
      return outcome.ok ? { kind: null, approved: outcome.value.approved } : { ...state, kind: outcome.failure.kind };
    },
    facts: (state) => ({ approved: state.approved, usable: state.kind === null }),
    revise: (_ctx, state) => state,
    artifact: () => "D1",
    report: (state) => state,
  });

  const run = (handlers: readonly Handler[], options: Partial<AiSdkAgentOptions> = {}) => {
    server.answer(...handlers);
    return runLoop(policy, { agents: { reviewer: agentAt(server.url, options) }, input: null, limits: { callTimeoutMs: 5000 } }).result;
  };

  test.each([
    ["missing-structured-output", completion({ content: "APPROVED" })],
    ["invalid-structured-output", completion({ content: '{"approved":"true"}' })],
    ["truncated", completion({ content: '{"approved":true}', finishReason: "length" })],
    ["refused", completion({ refusal: "No." })],
    ["error", failure(500, "down")],
  ])("G4: %s is a kind of its own and never passes", async (kind, handler) => {
    expect(await run([handler])).toMatchObject({ token: "unusable", status: "stopped", report: { kind } });
  });

  test("cost comes from declared prices, and is unknown without usage (case H08)", async () => {
    const prices = { inputUsdPerMillionTokens: 1_000_000, outputUsdPerMillionTokens: 0 };
    expect(await run([completion({ content: '{"approved":true}' })], { prices })).toMatchObject({ token: "approved", usage: { costUsd: 12, callsWithoutCost: 0, inputTokens: 12 } });
    expect(await run([completion({ content: '{"approved":true}', usage: null })], { prices })).toMatchObject({ usage: { callsWithoutCost: 1, complete: false } });
  });
});

describe("misuse", () => {
  const model = new MockLanguageModelV4();

  test.each([
    ["agent-option-missing", {}],
    ["agent-option-invalid", { model: {} }],
    ["agent-option-invalid", { model: { doGenerate: () => null, specificationVersion: "v1" } }],
    ["agent-option-unknown", { model, temperature: 0 }],
    ["agent-option-unknown", { model, settings: { temprature: 0 } }],
    ["agent-option-invalid", { model, maxSteps: 0 }],
    ["agent-option-invalid", { model, allowedTools: ["probe"] }],
    ["agent-option-invalid", { model, tools: { probe: null } }],
    ["agent-option-invalid", { model, settings: { headers: { a: 1 } } }],
    ["agent-option-invalid", { model, secrets: [1] }],
  ])("G20: %s at once for %o", (code, options) => {
    expect(() => aiSdkAgent(options as never)).toThrow(expect.objectContaining({ name: "LoopwrightError", code }) as Error);
  });

  test("G20: a missing or too old peer is named with what to do", async () => {
    const notFound = Object.assign(new Error("Cannot find package 'ai' imported from x"), { code: "ERR_MODULE_NOT_FOUND" });
    await expect(importAiSdk(() => Promise.reject(notFound))).rejects.toMatchObject({ code: "peer-missing", hint: "npm i ai" });
    await expect(importAiSdk(() => Promise.resolve({ generateText: () => null, stepCountIs: () => null }))).rejects.toMatchObject({ code: "peer-version" });
    const inner = Object.assign(new Error("Cannot find package 'zod' imported from x"), { code: "ERR_MODULE_NOT_FOUND" });
    await expect(importAiSdk(() => Promise.reject(inner))).rejects.toBe(inner);
    await expect(importAiSdk(() => Promise.reject(notFound))).rejects.toBeInstanceOf(LoopwrightError);
  });
});
