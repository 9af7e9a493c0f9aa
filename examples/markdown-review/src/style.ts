/** Colour for a terminal; plain text everywhere else, and where `NO_COLOR` asks for it. */
import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

export interface Style {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly added: (text: string) => string;
  readonly removed: (text: string) => string;
  /** The changed words of a changed line. */
  readonly changed: (text: string) => string;
}

export function createStyle(stream: NodeJS.WriteStream): Style {
  const format = (name: Format) => (text: string) => styleText(name, text, { stream });
  return {
    strong: format("bold"),
    faint: format("dim"),
    good: format(["bold", "green"]),
    bad: format(["bold", "red"]),
    added: format("green"),
    removed: format("red"),
    changed: format("inverse"),
  };
}

/** Text from a document or an agent, made harmless: a terminal obeys control characters (G17). */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Control characters without tab and newline, and the marks that turn the direction of text. */
const UNPRINTABLE = /(?![\t\n])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;
