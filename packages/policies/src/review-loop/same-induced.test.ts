/** Whether a fix made a row, asked of the decider and of the auditor: neither shares a line with the other (RL-PR-22). */
import { describe, expect, test } from "vitest";
import { openCase } from "./audit/evidence-book.js";
import { owes } from "./audit/history.js";
import { recount } from "./audit/overlap.js";
import { assessRound } from "./assess-round.js";
import { isNotConvergedOwed } from "./decide/converging.js";
import { viewOf } from "./decide/decide.js";
import type { Hunk, LandedFile } from "./facts/landed-facts.js";
import type { ReviewRun } from "./facts/run-facts.js";
import type { RaisedFinding, TriageRow } from "./facts/triage-facts.js";
import { codeRound, codeRun, hunk, landed, proseRound, proseRun, row } from "./run.fixture.js";

type Answer = "induced" | "no" | "incomplete";

/** What both say about the only row of round 2. */
function answers(run: ReviewRun): readonly [Answer, Answer] {
  const { hits, incomplete } = assessRound(run, 2).regression;
  const [, round] = run.rounds;
  if (round === undefined) throw new Error("there is a second round");
  const { induced, unclear } = recount(openCase(run, 2, round), 2);
  const name = (n: number, open: number): Answer => (open > 0 ? "incomplete" : n > 0 ? "induced" : "no");
  return [name(hits.length, incomplete.length), name(induced.length, unclear.length)];
}

type World = {
  readonly before?: string | null;
  readonly after?: string | null;
  readonly hunks?: readonly Hunk[];
  readonly file?: Partial<LandedFile>;
  readonly row?: Partial<TriageRow>;
  readonly idPattern?: string;
};

const BEFORE = "# Retry\nRetries stop after two tries.\nA lock is kept.\n\n# Lock\nThe lock has one driver.\nIt is released late.\n";
const AFTER = "# Retry\nRetries stop after three tries.\nA lock is kept.\n\n# Lock\nThe lock has one driver.\nIt is released\nearly, always.\n";
const HUNKS = [hunk(2, ["Retries stop after two tries.", "A lock is kept."], ["Retries stop after three tries.", "A lock is kept."]), hunk(7, ["It is released late."], ["It is released", "early, always."])];
const THREE = "stop after three tries";
const P = "p.md";

function onProse(finding: Partial<RaisedFinding>, world: World = {}): readonly [Answer, Answer] {
  const { before = BEFORE, after = AFTER, hunks = HUNKS, file = {}, row: over = {}, idPattern = null } = world;
  const texts = (text: string | null) => (text === null ? {} : { [P]: text });
  const one = row("t", { finding: { locs: [{ file: P, section: "Retry" }], ...finding }, ...over });
  return answers(proseRun([proseRound(1, { texts: texts(before), landed: landed(1, [{ path: P, hunks, ...file }]) }), proseRound(2, { texts: texts(after), triage: [one] })], { idPattern }));
}

type Case = readonly [what: string, finding: Partial<RaisedFinding>, world: World, expected: Answer];
const at = (line: number, endLine?: number): Partial<RaisedFinding> => ({ locs: [{ file: P, line, ...(endLine === undefined ? {} : { endLine }) }] });
const inside = (section: string, line?: number): Partial<RaisedFinding> => ({ locs: [{ file: P, section, ...(line === undefined ? {} : { line }) }] });
const restates = (preQuote: string): Partial<TriageRow> => ({ restatement: { preQuote } });

/** The same sentence under two headings, of which the fix wrote the second. */
const TWICE = "# A\nThe same words.\n# B\nThe same words.\n";
const ONCE = "# A\nThe same words.\n# B\nOther words.\n";
const SECOND = [hunk(4, ["Other words."], ["The same words."])];

