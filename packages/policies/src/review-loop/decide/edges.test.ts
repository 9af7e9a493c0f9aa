/** Borders of what a decision reads and says: each pinned from both sides. */
import { describe, expect, test } from "vitest";
import { assessRound } from "../assess-round.js";
import type { ReviewRound, ReviewRun } from "../facts/run-facts.js";
import { analyst, anchor, codeRound, codeRun, hunk, landed, ND, proseRound, proseRun, recordsOf, returned, row, safe, slot } from "../run.fixture.js";
import { acceptedRows } from "./degradation.js";
import { decideReview, explainReview, viewOf } from "./decide.js";

const round = (over: Partial<ReviewRound>, run: Partial<ReviewRun> = {}) => codeRun([codeRound(1, over)], run);
const decision = (run: ReviewRun, k = run.rounds.length) => decideReview(run, k).decision;
const open = { triage: [row("t", { finding: { laneKind: "augment" } })] } as const;

describe("a tainted catalog", () => {
  const written = (path: string, over: Partial<ReviewRun> = {}, no = 1) => decision(codeRun([codeRound(1), codeRound(2)], { toolRecords: [...recordsOf(1), ...recordsOf(2), { id: "w", seq: 140, round: no, args: "cp", output: "", writes: ["/tmp/x", path] }], ...over }), 1).token === `CAPPED (catalog self-installed) ${ND}`;
  test.each([
    ["/home/u/.agents", true], ["/home/u/.agents/x/y.md", true], ["/home//u/./.agents/x", true], ["/home/u/x/../.agents/x", true], ["\\home\\u\\.agents\\x", true], ["/../home/u/.agents/x", true], ["/home/u/.agents/../x", false], ["/home/u", false], ["/home/u/.agentsx", false],
    ["home/u/.agents/x", false], ["./home/u/.agents/x", false], ["../home/u/.agents/x", false], ["/x/home/u/.agents/x", false],
  ])("RL-RS-08: a write to %s taints: %s", (path, expected) => {
    expect(written(path)).toBe(expected);
  });

  test.each([
    ["agents", "agents/x", true], ["agents", "./agents/x", true], ["./agents", "agents/x", true], ["agents", "x/../agents/x", true], ["agents", "x/../../agents/x", false], ["../agents", "../agents/x", true], ["../agents", "agents/x", false], ["..", "../x", true], ["a/../../agents", "../agents/x", true], ["../../agents", "../../agents/x", true], ["../../agents", "../agents/x", false], ["/", "/x", true],
  ])("RL-RS-08: below the root %j a write to %s taints: %s", (catalogRoot, path, expected) => {
    expect(written(path, { catalogRoot })).toBe(expected);
  });

  test("RL-RS-08: a write of a later round taints nothing before it", () => {
    expect([written("/home/u/.agents/x", {}, 1), written("/home/u/.agents/x", {}, 2)]).toEqual([true, false]);
  });
});

describe("a decision", () => {
  test("RL-TE-05: a round that is not there is refused, with those that are", () => {
    for (const ask of [decideReview, explainReview]) {
      expect(() => ask(round({}), 3)).toThrow(expect.objectContaining({ code: "round-unknown", message: "the run has no round 3", path: "k", hint: "It has rounds 1 to 1." }));
    }
    expect(explainReview(round({}), 1)).toMatchObject({ decision: { token: "APPROVE" } });
  });

  test("RL-TE-14: what passes leaves nothing; what is handed back, each open row once", () => {
    expect(decision(round({}))).toEqual({ kind: "terminal", subject: "APPROVE", token: `APPROVE ${ND}`, itemsLeft: [] });
    const accepted = round({ triage: [row("t", { disposition: { kind: "accepted-degraded", definition: "major", reason: "r" } })] });
    expect(decision(accepted)).toMatchObject({ subject: "APPROVE-DEGRADED", itemsLeft: [] });
    const capped = (over: Partial<ReviewRound>) => decision(round(over, { cap: 1, analysts: [analyst(1, "no-viable-path")] }));
    expect(capped({ ...open, table: [safe("r1", { claimed: null, triageRow: "t" }), safe("r2", { claimed: null, triageRow: "u" }), safe("r3", { claimed: null }), safe("r4")] })).toMatchObject({ itemsLeft: ["t", "r2", "r3"] });
    expect(capped({ anchors: [anchor(1, { record: "gone" })], landed: landed(1, []) })).toMatchObject({ itemsLeft: ["4-no-fix", "anchor-untraced: a"] });
  });

  test("RL-TE-05: what explains a continuation, round by round", () => {
    const facts = (over: Partial<ReviewRun>, k = 1) => decideReview(codeRun([codeRound(1, { triage: [row("t1", { disposition: { kind: "left" } })] }), codeRound(2, { triage: [row("t2", { disposition: { kind: "fix", spec: "s" } })] })], over), k).facts;
    const continuation = { mode: "i", trigger: "cap", triggerRound: 1, first: 1, last: 2 } as const;
    expect([facts({}).continuation, facts({ continuation }).continuation, facts({ continuation: { ...continuation, mode: "ii", first: 2 } }).continuation, facts({ continuation }, 2).continuation]).toEqual(["none", "fixing", "registering", "final"]);
    expect([facts({}).fixesOrdered, facts({}, 2).fixesOrdered]).toEqual([false, true]);
    expect([facts({}).continuationSpent, facts({ continuation }).continuationSpent, facts({ continuationsStarted: 1 }).continuationSpent]).toEqual([false, true, true]);
    expect([facts({}).analyst, facts({ analysts: [analyst(1, null)] }).analyst, facts({ analysts: [analyst(1, null), analyst(1, null)] }).analyst, facts({ analysts: [analyst(1, "residual-floor")] }).analyst]).toEqual(["not-asked", "off-spec", "exhausted", "residual-floor"]);
    // Another round's adviser says nothing about this one.
    expect(facts({ analysts: [analyst(1, "residual-floor")] }, 2).analyst).toBe("not-asked");
    const single = codeRun([codeRound(1, { landed: landed(1, [{ path: "src/a.ts", hunks: [hunk(30, ["x"], ["y"])] }]) }), codeRound(2, open)]);
    expect([decideReview(single, 1).facts.regressed, decideReview(single, 2).facts.regressed]).toEqual([false, true]);
  });

  test("RL-TE-11: an analysis counts when it came after every return of its round", () => {
    const at = (seq: number) => decideReview(round(open, { cap: 1, analysts: [analyst(1, "no-viable-path", { ret: returned("VERDICT", seq) })] }), 1).facts.analyst;
    expect([at(111), at(112), at(113)]).toEqual(["off-spec", "off-spec", "no-viable-path"]);
  });

  test("RL-TE-16: a silent third reviewer is a gap of its first round alone, and another family is tried once", () => {
    const silent = (no: number) => codeRound(no, { slots: { CR: slot("CR", no), RC: slot("RC", no), IR: slot("IR", no, " ") } });
    expect([assessRound(codeRun([silent(1)]), 1).closableGaps, assessRound(codeRun([silent(1), silent(2)]), 2).closableGaps]).toEqual([["third-slot"], []]);
    expect(assessRound(round({}), 1).closableGaps).toEqual([]);
  });
});

