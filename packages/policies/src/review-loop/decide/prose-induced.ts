/**
 * Fix-induced on prose: by requirement ids where the artifact has them (D17), else by quoted text (D18), lost text included (D19).
 *
 * Invariants:
 * 1. The pre-rewrite text is the stored one; a typed stand-in is read only where nothing is stored (RL-TR-12).
 * 2. What the rewrite merely restated is not induced; what is in neither text makes the row incomplete.
 */
import { linesOf, type Location } from "@loopwright/core";
import type { LandedFile } from "../facts/landed-facts.js";
import type { TriageRow } from "../facts/triage-facts.js";
import { fold, quoteFragments, type Lines } from "./folded-text.js";
import { addedLines, hasCommonLine, ownedLines } from "./hunk-lines.js";
import type { Induced, ProseOperands } from "./prose-operands.js";
import { isIdInduced, nativeIds, occursIn } from "./requirement-ids.js";
import { proseText, ProseText } from "./prose-texts.js";
import type { RunView } from "./run-view.js";
import { sectionAt, sectionNamed, type Section } from "./sections.js";

/** Asks one prose location of a row against the file that the fix before it touched. */
export function isProseInduced(view: RunView, k: number, row: TriageRow, loc: Location, file: LandedFile): Induced {
  const operands = operandsOf(view, k, row, loc, file);
  if (isRestated(row, operands)) return "not-induced";
  const ids = nativeIds(view, row).filter((id) => isKnownId(id, operands));
  if (ids.length > 0) return worst(ids.map((id) => isIdInduced(id, operands)));
  const fragments = row.findings.flatMap(({ quotes }) => quotes.flatMap(quoteFragments));
  return fragments.length > 0 ? isAnyQuoteInduced(fragments, operands) : isLineInduced(operands);
}

function operandsOf(view: RunView, k: number, row: TriageRow, loc: Location, file: LandedFile): ProseOperands {
  const now = proseText(view, k, loc.file);
  const stored = proseText(view, k - 1, file.oldPath ?? file.path);
  if (stored !== null) return { loc, file, now, before: stored, isTyped: false };
  if (file.status === "added") return { loc, file, now, before: new ProseText(""), isTyped: false };
  const typed = row.preRewriteQuote;
  const before = typed === undefined || fold(typed) === "" ? null : new ProseText(typed);
  return { loc, file, now, before, isTyped: true };
}

/** A restatement in other words counts only if its quote really stands in the old text (§17.13). */
function isRestated({ restatement }: TriageRow, operands: ProseOperands): boolean {
  const quote = restatement === undefined ? "" : fold(restatement.preQuote);
  if (quote.length < 12 || operands.before === null) return false;
  const { loc, now } = operands;
  const title = loc.section ?? titleAt(now, loc.line);
  const old = operands.isTyped || title === null ? null : sectionNamed(operands.before.sections, title);
  return (old == null ? operands.before.folded : operands.before.foldedLines(old)).includes(quote);
}

function titleAt(text: ProseText | null, line: number | undefined): string | null {
  if (text === null || line === undefined) return null;
  return sectionAt(text.sections, line)?.title ?? null;
}

/** An id that stands in neither text is no operand. */
function isKnownId(id: string, { now, before, file }: ProseOperands): boolean {
  const texts = [...(now?.lines ?? []), ...(before?.lines ?? []), ...(file.hunks ?? []).flatMap(({ added, removed }) => [...added, ...removed])];
  return texts.some((text) => occursIn(text, id));
}

function worst(answers: readonly Induced[]): Induced {
  if (answers.includes("induced")) return "induced";
  return answers.includes("incomplete") ? "incomplete" : "not-induced";
}

/** Any fragment may match (D44): one that is induced decides, one that is found exonerates, none found is incomplete. */
function isAnyQuoteInduced(fragments: readonly string[], operands: ProseOperands): Induced {
  const answers = fragments.map((fragment) => isQuoteInduced(fragment, operands));
  if (answers.includes("induced")) return "induced";
  if (answers.includes("no-operand")) return "incomplete";
  return answers.includes("not-induced") ? "not-induced" : "incomplete";
}

function isQuoteInduced(fragment: string, operands: ProseOperands): "induced" | "not-induced" | "no-operand" | "nowhere" {
  const { now, before, file, loc } = operands;
  const hunks = file.hunks ?? [];
  const everywhere = now?.linesOf(fragment) ?? [];
  if (everywhere.length > 0 && now !== null) {
    const named = loc.section === undefined ? undefined : sectionNamed(now.sections, loc.section, loc.line);
    const within = named === undefined ? [] : everywhere.filter((lines) => hasCommonLine(lines, named));
    const places = within.length > 0 ? within : everywhere;
    const touched = places.filter((lines) => hunks.some((hunk) => isAdded(hunk, lines)));
    const [first] = touched;
    if (first === undefined) return "not-induced";
    if (before === null) return "no-operand";
    return isInOldSection(fragment, operands, named ?? sectionAt(now.sections, first.start)) ? "not-induced" : "induced";
  }
  const textOf = (side: "added" | "removed"): string => fold(hunks.flatMap((hunk) => hunk[side]).join("\n"));
  if (now === null && textOf("added").includes(fragment)) {
    if (before === null) return "no-operand";
    return before.folded.includes(fragment) ? "not-induced" : "induced";
  }
  // In the old text and no longer in the new one: the fix lost it (D19).
  const isLost = textOf("removed").includes(fragment) || (now !== null && before?.folded.includes(fragment) === true);
  return isLost ? "induced" : "nowhere";
}

function isAdded(hunk: Parameters<typeof addedLines>[0], lines: Lines): boolean {
  const added = addedLines(hunk);
  return added !== null && hasCommonLine(added, lines);
}

/** Whether a text stood word for word in the section before the fix; a section that did not exist held nothing. */
function isInOldSection(fragment: string, { before, isTyped, loc }: ProseOperands, section: Section | undefined): boolean {
  if (before === null) return false;
  if (isTyped) return before.folded.includes(fragment);
  const title = section?.title ?? loc.section;
  const old = title === undefined ? undefined : sectionNamed(before.sections, title);
  return old !== undefined && before.foldedLines(old).includes(fragment);
}

/** Without a quote the text is taken from the cited lines that the fix touched. */
function isLineInduced(operands: ProseOperands): Induced {
  const { now, before, file, loc } = operands;
  const span = linesOf(loc);
  if (span === null) return "incomplete";
  const touched = (file.hunks ?? []).filter((hunk) => hasCommonLine(ownedLines(hunk), span));
  if (touched.length === 0) return "not-induced";
  if (now === null || before === null) return "incomplete";
  let answer: Induced = "not-induced";
  for (const hunk of touched) {
    const owned = ownedLines(hunk);
    for (let line = Math.max(owned.start, span.start); line <= Math.min(owned.end, span.end); line++) {
      const text = fold(now.lines[line - 1] ?? "");
      if (text === "") answer = "incomplete";
      else if (!isInOldSection(text, operands, sectionAt(now.sections, line))) return "induced";
    }
  }
  return answer;
}
