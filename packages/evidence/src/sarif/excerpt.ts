/**
 * Texts of a log inside our own sentences: on one line (LG-SEC-19), and never long, since many results may share one text.
 */
import { oneLine } from "../text/one-line.js";

const MAX_EXCERPT = 300;

/** The text, or its start and how long it is. */
export function excerpt(text: string): string {
  return text.length <= MAX_EXCERPT ? oneLine(text) : `${oneLine(text.slice(0, MAX_EXCERPT))}… (${text.length} characters)`;
}

/** A word in quotation marks. */
export function quoted(word: string): string {
  return `"${excerpt(word)}"`;
}
