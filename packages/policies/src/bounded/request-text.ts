/**
 * A user's request as words, clauses and sentences; linear in its length.
 *
 * Invariant: punctuation divides only where a blank or the end follows it, so that `a.ts` stays one word.
 */

/** One clause: words between commas, colons, dashes and sentence ends. */
export interface Clause {
  /** In lower case, without punctuation at their ends. */
  readonly words: readonly string[];
  /** The text from word `index` of this clause to the end of its sentence, as written. */
  readonly verbatim: (index: number) => string;
}

/** The clauses of one sentence, none of them empty. */
export type Sentence = readonly Clause[];

interface Word {
  readonly text: string;
  readonly start: number;
}

const EDGE = /[\p{L}\p{N}]/u;
const DASH = /^[-–—]+$/;

/** Splits a request into sentences and clauses. */
export function readSentences(request: string): readonly Sentence[] {
  return sentencesOf(request).map(({ clauses, end }) =>
    clauses
      .filter((words) => words.length > 0)
      .map((words) => ({
        words: words.map(({ text }) => text),
        verbatim: (index) => request.slice(words[index]?.start ?? end, end).trim(),
      })),
  );
}

interface OpenSentence {
  readonly clauses: Word[][];
  /** Index behind its last word, punctuation aside. */
  end: number;
}

function sentencesOf(request: string): readonly OpenSentence[] {
  const sentences: OpenSentence[] = [{ clauses: [[]], end: 0 }];
  const token = /\n|[^\s]+/gu;
  for (let match = token.exec(request); match !== null; match = token.exec(request)) {
    const [raw] = match;
    const sentence = sentences.at(-1) as OpenSentence; // there is always one
    if (raw === "\n") {
      sentences.push({ clauses: [[]], end: match.index });
      continue;
    }
    if (DASH.test(raw)) {
      sentence.clauses.push([]);
      continue;
    }
    const [from, to] = edgesOf(raw);
    if (from < to) {
      const text = raw.slice(from, to).toLowerCase().replaceAll("’", "'");
      sentence.clauses.at(-1)?.push({ text, start: match.index + from });
      sentence.end = match.index + to;
    }
    const tail = raw.slice(to);
    if (/[.;!?]/.test(tail)) sentences.push({ clauses: [[]], end: match.index + raw.length });
    else if (/[,:)]/.test(tail)) sentence.clauses.push([]);
  }
  return sentences;
}

/** Where the letters and digits of a token begin and end. */
function edgesOf(raw: string): readonly [number, number] {
  let [from, to] = [0, raw.length];
  while (from < to && !EDGE.test(raw[from] ?? "")) from++;
  while (to > from && !EDGE.test(raw[to - 1] ?? "")) to--;
  return [from, to];
}
