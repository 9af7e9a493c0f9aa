/**
 * Where this ledger's outcome differs from the vectors': holes that are closed without a switch (LG-SEC), and rules whose
 * old reading nothing can ask for. One row a kind: which vectors it meets, and what comes out instead. Nothing else differs.
 */
import { isBlank, isTextLineEnd, oneLine } from "@loopwright/evidence";
import { scanHunks } from "./reference-diff.fixture.js";
import type { Vector } from "./vector-file.fixture.js";

/** One kind of difference. */
export interface Difference<Input, Expected> {
  readonly rule: string;
  readonly why: string;
  /** Vectors of this set that it meets. */
  readonly met: readonly string[];
  readonly applies: (vector: Vector<Input, Expected>) => boolean;
  /** The new outcome. */
  readonly outcome: (vector: Vector<Input, Expected>) => Expected;
}

/** A vector with the outcome that holds here. */
export function withDifferences<Input, Expected>(
  vector: Vector<Input, Expected>,
  differences: readonly Difference<Input, Expected>[],
): Vector<Input, Expected> & { readonly rules: readonly string[] } {
  const rules: string[] = [];
  let current = vector;
  for (const difference of differences) {
    if (!difference.applies(current)) continue;
    rules.push(difference.rule);
    current = { ...current, expected: difference.outcome(current) };
  }
  return { ...current, rules };
}

interface SideFiles {
  readonly ledger: unknown;
  readonly cleanup_md: string | null;
}

/** Claims of a ledger that one line cannot hold as they are. */
function brokenClaims(ledger: unknown): readonly string[] {
  const findings = (ledger as { readonly findings?: readonly ({ readonly claim?: unknown } | null)[] } | null)?.findings ?? [];
  return findings.map((finding) => finding?.claim).filter((claim): claim is string => typeof claim === "string" && oneLine(claim) !== claim);
}

/** Sessions. */
export const SCRIPT_DIFFERENCES: readonly Difference<unknown, SideFiles & { readonly [key: string]: unknown }>[] = [
  {
    rule: "LG-SEC-19",
    why: "a claim stands on one line of the deferral file, whatever it holds",
    met: ["ledger_script-0126-fixnow", "ledger_script-0183-cleanup"],
    applies: ({ expected: { ledger, cleanup_md: text } }) => brokenClaims(ledger).some((claim) => text?.includes(`] ${claim} (`) === true),
    outcome: ({ expected }) => ({
      ...expected,
      cleanup_md: brokenClaims(expected.ledger).reduce((text, claim) => text?.replaceAll(`] ${claim} (`, () => `] ${oneLine(claim)} (`) ?? null, expected.cleanup_md),
    }),
  },
];

type TrailerValues = { readonly [key: string]: readonly string[] };

/** Commit messages. */
export const TRAILER_DIFFERENCES: readonly Difference<unknown, TrailerValues>[] = [
  {
    rule: "LG-CD-4",
    why: "a value of white space alone counts as missing, also in the last line",
    met: [
      "parse_trailers-0035-lf",
      "parse_trailers-0043-crlf",
      "parse_trailers-0072-lf",
      "parse_trailers-0076-crlf",
    ],
    applies: ({ expected }) => Object.values(expected).flat().some(isBlank),
    outcome: ({ expected }) => {
      const kept = Object.entries(expected).map(([key, values]) => [key, values.filter((value) => !isBlank(value))] as const);
      return Object.fromEntries(kept.filter(([, values]) => values.length > 0));
    },
  },
];

type HunkRow = readonly [path: string, ...numbers: number[]];