const QUOTES: readonly Case[] = [
  ["new words", { quotes: [THREE] }, {}, "induced"],
  ["one part of two is new", { quotes: ["A lock is kept.", THREE] }, {}, "induced"],
  ["one part is kept, one nowhere", { quotes: ["A lock is kept. ... never written"] }, {}, "no"],
  ["nowhere, twice", { quotes: ["never written", "nor this"] }, {}, "incomplete"],
  ["words that the fix did not reach", { quotes: ["The lock has one driver."], ...inside("Lock") }, {}, "no"],
  ["the old text is not stored", { quotes: [THREE] }, { before: null }, "incomplete"],
  ["the old text is not stored, and one part was not reached", { quotes: ["The lock has one driver.", THREE] }, { before: null }, "incomplete"],
  ["the old text is not stored, and the words were removed", { quotes: ["released late", THREE] }, { before: null }, "induced"],
  ["an added file had nothing", { quotes: [THREE] }, { before: null, file: { status: "added" } }, "induced"],
  ["a renamed file's old text stands under its old name", { quotes: ["A lock is kept."] }, { file: { status: "renamed", oldPath: "old.md" } }, "incomplete"],
  ["a typed text without a word", { quotes: [THREE] }, { before: null, row: { preRewriteQuote: " ** " } }, "incomplete"],
  ["a typed text counts whole", { quotes: [THREE], ...inside("Lock") }, { before: null, row: { preRewriteQuote: "# Other\nRetries stop after three tries." } }, "no"],
  ["a typed text counts whole, without a section too", { quotes: [THREE], locs: [{ file: P }] }, { before: null, row: { preRewriteQuote: "Retries stop after three tries." } }, "no"],
  ["the section that was not written", { quotes: ["same words"], ...inside("A") }, { before: ONCE, after: TWICE, hunks: SECOND }, "no"],
  ["the section that was written", { quotes: ["same words"], ...inside("B") }, { before: ONCE, after: TWICE, hunks: SECOND }, "induced"],
  ["no section: any place that was written", { quotes: ["same words"], locs: [{ file: P }] }, { before: ONCE, after: TWICE, hunks: SECOND }, "induced"],
  ["a section that is not there: any place that was written", { quotes: ["same words"], ...inside("Gone") }, { before: ONCE, after: TWICE, hunks: SECOND }, "induced"],
  ["a section without the words: any place that was written", { quotes: ["same words"], ...inside("C") }, { before: `${ONCE}# C\n`, after: `${TWICE}# C\n`, hunks: SECOND }, "induced"],
  ["of two sections of that name the one around the line", { quotes: ["same words"], ...inside("A", 4) }, { before: "# A\nThe same words.\n# A\nOther words.\n", after: "# A\nThe same words.\n# A\nThe same words.\n", hunks: SECOND }, "no"],
  ["words that moved within their section", { quotes: ["first rule"], ...inside("A") }, { before: "# A\nFirst rule.\nx\n", after: "# A\nx\nFirst rule.\n", hunks: [hunk(2, ["First rule."], []), hunk(3, ["x"], ["x", "First rule."], 2)] }, "no"],
  ["words that moved to another section", { quotes: ["first rule"], ...inside("B") }, { before: "# A\nFirst rule.\n# B\nb\n", after: "# A\n# B\nb\nFirst rule.\n", hunks: [hunk(4, ["b"], ["b", "First rule."], 3)] }, "induced"],
  ["a section that the fix made", { quotes: ["first rule"], ...inside("B") }, { before: "# A\nFirst rule.\n", after: "# A\n# B\nFirst rule.\n", hunks: [hunk(2, ["First rule."], ["# B", "First rule."])] }, "induced"],
  ["words around a cut", { quotes: ["kept"], ...inside("A") }, { before: "# A\nx\nkept\ngone\n", after: "# A\nx\nkept\n", hunks: [{ oldStart: 4, oldLines: 1, newStart: 3, newLines: 0, removed: ["gone"], added: [] }] }, "no"],
  ["the first line of a hunk", { quotes: ["bb"], locs: [{ file: P }] }, { before: "a\nx\ny\nd\n", after: "a\nbb\ncc\nd\n", hunks: [hunk(2, ["x", "y"], ["bb", "cc"])] }, "induced"],
  ["the last line of a hunk", { quotes: ["cc"], locs: [{ file: P }] }, { before: "a\nx\ny\nd\n", after: "a\nbb\ncc\nd\n", hunks: [hunk(2, ["x", "y"], ["bb", "cc"])] }, "induced"],
  ["the line after a hunk", { quotes: ["dd"], locs: [{ file: P }] }, { before: "a\nx\ny\n", after: "a\nbb\ncc\ndd\n", hunks: [hunk(2, ["x", "y"], ["bb", "cc"])] }, "no"],
  ["the line before a hunk", { quotes: ["aa"], locs: [{ file: P }] }, { before: "x\ny\n", after: "aa\nbb\n", hunks: [hunk(2, ["y"], ["bb"])] }, "no"],
  ["lost without a hunk that shows it", { quotes: ["released late"], ...inside("Lock") }, { hunks: [] }, "induced"],
  ["no text of today: added, and not in the old one", { quotes: [THREE] }, { after: null }, "induced"],
  ["no text of today: added, and in the old one", { quotes: ["A lock is kept."] }, { after: null }, "no"],
  ["no text of today: added, and no old one", { quotes: [THREE] }, { after: null, before: null }, "incomplete"],
  ["no text of today: over two added lines", { quotes: ["released early, always"] }, { after: null }, "induced"],
  ["no text of today: removed", { quotes: ["released late"] }, { after: null }, "induced"],
  ["no text of today: over two removed lines", { quotes: ["two tries. A lock is"] }, { after: null }, "induced"],
  ["no text of today: in the old one alone", { quotes: ["one driver"] }, { after: null }, "incomplete"],
  ["no text of today or before, removed", { quotes: ["released late"] }, { after: null, before: null }, "induced"],
];

