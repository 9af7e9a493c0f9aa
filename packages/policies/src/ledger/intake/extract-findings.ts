/** The findings of a transcript: exactly one fenced `json` block, never repaired (LG-INT-1, LG-OUT-1). */
import { splitLines, trimWhiteSpace } from "@loopwright/evidence";
import { LEDGER_LIMITS, type LedgerLimits } from "../config/names.js";
import { refuse } from "../problem.js";
import { parseStrictJson } from "../value/strict-json.js";

/**
 * Reads the one fenced `json` block of a reviewer's text; prose around it is not read (LG-MODE-2).
 * @throws LedgerProblem `findings-block` for none or several, `payload-invalid` for what is not JSON.
 */
export function extractFindings(text: string, limits: LedgerLimits = LEDGER_LIMITS): unknown {
  const blocks: string[][] = [];
  let open: { readonly fence: string; readonly lines: string[] | null } | null = null;
  for (const line of splitLines(text)) {
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (open === null) {
      if (fence === null) continue;
      const info = trimWhiteSpace(line.slice(line.indexOf(fence) + fence.length)).toLowerCase();
      open = { fence, lines: info === "json" ? [] : null };
    } else if (fence?.startsWith(open.fence) === true && trimWhiteSpace(line) === fence) {
      if (open.lines !== null) blocks.push(open.lines);
      open = null;
    } else {
      open.lines?.push(line);
    }
  }
  const [block] = blocks;
  if (block === undefined || blocks.length > 1 || open?.lines != null) {
    refuse("findings-block", "text", `${blocks.length} whole fenced json blocks; exactly one is needed`, "Ask the reviewer again; prose is not read.");
  }
  return parseStrictJson(block.join("\n"), { name: "findings", code: "payload-invalid", maxBytes: limits.payloadBytes, maxDepth: limits.jsonDepth });
}
