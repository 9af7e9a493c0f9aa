import { AgentError, LoopwrightError, runLoop } from "@loopwright/core";
import type { AgentReply } from "@loopwright/core";
import { afterEach, describe, expect, test } from "vitest";
import { agentFailure } from "../agent-failure.fixture.js";
import { agentRequest } from "../agent-request.fixture.js";
import { commandAgent, COMMAND_PRESETS } from "../command.js";
import type { CommandPresetName, PresetAgentOptions } from "../command.js";
import { scriptedAgent } from "../scripted.js";
import { withFallback } from "../with-fallback.js";
import { withTimeout } from "../with-timeout.js";
import { oneReview } from "../wrapper/one-review.fixture.js";
import { lines, standIn } from "./stand-in.fixture.js";
import type { StandIn, StandInAnswer } from "./stand-in.fixture.js";

const open: StandIn[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.remove();
});

const start = (preset: CommandPresetName, answer: StandInAnswer, options: Partial<PresetAgentOptions> = {}) => {
  const program = standIn(answer);
  open.push(program);
  return { program, agent: commandAgent({ preset, command: program.command, ...options }) };
};

const SCHEMA = { type: "object", properties: { approved: { type: "boolean" } }, required: ["approved"] };
const STRUCTURED = agentRequest({ schema: SCHEMA, instruction: "Judge." });
const VERDICT = JSON.stringify({ approved: true });

const CLAUDE_RESULT = {
  type: "result", subtype: "success", is_error: false, duration_ms: 2100, num_turns: 1, result: "D1", session_id: "s", total_cost_usd: 0.0123,
  usage: { input_tokens: 10, cache_creation_input_tokens: 200, cache_read_input_tokens: 3000, output_tokens: 40, server_tool_use: { web_search_requests: 0 } },
  modelUsage: { "claude-opus-9": { inputTokens: 10 } },
};
const CODEX_EVENTS = [
  { type: "thread.started", thread_id: "t" },
  { type: "turn.started" },
  { type: "item.completed", item: { id: "item_0", type: "reasoning", text: "thinking" } },
  { type: "item.completed", item: { id: "item_1", type: "agent_message", text: "first I look" } },
  { type: "item.completed", item: { id: "item_2", type: "command_execution", command: "ls", exit_code: 0 } },
];
const codex = (text: string) => lines(...CODEX_EVENTS, { type: "item.completed", item: { id: "item_3", type: "agent_message", text } }, { type: "turn.completed", usage: { input_tokens: 500, cached_input_tokens: 400, output_tokens: 20 } });
const gemini = (response: string, more: object = {}) =>
  JSON.stringify({ session_id: "s", response, stats: { models: { "gemini-9-pro": { api: { totalRequests: 1 }, tokens: { prompt: 100, candidates: 20, total: 150, cached: 50, thoughts: 30, tool: 0 } } }, tools: {} }, ...more }, null, 2);
const opencode = (text: string, reason = "stop") =>
  lines(
    { type: "step_start", sessionID: "s", part: { type: "step-start" } },
    { type: "text", sessionID: "s", part: { type: "text", text: "first I look" } },
    { type: "tool_use", sessionID: "s", part: { type: "tool", tool: "read" } },
    { type: "step_finish", sessionID: "s", part: { reason: "tool-calls", cost: 0.01, tokens: { input: 10, output: 5, reasoning: 0, cache: { read: 0, write: 7 } } } },
    { type: "step_start", sessionID: "s", part: { type: "step-start" } },
    { type: "text", sessionID: "s", part: { type: "text", text } },
    { type: "step_finish", sessionID: "s", part: { reason, cost: 0.02, tokens: { input: 20, output: 6, reasoning: 1, cache: { read: 17, write: 0 } } } },
  );
const cursor = (result: string, more: object = {}) => `${JSON.stringify({ type: "result", subtype: "success", is_error: false, duration_ms: 1, result, session_id: "s", request_id: "r", ...more })}\n`;

