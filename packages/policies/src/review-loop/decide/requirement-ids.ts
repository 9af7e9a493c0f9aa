/** Requirement ids of the artifact's own (D17): an id counts when the fix touched it and it is new or reads differently. */
import type { TriageRow } from "../facts/triage-facts.js";
import { fold, type Lines } from "./folded-text.js";
import { hasCommonLine, ownedLines } from "./hunk-lines.js";
import type { Induced, ProseOperands } from "./prose-operands.js";
import type { ProseText } from "./prose-texts.js";
import type { RunView } from "./run-view.js";

/** Longer than any id; bounds what one test of a foreign pattern may cost. */
const MAX_ID_LENGTH = 80;

function patternOf({ run }: RunView, _k: number): RegExp | null {
  return run.idPattern === null ? null : new RegExp(run.idPattern);
}

/** The ids of a row that are ids of the artifact; none where the artifact has no ids. */
export function nativeIds(view: RunView, row: TriageRow): readonly string[] {
  const pattern = view.at(patternOf, 0);
  if (pattern === null) return [];
  return row.findings.flatMap(({ requirementIds }) => requirementIds.filter((id) => id !== "" && id.length <= MAX_ID_LENGTH && pattern.test(id)));
}

/** Whether an id stands in a text as a whole: `REQ-1` does not stand in `REQ-12`. */
export function occursIn(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + id.length)) {
    if (!isIdPart(text[at - 1]) && !isIdPart(text[at + id.length])) return true;
  }
  return false;
}

function isIdPart(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_-]/u.test(character);
}

/** Whether the fix made what an id now says. */
export function isIdInduced(id: string, { file, now, before }: ProseOperands): Induced {
  const hunks = file.hunks ?? [];
  const blocks = now === null ? [] : blocksWith(now, id);
  if (now === null || blocks.length === 0) {
    const isCut = hunks.some(({ removed, added }) => removed.some((line) => occursIn(line, id)) || added.some((line) => occursIn(line, id)));
    return isCut ? "induced" : "not-induced";
  }
  const touched = blocks.filter((block) => hunks.some((hunk) => hasCommonLine(ownedLines(hunk), block)));
  if (touched.length === 0) return "not-induced";
  if (before === null) return "incomplete";
  const old = new Set(blocksWith(before, id).map((block) => textOf(before, block)));
  return touched.every((block) => old.has(textOf(now, block))) ? "not-induced" : "induced";
}

function blocksWith(text: ProseText, id: string): readonly Lines[] {
  return text.blocks.filter(({ start, end }) => text.lines.slice(start - 1, end).some((line) => occursIn(line, id)));
}

function textOf(text: ProseText, block: Lines): string {
  return fold(text.lines.slice(block.start - 1, block.end).join("\n"));
}
