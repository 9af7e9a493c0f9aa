/** Puts the loop together: the policy, its two agents, the request and the limits. */
import { runLoop } from "@loopwright/core";
import type { Agent, AgentReply, AgentRequest, EventGap, Policy, Run, RunEvent, RunResult } from "@loopwright/core";
import { qualityLoop } from "@loopwright/policies/quality-loop";
import type { CliOptions } from "./cli.ts";
import type { CommandLine } from "./command-line.ts";
import type { Engine } from "./engine.ts";
import { MAX_CHANGES } from "./feedback.ts";
import type { ModelService } from "./model-service.ts";
import { toRequest } from "./request.ts";
import { linterReviewer } from "./reviewer.ts";
import { fixerWriter } from "./writer.ts";

type TypesOf<P> = P extends Policy<infer Types> ? Types : never;
type LoopTypes = TypesOf<ReturnType<typeof qualityLoop>>;

export type ReviewRun = Run<LoopTypes>;
export type ReviewEvent = RunEvent<LoopTypes> | EventGap;
export type ReviewResult = RunResult<LoopTypes>;

/** Sees every answer of an agent; events carry sizes, not drafts. */
export type AnswerListener = (request: AgentRequest, reply: AgentReply) => void;

export interface ReviewSetup {
  readonly document: string;
  readonly options: Pick<CliOptions, "maxReviews" | "timeoutMs" | "writerCommand" | "reviewerCommand" | "writerModel" | "reviewerModel" | "modelService" | "commandInput">;
  readonly engine: Engine;
  /** Where plug-in commands run. */
  readonly directory: string;
  readonly signal: AbortSignal;
  readonly onAnswer?: AnswerListener;
}

/** Starts the loop over a document. */
export async function startReview(setup: ReviewSetup): Promise<ReviewRun> {
  const { document, options, signal, onAnswer = () => undefined } = setup;
  const [writer, reviewer] = [await writerOf(setup), await reviewerOf(setup)];
  return runLoop(qualityLoop({ maxReviews: options.maxReviews, maxChanges: MAX_CHANGES }), {
    agents: { writer: listening(writer, onAnswer), reviewer: listening(reviewer, onAnswer) },
    input: { request: toRequest(document) },
    limits: { runTimeoutMs: options.timeoutMs },
    signal,
  });
}

async function writerOf({ options, engine, directory }: ReviewSetup): Promise<Agent> {
  const { writerCommand, writerModel, modelService, commandInput } = options;
  if (writerCommand !== null) return commandWriter(writerCommand, commandInput, directory);
  return writerModel === null || modelService === null ? fixerWriter(engine) : model("writer", writerModel, modelService);
}

async function reviewerOf({ options, engine, directory }: ReviewSetup): Promise<Agent> {
  const { reviewerCommand, reviewerModel, modelService, commandInput } = options;
  if (reviewerCommand !== null) return commandReviewer(reviewerCommand, commandInput, directory);
  return reviewerModel === null || modelService === null ? linterReviewer(engine) : model("reviewer", reviewerModel, modelService);
}

async function model(role: "writer" | "reviewer", name: string, service: ModelService): Promise<Agent> {
  const { modelAgent } = await import("./model-agents.ts");
  return modelAgent(role, name, service);
}

async function commandWriter(line: CommandLine, input: "text" | "json", cwd: string): Promise<Agent> {
  const { commandAgent } = await import("@loopwright/agents/command");
  return commandAgent({ ...line, id: "writer-cmd", cwd, input, output: "text" });
}

/** Its whole output is the decision; JSON in the middle of prose is none (G7). */
async function commandReviewer(line: CommandLine, input: "text" | "json", cwd: string): Promise<Agent> {
  const { commandAgent } = await import("@loopwright/agents/command");
  return commandAgent({ ...line, id: "reviewer-cmd", cwd, input, output: "json", structured: "whole" });
}

function listening(agent: Agent, onAnswer: AnswerListener): Agent {
  return {
    ...agent,
    call: async (request) => {
      const reply = await agent.call(request);
      onAnswer(request, reply);
      return reply;
    },
  };
}
