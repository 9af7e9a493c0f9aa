import { describe, expect, test } from "vitest";
import { assessRound } from "../assess-round.js";
import { auditRun } from "../audit/audit-run.js";
import { readReviewRun } from "../facts/read-run.js";
import type { ReviewRound, ReviewRun } from "../facts/run-facts.js";
import { analyst, anchor, codeRound, codeRun, landed, ND, proseRound, proseRun, row, safe, slot } from "../run.fixture.js";
import { renderStatus } from "../status/render-status.js";
import { decideReview } from "./decide.js";

const token = (run: ReviewRun) => decideReview(run, run.rounds.length).decision.token;
const why = (run: ReviewRun) => decideReview(run, run.rounds.length).decision;
const round = (over: Partial<ReviewRound>, run: Partial<ReviewRun> = {}) => codeRun([codeRound(1, over)], run);

describe("disclosures", () => {
  test("RL-TE-17: a hand-back carries them all, a halt only the form", () => {
    const gaps = { fence: { raised: false, skip: { command: "grep", hits: 0 } }, cap: 1, analysts: [analyst(1, "no-viable-path")], crossFamilyAvailable: false };
    const silent = { CR: slot("CR", 1), RC: slot("RC", 1), IR: slot("IR", 1, " ") };
    const open = round({ slots: silent, anchors: [], augments: [{ name: "t", domain: "tax", unavailable: { command: "grep", candidates: 0 } }], triage: [row("t", { finding: { laneKind: "augment" } })] }, gaps);
    expect(token(open)).toBe(`CAPPED (cap-reached; 1 items left) ${ND} [weak-reconciliation: not-covered] [third-slot: not-run] [scope-fence: not raised] (tax: expert unavailable, generic coverage only)`);
    expect(token(round({ unresolvedLanes: ["RC", "CR"], slots: silent }))).toBe("PREREQUISITE-MISSING (RC, CR — see README)");
  });

  test("RL-AU-06: a missing expert is shown on every later ending, once for each domain", () => {
    const missing = (domain: string) => ({ name: "x", domain, unavailable: { command: "grep", candidates: 0 } });
    const run = codeRun([codeRound(1, { augments: [missing("tax"), missing("evm")] }), codeRound(2, { augments: [missing("tax")] })]);
    expect(token(run)).toBe(`APPROVE ${ND} (tax: expert unavailable, generic coverage only) (evm: expert unavailable, generic coverage only)`);
  });

  test("RL-AU-10: a method lane beside a silent third reviewer lifts no suffix", () => {
    const silent = (no: number) => codeRound(no, { slots: { CR: slot("CR", no), RC: slot("RC", no), IR: slot("IR", no, " ") }, augments: [{ name: "architect", domain: "method" }] });
    expect(token(codeRun([silent(1), silent(2)]))).toContain("[third-slot: not-run]");
  });

  test("RL-SL-28, RL-EN-27: what a bot finds changes no coverage", () => {
    const bot = row("b", { finding: { laneKind: "bot", claimed: "minor" }, disposition: { kind: "left" } });
    expect(token(round({ anchors: [], triage: [bot] }))).toBe(`APPROVE ${ND} [weak-reconciliation: not-covered]`);
  });

  test("RL-SF-05, RL-SF-06: a skipped fence needs its search and is disclosed", () => {
    const skipped = (skip?: { command: string; hits: number; whyNone?: string }) => round({}, { fence: { raised: false, ...(skip === undefined ? {} : { skip }) } });
    expect(token(skipped({ command: "grep -r requirement", hits: 0 }))).toBe(`APPROVE ${ND} [scope-fence: not raised]`);
    expect(token(skipped({ command: "grep", hits: 3, whyNone: "drafts only" }))).toBe(`APPROVE ${ND} [scope-fence: not raised]`);
    for (const skip of [undefined, { command: " ", hits: 0 }, { command: "grep", hits: 3 }, { command: "grep", hits: 3, whyNone: "" }]) expect(why(skipped(skip))).toMatchObject({ kind: "continue", why: "gate" });
  });

  test("RL-SF-08: a skipped fence may still carry a form", () => {
    const run = round({ triage: [row("g", { finding: { laneKind: "augment", addsUnrequestedGuardrail: true } })] }, { fence: { raised: false, skip: { command: "grep", hits: 0 } }, forms: [{ form: "demo", quote: "this is a demo", fromRound: 1 }] });
    expect(token(run)).toBe(`APPROVE ${ND} [scope-fence: not raised] [form: demo]`);
    expect(renderStatus(run, 1)["Scope fence"]).toContain('form: demo ("this is a demo")');
  });

  test("RL-TE-16: a gap is worth one try of each remedy: another family, an anchor for a weak category", () => {
    const same = { CR: slot("CR", 1), RC: slot("RC", 1), IR: { ...slot("IR", 1), marker: { kind: "independent", family: "same-family" } as const } };
    expect(assessRound(round({ slots: same }), 1).closableGaps).toEqual(["third-slot-family"]);
    expect(assessRound(round({ slots: same }, { crossFamilyAvailable: false }), 1).closableGaps).toEqual([]);
    const untried = { anchorForms: [{ id: "b", categories: [1] as const }] };
    expect(assessRound(round({ anchors: [] }, untried), 1).closableGaps).toEqual(["anchor:1"]);
    expect(assessRound(round({ anchors: [anchor(1, { id: "b", covered: [] })] }, untried), 1).closableGaps).toEqual([]);
    expect(why(round({ slots: same }, { cap: 1 }))).toMatchObject({ kind: "terminal", subject: "APPROVE" });
  });

  test("RL-TE-08: a gap costs a suffix and never the subject, an accepted defect the subject", () => {
    expect(token(round({ table: [safe("r1", { claimed: "accepted-degraded", reason: { definition: "minor", text: "documented" } })], spotAudits: [] }))).toBe(`APPROVE-DEGRADED (accepted-degraded: r1) ${ND}`);
  });
});