const RESTATED: readonly Case[] = [
  ["twelve letters are enough", { quotes: [THREE] }, { row: restates("*Retries* stop") }, "no"],
  ["eleven are not", { quotes: [THREE] }, { row: restates("etries stop") }, "induced"],
  ["nothing to look in", { quotes: [THREE] }, { before: null, row: restates("Retries stop after two") }, "incomplete"],
  ["in a typed text", { quotes: [THREE] }, { before: null, row: { preRewriteQuote: "Retries stop after two tries.", ...restates("Retries stop after two") } }, "no"],
  ["in a typed text, whatever its headings", { quotes: [THREE] }, { before: null, row: { preRewriteQuote: "# Retry\nx\n# Lock\nRetries stop after two tries.", ...restates("Retries stop after two") } }, "no"],
  ["of another section", { quotes: [THREE] }, { row: restates("It is released late.") }, "induced"],
  ["of the section around the line", { quotes: [THREE], ...at(2) }, { row: restates("Retries stop after two") }, "no"],
  ["of another section than that around the line", { quotes: [THREE], ...at(2) }, { row: restates("It is released late.") }, "induced"],
  ["a section that is not in the old text: anywhere", { quotes: [THREE], ...inside("Gone") }, { row: restates("It is released late.") }, "no"],
  ["a line past the end: anywhere", { quotes: [THREE], ...at(99) }, { row: restates("It is released late.") }, "no"],
  ["no place in the file: anywhere", { quotes: [THREE], locs: [{ file: P }] }, { row: restates("It is released late.") }, "no"],
  ["no text of today to find the line's section in: anywhere", { quotes: [THREE], ...at(2) }, { after: null, row: restates("It is released late.") }, "no"],
];

