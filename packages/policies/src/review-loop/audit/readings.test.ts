/** How the auditor reads a token and a status block as text, and what follows from a hit; each with a twin that differs in one thing. */
import { describe, expect, test } from "vitest";
import type { ReviewRound, ReviewRun } from "../facts/run-facts.js";
import { analyst, anchor, codeRound, codeRun, floor, hunk, landed, ND, proseRound, proseRun, returned, row, safe, slot } from "../run.fixture.js";
import { renderStatus } from "../status/render-status.js";
import { auditRun } from "./audit-run.js";
import { openCase } from "./evidence-book.js";
import { isRootCauseShown, owesDrift, pinnedQuotes } from "./history.js";
import { isOtherFamily } from "./slots.js";
import { lineOf, typedCount, typedForm, typedNet } from "./status-text.js";
import { readToken } from "./token-text.js";

const none = { subject: "", reasons: [], notes: [], missing: [] };

describe("a token as text", () => {
  test.each([
    ["APPROVE", { ...none, subject: "APPROVE" }], ["CLEAR", { ...none, subject: "APPROVE" }], ["CLEAR [x]", { ...none, subject: "APPROVE", notes: ["x"] }], ["OUT-OF-SCOPE-PENDING (1 left)", { ...none, subject: "OUT-OF-SCOPE-PENDING", reasons: ["1 left"] }],
    ["CAPPED (a; b) [x] [y] (tax: expert unavailable, generic coverage only)", { subject: "CAPPED", reasons: ["a", "b"], notes: ["x", "y"], missing: ["tax"] }],
    ["APPROVE (tax: expert unavailable, generic coverage only) [x]", { ...none, subject: "APPROVE", notes: ["x"], missing: ["tax"] }],
    ["APPROVE (tax: expert unavailable, generic coverage only; x)", { ...none, subject: "APPROVE", reasons: ["tax: expert unavailable, generic coverage only", "x"] }],
    ["CAPPED (x; tax: expert unavailable, generic coverage only)", { ...none, subject: "CAPPED", reasons: ["x", "tax: expert unavailable, generic coverage only"] }],
    ["NOT-CONVERGED (tax: expert unavailable, generic coverage only, mostly)", { ...none, subject: "NOT-CONVERGED", reasons: ["tax: expert unavailable, generic coverage only, mostly"] }],
    ["PREREQUISITE-MISSING", { ...none, subject: "PREREQUISITE-MISSING" }],
    [null, none], ["", none], ["APPROVED", none], ["approve", none], ["APPROVE it", none], [" APPROVE", none], ["APPROVE [x] (y)", none], ["APPROVE (x) (y)", none], ["APPROVE [x", none], ["APPROVE (x", none], ["APPROVE [x)", none], ["APPROVE (x]", none], ["APPROVE (x) more", none], ["APPROVE [x] more", none],
    ["APPROVE [x(y]", none], ["APPROVE [x\ny]", none], ["APPROVE [x\ry]", none], ["APPROVE ([x])", none], ["APPROVE  [x]", none],
    [`APPROVE [${"x".repeat(999_990)}]`, { ...none, subject: "APPROVE", notes: ["x".repeat(999_990)] }], [`APPROVE [${"x".repeat(999_991)}]`, none],
  ])("RL-PR-18: %j", (text, expected) => {
    expect(readToken(text)).toEqual(expected);
  });
});

