/**
 * The reference configuration: how the vectors' implementation reads what this ledger reads more strictly. Test-internal;
 * it is composed of the public pieces, so that what is compared is the product.
 */
import { citationSources, citationToken, fingerprintOfText, occursAsToken, splitTextLines, trimWhiteSpace, type LineRegion } from "@loopwright/evidence";
import { defaultConfig, type LedgerConfig } from "../config/config.js";
import { LEDGER_LIMITS, ledgerNames } from "../config/names.js";
import type { AnchorReader, LedgerContext } from "../context.js";
import type { Improvements } from "../improvements.js";
import { LedgerProblem } from "../problem.js";
import { isSet } from "../value/entry.js";
import { bytesOf, type FileContent } from "./vector-file.fixture.js";

/** No improvement at all. */
export const REFERENCE: Improvements = new Set();

/** Knobs as the vectors give them: whole numbers count, whatever they are; other values are ignored or read as on or off. */
export function referenceConfig(given: { readonly [knob: string]: unknown } | null | undefined): LedgerConfig {
  const knobs = given ?? {};
  const whole = (key: string, fallback: number): number => (Number.isInteger(knobs[key]) ? (knobs[key] as number) : fallback);
  const flag = (key: string): boolean => !(key in knobs) || isSet(knobs[key]);
  return {
    ...defaultConfig(),
    majorBudget: whole("major_budget", 0),
    iterationCap: whole("iteration_cap", 5),
    escalateAfterStalls: whole("escalate_after_stalls", 2),
    disputedDisposition: knobs["disputed_disposition"] !== false,
    witnessCapping: flag("witness_capping"),
    citationCheck: flag("citation_check"),
    fixNowBlockingOnly: flag("fix_now_blocking_only"),
    scopeCheck: flag("scope_check"),
    lateFindingDisposition: (knobs["late_finding_disposition"] ?? "defer") === "defer" ? "defer" : "open",
    licenseCheck: false,
  };
}

/** A file system in memory, as the vectors describe one. */
export type FileMap = Map<string, FileContent>;

/** Text of a file as the reference reads it: ill-formed UTF-8 replaced, CRLF and CR as LF. */
export function referenceText(content: FileContent): string {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytesOf(content));
  return text.replaceAll(/\r\n?/g, "\n");
}

/** Path with `.` and `..` resolved, as a file system does. */
function resolvePath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments.join("/");
}

/** Reads anchors like the reference: regions are coerced, stored as given, and not cut (LG-FP-3, LG-FP-4, LG-SEC-7). */
export function referenceAnchors(files: ReadonlyMap<string, FileContent>): AnchorReader {
  return (file, region) => {
    const content = files.get(resolvePath(String(file)));
    if (content === undefined) throw new LedgerProblem("anchor-file-missing", "no such file");
    const parts: readonly unknown[] | null = typeof region === "string" ? Array.from(region) : Array.isArray(region) ? region : null;
    const [start, end] = [wholeNumber(parts?.[0]), wholeNumber(parts?.[1])];
    if (parts === null || start === null || end === null) throw new LedgerProblem("anchor-region-malformed", "not two numbers");
    const lines = splitTextLines(referenceText(content));
    if (start < 1 || end < start || start > lines.length) throw new LedgerProblem("anchor-region-out-of-range", "outside the file");
    // The cast: the reference stores what it was given.
    return { region: [...parts] as unknown as LineRegion, fingerprint: fingerprintOfText(lines.slice(start - 1, end).join("\n")), lineCount: lines.length };
  };
}

function wholeNumber(value: unknown): number | null {
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "number") return Math.trunc(value);
  return typeof value === "string" && /^[+-]?\d+$/.test(trimWhiteSpace(value)) ? Number(trimWhiteSpace(value)) : null;
}

/** Whether a citation resolves for the reference: no boundary behind the token, no second try (LG-CITE-5, LG-CITE-6). */
export function referenceResolves(cited: string, texts: readonly string[]): boolean {
  const token = citationToken(cited);
  return texts.some((text) => occursAsToken(token, text, { isWhole: false }));
}

/** Paths of the documents a citation is checked against; machine-written ones are among them (LG-SEC-20). */
export function referenceSources(cited: string, files: ReadonlyMap<string, FileContent>, slug: string): readonly string[] {
  return citationSources(cited, files.keys(), { stateDirectory: ".sage", cycleDirectory: `.sage/work/${slug}`, machineWritten: [] });
}

/** A context with everything as the reference has it. */
export function referenceContext(files: ReadonlyMap<string, FileContent>, slug: string, config: { readonly [knob: string]: unknown } | null): LedgerContext {
  return {
    config: referenceConfig(config),
    names: ledgerNames({ trailerPrefix: "Sage", stateDirectory: ".sage", toolName: "review.py", trailerContract: "commit trailers follow the RR-21 contract" }),
    limits: LEDGER_LIMITS,
    anchors: referenceAnchors(files),
    citations: (cited) => {
      const sources = referenceSources(cited, files, slug);
      if (sources.length === 0) return "no-source";
      return referenceResolves(cited, sources.map((path) => referenceText(files.get(path) ?? ""))) ? "resolved" : "unresolved";
    },
    improvements: REFERENCE,
  };
}