const LINES: readonly Case[] = [
  ["new", at(2), {}, "induced"],
  ["restated", at(3), {}, "no"],
  ["above the hunk", at(1), {}, "no"],
  ["below the hunk", at(4), {}, "no"],
  ["a span that begins above", at(1, 2), {}, "induced"],
  ["a span that ends below", at(3, 6), {}, "no"],
  ["a span over two hunks, what it cites of both restated", at(3, 7), {}, "no"],
  ["a span over two hunks", at(3, 8), {}, "induced"],
  ["untouched, with nothing stored", at(5), { before: null, after: null }, "no"],
  ["the old text is not stored", at(3), { before: null }, "incomplete"],
  ["today's text is not stored", at(3), { after: null }, "incomplete"],
  ["a typed text has it", at(2), { before: null, row: { preRewriteQuote: "x\nRetries stop after three tries." } }, "no"],
  ["an added file", at(2), { before: null, file: { status: "added" } }, "induced"],
  ["a blank line", at(2), { before: "a\nb\n", after: "a\n\nb\n", hunks: [hunk(2, [], [""])] }, "incomplete"],
  ["a blank line and a restated one", at(2, 3), { before: "a\nb\n", after: "a\n\nb\n", hunks: [hunk(2, ["b"], ["", "b"])] }, "incomplete"],
  ["a blank line and a new one", at(2, 3), { before: "a\nb\n", after: "a\n\nc\n", hunks: [hunk(2, ["b"], ["", "c"])] }, "induced"],
  ["the line above a cut", at(1), { before: "a\nx\nb\n", after: "a\nb\n", hunks: [{ oldStart: 2, oldLines: 1, newStart: 1, newLines: 0, removed: ["x"], added: [] }] }, "no"],
  ["past the end, beside a cut", at(3), { before: "a\nx\nb\n", after: "a\nb\n", hunks: [{ oldStart: 3, oldLines: 1, newStart: 2, newLines: 0, removed: ["b"], added: [] }] }, "incomplete"],
  ["the same words of another section", at(4), { before: "# A\nw\n# B\nx\n", after: "# A\nw\n# B\nw\n", hunks: [hunk(4, ["x"], ["w"])] }, "induced"],
  ["a section alone", inside("Retry"), {}, "incomplete"],
  ["a heading of a section that the fix made", at(1), { before: "a\n", after: "# N\na\n", hunks: [hunk(1, [], ["# N"])] }, "induced"],
  ["two places, one unclear", { locs: [{ file: P, line: 3 }, { file: P }] }, {}, "incomplete"],
  ["two places, one unclear and one new", { locs: [{ file: P, line: 2 }, { file: P }] }, {}, "induced"],
  ["two places, none new", { locs: [{ file: P, line: 3 }, { file: P, line: 6 }] }, {}, "no"],
  ["no place", { locs: [] }, {}, "incomplete"],
  ["a file that the fix had not", { locs: [{ file: "q.md", line: 2 }] }, {}, "no"],
  ["a deleted file", at(99), { file: { status: "deleted" } }, "induced"],
];

const IDS = "^[A-Z]+-\\d+[a-z_-]*$";
const ID_BEFORE = "REQ-1 wants two.\n\nREQ-2 wants a lock.\n\nREQ-9 is far away.\n\nREQ-5 goes.\n";
const ID_AFTER = "REQ-1 wants three.\n\nREQ-2 wants a lock.\n\nREQ-12 wants more.\n\nREQ-9 is far away.\n";
const ID_HUNKS = [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 5, removed: ID_BEFORE.split("\n").slice(0, 3), added: ID_AFTER.split("\n").slice(0, 5) }, { oldStart: 6, oldLines: 2, newStart: 7, newLines: 0, removed: ["", "REQ-5 goes."], added: [] }];
const ids = (...requirementIds: readonly string[]): Partial<RaisedFinding> => ({ requirementIds, locs: [{ file: P, line: 1 }], quotes: ["nowhere at all"] });
const withIds = (over: World = {}): World => ({ before: ID_BEFORE, after: ID_AFTER, hunks: ID_HUNKS, idPattern: IDS, ...over });
/** One line that the fix wrote, where an id stands beside this. */
const beside = (line: string): World => ({ before: "x\n", after: `${line}\n`, hunks: [hunk(1, ["x"], [line])], idPattern: IDS });
const long = (length: number): string => `A-1${"a".repeat(length - 3)}`;

