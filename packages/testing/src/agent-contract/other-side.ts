/** What stands behind an agent in a contract case: a service, a program or a function that plays a script. */
import type { Agent, FinishReason, Json, Usage } from "@loopwright/core";

/** Answers. With neither text nor a structured value it answers nothing, which is an answer too. */
export interface AnswersStep {
  readonly does: "answers";
  readonly text?: string;
  /** Given only where the request has a schema; a model says it as JSON. */
  readonly structured?: Json;
  readonly usage?: Usage;
  /** `"length"` or `"refusal"`. Default: a normal end. */
  readonly finishReason?: FinishReason;
}

/** Answers with a text: the JSON of the input it received. */
export interface EchoesStep {
  readonly does: "echoes";
}

/** Fails: an HTTP error, an exit code, a throw. */
export interface FailsStep {
  readonly does: "fails";
  /** Said by the other side, as a body, on standard error, as the error's message. */
  readonly message: string;
  readonly retryable: boolean;
  /** Asked for by the other side, in milliseconds: whole seconds. */
  readonly retryAfterMs?: number;
  /** Spent before it failed. */
  readonly usage?: Usage;
}

/** Takes the request and never says anything. */
export interface HangsStep {
  readonly does: "hangs";
}

/** Begins to answer and never ends. */
export interface StallsStep {
  readonly does: "stalls";
}

/** What the other side does with one request. */
export type OtherSideStep = AnswersStep | EchoesStep | FailsStep | HangsStep | StallsStep;

/** What arrived on the other side of one request. */
export interface SeenRequest {
  readonly instruction: string;
  readonly input: Json;
}

/** An agent, and the other side that it talks to. */
export interface AgentUnderTest {
  readonly agent: Agent;
  /** What arrived so far, in the order of arrival. */
  readonly seen: () => readonly SeenRequest[];
  /** Ends the other side. */
  readonly dispose?: () => void | Promise<void>;
}

/** What a case needs beside the script. */
export interface ContractSetup {
  /** The credential to configure the adapter with, if it takes one: a header, an API key. */
  readonly secret: string;
}

/** Makes an agent whose other side does step N with request N, in the order of arrival. */
export type CreateAgent = (script: readonly OtherSideStep[], setup: ContractSetup) => AgentUnderTest | Promise<AgentUnderTest>;
