import { describe, expect, test } from "vitest";
import { digestOf, type Json } from "./index.js";
import { grammarProblems } from "./event-grammar.fixture.js";
import { agentOf, judges, phasesOf, probe, probeAgents, runProbe, START, tokensOf, type Early, type Next, type ProbeContext, type ProbeState } from "./probe.fixture.js";

/** Asks for one row after another, one per review or consultation. */
function script(...steps: readonly Next[]) {
  let step = 0;
  return (_ctx: ProbeContext, state: ProbeState): ProbeState => ({ ...state, next: steps[step++] ?? "stop" });
}

describe("order of phases", () => {
  test("open, review, decide, revise, review, decide, report", async () => {
    const seen: string[] = [];
    const { result, types, events } = await runProbe(
      probe({
        open: () => (seen.push("open"), START),
        review: (_ctx, state) => (seen.push("review"), { ...state, next: seen.filter((one) => one === "review").length < 2 ? "revise" : "pass" }),
        revise: (_ctx, state) => (seen.push("revise"), { ...state, draft: "v1" }),
        record: (_ctx, state, decision) => (seen.push(`record ${decision.token}`), state),
        report: () => (seen.push("report"), null),
      }),
    );
    expect(seen).toEqual(["open", "review", "record revise", "revise", "review", "record passed", "report"]);
    expect(result.status).toBe("passed");
    expect(types).toEqual([
      "run.started",
      ...["phase.started", "phase.finished"],
      ...["phase.started", "phase.finished", "decision.made"],
      ...["phase.started", "phase.finished"],
      ...["phase.started", "phase.finished", "decision.made"],
      "run.finished",
    ]);
    expect(grammarProblems(events)).toEqual([]);
  });

  test("progress tells round, phase and whether the version was seen; during the first review the round is 1", async () => {
    const progress: string[] = [];
    await runProbe(
      probe({
        review: script("revise", "advise"),
        consult: (_ctx, state) => ({ ...state, next: "stop" }),
        revise: (_ctx, state) => ({ ...state, draft: "v1" }),
        facts: (_state, { round, phase }) => (progress.push(`${phase} ${round}`), {}),
      }),
    );
    expect(progress).toEqual(["open 0", "review 1", "revise 1", "review 2", "consult 2"]);
  });

  test("a continue row leads where it says: review looks again without revising, consult stays in the round", async () => {
    const { events, result } = await runProbe(probe({ review: script("again", "advise"), consult: (_ctx, state) => ({ ...state, next: "stop" }) }));
    expect(phasesOf(events)).toEqual(["open", "review", "review", "consult"]);
    expect(events.filter((event) => event.type === "phase.started").map((event) => event.round)).toEqual([0, 1, 2, 2]);
    expect(result).toMatchObject({ status: "stopped", token: "stopped", rounds: 2 });
  });

  test("rows that are not early do not count after open and revise", async () => {
    for (const next of ["pass", "stop", "ask", "again", "advise"] as const) {
      const { events } = await runProbe(probe({ open: () => ({ ...START, next }), review: (_ctx, state) => ({ ...state, next: "stop" }) }));
      expect(phasesOf(events)).toEqual(["open", "review"]);
    }
    const { events } = await runProbe(probe({ review: script("revise", "stop"), revise: (_ctx, state) => ({ ...state, next: "pass" }) }));
    expect(tokensOf(events)).toEqual(["revise", "stopped"]);
  });

  test("early rows count after open and after revise, and carry `early` in the decision", async () => {
    const cases: readonly (readonly [Early, string, readonly string[]])[] = [
      ["stop", "cut-short", ["open"]],
      ["ask", "asked-early", ["open"]],
      ["review", "look", ["open", "review"]],
      ["consult", "advise-early", ["open", "consult", "review"]],
    ];
    for (const [early, token, phases] of cases) {
      const once = { ...START, early, next: "stop" } as const;
      const { events } = await runProbe(probe({ open: () => once, review: (_ctx, state) => ({ ...state, early: "none" }), consult: (_ctx, state) => ({ ...state, early: "none", next: "again" }) }));
      const [first] = events.filter((event) => event.type === "decision.made");
      expect(first).toMatchObject({ token, early: true, round: 0, phase: "open" });
      expect(phasesOf(events).slice(0, phases.length)).toEqual(phases);
      const revised = await runProbe(probe({ review: script("revise"), revise: (_ctx, state) => ({ ...state, early }), consult: (_ctx, state) => ({ ...state, early: "none" }) }));
      expect(revised.tokens.slice(0, 2)).toEqual(["revise", token]);
    }
  });

  test("G2: after a consultation that an early row asked for, only early rows count: nobody has reviewed the version", async () => {
    for (const next of ["pass", "stop", "ask", "advise", "revise"] as const) {
      const { events } = await runProbe(
        probe({ open: () => ({ ...START, early: "consult" }), consult: (_ctx, state) => ({ ...state, early: "none", next }), review: (_ctx, state) => ({ ...state, next: "stop" }) }),
      );
      expect(phasesOf(events)).toEqual(["open", "consult", "review"]);
      expect(tokensOf(events)).toEqual(["advise-early", "stopped"]);
    }
    const ended = await runProbe(probe({ open: () => ({ ...START, early: "consult" }), consult: (_ctx, state) => ({ ...state, early: "stop" }) }));
    expect(ended.tokens).toEqual(["advise-early", "cut-short"]);
  });

  test("G18: a version that was made before is seen, also over a detour; a new one is not", async () => {
    const drafts: Json[] = ["b", { part: 1 }, "b", "v0", "c", { part: 1 }, "c"];
    const seen: boolean[] = [];
    let revision = 0;
    await runProbe(
      probe({
        review: (_ctx, state) => ({ ...state, next: revision < drafts.length ? "revise" : "stop" }),
        revise: (_ctx, state) => ({ ...state, draft: drafts[revision++] ?? null }),
        facts: (_state, progress) => {
          if (progress.phase === "revise") seen.push(progress.versionSeen);
          return {};
        },
      }),
    );
    expect(seen).toEqual([false, false, true, true, false, true, true]);
  });
});