const BY_ID: readonly Case[] = [
  ["reads differently", ids("REQ-1"), withIds(), "induced"],
  ["restated", ids("REQ-2"), withIds(), "no"],
  ["new", ids("REQ-12"), withIds(), "induced"],
  ["in a block that ends beside a cut", ids("REQ-9"), withIds(), "no"],
  ["cut", ids("REQ-5"), withIds(), "induced"],
  ["in the old text alone, in no hunk", ids("REQ-5"), withIds({ hunks: ID_HUNKS.slice(0, 1) }), "no"],
  ["one of two", ids("REQ-2", "REQ-1"), withIds(), "induced"],
  ["in no text", ids("REQ-77"), withIds(), "incomplete"],
  ["in no text, beside one that is", ids("REQ-77", "REQ-2"), withIds(), "no"],
  ["against the pattern", ids("req-1"), withIds(), "incomplete"],
  ["no ids in this artifact", ids("REQ-1"), { before: ID_BEFORE, after: ID_AFTER, hunks: ID_HUNKS }, "incomplete"],
  ["nothing before to compare with", ids("REQ-2"), withIds({ before: null }), "incomplete"],
  ["nothing before, and not touched", ids("REQ-9"), withIds({ before: null, hunks: ID_HUNKS.slice(0, 1) }), "no"],
  ["nothing before, one touched and one not", ids("REQ-9", "REQ-2"), withIds({ before: null, hunks: ID_HUNKS.slice(0, 1) }), "incomplete"],
  ["a typed text before", ids("REQ-2"), withIds({ before: null, row: { preRewriteQuote: "REQ-2  wants a *lock*." } }), "no"],
  ["no text of today: added", ids("REQ-12"), withIds({ after: null }), "induced"],
  ["no text of today: removed", ids("REQ-5"), withIds({ after: null }), "induced"],
  ["no text of today: in no hunk", ids("REQ-9"), withIds({ after: null }), "no"],
  ["two blocks, one of them new", ids("REQ-1"), { before: "REQ-1 a.\n\nx\n", after: "REQ-1 a.\n\nREQ-1 b.\n", hunks: [hunk(1, ["REQ-1 a.", "", "x"], ["REQ-1 a.", "", "REQ-1 b."])], idPattern: IDS }, "induced"],
  ["two blocks, the new one elsewhere than the fix", ids("REQ-1"), { before: "REQ-1 a.\n\nx\n", after: "REQ-1 a.\n\nREQ-1 b.\n", hunks: [hunk(1, ["REQ-1 a."], ["REQ-1 a."])], idPattern: IDS }, "no"],
  ["a block of two lines", ids("REQ-1"), { before: "REQ-1 a\nb\n", after: "REQ-1 a\nc\n", hunks: [hunk(2, ["b"], ["c"])], idPattern: IDS }, "induced"],
  ["a block that was wrapped anew", ids("REQ-1"), { before: "REQ-1 a b\n", after: "REQ-1 a\nb\n", hunks: [hunk(1, ["REQ-1 a b"], ["REQ-1 a", "b"])], idPattern: IDS }, "no"],
  ["at the end of a line", ids("REQ-1"), beside("see REQ-1"), "induced"],
  ["between brackets", ids("REQ-1"), beside("(REQ-1)"), "induced"],
  ["after a letter", ids("REQ-1"), beside("xREQ-1 a"), "incomplete"],
  ["after a letter of another script", ids("REQ-1"), beside("\u00e9REQ-1 a"), "incomplete"],
  ["before a digit of another script", ids("REQ-1"), beside("REQ-1\u0663 a"), "incomplete"],
  ["before an underscore", ids("REQ-1"), beside("REQ-1_a"), "incomplete"],
  ["before a dash", ids("REQ-1"), beside("REQ-1-a"), "incomplete"],
  ["whole after a longer one", ids("REQ-1"), beside("REQ-12 and REQ-1."), "induced"],
  ["twice without anything between", ids("REQ-1"), beside("REQ-1REQ-1"), "incomplete"],
  ["of eighty letters", ids(long(80)), beside(`${long(80)} a`), "induced"],
  ["of eighty-one letters", ids(long(81)), beside(`${long(81)} a`), "incomplete"],
  ["nothing", ids(""), { ...beside("x y"), idPattern: "^[A-Z]*$" }, "incomplete"],
];

describe("prose", () => {
  test.each(QUOTES)("RL-TR-12, RL-TR-13: a quote: %s", (_what, finding, world, expected) => {
    expect(onProse(finding, world)).toEqual([expected, expected]);
  });

  test.each(RESTATED)("RL-TR-12: a restatement: %s", (_what, finding, world, expected) => {
    expect(onProse(finding, world)).toEqual([expected, expected]);
  });

  test.each(LINES)("RL-TE-20: cited lines: %s", (_what, finding, world, expected) => {
    expect(onProse(finding, world)).toEqual([expected, expected]);
  });

  test.each(BY_ID)("RL-TE-20: an id: %s", (_what, finding, world, expected) => {
    expect(onProse(finding, world)).toEqual([expected, expected]);
  });
});

/** Text of two rounds with a heading that stays, and one that is renamed. */
const SHARED = "intro\n# Lock\nThe lock.\n# Retry\nRetries.\n";

type Move = { readonly files?: readonly (Partial<LandedFile> & { readonly path: string })[]; readonly idPattern?: string; readonly texts?: { readonly [file: string]: string } };

