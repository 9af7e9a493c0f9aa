/**
 * What a command reads on its standard input.
 *
 * Invariants:
 * 1. The document is a function of `role`, `purpose`, `instruction`, `input`, `schema` and `tools` alone. Call id, key,
 *    version, repair number and deadline would tell a reviewer which review it is in (QU-REVIN-03).
 * 2. Instruction and input arrive unchanged and whole (QU-REVIN-04). A fence is longer than any run of backticks in
 *    what it holds, so that no text under review can end its own fence (G17).
 */
import { AgentError } from "@loopwright/core";
import type { AgentRequest, Json } from "@loopwright/core";
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
  const parts = [instruction, "# Input", ...inputParts(input), "# Tools", toolsSentence(tools)];
  if (schema !== null) {
    parts.push("# Answer", "Answer with one JSON document that meets this JSON Schema, and with nothing else:", fence(schema));
  }
  return `${parts.join("\n\n")}\n`;
}

function inputParts(input: Json): readonly string[] {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return [fence(input)];
  return Object.entries(input).flatMap(([key, value]: [string, Json]) => [`## ${oneLine(key)}`, fence(value)]);
}

/** Tools are always explicit: silence would leave a program all of its own (QU-TOOL-01). */
function toolsSentence(tools: readonly string[]): string {
  if (tools.length === 0) return "Use no tools.";
  return `Use no tools but these: ${tools.map(oneLine).join(", ")}.`;
}

function fence(value: Json): string {
  const [language, content] = typeof value === "string" ? ["text", value] : ["json", JSON.stringify(value, null, 2)];
  const longestRun = (content.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 2);
  const marks = "`".repeat(longestRun + 1);
  return `${marks}${language}\n${content}\n${marks}`;
}

/** Keys and tool names stand in headings and sentences; a line break in them would start a new one. */
function oneLine(name: string): string {
  return /[\r\n\u2028\u2029]/.test(name) ? JSON.stringify(name) : name;
}
