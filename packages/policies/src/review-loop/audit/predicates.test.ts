import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decideReview } from "../decide/decide.js";
import type { ReviewRound, ReviewRun } from "../facts/run-facts.js";
import { analyst, anchor, codeRound, codeRun, coldRead, floor, hunk, landed, ND, proseRound, proseRun, recordsOf, returned, row, safe, slot } from "../run.fixture.js";
import { renderStatus } from "../status/render-status.js";
import { auditRun } from "./audit-run.js";

/** The run with its last round's record written from facts, and then changed by `status`. */
function stored(run: ReviewRun, status: ReviewRound["status"] = {}): ReviewRun {
  const k = run.rounds.length;
  return { ...run, rounds: run.rounds.map((round) => (round.no === k ? { ...round, status: status === null ? null : { ...renderStatus(run, k), ...status } } : round)) };
}

/** What a predicate finds about a token, by code and place. */
function hits(predicate: number, run: ReviewRun, token: string | null = `APPROVE ${ND}`, status: ReviewRound["status"] = {}): readonly string[] {
  const { binding, noted } = auditRun(stored(run, status), run.rounds.length, token);
  return [...binding, ...noted].filter((hit) => hit.predicate === predicate).map(({ code, at }) => (at === null ? code : `${code} ${at}`));
}

const clean = codeRun([codeRound(1)]);
const round = (over: Partial<ReviewRound>, run: Partial<ReviewRun> = {}) => codeRun([codeRound(1, over)], run);
const slots = (over: Partial<ReviewRound["slots"]>) => ({ slots: { CR: slot("CR", 1), RC: slot("RC", 1), IR: slot("IR", 1), ...over } });
const serious = { claimed: "major", laneKind: "augment", lane: "x" } as const;
const twice = codeRun([codeRound(1, { landed: landed(1, [{ path: "src/a.ts", hunks: [hunk(30, ["x"], ["y"])] }]) }), codeRound(2, { triage: [row("t2", { finding: serious })], landed: landed(2, [{ path: "src/a.ts", hunks: [hunk(30, ["x"], ["y"])] }]) }), codeRound(3, { triage: [row("t3", { finding: serious })] })]);

describe("a clean run", () => {
  test("RL-PR-20, RL-PR-22: a decided pass has no hit, and the run ends", () => {
    const { decision } = decideReview(clean, 1);
    expect(auditRun(stored(clean), 1, decision.token)).toEqual({ action: "end", armed: Array.from({ length: 16 }, (_, index) => index + 1), binding: [], noted: [] });
  });
});

