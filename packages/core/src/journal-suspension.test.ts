import { describe, expect, test } from "vitest";
import { dyingJournal, essence, memoryJournal, problemsOf, runOn, typesOf } from "./journal.fixture.js";
import { resumeRun, type Journal, type JournalResumeOptions, type Json, type RunEvent } from "./index.js";
import { agentOf, judges, probe, probeAgents, says, tokensOf, type Probe, type ProbeOptions, type ProbeTypes } from "./probe.fixture.js";

const ask = (input: Json) => ({ instruction: "do", input });

const asking: ProbeOptions = {
  review: async (ctx, state) => {
    const judged = await ctx.call("reviewer", ask(state.draft));
    return { ...state, next: judged.ok && judged.value.ok ? "pass" : "ask" };
  },
  revise: async (ctx, state) => {
    const written = await ctx.call("writer", ask(state.draft));
    return { ...state, draft: written.ok ? written.value : state.draft };
  },
};
const rejectsOnce = () => probeAgents({ reviewer: (request) => judges(request.key !== "r1/review/reviewer") });

type Options = JournalResumeOptions<ProbeTypes, "asked" | "asked-early">;

async function resume(policy: Probe, from: Journal, options: { readonly [K in keyof Options]?: Options[K] } & { readonly answer?: Json; readonly by?: string } = {}) {
  const events: RunEvent<ProbeTypes>[] = [];
  const run = resumeRun(policy, { agents: rejectsOnce(), ...options, from, onEvent: (event) => void events.push(event) } as Options);
  const result = await run.result;
  expect(problemsOf(events)).toEqual([]);
  return { result, events, tokens: tokensOf(events) };
}

const yes = { token: "asked", answer: "revise", by: "ann" } as const;

/** A journal whose run waits for an answer. */
async function waiting(policy = probe(asking)): Promise<readonly Json[]> {
  const journal = memoryJournal();
  const { result } = await runOn(policy, journal, { agents: rejectsOnce(), runId: "one" });
  expect(result.status).toBe("suspended");
  return journal.records;
}