const SPOKEN: { readonly [Name in CommandPresetName]: { readonly text: string; readonly reply: AgentReply; readonly args: readonly string[] } } = {
  "claude-code": {
    text: JSON.stringify(CLAUDE_RESULT),
    reply: { text: "D1", usage: { inputTokens: 3210, outputTokens: 40, costUsd: 0.0123 }, model: "claude-opus-9" },
    args: ["-p", "--output-format", "json", "--disallowedTools", "Bash,Edit,Write,NotebookEdit"],
  },
  codex: { text: codex("D1"), reply: { text: "D1", usage: { inputTokens: 500, outputTokens: 20 } }, args: ["exec", "--json", "--sandbox", "read-only", "--skip-git-repo-check", "-"] },
  gemini: { text: gemini("D1"), reply: { text: "D1", usage: { inputTokens: 100, outputTokens: 50 }, model: "gemini-9-pro" }, args: ["--output-format", "json"] },
  opencode: { text: opencode("D1"), reply: { text: "D1", usage: { inputTokens: 54, outputTokens: 12, costUsd: 0.03 }, finishReason: "stop" }, args: ["run", "--format", "json", "--agent", "plan"] },
  "cursor-agent": { text: cursor("D1"), reply: { text: "D1" }, args: ["-p", "--output-format", "json"] },
};

describe("every preset", () => {
  test.each(Object.keys(COMMAND_PRESETS) as CommandPresetName[])("%s: arguments, standard input, answer and usage", async (name) => {
    const { agent, program } = start(name, { stdout: SPOKEN[name].text });
    expect(await agent.call(agentRequest({ instruction: "Write." }))).toEqual(SPOKEN[name].reply);
    const { args, stdin } = program.received();
    expect(args).toEqual(SPOKEN[name].args);
    expect(stdin).toContain("Write.\n\n# Input");
    expect(args.join(" ")).not.toContain("Write.");
  });

  test.each(Object.keys(COMMAND_PRESETS) as CommandPresetName[])("case F05: %s: half of the output is no answer", async (name) => {
    const { text } = SPOKEN[name];
    const { agent } = start(name, { stdout: text.slice(0, text.trimEnd().length - 20) });
    expect((await agentFailure(agent.call(agentRequest()))).message).toContain("gave no usable answer");
  });

  test.each(Object.keys(COMMAND_PRESETS) as CommandPresetName[])("case F03: %s: an answer before a crash is none, its usage counts", async (name) => {
    const { agent } = start(name, { stdout: SPOKEN[name].text, exitCode: 1 });
    const fault = await agentFailure(agent.call(agentRequest()));
    expect(fault.message).toContain("exited with code 1");
    expect(fault.usage).toEqual(SPOKEN[name].reply.usage);
    expect(fault).toMatchObject({ partialText: "D1" });
  });

  test.each(Object.keys(COMMAND_PRESETS) as CommandPresetName[])("%s: silence, prose and numbers are no answer", async (name) => {
    for (const stdout of ["", "APPROVE\n", "7\n", "null"]) await agentFailure(start(name, { stdout }).agent.call(agentRequest()));
  });

  test("a preset is plain data", () => {
    expect(JSON.parse(JSON.stringify(COMMAND_PRESETS))).toEqual(COMMAND_PRESETS);
  });
});

describe("G7: structured answers", () => {
  test("claude-code gets the schema as an argument and answers with what it checked itself", async () => {
    const { agent, program } = start("claude-code", { stdout: JSON.stringify({ ...CLAUDE_RESULT, result: "prose", structured_output: { approved: true } }) });
    expect(await agent.call(STRUCTURED)).toMatchObject({ text: "prose", structured: { approved: true } });
    expect(program.received().args.slice(-2)).toEqual(["--json-schema", JSON.stringify(SCHEMA)]);
  });

  test("claude-code: JSON in its prose is no structured answer", async () => {
    expect(await start("claude-code", { stdout: JSON.stringify({ ...CLAUDE_RESULT, result: VERDICT }) }).agent.call(STRUCTURED)).not.toHaveProperty("structured");
  });

  test("the others answer in structure if the whole message is one JSON value", async () => {
    for (const [name, stdout] of [["codex", codex(VERDICT)], ["gemini", gemini(` ${VERDICT}\n`)], ["opencode", opencode(VERDICT)], ["cursor-agent", cursor(VERDICT)]] as const) {
      const { agent, program } = start(name, { stdout });
      expect(await agent.call(STRUCTURED), name).toMatchObject({ structured: { approved: true } });
      expect(program.received().stdin).toContain("Answer with one JSON document");
    }
  });

  test.each([`Here you go: ${VERDICT}`, `\`\`\`json\n${VERDICT}\n\`\`\``, `${VERDICT}${VERDICT}`, '{"approved":tr', "APPROVE"])("never dug out of prose: %s", async (text) => {
    expect(await start("codex", { stdout: codex(text) }).agent.call(STRUCTURED)).toMatchObject({ text });
    expect(await start("codex", { stdout: codex(text) }).agent.call(STRUCTURED)).not.toHaveProperty("structured");
  });

  test("a text role reads JSON as text", async () => {
    expect(await start("codex", { stdout: codex(VERDICT) }).agent.call(agentRequest())).not.toHaveProperty("structured");
  });
});

