/**
 * Messages: given as text, or as the id of a text that the rule or its component declares, with arguments.
 *
 * Invariants:
 * 1. `{0}` stands for an argument, `{{` and `}}` for braces. A placeholder without its argument stays as it is.
 * 2. All messages of a log together may unfold to no more characters than the log may have bytes (LG-SEC-13): a short
 *    text of placeholders with one long argument would otherwise fill the memory.
 * 3. A text is taken apart once, however many results name it.
 */
import { EvidenceError } from "../evidence-error.js";
import type { Descriptor } from "./descriptors.js";
import type { JsonObjectAt } from "./json-object.js";

/** A text that was taken apart: literal texts, and numbers of arguments between them. */
interface Template {
  readonly parts: readonly (string | number)[];
  readonly isBlank: boolean;
}

const MARK = /\{\{|\}\}|\{(\d{1,9})\}/g;

/** Unfolds the messages of one log. */
export class Messages {
  readonly #templates = new Map<string, Template>();
  readonly #maxCharacters: number;
  #left: number;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
    this.#left = maxCharacters;
  }

  /** The text of a message; `null` where there is none to find, or only white space. */
  text(message: JsonObjectAt | null, descriptor: Descriptor | null, component: JsonObjectAt): string | null {
    if (message === null) return null;
    const text = message.text("text") ?? declaredText(message.text("id"), descriptor, component);
    return this.unfold(text, message.texts("arguments") ?? [], message.pathOf("arguments"));
  }

  /** A text with its arguments; `null` for none and for white space. */
  unfold(text: string | null, values: readonly string[], path: string): string | null {
    if (text === null) return null;
    const { parts, isBlank } = this.#templateOf(text);
    if (isBlank) return null;
    if (parts.length === 1 && parts[0] === text) return text;
    let filled = "";
    for (const part of parts) {
      const piece = typeof part === "string" ? part : (values[part] ?? `{${part}}`);
      this.#left -= piece.length + 1; // An empty argument is work too.
      if (this.#left < 0) {
        throw new EvidenceError("sarif-too-large", `the messages unfold to more than ${this.#maxCharacters} characters`, { path, hint: "Raise maxBytes, or let the analyser write shorter messages; nothing is cut." });
      }
      filled += piece;
    }
    return filled;
  }

  #templateOf(text: string): Template {
    const known = this.#templates.get(text);
    if (known !== undefined) return known;
    const template = { parts: partsOf(text), isBlank: text.trim() === "" };
    this.#templates.set(text, template);
    return template;
  }
}

function declaredText(id: string | null, descriptor: Descriptor | null, component: JsonObjectAt): string | null {
  if (id === null) return null;
  const declared = descriptor?.object.object("messageStrings")?.object(id) ?? (descriptor?.component ?? component).object("globalMessageStrings")?.object(id);
  return declared?.text("text") ?? null;
}

function partsOf(text: string): readonly (string | number)[] {
  const parts: (string | number)[] = [];
  let literal = "";
  let from = 0;
  for (const mark of text.matchAll(MARK)) {
    literal += text.slice(from, mark.index);
    from = mark.index + mark[0].length;
    if (mark[1] === undefined) {
      literal += mark[0].charAt(0);
    } else {
      if (literal !== "") parts.push(literal);
      literal = "";
      parts.push(Number(mark[1]));
    }
  }
  literal += text.slice(from);
  if (literal !== "") parts.push(literal);
  return parts;
}
