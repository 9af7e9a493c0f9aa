/**
 * Documents that findings may cite, read from disk when the first citation is checked (LG-CITE-2, LG-SEC-8, LG-SEC-13).
 *
 * Invariants:
 * 1. Regular files only; a link is skipped, loudly.
 * 2. Bounded: bytes of each file and of all, number of files, depth.
 */
import { listFilesInside, type ListedFiles } from "@loopwright/evidence/workspace";
import { citationReader, type CitationReader } from "../ledger/context.js";
import type { LedgerNames } from "../ledger/config/names.js";
import { refuse } from "../ledger/problem.js";
import { asProblem, readConfined } from "./confined-texts.js";
import { nodeFs, nodePath } from "./node-files.js";
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
  const { root, directory, slug, cycleDirectory } = place;
  const found = new DocumentList(warnings);
  found.addIfThere(root, `${stateDirectory}/constitution.md`);
  found.addAll(root, `${stateDirectory}/constitution`, DOCUMENT_LIMITS.depth);
  // From the directory above, because a ledger with a root of its own may lie outside of it.
  found.addAll(nodePath().dirname(directory), slug, 0, (path) => `${cycleDirectory}/${path.slice(slug.length + 1)}`);
  return found.texts;
}

class DocumentList {
  readonly texts: (readonly [string, Uint8Array])[] = [];
  readonly #warnings: string[];
  #bytes = 0;

  constructor(warnings: string[]) {
    this.#warnings = warnings;
  }

  /** Adds a file, if it is there and no link. */
  addIfThere(root: string, path: string): void {
    const stat = nodeFs().lstatSync(nodePath().join(root, path), { throwIfNoEntry: false });
    if (stat?.isSymbolicLink() === true) this.#warnings.push(`document-skipped: ${path} is a link`);
    else if (stat?.isFile() === true) this.#add(root, path, path);
  }

  /** Adds the markdown files below a directory, down to a depth. */
  addAll(root: string, directory: string, maxDepth: number, nameOf: (path: string) => string = (path) => path): void {
    const { paths, skipped } = asProblem(directory, () => listFilesInside(root, directory, { suffix: ".md", maxDepth, maxFiles: DOCUMENT_LIMITS.files }));
    for (const one of skipped) this.#skip(one, nameOf(one.path), maxDepth > 0);
    for (const path of paths) this.#add(root, path, nameOf(path));
  }

  #skip({ path, why }: ListedFiles["skipped"][number], name: string, isDeep: boolean): void {
    if (why === "too-many") refuse("limit-exceeded", path, `more than ${DOCUMENT_LIMITS.files} documents to cite`, "Put them into fewer files.");
    if (why === "link") this.#warnings.push(`document-skipped: ${name} is a link`);
    else if (isDeep) this.#warnings.push(`document-skipped: ${name} lies too deep`);
  }

  #add(root: string, path: string, name: string): void {
    const bytes = readConfined(root, path, DOCUMENT_LIMITS.fileBytes, name);
    if (bytes === null) return;
    this.#bytes += bytes.length;
    if (this.#bytes > DOCUMENT_LIMITS.totalBytes) refuse("limit-exceeded", name, `more than ${DOCUMENT_LIMITS.totalBytes} bytes of documents to cite`, "Make them smaller.");
    this.texts.push([name, bytes]);
  }
}