describe("G4: what the programs say when it goes wrong", () => {
  test.each<[CommandPresetName, string, string]>([
    ["claude-code", JSON.stringify({ ...CLAUDE_RESULT, is_error: true, result: "API Error: 500" }), "it says that it failed: API Error: 500"],
    ["claude-code", JSON.stringify({ ...CLAUDE_RESULT, subtype: "error_max_turns", result: undefined }), "it says that it failed: error_max_turns"],
    ["claude-code", JSON.stringify({ ...CLAUDE_RESULT, type: "assistant" }), "no event says that the run ended well"],
    ["codex", lines(...CODEX_EVENTS, { type: "turn.failed", error: { message: "stream disconnected" } }), "it says that it failed: stream disconnected"],
    ["codex", lines(...CODEX_EVENTS), "no event says that the run ended well"],
    ["codex", `${lines(...CODEX_EVENTS)}panic!\n`, 'standard output has a line that is not JSON: "panic!"'],
    ["gemini", JSON.stringify({ session_id: "s", error: { type: "ApiError", message: "quota", code: 429 } }), "it says that it failed: quota"],
    ["gemini", gemini("half of it", { warnings: ["Loop detected, stopping execution"] }), "it says that it failed: Loop detected"],
    ["opencode", lines({ type: "step_start" }, { type: "error", error: { name: "ProviderAuthError", data: { message: "no key" } } }), "it says that it failed: no key"],
    ["opencode", opencode("x", "tool-calls"), "no event says that the run ended well"],
    ["cursor-agent", cursor("x", { is_error: true }), "it says that it failed: x"],
  ])("%s exits with 0 and prints %s", async (name, stdout, problem) => {
    const fault = await agentFailure(start(name, { stdout }).agent.call(agentRequest()));
    expect(fault.message).toContain(problem);
  });

  test("the program's own reason stands in the message of a bad exit", async () => {
    const { agent } = start("codex", { stdout: lines({ type: "turn.failed", error: { message: "usage limit\u001b[0m" } }), exitCode: 1 });
    expect((await agentFailure(agent.call(agentRequest()))).message).toContain("exited with code 1: usage limit\n");
  });

  test("G17: a reason of any length is cut short, and shows no key", async () => {
    const message = `sk-0123456789abcdefghij ${"x".repeat(100_000)}`;
    for (const exitCode of [0, 1]) {
      const { agent } = start("codex", { stdout: lines({ type: "turn.failed", error: { message } }), exitCode });
      const fault = await agentFailure(agent.call(agentRequest()));
      expect(fault.message).toContain("[redacted] xxx");
      expect(fault.message).not.toContain("0123456789");
      expect(fault.message.length).toBeLessThan(5000);
    }
  });

  test("truncated and refused answers are marked", async () => {
    expect(await start("opencode", { stdout: opencode("D", "length") }).agent.call(agentRequest())).toMatchObject({ finishReason: "length" });
    expect(await start("opencode", { stdout: opencode("D", "unheard-of") }).agent.call(agentRequest())).toMatchObject({ finishReason: "other" });
    expect(await start("claude-code", { stdout: JSON.stringify({ ...CLAUDE_RESULT, stop_reason: "refusal" }) }).agent.call(agentRequest())).toMatchObject({ finishReason: "refusal" });
  });

  test("case H08: usage that is not reported is unknown, not 0", async () => {
    const { usage, ...rest } = CLAUDE_RESULT;
    expect((await start("claude-code", { stdout: JSON.stringify({ ...rest, total_cost_usd: null, usage: { output_tokens: 4 } }) }).agent.call(agentRequest())).usage).toEqual({ outputTokens: 4 });
    expect((await start("gemini", { stdout: gemini("D", { stats: { models: {} } }) }).agent.call(agentRequest())).usage).toBeUndefined();
  });
});

