import { always, defineFacts, definePolicy, LoopwrightError, oneOf, resumeRun, structuredRole, terminationTable, textRole } from "@loopwright/core";
import type { RunEvent } from "@loopwright/core";
import { generateText, isStepCount, jsonSchema, streamText } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { asTool, readResumeToken } from "./as-tool.js";
import type { LoopToolOptions, LoopToolOutput } from "./as-tool.js";
import { scriptedAgent } from "./scripted.js";
import type { ScriptStep } from "./scripted.js";
import { oneReview } from "./wrapper/one-review.fixture.js";

const SCHEMA = jsonSchema<{ task: string }>({ type: "object", properties: { task: { type: "string" } }, required: ["task"] });
const APPROVES: ScriptStep = { structured: { approved: true }, usage: { inputTokens: 5 } };

const agentsOf = (...review: readonly ScriptStep[]) => ({ writer: scriptedAgent(["D"], { id: "w" }), reviewer: scriptedAgent(review, { id: "r" }) });

const tool = (agents: ReturnType<typeof agentsOf>, more: object = {}) => asTool(oneReview(), { description: "Writes and reviews.", inputSchema: SCHEMA, agents, ...more });

async function outputsOf<Output>(outputs: AsyncIterable<Output>): Promise<Output[]> {
  const all: Output[] = [];
  for await (const output of outputs) all.push(output);
  return all;
}

const call = (agents: ReturnType<typeof agentsOf>, given: unknown = { task: "T" }, more: object = {}, options: object = {}) =>
  outputsOf(tool(agents, more).execute(given as { task: string }, options));

describe("results", () => {
  test("progress first, without drafts; then what the run established", async () => {
    const outputs = await call(agentsOf(APPROVES));
    expect(outputs.slice(0, -1)).toEqual([
      { status: "running", round: 0, phase: "open", event: "call.started", role: "writer" },
      { status: "running", round: 1, phase: "review", event: "call.started", role: "reviewer" },
      { status: "running", round: 1, phase: "review", event: "decision.made", token: "approved" },
    ]);
    expect(outputs.at(-1)).toMatchObject({
      status: "passed",
      token: "approved",
      rounds: 1,
      report: { draft: "D", failure: null },
      reviewedVersion: expect.any(String) as string,
      unreviewedChange: null,
      independence: { distinctReviewers: 1 },
      usage: { inputTokens: 5 },
    });
  });

  test.each<[string, ScriptStep, object]>([
    ["a rejection", { structured: { approved: false } }, { status: "stopped", token: "rejected" }],
    ["a failed call", { error: "503" }, { status: "stopped", token: "unavailable" }],
    ["prose", "APPROVE", { status: "stopped", token: "unavailable" }],
  ])("%s is a result, never a throw", async (_what, step, expected) => {
    expect((await call(agentsOf(step))).at(-1)).toMatchObject(expected);
  });

  test("limits end it as a result", async () => {
    expect((await call(agentsOf(APPROVES), undefined, { limits: { calls: 1 } })).at(-1)).toMatchObject({ status: "stopped", token: "budget-spent" });
  });

  test("a fault of the policy is a result with its code", async () => {
    const broken = { ...oneReview(), body: { ...oneReview().body, report: () => {
      throw new Error("bug");
    } } };
    const outputs = await outputsOf(asTool(broken, { description: "d", inputSchema: SCHEMA, agents: agentsOf(APPROVES) }).execute({ task: "T" }, {}));
    expect(outputs.at(-1)).toMatchObject({ status: "failed", code: "policy-threw", message: expect.stringContaining("bug") as string });
  });

  test("an input that the policy refuses is a result, so that the model can mend it", async () => {
    const policy = { ...oneReview(), body: { ...oneReview().body, check: () => {
      throw new LoopwrightError("task-empty", "the task is empty", { path: "input.task", hint: "Say what to write." });
    } } };
    expect(await outputsOf(asTool(policy, { description: "d", inputSchema: SCHEMA, agents: agentsOf(APPROVES) }).execute({ task: "" }, {}))).toEqual([
      { status: "refused", code: "task-empty", message: "the task is empty", path: "input.task", hint: "Say what to write." },
    ]);
    expect(await call(agentsOf(APPROVES), { task: new Map() })).toMatchObject([{ status: "refused", code: "not-plain" }]);
  });

  test("G20: what the host set up wrongly is thrown: no model can mend it", async () => {
    const same = scriptedAgent(["D"], { id: "w" });
    await expect(call({ writer: same, reviewer: same })).rejects.toThrow(expect.objectContaining({ code: "same-agent" }) as Error);
    await expect(call(agentsOf(APPROVES), undefined, { limits: { calls: 0 } })).rejects.toThrow(LoopwrightError);
  });

  test("input may be mapped, agents may be made for each call, events may be watched", async () => {
    let made = 0;
    const events: RunEvent[] = [];
    const one = asTool(oneReview(), {
      description: "d",
      inputSchema: z.object({ words: z.array(z.string()) }),
      agents: () => ((made += 1), agentsOf(APPROVES)),
      input: ({ words }) => ({ task: words.join(" ") }),
      onEvent: (event) => events.push(event as RunEvent),
    });
    for (let n = 0; n < 2; n++) expect((await outputsOf(one.execute({ words: ["a", "b"] }, {}))).at(-1)).toMatchObject({ status: "passed" });
    expect(made).toBe(2);
    expect(events.filter(({ type }) => type === "run.finished")).toHaveLength(2);
  });
});

