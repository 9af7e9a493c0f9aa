/**
 * Whether a row comes from the fix before it (§17.6): one branch by file kind for each location.
 *
 * Invariants:
 * 1. A row is induced if any of its locations is; a row that cannot be decided is incomplete and counts as induced (RL-TR-13).
 * 2. Only stored diffs and texts are read, never a typed count.
 */
import { linesOf, type Location } from "@loopwright/core";
import type { Landed, LandedFile } from "../facts/landed-facts.js";
import type { TriageRow } from "../facts/triage-facts.js";
import { isProseFile } from "./file-kind.js";
import { hasCommonLine, isWholeFile, landedFileOf, ownedLines } from "./hunk-lines.js";
import { isProseInduced } from "./prose-induced.js";
import type { Induced } from "./prose-operands.js";
import type { RunView } from "./run-view.js";

/** Asks each location of a row of round k against what round k−1 landed. */
export function isFixInduced(view: RunView, k: number, row: TriageRow, landed: Landed): Induced {
  const locs = row.findings.flatMap((finding) => finding.locs);
  if (locs.length === 0) return "incomplete"; // nothing that could be compared
  const answers = locs.map((loc) => isLocationInduced(view, k, row, loc, landed));
  if (answers.includes("induced")) return "induced";
  return answers.includes("incomplete") ? "incomplete" : "not-induced";
}

function isLocationInduced(view: RunView, k: number, row: TriageRow, loc: Location, { files }: Landed): Induced {
  const found = landedFileOf(files, loc.file);
  if (found === null) return "not-induced";
  if (found.isOldName || isWholeFile(found.file)) return "induced";
  return isProseFile(loc.file) ? isProseInduced(view, k, row, loc, found.file) : isCodeInduced(loc, found.file);
}

/** Per hunk line, no slack; a citation without lines means the file (D16). */
function isCodeInduced(loc: Location, { hunks }: LandedFile): Induced {
  const span = linesOf(loc);
  if (span === null) return "induced";
  return (hunks ?? []).some((hunk) => hasCommonLine(ownedLines(hunk), span)) ? "induced" : "not-induced";
}
