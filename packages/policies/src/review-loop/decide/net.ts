/** Net growth and bloat, measured from what landed (RL-SI-10, RL-SI-11, D25, D26). */
import type { LandedFile } from "../facts/landed-facts.js";
import { isProseFile } from "./file-kind.js";
import type { RunView } from "./run-view.js";

/** Growth of one round: lines of code, words of prose. */
export type Net = {
  readonly lines: number;
  readonly words: number;
  /** False where a prose file landed without its text (RL-EV-09). */
  readonly measurable: boolean;
};

/** What round k's own fix added, less what it removed; zero without a fix. */
export function recomputeNet(view: RunView, k: number): Net {
  let net: Net = { lines: 0, words: 0, measurable: true };
  for (const file of view.round(k)?.landed?.files ?? []) {
    const { lines, words, measurable } = netOf(file);
    net = { lines: net.lines + lines, words: net.words + words, measurable: net.measurable && measurable };
  }
  return net;
}

/** Growth from round 1 to round k. */
export function cumulativeNet(view: RunView, k: number): Net {
  const nets = view.upTo(k).map((_, index) => view.at(recomputeNet, index + 1));
  return {
    lines: nets.reduce((sum, { lines }) => sum + lines, 0),
    words: nets.reduce((sum, { words }) => sum + words, 0),
    measurable: nets.every(({ measurable }) => measurable),
  };
}

function netOf({ path, status, hunks, added, removed }: LandedFile): Net {
  if (status === "binary") return { lines: 0, words: 0, measurable: true };
  if (isProseFile(path)) {
    if (hunks === null) return { lines: 0, words: 0, measurable: false };
    const words = hunks.reduce((sum, hunk) => sum + countWords(hunk.added) - countWords(hunk.removed), 0);
    return { lines: 0, words, measurable: true };
  }
  const lines = hunks === null ? added - removed : hunks.reduce((sum, hunk) => sum + hunk.newLines - hunk.oldLines, 0);
  return { lines, words: 0, measurable: true };
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Each CJK character is a word, and so is every run of other characters between blanks. */
export function countWords(lines: readonly string[]): number {
  let words = 0;
  for (const line of lines) {
    let cjk = 0;
    const rest = line.replace(CJK, () => (cjk++, " "));
    words += cjk + (rest.match(/\S+/g)?.length ?? 0);
  }
  return words;
}

/** The two most recent rounds up to k that carried a fix; fewer if there were fewer. */
export function lastFixRounds(view: RunView, k: number): readonly number[] {
  return view
    .upTo(k)
    .flatMap(({ landed }, index) => (landed === null ? [] : [index + 1]))
    .slice(-2);
}

/** The growth that both of the two last fixes share, by unit; `null` where neither unit grew in both. */
export function bloat(view: RunView, k: number): { readonly lines: number; readonly words: number } | null {
  const [first, second] = lastFixRounds(view, k).map((round) => view.at(recomputeNet, round));
  if (first === undefined || second === undefined) return null;
  const grown = (unit: "lines" | "words"): number => (first[unit] > 0 && second[unit] > 0 ? first[unit] + second[unit] : 0);
  const found = { lines: grown("lines"), words: grown("words") };
  return found.lines + found.words > 0 ? found : null;
}
