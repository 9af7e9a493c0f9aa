/**
 * What makes two claims, and two places, the same (LG-FP-6, LG-FP-7).
 *
 * Invariants:
 * 1. A stem is the claim's words without case, punctuation and compatibility forms; it is computed, never stored.
 * 2. Claims without any word are the same only letter by letter.
 * 3. Places are the same by file and content; where there is no content, by file and lines.
 */
import { EMPTY_FINGERPRINT, trimWhiteSpace } from "@loopwright/evidence";
import type { Improvements } from "../improvements.js";
import type { Anchor } from "./ledger.js";

const WORDS = /[\p{L}\p{N}]+/gu;
const ASCII_WORDS = /[a-z0-9]+/g;

/** Comparison form of a claim (LG-FP-7). */
export function claimStem(claim: string): string {
  return wordsOf(claim.normalize("NFKC").toLowerCase(), WORDS);
}

/** The form that knows ASCII only. */
export function asciiStem(claim: string): string {
  return wordsOf(claim.toLowerCase(), ASCII_WORDS);
}

function wordsOf(text: string, pattern: RegExp): string {
  return (text.match(pattern) ?? []).join(" ");
}

/** Key under which equal claims meet. */
export function claimKey(claim: string, improvements: Improvements): string {
  if (!improvements.has("LG-FP-7")) return asciiStem(claim);
  const stem = claimStem(claim);
  return stem === "" ? `\u0000${trimWhiteSpace(claim)}` : stem;
}

/** Key under which equal places meet (LG-FP-6). */
export function placeKey({ file, region, fingerprint }: Anchor, improvements: Improvements): string {
  if (!improvements.has("LG-FP-6")) return fingerprint;
  const lines = fingerprint === EMPTY_FINGERPRINT ? `\u0000${region[0]}-${region[1]}` : "";
  return `${fingerprint}${lines}\u0000${file}`;
}
