/** Puts the loop together: the policy, its two agents, the request and the limits. */
import { runLoop } from "@loopwright/core";
import type { Agent, AgentReply, AgentRequest, EventGap, Policy, Run, RunEvent, RunResult } from "@loopwright/core";
import { qualityLoop } from "@loopwright/policies/quality-loop";
import type { CliOptions } from "./cli.ts";
import type { CommandLine } from "./command-line.ts";
import type { Engine } from "./engine.ts";
import { MAX_CHANGES } from "./feedback.ts";
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
  readonly options: Pick<CliOptions, "maxReviews" | "timeoutMs" | "writerCommand" | "reviewerCommand" | "commandInput">;
  readonly engine: Engine;
  /** Where plug-in commands run. */
  readonly directory: string;
  readonly signal: AbortSignal;
  readonly onAnswer?: AnswerListener;
}

/** Starts the loop over a document. */
export async function startReview({ document, options, engine, directory, signal, onAnswer = () => undefined }: ReviewSetup): Promise<ReviewRun> {
  const { writerCommand, reviewerCommand, commandInput } = options;
  const writer = writerCommand === null ? fixerWriter(engine) : await commandWriter(writerCommand, commandInput, directory);
  const reviewer = reviewerCommand === null ? linterReviewer(engine) : await commandReviewer(reviewerCommand, commandInput, directory);
  return runLoop(qualityLoop({ maxReviews: options.maxReviews, maxChanges: MAX_CHANGES }), {
    agents: { writer: listening(writer, onAnswer), reviewer: listening(reviewer, onAnswer) },
    input: { request: toRequest(document) },
    limits: { runTimeoutMs: options.timeoutMs },
    signal,
  });
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
