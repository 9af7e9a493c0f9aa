/**
 * Counting the findings of a review in prose (QL-CLS-1..12).
 *
 * Invariants:
 * 1. Pure and linear; text in, four counts out. No word of the text is a verdict (QL-CLS-11).
 * 2. A header ends the open section, a blank line shuts it; where the grammar must choose, it counts too much.
 * 3. Diagnostics ride along and change nothing.
 */
import type { Counts } from "./counts.js";
import { DiagnosticCollector, type Diagnostic } from "./diagnostics.js";
import { readLine, readRest, type LabelCase } from "./grammar.js";
import { splitTextLines } from "@loopwright/evidence";

/** How labels are compared. */
export interface ClassifyOptions {
  /**
   * `unicode` (default) takes `ſ` for `s` and `ı`, `İ` for `i`, so that a finding under such a heading is not lost;
   * `ascii` takes A–Z only.
   */
  readonly labelCase?: LabelCase;
}

/** Counts with what is odd about them. */
export type Classification = {
  readonly counts: Counts;
  /** In line order. */
  readonly diagnostics: readonly Diagnostic[];
};

/** Counts findings by severity; no text gives zeros. */
export function classify(text: string | null | undefined, options: ClassifyOptions = {}): Counts {
  return scan(text, options.labelCase ?? "unicode", null);
}

/** The same counts, and signs that they may be wrong. */
export function classifyDetailed(text: string | null | undefined, options: ClassifyOptions = {}): Classification {
  const collector = new DiagnosticCollector();
  const counts = scan(text, options.labelCase ?? "unicode", collector);
  return { counts, diagnostics: collector.finish() };
}

function scan(text: string | null | undefined, labelCase: LabelCase, collector: DiagnosticCollector | null): Counts {
  const counts = { critical: 0, major: 0, substantive: 0, cosmetic: 0 };
  let open: keyof Counts | null = null;
  /** Items of the open section. */
  let items = 0;
  splitTextLines(text ?? "").forEach((raw, index) => {
    const line = readLine(raw, labelCase);
    collector?.add(raw, line, index + 1, open === null ? null : items, labelCase);
    if (line.kind === "header") {
      const rest = readRest(line.rest);
      open = rest.isZero ? null : line.severity;
      items = rest.items;
      counts[line.severity] += rest.items;
    } else if (line.kind === "bullet" && open !== null) {
      counts[open] += 1;
      items += 1;
    } else if (line.kind === "blank") {
      open = null;
    }
  });
  return counts;
}
