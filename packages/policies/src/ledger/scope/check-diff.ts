/**
 * Does a fix commit stay inside anchor ∪ declared collateral ∪ witness of what it fixes (LG-CD)?
 *
 * Invariants:
 * 1. Per change the first kind of path that matches decides: bookkeeping, witness, test, anchor, collateral, violation
 *    (LG-CD-12). Neither collateral nor an anchor excuses a changed test.
 * 2. Trailers are advice: they never turn the two verdicts (LG-CD-7).
 * 3. What was found becomes findings through intake, whatever it is named; the result stands even where that is refused
 *    (LG-CD-18, LG-CD-19).
 */
import { decodeFile, EvidenceError, oneLine, parseCollateral, parseTrailers, splitLines, type Collateral, type Hunk, type LineRegion, type Trailers } from "@loopwright/evidence";
import type { LedgerContext } from "../context.js";
import { needEntry } from "../operations/change-entry.js";
import { LedgerProblem, refuse } from "../problem.js";
import type { Ledger, LedgerEntry } from "../value/ledger.js";
import { roundOf } from "../value/rounds.js";
import { anchorLines, isHunkInside, type ScopeLines } from "./anchor-lines.js";
import type { CommitChange, FixCommit } from "./commit.js";
import { machineFindings } from "./machine-findings.js";
import { isBookkeeping, isTestPath, witnessTest } from "./path-kinds.js";
import { recordFindings } from "./record-findings.js";
import type { ScopeResult, ScopeViolation } from "./scope-result.js";
import { commitScope, isUnderRepair, trailerFindings, type CommitScope } from "./trailer-findings.js";

/** What {@link applyCheckDiff} takes. */
export interface CheckDiffInput {
  /** The finding that the commit claims to fix. */
  readonly finding: string;
  readonly commit: FixCommit;
  /** Directory of the cycle, such as `.review/work/auth`. */
  readonly cycleDirectory: string;
  readonly round?: number | null;
}

/** A check and what it left. */
export interface CheckedDiff {
  readonly result: ScopeResult;
  /** With the machine findings, or as it was where all were refused. */
  readonly ledger: Ledger;
  /**
   * Why findings could not be recorded, or not at their own place; `null` where they were. `machine_ids` of the result
   * names those that were.
   */
  readonly problem: LedgerProblem | null;
  /** What else is worth knowing, such as a round number that is not the next one (LG-CLOSE-1). */
  readonly warnings: readonly string[];
}

const SKIPPED: ScopeResult = { in_scope: true, license_ok: true, violations: [], trailer_findings: [], license_needed: [], skipped: "scope_check: false (v1 behavior)" };

/** The result where the knob is off; `null` where the check is on (LG-CD-1). Asked before anything is read. */
export function skippedCheck({ config }: LedgerContext): ScopeResult | null {
  return config.scopeCheck ? null : SKIPPED;
}

/**
 * The finding of a check, before any version control is asked (LG-CD-2).
 * @throws LedgerProblem `unknown-finding`, `check-diff-settled`.
 */
export function needFindingUnderRepair(ledger: Ledger, id: string, context: LedgerContext): LedgerEntry {
  const entry = needEntry(ledger, id);
  if (isUnderRepair(entry, context)) return entry;
  return refuse("check-diff-settled", "finding", `${entry.id} is ${entry.status === "disputed" ? "a repetition of a settled finding" : entry.status}`, "Its anchor licenses nothing; name a finding under repair.");
}

/**
 * Checks a commit and records what it finds.
 * @throws LedgerProblem `unknown-finding`, `check-diff-settled`; EvidenceError for a message that cannot be read.
 */
