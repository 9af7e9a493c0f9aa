/** The history of a defect that was raised again and again: each time a new row, linked to the one before (RL-TR-14). */
import { readReviewRun } from "../facts/read-run.js";
import type { ReviewRun } from "../facts/run-facts.js";

/** The rows that named a row's defect before it, newest first; none for a defect that is new or a row that is unknown. */
export function rowHistory(given: ReviewRun, row: string): readonly string[] {
  const links = new Map(readReviewRun(given).rounds.flatMap(({ triage }) => (triage ?? []).map(({ id, sameAs }) => [id, sameAs] as const)));
  const history: string[] = [];
  for (let before = links.get(row); before !== undefined; before = links.get(before)) history.push(before);
  return history;
}
