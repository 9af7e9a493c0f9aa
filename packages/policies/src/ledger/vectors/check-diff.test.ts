import { describe, expect, it } from "vitest";
import { LedgerProblem } from "../problem.js";
import { applyCheckDiff, needFindingUnderRepair, skippedCheck } from "../scope/check-diff.js";
import type { Ledger } from "../value/ledger.js";
import { checkLedger, needLedger } from "../value/parse-ledger.js";
import { CHECK_DIFF_DIFFERENCES, withDifferences } from "./differences.fixture.js";
import { fillEmptyTrailers, scanHunks } from "./reference-diff.fixture.js";
import { REFERENCE, referenceContext } from "./reference.fixture.js";
import { readVectors, type FileContent } from "./vector-file.fixture.js";

interface Input {
  readonly slug: string;
  readonly ledger: unknown;
  readonly finding: string;
  readonly files_after: { readonly [path: string]: FileContent };
  readonly commit: string;
  readonly message: string | null;
  readonly diff: string | null;
  readonly config: { readonly [knob: string]: unknown };
  readonly iteration: number | null;
}

const vectors = readVectors<Input, { readonly result: unknown; readonly ledger: unknown }>("check_diff");

function check(input: Input): { readonly result: unknown; readonly ledger: unknown } {
  const context = referenceContext(new Map(Object.entries(input.files_after)), input.slug, input.config);
  const skipped = skippedCheck(context);
  if (skipped !== null) return { result: skipped, ledger: input.ledger };
  let before: Ledger | null = null;
  try {
    before = needLedger(input.ledger === null ? null : checkLedger(input.ledger, { improvements: REFERENCE }));
    needFindingUnderRepair(before, input.finding, context);
    if (input.message === null || input.diff === null) return { result: { error: true, kind: "git-failed" }, ledger: before };
    const toLines = (text: string): string => text.replaceAll(/\r\n?/g, "\n");
    const changes = scanHunks(toLines(input.diff)).map(({ path, ...hunk }) => ({ path, hunk }));
    const commit = { id: input.commit, message: fillEmptyTrailers(toLines(input.message)), changes, before: () => null, after: () => null };
    const { result, ledger, problem } = applyCheckDiff(before, { finding: input.finding, commit, cycleDirectory: `.sage/work/${input.slug}`, round: input.iteration }, context);
    if (problem !== null) throw problem;
    const { scope_ids, relocated, collateral_whole_file, machine_ids, ...compared } = result;
    return { result: compared, ledger };
  } catch (thrown) {
    if (!(thrown instanceof LedgerProblem)) throw thrown;
    return { result: { error: true, kind: thrown.code }, ledger: before };
  }
}

describe("vectors of check_diff", () => {
  it.each(vectors)("$id", (vector) => {
    const { input, expected } = withDifferences(vector, CHECK_DIFF_DIFFERENCES as never);
    expect(check(input)).toEqual(expected);
  });
});