describe("bounds", () => {
  test.each([1, 2, 3, 7])("G1, case F14, G08: a cap of %i is exactly so many reviews and one revision less, and never a pass", async (cap) => {
    const counts = { review: 0, revise: 0 };
    const policy = probe({
      maxRounds: cap,
      review: (_ctx, state) => (counts.review++, { ...state, next: "revise" }),
      revise: (_ctx, state) => (counts.revise++, { ...state, draft: `v${counts.revise}` }),
    });
    const { result, tokens } = await runProbe(policy);
    expect(counts).toEqual({ review: cap, revise: cap - 1 });
    expect(result).toMatchObject({ status: "stopped", token: "round-limit", rounds: cap, unreviewedChange: null });
    expect(tokens.at(-1)).toBe("round-limit");
    expect(result.reviewedVersion).toBe(digestOf(cap === 1 ? "v0" : `v${cap - 1}`));
  });

  test("G1: the smaller of the policy's and the caller's bound holds, and stands in run.started", async () => {
    for (const [own, given, expected] of [[5, 2, 2], [2, 5, 2], [3, undefined, 3]] as const) {
      const { result, events } = await runProbe(probe({ maxRounds: own, review: script(...Array<Next>(9).fill("again")) }), { limits: { rounds: given } });
      expect(result.rounds).toBe(expected);
      expect(events[0]).toMatchObject({ type: "run.started", maxRounds: expected });
    }
  });

  test("G1: the round limit overrides no result of the round that ran", async () => {
    for (const [next, status, token] of [["pass", "passed", "passed"], ["stop", "stopped", "stopped"], ["ask", "suspended", "asked"]] as const) {
      const { result } = await runProbe(probe({ maxRounds: 1, review: script(next) }));
      expect(result).toMatchObject({ status, token });
    }
  });

  test("G1: `then: review` counts rounds like any other", async () => {
    const { result } = await runProbe(probe({ maxRounds: 4, review: script(...Array<Next>(9).fill("again")) }));
    expect(result).toMatchObject({ token: "round-limit", rounds: 4 });
  });

  test.each([1, 2, 3])("G1: a round holds %i consultations at most; one more is the round limit", async (bound) => {
    let consults = 0;
    const { result, events } = await runProbe(probe({ maxConsultsPerRound: bound, review: script("advise"), consult: (_ctx, state) => (consults++, state) }));
    expect(consults).toBe(bound);
    expect(result).toMatchObject({ status: "stopped", token: "round-limit", rounds: 1 });
    expect(grammarProblems(events)).toEqual([]);
  });

  test("G1: consultations in the last round are still allowed, and a new round counts anew", async () => {
    let consults = 0;
    const { result } = await runProbe(
      probe({ maxRounds: 2, review: (_ctx, state) => ({ ...state, next: "advise" }), consult: (_ctx, state) => (consults++, { ...state, next: "again" }) }),
    );
    expect(consults).toBe(2);
    expect(result).toMatchObject({ token: "round-limit", rounds: 2 });
  });

  test("G1: a draft that changes in every consultation still ends", async () => {
    let version = 0;
    const { result, events } = await runProbe(
      probe({ maxRounds: 3, review: (_ctx, state) => ({ ...state, next: "advise" }), consult: (_ctx, state) => ({ ...state, draft: `w${++version}` }) }),
    );
    expect(result).toMatchObject({ status: "stopped", token: "round-limit", rounds: 3 });
    expect(events.filter((event) => event.type === "decision.made").at(-1)).toMatchObject({ facts: { next: "advise" }, early: true });
  });

  test("case G07: checks beside the review do not count as rounds", async () => {
    const { result, events } = await runProbe(
      probe({
        maxRounds: 2,
        async review(ctx, state) {
          for (let check = 0; check < 5; check++) await ctx.step("check", () => check);
          await ctx.call("reviewer", { instruction: "", input: state.draft });
          return { ...state, next: "revise" };
        },
      }),
    );
    expect(result.rounds).toBe(2);
    expect(events.filter((event) => event.type === "step.finished")).toHaveLength(10);
  });

  test("case F01: findings that never end run into the cap, whatever their number is doing", async () => {
    const counts = [6, 3, 3, 3, 7, 6, 5, 2, 5, 3, 3, 1, 1, 1, 1, 2, 3, 7, 2, 3, 4];
    for (const cap of [8, 21]) {
      let review = 0;
      let fixes = 0;
      const { result } = await runProbe(
        probe({
          maxRounds: cap,
          review: (_ctx, state) => ({ ...state, note: Array.from({ length: counts[review] ?? 1 }, (_, index) => `R${review}-${index}`), next: counts[review++] === 0 ? "pass" : "revise" }),
          revise: (_ctx, state) => ({ ...state, draft: `v${++fixes}` }),
        }),
      );
      expect(result).toMatchObject({ status: "stopped", token: "round-limit", rounds: cap, unreviewedChange: null });
      expect(fixes).toBe(cap - 1);
      expect(result.report?.note).toHaveLength(counts[cap - 1] ?? 0);
    }
  });
});

