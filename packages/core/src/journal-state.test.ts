import { describe, expect, test } from "vitest";
import { crash, memoryJournal, runOn } from "./journal.fixture.js";
import type { Json } from "./index.js";
import { probe, probeAgents, type ProbeOptions, type ProbeState } from "./probe.fixture.js";

const ask = (input: Json) => ({ instruction: "do", input });

/** Changes a state in place, which the types forbid. */
const spoil = (state: ProbeState): ProbeState => Object.assign(state, { next: "pass" as const });

describe("G19: a state is the same in the first process and in one that goes on", () => {
  const inPlace: { readonly [phase: string]: ProbeOptions } = {
    review: { open: async (ctx) => (await ctx.call("writer", ask("x")), { draft: "v0", next: "revise", early: "none", note: null }), review: async (ctx, state) => (await ctx.call("reviewer", ask(state.draft)), spoil(state)) },
    revise: { open: () => ({ draft: "v0", next: "revise", early: "none", note: null }), review: async (ctx, state) => (await ctx.call("reviewer", ask(state.draft)), { ...state }), revise: (_ctx, state) => spoil(state) },
    record: { open: () => ({ draft: "v0", next: "revise", early: "none", note: null }), review: async (ctx, state) => (await ctx.call("reviewer", ask(state.draft)), { ...state }), record: (_ctx, state) => spoil(state) },
  };

  test.each(Object.entries(inPlace))("G19: a policy that changes its state in place in %s fails with a journal, undisturbed as after a kill at any write", async (_phase, options) => {
    const policy = probe(options);
    const failed = { status: "failed", error: { code: "policy-threw", message: expect.stringContaining("read only") as string } };
    expect((await runOn(policy, memoryJournal(), { agents: probeAgents() })).result).toMatchObject(failed);
    let points = 0;
    for (let after = 1; ; after++) {
      const left = await crash(policy, [], { after }, { agents: probeAgents() });
      if (left === null) break;
      points++;
      expect((await runOn(policy, memoryJournal(left), { agents: probeAgents() })).result, String(after)).toMatchObject(failed);
    }
    expect(points).toBeGreaterThan(1);
  });

  test("G19: what a phase keeps of the state that it returned changes nothing", async () => {
    let kept: { draft: Json } | undefined;
    const policy = probe({
      open: () => (kept = { draft: "v0", next: "pass", early: "none", note: null } as ProbeState),
      review: (_ctx, state) => {
        if (kept !== undefined) kept.draft = "other";
        return state;
      },
    });
    const { result } = await runOn(policy, memoryJournal(), { agents: probeAgents() });
    expect(result.report).toMatchObject({ draft: "v0" });
  });
});
