/** A text on the auditor's desk: its words, where a quote stands in them, and what stands under which heading. */

/** Lines, both ends included, from 1. */
export type Span = { readonly from: number; readonly to: number };

/** The words of a text without emphasis, case, smart quotes and spacing. */
export function normalise(text: string): string {
  const plain = text.replace(/[*_`>#|]/g, "").replace(/[‘’‚‛′]/g, "'").replace(/[“”„‟″«»]/g, '"');
  return plain.split(/\s+/).filter((word) => word !== "").join(" ").toLowerCase();
}

/** The parts of a quote around its ellipses. */
export function pieces(quote: string): readonly string[] {
  return quote.replace(/\.{3,}/g, "…").split("…").map(normalise).filter((piece) => piece !== "");
}

type Heading = { readonly at: number; readonly depth: number; readonly title: string };

/** One text. */
export class Page {
  readonly lines: readonly string[];
  readonly words: string;
  readonly #lineOf: Uint32Array;
  #headings: readonly Heading[] | null = null;
  #blocks: readonly (Span & { readonly lines: readonly string[] })[] | null = null;

  constructor(text: string) {
    const lines = text.split(/\r?\n|\r/);
    this.lines = lines.at(-1) === "" ? lines.slice(0, -1) : lines;
    let words = "";
    const owners: number[] = [];
    for (const [index, line] of this.lines.entries()) {
      const part = normalise(line);
      if (part === "") continue;
      const piece = words === "" ? part : ` ${part}`;
      words += piece;
      for (let at = 0; at < piece.length; at++) owners.push(index + 1);
    }
    this.words = words;
    this.#lineOf = Uint32Array.from(owners);
  }

  /** Where a normalised piece stands. */
  find(piece: string): readonly Span[] {
    const spans: Span[] = [];
    const parts = this.words.split(piece);
    let at = 0;
    for (const part of parts.slice(0, -1)) {
      at += part.length;
      spans.push({ from: this.#lineOf[at] ?? 1, to: this.#lineOf[at + piece.length - 1] ?? 1 });
      at += piece.length;
    }
    return spans;
  }

  /** The normalised words under a heading; `null` where no such heading stands. */
  under(title: string): string | null {
    const section = this.section(title, undefined);
    return section === undefined ? null : normalise(this.lines.slice(section.from - 1, section.to).join("\n"));
  }

  /** The heading that a line stands under, innermost; empty before the first. */
  titleAt(line: number): string | undefined {
    if (line < 1 || line > Math.max(this.lines.length, 1)) return undefined;
    return this.headings.findLast(({ at }) => at <= line)?.title ?? "";
  }

  /** The section of a heading; of several alike the one around `line`. */
  section(title: string, line: number | undefined): (Span & { readonly title: string }) | undefined {
    const wanted = normalise(title);
    const named: (Span & { readonly title: string })[] = [];
    const [first] = this.headings;
    if (wanted === "" && (first === undefined || first.at > 1)) named.push({ title: "", from: 1, to: (first?.at ?? this.lines.length + 1) - 1 });
    // From the end: for each depth, where the nearest heading below begins.
    const begins = new Map<number, number>();
    for (const { at, depth, title: text } of [...this.headings].reverse()) {
      const next = [1, 2, 3, 4, 5, 6].filter((other) => other <= depth).map((other) => begins.get(other) ?? Infinity);
      if (text === wanted) named.push({ title: text, from: at, to: Math.min(this.lines.length + 1, ...next) - 1 });
      begins.set(depth, at);
    }
    named.sort((a, b) => a.from - b.from);
    return named.find(({ from, to }) => line !== undefined && from <= line && line <= to) ?? named[0];
  }

  get headings(): readonly Heading[] {
    return (this.#headings ??= findHeadings(this.lines));
  }

  /** Paragraphs, items, table rows, headings. */
  get blocks(): readonly (Span & { readonly lines: readonly string[] })[] {
    return (this.#blocks ??= cutBlocks(this.lines));
  }
}

function findHeadings(lines: readonly string[]): readonly Heading[] {
  const found: Heading[] = [];
  let inFence = false;
  lines.forEach((line, index) => {
    const isFence = /^ {0,3}(```|~~~)/.test(line);
    if (isFence) inFence = !inFence;
    if (inFence || isFence) return;
    const marks = /^(?: {0,3}(#{1,6})(?:[ \t]|$)|(={1,6})[ \t]+\S)/.exec(line);
    if (marks !== null) {
      found.push({ at: index + 1, depth: (marks[1] ?? marks[2] ?? "").length, title: normalise(line.replace(/^[ =]+/, "")) });
      return;
    }
    const above = (lines[index - 1] ?? "").trim();
    const underline = /^ {0,3}(={3,}|-{3,}|~{3,}|\^{3,}|"{3,})[ \t]*$/.exec(line);
    if (underline === null || above === "" || above.startsWith("|") || /^#{1,6}([ \t]|$)/.test(above) || /^(={3,}|-{3,}|~{3,}|\^{3,}|"{3,})$/.test(above)) return;
    found.push({ at: index, depth: underline[1]?.startsWith("=") === true ? 1 : 2, title: normalise(above) });
  });
  return found;
}

function cutBlocks(lines: readonly string[]): readonly (Span & { readonly lines: readonly string[] })[] {
  const blocks: { from: number; to: number; lines: string[] }[] = [];
  let isOpen = false;
  lines.forEach((line, index) => {
    const isAlone = /^\s*\|/.test(line) || /^ {0,3}#{1,6}([ \t]|$)/.test(line);
    const starts = isAlone || /^\s*([-*+]|\d{1,9}[.)])\s/.test(line);
    if (line.trim() === "") isOpen = false;
    else if (!isOpen || starts) blocks.push({ from: index + 1, to: index + 1, lines: [line] });
    const block = blocks.at(-1);
    if (line.trim() === "" || block === undefined) return;
    if (block.to !== index + 1) {
      block.to = index + 1;
      block.lines.push(line);
    }
    isOpen = !isAlone;
  });
  return blocks;
}
