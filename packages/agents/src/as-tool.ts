/**
 * A loop as a tool of the AI SDK: a model calls it, the loop runs, its result is the tool's.
 *
 * Invariants:
 * 1. Whatever an agent did, the tool ends with a result and never throws: a stop, a limit, an abort and a fault of the
 *    policy are results, and so is an input that the policy refuses, so that the model can mend it.
 * 2. What comes before the result are preliminary results, one per step of the run; they carry no drafts (G13).
 * 3. The tool call's signal aborts the run; a consumer that stops reading ends it, too (G10).
 * 4. A suspended run ends the tool call with its question. The model can relay it and cannot answer it: resuming takes
 *    the token, which only the host sees, and names who answers (G16).
 * 5. Nothing of `ai` is loaded here: a tool is a plain object. The package is a peer for its types and for whoever calls.
 */
import { LoopwrightError, runLoop } from "@loopwright/core";
import type { AgentsFor, Clock, EventGap, Independence, Json, Policy, PolicyTypes, Question, RunEvent, RunLimits, RunResult, RunUsage, UnreviewedChange } from "@loopwright/core";
import type { FlexibleSchema, Tool } from "ai";
import { resumeTokenOf } from "./as-tool/resume-token.js";
import { checkOptions, nonBlankString, refuse } from "./options.js";
import type { OptionRule, OptionRules } from "./options.js";
import { clockRule } from "./wrapper/wrapped-agent.js";

export { readResumeToken } from "./as-tool/resume-token.js";

/** A step of a run that goes on. */
export interface LoopToolProgress {
  readonly status: "running";
  readonly round: number;
  readonly phase: string;
  /** The run's event, such as `"call.started"` or `"decision.made"`. */
  readonly event: string;
  /** Who is asked, for a call. */
  readonly role?: string;
  /** What was decided, for a decision. */
  readonly token?: string;
}

interface Concluded<T extends PolicyTypes> {
  /** Names the run, in events and for the host. */
  readonly runId: string;
  readonly rounds: number;
  readonly report: T["report"];
  readonly reviewedVersion: string | null;
  readonly unreviewedChange: UnreviewedChange | null;
  readonly independence: Independence;
  readonly usage: RunUsage;
}

/** What the tool gives: progress first, then one result. */
export type LoopToolOutput<T extends PolicyTypes = PolicyTypes> =
  | LoopToolProgress
  | ({ readonly status: "passed"; readonly token: T["pass"] } & Concluded<T>)
  | ({ readonly status: "stopped" | "aborted"; readonly token: string } & Concluded<T>)
  | ({ readonly status: "suspended"; readonly token: T["ask"]; readonly question: Question; readonly resumeToken: string } & Concluded<T>)
  | { readonly status: "failed"; readonly runId: string; readonly code: string; readonly message: string }
  | { readonly status: "refused"; readonly code: string; readonly message: string; readonly path: string | null; readonly hint: string | null };

/** Options of {@link asTool}. */
export interface LoopToolOptions<T extends PolicyTypes, Given> {
  /** What the model is told that the tool does. */
  readonly description: string;
  /** What the model has to give: anything that the AI SDK takes as `inputSchema`. */
  readonly inputSchema: FlexibleSchema<Given>;
  /** Agents, or how to make them anew for each call. */
  readonly agents: AgentsFor<T["roles"]> | (() => AgentsFor<T["roles"]>);
  /** The policy's input, made of what the model gave. Default: what it gave. */
  readonly input?: ((given: Given) => T["input"]) | undefined;
  readonly limits?: RunLimits | undefined;
  readonly clock?: Clock | undefined;
  /** Sees every event of every run. */
  readonly onEvent?: ((event: RunEvent<T>) => void) | undefined;
}

/** A tool of the AI SDK that runs a loop. */
export type LoopTool<T extends PolicyTypes, Given> = Tool<Given, LoopToolOutput<T>> & {
  readonly execute: (given: Given, options: { readonly abortSignal?: AbortSignal | undefined }) => AsyncGenerator<LoopToolOutput<T>>;
};

const functionRule: OptionRule = (value, path) => {
  if (typeof value !== "function") refuse(path, value, "be a function", "Pass a function or leave it out.");
};

const objectRule: OptionRule = (value, path) => {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) refuse(path, value, "be an object", "Pass a schema or the agents.");
};

const RULES: OptionRules<LoopToolOptions<PolicyTypes, unknown>> = {
  description: nonBlankString,
  inputSchema: objectRule,
  agents: objectRule,
  input: functionRule,
  limits: objectRule,
  clock: clockRule,
  onEvent: functionRule,
};

