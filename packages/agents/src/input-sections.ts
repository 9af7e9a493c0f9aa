/**
 * A request's input as text that a model reads: one heading and one fence per key.
 *
 * Invariants:
 * 1. Every value stands whole and unchanged: strings verbatim in `text` fences, other values in `json` fences; the line
 *    break before a closing fence is not part of the value (QU-REVIN-04).
 * 2. A fence is longer than any run of backticks in what it holds, and a key is one line, so that no text under review
 *    can end its own fence or start a heading of its own (G17).
 */
import type { Json } from "@loopwright/core";

/** The parts, in the order of the input's keys; an input without keys is one fence. Join them with blank lines. */
export function inputSections(input: Json): readonly string[] {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return [fence(input)];
  return Object.entries(input).flatMap(([key, value]: [string, Json]) => [`## ${oneLine(key)}`, fence(value)]);
}

/** One value in a fence that it cannot end. */
export function fence(value: Json): string {
  const [language, content] = typeof value === "string" ? ["text", value] : ["json", JSON.stringify(value, null, 2)];
  const longestRun = (content.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 2);
  const marks = "`".repeat(longestRun + 1);
  return `${marks}${language}\n${content}\n${marks}`;
}

/** Keys and names stand in headings and sentences; a line break in them would start a new one. */
export function oneLine(name: string): string {
  return /[\r\n\u2028\u2029]/.test(name) ? JSON.stringify(name) : name;
}
