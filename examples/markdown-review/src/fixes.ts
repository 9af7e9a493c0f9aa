/** The change that mends one flaw: the fixers of the rules themselves, or an edit where a rule brings none. */
import type { Nodes, Parents, PhrasingContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import type { Change } from "./change.ts";
import type { Flaw } from "./inspect.ts";
import { ruleOf } from "./ruleset.ts";

/** The rules that {@link edits} mends. */
type EditedRule =
  | "remark-lint:no-shortcut-reference-link"
  | "remark-lint:no-shortcut-reference-image"
  | "remark-lint:no-blockquote-without-marker"
  | "remark-lint:list-item-bullet-indent"
  | "remark-lint:list-item-indent"
  | "remark-lint:ordered-list-marker-style"
  | "remark-lint:hard-break-spaces"
  | "remark-lint:final-newline";

type MakeEdit = (flaw: Flaw, text: string) => Change | null;

/** The change that mends this flaw, or `null` if nothing mechanical does. */
export function changeFor(flaw: Flaw, text: string): Change | null {
  switch (ruleOf(flaw.rule).fix) {
    case "suggestion":
    case "textlint":
      return flaw.replacement === null ? null : [{ start: flaw.start, end: flaw.end, text: flaw.replacement }];
    case "stringify":
      return stringifyAgain(flaw, text);
    case "edit":
      return edits[flaw.rule as EditedRule](flaw, text);
    case "none":
      return null;
  }
}

const insertAtEndOfNode =
  (inserted: string): MakeEdit =>
  (flaw) => [{ start: flaw.end, end: flaw.end, text: inserted }];

const edits: { readonly [Id in EditedRule]: MakeEdit } = {
  "remark-lint:no-shortcut-reference-link": insertAtEndOfNode("[]"),
  "remark-lint:no-shortcut-reference-image": insertAtEndOfNode("[]"),
  "remark-lint:no-blockquote-without-marker": (flaw) => [{ start: flaw.start, end: flaw.start, text: "> " }],
  "remark-lint:list-item-bullet-indent": (flaw, text) => outdent(flaw, text, flaw.column - 1, text.lastIndexOf("\n", flaw.start) + 1),
  "remark-lint:list-item-indent": (flaw, text) => outdent(flaw, text, spacesBefore(text, flaw.start) - 1, flaw.start - spacesBefore(text, flaw.start)),
  "remark-lint:ordered-list-marker-style": (flaw) => [{ start: flaw.start, end: flaw.start + 1, text: "." }],
  "remark-lint:hard-break-spaces": (flaw, text) => [{ start: flaw.start, end: flaw.start + spacesAfter(text, flaw.start), text: "  " }],
  "remark-lint:final-newline": (flaw, text) => [{ start: text.length, end: text.length, text: newlineOf(text) }],
};

/** Lets remark-stringify print the reported node. What stands inside it is kept to the letter. */
function stringifyAgain(flaw: Flaw, text: string): Change | null {
  const node = flaw.ancestors.at(-1);
  const start = node?.position?.start.offset;
  const end = node?.position?.end.offset;
  if (node === undefined || start === undefined || end === undefined) return null;
  const printed = unified()
    .use(remarkGfm)
    .use(remarkStringify, { setext: false, emphasis: text[start] === "*" ? "_" : "*" })
    .stringify({ type: "root", children: [node.type === "link" ? node : verbatim(node, text)] } as never) // One node of any kind prints.
    .trimEnd();
  return printed === text.slice(start, end) ? null : [{ start, end, text: printed }];
}

/** The node with its content as raw text, so that printing it escapes and reformats nothing inside. */
function verbatim(node: Nodes, text: string): Nodes {
  const children: readonly Nodes[] = "children" in node ? node.children : [];
  const start = children[0]?.position?.start.offset;
  const end = children.at(-1)?.position?.end.offset;
  if (start === undefined || end === undefined) return node;
  const content: PhrasingContent = { type: "html", value: text.slice(start, end) };
  return { ...(node as Parents), children: [content] } as Nodes;
}

/** Takes `count` spaces at `from`, and as many from the lines that follow in the reported list item. */
function outdent(flaw: Flaw, text: string, count: number, from: number): Change | null {
  const item = flaw.ancestors.at(-1);
  const end = item?.position?.end.offset;
  if (end === undefined || count < 1) return null;
  const quotations = flaw.ancestors.filter((node) => node.type === "blockquote").length;
  const change = [{ start: from, end: from + count, text: "" }];
  for (let newline = text.indexOf("\n", from); newline !== -1 && newline < end; newline = text.indexOf("\n", newline + 1)) {
    const start = afterMarkers(text, newline + 1, quotations);
    if (spacesAfter(text, start) >= count) change.push({ start, end: start + count, text: "" });
  }
  return change;
}

/** Skips the markers of the quotations that hold the list. */
function afterMarkers(text: string, start: number, quotations: number): number {
  const marker = new RegExp(`(?:[ ]{0,3}>){${quotations}}`, "y");
  marker.lastIndex = start;
  return quotations > 0 && marker.test(text) ? marker.lastIndex : start;
}

function spacesAfter(text: string, offset: number): number {
  let end = offset;
  while (text[end] === " ") end += 1;
  return end - offset;
}

function spacesBefore(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && text[start - 1] === " ") start -= 1;
  return offset - start;
}

/** The line ending that a text uses. */
function newlineOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

