import { jsonSchema } from "ai";
import { expectTypeOf, test } from "vitest";
import { asTool } from "./as-tool.js";
import type { LoopToolOutput } from "./as-tool.js";
import { commandAgent, functionAgent, record, replay, withConcurrency, withFallback, withRetry, withTimeout } from "./index.js";
import type { Agent, CommandPresetName } from "./index.js";
import { oneReview } from "./wrapper/one-review.fixture.js";

const agent = functionAgent(() => "");

test("every wrapper takes an agent and is one", () => {
  expectTypeOf(withRetry(agent, { attempts: 2 })).toExtend<Agent>();
  expectTypeOf(withTimeout(agent, 10)).toExtend<Agent>();
  expectTypeOf(withFallback(agent, agent)).toExtend<Agent>();
  expectTypeOf(withConcurrency(2)(agent)).toExtend<Agent>();
  expectTypeOf(record(agent, "c.json")).toExtend<Agent>();
  expectTypeOf(replay("c.json")).toExtend<Agent>();
  // @ts-expect-error how often is not guessed
  withRetry(agent, {});
  // @ts-expect-error a text is no agent
  withTimeout("agent", 10);
});

test("a preset is one of the known names and leaves no room for formats", () => {
  expectTypeOf<CommandPresetName>().toEqualTypeOf<"claude-code" | "codex" | "cursor-agent" | "gemini" | "opencode">();
  commandAgent({ preset: "codex", args: ["--model", "m"], family: "gpt" });
  // @ts-expect-error not a preset
  commandAgent({ preset: "claude" });
  // @ts-expect-error the preset knows its output
  commandAgent({ preset: "codex", output: "text" });
});

test("a tool knows its policy's agents, input, tokens and report", () => {
  const agents = { writer: agent, reviewer: agent };
  const inputSchema = jsonSchema<{ task: string }>({});
  const tool = asTool(oneReview(), { description: "d", inputSchema, agents });
  type Output = ReturnType<typeof tool.execute> extends AsyncGenerator<infer Yielded> ? Yielded : never;
  expectTypeOf<Extract<Output, { status: "passed" }>["token"]>().toEqualTypeOf<"approved">();
  expectTypeOf<Extract<Output, { status: "passed" }>["report"]>().toEqualTypeOf<{ draft: string; failure: string | null }>();
  expectTypeOf<Output>().toExtend<LoopToolOutput>();
  asTool(oneReview(), { description: "d", inputSchema: jsonSchema<{ words: string[] }>({}), agents, input: ({ words }) => ({ task: words.join() }) });
  // @ts-expect-error the reviewer is missing
  asTool(oneReview(), { description: "d", inputSchema, agents: { writer: agent } });
  // @ts-expect-error not the policy's input
  asTool(oneReview(), { description: "d", inputSchema, agents, input: () => ({ words: 1 }) });
});
