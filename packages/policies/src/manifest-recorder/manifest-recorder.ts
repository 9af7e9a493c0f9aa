/**
 * Records of a quality-locked loop in files: the manifest and the decision log of a workflow (QL-HIST-1, QL-HIST-3,
 * QL-HIST-4, QL-AUTO-1, QL-CAP-2).
 *
 * Invariants:
 * 1. The manifest is replaced in one step: whoever reads finds the old list or the new one, whole. What stands around the
 *    list is kept byte for byte; a list of another shape is refused and the file stays as it was.
 * 2. Writing the same record again writes nothing: a loop that was interrupted writes again. A first record that a crash
 *    cut off right after it was written may stand twice; the loop it begins is read the same.
 * 3. The decision log is appended to, one line a decision, each line once.
 * 4. Importing this file does no work and names no Node module.
 */
import { LoopwrightError } from "@loopwright/core";
import { oneLine } from "@loopwright/evidence";
import { appendHistory, parseHistory, withoutLastItem, type HistoryItem } from "../quality-locked/manifest.js";
import type { LockedMode } from "../quality-locked/mode.js";
import { isSameIteration, type AutonomyPick, type LockedRecorder } from "../quality-locked/recorder.js";
import { writeAtomically } from "../ledger-store/atomic-write.js";

/** Which files. Their directory exists. */
export interface ManifestRecorderOptions {
  /** Such as `.review/work/auth/manifest.md`. */
  readonly manifest: string;
  /** Such as `.review/work/auth/decisions.md`. */
  readonly decisionLog: string;
  /** Today in UTC, `YYYY-MM-DD`. Default: the system's clock. */
  readonly today?: () => string;
}

/** Largest manifest that is read; more is refused. */
const MAX_MANIFEST_BYTES = 16_777_216;

/**
 * Records in files. Nothing is read or written yet.
 * @throws LoopwrightError, from the recorder: `manifest-malformed` with the line, `manifest-mismatch`, `manifest-unwritable`.
 */
export function manifestRecorder({ manifest, decisionLog, today = utcToday }: ManifestRecorderOptions): LockedRecorder {
  let appended: HistoryItem | null = null;
  return {
    append: (item) => {
      if (appended !== item) append(manifest, item);
      appended = item;
    },
    answer: (item) => answer(manifest, item),
    pick: (pick) => logOnce(decisionLog, pickLine(pick), today, manifest),
    mode: (mode) => logOnce(decisionLog, modeLine(mode), today, null),
  };
}

/** Reads what the manifest holds; none where there is no such file. */
export function readManifest(manifest: string): readonly HistoryItem[] {
  return parseHistory(textOf(manifest));
}

function append(manifest: string, item: HistoryItem): void {
  const text = textOf(manifest);
  const last = parseHistory(text).at(-1);
  // A first iteration may be that of a new loop, however equal; a later one belongs to the loop whose record stands there.
  if (item.iteration > 1 && last !== undefined && isSameIteration(last, item)) {
    if (isSameRecord(last, item)) return;
    mismatch(manifest, item);
  }
  replace(manifest, text, appendHistory(text, item));
}

function answer(manifest: string, item: HistoryItem): void {
  const text = textOf(manifest);
  const last = parseHistory(text).at(-1);
  if (last === undefined || !isSameRecord(last, item)) mismatch(manifest, item);
  if (last.user_choice === item.user_choice) return;
  replace(manifest, text, appendHistory(withoutLastItem(text), item));
}

/** Whether two records say the same, but for what a person answered. */
function isSameRecord(left: HistoryItem, right: HistoryItem): boolean {
  return isSameIteration(left, right) && left.result === right.result && (["critical", "major", "substantive", "cosmetic"] as const).every((severity) => left.counts[severity] === right.counts[severity]);
}

function mismatch(manifest: string, { checkpoint, iteration }: HistoryItem): never {
  throw new LoopwrightError("manifest-mismatch", `${manifest} ends in another record than iteration ${iteration} of ${checkpoint}`, { path: manifest, hint: "One loop writes a manifest at a time; look who else did." });
}

function pickLine({ phase, decision, reason, flag_sources }: AutonomyPick): string {
  const sources = Object.entries(flag_sources).map(([mode, source]) => `${mode}:${source}`).join(",");
  return `autonomy ${oneLine(phase)}: ${oneLine(decision)} sources=${oneLine(sources)} reason=${oneLine(reason)}`;
}

function modeLine({ isOn, source }: LockedMode): string {
  return `quality-locked mode: ${isOn ? "on" : "off"} source=${source}`;
}

/** Appends a line to the log, and a note to the manifest where it belongs there, too (QL-AUTO-1). */
function logOnce(decisionLog: string, line: string, today: () => string, manifest: string | null): void {
  if (manifest !== null) noteOnce(manifest, `<!-- ${line} -->\n`);
  noteOnce(decisionLog, `- [${today()}] ${line}\n`);
}

/** Puts a line at the end of a file unless it is the last one already. */
function noteOnce(path: string, line: string): void {
  const text = textOf(path);
  if (text.endsWith(line)) return;
  replace(path, text, `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${line}`);
}

function textOf(path: string): string {
  const fs = process.getBuiltinModule("node:fs");
  const stat = wrapped(path, () => fs.statSync(path, { throwIfNoEntry: false }));
  if (stat === undefined) return "";
  if (!stat.isFile() || stat.size > MAX_MANIFEST_BYTES) unwritable(path, `it is no file of at most ${MAX_MANIFEST_BYTES} bytes`);
  return wrapped(path, () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(fs.readFileSync(path)));
}

/** Replaces a file by what it was made from, unless somebody else wrote meanwhile. */
function replace(path: string, from: string, to: string): void {
  wrapped(path, () => {
    writeAtomically(path, to, () => {
      if (textOf(path) !== from) unwritable(path, "it changed while it was written");
    });
  });
}

function wrapped<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (thrown) {
    if (thrown instanceof LoopwrightError && String(thrown.code).startsWith("manifest-")) throw thrown;
    return unwritable(path, thrown instanceof Error ? thrown.message : String(thrown));
  }
}

function unwritable(path: string, why: string): never {
  throw new LoopwrightError("manifest-unwritable", `${path} cannot be read or written: ${why}`, { path, hint: "The old file stands. Check path, space and permissions." });
}

function utcToday(): string {
  return new Date().toISOString().slice(0, 10);
}
