/**
 * Closed tables of foreign words: the one way in which a word from outside becomes a value of ours (F04, H04).
 *
 * Invariants:
 * 1. A word counts only as a whole and only if it stands in the table; nothing is searched for inside a text.
 * 2. Upper and lower case, the separators `-`, `_` and blank, and ASCII white space around it do not matter.
 * 3. A word with any other character (a dot, a bold mark, a look-alike letter, a zero-width space) is no word.
 */

/** Longer than any word of a table; bounds the work on a draft that was passed by mistake. */
const MAX_WORD_LENGTH = 64;

const WORD = /^[ \t\r\n]*([a-z0-9]+(?:[-_ ]+[a-z0-9]+)*)[ \t\r\n]*$/i;

/** Finds the value that a word stands for; `undefined` for whatever is not in the table. */
export type WordTable<Value extends string> = (word: unknown) => Value | undefined;

/** A table from our values to the foreign words for them, written in lower case with `-` between parts. */
export function wordTable<Value extends string>(words: { readonly [V in Value]?: readonly string[] }): WordTable<Value> {
  const table = new Map<string, Value>();
  // The cast: Object.entries forgets the key type, and `words` has no other keys.
  for (const [value, foreign] of Object.entries(words) as [Value, readonly string[]][]) {
    for (const word of foreign) table.set(word, value);
  }
  return (word) => {
    const folded = foldWord(word);
    return folded === null ? undefined : table.get(folded);
  };
}

/** A word in the form in which tables are written: `" CHANGES_REQUESTED "` is `"changes-requested"`; `null` if it is none. */
export function foldWord(word: unknown): string | null {
  if (typeof word !== "string" || word.length > MAX_WORD_LENGTH) return null;
  const [, core] = WORD.exec(word) ?? [];
  return core === undefined ? null : core.toLowerCase().replace(/[-_ ]+/g, "-");
}
