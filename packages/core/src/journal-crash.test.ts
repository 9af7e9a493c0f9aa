import { describe, expect, test } from "vitest";
import { verifyJournal, type AgentRequest, type Json, type RunResult } from "./index.js";
import { crash, essence, memoryJournal, problemsOf, runOn, typesOf } from "./journal.fixture.js";
import { judges, probe, probeAgents, says, type Probe, type ProbeOptions, type ProbeTypes } from "./probe.fixture.js";

const ask = (input: Json) => ({ instruction: "do", input });

/** One round of everything: calls with repair, lanes, steps, times, a consultation, recording. */
const everything: ProbeOptions = {
  async open(ctx) {
    const written = await ctx.call("writer", ask("open"));
    return { draft: written.ok ? written.value : "none", next: "pass", early: "none", note: ctx.now() > 0 };
  },
  async review(ctx, state) {
    const checked = await ctx.step("lint", () => ({ ok: true, at: "x" }), { onInterrupted: "reissue" });
    const lanes = await ctx.lanes(
      ["a", "b", "c"].map((key) => ({ lane: `lane-${key}`, role: `panel/${key}` as const })),
      async (lane, { role }) => {
        const first = await lane.call(role, ask(state.draft), { repair: (_problems, n) => (n < 2 ? ask("again") : null) });
        const second = await lane.call(role, ask("twice"));
        await lane.step("note", () => undefined, { onInterrupted: "reissue" });
        return [first.ok && first.value.ok, second.ok];
      },
      { concurrency: 2 },
    );
    const judged = await ctx.call("reviewer", ask(state.draft));
    const next = judged.ok && judged.value.ok ? (state.note === "advised" ? "pass" : "advise") : "revise";
    return { ...state, next, note: [checked.ok, lanes.map((lane) => lane.ok && lane.value), state.note].length > 2 && state.note === "advised" ? "advised" : JSON.stringify(lanes) };
  },
  async revise(ctx, state) {
    const written = await ctx.call("writer", ask(state.draft));
    return { ...state, draft: written.ok ? written.value : state.draft };
  },
  async consult(ctx, state) {
    await ctx.call("adviser", ask("?"));
    return { ...state, next: "again", note: "advised" };
  },
  async record(ctx, state, decision) {
    await ctx.step("seal", () => decision.token, { onInterrupted: "reissue" });
    return state;
  },
};

/** Agents that answer by what they are asked, as models at temperature 0 would; they note what they were asked. */
function agents(asked: string[]) {
  const note = (request: AgentRequest): void => void asked.push(request.key);
  const panel = (key: string) => (request: AgentRequest) => (note(request), key === "b" && request.repair === 0 && request.input !== "twice" ? { structured: { ok: "perhaps" } } : judges(true));
  return probeAgents({
    writer: (request) => (note(request), says(`draft of ${request.key}`)),
    reviewer: (request) => (note(request), judges(request.key !== "r1/review/reviewer")),
    adviser: (request) => (note(request), says("so")),
    panel: { a: panel("a"), b: panel("b"), c: panel("c") },
  });
}

/** All crash points of a run: dies at each write, goes on, and is compared with the run that did not die. */
async function sweep(policy: Probe, compare: (died: RunResult<ProbeTypes>, at: string) => void): Promise<{ readonly points: number; readonly whole: RunResult<ProbeTypes> }> {
  const calls: string[] = [];
  const whole = await runOn(policy, memoryJournal(), { agents: agents(calls), runId: "one" });
  expect(problemsOf(whole.events)).toEqual([]);
  let points = 0;
  for (const isTorn of [false, true]) {
    for (let after = 0; ; after++) {
      const first: string[] = [];
      const left = await crash(policy, [], { after, isTorn }, { agents: agents(first), runId: "one" });
      if (left === null) break;
      points++;
      const second: string[] = [];
      const journal = memoryJournal(left);
      const again = await runOn(policy, journal, { agents: agents(second), runId: "one" });
      const at = `write ${after}${isTorn ? ", torn" : ""}`;
      compare(again.result, at);
      expect(problemsOf(again.events), at).toEqual([]);
      // Nothing that was recorded as ended is done again, and everything is done.
      const ended = new Set((left as readonly { type: string; key: string }[]).flatMap(({ type, key }) => (type === "effect.ended" ? [key] : [])));
      expect(second.filter((key) => ended.has(key)), at).toEqual([]);
      expect(new Set([...first, ...second]), at).toEqual(new Set(calls));
      expect(first.length + second.length - calls.length, at).toBeLessThanOrEqual(2); // At most the two lanes in flight.
      const finished = await runOn(policy, journal, { agents: agents(second), runId: "one" });
      expect(essence(finished.result), at).toEqual(essence(again.result));
      expect((await verifyJournal(policy, journal)).faults, at).toEqual([]);
    }
  }
  return { points, whole: whole.result };
}

describe("G11: crash points", { timeout: 120_000 }, () => {
  test("G11: case H11: killed at each write of a run with calls, repairs, lanes, steps and records, it ends the same and repeats nothing that had ended", async () => {
    const policy = probe(everything);
    const { result } = await runOn(policy, memoryJournal(), { agents: agents([]), runId: "one" });
    expect(result).toMatchObject({ status: "passed", rounds: 3 });
    const { points } = await sweep(policy, (died, at) => expect(essence(died), at).toEqual(essence(result)));
    expect(points).toBeGreaterThan(80);
  });

  test("G11: the journal of a plain run: each start stands before its end, each decision after its effects", async () => {
    const journal = memoryJournal();
    await runOn(probe({ review: async (ctx, state) => (await ctx.call("reviewer", ask("x")), state) }), journal, { agents: probeAgents() });
    expect(typesOf(journal.records)).toEqual(["run", "effect.started", "effect.ended", "decision", "checkpoint"]);
  });
});
