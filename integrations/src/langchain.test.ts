import { runLoop } from "@loopwright/core";
import { qualityLoop } from "@loopwright/policies/quality-loop";
import { AIMessage } from "@langchain/core/messages";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { RunnableLambda } from "@langchain/core/runnables";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { Annotation, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { expect, test } from "vitest";
import { langchainRole, type RoleInput } from "./langchain-role.js";
import { qualityLoopNode } from "./langgraph-node.js";
import { qualityAgents } from "./quality-agents.fixture.js";

const prompt = ChatPromptTemplate.fromMessages<RoleInput>([["system", "{instruction}"], ["human", "{input}"]]);

test("runnables write and review", async () => {
  const writer = langchainRole(prompt.pipe(new FakeListChatModel({ responses: ["D1"] })), { id: "writer" });
  const judge = new FakeListChatModel({ responses: ['{"approved":true,"feedback":[]}'] }).withStructuredOutput<{ approved: boolean }>({});
  const reviewer = langchainRole(prompt.pipe(judge), { id: "reviewer" });
  const result = await runLoop(qualityLoop(), { agents: { writer, reviewer }, input: { request: "R {with} braces" } }).result;
  expect(result).toMatchObject({ status: "passed", report: { draft: "D1" } });
});

test("usage of a message is settled; a message is prose and no verdict", async () => {
  const message = Object.assign(new AIMessage('{"approved":true,"feedback":[]}'), { usage_metadata: { input_tokens: 7, output_tokens: 3, total_tokens: 10 } });
  const speaking = langchainRole(RunnableLambda.from(async () => message), { id: "speaking" });
  const result = await runLoop(qualityLoop(), { agents: { writer: langchainRole(RunnableLambda.from(async () => "D1"), { id: "w" }), reviewer: speaking }, input: { request: "R" } }).result;
  expect(result.status).toBe("stopped");
  expect(result.usage.byRole["reviewer"]).toMatchObject({ inputTokens: 14, outputTokens: 6 }); // one repair was asked for
});

test("an abort reaches the runnable", async () => {
  const hanging = RunnableLambda.from<RoleInput, string>((_input, config) => new Promise((_resolve, reject) => config.signal?.addEventListener("abort", () => reject(new Error("aborted")))));
  const controller = new AbortController();
  const run = runLoop(qualityLoop(), { agents: { ...qualityAgents(), writer: langchainRole(hanging, { id: "w" }) }, input: { request: "R" }, signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  expect(await run.result).toMatchObject({ status: "aborted" });
});

test("a loop is a node of a graph; edges branch on its token", async () => {
  const State = Annotation.Root({ request: Annotation<string>, draft: Annotation<string | null>, token: Annotation<string | null>, published: Annotation<boolean> });
  const graph = new StateGraph(State)
    .addNode("review", qualityLoopNode(qualityAgents()))
    .addNode("publish", async () => ({ published: true }))
    .addEdge(START, "review")
    .addConditionalEdges("review", ({ token }) => (token === "approved" ? "publish" : END))
    .addEdge("publish", END)
    .compile({ checkpointer: new MemorySaver() });
  const state = await graph.invoke({ request: "R" }, { configurable: { thread_id: "1" } });
  expect(state).toMatchObject({ token: "approved", draft: "D2", published: true });
});