/** Whether the row of round 3 comes back to the first of round 2; all else about the two rounds converges. */
function comesBack(old: Partial<RaisedFinding>, now: Partial<RaisedFinding>, { files = [], idPattern = null as never, texts = { [P]: SHARED } }: Move = {}): readonly [boolean, boolean] {
  const whole = (path: string) => ({ path, hunks: null });
  const names = [...new Set((old.locs ?? []).map(({ file }) => file))];
  const locs = now.locs === undefined || now.locs.length === 0 ? [] : [...now.locs, { file: "fresh.ts" }];
  const run = codeRun([
    codeRound(1, { landed: landed(1, [...names, "far.ts"].map(whole)) }),
    codeRound(2, { texts, triage: [row("old", { finding: { laneKind: "augment", ...old } }), row("far", { finding: { laneKind: "augment", locs: [{ file: "far.ts", line: 1 }] } })], landed: landed(2, [...files, whole("fresh.ts")]) }),
    codeRound(3, { texts, triage: [row("now", { finding: { laneKind: "augment", ...now, locs } })] }),
  ], { idPattern });
  return owed(run, 3);
}

/** Whether round k owes `NOT-CONVERGED`, by both. */
function owed(run: ReviewRun, k: number): readonly [boolean, boolean] {
  const round = run.rounds[k - 1];
  if (round === undefined) throw new Error(`there is a round ${k}`);
  return [isNotConvergedOwed(viewOf(run, k), k), owes(openCase(run, k, round), k)];
}

type Return = readonly [what: string, old: Partial<RaisedFinding>, now: Partial<RaisedFinding>, move: Move, expected: boolean];
const code = (line: number, endLine?: number, file = "a.ts"): Partial<RaisedFinding> => ({ locs: [{ file, line, ...(endLine === undefined ? {} : { endLine }) }] });
const moved = (...hunks: readonly Hunk[]): Move => ({ files: [{ path: "a.ts", hunks }] });
const named = (namedRequirement: string): Partial<RaisedFinding> => ({ namedRequirement });
const section = (title: string, line?: number): Partial<RaisedFinding> => inside(title, line);

