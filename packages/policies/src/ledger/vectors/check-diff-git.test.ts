/**
 * The vectors of check_diff with their repositories made again and read by real git. Sixteen of them hold what the vectors'
 * implementation does not see in a diff; there the changes are taken from the two trees, and the outcome is that of these.
 */
import { EvidenceError, parseDiff, type Hunk } from "@loopwright/evidence";
import { openRepository, type GitRepository } from "@loopwright/evidence/git";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LedgerProblem } from "../problem.js";
import { emptyRepository, type WrittenCommit } from "../repository.fixture.js";
import { applyCheckDiff, needFindingUnderRepair, skippedCheck } from "../scope/check-diff.js";
import { fixCommit } from "../scope/check-commit.js";
import type { CommitChange, FixCommit } from "../scope/commit.js";
import type { Ledger } from "../value/ledger.js";
import { checkLedger, needLedger } from "../value/parse-ledger.js";
import { CHECK_DIFF_DIFFERENCES, withDifferences } from "./differences.fixture.js";
import { fillEmptyTrailers } from "./reference-diff.fixture.js";
import { REFERENCE, referenceContext } from "./reference.fixture.js";
import { bytesOf, readVectors, type FileContent } from "./vector-file.fixture.js";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 300_000 });

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
  readonly diff: string | null;
  readonly config: { readonly [knob: string]: unknown };
  readonly iteration: number | null;
}

const vectors = readVectors<Input, { readonly result: unknown; readonly ledger: unknown }>("check_diff");
const written = emptyRepository();
let repository: GitRepository;
/** Every commit, read once. */
const commits = new Map<string, FixCommit | EvidenceError>();

beforeAll(async () => {
  const tree = (files: Files): WrittenCommit["files"] => Object.fromEntries(Object.entries(files).map(([path, content]) => [path, bytesOf(content)]));
  const author = "Vector Author <vectors@example.invalid>";
  written.write(vectors.map(({ id, input }) => [id, [
    { files: tree(input.files_before), message: "base\n", by: `${author} 1704164645 +0000` },
    { files: tree(input.files_after), message: (input.message ?? "x\n").slice(0, -1), by: `${author} 1704165255 +0000` },
  ]]));
  repository = await openRepository(written.root);
  const read = async ({ id, input }: (typeof vectors)[number]): Promise<void> => {
    commits.set(id, await repository.readCommit(revisionOf(id, input.commit)).then(fixCommit, (error: unknown) => error as EvidenceError));
  };
  for (let index = 0; index < vectors.length; index += 5) await Promise.all(vectors.slice(index, index + 5).map(read));
});
afterAll(() => written.remove());

/** Names the vector's commit in a repository that holds those of all. */
function revisionOf(id: string, commit: string): string {
  return /^(?:HEAD|main)/.test(commit) ? commit.replace(/^(?:HEAD|main)/, `refs/heads/${id}`) : commit;
}

/** What two trees differ in, by path; hunks of what both have are those of the vector's diff. */
function changesOfTrees({ files_before: old, files_after: now, diff }: Input): readonly CommitChange[] {
  const hunksOf = new Map(parseDiff(diff ?? "").map(({ newPath, hunks }) => [newPath, hunks] as const));
  const textOf = (files: Files, path: string): string | null => (files[path] === undefined ? null : Buffer.from(bytesOf(files[path])).toString("latin1"));
  const paths = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort();
  return paths.flatMap((path): readonly CommitChange[] => {
    const [before, after] = [textOf(old, path), textOf(now, path)];
    if (before === after) return [];
    const mine = before === null || after === null ? [] : (hunksOf.get(path) ?? []);
    return (mine.length > 0 ? mine : replacement(linesOf(before), linesOf(after))).map((hunk) => ({ path, hunk }));
  });
}

