/** Sections and blocks of prose (§17.2): heading-bounded spans, and the paragraphs, items and table rows inside them. */
import { fold, type FoldedText, type Lines } from "./folded-text.js";

/** A section: its heading, and its lines up to the next heading of the same or a higher level. */
export type Section = Lines & {
  /** Folded; empty for what stands before the first heading. */
  readonly title: string;
};

const ATX = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const ADOC = /^(={1,6})[ \t]+\S/;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
const RULE = /^ {0,3}([=\-~^"])\1{2,}[ \t]*$/;

/** The sections of a text in the order of their headings. */
export function sectionsOf({ lines }: FoldedText): readonly Section[] {
  const headings = headingsOf(lines);
  const sections: Section[] = [];
  const [first] = headings;
  if (first === undefined || first.line > 1) sections.push({ title: "", start: 1, end: (first?.line ?? lines.length + 1) - 1 });
  const ends = endsOf(headings, lines.length);
  for (const [index, { line, title }] of headings.entries()) sections.push({ title, start: line, end: ends[index] ?? lines.length });
  return sections;
}

type Heading = { readonly line: number; readonly level: number; readonly title: string };

function headingsOf(lines: readonly string[]): readonly Heading[] {
  const headings: Heading[] = [];
  let isFenced = false;
  for (const [index, line] of lines.entries()) {
    const isFence = FENCE.test(line);
    if (isFence) isFenced = !isFenced;
    if (isFenced || isFence) continue;
    const level = (ATX.exec(line)?.[1] ?? ADOC.exec(line)?.[1])?.length;
    if (level !== undefined) headings.push({ line: index + 1, level, title: fold(line.replace(/^[ =]+/, "")) });
    else {
      const previous = lines[index - 1]?.trim() ?? "";
      const rule = RULE.exec(line)?.[1];
      const isTitle = previous !== "" && !ATX.test(previous) && !RULE.test(previous) && !previous.startsWith("|");
      if (rule !== undefined && isTitle) headings.push({ line: index, level: rule === "=" ? 1 : 2, title: fold(previous) });
    }
  }
  return headings;
}

/** The last line of each section; one pass from the end with a stack of open levels. */
function endsOf(headings: readonly Heading[], length: number): readonly number[] {
  const ends = new Array<number>(headings.length).fill(length);
  /** For each level, the line before the nearest following heading of that level. */
  const nextAt = new Array<number>(7).fill(length);
  for (let index = headings.length - 1; index >= 0; index--) {
    const heading = headings[index];
    if (heading === undefined) continue;
    ends[index] = Math.min(...nextAt.slice(1, heading.level + 1));
    nextAt[heading.level] = heading.line - 1;
  }
  return ends;
}

/** The innermost section around a line. */
export function sectionAt(sections: readonly Section[], line: number): Section | undefined {
  return sections.findLast(({ start, end }) => start <= line && line <= end);
}

/** The section of that heading; of several, the one around `line`. */
export function sectionNamed(sections: readonly Section[], name: string, line?: number): Section | undefined {
  const title = fold(name);
  const named = sections.filter((section) => section.title === title);
  return named.find(({ start, end }) => line !== undefined && start <= line && line <= end) ?? named[0];
}

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;

/** Paragraphs, list items, table rows and headings, each with its lines. */
export function blocksOf({ lines }: FoldedText): readonly Lines[] {
  const blocks: { start: number; end: number }[] = [];
  let open: { start: number; end: number } | null = null;
  for (const [index, line] of lines.entries()) {
    const isBlank = line.trim() === "";
    const isRow = line.trimStart().startsWith("|");
    const isHeading = ATX.test(line);
    if (isBlank) open = null;
    else if (open === null || isRow || isHeading || ITEM.test(line)) blocks.push((open = { start: index + 1, end: index + 1 }));
    else open.end = index + 1;
    if (isRow || isHeading) open = null;
  }
  return blocks;
}
