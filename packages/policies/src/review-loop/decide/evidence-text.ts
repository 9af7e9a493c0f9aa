/** Small tests of evidence that many rules share. */
import type { LaneReturn, ToolRecord } from "../facts/return-facts.js";

/** Whether a text says something. */
export function isText(text: string | undefined | null): text is string {
  return text !== undefined && text !== null && text.trim() !== "";
}

/** Whether a return stands in the transcript byte for byte, by its stored hashes (RL-EV-03). */
export function isVerbatim(ret: LaneReturn): boolean {
  return ret.pastedSha !== null && ret.pastedSha === ret.rawSha;
}

/** Whether a return holds anything (RL-SL-25). */
export function isAnswered(ret: LaneReturn): boolean {
  return ret.abort === undefined && isText(ret.raw);
}

/** Whether a logged call names a thing in its arguments or its output; a statement that it was read is nothing (RL-EV-10). */
export function hasMention(record: ToolRecord | undefined, name: string): boolean {
  return record !== undefined && isText(name) && (record.args.includes(name) || record.output.includes(name));
}