describe("typed lines", () => {
  test.each([
    ["2 of 7", [2, 7]], ["12 of 345 induced", [12, 345]], ["123456789 of 123456789", [123456789, 123456789]], ["1234567890 of 1", null], ["1 of 1234567890", null], ["x 2 of 7", null], ["2 of 7, more", null], ["2 of x", null], ["a of 7", null], ["2  of 7", null], ["n/a", null],
  ])("RL-EV-01: the count %j is %j", (line, expected) => {
    expect(typedCount(line)).toEqual(expected);
  });

  test.each([
    ["net +3 lines this round", { lines: 3, words: 0 }], ["net -14 words this round / +5 cumulative", { lines: 0, words: -14 }], ["net +3 lines, -4 words this round", { lines: 3, words: -4 }], ["net +123456789012 lines this round", { lines: 123456789012, words: 0 }],
    ["net 3 lines this round", null], ["net +3 lines", null], ["x net +3 lines this round", null], ["net +3 lines this rounds", null], ["net +3 lines,-4 words this round", null], ["net +3 lines, x this round", null], ["net x+3 lines this round", null], ["net +3 linesx this round", null], ["net +3 pages this round", null],
    ["net +1234567890123 lines this round", null], [`net ${"+1 lines, ".repeat(6)}+1 lines this round`, null],
  ])("RL-EV-01: the growth %j is %j", (line, expected) => {
    expect(typedNet(line)).toEqual(expected);
  });

  test.each([
    ["form: demo", "demo"], ["agreed | form: prototype", "prototype"], ["agreed | form: production (x)", "production"], ["agreed form: demo", null], ["form: demos", null], ["form: other", null], ["agreed", null],
  ])("RL-SF-07: the fence line %j names the form %j", (line, expected) => {
    expect(typedForm(line)).toBe(expected);
  });

  test("RL-EV-01: a blank line is none", () => {
    const at = (status: ReviewRound["status"]) => lineOf(codeRound(1, { status }), "Augment");
    expect([at(null), at({}), at({ Augment: " " }), at({ Augment: " x" })]).toEqual([null, null, null, " x"]);
  });
});

/** The run with its last round's record written from facts, and then changed. */
function stored(run: ReviewRun, status: NonNullable<ReviewRound["status"]> = {}): ReviewRun {
  const k = run.rounds.length;
  return { ...run, rounds: run.rounds.map((one) => (one.no === k ? { ...one, status: { ...renderStatus(run, k), ...status } } : one)) };
}

function hits(predicate: number, run: ReviewRun, token: string | null = `APPROVE ${ND}`, status: NonNullable<ReviewRound["status"]> = {}): readonly string[] {
  const { binding, noted } = auditRun(stored(run, status), run.rounds.length, token);
  return [...binding, ...noted].filter((hit) => hit.predicate === predicate).map(({ code, at }) => (at === null ? code : `${code} ${at}`));
}

const round = (over: Partial<ReviewRound>, run: Partial<ReviewRun> = {}) => codeRun([codeRound(1, over)], run);
const clean = round({});
const serious = { claimed: "major", laneKind: "augment", lane: "x" } as const;
const fix = (no: number, ...added: readonly string[]) => landed(no, [{ path: "src/a.ts", hunks: [hunk(30, ["x"], added.length === 0 ? ["y"] : added)] }]);
const twice = codeRun([codeRound(1, { landed: fix(1) }), codeRound(2, { triage: [row("t2", { finding: serious })], landed: fix(2) }), codeRound(3, { triage: [row("t3", { finding: serious })] })]);