/**
 * Makes a tool of a policy.
 *
 * @throws LoopwrightError `agent-option-*`, at once. Agents and limits are checked when the tool is called, as `runLoop`
 *   checks them: what is wrong with them is thrown there, because no model can mend it.
 */
export function asTool<T extends PolicyTypes, Given = T["input"]>(policy: Policy<T>, options: LoopToolOptions<T, Given>): LoopTool<T, Given> {
  checkOptions<LoopToolOptions<PolicyTypes, unknown>>(options, "asTool.options", RULES, ["description", "inputSchema", "agents"]);
  const tool = {
    description: options.description,
    inputSchema: options.inputSchema,
    execute: (given: Given, { abortSignal }: { readonly abortSignal?: AbortSignal | undefined }) => execute(policy, options, given, abortSignal),
    toModelOutput: ({ output }: { readonly output: LoopToolOutput<T> }) => ({ type: "json" as const, value: forModel(output) }),
  };
  return tool; // The AI SDK's own type of a tool is a union over kinds; this is the function kind.
}

async function* execute<T extends PolicyTypes, Given>(policy: Policy<T>, options: LoopToolOptions<T, Given>, given: Given, signal: AbortSignal | undefined): AsyncGenerator<LoopToolOutput<T>> {
  const { agents, input, limits, clock, onEvent } = options;
  let run: ReturnType<typeof runLoop<T>>;
  try {
    run = runLoop(policy, {
      agents: typeof agents === "function" ? agents() : agents,
      input: input === undefined ? given : input(given),
      limits,
      clock,
      onEvent,
      signal,
    });
  } catch (fault) {
    const refusal = refusalOf(fault);
    if (refusal === null) throw fault;
    yield refusal;
    return;
  }
  try {
    for await (const event of run) {
      const progress = progressOf(event);
      if (progress !== null) yield progress;
    }
    yield outputOf(run.id, await run.result);
  } finally {
    run.abort("nobody reads the tool's results any more"); // Does nothing to a run that is over.
    await run.result;
  }
}

/** A fault in what the model gave; `null` for one in what the host set up, and for everything unexpected. */
function refusalOf(fault: unknown): Extract<LoopToolOutput, { readonly status: "refused" }> | null {
  if (!(fault instanceof LoopwrightError)) return null;
  const { code, message, path, hint } = fault as LoopwrightError;
  const isSetup = path !== null && /^(?:agents|limits|eventBuffer|runId)\b/.test(path);
  return isSetup ? null : { status: "refused", code, message, path, hint };
}

function progressOf<T extends PolicyTypes>(event: RunEvent<T> | EventGap): LoopToolProgress | null {
  const { type, round, phase, role, token } = event as Partial<Extract<RunEvent, { readonly type: "call.started" } | { readonly type: "decision.made" }>> & { readonly role?: string; readonly token?: string };
  if ((type !== "call.started" && type !== "decision.made") || round === undefined || phase === undefined) return null;
  return { status: "running", round, phase, event: type, ...(role !== undefined && { role }), ...(token !== undefined && { token }) };
}

function outputOf<T extends PolicyTypes>(runId: string, result: RunResult<T>): LoopToolOutput<T> {
  if (result.status === "failed") return { status: "failed", runId, code: result.error.code, message: result.error.message };
  const { rounds, report, reviewedVersion, unreviewedChange, independence, usage } = result;
  const concluded: Concluded<T> = { runId, rounds, report, reviewedVersion, unreviewedChange, independence, usage };
  switch (result.status) {
    case "passed":
      return { status: "passed", token: result.token, ...concluded };
    case "suspended":
      return { status: "suspended", token: result.token, question: result.question, resumeToken: resumeTokenOf(result.snapshot), ...concluded };
    case "stopped":
    case "aborted":
      return { status: result.status, token: result.token, ...concluded };
  }
}

const RELAY = "The run waits for a person. Relay the question to the user; do not answer it yourself.";

/** What the model reads: no accounts, no token that resumes a run. */
function forModel<T extends PolicyTypes>(output: LoopToolOutput<T>): Json {
  if (output.status === "running" || output.status === "failed" || output.status === "refused") return asJson(output);
  const { usage: _usage, independence: _independence, ...told } = output;
  if (told.status !== "suspended") return asJson(told);
  const { resumeToken: _resumeToken, ...question } = told;
  return asJson({ ...question, note: RELAY });
}

function asJson(value: object): Json {
  return JSON.parse(JSON.stringify(value)) as Json; // reports are plain data; what is undefined in them is left out
}