export function applyCheckDiff(ledger: Ledger, input: CheckDiffInput, context: LedgerContext): CheckedDiff {
  const skipped = skippedCheck(context);
  if (skipped !== null) return { result: skipped, ledger, problem: null, warnings: [] };
  const invoked = needFindingUnderRepair(ledger, input.finding, context);
  const { commit } = input;
  const trailers = parseTrailers(commit.message, { prefix: context.names.trailerPrefix });
  const scope = commitScope(ledger, invoked, trailers, context);
  const collateral = (trailers.Collateral ?? []).flatMap((value) => collateralOf(value, context) ?? []);
  const judged = judge(commit, input, scope, collateral, context);
  const isLedgerTouched = commit.changes.some(({ path }) => path === `${input.cycleDirectory}/${context.names.ledgerFile}`);
  const advice = trailerFindings(commit.id.slice(0, 12), invoked, trailers, scope, { collateral, isLedgerTouched }, context);
  const result = resultOf(judged, advice, trailers, scope, collateral, context);
  const checked = record(ledger, { ...input, invoked }, result, context);
  return { ...checked, warnings: [...checked.warnings, ...uncheckedLicenses(trailers, judged.tests, context)] };
}

/** A collateral trailer; with the first implementation's grammar only ranges and bare paths are read (LG-CD-8). */
function collateralOf(value: string, { improvements }: LedgerContext): Collateral | null {
  const read = parseCollateral(value);
  if (improvements.has("LG-CD-8") || read?.region == null) return read;
  return /^[^\s]+:\d+-\d+(?:\s|$)/.test(value) ? read : { ...read, path: value.split(/\s/, 1)[0] ?? "", region: null };
}

interface Judged {
  readonly violations: readonly ScopeViolation[];
  readonly tests: readonly string[];
  readonly lines: readonly ScopeLines[];
}

/** Sorts every change (LG-CD-12). */
function judge({ changes, before, after }: FixCommit, { cycleDirectory }: CheckDiffInput, scope: CommitScope, collateral: readonly Collateral[], context: LedgerContext): Judged {
  const { names, improvements } = context;
  const lines = scope.entries.map((entry) => (improvements.has("LG-CD-11") ? anchorLines(entry, before) : { id: entry.id, ...entry.anchor, isRelocated: false }));
  const isWitness = witnessTest(scope.entries, context);
  const isTest = names.isTestPath ?? isTestPath;
  const isCovered = coverage(lines, collateral, !improvements.has("LG-CD-8"));
  const violations: ScopeViolation[] = [];
  const tests: string[] = [];
  for (const change of changes) {
    const { path } = change;
    if (isBookkeeping(path, cycleDirectory, context) || isWitness(path)) continue;
    if (isTest(path)) tests.push(path);
    else if (!isCovered(change)) violations.push(violationOf(change, () => after(path) ?? before(path)));
  }
  return { violations, tests, lines };
}

/** Whether a change lies in an anchor or in declared collateral. Indexed by path, so that many of both stay cheap. */
function coverage(anchors: readonly ScopeLines[], collateral: readonly Collateral[], isStrict: boolean): (change: CommitChange) => boolean {
  const wholeFiles = new Set(collateral.filter(({ region }) => region === null).map(({ path }) => path));
  const inPath = <T extends { readonly region: LineRegion | null }>(items: readonly (readonly [path: string, item: T])[]): ReadonlyMap<string, readonly T[]> => {
    const byPath = new Map<string, T[]>();
    for (const [path, item] of items) byPath.set(path, [...(byPath.get(path) ?? []), item]);
    return byPath;
  };
  const anchorsIn = inPath(anchors.map((one) => [one.file, one] as const));
  const collateralIn = inPath(collateral.map((one) => [one.path, one] as const));
  return ({ path, hunk }) => {
    if (wholeFiles.has(path)) return true;
    if (hunk === null) return false;
    return (
      anchorsIn.get(path)?.some(({ region }) => isHunkInside(hunk, region)) === true ||
      collateralIn.get(path)?.some(({ region }) => region !== null && isHunkInside(hunk, region, { isStrict })) === true
    );
  };
}

