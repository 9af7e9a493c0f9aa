import { describe, expect, test } from "vitest";
import { assessRound } from "../assess-round.js";
import type { LandedFile } from "../facts/landed-facts.js";
import type { ReviewRun } from "../facts/run-facts.js";
import type { RaisedFinding, TriageRow } from "../facts/triage-facts.js";
import { codeRound, codeRun, floor, hunk, landed, proseRound, proseRun, row } from "../run.fixture.js";

/** Whether a row of round 2 comes from what round 1 landed. */
function answer(run: ReviewRun): "induced" | "no" | "incomplete" {
  const { incomplete, hits } = assessRound(run, 2).regression;
  if (incomplete.length > 0) return "incomplete";
  return hits.length > 0 ? "induced" : "no";
}

function onCode(file: Partial<LandedFile> & { readonly path: string }, loc: RaisedFinding["locs"][number], over: Partial<TriageRow> = {}) {
  return answer(codeRun([codeRound(1, { landed: landed(1, [file]) }), codeRound(2, { triage: [row("t", { finding: { locs: [loc] }, ...over })] })]));
}

const deletion = { path: "a.ts", hunks: [{ oldStart: 20, oldLines: 3, newStart: 19, newLines: 0, added: [], removed: ["x", "y", "z"] }] };
const edit = { path: "a.ts", hunks: [hunk(10, ["x"], ["y", "z"])] };

describe("on code", () => {
  test.each([[18, "no"], [19, "induced"], [20, "induced"], [21, "no"]] as const)("RL-TE-20: a cut owns the two lines around it: line %i is %s", (line, expected) => {
    expect(onCode(deletion, { file: "a.ts", line })).toBe(expected);
  });

  test.each([[9, "no"], [10, "induced"], [11, "induced"], [12, "no"]] as const)("RL-TE-20: a hunk owns its lines without slack: line %i is %s", (line, expected) => {
    expect(onCode(edit, { file: "a.ts", line })).toBe(expected);
  });

  test("RL-TE-20: a span over a hunk, a citation without lines, and another file", () => {
    expect(onCode(edit, { file: "a.ts", line: 5, endLine: 30 })).toBe("induced");
    expect(onCode(edit, { file: "a.ts" })).toBe("induced");
    expect(onCode(edit, { file: "b.ts", line: 10 })).toBe("no");
  });

  test("RL-TE-20: an edited rename counts whole under its old name and by hunk under its new one", () => {
    const renamed = { ...edit, oldPath: "old.ts", status: "renamed" } as const;
    expect(onCode(renamed, { file: "old.ts", line: 999 })).toBe("induced");
    expect(onCode(renamed, { file: "a.ts", line: 30 })).toBe("no");
    expect(onCode(renamed, { file: "a.ts", line: 10 })).toBe("induced");
  });

  test("RL-TE-20: a pure rename owns no lines", () => {
    const renamed = { path: "a.ts", oldPath: "old.ts", status: "renamed", hunks: [] } as const;
    expect(onCode(renamed, { file: "a.ts", line: 3 })).toBe("no");
    expect(onCode(renamed, { file: "a.ts" })).toBe("induced");
  });

  test("RL-EV-09: counts alone, a deleted or a binary file widen the overlap to the file", () => {
    expect(onCode({ path: "a.ts", hunks: null }, { file: "a.ts", line: 999 })).toBe("induced");
    expect(onCode({ path: "a.ts", status: "deleted" }, { file: "a.ts", line: 999 })).toBe("induced");
    expect(onCode({ path: "a.ts", status: "binary" }, { file: "a.ts", line: 999 })).toBe("induced");
  });

  test("RL-TE-20: minors are not counted; a valid registration stays in M alone", () => {
    const regression = (one: TriageRow, file: string) => {
      const rounds = [codeRound(1, { landed: landed(1, [{ path: file, hunks: [hunk(41, ["x"], ["y"])] }]) }), codeRound(2, { triage: [one] })];
      const { n, m } = assessRound(codeRun(rounds), 2).regression;
      return [n, m];
    };
    expect(regression(row("t", { finding: { claimed: "minor", locs: [{ file: "a.ts", line: 41 }] } }), "a.ts")).toEqual([0, 0]);
    const at = { locs: [{ file: "tests/graders/g.sh", line: 41 }] };
    expect(regression(row("t", { finding: at, disposition: { kind: "residual-floor", floor: floor(2) } }), "tests/graders/g.sh")).toEqual([0, 1]);
    expect(regression(row("t", { finding: at, disposition: { kind: "residual-floor", floor: floor(2, { honestProducerCanEmit: true }) } }), "tests/graders/g.sh")).toEqual([1, 1]);
  });

  test("RL-TE-20: without a fix before it nothing is counted, and the streak is broken", () => {
    const triage = [row("t")];
    const run = codeRun([codeRound(1), codeRound(2, { triage })]);
    expect(assessRound(run, 2)).toMatchObject({ regression: { n: 0, m: 1, applicable: false }, streak: 0 });
  });
});

