/** What a check of a commit raises by itself, as findings for intake (LG-CD-18). */
import { oneLine, type LineRegion } from "@loopwright/evidence";
import type { LedgerContext } from "../context.js";
import type { LedgerEntry } from "../value/ledger.js";
import { shortened } from "../value/text-field.js";
import type { CommitChange } from "./commit.js";
import type { ScopeResult } from "./scope-result.js";

const PASS = "regression-surface";

/** A finding of the tool's own, in the shape of a reviewer's. */
export interface MachineFinding {
  readonly anchor: { readonly file: string; readonly region: LineRegion };
  readonly [field: string]: unknown;
}

/** The place of an entry. As numbers: a ledger may be older than the rule that regions are. */
export function anchorOf({ anchor: { file, region } }: LedgerEntry): MachineFinding["anchor"] {
  const [start, end] = region;
  return { file, region: [Math.trunc(Number(start)), Math.trunc(Number(end))] };
}

/** Findings in the order of the result: violations, unlicensed tests, trailers. */
export function machineFindings(
  commit: string,
  invoked: LedgerEntry,
  result: ScopeResult,
  changes: readonly CommitChange[],
  { names, improvements, limits }: LedgerContext,
): readonly MachineFinding[] {
  const show = (file: string) => ({ kind: "repro", ref: refOf(commit, file, limits.refChars), status: "n/a" });
  const violations = result.violations.map(({ file, region }) => ({
    pass: PASS,
    severity: "major",
    claim: `fix commit ${commit} for ${invoked.id} touched ${shown(file)}:${region[0]}-${region[1]}, outside the finding's anchor ∪ collateral ∪ witness scope`,
    anchor: { file, region },
    witness: show(file),
    exit_criteria: "the change is reverted, licensed as collateral, or raised as its own finding",
  }));
  const isRecorded = improvements.has("LG-CD-18") && !result.license_ok;
  const tests = (isRecorded ? result.license_needed : []).map((file) => ({
    pass: PASS,
    severity: "major",
    claim: `fix commit ${commit} for ${invoked.id} changed the test ${shown(file)} without a licence`,
    anchor: { file, region: firstNewLines(file, changes) },
    witness: show(file),
    exit_criteria: "the change is reverted, or licensed by the clause that asks for it",
  }));
  const format = improvements.has("LG-CD-18") ? "%B" : "%%B";
  const advice = result.trailer_findings.map((claim) => ({
    pass: PASS,
    severity: "substantive",
    claim: shortened(claim, limits.textChars),
    anchor: anchorOf(invoked),
    witness: { kind: "repro", ref: `git show -s --format=${format} ${commit}`, status: "n/a" },
    exit_criteria: names.trailerContract,
  }));
  return [...violations, ...tests, ...advice];
}

/** Characters of a path in a claim at most: a longer one may not keep the claim from being recorded. */
const SHOWN_PATH = 300;

function shown(file: string): string {
  return shortened(oneLine(file), SHOWN_PATH);
}

/** The command that shows a change; of the whole commit where the path does not fit into a reference. */
function refOf(commit: string, file: string, maxChars: number): string {
  const ref = `git show ${commit} -- ${file}`;
  return ref.length > maxChars || oneLine(ref) !== ref ? `git show ${commit}` : ref;
}

function firstNewLines(file: string, changes: readonly CommitChange[]): readonly [number, number] {
  const hunk = changes.find(({ path }) => path === file)?.hunk ?? null;
  return hunk === null ? [1, 1] : [Math.max(1, hunk.newStart), Math.max(1, hunk.newStart + hunk.newCount - 1)];
}