describe("G10: abort", () => {
  test("the tool call's signal ends the run as a result", async () => {
    const controller = new AbortController();
    const agents = agentsOf({ never: "ignoring-abort" });
    const outputs = call(agents, undefined, {}, { abortSignal: controller.signal });
    await new Promise<void>((resolve) => void setTimeout(resolve, 20));
    controller.abort();
    expect((await outputs).at(-1)).toMatchObject({ status: "aborted", token: "aborted" });
  });

  test("a consumer that stops reading ends the run", async () => {
    const agents = agentsOf({ never: true });
    for await (const output of tool(agents).execute({ task: "T" }, {})) if ((output as { role?: string }).role === "reviewer") break;
    expect(agents.reviewer.openCalls).toBe(0);
  });
});

const facts = defineFacts({ answer: oneOf("none", "yes", "no") });
const asking = definePolicy({
  name: "asking",
  roles: { writer: textRole(), reviewer: structuredRole<unknown>({ jsonSchema: {}, validate: (value) => ({ ok: true, value }) }) },
  table: terminationTable(facts, [
    { token: "may-i", kind: "ask", when: (f) => f.answer === "none" },
    { token: "allowed", kind: "pass", when: (f) => f.answer === "yes" },
    { token: "denied", kind: "stop", when: always },
  ]),
})({
  async open(_ctx, input: { task: string }) {
    return { task: input.task, answer: "none" as "none" | "yes" | "no" };
  },
  async review(ctx, state) {
    await ctx.call("reviewer", { instruction: "Judge.", input: state });
    return state;
  },
  facts: ({ answer }) => ({ answer }),
  async revise(_ctx, state) {
    return state;
  },
  artifact: ({ task }) => task,
  report: ({ task }) => ({ task }),
  asks: { "may-i": { question: ({ task }) => ({ text: `May I ${task}?`, options: ["yes", "no"] }), apply: (state, answer: "yes" | "no") => ({ ok: true, state: { ...state, answer } }) } },
});
const askingAgents = () => ({ writer: scriptedAgent([], { id: "w" }), reviewer: scriptedAgent([{ structured: {} }, { structured: {} }], { id: "r" }) });
type Suspended = Extract<LoopToolOutput, { readonly status: "suspended" }>;