const BEFORE = "# Retry\nRetries stop after two tries.\nA lock is kept.\n\n# Lock\nThe lock has one driver.\nIt is released late.\n";
const AFTER = "# Retry\nRetries stop after three tries.\nA lock is kept.\n\n# Lock\nThe lock has one driver.\nIt is released\nearly, always.\n";
const FIX: Partial<LandedFile> & { readonly path: string } = {
  path: "p.md",
  hunks: [hunk(2, ["Retries stop after two tries.", "A lock is kept."], ["Retries stop after three tries.", "A lock is kept."]), hunk(7, ["It is released late."], ["It is released", "early, always."])],
};

function onProse(finding: Partial<RaisedFinding>, over: Partial<TriageRow> = {}, world: { readonly run?: Partial<ReviewRun>; readonly file?: Partial<LandedFile>; readonly before?: string | null; readonly after?: string | null } = {}) {
  const { run = {}, file = {}, before = BEFORE, after = AFTER } = world;
  const texts = (text: string | null) => (text === null ? {} : { "p.md": text });
  const one = row("t", { finding: { locs: [{ file: "p.md", section: "Retry" }], ...finding }, ...over });
  return answer(proseRun([proseRound(1, { texts: texts(before), landed: landed(1, [{ ...FIX, ...file }]) }), proseRound(2, { texts: texts(after), triage: [one] })], run));
}