describe("predicates", () => {
  test("RL-PR-01: the record exists, whole and pasted; an honestly empty slot is none of its business", () => {
    expect(hits(1, clean, `APPROVE ${ND}`, null)).toEqual(["status-missing"]);
    expect(hits(1, round({ triage: null }))).toEqual(["triage-missing"]);
    expect(hits(1, round({ triagePasted: false }))).toEqual(["triage-not-pasted"]);
    expect(hits(1, round(slots({ RC: slot("RC", 1, "APPROVE", { pastedSha: null }) })))).toEqual(["return-not-pasted RC"]);
    expect(hits(1, round(slots({ IR: { ...slot("IR", 1), returns: [] } })))).toEqual([]);
  });

  test("RL-PR-02: the required experts ran", () => {
    expect(hits(2, round(slots({ RC: slot("RC", 1, " "), IR: slot("IR", 1, " ") })))).toEqual(["expert-not-run RC"]);
  });

  test("RL-PR-03: no slot rejects", () => {
    expect(hits(3, round(slots({ IR: slot("IR", 1, "NEEDS WORK") })))).toEqual(["slot-rejects IR"]);
  });

  test("RL-PR-04: a silent or same-family third reviewer shows in the token", () => {
    const silent = round(slots({ IR: slot("IR", 1, " ") }));
    expect(hits(4, silent)).toEqual(["third-slot-undisclosed"]);
    expect(hits(4, silent, `APPROVE ${ND} [third-slot: not-run]`)).toEqual([]);
    const same = round(slots({ IR: { ...slot("IR", 1), marker: { kind: "independent", family: "same-family" } } }));
    expect(hits(4, same)).toEqual(["family-undisclosed"]);
    expect(hits(4, same, `APPROVE ${ND} [third-slot: same-family]`)).toEqual([]);
  });

  test("RL-PR-05: the subject is one that ends a run, and both hand-backs do", () => {
    expect(hits(5, clean, null)).toEqual(["no-terminal-subject"]);
    expect(hits(5, clean, "we APPROVE")).toEqual(["no-terminal-subject"]);
    expect(hits(5, clean, `CLEAR ${ND}`)).toEqual([]);
    expect(hits(5, clean, "NOT-CONVERGED (x; 1 items left)")).toEqual([]);
  });

  test("RL-PR-06: enumeration happened, or the cold read stood in for it", () => {
    expect(hits(6, round({ table: null }))).toContain("table-missing");
    expect(hits(6, round({ table: [safe("r1", { claimed: null })] }))).toEqual(["row-unresolved r1"]);
    expect(hits(6, round({ checklist: null }))).toEqual(["not-reconciled"]);
    expect(hits(6, proseRun([proseRound(1, { coldRead: coldRead(1, { warm: true }) })]))).toEqual(["cold-read-not-ok"]);
  });

  test("RL-PR-07: a clean subject hides no weakness, no degradation, no empty table", () => {
    const weak = round({ anchors: [] });
    expect(hits(7, weak)).toEqual(["weak-undisclosed"]);
    expect(hits(7, weak, `APPROVE ${ND} [weak-reconciliation: not-covered]`)).toEqual([]);
    const accepted = round({ triage: [row("t", { finding: serious, disposition: { kind: "accepted-degraded", definition: "major", reason: "r" } })] });
    expect(hits(7, accepted)).toEqual(["degradation-hidden"]);
    expect(hits(7, accepted, `APPROVE-DEGRADED (accepted-degraded: t) ${ND}`)).toEqual([]);
    expect(hits(7, round({ table: [], checklist: { points: [], scope: "s" }, anchors: [] }))).toEqual(["empty-table-on-code"]);
  });

  test("RL-PR-08: drift and rules that nobody ran are disclosed, and their disposition is stated", () => {
    expect(hits(8, clean, "APPROVE")).toEqual(["drift-undisclosed"]);
    expect(hits(8, round({}, { notYetBuilt: true }), `APPROVE ${ND} [mechanic: not-built]`)).toEqual(["mechanic-disposition-missing"]);
    expect(hits(8, round({ implementAndRun: "not-run" }, { notYetBuilt: true }))).toEqual(["mechanic-undisclosed"]);
  });

  test("RL-PR-09, RL-AU-06, RL-AU-09: specialists leave a line, a search, a return, a suffix", () => {
    const missing = (command: string) => round({ augments: [{ name: "tax", domain: "tax", unavailable: { command, candidates: 0 } }] });
    expect(hits(9, missing("grep tax"))).toEqual(["expert-undisclosed tax"]);
    expect(hits(9, missing(" "), `APPROVE ${ND} (tax: expert unavailable, generic coverage only)`)).toEqual(["search-not-pasted tax"]);
    expect(hits(9, round({ augments: [{ name: "auditor", domain: "evm", finding: true }] }))).toEqual(["augment-not-pasted auditor"]);
    expect(hits(9, clean, `APPROVE ${ND}`, { Augment: "" })).toEqual(["augment-line-missing"]);
  });

  test("RL-PR-10: border and form are shown as they are", () => {
    const skipped = { fence: { raised: false, skip: { command: "grep", hits: 0 } } };
    expect(hits(10, round({}, skipped))).toEqual(["fence-undisclosed"]);
    expect(hits(10, round({}, { fence: { raised: false } }), `APPROVE ${ND} [scope-fence: not raised]`)).toEqual(["skip-without-search"]);
    expect(hits(10, clean, `APPROVE ${ND}`, { "Scope fence": "" })).toEqual(["fence-line-missing"]);
    expect(hits(10, round({ triage: [row("o", { scope: "out-pending", finding: serious })] }))).toEqual(["scope-pending o"]);
    expect(hits(10, clean, `APPROVE ${ND}`, { "Scope fence": "agreed scope anchored | form: demo" })).toEqual(["form-void"]);
    const licensed = round({ triage: [row("g", { finding: { ...serious, addsUnrequestedGuardrail: true } })] }, { forms: [{ form: "demo", quote: "this is a demo", fromRound: 1 }] });
    expect(hits(10, licensed)).toEqual(["form-undisclosed"]);
    expect(hits(10, licensed, `APPROVE ${ND} [form: demo]`)).toEqual([]);
  });

  test("RL-PR-11: where there is prose somebody read it cold, and nothing stayed open", () => {
    const prose = (over: Partial<ReviewRound>) => proseRun([proseRound(1, over)]);
    expect(hits(11, prose({}))).toEqual([]);
    expect(hits(11, prose({ coldRead: null }))).toEqual(["cold-read-missing"]);
    expect(hits(11, prose({ coldRead: coldRead(1, { q5: [{ quote: "x" }] }) }))).toEqual(["unfollowable-open"]);
    expect(hits(11, prose({}), `APPROVE ${ND}`, { Legibility: "no prose in this artifact at all, skip" })).toEqual(["legibility-line-missing"]);
  });

  test("RL-PR-12: divergence is recomputed, and neither hidden nor invented", () => {
    expect(hits(12, clean, `APPROVE ${ND}`, { Landed: "", Regression: "" })).toEqual(["landed-line-missing", "regression-line-missing"]);
    expect(hits(12, twice)).toEqual(["not-converged-owed R3"]);
    expect(hits(12, twice, "NOT-CONVERGED (x)")).toEqual([]);
    expect(hits(12, twice, "NOT-CONVERGED (x)", { Regression: "0 of 1 (typed)" })).toEqual(["regression-count"]);
    expect(hits(12, clean, "NOT-CONVERGED (x)")).toEqual(["not-converged-not-owed"]);
    const continuation = { mode: "i", trigger: "cap", triggerRound: 1, first: 1, last: 2 } as const;
    expect(hits(12, round({}, { continuation, continuationsStarted: 1 }), `APPROVE ${ND}`, { Continuation: "(ii), R1–R2" })).toEqual(["continuation-echo-missing"]);
    const prose = proseRun([proseRound(1, { landed: landed(1, [{ path: "p.md", hunks: [hunk(2, ["x"], ["y"])] }]) }), proseRound(2, { triage: [row("t", { finding: { ...serious, locs: [{ file: "p.md" }] } })] })]);
    expect(hits(12, prose)).toEqual(["row-incomplete t"]);
  });

  test("RL-PR-13: a claim of safety was tried, by a record, and shows", () => {
    expect(hits(13, round({ spotAudits: [] }))).toContain("spot-audit-missing");
    expect(hits(13, round({ spotAudits: [{ row: "other", record: "sp1", input: "e", observed: "o", claim: "o", matches: true }] }))).toContain("spot-audit-missing");
    expect(hits(13, round({ spotAudits: [{ row: "r1", record: "gone", input: "e", observed: "o", claim: "o", matches: true }] }))).toContain("spot-audit-missing");
    expect(hits(13, clean, `APPROVE ${ND}`, { "Spot-audit": "no verified-safe rows" })).toEqual(["spot-audit-line-missing"]);
  });

  test("RL-PR-14: growth is measured, not typed, and bloat is named", () => {
    const grown = (no: number) => codeRound(no, { landed: landed(no, [{ path: "src/a.ts", hunks: [hunk(1, [], ["x", "y"])] }]) });
    const run = codeRun([grown(1), grown(2), codeRound(3)]);
    expect(hits(14, run)).toEqual(["bloat-undisclosed"]);
    expect(hits(14, run, `APPROVE-DEGRADED (bloat: +4 lines over 2 rounds) ${ND}`)).toEqual([]);
    expect(hits(14, clean, `APPROVE ${ND}`, { Simplicity: "net +5 lines this round / +5 cumulative | lean | over-eng: 0 open" })).toEqual(["net-mismatch"]);
    expect(hits(14, clean, `APPROVE ${ND}`, { Simplicity: "" })).toEqual(["simplicity-line-missing"]);
    const uncounted = codeRun([codeRound(1, { landed: landed(1, [{ path: "p.md", hunks: null }]) }), codeRound(2)]);
    expect(hits(14, uncounted)).toEqual(["net-unmeasurable"]);
  });

  test("RL-PR-15: anchors and expert personas leave traces", () => {
    expect(hits(15, round({ anchors: [anchor(1, { record: "gone" })] }))).toEqual(["anchor-untraced a"]);
    expect(hits(15, round(slots({ CR: { ...slot("CR", 1), marker: { kind: "local", path: "" } } })))).toEqual(["tier-unverified CR"]);
  });

  test("RL-PR-16: nothing is retired by label, no hand-back is bare, no second continuation", () => {
    const at = { ...serious, locs: [{ file: "tests/graders/g.sh", line: 1 }] };
    const registered = (isEmitted: boolean) => round({ triage: [row("t", { finding: at, disposition: { kind: "residual-floor", floor: floor(1, { honestProducerCanEmit: isEmitted }) } })] });
    expect(hits(16, registered(true), `APPROVE ${ND}`)).toEqual(["floor-invalid t"]);
    expect(hits(16, registered(false), `APPROVE-DEGRADED (residual-floor: 1) ${ND}`)).toEqual(["floor-undisclosed"]);
    expect(hits(16, clean, `APPROVE ${ND}`, { "Residual-floor": "g.sh:1 (a: … | b: …)" })).toEqual(["floor-line-missing"]);
    expect(hits(16, round({}, { continuationsStarted: 2 }))).toEqual(["second-continuation"]);
    const capped = (analysts: ReviewRun["analysts"]) => hits(16, round({}, { analysts }), `CAPPED (cap-reached; 1 items left) ${ND}`);
    expect(capped([])).toEqual(["bare-hand-back"]);
    expect(capped([analyst(1, "no-viable-path")])).toEqual([]);
    expect(capped([analyst(1, null), analyst(1, null)])).toEqual([]);
    expect(capped([analyst(1, null)])).toEqual(["bare-hand-back"]);
    expect(capped([analyst(1, "no-viable-path", { ret: returned("VERDICT: no-viable-path", 105) })])).toEqual(["bare-hand-back"]);
    expect(capped([analyst(1, "no-viable-path", { ret: returned("x", 160, { pastedSha: null }) })])).toEqual(["bare-hand-back"]);
    expect(hits(16, clean, `CAPPED (catalog self-installed) ${ND}`)).toEqual([]);
  });
});

