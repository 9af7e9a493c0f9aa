/** What the operations read beside the ledger and their input: knobs, names, and what was read of the world already. */
import { citationSources, decodeFile, fingerprintLines, isLineRegion, pathProblem, resolvesCitation, splitLines, type LineRegion } from "@loopwright/evidence";
import { ledgerConfig, type LedgerConfig } from "./config/config.js";
import { LEDGER_LIMITS, ledgerNames, type LedgerLimits, type LedgerNames } from "./config/names.js";
import { ALL_IMPROVEMENTS, type Improvements } from "./improvements.js";
import { refuse } from "./problem.js";

/** A region of a file as it stands. */
export interface AnchorReading {
  readonly region: LineRegion;
  readonly fingerprint: string;
  /** Lines of the file. */
  readonly lineCount: number;
}

/** Reads a region of a file; throws a LedgerProblem where there is none. */
export type AnchorReader = (file: string, region: unknown) => AnchorReading;

/** Whether a citation resolves; `no-source`: there is nothing to check it against (LG-CITE-3). */
export type CitationReader = (cited: string) => "resolved" | "unresolved" | "no-source";

/** What an operation reads. */
export interface LedgerContext {
  readonly config: LedgerConfig;
  readonly names: LedgerNames;
  readonly limits: LedgerLimits;
  readonly anchors: AnchorReader;
  readonly citations: CitationReader;
  /** Internal: see improvements.ts. */
  readonly improvements: Improvements;
}

/** What a caller gives; everything has a default. */
export interface LedgerContextOptions {
  readonly config?: Partial<LedgerConfig>;
  readonly names?: Partial<LedgerNames>;
  readonly limits?: Partial<LedgerLimits>;
  /** Texts that findings may point into, by path; see {@link anchorReader}. Default: none. */
  readonly anchors?: AnchorReader;
  /** Documents that findings may cite; see {@link citationReader}. Default: none, so nothing is checked. */
  readonly citations?: CitationReader;
}

/** Puts a context together. */
export function ledgerContext(options: LedgerContextOptions = {}): LedgerContext {
  const { config, names, limits, anchors = anchorReader(new Map()), citations = () => "no-source" } = options;
  return Object.freeze({
    config: ledgerConfig(config),
    names: ledgerNames(names),
    limits: Object.freeze({ ...LEDGER_LIMITS, ...limits }),
    anchors,
    citations,
    improvements: ALL_IMPROVEMENTS,
  });
}

/** Texts by path; a function reads them when they are asked for. */
export type SuppliedTexts = ReadonlyMap<string, string | Uint8Array> | ((path: string) => string | Uint8Array | null);

/**
 * Reads anchors in texts that somebody read before (LG-FP-3..5, LG-SEC-7). Every file is read once (LG-SEC-29).
 */
export function anchorReader(texts: SuppliedTexts): AnchorReader {
  const read = new Map<string, readonly string[]>();
  const linesOf = (file: string): readonly string[] => {
    const known = read.get(file);
    if (known !== undefined) return known;
    const content = typeof texts === "function" ? texts(file) : (texts.get(file) ?? null);
    if (content === null) refuse("anchor-file-missing", "anchor.file", `there is no file ${JSON.stringify(file)}`, "Anchor the finding in a file that exists.");
    const lines = splitLines(decodeFile(content));
    read.set(file, lines);
    return lines;
  };
  return (file, region) => {
    const problem = read.has(file) ? null : pathProblem(file);
    if (problem !== null) refuse("anchor-path-unsafe", "anchor.file", `the path ${JSON.stringify(file)} ${problem}`, "Use a path relative to the root, with `/`.");
    const lines = linesOf(file);
    if (!isLineRegion(region)) {
      const isOrdered = Array.isArray(region) && region.length === 2 && region.every(Number.isSafeInteger);
      refuse(isOrdered ? "anchor-region-out-of-range" : "anchor-region-malformed", "anchor.region", `${JSON.stringify(region)} is no region`, "Use [first line, last line], from 1.");
    }
    const found = fingerprintLines(lines, region);
    if (found === null) refuse("anchor-region-out-of-range", "anchor.region", `${file} has ${lines.length} lines`, "Anchor the finding in lines that exist.");
    return { region: found.region, fingerprint: found.fingerprint, lineCount: lines.length };
  };
}

/** Marks a text that a tool wrote: never a source (LG-SEC-20). */
const MACHINE_MARK = "[machine-written by ";

/** Checks citations in documents that somebody read before, by path (LG-CITE-2, LG-CITE-3, LG-SEC-20). */
export function citationReader(
  documents: Iterable<readonly [path: string, text: string | Uint8Array]>,
  layout: { readonly cycleDirectory: string; readonly names?: LedgerNames },
): CitationReader {
  const { cycleDirectory, names = ledgerNames() } = layout;
  const texts = new Map([...documents].map(([path, text]) => [path, decodeFile(text)] as const).filter(([, text]) => !text.includes(MACHINE_MARK)));
  const machineWritten = [names.exitLog, names.deferralFile, names.manifestFile];
  return (cited) => {
    const paths = citationSources(cited, texts.keys(), { stateDirectory: names.stateDirectory, cycleDirectory, machineWritten });
    if (paths.length === 0) return "no-source";
    return resolvesCitation(cited, paths.map((path) => texts.get(path) ?? "")) ? "resolved" : "unresolved";
  };
}
