import type { AgentDescription } from "@loopwright/core";
import { refuse } from "./config-error.js";
import type { QualitySettings } from "./options.js";
import { checkRequest, type QualityInput } from "./request.js";

/** The agents as far as the configuration depends on them; a caller without types may leave one out. */
interface QualityAgents {
  readonly writer?: AgentDescription | null;
  readonly reviewer?: AgentDescription | null;
}

/** Checks the whole configuration before the first event (QU-CFG-01). */
export function checkConfiguration(settings: QualitySettings, input: QualityInput | null | undefined, agents: QualityAgents | null | undefined): void {
  checkRequest(input?.request);
  const { writer, reviewer } = agents ?? {};
  if (writer == null || reviewer == null) return; // The runner names the missing one.
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

function checkTools(role: "writer" | "reviewer", tools: readonly string[], agent: AgentDescription): void {
  const foreign = tools.find((tool) => agent.allowedTools?.includes(tool) !== true);
  if (foreign === undefined) return;
  refuse("tool-not-allowed", `tools.${role}`, `tool "${foreign}" is not among the ${role}'s allowedTools`, "The loop may narrow an agent's tools, never add one.");
}