/** Diffs that git printed, read by the product and not by the scan. */
export const STRICT_HUNK_DIFFERENCES: readonly Difference<{ readonly diff: string | null }, readonly HunkRow[]>[] = [
  {
    rule: "LG-SEC-4",
    why: "no line of a body is taken for a header, whatever it looks like",
    met: [
      "parse_hunks-0049-git-edit",
      "parse_hunks-0052-git-pybreak",
      "parse_hunks-0062-git-pybreak",
    ],
    applies: ({ input, expected }) => JSON.stringify(rowsOf(withoutImitations(input.diff ?? ""))) !== JSON.stringify(expected),
    outcome: ({ input }) => rowsOf(withoutImitations(input.diff ?? "")),
  },
  {
    rule: "LG-SEC-6",
    why: "a name is what it spells: without quotes and octal bytes, without the tab behind it, whole where it has blanks",
    met: [
      "parse_hunks-0003-git-crlf",
      "parse_hunks-0010-git-rename-edit",
      "parse_hunks-0012-git-pybreak",
      "parse_hunks-0013-git-empty",
      "parse_hunks-0018-git-edit",
      "parse_hunks-0021-git-unicode",
      "parse_hunks-0022-git-edit",
      "parse_hunks-0025-git-quote",
      "parse_hunks-0028-git-rename-edit",
      "parse_hunks-0030-git-space",
      "parse_hunks-0037-git-space",
      "parse_hunks-0043-git-quote",
      "parse_hunks-0054-git-crlf",
      "parse_hunks-0059-git-space",
      "parse_hunks-0066-git-space",
      "parse_hunks-0067-git-empty",
    ],
    applies: ({ input, expected }) => expected.some(([path]) => spelled(path, input.diff ?? "") !== path),
    outcome: ({ input, expected }) => expected.map(([path, ...numbers]) => [spelled(path, input.diff ?? ""), ...numbers]),
  },
];

function rowsOf(diff: string): readonly HunkRow[] {
  return scanHunks(diff).map(({ path, oldStart, oldCount, newStart, newCount }) => [path, oldStart, oldCount, newStart, newCount]);
}

/** The diff with harmless bodies: each line one line, and none that looks like the head of a file. */
function withoutImitations(diff: string): string {
  const lines = diff.split("\n");
  const isHead = (line: string, index: number): boolean => line.startsWith("+++ ") && lines[index - 1]?.startsWith("--- ") === true;
  const harmless = lines.map((line, index) => {
    if (!/^[-+ ]/.test(line) || isHead(line, index) || isHead(lines[index + 1] ?? "", index + 1)) return line;
    const flat = Array.from(line.replace(/\r$/, ""), (character) => (isTextLineEnd(character.charCodeAt(0)) ? " " : character)).join("");
    return flat.startsWith("+++ ") ? flat.replace("+++", "+ +") : flat;
  });
  return harmless.join("\n");
}

/** The name behind the reference's spelling of it. */
function spelled(path: string, diff: string): string {
  if (path.startsWith('"b/')) {
    const octal = path.slice(3, -1).replaceAll(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)));
    return Buffer.from(octal.replaceAll(/\\(["\\])/g, "$1"), "latin1").toString("utf8");
  }
  if (path.endsWith("\t")) return path.slice(0, -1);
  const deleted = diff.split("\n").find((line) => line.startsWith("--- a/") && line.endsWith(` ${path}\t`));
  return deleted === undefined ? path : deleted.slice("--- a/".length, -1);
}

/** Checks of commits. */
export const CHECK_DIFF_DIFFERENCES: readonly Difference<unknown, { readonly result: object; readonly ledger: unknown }>[] = [
  {
    rule: "LG-CD-1",
    why: "a check that is off returns the same shape as any other",
    met: [
      "check_diff-0016-unknown",
      "check_diff-0028-delete+rename+spoof",
      "check_diff-0030-again+delete+delete-file+other-file",
      "check_diff-0031-outside",
      "check_diff-0040-nothing",
      "check_diff-0041-norev",
      "check_diff-0045-delete-top+inside+sage",
      "check_diff-0046-new-test",
      "check_diff-0117-insert-out+review-test",
      "check_diff-0118-outside",
      "check_diff-0131-cluster+inside+review-test+test",
      "check_diff-0136-new-file+rename",
    ],
    applies: ({ expected: { result } }) => "skipped" in result,
    outcome: ({ expected }) => ({ ...expected, result: { ...expected.result, license_needed: [] } }),
  },
];
