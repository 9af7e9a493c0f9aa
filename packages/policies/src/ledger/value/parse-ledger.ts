/**
 * Ledger files: text to value and back (LG-FILE-1, LG-LOAD).
 *
 * Invariants:
 * 1. Fail closed: what is not a ledger is refused with its defect, never repaired, cut or rebuilt (LG-LOAD-1).
 * 2. A file comes back as it was: unknown keys and their order are kept.
 */
import { deepFreeze } from "@loopwright/core";
import type { LedgerLimits } from "../config/names.js";
import { LEDGER_LIMITS } from "../config/names.js";
import { ALL_IMPROVEMENTS, type Improvements } from "../improvements.js";
import { refuse } from "../problem.js";
import { ledgerDefect } from "./ledger-defect.js";
import type { Ledger } from "./ledger.js";
import { parseStrictJson } from "./strict-json.js";

/** How a ledger is read. */
export interface ParseLedgerOptions {
  /** What messages name. Default `review-ledger.json`. */
  readonly file?: string;
  readonly limits?: LedgerLimits;
  /** Internal: see improvements.ts. */
  readonly improvements?: Improvements;
}

/**
 * Reads a ledger.
 * @throws LedgerProblem `malformed-ledger` with the defect, `limit-exceeded`.
 */
export function parseLedger(input: Uint8Array | string, options: ParseLedgerOptions = {}): Ledger {
  const { file = "review-ledger.json", limits = LEDGER_LIMITS } = options;
  const value = parseStrictJson(input, { name: file, code: "malformed-ledger", maxBytes: limits.ledgerBytes, maxDepth: limits.jsonDepth });
  const ledger = checkLedger(value, { file, ...(options.improvements === undefined ? {} : { improvements: options.improvements }) });
  if (ledger.findings.length > limits.findingsPerLedger) {
    refuse("limit-exceeded", "findings", `${file} has more than ${limits.findingsPerLedger} findings`, "Start a new cycle.");
  }
  return deepFreeze(ledger);
}

/** Takes a value for a ledger, or refuses it with its first defect (LG-LOAD-2, LG-LOAD-3). */
export function checkLedger(value: unknown, options: { readonly file?: string; readonly improvements?: Improvements } = {}): Ledger {
  const { file = "the ledger", improvements = ALL_IMPROVEMENTS } = options;
  const defect = ledgerDefect(value, { isWhole: improvements.has("LG-LOAD-3") });
  if (defect !== null) refuse("malformed-ledger", defect.path, `${file}: ${defect.what}`, "Restore it from version control; it is not repaired.");
  return value as Ledger; // just checked
}

/** The text of a ledger file (LG-FILE-1). */
export function serialiseLedger(ledger: Ledger): string {
  return `${JSON.stringify(ledger, null, 2)}\n`;
}

/** The ledger, or a refusal where a command needs one that exists (LG-LOAD-1). */
export function needLedger(ledger: Ledger | null): Ledger {
  return ledger ?? refuse("no-ledger", "ledger", "there is no ledger yet", "Run an intake or open an instance first.");
}
