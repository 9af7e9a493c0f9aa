/**
 * Fingerprints of line regions: what a finding is anchored to.
 *
 * Invariants:
 * 1. Re-indenting and re-wrapping do not change a fingerprint; any other change of a character does (LG-FP-1).
 * 2. A region is two safe whole numbers, 1-based and inclusive, and starts inside the file; an end behind it is cut to the
 *    last line, in the hash and in what is stored (LG-FP-4).
 * 3. The path is no part of a fingerprint: matching takes the pair of both (LG-FP-6).
 */
import { sha1Hex } from "./sha1.js";
import { splitWhiteSpace } from "./text/white-space.js";

/** First and last line, 1-based, inclusive. */
export type LineRegion = readonly [start: number, end: number];

/** Words of the text, one blank between them (LG-FP-1). */
export function normalizeRegion(text: string): string {
  return splitWhiteSpace(text).join(" ");
}

/** Hex SHA-1 of the normalised text (LG-FP-2). */
export function fingerprintOfText(text: string): string {
  return sha1Hex(normalizeRegion(text));
}

/** Whether a value is a region, apart from any file (LG-FP-4, LG-SEC-9). */
export function isLineRegion(value: unknown): value is LineRegion {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [start, end] = value as readonly unknown[];
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && Number(start) >= 1 && Number(end) >= Number(start);
}

/** A region of a file, cut to it, and its fingerprint. */
export interface Fingerprint {
  readonly region: LineRegion;
  readonly fingerprint: string;
  /** Whether the region has no text at all; then its bounds are part of its identity (LG-FP-6). */
  readonly isEmpty: boolean;
}

/** Fingerprints a region of lines; `null` where it starts behind the last line (LG-FP-4). */
export function fingerprintLines(lines: readonly string[], [start, end]: LineRegion): Fingerprint | null {
  if (start > lines.length) return null;
  const region: LineRegion = [start, Math.min(end, lines.length)];
  const text = normalizeRegion(lines.slice(start - 1, region[1]).join("\n"));
  return { region, fingerprint: sha1Hex(text), isEmpty: text === "" };
}

/** The fingerprint of text that is empty or white space alone. */
export const EMPTY_FINGERPRINT = "da39a3ee5e6b4b0d3255bfef95601890afd80709";
