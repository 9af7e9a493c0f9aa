/**
 * The manifest's list of iterations: YAML under `quality_locked_history:` in a closed shape (QL-HIST-1, QL-HIST-4).
 *
 * Invariants:
 * 1. Append-only, oldest first; an entry is written once, and only its `user_choice` may be added later.
 * 2. What this file writes it reads back, key by key. Any other shape of the list is a typed error, not a guess.
 * 3. Text around the list is kept, byte for byte.
 */
import { LoopwrightError } from "@loopwright/core";
import type { Counts } from "./counts.js";
import type { LockedAction } from "./locked-table.js";
import type { IterationRecord } from "./record.js";

/** The key of the list. */
export const HISTORY_KEY = "quality_locked_history";

/** An item of the list: a record with its checkpoint. */
export type HistoryItem = IterationRecord & { readonly checkpoint: string };

const ACTIONS: readonly string[] = ["PASS", "REVISE", "CAP_REACHED", "ESCALATE"] satisfies readonly LockedAction[];
// Words that YAML takes for another type stay quoted.
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z][a-z0-9_-]*$/i;

/** One item as YAML lines, each with its line feed. */
export function formatHistoryItem(item: HistoryItem): string {
  const { critical, major, substantive, cosmetic } = item.counts;
  const lines = [
    `  - checkpoint: ${PLAIN.test(item.checkpoint) ? item.checkpoint : quoted(item.checkpoint)}`,
    `    iteration: ${item.iteration}`,
    `    counts: { critical: ${critical}, major: ${major}, substantive: ${substantive}, cosmetic: ${cosmetic} }`,
    `    result: ${item.result}`,
    ...(item.user_choice === undefined ? [] : [`    user_choice: ${quoted(item.user_choice)}`]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** A double-quoted scalar that is JSON and YAML alike. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The manifest with one more item; the list is begun at the end where there is none. */
export function appendHistory(manifest: string, item: HistoryItem): string {
  const { lines, start, end } = findList(manifest);
  if (start === null) {
    const border = manifest === "" || manifest.endsWith("\n") ? "" : "\n";
    return `${manifest}${border}${HISTORY_KEY}:\n${formatHistoryItem(item)}`;
  }
  parseItems(lines, start, end);
  const before = lines.slice(0, end).map((line, index) => (index === start ? line.replace(/:[ \t]*\[\][ \t]*/, ":") : line)).join("");
  return `${before}${before.endsWith("\n") ? "" : "\n"}${formatHistoryItem(item)}${lines.slice(end).join("")}`;
}

/** The manifest without its last item, to be put back with a `user_choice`; every item has lines of its own. */
export function withoutLastItem(manifest: string): string {
  const { lines, start, end } = findList(manifest);
  if (start === null || parseItems(lines, start, end).length === 0) return manifest;
  const last = lines.findLastIndex((line, index) => index < end && line.startsWith("  - checkpoint: "));
  return [...lines.slice(0, last), ...lines.slice(end)].join("");
}

/**
 * The items of a manifest; none where it has no list.
 * @throws LoopwrightError `manifest-malformed` with the line.
 */
export function parseHistory(manifest: string): readonly HistoryItem[] {
  const { lines, start, end } = findList(manifest);
  return start === null ? [] : parseItems(lines, start, end);
}

interface FoundList {
  /** All lines, each with its line end. */
  readonly lines: readonly string[];
  /** Index of the key's line; `null` where there is no list. */
  readonly start: number | null;
  /** Index behind the list's last line. */
  readonly end: number;
}

function findList(manifest: string): FoundList {
  const lines = manifest.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const starts = lines.flatMap((line, index) => (line.startsWith(`${HISTORY_KEY}:`) ? [index] : []));
  const [start = null, second] = starts;
  if (second !== undefined) malformed(second, "the list stands twice");
  if (start === null) return { lines, start, end: lines.length };
  let end = start + 1;
  while (end < lines.length && /^[ \t]+[^ \t\r\n]/.test(lines[end] ?? "")) end++;
  return { lines, start, end };
}

function malformed(index: number, what: string): never {
  throw new LoopwrightError("manifest-malformed", `manifest line ${index + 1}: ${what}`, {
    path: `manifest:${index + 1}`,
    hint: `Leave ${HISTORY_KEY} as it was written; notes belong elsewhere.`,
  });
}

const COUNTS = /^ {4}counts: \{ critical: (\d{1,15}), major: (\d{1,15}), substantive: (\d{1,15}), cosmetic: (\d{1,15}) \}$/;

function parseItems(lines: readonly string[], start: number, end: number): readonly HistoryItem[] {
  const bare = lines.map((line) => line.replace(/\r?\n$/, ""));
  const key = (bare[start] ?? "").slice(HISTORY_KEY.length + 1).trim();
  if (key !== "" && !(key === "[]" && end === start + 1)) malformed(start, "this is not the key of a block list");
  const items: HistoryItem[] = [];
  let at = start + 1;
  /** The value of the line at hand, if it is `prefix` and a value. */
  const take = (prefix: string): string => {
    const line = at < end ? (bare[at] ?? "") : "";
    if (!line.startsWith(prefix)) malformed(at, `expected \`${prefix.trim()}\``);
    at++;
    return line.slice(prefix.length);
  };
  while (at < end) {
    const checkpoint = scalar(take("  - checkpoint: "), at - 1);
    const iteration = wholeFrom1(take("    iteration: "), at - 1);
    const counts = countsOf(at < end ? (bare[at] ?? "") : "", at);
    at++;
    const result = take("    result: ");
    if (!ACTIONS.includes(result)) malformed(at - 1, "an unknown result");
    const hasChoice = at < end && bare[at]?.startsWith("    user_choice: ") === true;
    const choice = hasChoice ? { user_choice: scalar(take("    user_choice: "), at - 1) } : {};
    items.push({ checkpoint, iteration, counts, result: result as LockedAction, ...choice }); // the cast: it is one of ACTIONS
  }
  return items;
}

function wholeFrom1(text: string, index: number): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) malformed(index, "iteration is not a whole number from 1");
  return Number(text);
}

function countsOf(line: string, index: number): Counts {
  const match = COUNTS.exec(line);
  if (match === null) return malformed(index, "expected `counts: { critical, major, substantive, cosmetic }`");
  return { critical: Number(match[1]), major: Number(match[2]), substantive: Number(match[3]), cosmetic: Number(match[4]) };
}

function scalar(text: string, index: number): string {
  if (!text.startsWith('"')) return PLAIN.test(text) ? text : malformed(index, "a text that is neither plain nor double-quoted");
  try {
    return JSON.parse(text) as string; // the cast: JSON that starts with a quote is a string
  } catch {
    return malformed(index, "a double-quoted text that is not closed");
  }
}