describe("nothing unreviewed passes", () => {
  const reviewed = async (ctx: ProbeContext, state: ProbeState): Promise<ProbeState> => {
    await ctx.call("reviewer", { instruction: "", input: state.draft });
    return { ...state, next: "pass" };
  };

  test("G2: a pass is about the version last reviewed", async () => {
    const { result } = await runProbe(probe({ review: reviewed }));
    expect(result).toMatchObject({ status: "passed", reviewedVersion: digestOf("v0"), unreviewedChange: null });
  });

  test.each([
    ["fails", () => Promise.reject(new Error("down"))],
    ["gives nothing", () => undefined],
    ["gives an invalid answer", () => ({ structured: { ok: "true" } })],
    ["gives text for structure", () => ({ text: '{"ok":true}' })],
    ["is cut off", () => ({ structured: { ok: true }, finishReason: "length" })],
    ["refuses", () => ({ structured: { ok: true }, finishReason: "refusal" })],
  ])("G2, G4: a policy that passes although its reviewer %s is refused", async (_what, answer) => {
    const { result, tokens, events } = await runProbe(probe({ review: reviewed }), { agents: probeAgents({ reviewer: answer }) });
    expect(result).toMatchObject({ status: "failed", token: null, error: { code: "unreviewed-pass" }, reviewedVersion: null });
    expect(tokens).toEqual([]);
    expect(grammarProblems(events)).toEqual([]);
  });

  test("G2: `reviewed` may say that the verdict is valid although a call failed, or invalid although none did", async () => {
    const failing = probeAgents({ reviewer: () => Promise.reject(new Error("down")) });
    expect((await runProbe(probe({ review: reviewed, reviewed: () => true }), { agents: failing })).result).toMatchObject({ status: "passed", reviewedVersion: digestOf("v0") });
    expect((await runProbe(probe({ review: reviewed, reviewed: () => false }))).result).toMatchObject({ status: "failed", error: { code: "unreviewed-pass" } });
  });

  test("G2, G4: a refused call, a failed step and a failed lane leave no valid review", async () => {
    const phases: readonly ((ctx: ProbeContext, state: ProbeState) => Promise<unknown>)[] = [
      (ctx, state) => ctx.call("reviewer", { instruction: "", input: state.draft, builtFrom: "sha256-other" }),
      (ctx) => ctx.call("reviewer", { instruction: "", input: {} }),
      (ctx) => ctx.step("tests", () => Promise.reject(new Error("red"))),
      (ctx) => ctx.lanes([{ lane: "a" }, { lane: "b" }], async (lane) => (lane.lane === "b" ? Promise.reject(new Error("lost")) : 1)),
    ];
    for (const phase of phases) {
      const { result } = await runProbe(probe({ review: async (ctx, state) => (await phase(ctx, state), { ...state, next: "pass" }) }));
      expect(result).toMatchObject({ status: "failed", error: { code: "unreviewed-pass" } });
    }
  });

  test("G2: the review of an earlier round does not pass a later one that gave no verdict", async () => {
    let call = 0;
    const reviewer = agentOf(() => (++call === 1 ? judges(true) : Promise.reject(new Error("down"))), { id: "reviewer" });
    const { result } = await runProbe(
      probe({ review: async (ctx, state) => ({ ...(await reviewed(ctx, state)), next: call === 1 ? "again" : "pass" }) }),
      { agents: { ...probeAgents(), reviewer } },
    );
    expect(result).toMatchObject({ status: "failed", error: { code: "unreviewed-pass" }, reviewedVersion: digestOf("v0"), reviewedArtifact: "v0" });
  });

  test("G5, case H12, F09: a version that changed under review costs the verdict and is reviewed again", async () => {
    let round = 0;
    const { result, events } = await runProbe(
      probe({
        async review(ctx, state) {
          await ctx.call("reviewer", { instruction: "", input: state.draft });
          return { ...state, draft: ++round === 1 ? "v1" : state.draft, next: "pass" };
        },
      }),
    );
    expect(phasesOf(events)).toEqual(["open", "review", "review"]);
    expect(events.find((event) => event.type === "review.stale")).toMatchObject({ reviewedVersion: digestOf("v0"), version: digestOf("v1"), round: 1 });
    expect(result).toMatchObject({ status: "passed", reviewedVersion: digestOf("v1"), rounds: 2 });
  });

  test("G5, case F09: a stale review after which an early row ends the run states what nobody judged", async () => {
    const { result } = await runProbe(probe({ review: (_ctx, state) => ({ ...state, draft: "v1", next: "pass", early: "stop" }) }));
    expect(result).toMatchObject({ status: "stopped", token: "cut-short", reviewedVersion: digestOf("v0"), unreviewedChange: { from: digestOf("v0"), to: digestOf("v1") } });
  });

  test("G5: a version that changes in every review never passes and still ends", async () => {
    let version = 0;
    const { result } = await runProbe(probe({ maxRounds: 4, review: (_ctx, state) => ({ ...state, draft: `w${++version}`, next: "pass" }) }));
    expect(result).toMatchObject({ status: "stopped", token: "round-limit", rounds: 4, unreviewedChange: { from: digestOf("w3"), to: digestOf("w4") } });
  });

  test("G5: structured artifacts are compared by content, not by identity or key order", async () => {
    const copies = await runProbe(
      probe({ open: () => ({ ...START, draft: { a: 1, b: [2] } }), review: (_ctx, state) => ({ ...state, draft: { b: [2], a: 1 }, next: "pass" }) }),
    );
    expect(copies.result.status).toBe("passed");
    const changed = await runProbe(
      probe({ maxRounds: 1, open: () => ({ ...START, draft: { a: 1, b: [2] } }), review: (_ctx, state) => ({ ...state, draft: { a: 1, b: [3] }, next: "pass" }) }),
    );
    expect(changed.result).toMatchObject({ status: "stopped", token: "round-limit" });
  });

  test("G5: an artifact that the policy changes in place during the review is noticed", async () => {
    const draft = { text: "v0" };
    let review = 0;
    const { events } = await runProbe(
      probe({
        open: () => ({ ...START, draft }),
        review: (_ctx, state) => {
          if (++review === 1) draft.text = "v1";
          return { ...state, next: "pass" };
        },
      }),
    );
    expect(phasesOf(events)).toEqual(["open", "review", "review"]);
  });

  test("G2: a consultation that changes the artifact is followed by a review, not by a pass", async () => {
    let review = 0;
    const { events, result } = await runProbe(
      probe({ review: (_ctx, state) => ({ ...state, next: ++review === 1 ? "advise" : "stop" }), consult: (_ctx, state) => ({ ...state, draft: "v1", next: "pass" }) }),
    );
    expect(phasesOf(events)).toEqual(["open", "review", "consult", "review"]);
    expect(events.map((event) => event.type)).toContain("review.stale");
    expect(result).toMatchObject({ token: "stopped", reviewedVersion: digestOf("v1"), unreviewedChange: null });
  });

  test("G2: after a consultation that changes nothing the review still counts", async () => {
    const { result } = await runProbe(probe({ review: script("advise"), consult: (_ctx, state) => ({ ...state, next: "pass" }) }));
    expect(result).toMatchObject({ status: "passed", rounds: 1 });
  });

  test("case F20: a change after the last review is stated, and is no pass", async () => {
    const fixAfterLast = await runProbe(probe({ review: script("revise"), revise: (_ctx, state) => ({ ...state, draft: "v1", early: "stop" }) }));
    expect(fixAfterLast.result).toMatchObject({ status: "stopped", token: "cut-short", rounds: 1, reviewedVersion: digestOf("v0"), unreviewedChange: { from: digestOf("v0"), to: digestOf("v1") } });
    const noFix = await runProbe(probe({ review: script("stop") }));
    expect(noFix.result).toMatchObject({ reviewedVersion: digestOf("v0"), unreviewedChange: null });
    const beforeAny = await runProbe(probe({ open: () => ({ ...START, early: "stop" }) }));
    expect(beforeAny.result).toMatchObject({ rounds: 0, reviewedVersion: null, unreviewedChange: { from: null, to: digestOf("v0") } });
  });

  test("case F20: a revision that restores the reviewed version leaves nothing unreviewed", async () => {
    let revision = 0;
    const { result } = await runProbe(
      probe({
        review: script("revise", "revise"),
        reviewed: () => revision === 0,
        revise: (_ctx, state) => ({ ...state, draft: ++revision === 1 ? "v1" : "v0", early: revision === 2 ? "stop" : "none" }),
      }),
    );
    expect(result).toMatchObject({ reviewedVersion: digestOf("v0"), unreviewedChange: null });
  });

  test("G2: a policy without an artifact passes on its review alone", async () => {
    const { result } = await runProbe(probe({ artifact: () => null }));
    expect(result).toMatchObject({ status: "passed", reviewedVersion: null, unreviewedChange: null });
  });
});