describe("predicates and their twins", () => {
  test("RL-PR-01: an absent list is not also an unpasted one", () => {
    expect(hits(1, round({ triage: null, triagePasted: false }))).toEqual(["triage-missing"]);
    expect(hits(1, round({ triagePasted: true }))).toEqual([]);
  });

  test("RL-PR-06: without a table code is reconciled too, prose is not; a cold read stands in only when nothing is open", () => {
    expect(hits(6, round({ table: null }))).toEqual(["table-missing", "not-reconciled"]);
    expect(hits(6, round({ table: null, checklist: { points: [], scope: "s" }, anchors: [] }))).toEqual(["table-missing"]);
    expect(hits(6, proseRun([proseRound(1, { table: null })]))).toEqual(["table-missing"]);
    expect(hits(6, proseRun([proseRound(1)]))).toEqual([]);
    expect(hits(6, proseRun([proseRound(1, { checklist: null })]))).toEqual(["cold-read-not-ok"]);
  });

  test("RL-PR-07: a weak anchor shows behind APPROVE alone, and so does what was accepted or registered", () => {
    const weak = round({ anchors: [] });
    expect(hits(7, weak, `CAPPED (x) ${ND}`)).toEqual([]);
    expect(hits(7, weak, `APPROVE-DEGRADED (x) ${ND}`)).toEqual([]);
    const registered = round({ triage: [row("t", { finding: { ...serious, locs: [{ file: "tests/graders/g.sh", line: 1 }] }, disposition: { kind: "residual-floor", floor: floor() } })] });
    expect(hits(7, registered)).toEqual(["degradation-hidden"]);
    expect(hits(7, registered, `APPROVE-DEGRADED (residual-floor: 1) ${ND}`)).toEqual([]);
    const accepted = row("t", { finding: serious, disposition: { kind: "accepted-degraded", definition: "major", reason: "r" } });
    const after = (closes: readonly string[], by = 1) => codeRun([codeRound(1, { triage: [accepted], landed: by === 1 ? landed(1, [], closes) : null }), codeRound(2, { landed: by === 2 ? landed(2, [], closes) : null })]);
    expect([hits(7, after([])), hits(7, after(["u"])), hits(7, after(["t"])), hits(7, after(["t"], 2))]).toEqual([["degradation-hidden"], ["degradation-hidden"], [], []]);
    expect(hits(7, codeRun([codeRound(1, { landed: landed(1, [], ["t"]) }), codeRound(2, { triage: [accepted] })]))).toEqual(["degradation-hidden"]);
    expect(hits(7, round({ table: [safe("r1", { claimed: "accepted-degraded", reason: { definition: "minor", text: "x" } })] }))).toEqual(["degradation-hidden"]);
    expect(hits(7, codeRun([codeRound(1, { implementAndRun: "ran" }), codeRound(2)]))).toEqual(["weak-undisclosed"]);
    expect(hits(7, round({ table: [] }), "OUT-OF-SCOPE-PENDING (1 left)")).toEqual([]);
    expect(hits(7, round({ table: [] }), null)).toEqual([]);
  });

  test("RL-PR-08, RL-AN-13: only a traced custom invariant that covers both risks lifts the drift suffix", () => {
    const owed = (over: object, run: Partial<ReviewRun> = {}) => {
      const one = round({ anchors: [anchor(1, over)] }, run);
      const [first = codeRound(1)] = one.rounds;
      return owesDrift(openCase(one, 1, first));
    };
    expect(owed({ form: "invariant", covers: ["drift", "fragility"] })).toBe(false);
    expect([owed({ form: "invariant", covers: ["drift"] }), owed({ form: "invariant", covers: ["fragility"] }), owed({ form: "invariant" }), owed({ form: "static", covers: ["drift", "fragility"] }), owed({ form: "invariant", covers: ["drift", "fragility"], record: "gone" })]).toEqual([true, true, true, true, true]);
  });

  test("RL-PR-08: rules that nobody ran show until some round runs them", () => {
    const built = (...said: ReviewRound["implementAndRun"][]) => hits(8, codeRun(said.map((implementAndRun, index) => codeRound(index + 1, { implementAndRun })), { notYetBuilt: true }));
    expect([built("not-run"), built("ran"), built("n/a"), built("ran", "not-run"), built("not-run", "not-run")]).toEqual([["mechanic-undisclosed"], [], [], [], ["mechanic-undisclosed"]]);
    expect(hits(8, round({ implementAndRun: "not-run" }, { notYetBuilt: true }), `APPROVE ${ND} [mechanic: not-built]`)).toEqual([]);
  });

  test("RL-PR-09, RL-AU-06: a domain is shown as a token can write it, and every earlier round's too", () => {
    const missing = (domain: string) => ({ name: "n", domain, unavailable: { command: "grep", candidates: 0 } });
    const shown = (domain: string, text: string) => hits(9, round({ augments: [missing(domain)] }), `APPROVE ${ND} (${text}: expert unavailable, generic coverage only)`);
    expect([shown("tax (EU)", "tax -EU-"), shown("a \t b", "a b"), shown(" a;b ", "a-b"), shown("a[b]", "a-b-"), shown("a\nb", "a-b"), shown("tax", "taxes")]).toEqual([[], [], [], [], [], ["expert-undisclosed tax"]]);
    const run = codeRun([codeRound(1, { augments: [missing("tax")] }), codeRound(2, { augments: [missing("tax"), { name: "m", domain: "law" }] })]);
    expect(hits(9, run)).toEqual(["expert-undisclosed tax"]);
    const later = { ...run, rounds: [codeRound(1), codeRound(2, { augments: [missing("law")] })].map((one) => ({ ...one, status: renderStatus(run, 1) })) };
    expect(auditRun(later, 1, `APPROVE ${ND}`).binding.filter(({ predicate }) => predicate === 9)).toEqual([]);
  });

  test("RL-PR-10: the fence line says what the fence is, and a skip shows its search", () => {
    const skipped = round({}, { fence: { raised: false, skip: { command: "grep", hits: 0 } } });
    const token = `APPROVE ${ND} [scope-fence: not raised]`;
    expect(hits(10, skipped, token)).toEqual([]);
    expect(hits(10, skipped, token, { "Scope fence": "no full requirement context, skip | search: grep" })).toEqual([]);
    expect(hits(10, skipped, token, { "Scope fence": "no full requirement context, skip" })).toEqual(["fence-line-missing"]);
    expect(hits(10, skipped, token, { "Scope fence": "skip | search: grep" })).toEqual(["fence-line-missing"]);
    expect(hits(10, skipped, token, { "Scope fence": "agreed scope anchored" })).toEqual(["fence-line-missing"]);
    expect(hits(10, clean, undefined, { "Scope fence": "no full requirement context, skip | search: grep" })).toEqual(["fence-line-missing"]);
    expect(hits(10, clean, undefined, { "Scope fence": "agreed scope anchored" })).toEqual([]);
    expect(hits(10, clean, undefined, { "Scope fence": "agreed scope anchored | form: production" })).toEqual([]);
    const pending = (over: object) => hits(10, round({ triage: [row("o", { scope: "out-pending", finding: serious, ...over })] }), null);
    expect(pending({})).toEqual([]); // no ending, no hit
    expect(hits(10, round({ triage: null }))).toEqual([]);
    const licensed = (form: "demo" | "prototype") => round({ triage: [row("g", { finding: { ...serious, addsUnrequestedGuardrail: true } })] }, { forms: [{ form, quote: `a ${form}`, fromRound: 1 }], userMessages: ["a demo", "a prototype"] });
    expect([hits(10, licensed("prototype")), hits(10, licensed("prototype"), `APPROVE ${ND} [form: prototype]`), hits(10, licensed("demo"), `CAPPED (x) ${ND}`)]).toEqual([["form-undisclosed"], [], []]);
  });

  test("RL-PR-11: a line that skips, or none, is missing where there is prose", () => {
    const prose = proseRun([proseRound(1)]);
    expect(hits(11, prose, undefined, { Legibility: " " })).toEqual(["legibility-line-missing"]);
    expect(hits(11, clean, undefined, { Legibility: " " })).toEqual([]);
  });

  test("RL-PR-12: lines say whether a fix landed, and counts are those of a recount", () => {
    expect(hits(12, clean, undefined, { Landed: "R1: a.ts +1 -1" })).toEqual(["landed-line-missing"]);
    expect(hits(12, round({ landed: fix(1) }), undefined, { Landed: "n/a (no fix dispatched)" })).toEqual(["landed-line-missing"]);
    expect(hits(12, round({ landed: fix(1) }))).toEqual([]);
    expect(hits(12, clean, undefined, { Landed: " " })).toEqual(["landed-line-missing"]);
    expect(hits(12, clean, undefined, { Regression: "0 of 0" })).toEqual(["regression-count"]);
    expect(hits(12, twice, "NOT-CONVERGED (x)", { Regression: "1 of 2" })).toEqual(["regression-count"]);
    expect(hits(12, twice, "NOT-CONVERGED (x)", { Regression: "1 of 1" })).toEqual([]);
    expect(hits(12, twice, "NOT-CONVERGED (x)", { Regression: "n/a (no prior fix)" })).toEqual(["regression-count"]);
    expect(hits(12, twice, null)).toEqual([]); // a text that is no token hides nothing, it is predicate 5's
  });

  test("RL-PR-12: an earlier round that owed a hand-back gave one, or a continuation explains it", () => {
    const more = (token: string | null, over: Partial<ReviewRun> = {}): ReviewRun => ({ ...twice, rounds: [...twice.rounds.map((one) => (one.no === 3 ? { ...one, token } : one)), codeRound(4)], ...over });
    expect(hits(12, more(null))).toEqual(["not-converged-owed R3"]);
    expect(hits(12, more("NOT-CONVERGED (x)"))).toEqual([]);
    expect(hits(12, more("x NOT-CONVERGED"))).toEqual(["not-converged-owed R3"]);
    expect(hits(12, more("CAPPED (x)"))).toEqual(["not-converged-owed R3"]);
    const continuation = { mode: "i", trigger: "regression", triggerRound: 3, first: 3, last: 4 } as const;
    const asked = { continuation, continuationsStarted: 1, analysts: [analyst(3, "structural-fix")] };
    expect(hits(12, more(null, asked))).toEqual([]);
    expect(hits(12, more(null, { ...asked, analysts: [] }))).toEqual(["not-converged-owed R3"]);
    expect(hits(12, more(null, { ...asked, continuationsStarted: 2 }))).toEqual(["not-converged-owed R3"]);
    expect(hits(12, more(null, { ...asked, continuation: { ...continuation, triggerRound: 2, first: 2, last: 4 } }))).toEqual(["not-converged-owed R3"]);
    // Where regression started it, its end may not have converged; where the cap did, it may not say so.
    expect(hits(12, more(null, asked), "NOT-CONVERGED (x)")).toEqual([]);
    expect(hits(12, more(null, { ...asked, continuation: { ...continuation, trigger: "cap" } }), "NOT-CONVERGED (x)")).toEqual(["not-converged-not-owed"]);
    const early = { continuation: { ...continuation, triggerRound: 1, first: 1, last: 2 }, continuationsStarted: 1, analysts: [analyst(1, "structural-fix")] } as const;
    expect(hits(12, round({}, early), "NOT-CONVERGED (x)")).toEqual(["not-converged-not-owed"]);
  });

  test("RL-PR-12: a continuation is echoed in its own rounds alone", () => {
    const within = (first: number, last: number, k: number, status: NonNullable<ReviewRound["status"]>) =>
      hits(12, codeRun(Array.from({ length: k }, (_, index) => codeRound(index + 1)), { continuation: { mode: "ii", trigger: "cap", triggerRound: 1, first, last }, continuationsStarted: 1, analysts: [analyst(1, "residual-floor")] }), undefined, status);
    expect([within(2, 2, 1, {}), within(2, 2, 2, { Continuation: "(ii), R2–R2" }), within(2, 2, 2, { Continuation: " " }), within(1, 2, 1, { Continuation: " " }), within(1, 2, 2, { Continuation: " " }), within(1, 2, 3, { Continuation: " " })]).toEqual([[], [], ["continuation-echo-missing"], ["continuation-echo-missing"], ["continuation-echo-missing"], []]);
  });

  test("RL-PR-13: the audit line says which row, and is asked only where something is claimed safe", () => {
    expect(hits(13, clean, undefined, { "Spot-audit": " " })).toEqual(["spot-audit-line-missing"]);
    expect(hits(13, round({ table: [safe("r1", { claimed: null })] }), undefined, { "Spot-audit": " " })).toEqual([]);
    expect(hits(13, round({ table: null }), undefined, { "Spot-audit": " " })).toEqual([]);
  });

  test("RL-PR-14: both units are compared, a skip is no line where there is anything, bloat is named as such", () => {
    const net = (line: string, run: ReviewRun = clean) => hits(14, run, undefined, { Simplicity: line });
    expect([net("net +0 lines this round"), net("net +0 words this round"), net("net +1 words this round"), net("lean"), net("no code, skip"), net("net +0 lines this round, skip")]).toEqual([[], [], ["net-mismatch"], ["net-mismatch"], ["simplicity-line-missing"], ["simplicity-line-missing"]]);
    const nothing = round({}, { hasCode: false, hasProse: false });
    expect([net("no code, skip", nothing), net("lean", nothing), net(" ", nothing)]).toEqual([[], [], ["simplicity-line-missing"]]);
    const grown = codeRun([codeRound(1, { landed: fix(1, "x", "y") }), codeRound(2, { landed: fix(2, "x", "y") }), codeRound(3)]);
    expect([hits(14, grown, `APPROVE-DEGRADED (no bloat: 1) ${ND}`), hits(14, grown, `CAPPED (x) ${ND}`), hits(14, grown, `APPROVE-DEGRADED (x; bloat: y) ${ND}`)]).toEqual([["bloat-undisclosed"], [], []]);
    const wordy = (no: number, ...added: readonly string[]) => proseRound(no, { landed: landed(no, [{ path: "p.md", hunks: [hunk(1, [], added)] }]) });
    expect(hits(14, proseRun([wordy(1, "a"), wordy(2, "b"), proseRound(3)]))).toEqual(["bloat-undisclosed"]);
    expect(hits(14, proseRun([wordy(1, "a"), wordy(2), proseRound(3)]))).toEqual([]);
    expect(hits(14, codeRun([codeRound(1, { landed: fix(1, "x", "y") }), wordy(2, "b"), codeRound(3)], { hasProse: true }))).toEqual([]);
    expect(hits(14, codeRun([codeRound(1, { landed: fix(1, "x", "y") }), codeRound(2)]))).toEqual([]);
  });

  test("RL-PR-16: a floor line says none exactly where nothing is registered, and the suffix how many", () => {
    const registered = round({ triage: [row("t", { finding: { ...serious, locs: [{ file: "tests/graders/g.sh", line: 1 }] }, disposition: { kind: "residual-floor", floor: floor() } })] });
    const token = (count: number) => `APPROVE-DEGRADED (residual-floor: 1) ${ND} [residual-floor: ${count} registered]`;
    expect([hits(16, registered, token(1)), hits(16, registered, token(2)), hits(16, registered, token(1), { "Residual-floor": "none" }), hits(16, clean, undefined, { "Residual-floor": " " })]).toEqual([[], ["floor-undisclosed"], ["floor-line-missing"], ["floor-line-missing"]]);
    expect(hits(16, twice, "NOT-CONVERGED (x)")).toEqual(["bare-hand-back"]);
    expect(hits(16, clean, `APPROVE-DEGRADED (cap-reached) ${ND}`)).toEqual([]);
    expect(hits(16, clean, `CAPPED (x; cap-reached) ${ND}`)).toEqual([]);
  });
});

