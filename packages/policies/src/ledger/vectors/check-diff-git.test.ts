/** The vectors of check_diff with their repositories made again and read by real git. */
import { EvidenceError } from "@loopwright/evidence";
import { openRepository, type GitRepository } from "@loopwright/evidence/git";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LedgerProblem } from "../problem.js";
import { emptyRepository, type WrittenCommit } from "../repository.fixture.js";
import { applyCheckDiff, needFindingUnderRepair, skippedCheck } from "../scope/check-diff.js";
import { fixCommit } from "../scope/check-commit.js";
import type { Ledger } from "../value/ledger.js";
import { checkLedger, needLedger } from "../value/parse-ledger.js";
import { CHECK_DIFF_DIFFERENCES, withDifferences } from "./differences.fixture.js";
import { fillEmptyTrailers } from "./reference-diff.fixture.js";
import { REFERENCE, referenceContext } from "./reference.fixture.js";
import { bytesOf, readVectors, type FileContent } from "./vector-file.fixture.js";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type Files = { readonly [path: string]: FileContent };

interface Input {
  readonly slug: string;
  readonly ledger: unknown;
  readonly finding: string;
  readonly files_before: Files;
  readonly files_after: Files;
  readonly commit: string;
  readonly head: string;
  readonly message: string | null;
  readonly config: { readonly [knob: string]: unknown };
  readonly iteration: number | null;
}

const vectors = readVectors<Input, { readonly result: unknown; readonly ledger: unknown }>("check_diff");
const written = emptyRepository();
let repository: GitRepository;

beforeAll(async () => {
  const tree = (files: Files): WrittenCommit["files"] => Object.fromEntries(Object.entries(files).map(([path, content]) => [path, bytesOf(content)]));
  const author = "Vector Author <vectors@example.invalid>";
  written.write(vectors.map(({ id, input }) => [id, [
    { files: tree(input.files_before), message: "base\n", by: `${author} 1704164645 +0000` },
    { files: tree(input.files_after), message: (input.message ?? "x\n").slice(0, -1), by: `${author} 1704165255 +0000` },
  ]]));
  repository = await openRepository(written.root);
});
afterAll(() => written.remove());

/** Names the vector's commit in a repository that holds those of all. */
function revisionOf(id: string, commit: string): string {
  return commit.startsWith("HEAD") ? commit.replace("HEAD", `refs/heads/${id}`) : commit;
}

async function check(id: string, input: Input): Promise<{ readonly result: unknown; readonly ledger: unknown }> {
  const context = referenceContext(new Map(Object.entries(input.files_after)), input.slug, input.config);
  const skipped = skippedCheck(context);
  if (skipped !== null) return { result: skipped, ledger: input.ledger };
  let before: Ledger | null = null;
  try {
    before = needLedger(input.ledger === null ? null : checkLedger(input.ledger, { improvements: REFERENCE }));
    needFindingUnderRepair(before, input.finding, context);
    const read = fixCommit(await repository.readCommit(revisionOf(id, input.commit)));
    if (!input.commit.includes("~")) expect(read.id).toBe(input.head);
    // As the vectors have it: the commit is cited as it was passed, CR and CRLF are LF, and an empty trailer takes the next line.
    const commit = { ...read, id: input.commit, message: fillEmptyTrailers(`${read.message}\n`.replaceAll(/\r\n?/g, "\n")) };
    const { result, ledger, problem } = applyCheckDiff(before, { finding: input.finding, commit, cycleDirectory: `.sage/work/${input.slug}`, round: input.iteration }, context);
    if (problem !== null) throw problem;
    const { scope_ids, relocated, collateral_whole_file, machine_ids, ...compared } = result;
    return { result: compared, ledger };
  } catch (thrown) {
    if (thrown instanceof LedgerProblem) return { result: { error: true, kind: thrown.code }, ledger: before };
    if (!(thrown instanceof EvidenceError) || thrown.code !== "revision-unknown") throw thrown;
    return { result: { error: true, kind: "git-failed" }, ledger: before };
  }
}

describe("vectors of check_diff, read by git", () => {
  it.each(vectors)("$id", async (vector) => {
    const { input, expected } = withDifferences(vector, CHECK_DIFF_DIFFERENCES as never);
    expect(await check(vector.id, input)).toEqual(expected);
  });
});
