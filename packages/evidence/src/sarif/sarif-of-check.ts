/**
 * The log that a command check printed.
 *
 * Invariant: whatever the command did is data. A log that was cut, that cannot be read, or whose command did not end by
 * itself, is an incomplete log that says so, never an empty one (G4). Analysers end with another code than 0 to say that they
 * found something; where the log then has no finding, something else went wrong.
 */
import { deepFreeze } from "@loopwright/core";
import type { CheckRecord } from "../command-check.js";
import { EvidenceError } from "../evidence-error.js";
import { readSarif, type ReadSarifOptions, type SarifLog } from "./read-sarif.js";

/**
 * Reads what a check printed on both streams together; let the analyser print nothing beside its log.
 * @throws EvidenceError `option-invalid`.
 */
export function sarifOfCheck(record: CheckRecord, options: ReadSarifOptions = {}): SarifLog {
  if (record.end.kind !== "exited") return nothingKnown(`the check ${record.id} did not end by itself: ${record.end.kind}`);
  if (record.isCut) return nothingKnown(`the check ${record.id} printed more than was kept`);
  try {
    const log = readSarif(record.output, options);
    if (record.end.code === 0 || log.findings.length > 0) return log;
    return deepFreeze({ ...log, isComplete: false, problems: [...log.problems, `the check ${record.id} ended with code ${record.end.code}, and its log has no finding`] });
  } catch (thrown) {
    if (!(thrown instanceof EvidenceError) || thrown.code === "option-invalid") throw thrown;
    return nothingKnown(`the check ${record.id} printed no log that can be read: ${thrown.message}`);
  }
}

function nothingKnown(problem: string): SarifLog {
  return deepFreeze({ isComplete: false, problems: [problem], runs: [], findings: [], others: [] });
}