describe("what a hand-back rests on", () => {
  const shown = (analysts: ReviewRun["analysts"], k = 1): boolean => {
    const run = codeRun([codeRound(1), codeRound(2)].slice(0, k), { analysts });
    return isRootCauseShown(openCase(run, k, run.rounds[k - 1] ?? codeRound(k)));
  };
  test("RL-PR-16, RL-TE-11: one analysis that is later than every return, or two off the contract", () => {
    expect(shown([])).toBe(false);
    expect(shown([analyst(1, "no-viable-path", { ret: returned("x", 113) })])).toBe(true);
    expect(shown([analyst(1, "no-viable-path", { ret: returned("x", 112) })])).toBe(false); // with the last return
    expect(shown([analyst(1, "no-viable-path", { ret: returned(" ", 160) })])).toBe(false);
    expect(shown([analyst(1, null)])).toBe(false);
    expect(shown([analyst(1, null), analyst(1, null)])).toBe(true);
    expect(shown([analyst(1, null), analyst(1, null, { ret: returned("x", 105) })])).toBe(false);
    expect(shown([analyst(1, "structural-fix", { ret: returned("x", 150) })], 2)).toBe(true); // about round 1, asked in it
    expect(shown([analyst(2, "structural-fix", { ret: returned("x", 150) })], 2)).toBe(false);
  });

  test("RL-SL-21: another family is a claim with a call of this round behind it", () => {
    const family = (over: object) => {
      const run = codeRun([codeRound(1, { slots: { ...codeRound(1).slots, IR: { ...slot("IR", 1), ...over } } }), codeRound(2)]);
      return isOtherFamily(openCase(run, 1, run.rounds[0] ?? codeRound(1)), 1);
    };
    const marked = (marker: object) => family({ marker: { kind: "independent", family: "cross-family", record: "ir1", ...marker } });
    expect([marked({}), marked({ family: "same-family" }), marked({ record: "gone" }), marked({ record: "ir2" }), family({ marker: { kind: "independent", family: "cross-family" } }), family({ marker: { kind: "unresolved" } })]).toEqual([true, false, false, false, false, false]);
  });

  test("RL-LE-10: pinned quotes count once while they stand in some text of this round", () => {
    const pinned = (id: string, quotes: readonly string[], over: object = {}, kind: object = { kind: "external-reference", ref: { name: "x", version: "1", digest: "d" } }) =>
      row(id, { finding: { laneKind: "legibility", lane: "reader", unfollowable: "external", quotes, ...over }, disposition: kind as never });
    const count = (...triage: ReturnType<typeof row>[]) => {
      const run = proseRun([proseRound(1, { triage }), proseRound(2, { texts: { "q.md": "other words", "p.md": "Retries stop after two tries." } })]);
      return pinnedQuotes(openCase(run, 2, run.rounds[1] ?? proseRound(2)));
    };
    expect(count(pinned("a", ["Retries stop"]), pinned("b", ["retries *stop*", "after two"]), pinned("c", ["gone", " "]))).toBe(2);
    expect(count(pinned("a", ["Retries stop"], {}, { kind: "external-reference", ref: { name: "x", version: "1" } }))).toBe(0);
    expect(count(pinned("a", ["Retries stop"], {}, { kind: "left" }))).toBe(0);
    expect(count(pinned("a", ["Retries stop"], { laneKind: "slot" }))).toBe(0);
    const bare = row("a", { finding: { laneKind: "legibility", quotes: ["Retries stop"] }, disposition: { kind: "external-reference", ref: { name: "x", version: "1", digest: "d" } } });
    expect(count(bare)).toBe(0);
  });
});