const RETURNS: readonly Return[] = [
  ["another file", code(5), code(5, undefined, "b.ts"), {}, false],
  ["the same line", code(5), code(5), {}, true],
  ["the line below", code(5), code(6), {}, false],
  ["the line above", code(5), code(4), {}, false],
  ["spans that meet", code(5, 8), code(8, 9), {}, true],
  ["spans that do not", code(5, 8), code(9, 12), {}, false],
  ["a span that ends at it", code(5, 8), code(1, 5), {}, true],
  ["no line before", { locs: [{ file: "a.ts" }] }, code(5), {}, true],
  ["no line today", code(5), { locs: [{ file: "a.ts" }] }, {}, true],
  ["no place before", { locs: [] }, code(5), {}, true],
  ["no place today", code(5), { locs: [] }, {}, true],
  ["one of two places", { locs: [{ file: "a.ts", line: 1 }, { file: "a.ts", line: 5 }] }, { locs: [{ file: "a.ts", line: 9 }, { file: "a.ts", line: 5 }] }, {}, true],
  ["pushed down", code(5), code(7), moved(hunk(1, [], ["x", "y"])), true],
  ["pushed down, and what stands there now", code(5), code(5), moved(hunk(1, [], ["x", "y"])), false],
  ["pulled up", code(5), code(4), moved(hunk(2, ["x", "y"], ["z"])), true],
  ["pushed by two hunks", code(9), code(11), moved(hunk(1, [], ["x"]), hunk(4, ["y"], ["y", "z"], 5)), true],
  ["a hunk below moves nothing", code(5), code(5), moved(hunk(6, ["x"], ["x", "y"])), true],
  ["an insertion above it", code(5), code(6), moved(hunk(4, [], ["y"])), true],
  ["an insertion at it", code(5), code(5), moved(hunk(5, [], ["y"])), true],
  ["rewritten: the first line of the new span", code(5), code(4), moved(hunk(4, ["a", "b", "c"], ["d", "e"])), true],
  ["rewritten: the last of a span", code(5, 6), code(5), moved(hunk(4, ["a", "b", "c"], ["d", "e"])), true],
  ["rewritten: below the new span", code(5), code(6), moved(hunk(4, ["a", "b", "c"], ["d", "e"])), false],
  ["rewritten: above the new span", code(5), code(3), moved(hunk(4, ["a", "b", "c"], ["d", "e"])), false],
  ["the first line of what was rewritten", code(4), code(4), moved(hunk(4, ["a", "b", "c"], ["d"])), true],
  ["the last line of what was rewritten", code(6), code(4), moved(hunk(4, ["a", "b", "c"], ["d"])), true],
  ["the line after it", code(7), code(5), moved(hunk(4, ["a", "b", "c"], ["d"])), true],
  ["cut out: the line around", code(5), code(4), moved({ oldStart: 5, oldLines: 1, newStart: 4, newLines: 0, removed: ["x"], added: [] }), true],
  ["cut out: the other line around", code(4, 5), code(5), moved({ oldStart: 5, oldLines: 1, newStart: 4, newLines: 0, removed: ["x"], added: [] }), true],
  ["cut out: farther off", code(5), code(6), moved({ oldStart: 5, oldLines: 1, newStart: 4, newLines: 0, removed: ["x"], added: [] }), false],
  ["no hunks to follow", code(5), code(99), { files: [{ path: "a.ts", hunks: null }] }, true],
  ["deleted", code(5), code(99), { files: [{ path: "a.ts", status: "deleted" }] }, true],
  ["renamed", code(5), code(6, undefined, "n.ts"), { files: [{ path: "n.ts", oldPath: "a.ts", status: "renamed", hunks: [hunk(1, [], ["x"])] }] }, true],
  ["renamed, elsewhere in it", code(5), code(9, undefined, "n.ts"), { files: [{ path: "n.ts", oldPath: "a.ts", status: "renamed", hunks: [] }] }, false],
  ["renamed, by its old name", code(5), code(5), { files: [{ path: "n.ts", oldPath: "a.ts", status: "renamed", hunks: [] }] }, true],
  ["a common id", { ...code(5), requirementIds: ["x", "REQ-1"] }, { ...code(50), requirementIds: ["REQ-1", "y"] }, {}, true],
  ["other ids", { ...code(5), requirementIds: ["REQ-1"] }, { ...code(50), requirementIds: ["REQ-2"] }, {}, false],
  ["other ids of the artifact, at the same line", { ...code(5), requirementIds: ["REQ-1"] }, { ...code(5), requirementIds: ["REQ-2"] }, { idPattern: IDS }, true],
  ["a common name", { ...code(5), ...named("Short") }, { ...code(50), ...named("*short*") }, {}, true],
  ["other names", { ...code(5), ...named("one name") }, { ...code(50), ...named("two names") }, {}, false],
  ["a blank name", { ...code(5), ...named(" ") }, { ...code(50), ...named("**") }, {}, false],
  ["a name of twelve letters within another", { ...code(5), ...named("twelve chars") }, { ...code(50), ...named("the twelve chars rule") }, {}, true],
  ["the other way round", { ...code(5), ...named("the twelve chars rule") }, { ...code(50), ...named("twelve chars") }, {}, true],
  ["a name of eleven letters within another", { ...code(5), ...named("eleven char") }, { ...code(50), ...named("the eleven char rule") }, {}, false],
  ["two long names that differ", { ...code(5), ...named("the first long name") }, { ...code(50), ...named("the other long name") }, {}, false],
  ["the same section", section("Lock"), section("*lock*"), {}, true],
  ["another section", section("Lock"), section("Retry"), {}, false],
  ["a section, and a line in it", section("Lock"), at(3), {}, true],
  ["a section, and a line in another", section("Lock"), at(5), {}, false],
  ["two lines of one section", at(2), at(3), {}, true],
  ["two lines of two sections", at(3), at(5), {}, false],
  ["a line before the first heading", at(1), at(3), {}, false],
  ["a line past the end is anywhere", at(99), section("Lock"), {}, true],
  ["neither line nor section is anywhere", { locs: [{ file: P }] }, section("Lock"), {}, true],
  ["neither line nor section today", section("Lock"), { locs: [{ file: P }] }, {}, true],
  ["a line of a text that is not stored", at(3), section("Retry"), { texts: {} }, true],
  ["another prose file", section("Lock"), { locs: [{ file: "q.md", section: "Lock" }] }, {}, false],
  ["a common quote in two sections", { ...section("Lock"), quotes: ["x", "one ... The words"] }, { ...section("Retry"), quotes: ["y", "the *words*"] }, {}, true],
  ["other quotes in two sections", { ...section("Lock"), quotes: ["x"] }, { ...section("Retry"), quotes: ["y"] }, {}, false],
  ["a common quote on code", { ...code(5), quotes: ["x"] }, { ...code(50), quotes: ["x"] }, {}, false],
  ["other ids of the artifact in one section", { ...section("Lock"), requirementIds: ["REQ-1"] }, { ...section("Lock"), requirementIds: ["REQ-2"] }, { idPattern: IDS }, false],
  ["other ids of the artifact, and a common quote", { ...section("Lock"), requirementIds: ["REQ-1"], quotes: ["x"] }, { ...section("Lock"), requirementIds: ["REQ-2"], quotes: ["x"] }, { idPattern: IDS }, false],
  ["ids of the artifact on one side alone", { ...section("Lock"), requirementIds: ["REQ-1"] }, section("Lock"), { idPattern: IDS }, true],
  ["ids of the artifact on the other side alone", section("Lock"), { ...section("Lock"), requirementIds: ["REQ-1"] }, { idPattern: IDS }, true],
  ["ids in an artifact without any, in one section", { ...section("Lock"), requirementIds: ["REQ-1"] }, { ...section("Lock"), requirementIds: ["REQ-2"] }, {}, true],
];

