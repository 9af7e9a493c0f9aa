/**
 * The evidence of one run as an auditor looks it up. Nothing here, nor beside it, is shared with the code that decides: the
 * auditor knows the facts and the catalogue, and answers the same questions from them again.
 */
import type { LaneReturn, ToolRecord } from "../facts/return-facts.js";
import type { ReviewRound, ReviewRun } from "../facts/run-facts.js";

/** What is audited: the run, and the round whose token is on the table. */
export type AuditCase = {
  readonly run: ReviewRun;
  readonly k: number;
  readonly round: ReviewRound;
  readonly log: ReadonlyMap<string, ToolRecord>;
  /** Answers that were worked out already, by question and round. */
  readonly notes: Map<string, unknown>;
};

/** Opens the book at round k. */
export function openCase(run: ReviewRun, k: number, round: ReviewRound): AuditCase {
  return { run, k, round, log: new Map(run.toolRecords.map((entry) => [entry.id, entry])), notes: new Map() };
}

/** Works something out once per case. */
export function noted<T>(at: AuditCase, question: string, work: () => T): T {
  if (!at.notes.has(question)) at.notes.set(question, work());
  return at.notes.get(question) as T; // The cast: noted under the same question.
}

/** True for a text with a visible character. */
export function says(text: string | null | undefined): boolean {
  return typeof text === "string" && /\S/.test(text);
}

/** A return that exists and is in the transcript, byte for byte. */
export function isOnRecord(ret: LaneReturn | undefined): boolean {
  return ret !== undefined && hasContent(ret) && ret.pastedSha === ret.rawSha;
}

/** A return that was not aborted and is not blank. */
export function hasContent(ret: LaneReturn): boolean {
  return ret.abort === undefined && says(ret.raw);
}

/** A logged call whose arguments or output contain the text. */
export function logged(at: AuditCase, id: string | undefined, text: string): ToolRecord | undefined {
  const entry = id === undefined ? undefined : at.log.get(id);
  return entry !== undefined && says(text) && (entry.args.includes(text) || entry.output.includes(text)) ? entry : undefined;
}

/** All of a row's findings' places, quotes and so on, in one list. */
export function gather<T, U>(items: readonly T[], pick: (item: T) => readonly U[]): readonly U[] {
  const all: U[] = [];
  for (const item of items) for (const one of pick(item)) all.push(one);
  return all;
}
