/**
 * What a command reads on its standard input.
 *
 * Invariants:
 * 1. The document is a function of `role`, `purpose`, `instruction`, `input`, `schema` and `tools` alone. Call id, key,
 *    version, repair number and deadline would tell a reviewer which review it is in (QU-REVIN-03).
 * 2. Instruction and input arrive unchanged and whole (QU-REVIN-04); fences hold what they hold (input-sections.ts).
 */
import { AgentError } from "@loopwright/core";
import type { AgentRequest } from "@loopwright/core";
import { fence, inputSections, oneLine } from "../input-sections.js";
import type { InputMode } from "./options.js";

type RequestDocument = Pick<AgentRequest, "role" | "purpose" | "instruction" | "input" | "schema" | "tools">;

const RENDERERS: { readonly [Mode in InputMode]: (request: RequestDocument) => string } = {
  json: renderJson,
  text: renderText,
};

/** The document for one request. Throws an `AgentError` for text that UTF-8 cannot hold. */
export function renderRequest(mode: InputMode, request: RequestDocument): string {
  const document = RENDERERS[mode](request);
  if (document.isWellFormed()) return document;
  throw new AgentError('the request holds half a surrogate pair, which UTF-8 cannot carry: use input "json", which escapes it');
}

/** One JSON document with all six keys, always; `purpose` and `schema` may be null. */
function renderJson({ role, purpose, instruction, input, schema, tools }: RequestDocument): string {
  return `${JSON.stringify({ role, purpose: purpose ?? null, instruction, input, schema, tools })}\n`;
}

/**
 * The instruction, a blank line, then sections under headings: `# Input` with one `## key` per key of the input,
 * `# Tools`, and `# Answer` with the JSON Schema if there is one. Strings stand verbatim in `text` fences, other values
 * in `json` fences; the line break before a closing fence is not part of the value.
 */
function renderText({ instruction, input, schema, tools }: RequestDocument): string {
  const parts = [instruction, "# Input", ...inputSections(input), "# Tools", toolsSentence(tools)];
  if (schema !== null) {
    parts.push("# Answer", "Answer with one JSON document that meets this JSON Schema, and with nothing else:", fence(schema));
  }
  return `${parts.join("\n\n")}\n`;
}

/** Tools are always explicit: silence would leave a program all of its own (QU-TOOL-01). */
function toolsSentence(tools: readonly string[]): string {
  if (tools.length === 0) return "Use no tools.";
  return `Use no tools but these: ${tools.map(oneLine).join(", ")}.`;
}