describe("case F06: what was left behind", () => {
  const review = async (primary: ReturnType<typeof commandAgent>) => {
    const backup = scriptedAgent([{ structured: { approved: true } }], { id: "B" });
    const { result } = runLoop(oneReview(), { agents: { writer: scriptedAgent(["D"], { id: "w" }), reviewer: withFallback(primary, backup) }, input: { task: "T" } });
    return { token: (await result).token, asked: backup.calls.length };
  };

  test("a reviewer that was killed after a first message is not replaced", async () => {
    const { agent } = start("codex", { stdout: lines(...CODEX_EVENTS), hangs: true }, { id: "A", killGraceMs: 0 });
    expect(await review(withTimeout(agent, 1500))).toEqual({ token: "unavailable", asked: 0 });
  });

  const CUT = '{"type":"result","subtype":"success","result":"[F1 blocker';
  const TEXT_THEN_STEP = lines({ type: "step_start" }, { type: "text", part: { text: "[F1 blocker" } }, { type: "step_start" });

  test.each<[string, CommandPresetName, StandInAnswer]>([
    ["within its one document", "claude-code", { stdout: CUT, exitCode: 1 }],
    ["within its one document, though it says that it ended well", "cursor-agent", { stdout: CUT }],
    ["within a line", "codex", { stdout: `${lines({ type: "thread.started" })}{"type":"item.completed","item":{"type":"agent_message","text":"[F1`, exitCode: 1 }],
    ["in the step after it spoke", "opencode", { stdout: TEXT_THEN_STEP, exitCode: 1 }],
  ])("nor is one that broke off %s", async (_what, preset, answer) => {
    expect(await review(start(preset, answer, { id: "A" }).agent)).toEqual({ token: "unavailable", asked: 0 });
  });

  test("nor one that ended well and answered in prose", async () => {
    expect(await review(start("gemini", { stdout: "APPROVE" }, { id: "A" }).agent)).toEqual({ token: "unavailable", asked: 0 });
  });

  test("one that says in prose why it failed is", async () => {
    expect(await review(start("gemini", { stdout: "Invalid API key", exitCode: 1 }, { id: "A" }).agent)).toEqual({ token: "approved", asked: 1 });
  });

  test("one that failed before it said anything is", async () => {
    const { agent } = start("codex", { stdout: lines({ type: "thread.started" }, { type: "turn.failed", error: { message: "offline" } }), exitCode: 1 }, { id: "A" });
    expect(await review(agent)).toEqual({ token: "approved", asked: 1 });
  });
});

describe("declaration and options", () => {
  test("family and reported prices are the preset's unless the caller says otherwise", () => {
    expect(commandAgent({ preset: "claude-code", id: "a" })).toMatchObject({ id: "a", family: "claude", prices: "reported" });
    expect(commandAgent({ preset: "opencode", family: "qwen" })).toMatchObject({ family: "qwen", prices: "reported" });
    expect(commandAgent({ preset: "codex" })).not.toHaveProperty("prices");
    expect(commandAgent({ preset: "codex" })).not.toHaveProperty("capabilities");
  });

  test("the caller's arguments take the place of the read-only mode, nothing else", async () => {
    const { agent, program } = start("codex", { stdout: codex("D") }, { args: ["--model", "m"] });
    await agent.call(agentRequest());
    expect(program.received().args).toEqual(["exec", "--json", "--model", "m", "-"]);
  });

  test("G20: an unknown preset names the known ones", () => {
    const make = () => commandAgent({ preset: "claude" as CommandPresetName });
    expect(make).toThrow(LoopwrightError);
    expect(make).toThrow('commandAgent.preset must be one of "claude-code", "codex", "cursor-agent", "gemini", "opencode", not "claude"');
  });

  test.each<[object, string]>([
    [{ input: "json" }, "commandAgent.input"],
    [{ output: "text" }, "commandAgent.output"],
    [{ structured: "whole" }, "commandAgent.structured"],
    [{ args: "-m x" }, "commandAgent.args"],
    [{ shell: true }, "commandAgent.shell"],
  ])("G20: %j does not go with a preset", (more, path) => {
    expect(() => commandAgent({ preset: "codex", ...more })).toThrow(expect.objectContaining({ path }) as Error);
  });

  test("a program that is not installed is named with the way out", async () => {
    const { command: _mine, ...rest } = { command: "x", preset: "claude-code" as const, env: { PATH: "/nowhere" } };
    expect((await agentFailure(commandAgent(rest).call(agentRequest()))).message).toContain('command "claude" could not be started');
  });
});
