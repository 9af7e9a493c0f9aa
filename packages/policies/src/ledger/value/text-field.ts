/** Texts that are stored: what they may hold and how long they may be (LG-INT-2, LG-SEC-14, LG-SEC-16). */
import { isBlank } from "@loopwright/evidence";
import { refuse, type LedgerProblemCode } from "../problem.js";

/** What is wrong with a text that is to be stored; `null` when nothing is. */
export function textDefect(value: unknown, maxChars: number): string | null {
  if (typeof value !== "string") return "is no text";
  if (!value.isWellFormed() || value.includes("\u0000")) return "has NUL or a lone surrogate";
  if (isBlank(value)) return "is blank";
  return value.length > maxChars ? `is longer than ${maxChars} characters` : null;
}

/** How a refusal names a field. */
export interface TextPlace {
  readonly code: LedgerProblemCode;
  readonly path: string;
  readonly hint: string;
}

/** The text, or a refusal that names the field. */
export function needText(value: unknown, maxChars: number, at: TextPlace): string {
  return needSound(value, textDefect(value, maxChars), at);
}

/** The same for a text that may be blank. */
export function needStorable(value: unknown, maxChars: number, at: TextPlace): string {
  return needSound(value, typeof value === "string" && isBlank(value) && value.length <= maxChars ? null : textDefect(value, maxChars), at);
}

function needSound(value: unknown, defect: string | null, at: TextPlace): string {
  if (defect === null) return value as string; // a string: it has no defect
  const isLimit = defect.startsWith("is longer");
  return refuse(isLimit ? "limit-exceeded" : at.code, at.path, `${at.path} ${defect}`, isLimit ? "Shorten it; nothing is cut." : at.hint);
}

/** A text of our own making, cut where it is longer than a field takes; never between the halves of a character. */
export function shortened(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).toWellFormed()}…`;
}
