/**
 * What a command reads on its standard input.
 *
 * Invariants:
 * 1. The document is a function of what may be told of a request alone (QU-REVIN-03; request-document.ts).
 * 2. Instruction and input arrive unchanged and whole (QU-REVIN-04); fences hold what they hold (input-sections.ts).
 */
import { AgentError } from "@loopwright/core";
import { fence, inputSections, oneLine } from "../input-sections.js";
import { requestDocument } from "../request-document.js";
import type { ToldRequest } from "../request-document.js";
import type { InputMode } from "./options.js";

const RENDERERS: { readonly [Mode in InputMode]: (request: ToldRequest) => string } = {
  json: (request) => `${requestDocument(request)}\n`,
  text: renderText,
};

/** The document for one request. Throws an `AgentError` for text that UTF-8 cannot hold. */
export function renderRequest(mode: InputMode, request: ToldRequest): string {
  const document = RENDERERS[mode](request);
  if (document.isWellFormed()) return document;
  throw new AgentError('the request holds half a surrogate pair, which UTF-8 cannot carry: use input "json", which escapes it');
}

/**
 * The instruction, a blank line, then sections under headings: `# Input` with one `## key` per key of the input,
 * `# Tools`, and `# Answer` with the JSON Schema if there is one. Strings stand verbatim in `text` fences, other values
 * in `json` fences; the line break before a closing fence is not part of the value.
 */
function renderText({ instruction, input, schema, tools }: ToldRequest): string {
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
