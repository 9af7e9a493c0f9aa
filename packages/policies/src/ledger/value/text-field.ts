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

/** The text, or a refusal that names the field. */
export function needText(value: unknown, maxChars: number, at: { readonly code: LedgerProblemCode; readonly path: string; readonly hint: string }): string {
  const defect = textDefect(value, maxChars);
  if (defect === null) return value as string; // a string: it has no defect
  const isLimit = defect.startsWith("is longer");
  return refuse(isLimit ? "limit-exceeded" : at.code, at.path, `${at.path} ${defect}`, isLimit ? "Shorten it; nothing is cut." : at.hint);
}