describe("what follows", () => {
  test("RL-PR-17: a round that is not there is refused, with those that are", () => {
    expect(() => auditRun(clean, 2, null)).toThrow(expect.objectContaining({ code: "round-unknown", message: "the run has no round 2", path: "k", hint: "It has rounds 1 to 1." }));
  });

  test("RL-PR-17: which predicates are armed, and what a halt leaves", () => {
    expect(auditRun(stored(clean), 1, "OUT-OF-SCOPE-PENDING (1 left)")).toEqual({ action: "halt-for-user", armed: [], binding: [], noted: [] });
    expect(auditRun(stored(clean), 1, `CAPPED (x) ${ND}`).armed).toEqual([1, 4, 8, 9, 10, 12, 16]);
    expect(auditRun(stored(clean), 1, null).armed).toHaveLength(16);
  });

  test("RL-PR-17: of predicate 10 a capped run keeps the open question and the fence alone; a failure report notes the rest", () => {
    const skipped = round({}, { fence: { raised: false } });
    const found = auditRun(stored(skipped, { "Scope fence": "x" }), 1, `CAPPED (x) ${ND}`);
    expect([found.binding.map(({ code }) => code), found.noted]).toEqual([["fence-undisclosed"], []]);
    const untold = round({}, { notYetBuilt: true });
    const report = auditRun(stored(untold), 1, `CAPPED (x) ${ND} [mechanic: not-built]`);
    expect([report.action, report.binding, report.noted]).toEqual(["end", [], [{ predicate: 8, code: "mechanic-disposition-missing", at: null, class: "void" }]]);
  });

  test("RL-PR-19, RL-PR-21: records are written again, the rest costs a round while there are any", () => {
    const unaudited = (cap: number | null) => round({ spotAudits: [] }, { cap });
    expect([2, 1, null].map((cap) => auditRun(stored(unaudited(cap)), 1, `APPROVE ${ND}`).action)).toEqual(["continue", "record-capped", "continue"]);
    expect(auditRun(stored(unaudited(1)), 1, "APPROVE").action).toBe("record-capped"); // one of two is curable
    expect(auditRun(stored(unaudited(1)), 1, "x").action).toBe("continue"); // no pass to cap
    const unlisted = round({ triage: null }, { cap: 1 });
    expect(auditRun(stored(unlisted), 1, `CAPPED (x) ${ND}`).action).toBe("reissue");
    expect(auditRun(stored(unlisted), 1, `APPROVE ${ND}`).action).toBe("record-capped");
    expect(auditRun(stored(round({}, { cap: 1 })), 1, `CAPPED (cap-reached) ${ND}`)).toMatchObject({ action: "continue", binding: [{ code: "bare-hand-back" }] });
  });
});
