/** A token as text: its subject, its reasons, its suffixes; read here without the grammar that writes it (RL-PR-18). */

/** A token taken apart. */
export type ReadToken = { readonly subject: string; readonly reasons: readonly string[]; readonly notes: readonly string[]; readonly missing: readonly string[] };

const ENDINGS = ["APPROVE", "APPROVE-DEGRADED", "CAPPED", "NOT-CONVERGED"];
const HALTS = ["OUT-OF-SCOPE-PENDING", "PREREQUISITE-MISSING"];
const NO_EXPERT = /^(.*): expert unavailable, generic coverage only$/;

/** Reads a token; a text that is none has the subject `""`. */
export function readToken(text: string | null): ReadToken {
  const none: ReadToken = { subject: "", reasons: [], notes: [], missing: [] };
  if (text === null || text.length > 1_000_000) return none;
  const [head = "", ...groups] = text.split(/ (?=[([])/);
  const subject = head === "CLEAR" ? "APPROVE" : head;
  if (!ENDINGS.includes(subject) && !HALTS.includes(subject)) return none;
  let reasons: readonly string[] = [];
  const notes: string[] = [];
  const missing: string[] = [];
  for (const [index, group] of groups.entries()) {
    const body = group.slice(1, -1);
    if (/[()[\]\r\n]/.test(body)) return none;
    const domain = NO_EXPERT.exec(body)?.[1];
    if (group.startsWith("[") && group.endsWith("]")) notes.push(body);
    else if (!group.startsWith("(") || !group.endsWith(")")) return none;
    else if (domain !== undefined && !body.includes(";")) missing.push(domain);
    else if (index === 0) reasons = body.split("; ");
    else return none;
  }
  return { subject, reasons, notes, missing };
}

/** Whether a subject passes. */
export const isPass = (subject: string): boolean => subject === "APPROVE" || subject === "APPROVE-DEGRADED";
/** Whether a subject hands the work back. */
export const isHandBack = (subject: string): boolean => subject === "CAPPED" || subject === "NOT-CONVERGED";
/** Whether a subject halts for the user. */
export const isHalt = (subject: string): boolean => HALTS.includes(subject);
/** Whether a subject ends a run. */
export const isEnding = (subject: string): boolean => ENDINGS.includes(subject);
