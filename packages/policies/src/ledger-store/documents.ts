/**
 * Documents that findings may cite, read from disk when the first citation is checked (LG-CITE-2, LG-SEC-8, LG-SEC-13).
 *
 * Invariants:
 * 1. Regular files only; a link is skipped, loudly.
 * 2. Bounded: bytes of each file and of all, number of files, depth.
 */
import { citationReader, type CitationReader } from "../ledger/context.js";
import type { LedgerNames } from "../ledger/config/names.js";
import { refuse } from "../ledger/problem.js";
import { nodeFs, readBounded } from "./node-files.js";
import type { LedgerPlace } from "./place.js";

/** Bounds of the documents together. */
export const DOCUMENT_LIMITS = Object.freeze({ fileBytes: 4_194_304, totalBytes: 33_554_432, files: 500, depth: 8 });

/** Checks citations in the documents of a cycle; what is skipped is added to `warnings`. */
export function documentCitations(place: LedgerPlace, names: LedgerNames, warnings: string[]): CitationReader {
  let reader: CitationReader | null = null;
  return (cited) => {
    reader ??= citationReader(readDocuments(place, names, warnings), { cycleDirectory: place.cycleDirectory, names });
    return reader(cited);
  };
}

function readDocuments(place: LedgerPlace, { stateDirectory }: LedgerNames, warnings: string[]): readonly (readonly [string, Uint8Array])[] {
  const found = new DocumentList(warnings);
  const state = `${place.root}/${stateDirectory}`;
  found.add(`${state}/constitution.md`, `${stateDirectory}/constitution.md`);
  found.walk(`${state}/constitution`, `${stateDirectory}/constitution`, DOCUMENT_LIMITS.depth);
  found.walk(place.directory, place.cycleDirectory, 1);
  return found.texts;
}

class DocumentList {
  readonly texts: (readonly [string, Uint8Array])[] = [];
  readonly #warnings: string[];
  #bytes = 0;

  constructor(warnings: string[]) {
    this.#warnings = warnings;
  }

  /** Adds a markdown file, if it is one. */
  add(path: string, name: string): void {
    const stat = nodeFs().lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink() === true) this.#warnings.push(`document-skipped: ${name} is a link`);
    if (stat?.isFile() !== true) return;
    if (this.texts.length >= DOCUMENT_LIMITS.files) refuse("limit-exceeded", name, `more than ${DOCUMENT_LIMITS.files} documents to cite`, "Put them into fewer files.");
    const bytes = readBounded(path, { name, maxBytes: DOCUMENT_LIMITS.fileBytes });
    if (bytes === null) return;
    this.#bytes += bytes.length;
    if (this.#bytes > DOCUMENT_LIMITS.totalBytes) refuse("limit-exceeded", name, `more than ${DOCUMENT_LIMITS.totalBytes} bytes of documents to cite`, "Make them smaller.");
    this.texts.push([name, bytes]);
  }

  /** Adds the markdown files of a directory, down to a depth, in name order. */
  walk(path: string, name: string, depth: number): void {
    const stat = nodeFs().lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink() === true) this.#warnings.push(`document-skipped: ${name} is a link`);
    if (stat?.isDirectory() !== true) return;
    const items = nodeFs().readdirSync(path, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1));
    for (const item of items) {
      const below = name === "" ? item.name : `${name}/${item.name}`;
      if (item.name.endsWith(".md")) this.add(`${path}/${item.name}`, below);
      else if (item.isDirectory() && depth > 1) this.walk(`${path}/${item.name}`, below, depth - 1);
      else if (item.isSymbolicLink() && depth > 1) this.#warnings.push(`document-skipped: ${below} is a link`);
    }
  }
}
