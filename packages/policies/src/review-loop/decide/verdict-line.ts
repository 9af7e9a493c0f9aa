/**
 * The verdict line of a slot (RL-VN-08): the last line that is not blank, read whole and by a closed set of four words.
 *
 * Invariants:
 * 1. Substrings never count: `APPROVE-DEGRADED` and `cannot APPROVE` are no tokens.
 * 2. Core's default word table is not used: a word outside the four is no token, however plain it looks.
 */
import { verdictReader } from "@loopwright/core";

const readWord = /* @__PURE__ */ verdictReader({ approved: ["approve", "clear"], rejected: ["changes-requested", "needs-work"] });

/** A line that is longer says more than a verdict. */
const MAX_LINE = 400;

/** What a return's last line says; `null` = no token. */
export function readVerdictLine(raw: string): "pass" | "reject" | null {
  const line = lastLine(raw);
  if (line.length > MAX_LINE) return null;
  const word = line
    .replace(/[*_`]/g, "")
    .trim()
    .replace(/^(?:final[ \t]+)?verdict[ \t]*:/i, "")
    .trim()
    .replace(/[.!]$/, "")
    .trimEnd()
    .replace(/[ \t]+/g, "-");
  if (word.includes("--")) return null; // `NEEDS - WORK` is not one of the four
  const { verdict } = readWord(word);
  if (verdict === "approved") return "pass";
  return verdict === "rejected" ? "reject" : null;
}

/** The last line with anything on it. */
function lastLine(raw: string): string {
  const text = raw.trimEnd();
  return text.slice(Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1).trim();
}