describe("G16: a suspended run", () => {
  const suspended = async (): Promise<Suspended> => {
    const outputs = await outputsOf(asTool(asking, { description: "d", inputSchema: SCHEMA, agents: askingAgents }).execute({ task: "go – ä 🙂" }, {}));
    return outputs.at(-1) as Suspended;
  };

  test("ends the call with its question and a token; a person's answer goes on from it", async () => {
    const output = await suspended();
    expect(output).toMatchObject({ status: "suspended", token: "may-i", question: { text: "May I go – ä 🙂?", options: ["yes", "no"] } });
    const stored = JSON.parse(JSON.stringify(output)) as Suspended;
    const result = await resumeRun(asking, { from: readResumeToken(stored.resumeToken), token: "may-i", answer: "yes", by: "ann", agents: askingAgents() }).result;
    expect(result).toMatchObject({ status: "passed", token: "allowed", answers: [{ by: "ann" }] });
  });

  test("the model can relay the question and sees no token that resumes a run", async () => {
    const output = await suspended();
    const told = asTool(asking, { description: "d", inputSchema: SCHEMA, agents: askingAgents }).toModelOutput?.({ toolCallId: "t", input: { task: "" }, output } as never) as { value: object };
    expect(told.value).toMatchObject({ status: "suspended", question: { text: "May I go – ä 🙂?" }, note: expect.stringContaining("do not answer it yourself") as string, runId: output.runId });
    expect(JSON.stringify(told)).not.toContain(output.resumeToken);
  });

  test("a token that was cut, changed or made up is refused", async () => {
    const { resumeToken } = await suspended();
    const [version, body = "", check] = resumeToken.split(".");
    const other = Buffer.from(Buffer.from(body, "base64url").toString().replace("may-i", "may-u")).toString("base64url");
    for (const token of ["", "x", resumeToken.slice(1), resumeToken.slice(0, -1), `${resumeToken}.x`, [version, other, check].join("."), `${version}.!.${check}`, undefined]) {
      expect(() => readResumeToken(token as string)).toThrow(expect.objectContaining({ code: "resume-token-invalid" }) as Error);
    }
    expect(resumeToken).toMatch(/^[\w.-]+$/);
  });
});

const usage = { inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined }, outputTokens: { total: 1, text: 1, reasoning: undefined } };
const TOOL_CALL = { type: "tool-call", toolCallId: "t1", toolName: "review", input: '{"task":"T"}' } as const;

describe("in the AI SDK itself", () => {
  test("generateText: a model calls the loop and reads its result without accounts", async () => {
    const model = new MockLanguageModelV4({
      doGenerate: async ({ prompt }) =>
        prompt.some(({ role }) => role === "tool")
          ? { content: [{ type: "text", text: "It passed." }], finishReason: { unified: "stop", raw: "stop" }, usage, warnings: [] }
          : { content: [TOOL_CALL], finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage, warnings: [] },
    });
    const result = await generateText({ model, prompt: "Go.", tools: { review: tool(agentsOf(APPROVES)) }, stopWhen: isStepCount(3) });
    expect(result.text).toBe("It passed.");
    expect(result.steps[0]?.toolResults[0]?.output).toMatchObject({ status: "passed", usage: { inputTokens: 5 } });
    const sent = model.doGenerateCalls[1]?.prompt.find(({ role }) => role === "tool");
    expect(JSON.stringify(sent)).toContain('"token":"approved"');
    expect(JSON.stringify(sent)).not.toContain("inputTokens");
  });

  test("streamText: progress comes as preliminary results", async () => {
    const model = new MockLanguageModelV4({
      doStream: async () => ({ stream: convertArrayToReadableStream([{ type: "stream-start", warnings: [] }, TOOL_CALL, { type: "finish", finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage }]) }),
    });
    const result = streamText({ model, prompt: "Go.", tools: { review: tool(agentsOf(APPROVES)) } });
    const parts = (await outputsOf(result.stream)).filter((part) => part.type === "tool-result");
    expect(parts.map(({ preliminary, output }) => [preliminary ?? false, (output as LoopToolOutput).status])).toEqual([
      [true, "running"],
      [true, "running"],
      [true, "running"],
      [true, "passed"],
      [false, "passed"],
    ]);
  });
});

describe("G20: wrong options throw at once", () => {
  test.each<[object, string]>([
    [{ description: " " }, "asTool.options.description"],
    [{ description: undefined }, "asTool.options.description"],
    [{ inputSchema: "string" }, "asTool.options.inputSchema"],
    [{ agents: undefined }, "asTool.options.agents"],
    [{ input: {} }, "asTool.options.input"],
    [{ clock: {} }, "asTool.options.clock"],
    [{ name: "x" }, "asTool.options.name"],
  ])("%j", (more, path) => {
    const options = { description: "d", inputSchema: SCHEMA, agents: agentsOf(APPROVES), ...more } as unknown as LoopToolOptions<never, never>;
    expect(() => asTool(oneReview() as never, options)).toThrow(expect.objectContaining({ path }) as Error);
  });
});
