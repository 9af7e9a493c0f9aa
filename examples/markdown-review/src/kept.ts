/**
 * Whether a draft still is the document: a writer that throws text away must not pass because what is left is tidy.
 *
 * Invariants:
 * 1. Code, front matter and addresses of the document all stand in the draft.
 * 2. At most one word in ten came or went. In short texts a few more may, up to half, so that they can be mended.
 */
import type { Root } from "mdast";
import { toString } from "mdast-util-to-string";
import { visit } from "unist-util-visit";
import type { Finding } from "./finding.ts";
import { parseMarkdown, shorten } from "./inspect.ts";

/** How many of this many words may come or go. */
function freeWords(words: number): number {
  const inShortTexts = Math.min(5, Math.max(2, Math.ceil(words / 2)));
  return Math.max(inShortTexts, Math.floor(words / 10));
}

/** What the draft lost of the document, or added to it. */
export function findLosses(document: string, draft: string): Finding[] {
  if (document === draft) return [];
  const [before, after] = [parseMarkdown(document), parseMarkdown(draft)];
  const lost = missingFrom(fixedParts(after), fixedParts(before)).map((part) => loss(part));
  const [oldWords, newWords] = [wordsOf(before), wordsOf(after)];
  const free = freeWords(oldWords.length);
  const [gone, added] = [missingFrom(newWords, oldWords).length, missingFrom(oldWords, newWords).length];
  if (gone > free) lost.push(loss(`${gone} of ${oldWords.length} words are gone`));
  if (added > free) lost.push(loss(`${added} words are new, in a document of ${oldWords.length}`));
  return lost;
}

function loss(what: string): Finding {
  return { rule: "document:kept", line: 1, column: 1, actual: shorten(what), expected: null };
}

/** What no revision has a reason to touch. */
function fixedParts(tree: Root): string[] {
  const parts: string[] = [];
  visit(tree, (node) => {
    if (node.type === "code" || node.type === "inlineCode" || node.type === "yaml") parts.push(node.value);
    if (node.type === "link" || node.type === "image" || node.type === "definition") parts.push(node.url);
  });
  return parts;
}

/** Words without their punctuation, so that `nodejs` and `Node.js` are one word. */
function wordsOf(tree: Root): string[] {
  const words = tree.children.flatMap((node) => toString(node).toLowerCase().split(/\s+/));
  return words.map((word) => word.replace(/[^\p{L}\p{N}]+/gu, "")).filter((word) => word !== "");
}

/** The items of `wanted` that `present` does not hold, each as often as it is missing. */
function missingFrom(present: readonly string[], wanted: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const item of present) counts.set(item, (counts.get(item) ?? 0) + 1);
  return wanted.filter((item) => {
    const count = counts.get(item) ?? 0;
    counts.set(item, count - 1);
    return count <= 0;
  });
}
