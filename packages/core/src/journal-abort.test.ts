import { describe, expect, test } from "vitest";
import { dyingJournal, memoryJournal, runOn, typesOf, uncompacted } from "./journal.fixture.js";
import { resumeRun, runLoop, verifyJournal, type Journal, type Json, type RunEvent } from "./index.js";
import { probe, probeAgents, says, settle, type ProbeOptions, type ProbeTypes } from "./probe.fixture.js";

const ask = (input: Json) => ({ instruction: "do", input });

/** Two rounds with lanes; answers are long and the state is short, so that the runner compacts at every boundary. */
const two: ProbeOptions = {
  open: async (ctx) => (await ctx.call("writer", ask("open")), { draft: "v0", next: "revise", early: "none", note: null }),
  review: async (ctx, state) => {
    await ctx.lanes(
      ["a", "b"].map((key) => ({ lane: key, role: `panel/${key}` as const })),
      (lane, { role }) => lane.call(role, ask(state.draft)),
    );
    const judged = await ctx.call("reviewer", ask(state.draft));
    return { ...state, next: judged.ok && ctx.round > 1 ? "pass" : "revise" };
  },
  revise: async (ctx, state) => (await ctx.call("writer", ask(state.draft)), { ...state, draft: `v${ctx.round}` }),
};

const long = "x".repeat(9_000);

function agents(called: string[] = []) {
  const judge = ({ key }: { readonly key: string }) => (called.push(key), { structured: { ok: true, why: long } });
  return probeAgents({ writer: ({ key }) => (called.push(key), says(long)), reviewer: judge, panel: { a: judge, b: judge } });
}

/** Aborts at an event, and dies after so many writes; `left: null` = it ended before it could die. */
async function abortAndDie(records: readonly Json[], start: (journal: Journal, onEvent: () => void) => { abort(): void; readonly result: Promise<unknown> }, event: number, after: number) {
  const { journal, dead, stored } = dyingJournal(records, { after });
  let events = 0;
  let isRecorded = false;
  const watched: Journal = {
    async open() {
      const open = await journal.open();
      const append = (record: Json): Promise<void> => open.append(record).then(() => void (isRecorded ||= typesOf([record])[0] === "aborted"));
      return { ...open, append };
    },
  };
  const run = start(watched, () => {
    if (events++ === event) run.abort();
  });
  const how = await Promise.race([run.result.then(() => "ended" as const), dead.then(() => "died" as const)]);
  await settle();
  const left = [...stored()];
  run.abort();
  return { left: how === "ended" ? null : left, isRecorded };
}

/** A pass that stands is not taken back (QU-ABT-02). */
function isPassed(event: RunEvent<ProbeTypes> | undefined): boolean {
  return event?.type === "decision.made" && event.token === "passed";
}

describe("G10, G11: an abort outlives the process", { timeout: 120_000 }, () => {
  test("G10: aborted at each event, killed at each write after that: whoever goes on ends as aborted and calls nobody", async () => {
    const policy = probe(two);
    const whole = await runOn(policy, memoryJournal(), { agents: agents() });
    expect(whole.result).toMatchObject({ status: "passed", rounds: 2 });
    let cases = 0;
    for (let event = 0; event < whole.events.length - 1; event++) {
      for (let after = 1; ; after++) {
        const { left, isRecorded } = await abortAndDie([], (journal, onEvent) => runLoop(policy, { input: null, agents: agents(), journal, onEvent }), event, after);
        if (left === null) break;
        if (!isRecorded) continue;
        cases++;
        const called: string[] = [];
        const journal = memoryJournal(left);
        const { result } = await runOn(policy, journal, { agents: agents(called) });
        const at = `event ${event}, write ${after}: ${typesOf(left).join()}`;
        expect(result.status, at).toBe(isPassed(whole.events[event]) ? "passed" : "aborted");
        expect(called, at).toEqual([]);
        expect((await verifyJournal(policy, journal)).faults, at).toEqual([]);
      }
    }
    expect(cases).toBeGreaterThan(20);
  });

  test("G10: G16: the same where the run went on with an answer: the abort counts, one from before the answer does not", async () => {
    const policy = probe({ ...two, review: async (ctx, state) => (await ctx.call("reviewer", ask(state.draft)), { ...state, next: ctx.round > 1 ? "pass" : "ask" }) });
    const waiting = memoryJournal();
    expect((await runOn(policy, waiting, { agents: agents() })).result.status).toBe("suspended");
    const answer = { token: "asked", answer: "revise", by: "ann" } as const;
    const late = memoryJournal([...waiting.records, { type: "aborted", reason: "too late", at: 0 }]);
    expect((await resumeRun(policy, { ...answer, from: late, agents: agents() }).result).status).toBe("passed");
    let cases = 0;
    for (let after = 1; ; after++) {
      const { left, isRecorded } = await abortAndDie(waiting.records, (journal, onEvent) => resumeRun(policy, { ...answer, from: journal, agents: agents(), onEvent }), 4, after);
      if (left === null) break;
      if (!isRecorded) continue;
      cases++;
      const called: string[] = [];
      const result = await resumeRun(policy, { from: memoryJournal(left), agents: agents(called) }).result;
      expect(result, String(after)).toMatchObject({ status: "aborted", answers: [{ by: "ann" }] });
      expect(called, String(after)).toEqual([]);
    }
    expect(cases).toBeGreaterThan(0);
  });

  test("G10: G11: a lane that is replayed before the others begins nothing, however long the one takes that the abort stands behind", async () => {
    const policy = probe({
      review: async (ctx, state) => {
        await ctx.lanes(
          ["a", "b"].map((key) => ({ lane: key, role: `panel/${key}` as const })),
          async (lane, { role }) => {
            if (lane.lane === "b") await new Promise((resolve) => setTimeout(resolve, 50));
            await lane.call(role, ask(state.draft));
            await lane.step("note", () => void ran.push(lane.lane), { onInterrupted: "reissue" });
            await lane.call(role, ask("twice"));
          },
        );
        return state;
      },
    });
    const ran: string[] = [];
    const whole = uncompacted(memoryJournal());
    await runOn(policy, whole, { agents: agents() });
    const { records } = await whole.open();
    const end = records.findIndex((record) => (record as { readonly type: string; readonly key?: string }).type === "effect.ended" && (record as { readonly key?: string }).key === "r1/review/a/panel/a");
    const start = records.find((record) => (record as { readonly type: string; readonly key?: string }).type === "effect.started" && (record as { readonly key?: string }).key === "r1/review/b/panel/b");
    const kept = [...records.slice(0, end + 1), start!, { type: "aborted", reason: "enough", at: 0 }];
    ran.length = 0;
    const called: string[] = [];
    const journal = memoryJournal(kept);
    const { result, events } = await runOn(policy, journal, { agents: agents(called) });
    expect(result).toMatchObject({ status: "aborted", reason: "enough" });
    expect(called).toEqual([]);
    expect(ran).toEqual([]);
    expect(events.flatMap((event) => ((event.type === "call.started" || event.type === "step.started") && event.replayed !== true ? [event.key] : []))).toEqual([]);
    expect((await verifyJournal(policy, journal)).faults).toEqual([]);
  });
});
