/**
 * What a document says, apart from how it is written: the guard of every fix.
 *
 * Invariants:
 * 1. A fix of the Markup family leaves the meaning as it is.
 * 2. A fix of the Wording family changes running text and nothing else: code, front matter, HTML, addresses, titles,
 *    definitions and the structure stay as they are.
 * 3. No fix breaks a link to a heading of the same document.
 */
import type { Nodes, Root } from "mdast";
import GithubSlugger from "github-slugger";
import { toString } from "mdast-util-to-string";
import { visit } from "unist-util-visit";
import { parseMarkdown } from "./inspect.ts";
import type { Family } from "./ruleset.ts";

/** Whether a fix of this family may turn the one text into the other. */
export function isSameMeaning(before: string, after: string, family: Family): boolean {
  const [old, young] = [parseMarkdown(before), parseMarkdown(after)];
  if (meaningOf(old, family) !== meaningOf(young, family)) return false;
  return family !== "Wording" || brokenFragments(young) <= brokenFragments(old);
}

/** How a reference is written (`[a]`, `[a][]`) and where a node stands say nothing. */
const WRITING = new Set(["position", "data", "referenceType"]);

function meaningOf(tree: Root, family: Family): string {
  return JSON.stringify(tree, function (this: Nodes, key, value: unknown) {
    if (WRITING.has(key)) return undefined;
    const isRunningText = (key === "value" && this.type === "text") || key === "alt";
    return isRunningText && family === "Wording" ? "" : value;
  });
}

/** How many links point to a heading that is not there. */
function brokenFragments(tree: Root): number {
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  const wanted: string[] = [];
  visit(tree, (node) => {
    if (node.type === "heading") anchors.add(slugger.slug(toString(node)));
    if ((node.type === "link" || node.type === "definition") && node.url.startsWith("#")) wanted.push(node.url.slice(1));
  });
  return wanted.filter((fragment) => !anchors.has(fragment)).length;
}