describe("recurrence", () => {
  test.each(RETURNS)("RL-TE-15: %s", (_what, old, now, move, expected) => {
    expect(comesBack(old, now, move)).toEqual([expected, expected]);
  });

  test("RL-TE-15: any finding of a row may bring it back", () => {
    const twoOf = (...locs: readonly RaisedFinding["locs"][]): Partial<TriageRow> => ({ findings: locs.flatMap((one) => row("x", { finding: { laneKind: "augment", locs: one } }).findings) });
    const run = codeRun([
      codeRound(1, { landed: landed(1, [{ path: "a.ts", hunks: null }, { path: "far.ts", hunks: null }]) }),
      codeRound(2, { triage: [row("old", twoOf([{ file: "a.ts", line: 1 }], [{ file: "a.ts", line: 5 }])), row("far", { finding: { locs: [{ file: "far.ts", line: 1 }] } })], landed: landed(2, [{ path: "fresh.ts", hunks: null }]) }),
      codeRound(3, { triage: [row("now", twoOf([{ file: "fresh.ts", line: 1 }], [{ file: "a.ts", line: 5 }]))] }),
    ]);
    expect(owed(run, 3)).toEqual([true, true]);
  });
});

describe("convergence", () => {
  /** Rounds with so many new serious rows each, all made by the fix before and none where another one was. */
  function counts(...numbers: readonly number[]): ReviewRun {
    let file = 0;
    const rows = numbers.map((count, index) => Array.from({ length: count }, () => row(`t${index}.${++file}`, { finding: { laneKind: "augment", locs: [{ file: `f${file}.ts`, line: 1 }] } })));
    return codeRun(numbers.map((_, index) => {
      const next = (rows[index + 1] ?? []).flatMap(({ findings }) => findings.flatMap(({ locs }) => locs.map((loc) => ({ path: loc.file, hunks: null }))));
      return codeRound(index + 1, { triage: rows[index] ?? [], landed: landed(index + 1, next) });
    }));
  }

  test.each([
    [[0, 2, 1], false], [[0, 1, 1], true], [[0, 1, 2], true], [[0, 1], false], [[0, 1, 0], false], [[0, 3, 2, 1], true], [[3, 2, 1], false],
    [[0, 2, 1, 0, 2, 1], false], [[0, 2, 1, 0, 2, 1, 0, 2, 1], true], [[0, 2, 2, 0, 2, 1, 0, 2, 1], false],
  ])("RL-TE-15: the counts %j owe a hand-back: %s", (numbers, expected) => {
    expect(owed(counts(...numbers), numbers.length)).toEqual([expected, expected]);
  });
});