function violationOf({ path, hunk }: CommitChange, read: () => string | Uint8Array | null): ScopeViolation {
  if (hunk !== null) return { file: path, region: newLines(hunk), old_region: [hunk.oldStart, hunk.oldStart + Math.max(0, hunk.oldCount - 1)] };
  const lineCount = lineCountOf(read);
  return { file: path, region: [1, lineCount], old_region: [1, lineCount] };
}

/** Lines of a file, at least 1. A text that cannot be read is a violation all the same; recording it will say why. */
function lineCountOf(read: () => string | Uint8Array | null): number {
  try {
    return Math.max(1, splitLines(decodeFile(read() ?? "")).length);
  } catch (thrown) {
    if (thrown instanceof EvidenceError) return 1;
    throw thrown;
  }
}

function newLines({ newStart, newCount }: Hunk): LineRegion {
  return [Math.max(1, newStart), Math.max(1, newStart + newCount - 1, newStart)];
}

function resultOf(judged: Judged, advice: readonly string[], trailers: Trailers, scope: CommitScope, collateral: readonly Collateral[], context: LedgerContext): ScopeResult {
  const { improvements } = context;
  const { violations, tests, lines } = judged;
  const whole = collateral.filter(({ region }) => region === null).map(({ path }) => path);
  const relocated = lines.filter(({ isRelocated }) => isRelocated).map(({ id }) => id);
  return {
    in_scope: violations.length === 0,
    license_ok: tests.length === 0 || (trailers.License ?? []).some((value) => isLicense(value, context)),
    violations,
    trailer_findings: advice,
    license_needed: improvements.has("LG-CD-16") ? [...new Set(tests)] : tests,
    scope_ids: scope.entries.map(({ id }) => id),
    ...(relocated.length === 0 ? {} : { relocated }),
    ...(whole.length === 0 ? {} : { collateral_whole_file: whole }),
  };
}

/** A licence names a clause that exists; where there is nothing to look it up in, it counts (LG-CD-17, LG-SEC-24). */
function isLicense(value: string, { config, citations }: LedgerContext): boolean {
  return !config.licenseCheck || citations(value) !== "unresolved";
}

/** A licence that counts only because there is nothing to look it up in is told (LG-CD-17). */
function uncheckedLicenses({ License = [] }: Trailers, tests: readonly string[], { config, citations }: LedgerContext): readonly string[] {
  if (!config.licenseCheck || tests.length === 0 || License.some((value) => citations(value) === "resolved")) return [];
  return License.filter((value) => citations(value) === "no-source").map((value) => `license-unchecked: there is no document to look up ${JSON.stringify(oneLine(value))} in`);
}

/** Puts what was found into the ledger (LG-CD-18). A round that is not the next one is refused, also where nothing was (LG-INST-5). */
function record(ledger: Ledger, input: CheckDiffInput & { readonly invoked: LedgerEntry }, result: ScopeResult, context: LedgerContext): CheckedDiff {
  const { commit, invoked, round = null } = input;
  const { problem: wrongRound, warnings } = checkedRound(ledger, round, context);
  const findings = machineFindings(commit.id.slice(0, 12), invoked, result, commit.changes, context);
  if (wrongRound !== null || findings.length === 0) return { result, ledger, problem: wrongRound, warnings };
  const { ledger: after, ids, problem } = recordFindings(ledger, findings, { commit, invoked, round }, context);
  return { result: ids === null ? result : { ...result, machine_ids: ids }, ledger: after, problem, warnings };
}

function checkedRound(ledger: Ledger, round: number | null, { improvements }: LedgerContext): { readonly problem: LedgerProblem | null; readonly warnings: readonly string[] } {
  if (!improvements.has("LG-LATE-2")) return { problem: null, warnings: [] };
  try {
    return { problem: null, warnings: roundOf(ledger, round).warnings };
  } catch (thrown) {
    if (!(thrown instanceof LedgerProblem)) throw thrown;
    return { problem: thrown, warnings: [] };
  }
}