describe("a suspended run in a journal", { timeout: 120_000 }, () => {
  test("case F13: G16: silence is not consent: started again any number of times without an answer it stays suspended, calls nobody, writes nothing", async () => {
    const records = await waiting();
    const journal = memoryJournal(records);
    const first = await runOn(probe(asking), journal, { agents: rejectsOnce() });
    for (let tick = 0; tick < 5; tick++) {
      const agents = rejectsOnce();
      const again = await (tick % 2 === 0 ? runOn(probe(asking), journal, { agents }) : resume(probe(asking), journal, { agents }));
      expect(again.result).toMatchObject({ status: "suspended", token: "asked", question: { text: 'What about "v0"?' }, answers: [] });
      expect(essence(again.result)).toEqual(essence(first.result));
      expect(again.events.map((event) => event.type)).toEqual(["run.resumed", "run.suspended"]);
      expect(agents.reviewer.call).not.toHaveBeenCalled();
    }
    expect(journal.records).toEqual(records);
  });

  test("G16: an answer through the journal goes on as one through the snapshot does: same decisions, events and result", async () => {
    const suspended = await runOn(probe(asking), memoryJournal(), { agents: rejectsOnce(), runId: "one" });
    if (suspended.result.status !== "suspended") throw new Error("not suspended");
    const events: RunEvent<ProbeTypes>[] = [];
    const bySnapshot = await resumeRun(probe(asking), { ...yes, from: suspended.result.snapshot, agents: rejectsOnce(), onEvent: (event) => void events.push(event) }).result;
    const byJournal = await resume(probe(asking), memoryJournal(await waiting()), yes);
    const bare = (result: typeof bySnapshot) => ({ ...(essence(result) as object), answers: result.answers.map((answer) => ({ ...answer, at: 0 })), usage: result.usage });
    expect(bare(byJournal.result)).toEqual(bare(bySnapshot));
    expect(byJournal.events.map((event) => ({ ...event, at: 0 }))).toEqual(events.map((event) => ({ ...event, at: 0 })));
    expect(byJournal.result).toMatchObject({ status: "passed", rounds: 2, answers: [{ token: "asked", by: "ann", round: 1 }] });
  });

  test("G11: killed at each write after the answer, it ends the same; the answer is not asked for again", async () => {
    const records = await waiting();
    const whole = await resume(probe(asking), memoryJournal(records), yes);
    let points = 0;
    for (let after = 0; ; after++) {
      const left = await crashResumed(records, after);
      if (left === null) break;
      points++;
      const isAnswered = typesOf(left).includes("answered");
      if (!isAnswered) expect((await resume(probe(asking), memoryJournal(left))).result.status, String(after)).toBe("suspended");
      const journal = memoryJournal(left);
      const again = await resume(probe(asking), journal, isAnswered ? {} : yes);
      const bare = (result: typeof whole.result) => ({ ...(essence(result) as object), answers: result.answers.map((answer) => ({ ...answer, at: 0 })) });
      expect(bare(again.result), String(after)).toEqual(bare(whole.result));
      expect((await resume(probe(asking), journal, yes)).result, String(after)).toEqual(again.result); // The same command again.
    }
    expect(points).toBeGreaterThan(6);
  });

  test("a wrong token, an unsigned answer, a refused one, another policy: the journal stays as it is and can still be answered", async () => {
    const policy = probe({ ...asking, apply: (state, answer) => (answer === "no" ? { ok: false, reason: "not that" } : { ok: true, state: { ...state, next: answer as "revise" } }) });
    const records = await waiting(policy);
    const journal = memoryJournal(records);
    for (const [options, code] of [
      [{ ...yes, token: "asked-early" }, "token-mismatch"],
      [{ ...yes, answer: "no" }, "answer-refused"],
    ] as const) {
      expect((await resume(policy, journal, options)).result).toMatchObject({ status: "failed", error: { code } });
    }
    expect(() => resumeRun(policy, { ...yes, by: "", from: journal, agents: rejectsOnce() })).toThrow(expect.objectContaining({ code: "answer-unsigned" }));
    expect((await resume(probe({ ...asking, version: "9" }), journal, yes)).result).toMatchObject({ error: { code: "journal-divergence", path: "policy" } });
    expect(journal.records).toEqual(records);
    expect((await resume(policy, journal, yes)).result.status).toBe("passed");
  });

  test("an answer to a run that waits for none, and a second, other answer, are refused", async () => {
    const journal = memoryJournal();
    await runOn(probe({ ...asking, review: (_ctx, state) => state }), journal, { agents: rejectsOnce() });
    expect((await resume(probe(asking), journal, yes)).result).toMatchObject({ status: "failed", error: { code: "token-mismatch" } });
    const answered = await crashResumed(await waiting(), 3);
    expect(typesOf(answered ?? [])).toContain("answered");
    expect((await resume(probe(asking), memoryJournal(answered ?? []), { ...yes, answer: "stop", by: "bob" })).result).toMatchObject({ status: "failed", error: { code: "answer-refused", message: expect.stringContaining("ann") as string } });
    expect((await resume(probe(asking), memoryJournal(answered ?? []), yes)).result).toMatchObject({ status: "passed", answers: [{ by: "ann" }] });
  });

  test("G16: another answer by the same person after the run went on is refused, wherever it stands; the same one again changes nothing", async () => {
    const records = await waiting();
    for (let after = 3; ; after++) {
      const left = await crashResumed(records, after);
      const journal = memoryJournal(left ?? records);
      if (left === null) await resume(probe(asking), journal, yes); // It has ended.
      const before = journal.records;
      const other = await resume(probe(asking), journal, { ...yes, answer: "stop" });
      expect(other.result, String(after)).toMatchObject({ status: "failed", error: { code: "answer-refused", path: "answer", message: expect.stringContaining("ann") as string } });
      expect(journal.records, String(after)).toEqual(before);
      expect((await resume(probe(asking), journal, yes)).result, String(after)).toMatchObject({ status: "passed", answers: [{ by: "ann" }] });
      if (left === null) break;
    }
  });

  test("an answer to a run that has not asked yet is refused, and nothing is written", async () => {
    const journal = memoryJournal((await waiting()).slice(0, 1));
    expect((await resume(probe(asking), journal, yes)).result).toMatchObject({ status: "failed", error: { code: "token-mismatch" } });
    expect(typesOf(journal.records)).toEqual(["run"]);
  });

  test("a run may ask, be answered and ask again: each answer counts once", async () => {
    const policy = probe({ ...asking, review: async (ctx, state) => (await ctx.call("reviewer", ask(state.draft)), { ...state, next: "ask" }) });
    const journal = memoryJournal();
    const agents = () => ({ ...probeAgents(), writer: agentOf((request) => says(request.key), { id: "writer" }) });
    await runOn(policy, journal, { agents: agents() });
    const second = await resume(policy, journal, { ...yes, agents: agents() });
    expect(second.result).toMatchObject({ status: "suspended", rounds: 2, answers: [{ by: "ann", round: 1 }] });
    const third = await resume(policy, journal, { ...yes, answer: "pass", by: "bob", agents: agents() });
    expect(third.result).toMatchObject({ status: "passed", rounds: 2, answers: [{ by: "ann", round: 1 }, { by: "bob", round: 2 }], usage: { calls: 3 } });
    expect((await resume(policy, journal, { agents: agents() })).result).toEqual(third.result);
  });

  async function crashResumed(records: readonly Json[], after: number): Promise<readonly Json[] | null> {
    const { journal, dead, stored } = dyingJournal(records, { after });
    const run = resumeRun(probe(asking), { ...yes, from: journal, agents: rejectsOnce() });
    const how = await Promise.race([run.result.then(() => "ended"), dead.then(() => "died")]);
    const left = [...stored()];
    run.abort();
    return how === "ended" ? null : left;
  }
});

