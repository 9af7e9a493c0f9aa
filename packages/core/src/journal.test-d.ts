import { expectTypeOf, test } from "vitest";
import { memoryJournal, resumeRun, runLoop, verifyJournal, type EffectInterrupted, type JournalVerification, type OnInterrupted, type RunResult } from "./index.js";
import { probe, probeAgents, type ProbeTypes } from "./probe.fixture.js";

const policy = probe();
const agents = probeAgents();
const from = memoryJournal();

test("a run and its resumption from a journal have the policy's own types", () => {
  expectTypeOf(runLoop(policy, { agents, input: null, journal: from }).result).resolves.toEqualTypeOf<RunResult<ProbeTypes>>();
  expectTypeOf(resumeRun(policy, { agents, from }).result).resolves.toEqualTypeOf<RunResult<ProbeTypes>>();
  expectTypeOf(resumeRun(policy, { agents, from, token: "asked", answer: "yes", by: "ann" }).result).resolves.toEqualTypeOf<RunResult<ProbeTypes>>();
  expectTypeOf(resumeRun(policy, { agents, from, interrupted: { key: "r1/review/step:x", outcome: { value: 1 } }, by: "ann" }).result).resolves.toEqualTypeOf<RunResult<ProbeTypes>>();
  expectTypeOf(verifyJournal(policy, from)).resolves.toEqualTypeOf<JournalVerification>();
});

test("an answer needs a token of the policy and a name", () => {
  // @ts-expect-error: the policy asks nothing under this token.
  resumeRun(policy, { agents, from, token: "nothing", answer: "yes", by: "ann" });
  // @ts-expect-error: nobody says who answers.
  resumeRun(policy, { agents, from, token: "asked", answer: "yes" });
  // @ts-expect-error: an answer without its token.
  resumeRun(policy, { agents, from, answer: "yes", by: "ann" });
  // @ts-expect-error: nobody says what became of it.
  resumeRun(policy, { agents, from, interrupted: { key: "x", outcome: "redo" } });
  // @ts-expect-error: there is no such outcome.
  resumeRun(policy, { agents, from, interrupted: { key: "x", outcome: "retry" }, by: "ann" });
  // @ts-expect-error: a snapshot is not a journal.
  runLoop(policy, { agents, input: null, journal: { format: "loopwright/snapshot@1" } });
});

test("what may become of an interrupted effect is a closed set", () => {
  expectTypeOf<OnInterrupted>().toEqualTypeOf<"reissue" | "stop" | "ask">();
  expectTypeOf<EffectInterrupted["effect"]["kind"]>().toEqualTypeOf<"call" | "step">();
  probe({
    review: async (ctx, state) => {
      await ctx.step("x", () => 1, { onInterrupted: "ask" });
      // @ts-expect-error: no such word.
      await ctx.call("reviewer", { instruction: "", input: 1 }, { onInterrupted: "retry" });
      return state;
    },
  });
});