describe("lanes and facts", () => {
  test("RL-RS-07, RL-RS-10: a needed lane without a persona halts before everything, and the round stays the same one", () => {
    const halted = round({ unresolvedLanes: ["RC"], table: null, triage: null }, { cap: 1 });
    expect(why(halted)).toEqual({ kind: "halt", subject: "PREREQUISITE-MISSING", token: "PREREQUISITE-MISSING (RC — see README)" });
    expect(decideReview(round({}, { cap: 1 }), 1)).toMatchObject({ round: 1, decision: { subject: "APPROVE" } });
  });

  test("RL-EN-01: gated categories are a closed set", () => {
    expect(() => readReviewRun(round({ table: [safe("r1", { category: 6 as never })] }))).toThrow(expect.objectContaining({ code: "run-facts-invalid", path: "run.rounds[0].table[0].category" }));
  });

  test("RL-EN-06: a table that was never produced is not an empty one", () => {
    const prose = (table: ReviewRound["table"]) => assessRound(proseRun([proseRound(1, { table })]), 1).gate.failed;
    expect(prose([])).toEqual([]);
    expect(prose(null)).toContain("1-rows-terminal");
  });

  test("RL-EV-10: a path has a record only if a logged call names it", () => {
    const marker = (path: string) => ({ slots: { CR: { ...slot("CR", 1), marker: { kind: "local", path, record: "in1" } as const }, RC: slot("RC", 1), IR: slot("IR", 1) } });
    expect(assessRound(round(marker("eval/trials.yaml")), 1).slots.CR.verdict).toBe("APPROVE");
    expect(assessRound(round(marker("engineering/engineering-code-reviewer.md")), 1).slots.CR.verdict).toBe("not-run");
  });

  test("RL-FX-04: any change during a round keeps it from passing, a small edit too", () => {
    expect(why(round({ landed: landed(1, [{ path: "README.md" }]) }))).toMatchObject({ kind: "continue", why: "gate" });
  });

  test("RL-TE-05: a failing gate goes to the fixer where fixes are ordered, and back to the lanes where none is", () => {
    expect(decideReview(round({ triage: [row("t", { disposition: { kind: "fix", spec: "s" } })] }), 1).facts.fixesOrdered).toBe(true);
    expect(decideReview(round({ slots: { CR: slot("CR", 1, " "), RC: slot("RC", 1), IR: slot("IR", 1) } }), 1).facts.fixesOrdered).toBe(false);
  });

  test("RL-TE-14, RL-PR-16: a hand-back that the decider writes is one that the auditor lets stand", () => {
    const run = round({ triage: [row("t", { finding: { laneKind: "augment" } })] }, { cap: 1, analysts: [analyst(1, "no-viable-path")] });
    const stored = { ...run, rounds: run.rounds.map((one) => ({ ...one, status: renderStatus(run, 1) })) };
    expect(auditRun(stored, 1, token(run))).toMatchObject({ action: "end", binding: [] });
  });
});