describe("degradations and disclosures", () => {
  test("RL-TE-07: acceptances are listed until a later fix closes them; a fix before them closes nothing", () => {
    const accepted = (id: string) => row(id, { finding: { laneKind: "augment" }, disposition: { kind: "accepted-degraded", definition: "major", reason: "r" } });
    const run = codeRun([codeRound(1, { triage: [accepted("a"), accepted("b")], landed: landed(1, [], ["c"]) }), codeRound(2, { triage: [accepted("c")], landed: landed(2, [], ["b"]) }), codeRound(3, { table: [safe("r1", { claimed: "accepted-degraded", reason: { definition: "minor", text: "x" } })] })]);
    const view = viewOf(run, 3);
    expect([1, 2, 3].map((k) => acceptedRows(view, k))).toEqual([["a", "b"], ["a", "c"], ["a", "c", "r1"]]);
    expect(decision(run).token).toBe(`APPROVE-DEGRADED (accepted-degraded: a, c, r1) ${ND}`);
  });

  test("RL-LE-10: a pinned quote is disclosed when a reader could not follow it and it stands in any text", () => {
    const ref = { kind: "external-reference", ref: { name: "x", version: "1", digest: "d" } } as const;
    const reader = { laneKind: "legibility", lane: "reader", unfollowable: "external", quotes: ["Retries stop", " "] } as const;
    const token = (...triage: ReturnType<typeof row>[]) => decision(proseRun([proseRound(1, { triage }), proseRound(2, { texts: { "q.md": "other words", "p.md": "Retries stop after two." } })])).token ?? "";
    expect(token(row("a", { finding: reader, disposition: ref }))).toContain("[external-refs: 1 pinned, not inlined]");
    const { unfollowable: _unfollowable, ...followed } = reader;
    for (const none of [row("a", { finding: followed, disposition: ref }), row("a", { finding: { ...reader, laneKind: "augment" }, disposition: ref }), row("a", { finding: reader, disposition: { ...ref, ref: { name: "x", version: "1" } } }), row("a", { finding: reader }), row("a", { finding: { ...reader, quotes: ["gone", " "] }, disposition: ref })]) {
      expect(token(none)).not.toContain("external-refs");
    }
  });

  test("RL-AN-13: an invariant that did not run lifts no drift suffix", () => {
    const covered = (over: object) => decideReview(round({ anchors: [anchor(1), anchor(1, { id: "i", form: "invariant", covers: ["drift", "fragility"], ...over })] }, { cap: 1, analysts: [analyst(1, "no-viable-path")] }), 1).decision.token;
    expect([covered({}), covered({ record: "gone" })]).toEqual(["APPROVE", `CAPPED (cap-reached; 1 items left) ${ND}`]);
  });

  test("RL-AU-06: only a domain whose expert was not to be had is disclosed", () => {
    const run = round({ augments: [{ name: "n", domain: "law" }, { name: "m", domain: "tax", unavailable: { command: "grep", candidates: 0 } }] });
    expect(decision(run).token).toBe(`APPROVE ${ND} (tax: expert unavailable, generic coverage only)`);
  });

  test("RL-EN-15: a table is declared incomplete by a merged row under a weak anchor alone", () => {
    const declared = (...table: ReturnType<typeof safe>[]) => assessRound(round({ table }), 1).reconciliation.declaredIncomplete;
    const merged = [{ file: "src/a.ts", line: 20 }];
    expect([declared(safe()), declared(safe("r1", { merged: [] })), declared(safe("r1", { merged })), declared(safe(), safe("r2", { category: 2, merged })), declared(safe(), safe("r2", { category: 2, merged: [] })), declared(safe(), safe("r2", { category: 2 }))]).toEqual([false, false, false, true, false, false]);
  });
});
