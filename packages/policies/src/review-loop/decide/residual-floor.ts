/** The residual floor: findings of a checking instrument that production can never trigger (RL-TR-06..11). */
import type { FloorEvidence, TriageRow } from "../facts/triage-facts.js";
import { isText, hasMention } from "./evidence-text.js";
import { fileRole } from "./file-kind.js";
import type { RunView } from "./run-view.js";

/** Whether a registration holds in round k: clause (a) of RL-TR-06 and clause (b) of RL-TR-07 and RL-TR-08. */
export function isFloorValid(view: RunView, k: number, row: TriageRow, floor: FloorEvidence): boolean {
  return isInstrumentRow(row) && isUnreachable(view, k, floor);
}

function isInstrumentRow(row: TriageRow): boolean {
  const locs = row.findings.flatMap((finding) => finding.locs);
  return locs.length > 0 && locs.every(({ file, line }) => line !== undefined && fileRole(file) === "instrument");
}

function isUnreachable(view: RunView, k: number, { artifact, characterises, record: id, quote, honestProducerCanEmit }: FloorEvidence): boolean {
  const record = view.record(id);
  // Anything but an explicit `false` leaves a sloppy but honest producer possible (RL-TR-08).
  if (record === undefined || honestProducerCanEmit) return false;
  if (!isText(artifact) || !isText(quote) || !hasMention(record, artifact) || !record.output.includes(quote)) return false;
  const sources = [artifact, ...characterises].flatMap((source) => [source, withoutLines(source)]);
  const touched = view.upTo(k - 1).flatMap(({ landed }) => {
    const isTouched = landed?.files.some(({ path, oldPath }) => sources.includes(path) || (oldPath !== undefined && sources.includes(oldPath)));
    return landed !== null && isTouched === true ? [landed.seq] : [];
  });
  return touched.every((seq) => record.seq > seq);
}

/** `src/a.ts` of `src/a.ts:10` or `src/a.ts:10-12`. */
function withoutLines(source: string): string {
  return source.replace(/:\d+(?:-\d+)?$/, "");
}
