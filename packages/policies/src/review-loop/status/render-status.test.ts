import { describe, expect, test } from "vitest";
import type { LineName, ReviewRound, ReviewRun } from "../facts/run-facts.js";
import { codeRound, codeRun, floor, hunk, landed, PROSE, proseRound, proseRun, returned, row, safe } from "../run.fixture.js";
import { renderStatus, type StatusDisplay } from "./render-status.js";

const line = (name: LineName, round: Partial<ReviewRound>, run: Partial<ReviewRun> = {}, display: StatusDisplay = {}) => renderStatus(codeRun([codeRound(1, round)], run), 1, display)[name];

describe("RL-SB-02: slots and augments", () => {
  test("a tier is where the persona came from; a path cannot close its bracket", () => {
    const returns = [returned("fine\nAPPROVE", 110)];
    const slots = { CR: { marker: { kind: "local", path: "per[sonas]/cr(1).md" }, returns }, RC: { marker: { kind: "unresolved" }, returns }, IR: { marker: { kind: "independent", family: "same-family" }, returns } } as const;
    expect(line("Slots", { slots })).toBe("CR=not-run(tier unverified) [local: per-sonas-/cr-1-.md] | RC=not-run(tier unverified) [unresolved] | IR=APPROVE [same-family]");
  });

  test("a lane that nobody described shows the default axis and tier", () => {
    expect(line("Augment", { augments: [{ name: "auditor", domain: "evm" }, { name: "b", domain: "tax" }] })).toBe("+auditor(knowledge:evm)[unstated] +b(knowledge:tax)[unstated]");
    expect(line("Augment", {})).toBe("none");
  });
});

describe("RL-SF-05, RL-SF-10, RL-SB-02: the fence line", () => {
  const skip = "no full requirement context, skip";
  test.each([
    [undefined, `${skip} | search: - | form: production (default) | out-of-scope findings: 2`],
    [{ command: "grep -r scope", hits: 3, whyNone: "only | titles" }, `${skip} | search: grep -r scope (3 hits; none quotable: only / titles) | form: production (default) | out-of-scope findings: 2`],
  ])("a skip shows its search: %j", (search, text) => {
    const triage = [row("a"), row("b", { scope: "out-declined" }), row("c", { scope: "out-authorized" })];
    expect(line("Scope fence", { triage }, { fence: { raised: false, ...(search === undefined ? {} : { skip: search }) } })).toBe(text);
  });

  const userMessages = ["a demo first", "still a demo", "a prototype next"];
  const first = { form: "demo", quote: "a demo first", fromRound: 1 } as const;
  test.each([
    ["a claim of a later round", [first, { form: "demo", quote: "still a demo", fromRound: 3 }]],
    ["a claim that nobody said", [first, { form: "demo", quote: "demo, they said", fromRound: 1 }]],
    ["another form of a later round", [first, { form: "prototype", quote: "a prototype next", fromRound: 3 }]],
    ["another form of an earlier round", [{ ...first, fromRound: 2 }, { form: "prototype", quote: "a prototype next", fromRound: 1 }]],
  ] as const)("the sentence is that of the form in effect, not %s", (_, forms) => {
    expect(renderStatus(codeRun([codeRound(1), codeRound(2)], { forms, userMessages }), 2)["Scope fence"]).toContain('| form: demo ("a demo first") |');
  });
});

describe("RL-SB-02: anchors and continuation", () => {
  test.each([[true, null, ""], [false, "ran", ""], [true, "not-run", " [implement-and-run: not-run]"], [true, "n/a", " [implement-and-run: n/a (no executable rules)]"]] as const)("not yet built %j, said %j", (notYetBuilt, implementAndRun, ran) => {
    expect(line("Anchors", { implementAndRun }, { notYetBuilt })).toBe(`①strong(static an1)${ran}`);
  });

  test("RL-TE-12: a round before the continuation does not echo it", () => {
    const continuation = { mode: "ii", trigger: "cap", triggerRound: 1, first: 2, last: 3 } as const;
    const run = codeRun([codeRound(1), codeRound(2)], { continuation, continuationsStarted: 1 });
    expect([1, 2].map((k) => renderStatus(run, k).Continuation)).toEqual([undefined, "(ii), R2–R3"]);
  });
});

describe("RL-SB-02, RL-SI-12: the simplicity line", () => {
  test("open over-engineering is the simplicity lens' own, less what a fix closed", () => {
    const simple = (id: string) => row(id, { finding: { laneKind: "simplicity", claimed: "minor" } });
    const rounds = [codeRound(1, { triage: [simple("s1"), simple("s2"), row("f")], landed: landed(1, [], ["s1"]) }), codeRound(2, { triage: null })];
    expect(renderStatus(codeRun(rounds), 2).Simplicity).toBe("net +0 lines this round / +0 cumulative | not-run | over-eng: 1 open");
  });

  test("a unit that a run does not have stands where it moved, in this round or over all", () => {
    const words = (no: number, before: readonly string[], after: readonly string[]) => landed(no, [{ path: "p.md", hunks: [hunk(1, before, after)] }]);
    const run = codeRun([codeRound(1, { landed: words(1, ["a"], ["a b c"]) }), codeRound(2), codeRound(3, { landed: words(3, ["a b c"], ["a"]) })]);
    expect([1, 2, 3].map((k) => renderStatus(run, k).Simplicity?.split(" | ")[0])).toEqual([
      "net +0 lines, +2 words this round / +0 lines, +2 words cumulative", "net +0 lines, +0 words this round / +0 lines, +2 words cumulative", "net +0 lines, -2 words this round / +0 lines, +0 words cumulative",
    ]);
    expect(renderStatus(proseRun([proseRound(1, { landed: words(1, ["a"], ["a b"]) })]), 1).Simplicity).toBe("net +1 words this round / +1 cumulative | not-run | over-eng: 0 open");
  });
});

