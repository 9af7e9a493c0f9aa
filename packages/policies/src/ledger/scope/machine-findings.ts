/** What a check of a commit raises by itself, as findings for intake (LG-CD-18). */
import { oneLine } from "@loopwright/evidence";
import type { LedgerContext } from "../context.js";
import type { LedgerEntry } from "../value/ledger.js";
import type { CommitChange } from "./commit.js";
import type { ScopeResult } from "./scope-result.js";

const PASS = "regression-surface";

/** Findings in the order of the result: violations, unlicensed tests, trailers. */
export function machineFindings(
  commit: string,
  invoked: LedgerEntry,
  result: ScopeResult,
  changes: readonly CommitChange[],
  { names, improvements }: LedgerContext,
): readonly unknown[] {
  const show = (file: string) => ({ kind: "repro", ref: `git show ${commit} -- ${file}`, status: "n/a" });
  const violations = result.violations.map(({ file, region }) => ({
    pass: PASS,
    severity: "major",
    claim: `fix commit ${commit} for ${invoked.id} touched ${oneLine(file)}:${region[0]}-${region[1]}, outside the finding's anchor ∪ collateral ∪ witness scope`,
    anchor: { file, region },
    witness: show(file),
    exit_criteria: "the change is reverted, licensed as collateral, or raised as its own finding",
  }));
  const isRecorded = improvements.has("LG-CD-18") && !result.license_ok;
  const tests = (isRecorded ? result.license_needed : []).map((file) => ({
    pass: PASS,
    severity: "major",
    claim: `fix commit ${commit} for ${invoked.id} changed the test ${oneLine(file)} without a licence`,
    anchor: { file, region: firstNewLines(file, changes) },
    witness: show(file),
    exit_criteria: "the change is reverted, or licensed by the clause that asks for it",
  }));
  const format = improvements.has("LG-CD-18") ? "%B" : "%%B";
  const advice = result.trailer_findings.map((claim) => ({
    pass: PASS,
    severity: "substantive",
    claim,
    // As numbers: a ledger may be older than the rule that regions are.
    anchor: { file: invoked.anchor.file, region: invoked.anchor.region.slice(0, 2).map((line) => Math.trunc(Number(line))) },
    witness: { kind: "repro", ref: `git show -s --format=${format} ${commit}`, status: "n/a" },
    exit_criteria: names.trailerContract,
  }));
  return [...violations, ...tests, ...advice];
}

function firstNewLines(file: string, changes: readonly CommitChange[]): readonly [number, number] {
  const hunk = changes.find(({ path }) => path === file)?.hunk ?? null;
  return hunk === null ? [1, 1] : [Math.max(1, hunk.newStart), Math.max(1, hunk.newStart + hunk.newCount - 1)];
}