function linesOf(text: string | null): readonly string[] {
  return text === null || text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** One run of lines, between what both begin and end with, replaced by another. */
function replacement(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const [oldCount, newCount] = [before.length - start - end, after.length - start - end];
  return [{ oldStart: oldCount === 0 ? start : start + 1, oldCount, newStart: newCount === 0 ? start : start + 1, newCount }];
}

/** What the vectors' implementation does not see in a diff: a rename, a binary file, a name with a blank. */
const OVERLOOKED = [/^rename from /m, /^Binary files /m, /^(?:---|\+\+\+) .*\t$/m];

/** Where seeing it makes another outcome. */
const OTHERWISE = [
  "check_diff-0006-inside+outside+rename-edit+test",
  "check_diff-0037-rename+whole",
  "check_diff-0038-inside+other-file+outside+rename-edit",
  "check_diff-0039-border+delete-file+outside+space",
  "check_diff-0042-inside+rename+review-test+test",
  "check_diff-0043-rename",
  "check_diff-0084-binary+border+inside+test",
  "check_diff-0090-inside+rename",
  "check_diff-0095-cluster+outside+rename",
  "check_diff-0100-cluster+outside+rename",
  "check_diff-0111-binary+insert-edge+new-test+rename",
  "check_diff-0113-inside+other-file+rename",
  "check_diff-0119-inside+space",
  "check_diff-0123-binary+cluster+new-file+sage+straddle",
  "check_diff-0137-binary+other-file+outside",
  "check_diff-0150-other-file+rename-edit+whole",
];

/** The commit of a vector; throws what reading it threw. */
function commitOf(id: string): FixCommit {
  const read = commits.get(id);
  if (read === undefined) throw new Error(`${id} was not read`);
  if (read instanceof Error) throw read;
  return read;
}

type Outcome = { readonly result: unknown; readonly ledger: unknown };

/** The check, with changes that git reads or that are given. */
function check(id: string, input: Input, given: readonly CommitChange[] | null): Outcome {
  const context = referenceContext(new Map(Object.entries(input.files_after)), input.slug, input.config);
  const skipped = skippedCheck(context);
  if (skipped !== null) return { result: skipped, ledger: input.ledger };
  let before: Ledger | null = null;
  try {
    before = needLedger(input.ledger === null ? null : checkLedger(input.ledger, { improvements: REFERENCE }));
    needFindingUnderRepair(before, input.finding, context);
    const read = commitOf(id);
    // As the vectors have it: the commit is cited as it was passed, CR and CRLF are LF, and an empty trailer takes the next line.
    const message = fillEmptyTrailers(`${read.message}\n`.replaceAll(/\r\n?/g, "\n"));
    const commit = { ...read, id: input.commit, message, changes: given ?? read.changes };
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
  const compared = vectors.map((vector) => withDifferences(vector, CHECK_DIFF_DIFFERENCES as never) as typeof vector);

  it.each(compared.filter(({ id }) => !OTHERWISE.includes(id)))("LG-CD-3: $id", ({ id, input, expected }) => {
    expect(check(id, input, null)).toEqual(expected);
  });

  it.each(compared.filter(({ id }) => OTHERWISE.includes(id)))("LG-CD-9, LG-SEC-5, LG-SEC-6: $id", ({ id, input, expected }) => {
    expect(OVERLOOKED.some((sign) => sign.test(input.diff ?? ""))).toBe(true);
    const outcome = check(id, input, null);
    expect(outcome).not.toEqual(expected);
    expect(outcome).toEqual(check(id, input, changesOfTrees(input)));
  });

  it("LG-CD-3, LG-CD-9, LG-SEC-5, LG-SEC-6: every commit is the vectors' own, and its changes are what the trees differ in", () => {
    for (const { id, input } of vectors.filter((vector) => vector.input.diff !== null && !vector.input.commit.includes("~"))) {
      const read = commitOf(id);
      expect(read.id, id).toBe(input.head);
      expect(read.changes, id).toEqual(changesOfTrees(input));
    }
  });
});