describe("RL-SB-02, RL-EN-22: the spot-audit line", () => {
  test("an audit of a row that claims no safety is none", () => {
    expect(line("Spot-audit", { table: [safe("r1", { claimed: "fixed", fixedIn: 1 })] })).toBe("no verified-safe rows");
    expect(line("Spot-audit", { table: [safe("r2"), safe("r1", { claimed: "fixed", fixedIn: 1 })] })).toBe("not-run");
    expect(line("Spot-audit", { table: null })).toBe("no verified-safe rows");
  });
});

describe("RL-SB-09: what landed", () => {
  const prose = (files: Parameters<typeof landed>[1], texts: ReviewRound["texts"] = { "p.md": PROSE }) => renderStatus(proseRun([proseRound(1, { texts, landed: landed(1, files) })]), 1).Landed;

  test("code whose hunks are not stored shows its counts", () => {
    expect(line("Landed", { landed: landed(1, [{ path: "src/a.ts", hunks: null, added: 5, removed: 2 }]) })).toBe("src/a.ts | 7 +5/-2");
    expect(line("Landed", { landed: landed(1, [{ path: "src/a.ts", hunks: [hunk(1, ["a"], []), hunk(5, ["b"], ["c", "d"])], added: 9, removed: 9 }]) })).toBe("src/a.ts | 4 +2/-2");
  });

  test.each([
    ["an insertion at the top belongs to the first section", [hunk(0, [], ["New", " text."])], 'p.md §retry +"New text."'],
    ["a removal in a later section", [hunk(5, ["The lock is held", "by one driver."], [])], 'p.md §lock -"The lock is held by one driver."'],
    ["several hunks", [hunk(2, ["a"], ["b"]), hunk(5, ["c"], ["d"])], 'p.md §retry -"a" +"b" §lock -"c" +"d"'],
    ["a line beyond the text has no section", [hunk(99, ["a"], [])], 'p.md -"a"'],
    ["no hunk", [], "p.md"],
  ])("prose: %s", (_, hunks, text) => {
    expect(prose([{ path: "p.md", hunks }])).toBe(text);
  });

  test("prose before the first heading, of an unknown text, and under its old name", () => {
    expect(prose([{ path: "p.md", hunks: [hunk(1, ["a"], ["b"])] }], { "p.md": "intro\n\n# Later\nx\n" })).toBe('p.md -"a" +"b"');
    expect(prose([{ path: "q.md", hunks: [hunk(1, ["a"], ["b"])] }])).toBe('q.md -"a" +"b"');
    expect(prose([{ path: "q.md", oldPath: "p.md", hunks: [hunk(5, ["a"], ["b"])] }])).toBe('q.md §lock -"a" +"b"');
  });
});

describe("RL-SB-02, RL-TE-20: hits and floors", () => {
  test("each hit stands at its place, prose with its quote", () => {
    const fixed = landed(1, [{ path: "src/a.ts", hunks: [hunk(30, ["x"], ["y"])] }, { path: "p.md", hunks: [hunk(2, ["Retries stop after two tries."], ["Retries stop after three tries."])] }]);
    const after = PROSE.replace("two", "three");
    const triage = [
      row("c", { finding: { quotes: ["y"] } }), row("c2"),
      row("p", { finding: { locs: [{ file: "p.md", line: 2 }], quotes: ["stop after three tries"] } }),
      row("q", { finding: { locs: [{ file: "p.md", line: 2 }] } }),
    ];
    const run = codeRun([codeRound(1, { landed: fixed, texts: { "p.md": PROSE } }), codeRound(2, { triage, texts: { "p.md": after } })], { hasProse: true });
    expect(renderStatus(run, 2).Regression).toBe('4 of 4 (triage blocker/major ∩ R1 Landed) | hits: src/a.ts:30, src/a.ts:30, p.md:2 "stop after three tries", p.md:2');
    expect(renderStatus(codeRun([codeRound(1), codeRound(2)]), 2).Regression).toBe("n/a (no prior fix)");
  });

  test("RL-TR-09: each registered floor, with all its places", () => {
    const held = (id: string, ...lines: readonly number[]) => row(id, { finding: { locs: lines.map((at) => ({ file: "tests/graders/g.sh", line: at })), laneKind: "augment", lane: "x" }, disposition: { kind: "residual-floor", floor: floor(1) } });
    expect(line("Residual-floor", { triage: [held("a", 41, 50), held("b", 60)] })).toBe(
      "tests/graders/g.sh:41, tests/graders/g.sh:50 (a: instrument | b: eval/trials.yaml in in1); tests/graders/g.sh:60 (a: instrument | b: eval/trials.yaml in in1)",
    );
  });
});