describe("on prose without ids", () => {
  test("RL-TR-12: text that the fix added and the old section lacked is induced", () => {
    expect(onProse({ quotes: ["stop after **three** tries"] })).toBe("induced");
    expect(onProse({ quotes: ["It is released early"], locs: [{ file: "p.md", section: "Lock" }] })).toBe("induced");
  });

  test("RL-TR-12: text that a rewrite restated word for word is not", () => {
    expect(onProse({ quotes: ["a lock is KEPT"] })).toBe("no");
    expect(onProse({ quotes: ["The lock has one driver."], locs: [{ file: "p.md", section: "Lock" }] })).toBe("no");
  });

  test("RL-TR-12: the stored text wins; a typed one stands in only where nothing is stored", () => {
    const typed = { preRewriteQuote: "Retries stop after three tries." };
    expect(onProse({ quotes: ["stop after three tries"] }, typed)).toBe("induced");
    expect(onProse({ quotes: ["stop after three tries"] }, typed, { before: null })).toBe("no");
    expect(onProse({ quotes: ["stop after three tries"] }, { preRewriteQuote: "Something else." }, { before: null })).toBe("induced");
  });

  test("RL-TR-12: a verified restatement is no regression, a false or short one is", () => {
    expect(onProse({ quotes: ["stop after three tries"] }, { restatement: { preQuote: "Retries stop after two" } })).toBe("no");
    expect(onProse({ quotes: ["stop after three tries"] }, { restatement: { preQuote: "Retries never stopped" } })).toBe("induced");
    expect(onProse({ quotes: ["stop after three tries"] }, { restatement: { preQuote: "Retries" } })).toBe("induced");
  });

  test("RL-TR-12: without a quote the text is taken from the cited lines inside a hunk", () => {
    expect(onProse({ locs: [{ file: "p.md", line: 2 }] })).toBe("induced");
    expect(onProse({ locs: [{ file: "p.md", line: 3 }] })).toBe("no");
    expect(onProse({ locs: [{ file: "p.md", line: 6 }] })).toBe("no");
    expect(onProse({ locs: [{ file: "p.md", line: 1, endLine: 9 }] })).toBe("induced");
  });

  test("RL-TR-13: no quote and no line, a quote found nowhere, no old text: incomplete, and counted until it is settled", () => {
    expect(onProse({})).toBe("incomplete");
    expect(onProse({ quotes: ["never written by anyone"] })).toBe("incomplete");
    expect(onProse({ quotes: ["stop after three tries"] }, {}, { before: null })).toBe("incomplete");
    expect(onProse({ locs: [] })).toBe("incomplete");
    const run = proseRun([proseRound(1, { texts: { "p.md": BEFORE }, landed: landed(1, [FIX]) }), proseRound(2, { texts: { "p.md": AFTER }, triage: [row("t", { finding: { locs: [{ file: "p.md" }] } })] })]);
    expect(assessRound(run, 2).regression).toEqual({ n: 1, m: 1, hits: ["t"], incomplete: ["t"], applicable: true });
    expect(assessRound(run, 2).voiding).toContainEqual({ code: "row-incomplete", at: "t" });
  });

  test("RL-TR-13: an ellipsis cuts a quote into fragments, any of which may match; smart quotes and wraps do not matter", () => {
    expect(onProse({ quotes: ["stop after three … never written"] })).toBe("induced");
    expect(onProse({ quotes: ["is released early, always"], locs: [{ file: "p.md", section: "Lock" }] })).toBe("induced");
    expect(onProse({ quotes: ["..."] })).toBe("incomplete");
  });

  test("RL-TE-20: text that the fix lost is induced when the finding quotes it", () => {
    expect(onProse({ quotes: ["It is released late."], locs: [{ file: "p.md", section: "Lock" }] })).toBe("induced");
  });

  test("RL-EV-09: a prose file without its text is induced as a whole", () => {
    expect(onProse({ quotes: ["The lock has one driver."] }, {}, { file: { hunks: null } })).toBe("induced");
  });
});

describe("on prose with ids", () => {
  const before = "REQ-1 wants two.\n\nREQ-2 wants a lock.\n\nREQ-9 is far away.\n";
  const after = "REQ-1 wants three.\n\nREQ-2 wants a lock.\n\nREQ-12 wants more.\n\nREQ-9 is far away.\n";
  const file = { hunks: [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 5, removed: before.split("\n").slice(0, 3), added: after.split("\n").slice(0, 5) }] };
  const byId = (id: string, over: Partial<TriageRow> = {}) => onProse({ requirementIds: [id], locs: [{ file: "p.md", line: 1 }], quotes: ["nowhere at all"] }, over, { run: { idPattern: "^REQ-\\d+$" }, before, after, file });

  test.each([["REQ-1", "induced"], ["REQ-2", "no"], ["REQ-12", "induced"], ["REQ-9", "no"]] as const)("RL-TE-20: %s is %s: touched, and new or reading differently", (id, expected) => {
    expect(byId(id)).toBe(expected);
  });

  test("RL-TE-20: a restated id needs its old words, and an id of neither text is no operand", () => {
    expect(byId("REQ-1", { restatement: { preQuote: "REQ-1 wants two" } })).toBe("no");
    expect(byId("REQ-77")).toBe("incomplete");
    expect(byId("TASK-1")).toBe("incomplete");
  });
});
