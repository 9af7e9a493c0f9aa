/**
 * The token grammar, both ways (RL-SB-06..08): `SUBJECT (reason; reason) [suffix] (domain: expert unavailable, …)`.
 *
 * Invariants:
 * 1. `parseToken(formatToken(t))` equals `t` with its texts made safe, and `formatToken(parseToken(x)) === x`.
 * 2. The parser accepts exactly the grammar: an unknown subject, a word too many or an open bracket is no token.
 * 3. `CLEAR` is read as `APPROVE` and never written; it is the one text that comes back spelled otherwise.
 */
import type { Subject } from "../facts/run-facts.js";

/** A run's outcome line, taken apart. */
export type Token = {
  readonly subject: Subject;
  readonly reasons: readonly string[];
  readonly suffixes: readonly Suffix[];
};

/** A disclosure behind the subject: a bracketed text, or a domain whose expert was not to be had. */
export type Suffix = { readonly kind: "note"; readonly text: string } | { readonly kind: "expert-unavailable"; readonly domain: string };

const SUBJECTS: readonly Subject[] = /* @__PURE__ */ Object.freeze([
  "APPROVE", "APPROVE-DEGRADED", "CAPPED", "NOT-CONVERGED", "OUT-OF-SCOPE-PENDING", "PREREQUISITE-MISSING",
] as const);

const EXPERT = ": expert unavailable, generic coverage only";

/** Longer than any token of a run; what is longer is no token. */
const MAX_TOKEN = 1_000_000;

/** Makes free text safe for a token: brackets, `;` and line breaks become `-` (RL-SB-06, D46). */
export function tokenText(text: string): string {
  const safe = text.replace(/[()[\];\r\n\u2028\u2029]/g, "-").replace(/[ \t]+/g, " ").trim();
  return safe === "" ? "-" : safe;
}

/** Writes a token as text. */
export function formatToken({ subject, reasons, suffixes }: Token): string {
  const inParentheses = reasons.length === 0 ? "" : ` (${reasons.map(reasonText).join("; ")})`;
  return `${subject}${inParentheses}${suffixes.map((suffix) => ` ${formatSuffix(suffix)}`).join("")}`;
}

/** A single reason that reads like an expert suffix would come back as one. */
function reasonText(reason: string): string {
  const safe = tokenText(reason);
  return safe.endsWith(EXPERT) ? `${safe}.` : safe;
}

/** Writes one suffix. */
export function formatSuffix(suffix: Suffix): string {
  return suffix.kind === "note" ? `[${tokenText(suffix.text)}]` : `(${tokenText(suffix.domain)}${EXPERT})`;
}

/** Reads a token; `null` for whatever is not one (RL-SB-07). One pass, linear in the text. */
export function parseToken(text: string): Token | null {
  if (text.length > MAX_TOKEN) return null;
  const space = text.indexOf(" ");
  const word = space < 0 ? text : text.slice(0, space);
  const subject = word === "CLEAR" ? "APPROVE" : SUBJECTS.find((known) => known === word);
  if (subject === undefined) return null;
  const groups = readGroups(text, word.length);
  if (groups === null) return null;
  let reasons: readonly string[] = [];
  const suffixes: Suffix[] = [];
  for (const [index, { open, body }] of groups.entries()) {
    if (open === "[") suffixes.push({ kind: "note", text: body });
    else if (body.endsWith(EXPERT) && !body.includes(";")) suffixes.push({ kind: "expert-unavailable", domain: body.slice(0, -EXPERT.length) });
    else if (index === 0) reasons = body.split("; ");
    else return null;
  }
  const texts = [...reasons, ...suffixes.map((suffix) => (suffix.kind === "note" ? suffix.text : suffix.domain))];
  return texts.every(isTokenText) ? { subject, reasons, suffixes } : null;
}

/** Whether a text is as {@link tokenText} would leave it. */
function isTokenText(text: string): boolean {
  return text !== "" && text.trim() === text && !/[()[\];\r\n\u2028\u2029\t]| {2}/.test(text);
}

/** The bracketed groups behind a subject, each after exactly one blank; `null` if anything else stands there. */
function readGroups(text: string, from: number): readonly { readonly open: "(" | "["; readonly body: string }[] | null {
  const groups: { open: "(" | "["; body: string }[] = [];
  let at = from;
  while (at < text.length) {
    const open = text[at + 1];
    if (text[at] !== " " || (open !== "(" && open !== "[")) return null;
    const close = text.indexOf(open === "(" ? ")" : "]", at + 2);
    if (close < 0) return null;
    groups.push({ open, body: text.slice(at + 2, close) });
    at = close + 1;
  }
  return groups;
}
