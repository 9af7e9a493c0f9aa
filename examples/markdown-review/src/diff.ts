/** The difference between two drafts, for a person. */
import { diffWordsWithSpace, structuredPatch } from "diff";
import type { StructuredPatchHunk } from "diff";
import { printable } from "./style.ts";
import type { Style } from "./style.ts";

/** More is counted, not shown. */
const SHOWN_LINES = 120;
/** Rewritten large texts are not worth longer. */
const TIMEOUT_MS = 3000;

/** Lines of a unified diff with the changed words marked. */
export function renderDiff(before: string, after: string, style: Style): string[] {
  const withoutReturns = before.includes("\r\n") && after.includes("\r\n");
  const [old, young] = withoutReturns ? [before.replaceAll("\r\n", "\n"), after.replaceAll("\r\n", "\n")] : [before, after];
  const patch = structuredPatch("", "", old, young, undefined, undefined, { context: 1, timeout: TIMEOUT_MS });
  if (patch === undefined) return [style.faint("too much changed to show it line by line")];
  const lines = patch.hunks.flatMap((hunk) => renderHunk(hunk, style));
  const hidden = lines.length - SHOWN_LINES;
  return hidden <= 0 ? lines : [...lines.slice(0, SHOWN_LINES), style.faint(`… ${hidden} more lines`)];
}

/** How many lines came and went, such as `+4 −3 lines`. */
export function countChangedLines(before: string, after: string): string {
  const patch = structuredPatch("", "", before, after, undefined, undefined, { context: 0, timeout: TIMEOUT_MS });
  if (patch === undefined) return "rewritten";
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const added = lines.filter((line) => line.startsWith("+")).length;
  const removed = lines.filter((line) => line.startsWith("-")).length;
  return `+${added} −${removed} lines`;
}

function renderHunk(hunk: StructuredPatchHunk, style: Style): string[] {
  const rendered = [style.faint(`@@ line ${hunk.oldStart} @@`)];
  for (let index = 0; index < hunk.lines.length; ) {
    const removed = takeWhile(hunk.lines, index, "-");
    const added = takeWhile(hunk.lines, index + removed.length, "+");
    if (removed.length + added.length === 0) {
      rendered.push(style.faint(printable(hunk.lines[index] ?? "")));
      index += 1;
    } else {
      rendered.push(...renderPair(removed, added, style));
      index += removed.length + added.length;
    }
  }
  return rendered;
}

function takeWhile(lines: readonly string[], from: number, sign: string): string[] {
  const end = lines.findIndex((line, index) => index >= from && !line.startsWith(sign));
  return lines.slice(from, end === -1 ? undefined : end).map((line) => line.slice(1));
}

/** Lines that replace one another, word by word where they pair up. */
function renderPair(removed: readonly string[], added: readonly string[], style: Style): string[] {
  const words = removed.length === added.length ? removed.map((line, index) => diffWordsWithSpace(line, added[index] ?? "")) : null;
  const side = (line: string, index: number, sign: "-" | "+"): string => {
    const paint = sign === "-" ? style.removed : style.added;
    const parts = words?.[index]?.filter((part) => (sign === "-" ? !part.added : !part.removed));
    if (parts === undefined) return paint(`${sign}${printable(line)}`);
    const marked = parts.map((part) => (part.added || part.removed ? style.changed(printable(part.value)) : printable(part.value)));
    return paint(`${sign}${marked.join("")}`);
  };
  return [...removed.map((line, index) => side(line, index, "-")), ...added.map((line, index) => side(line, index, "+"))];
}
