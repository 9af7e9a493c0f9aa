/** The ten worked scenarios of the catalogue (§18), each with its variants. */
import { describe, expect, test } from "vitest";
import type { ReviewRun } from "../facts/run-facts.js";
import type { TriageRow } from "../facts/triage-facts.js";
import { analyst, anchor, codeRound, codeRun, coldRead, finding, floor, hunk, landed, ND, proseRound, proseRun, recordsOf, row, safe, slot } from "../run.fixture.js";
import { decideReview } from "./decide.js";

const decision = (run: ReviewRun) => decideReview(run, run.rounds.length).decision;
const token = (run: ReviewRun) => decision(run).token;
const grown = (no: number) => landed(no, [{ path: "src/a.ts", hunks: [hunk(50, [], Array.from({ length: 10 }, () => "x"))] }]);
const EMPTY = "[in-scope: empty/pure-proposal]";

describe("§18 scenarios", () => {
  test("RL-TE-02: 1. blockers that were found and fixed in one round do not pass with it", () => {
    const fixing = codeRound(1, { triage: [row("b", { finding: { lane: "CR", claimed: "blocker" }, disposition: { kind: "fix", spec: "s" } })], landed: grown(1) });
    expect(decision(codeRun([fixing]))).toMatchObject({ kind: "continue", why: "gate", token: null });
    expect(token(codeRun([fixing, codeRound(2)]))).toBe(`APPROVE ${ND}`);
  });

  test("RL-TE-19: 2. at the cap an unresolved major outranks bloat", () => {
    const rounds = [codeRound(1, { landed: grown(1) }), codeRound(2, { landed: grown(2) }), codeRound(3, { triage: [row("m", { finding: { locs: [{ file: "src/z.ts", line: 1 }] } })] })];
    const run = codeRun(rounds, { cap: 3 });
    expect(decision(run)).toMatchObject({ kind: "dispatch-analyst", attempt: 1, trigger: "cap" });
    expect(token({ ...run, analysts: [analyst(3, "no-viable-path")] })).toBe(`CAPPED (cap-reached; 1 items left) ${ND}`);
  });

  test("RL-SI-11: 3. bloat alone degrades the pass", () => {
    const rounds = [codeRound(1, { landed: grown(1) }), codeRound(2, { landed: grown(2) }), codeRound(3)];
    expect(token(codeRun(rounds, { cap: 3 }))).toBe(`APPROVE-DEGRADED (bloat: +20 lines over 2 rounds) ${ND}`);
  });

  test("RL-TE-17: 4. prose not built yet carries every disclosure in the canonical order", () => {
    const pinned = row("q", { findings: [finding({ laneKind: "legibility", lane: "reader", unfollowable: "external", quotes: ["Retries stop after two tries."], locs: [{ file: "p.md", line: 2 }] })], disposition: { kind: "external-reference", ref: { name: "spec/x.md", version: "1", digest: "d" } } });
    const IR = { ...slot("IR", 1), marker: { kind: "independent", family: "same-family", record: "ir1" } as const };
    const read = coldRead(1, { q5: [{ quote: "Retries stop after two tries.", triageRow: "q" }] });
    const round = proseRound(1, { slots: { CR: slot("CR", 1), RC: slot("RC", 1), IR }, triage: [pinned], implementAndRun: "not-run", coldRead: read });
    const over = { notYetBuilt: true, crossFamilyAvailable: false };
    expect(token(proseRun([round], over))).toBe(`APPROVE ${ND} [mechanic: not-built] [third-slot: same-family] ${EMPTY} [external-refs: 1 pinned, not inlined]`);
    expect(decision(proseRun([{ ...round, coldRead: null }], over))).toMatchObject({ kind: "continue", why: "gate" });
  });

  /** A prose run whose fixes induce findings: `counts` per round, each at a section of its own or always at the same one. */
  function diverging(counts: readonly number[], isRecurring: boolean): ReviewRun {
    const text = (no: number) => Array.from({ length: 12 }, (_, index) => `# S${index}\nrule ${index} of version ${no} stands here\n`).join("");
    const fix = (no: number) => landed(no, [{ path: "p.md", hunks: Array.from({ length: 12 }, (_, index) => hunk(2 * index + 2, [`rule ${index} of version ${no} stands here`], [`rule ${index} of version ${no + 1} stands here`])) }]);
    const rounds = counts.map((count, place) => {
      const no = place + 1;
      const from = isRecurring ? 0 : place * 4;
      const triage = Array.from({ length: count }, (_, index): TriageRow => {
        const at = (from + index) % 12;
        return row(`t${no}.${index}`, { finding: { locs: [{ file: "p.md", section: `S${at}`, line: 2 * at + 2 }], quotes: [`rule ${at} of version ${no}`] } });
      });
      return proseRound(no, { triage, texts: { "p.md": text(no) }, landed: no < counts.length ? fix(no) : null });
    });
    return proseRun(rounds);
  }

  test("RL-TE-15: 5. two regressing rounds go on while holes close; a third never does", () => {
    const converging = diverging([1, 4, 3], false);
    expect(decision(converging)).toMatchObject({ kind: "continue", why: "gate" });
    const third = diverging([1, 4, 3, 1], false);
    expect(decision(third)).toMatchObject({ kind: "dispatch-analyst", trigger: "regression", attempt: 1 });
    expect(token({ ...third, analysts: [analyst(4, "no-viable-path")] })).toBe(`NOT-CONVERGED (fix-induced blockers in 2 consecutive rounds; 1 items left) ${ND} ${EMPTY}`);
  });

  test("RL-TE-12, RL-TE-13: 6. a recurring section starts a continuation, and its end ends the run", () => {
    const run = diverging([1, 5, 3], true);
    expect(decision(run)).toMatchObject({ kind: "dispatch-analyst", trigger: "regression" });
    const asked = { ...run, analysts: [analyst(3, "structural-fix")] };
    expect(decision(asked)).toEqual({ kind: "start-continuation", mode: "i", trigger: "regression", first: 3, last: 4, token: null });
    const continuation = { mode: "i", trigger: "regression", triggerRound: 3, first: 3, last: 4 } as const;
    const after = (count: number): ReviewRun => ({ ...diverging([1, 5, 3, count], true), analysts: asked.analysts, continuation, continuationsStarted: 1 });
    expect(decideReview(after(0), 3).decision).toMatchObject({ kind: "continue", why: "continuation" });
    expect(token(after(0))).toBe(`APPROVE ${ND} ${EMPTY}`);
    expect(token(after(1))).toBe(`NOT-CONVERGED (fix-induced blockers in 2 consecutive rounds; 1 items left) ${ND} ${EMPTY}`);
  });

  test("RL-TE-07: 7. all degradations share one parenthesis, in order", () => {
    const registered = (honestProducerCanEmit: boolean) => row("reg", { finding: { locs: [{ file: "tests/graders/g.sh", line: 41 }] }, disposition: { kind: "residual-floor", floor: floor(3, { honestProducerCanEmit }) } });
    const accepted = row("acc", { disposition: { kind: "accepted-degraded", definition: "major", reason: "nobody depends on it" } });
    const table = [safe(), safe("r2", { category: 2, loc: { file: "src/a.ts", line: 20 } })];
    const last = (isEmitted: boolean) => codeRound(3, {
      table, triage: [accepted, registered(isEmitted)],
      checklist: { points: table.map(({ category, loc }) => ({ category, loc })), scope: "s" },
    });
    const run = (isEmitted: boolean) => codeRun([codeRound(1, { landed: grown(1) }), codeRound(2, { landed: grown(2) }), last(isEmitted)]);
    expect(token(run(false))).toBe(`APPROVE-DEGRADED (bloat: +20 lines over 2 rounds; accepted-degraded: acc; residual-floor: 1) ${ND} [weak-reconciliation: not-covered] [residual-floor: 1 registered]`);
    expect(decision(run(true))).toMatchObject({ kind: "continue", why: "gate" });
  });

  test("RL-TE-06: 8. a question to the user outranks the cap, and silence answers nothing", () => {
    const guardrail = (no: number) => row(`g${no}`, { finding: { addsUnrequestedGuardrail: true } });
    const run = (scope: TriageRow["scope"], quote: string, over: Partial<TriageRow> = {}) =>
      codeRun([codeRound(1, { triage: [guardrail(1), row("o", { scope, ...over })] })], { cap: 1, forms: [{ form: "demo", quote, fromRound: 1 }] });
    expect(token(run("out-pending", "a demo only"))).toBe("OUT-OF-SCOPE-PENDING (1 left) [form: demo]");
    const declined = { disposition: { kind: "accepted-degraded", reason: "out of scope, user declined", userDeclined: "leave it" } } as const;
    expect(token(run("out-declined", "a demo only", declined))).toBe(`APPROVE-DEGRADED (accepted-degraded: o) ${ND} [form: demo]`);
    const reopened = run("out-declined", "only a demo", declined);
    expect(decision(reopened)).toMatchObject({ kind: "dispatch-analyst", trigger: "cap" });
    expect(token({ ...reopened, analysts: [analyst(1, "no-viable-path")] })).toBe(`CAPPED (cap-reached; 1 items left) ${ND}`);
  });

  test("RL-RS-08: 9. a write below the catalog root taints the run, a sibling's does not", () => {
    const writing = (path: string) => codeRun([codeRound(1)], { toolRecords: [...recordsOf(1), { id: "w", seq: 140, round: 1, args: "clone", output: "", writes: [path] }] });
    expect(token(writing("/home/u/.agents/testing/x.md"))).toBe(`CAPPED (catalog self-installed) ${ND}`);
    expect(token(writing("/home/u/.agents/../.agents/x.md"))).toBe(`CAPPED (catalog self-installed) ${ND}`);
    expect(token(writing("/home/u/.agents-old/x.md"))).toBe(`APPROVE ${ND}`);
  });

  test("RL-TE-16: 10. a silent third reviewer is asked twice and then disclosed", () => {
    const silent = (no: number, raw: string | null) => codeRound(no, { slots: { CR: slot("CR", no), RC: slot("RC", no), IR: raw === null ? { ...slot("IR", no), returns: [] } : slot("IR", no, raw) } });
    expect(decision(codeRun([silent(1, null)]))).toMatchObject({ kind: "continue", why: "close-gap" });
    expect(token(codeRun([silent(1, null), silent(2, "looks fine to me")]))).toBe(`APPROVE ${ND} [third-slot: not-run]`);
    expect(token(codeRun([silent(1, null)], { cap: 1 }))).toBe(`APPROVE ${ND} [third-slot: not-run]`);
  });

  test("RL-TE-03: a weak anchor passes with its suffix", () => {
    expect(token(codeRun([codeRound(1, { anchors: [anchor(1, { covered: [] })] })]))).toBe(`APPROVE ${ND} [weak-reconciliation: not-covered]`);
  });
});
