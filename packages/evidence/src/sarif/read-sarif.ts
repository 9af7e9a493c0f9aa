/**
 * Logs of static analysers in the Static Analysis Results Interchange Format, SARIF 2.1.0. Pure and linear (LG-SEC-15);
 * sizes are bounded with an explicit error (LG-SEC-13).
 *
 * Invariants:
 * 1. Every result of the log is in `findings` or in `others`, exactly once (G9).
 * 2. A log is complete only if it has a run, and every run is complete. What is not complete says why, and its findings are
 *    some, not all (G4).
 * 3. A log of another shape than the format gives is refused whole; only places and words that cannot be read are not, since
 *    a finding without its place is still one.
 */
import { deepFreeze } from "@loopwright/core";
import { EvidenceError } from "../evidence-error.js";
import { decodeUtf8 } from "../text/decode.js";
import { duplicateKey } from "../text/duplicate-key.js";
import { rootSegments } from "./artifact-path.js";
import { quoted } from "./excerpt.js";
import { JsonObjectAt } from "./json-object.js";
import { Messages } from "./message.js";
import { readRun, type LogReading, type SarifRun } from "./read-run.js";
import type { SarifFinding, SarifOther } from "./sarif-result.js";

/** How a log is read. */
export interface ReadSarifOptions {
  /** Absolute path, or `file:` URI, of what paths are relative to. Without it absolute places have no path. */
  readonly root?: string | null | undefined;
  /** Largest log in bytes, and most characters of all its messages; default 64 MiB. */
  readonly maxBytes?: number | undefined;
  /** Most results of all runs together; default 25,000. */
  readonly maxResults?: number | undefined;
}

/** What a log says. A type alias, so that it is `Json`; frozen to its leaves. */
export type SarifLog = {
  /** Whether the findings are all there are. Ask this, or `sarifVerdict`, before you conclude from what is not there. */
  readonly isComplete: boolean;
  /** Why they may not be, those of the runs included; empty for a complete log. */
  readonly problems: readonly string[];
  readonly runs: readonly SarifRun[];
  /** In the order of the log. */
  readonly findings: readonly SarifFinding[];
  /** Results that are no findings, in the order of the log. */
  readonly others: readonly SarifOther[];
};

/**
 * Reads a log.
 * @throws EvidenceError `sarif-invalid`, `sarif-version` or `sarif-too-large`, each with the path in the log; `option-invalid`.
 */
export function readSarif(input: string | Uint8Array, options: ReadSarifOptions = {}): SarifLog {
  const { root = null, maxBytes = 67_108_864, maxResults = 25_000 } = options;
  for (const [path, value] of Object.entries({ maxBytes, maxResults })) {
    if (!Number.isSafeInteger(value) || value < 1) throw new EvidenceError("option-invalid", `${path} is not a whole number from 1`, { path, hint: "Use a whole number from 1." });
  }
  const reading: LogReading = { root: root === null ? null : rootSegments(root), messages: new Messages(maxBytes), findings: [], others: [] };
  const log = JsonObjectAt.of(parseJson(input, maxBytes), () => "");
  const version = log.text("version");
  if (version !== "2.1.0") {
    throw new EvidenceError("sarif-version", `the log ${version === null ? "names no version" : `is in version ${quoted(version)}`}`, { path: "version", hint: "Let the analyser write SARIF 2.1.0, or convert the log." });
  }
  return deepFreeze(readLog(log, reading, maxResults));
}

function readLog(log: JsonObjectAt, reading: LogReading, maxResults: number): SarifLog {
  const runs: SarifRun[] = [];
  let results = 0;
  for (const [number, run] of (log.objects("runs") ?? []).entries()) {
    results += run.objects("results")?.length ?? 0;
    if (results > maxResults) throw tooLarge(run.pathOf("results"), `the log has more than ${maxResults} results`);
    runs.push(readRun(run, number, reading));
  }
  const problems = [
    ...(runs.length === 0 ? ["the log has no run"] : []),
    ...((log.objects("inlineExternalProperties") ?? []).some((part) => (part.objects("results") ?? []).length > 0) ? ["the log has results outside of its runs"] : []),
    ...runs.flatMap((run, number) => run.problems.map((problem) => `run ${number}: ${problem}`)),
  ];
  return { isComplete: problems.length === 0, problems, runs, findings: reading.findings, others: reading.others };
}

function parseJson(input: string | Uint8Array, maxBytes: number): unknown {
  if (sizeOf(input, maxBytes) > maxBytes) throw tooLarge("log", `the log has more than ${maxBytes} bytes`);
  const text = typeof input === "string" ? input : decodeUtf8(input);
  if (text === null) throw invalid("log", "the log is not UTF-8");
  const json = text.startsWith("\uFEFF") ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (thrown) {
    throw invalid("log", "the log is not JSON", thrown);
  }
  const path = duplicateKey(json);
  if (path !== null) throw invalid(path, `the log has the key ${path} twice`);
  return value;
}

/** Bytes of a text; counted only where its length leaves it open. */
function sizeOf(input: string | Uint8Array, maxBytes: number): number {
  return typeof input === "string" && input.length <= maxBytes && input.length * 3 > maxBytes ? new TextEncoder().encode(input).length : input.length;
}

function tooLarge(path: string, message: string): EvidenceError {
  return new EvidenceError("sarif-too-large", message, { path, hint: "Raise the limit, or analyse less at once; nothing is cut." });
}

function invalid(path: string, message: string, cause?: unknown): EvidenceError {
  return new EvidenceError("sarif-invalid", message, { path, hint: "Nothing is concluded from such a log; let the analyser write it again.", cause });
}
