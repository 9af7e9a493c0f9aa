/**
 * Trailers of a fix commit (LG-CD-4, LG-CD-5, LG-CD-8).
 *
 * Invariants:
 * 1. A trailer is a line that starts with `<Prefix>-<Key>:`, case-sensitive, anywhere in the message. LF ends a line.
 * 2. A value is trimmed; an empty one counts as missing and never takes the next line.
 * 3. Lines are read by index, in one pass: no message is slow (LG-SEC-15).
 */
import { EvidenceError } from "./evidence-error.js";
import { isWhiteSpace, splitWhiteSpace, trimWhiteSpace } from "./text/white-space.js";

/** The keys that are read; others are ignored. */
export const TRAILER_KEYS = /* @__PURE__ */ Object.freeze(["Fix", "Cause", "Change", "Risk", "Collateral", "License"] as const);

/** One key of a trailer. */
export type TrailerKey = (typeof TRAILER_KEYS)[number];

/** Values by key, in the order of the message; a key without a value is absent. */
export type Trailers = { readonly [K in TrailerKey]?: readonly string[] };

/** How trailers are read. */
export interface TrailerOptions {
  /** Default `Review`: `Review-Fix: F-001`. */
  readonly prefix?: string;
  /** Longest message in characters; default 1 Mi (LG-SEC-13). */
  readonly maxChars?: number;
  /** Trailers at most; default 200 (LG-SEC-14). */
  readonly maxTrailers?: number;
}

const PREFIX = /^[A-Za-z][A-Za-z0-9]*$/;

/**
 * Reads the trailers of a commit message.
 * @throws EvidenceError `trailer-prefix`, `message-too-large`.
 */
export function parseTrailers(message: string, options: TrailerOptions = {}): Trailers {
  const { prefix = "Review", maxChars = 1_048_576, maxTrailers = 200 } = options;
  if (!PREFIX.test(prefix)) {
    throw new EvidenceError("trailer-prefix", `${JSON.stringify(prefix)} is no trailer prefix`, { path: "prefix", hint: "Use letters and digits, a letter first." });
  }
  if (message.length > maxChars) tooLarge(`the message is longer than ${maxChars} characters`);
  const values: { [K in TrailerKey]?: string[] } = {};
  let count = 0;
  for (let start = 0; start < message.length; ) {
    const newline = message.indexOf("\n", start);
    const end = newline < 0 ? message.length : newline;
    const trailer = trailerAt(message, start, end, `${prefix}-`);
    if (trailer !== null) {
      count += 1;
      if (count > maxTrailers) tooLarge(`the message has more than ${maxTrailers} trailers`);
      if (trailer.value !== "") (values[trailer.key] ??= []).push(trailer.value);
    }
    start = end + 1;
  }
  return values;
}

function trailerAt(message: string, start: number, end: number, prefix: string): { key: TrailerKey; value: string } | null {
  if (!message.startsWith(prefix, start)) return null;
  const from = start + prefix.length;
  const key = TRAILER_KEYS.find((name) => message.startsWith(`${name}:`, from));
  const valueStart = from + (key?.length ?? 0) + 1;
  return key === undefined || valueStart > end ? null : { key, value: trimWhiteSpace(message.slice(valueStart, end)) };
}

function tooLarge(message: string): never {
  throw new EvidenceError("message-too-large", message, { path: "message", hint: "Shorten the message; nothing is cut." });
}

/** Ids in `Fix` values: `F-` and digits, between white space, commas and semicolons; each once (LG-CD-5). */
export function fixIds(values: readonly string[]): readonly string[] {
  const tokens = values.flatMap((value) => splitWhiteSpace(value.replaceAll(/[,;]/g, " ")));
  return [...new Set(tokens.filter((token) => /^F-\d+$/.test(token)))];
}

/** Lines of the version before the fix that a commit may touch beside its findings' anchors. */
export interface Collateral {
  readonly path: string;
  /** `null`: the whole file. */
  readonly region: readonly [start: number, end: number] | null;
  readonly reason: string;
}

/** Reads `path`, `path:8` or `path:8-12`, the path quoted if it has blanks, then the reason (LG-CD-8); `null` for no path. */
export function parseCollateral(value: string): Collateral | null {
  const text = trimWhiteSpace(value);
  let quotedPath: string | null = null;
  let end = 0;
  if (text.startsWith('"')) {
    const close = text.indexOf('"', 1);
    if (close < 0) return null;
    quotedPath = text.slice(1, close);
    end = close + 1;
  }
  const placeStart = end;
  while (end < text.length && !isWhiteSpace(text.charCodeAt(end))) end++;
  const place = text.slice(placeStart, end);
  const lines = /:(\d{1,15})(?:-(\d{1,15}))?$/.exec(place);
  const path = quotedPath ?? (lines === null ? place : place.slice(0, lines.index));
  if (path === "" || (quotedPath !== null && place !== (lines?.[0] ?? ""))) return null;
  const region = lines === null ? null : ([Number(lines[1]), Number(lines[2] ?? lines[1])] as const);
  return { path, region, reason: trimWhiteSpace(text.slice(end)) };
}
