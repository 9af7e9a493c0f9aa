/** Folded texts, their sections and blocks by round and file, each made once per view. */
import { FoldedText, type Lines } from "./folded-text.js";
import type { RunView } from "./run-view.js";
import { blocksOf, sectionsOf, type Section } from "./sections.js";

/** A reviewed text, ready for quotes. */
export class ProseText extends FoldedText {
  #sections: readonly Section[] | null = null;
  #blocks: readonly Lines[] | null = null;

  get sections(): readonly Section[] {
    return (this.#sections ??= sectionsOf(this));
  }

  get blocks(): readonly Lines[] {
    return (this.#blocks ??= blocksOf(this));
  }
}

/** The texts of one round, filled as they are asked for. */
function textsOf(_view: RunView, _k: number): Map<string, ProseText | null> {
  return new Map();
}

/** The text of a file as round k reviewed it; `null` where none is stored. */
export function proseText(view: RunView, k: number, file: string): ProseText | null {
  const texts = view.at(textsOf, k);
  let text = texts.get(file);
  if (text === undefined) {
    const stored = view.round(k)?.texts;
    const raw = stored !== undefined && Object.hasOwn(stored, file) ? stored[file] : undefined;
    texts.set(file, (text = raw === undefined ? null : new ProseText(raw)));
  }
  return text;
}
