import { copyPlain, LoopwrightError, type AgentDescription, type Json, type JsonObject } from "@loopwright/core";
import { refuse } from "./config-error.js";
import type { QualitySettings } from "./options.js";

/** What is to be made: a text, or a plain JSON object. Opaque to the loop (QU-REQ-01). */
export type QualityRequest = string | JsonObject;

/** What a quality loop starts from. */
export interface QualityInput {
  readonly request: QualityRequest;
}

/** The agents as far as the configuration depends on them. */
interface QualityAgents {
  readonly writer: AgentDescription;
  readonly reviewer: AgentDescription;
}

/** Checks the whole configuration before the first event (QU-CFG-01). */
export function checkConfiguration(settings: QualitySettings, input: QualityInput, agents: QualityAgents): void {
  checkRequest((input as Partial<QualityInput> | null | undefined)?.request);
  const { writer, reviewer } = agents as Partial<QualityAgents>;
  if (writer === undefined || reviewer === undefined) return; // The runner names the missing one.
  if (writer === reviewer || (writer.id !== undefined && writer.id === reviewer.id)) {
    refuse("same-agent", "agents.reviewer", "writer and reviewer are the same agent", "A writer must not judge its own work: pass two agents with ids of their own.");
  }
  if (reviewer.capabilities?.structuredOutput === false) {
    refuse("structured-output-unsupported", "agents.reviewer", "the reviewer cannot give structured output", "A run that can never decide is not started.");
  }
  checkTools("writer", settings.tools.writer, writer);
  checkTools("reviewer", settings.tools.reviewer, reviewer);
  if (settings.tools.reviewer.length > 0 && reviewer.capabilities?.structuredWithTools !== true) {
    refuse("tools-with-schema-unsupported", "tools.reviewer", "the reviewer does not declare that it combines tools with a schema", "Gather facts before the run and put them into the request.");
  }
}

function checkRequest(request: unknown): void {
  const hint = "Pass a text that is not blank, or a plain JSON object with at least one key.";
  if (typeof request === "string") {
    if (request.trim() === "") refuse("request-empty", "input.request", "the request is blank", hint);
    return;
  }
  let copy: Json;
  try {
    copy = copyPlain(request, { path: "input.request" });
  } catch (thrown) {
    if (!(thrown instanceof LoopwrightError)) throw thrown;
    return refuse("request-not-json", thrown.path ?? "input.request", thrown.message, hint);
  }
  if (typeof copy !== "object" || copy === null || Array.isArray(copy)) {
    return refuse("request-not-json", "input.request", "the request is neither a text nor a plain object", hint);
  }
  if (Object.keys(copy).length === 0) refuse("request-empty", "input.request", "the request has no keys", hint);
}

function checkTools(role: "writer" | "reviewer", tools: readonly string[], agent: AgentDescription): void {
  const foreign = tools.find((tool) => agent.allowedTools?.includes(tool) !== true);
  if (foreign === undefined) return;
  refuse("tool-not-allowed", `tools.${role}`, `tool "${foreign}" is not among the ${role}'s allowedTools`, "The loop may narrow an agent's tools, never add one.");
}
