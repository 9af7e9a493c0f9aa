/** Readers of single status lines (RL-SB-02): strict, anchored, `null` for what does not fit the grammar. */
import type { Form, Slot } from "../facts/run-facts.js";
import { SKIP } from "./status-block.js";

/** `2 of 7 …`, or that there is nothing to intersect. */
export function parseRegressionLine(line: string): { readonly n: number; readonly m: number } | "n/a" | null {
  if (line === SKIP.Regression) return "n/a";
  const [, n, m] = /^(\d{1,9}) of (\d{1,9})(?= |$)/.exec(line) ?? [];
  return n === undefined || m === undefined ? null : { n: Number(n), m: Number(m) };
}

/** `CR=APPROVE [registered] | RC=… | IR=… [cross-family]`. */
export function parseSlotsLine(line: string): { readonly [S in Slot]: { readonly verdict: string; readonly tier: string } } | null {
  const parts = line.split(" | ").map((part) => /^(CR|RC|IR)=(APPROVE|CHANGES-REQUESTED|not-run\([a-z -]+\)) \[([^[\]]+)\]$/.exec(part));
  const slots = Object.fromEntries(parts.map((part) => [part?.[1] ?? "", { verdict: part?.[2] ?? "", tier: part?.[3] ?? "" }]));
  const [CR, RC, IR] = [slots["CR"], slots["RC"], slots["IR"]];
  return parts.length === 3 && CR !== undefined && RC !== undefined && IR !== undefined ? { CR, RC, IR } : null;
}

/** What stands on a simplicity line. */
export type SimplicityLine = {
  readonly net: { readonly lines: number; readonly words: number };
  readonly cumulative: { readonly lines: number; readonly words: number };
  readonly lens: string;
  readonly open: number;
};

/** `net +18 lines this round / +42 cumulative | lean | over-eng: 1 open`; with two units both parts name them. */
export function parseSimplicityLine(line: string): SimplicityLine | null {
  const [measured, lens, open, ...rest] = line.split(" | ");
  const [, net, sum] = /^net ([^/]{1,80}) this round \/ ([^/]{1,80}) cumulative$/.exec(measured ?? "") ?? [];
  const [, count] = /^over-eng: (\d{1,9}) open$/.exec(open ?? "") ?? [];
  const now = parseUnits(net ?? "");
  const unit = / (lines|words)$/.exec(net ?? "")?.[1] ?? "lines";
  const cumulative = parseUnits(/^[+-]\d+$/.test(sum ?? "") ? `${sum} ${unit}` : (sum ?? ""));
  if (now === null || cumulative === null || lens === undefined || count === undefined || rest.length > 0) return null;
  return { net: now, cumulative, lens, open: Number(count) };
}

function parseUnits(text: string): { readonly lines: number; readonly words: number } | null {
  const units = { lines: 0, words: 0 };
  for (const part of text.split(", ")) {
    const [, amount, unit] = /^([+-]\d{1,12}) (lines|words)$/.exec(part) ?? [];
    if (amount === undefined) return null;
    units[unit === "words" ? "words" : "lines"] = Number(amount);
  }
  return units;
}

/** The form that a scope-fence line names, and how many findings lie outside the fence. */
export function parseFenceLine(line: string): { readonly raised: boolean; readonly form: Form | null; readonly outOfScope: number } | null {
  const [head = "", ...rest] = line.split(" | ");
  const raised = head === "agreed scope anchored";
  if (!raised && head !== SKIP["Scope fence"]) return null;
  const form = rest.map((part) => /^form: (production|prototype|demo)(?= |$)/.exec(part)?.[1]).find((one) => one !== undefined);
  const count = rest.map((part) => /^out-of-scope findings: (\d{1,9})$/.exec(part)?.[1]).find((one) => one !== undefined);
  return { raised, form: (form ?? null) as Form | null, outOfScope: Number(count ?? 0) }; // the cast: the pattern admits nothing else
}

/** `unfollowable 2`, `clean`, `not-run`, or that there is no prose. */
export function parseLegibilityLine(line: string): number | "not-run" | "no-prose" | null {
  if (line === SKIP.Legibility) return "no-prose";
  if (line === "clean") return 0;
  if (line === "not-run") return line;
  const [, count] = /^unfollowable (\d{1,9})$/.exec(line) ?? [];
  return count === undefined ? null : Number(count);
}

/** `row r1 | re-ran exit 1 | observed 1 vs claim 0`. */
export function parseSpotAuditLine(line: string): { readonly row: string; readonly input: string; readonly observed: string; readonly claim: string } | "none" | null {
  if (line === SKIP["Spot-audit"]) return "none";
  const [row, input, outcome, ...rest] = line.split(" | ");
  if (row?.startsWith("row ") !== true || input?.startsWith("re-ran ") !== true || outcome?.startsWith("observed ") !== true || rest.length > 0) return null;
  const middle = outcome.indexOf(" vs claim ");
  if (middle < 0) return null;
  return { row: row.slice(4), input: input.slice(7), observed: outcome.slice(9, middle), claim: outcome.slice(middle + 10) };
}

/** `(i), R3–R4`. */
export function parseContinuationLine(line: string): { readonly mode: "i" | "ii"; readonly first: number; readonly last: number } | null {
  const [, mode, first, last] = /^\((i|ii)\), R(\d{1,9})–R(\d{1,9})$/.exec(line) ?? [];
  if (mode === undefined) return null;
  return { mode: mode === "i" ? "i" : "ii", first: Number(first), last: Number(last) };
}

/** The grade of each category in scope, with the anchor behind a strong one, and what was said about running the rules. */
export function parseAnchorsLine(line: string): { readonly grades: readonly { readonly category: number; readonly anchor: string | null }[]; readonly implementAndRun: string | null } | null {
  const [, body = "", run = null] = /^(.*?)(?: \[implement-and-run: ([^[\]]+)\])?$/.exec(line) ?? [];
  if (body === SKIP.Anchors) return { grades: [], implementAndRun: run };
  const parts = body.split(/(?=[①②③④⑤])/);
  const grades = parts.map((part) => /^([①②③④⑤])(?:weak|strong\(([^()]+)\))$/.exec(part));
  if (!grades.every((grade) => grade !== null)) return null;
  return { grades: grades.map((grade) => ({ category: "①②③④⑤".indexOf(grade[1] ?? "") + 1, anchor: grade[2] ?? null })), implementAndRun: run };
}
