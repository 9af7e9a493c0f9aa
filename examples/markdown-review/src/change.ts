/** Edits of a text by offset, and how several are carried out at once. */

/** Replaces the characters from `start` up to `end`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Edits that belong together: all or none. Never empty. */
export type Change = readonly Edit[];

/** Carries out changes that do not touch one another. */
export function applyChanges(text: string, changes: readonly Change[]): string {
  const edits = changes.flat().sort((one, other) => one.start - other.start);
  let result = "";
  let position = 0;
  for (const edit of edits) {
    result += text.slice(position, edit.start) + edit.text;
    position = edit.end;
  }
  return result + text.slice(position);
}

/** Of changes in order of place, those that do not reach into an earlier one. The rest waits for another pass. */
export function withoutOverlap(changes: readonly Change[]): Change[] {
  const kept: Change[] = [];
  let reach = -1;
  for (const change of changes) {
    const start = Math.min(...change.map((edit) => edit.start));
    if (start <= reach) continue;
    kept.push(change);
    reach = Math.max(...change.map((edit) => edit.end));
  }
  return kept;
}
