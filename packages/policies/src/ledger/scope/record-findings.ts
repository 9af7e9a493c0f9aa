/**
 * Puts into the ledger what a check of a commit found (LG-CD-18).
 *
 * Invariants:
 * 1. No name, size or number of changes keeps a violation out: where its own place cannot be an anchor (LG-SEC-7, LG-SEC-13),
 *    the finding stands at the anchor of the finding that was to be fixed, and the problem says so beside it.
 * 2. Only a ledger that takes no more leaves something out; then the problem says that.
 */
import { EvidenceError, type LineRegion } from "@loopwright/evidence";
import { anchorReader, type AnchorReader, type LedgerContext } from "../context.js";
import { applyIntake } from "../intake/intake.js";
import { LedgerProblem } from "../problem.js";
import type { Ledger, LedgerEntry } from "../value/ledger.js";
import type { FixCommit } from "./commit.js";
import { anchorOf, type MachineFinding } from "./machine-findings.js";

/** What recording came to. */
export interface RecordedFindings {
  readonly ledger: Ledger;
  /** Entries that record the findings, merged ones included; `null` where nothing was recorded. */
  readonly ids: readonly string[] | null;
  /** Why a finding was not recorded, or not at its own place. */
  readonly problem: LedgerProblem | null;
}

/** What the findings came from. */
export interface FindingsOrigin {
  readonly commit: FixCommit;
  readonly invoked: LedgerEntry;
  readonly round: number | null;
}

/** Takes the findings in, as many at a time as one intake takes. */
export function recordFindings(ledger: Ledger, findings: readonly MachineFinding[], origin: FindingsOrigin, context: LedgerContext): RecordedFindings {
  const { commit, invoked, round } = origin;
  const isPlaced = context.improvements.has("LG-CD-18");
  const committed = committedAnchors(commit);
  const placed = isPlaced ? place(findings, invoked, committed) : { findings, problem: null };
  const anchors = isPlaced ? orAsRecorded(committed, invoked) : context.anchors;
  const size = isPlaced ? context.limits.findingsPerIntake : findings.length;
  const ids: string[] = [];
  let after = ledger;
  try {
    for (let from = 0; from < placed.findings.length; from += size) {
      const taken = applyIntake(after, { findings: placed.findings.slice(from, from + size), artifact: "code", round }, { ...context, anchors });
      after = taken.ledger;
      ids.push(...taken.report.new, ...taken.report.merged, ...taken.report.disputed);
    }
    return { ledger: after, ids, problem: placed.problem };
  } catch (thrown) {
    return { ledger: after, ids: ids.length === 0 ? null : ids, problem: problemOf(thrown) };
  }
}

/** The findings, those whose place cannot be an anchor at that of the invoked one; the first reason. */
function place(findings: readonly MachineFinding[], invoked: LedgerEntry, anchors: AnchorReader) {
  const refused = new Set<string>();
  let problem: LedgerProblem | null = null;
  const placed = findings.map((finding) => {
    const { file, region } = finding.anchor;
    try {
      if (!refused.has(file)) anchors(file, region);
    } catch (thrown) {
      problem ??= problemOf(thrown);
      refused.add(file);
    }
    return refused.has(file) ? { ...finding, anchor: anchorOf(invoked) } : finding;
  });
  return { findings: placed, problem };
}

/** The invoked finding's own anchor as it was recorded, where the commit has no text for it. */
function orAsRecorded(anchors: AnchorReader, { anchor }: LedgerEntry): AnchorReader {
  return (file, region) => {
    try {
      return anchors(file, region);
    } catch (thrown) {
      if (file !== anchor.file) throw thrown;
      problemOf(thrown); // anything else than a refusal is thrown again
      const lines = region as LineRegion; // our own: that of the anchor
      return { region: lines, fingerprint: anchor.fingerprint, lineCount: lines[1] };
    }
  };
}

/** A refusal of intake, or a text that could not be read. Anything else is thrown again. */
function problemOf(thrown: unknown): LedgerProblem {
  if (thrown instanceof LedgerProblem) return thrown;
  if (!(thrown instanceof EvidenceError)) throw thrown;
  const { path, hint } = thrown;
  return new LedgerProblem("anchor-file-unreadable", thrown.message, { path: path ?? "commit", hint: hint ?? "Its findings stand at the anchor of the fixed one.", cause: thrown });
}

/**
 * Anchors in the text that was committed, or, for what is gone, in the text before it (LG-CD-18, LG-SEC-29). A file without
 * any line, such as a new empty one, counts as one blank line: it may not keep the other findings from being recorded.
 */
function committedAnchors({ before, after }: FixCommit): AnchorReader {
  const read = anchorReader((path) => {
    const texts = [after(path), before(path)].filter((content) => content !== null);
    return texts.find((content) => content.length > 0) ?? (texts.length > 0 ? "\n" : null);
  });
  return (file, region) => {
    const [start, end] = region as LineRegion; // our own regions
    const { lineCount } = read(file, [1, 1]);
    return read(file, [Math.min(start, lineCount), Math.min(Math.max(start, end), lineCount)]);
  };
}
