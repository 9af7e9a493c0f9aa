/** Attaching the pre-rewrite text to a prose row as it enters triage (RL-TR-12). */
import { isProseFile } from "../decide/file-kind.js";
import { viewOf } from "../decide/decide.js";
import { proseText } from "../decide/prose-texts.js";
import type { RunView } from "../decide/run-view.js";
import { sectionAt, sectionNamed } from "../decide/sections.js";
import type { ReviewRun } from "../facts/run-facts.js";
import type { TriageRow } from "../facts/triage-facts.js";

/** The text of a row's section before the last fix, and where it came from; `null` where nothing is at hand. */
export type PreRewriteText = { readonly text: string; readonly from: "stored" | "typed" } | null;

/** The stored text always wins; a typed one stands in only where nothing is stored. */
export function preRewriteText(run: ReviewRun, k: number, rowId: string): PreRewriteText {
  const view = viewOf(run, k);
  const row = view.triageRow(k, rowId);
  return row === undefined ? null : textOf(view, k, row);
}

function textOf(view: RunView, k: number, row: TriageRow): PreRewriteText {
  for (const { file, line, section } of row.findings.flatMap(({ locs }) => locs)) {
    if (!isProseFile(file)) continue;
    const landed = view.round(k - 1)?.landed?.files.find(({ path }) => path === file);
    const before = proseText(view, k - 1, landed?.oldPath ?? file);
    if (before === null) continue;
    const now = proseText(view, k, file);
    const title = section ?? (now === null || line === undefined ? undefined : sectionAt(now.sections, line)?.title);
    const old = title === undefined ? undefined : sectionNamed(before.sections, title);
    const lines = old === undefined ? before.lines : before.lines.slice(old.start - 1, old.end);
    return { text: lines.join("\n"), from: "stored" };
  }
  const typed = row.preRewriteQuote ?? "";
  return typed.trim() === "" ? null : { text: typed, from: "typed" };
}