describe("what follows", () => {
  const audit = (run: ReviewRun, token: string | null, status: ReviewRound["status"] = {}) => auditRun(stored(run, status), run.rounds.length, token);

  test("RL-PR-17: halts run no predicate, hand-backs few, and the rest is only noted", () => {
    expect(audit(clean, "OUT-OF-SCOPE-PENDING (1 left)")).toMatchObject({ action: "halt-for-user", armed: [] });
    expect(audit(clean, "PREREQUISITE-MISSING (RC — see README)")).toMatchObject({ action: "halt-for-user", armed: [] });
    expect(audit(twice, "NOT-CONVERGED (x)").armed).toEqual([1, 12, 16]);
    const rejecting = { ...twice, analysts: [analyst(3, "no-viable-path")] };
    expect(audit(rejecting, "NOT-CONVERGED (fix-induced blockers in 2 consecutive rounds; 1 items left)")).toMatchObject({ action: "end", binding: [] });
    const pending = round({ triage: [row("o", { scope: "out-pending", finding: serious })] }, { analysts: [analyst(1, "no-viable-path")], fence: { raised: true } });
    expect(audit(pending, `CAPPED (cap-reached; 1 items left) ${ND}`).binding.map(({ code }) => code)).toEqual(["scope-pending"]);
    const skipped = round({}, { fence: { raised: false, skip: { command: "grep", hits: 0 } } });
    expect(audit(skipped, `CAPPED (catalog self-installed) ${ND}`)).toMatchObject({ action: "reissue" });
  });

  test("RL-PR-18: the subject is that of the whole token", () => {
    const degraded = round({ triage: [row("t", { finding: serious, disposition: { kind: "accepted-degraded", definition: "major", reason: "r" } })] });
    expect(audit(degraded, `APPROVE-DEGRADED (accepted-degraded: t) ${ND}`).action).toBe("end");
    expect(audit(clean, `APPROVE ${ND} and more`).binding.map(({ code }) => code)).toContain("no-terminal-subject");
  });

  test("RL-PR-19: what writing the record again cures costs no round; anything else costs one", () => {
    expect(audit(clean, "APPROVE").action).toBe("reissue");
    expect(audit(round({ spotAudits: [] }), `APPROVE ${ND}`).action).toBe("continue");
    const unpasted = { ...twice, rounds: twice.rounds.map((one) => (one.no === 3 ? { ...one, slots: { ...one.slots, RC: slot("RC", 3, "APPROVE", { pastedSha: null }) } } : one)), analysts: [analyst(3, "no-viable-path")] };
    expect(audit(unpasted, "NOT-CONVERGED (fix-induced blockers in 2 consecutive rounds; 1 items left)")).toMatchObject({ action: "reissue" });
  });

  test("RL-PR-20: what voids a pass fails the decision's gate as well", () => {
    expect(decideReview(round({ spotAudits: [] }), 1).decision).toMatchObject({ kind: "continue", why: "gate" });
  });

  test("RL-PR-21: at the cap a pass on a broken record is capped, and the adviser is asked first", () => {
    const capped = round({ spotAudits: [] }, { cap: 1 });
    expect(audit(capped, `APPROVE ${ND}`).action).toBe("record-capped");
    expect(decideReview(capped, 1).decision).toMatchObject({ kind: "dispatch-analyst", trigger: "cap" });
    const asked = { ...capped, analysts: [analyst(1, "no-viable-path")] };
    expect(decideReview(asked, 1).decision.token).toBe(`CAPPED (cap-reached; 1 items left) ${ND}`);
    expect(audit(asked, `CAPPED (cap-reached; 1 items left) ${ND}`).action).toBe("end");
  });

  test("RL-EV-01: a typed number is only compared; the recomputation wins", () => {
    expect(audit(twice, "NOT-CONVERGED (x)", { Regression: "0 of 1 (typed)" }).binding.map(({ code }) => code)).toContain("regression-count");
    expect(recordsOf(1)).toHaveLength(6);
  });
});

describe("independence", () => {
  const files = readdirSync(new URL(".", import.meta.url)).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  test.each(files)("RL-PR-22: %s shares nothing with the decider but the facts", (file) => {
    const source = readFileSync(new URL(`./${file}`, import.meta.url), "utf8");
    const imports = [...source.matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map(([, specifier = ""]) => specifier);
    expect(imports.filter((specifier) => !/^\.\/[a-z-]+\.js$|^\.\.\/facts\/[a-z-]+\.js$|^@loopwright\/core$/.test(specifier))).toEqual([]);
  });

  test("RL-PR-22: the decider imports nothing of the auditor", () => {
    const folder = new URL("../decide/", import.meta.url);
    const sources = readdirSync(folder).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts")).map((file) => readFileSync(new URL(file, folder), "utf8"));
    expect(sources.filter((source) => source.includes("../audit/"))).toEqual([]);
  });
});
