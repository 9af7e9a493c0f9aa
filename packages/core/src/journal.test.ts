import { describe, expect, test } from "vitest";
import { manualClock } from "@loopwright/testing";
import { essence, memoryJournal, problemsOf, runOn, typesOf, uncompacted, written, type Written } from "./journal.fixture.js";
import { digestOf, loopSession, resumeRun, runLoop, type Journal, type Json, type Outcome } from "./index.js";
import { agentOf, judges, never, probe, probeAgents, says, settle, START, type Probe, type ProbeOptions } from "./probe.fixture.js";

const ask = (input: Json, instruction = "do") => ({ instruction, input });

const textOf = (outcome: Outcome<string>): string => (outcome.ok ? outcome.value : outcome.failure.kind);

/** Two reviews with a call each. */
const twice: ProbeOptions = {
  open: async (ctx) => ({ ...START, draft: textOf(await ctx.call("writer", ask("open"))), next: "revise" }),
  review: async (ctx, state) => ((await ctx.call("reviewer", ask(state.draft))), state),
  revise: async (ctx, state) => ({ ...state, draft: textOf(await ctx.call("writer", ask("more"))), next: "pass" }),
};

/** The records of a whole run, before the last `cut` of them. */
async function recorded(policy: Probe, cut = 0, agents = probeAgents()): Promise<readonly Json[]> {
  const journal = memoryJournal();
  await runOn(policy, uncompacted(journal), { agents, runId: "one" });
  return journal.records.slice(0, journal.records.length - cut);
}

const calls = (agents: ReturnType<typeof probeAgents>): number => agents.writer.call.mock.calls.length + agents.reviewer.call.mock.calls.length;

describe("a journal that holds a run", { timeout: 120_000 }, () => {
  test("G11: case H11: case H07: the same command again, after the run has ended, gives the same result; nobody is called and nothing is written", async () => {
    const journal = memoryJournal();
    const first = await runOn(probe(twice), journal, { agents: probeAgents() });
    expect(first.result).toMatchObject({ status: "passed", rounds: 2, reviewedVersion: digestOf("v2"), usage: { calls: 4 } });
    const before = journal.records;
    const agents = probeAgents();
    const again = await runOn(probe(twice), journal, { agents });
    expect(again.result).toEqual(first.result);
    expect(calls(agents)).toBe(0);
    expect(journal.records).toEqual(before);
    expect(again.events.map((event) => event.type)).toEqual(["run.resumed", "run.finished"]);
    expect(again.events.at(-1)).toEqual({ ...first.events.at(-1), at: again.events.at(-1)?.at });
    expect(problemsOf(again.events)).toEqual([]);
  });

  test("G19: what goes on from its start tells the same events with the same numbers, and marks what is told again", async () => {
    const records = await recorded(probe(twice), 3);
    const whole = await runOn(probe(twice), memoryJournal(), { agents: probeAgents(), runId: "one" });
    const again = await runOn(probe(twice), memoryJournal(records), { agents: probeAgents({ writer: () => says("v2") }) });
    const bare = (events: typeof whole.events) => events.map((event) => ({ ...event, at: 0, replayed: undefined, interrupted: undefined }));
    expect(bare(again.events)).toEqual(bare(whole.events));
    expect(again.events.filter((event) => "replayed" in event).map((event) => `${event.type} ${"key" in event ? String(event.key) : ""}`.trim())).toEqual([
      "run.started",
      "call.started r0/open/writer",
      "call.finished r0/open/writer",
      "call.started r1/review/reviewer",
      "call.finished r1/review/reviewer",
      "call.started r1/revise/writer",
      "call.finished r1/revise/writer",
    ]);
  });

  test("the run keeps its id, so idempotency keys stay the same over processes", async () => {
    const sent: string[] = [];
    const agents = () => probeAgents({ reviewer: (request) => (sent.push(`${request.idempotencyKey} ${request.callId}`), judges(true)) });
    const records = await recorded(probe(twice), 3);
    const run = runLoop(probe(twice), { agents: agents(), input: null, journal: memoryJournal(records) });
    await run.result;
    expect(run.id).toBe("one");
    expect(sent).toEqual(["one/r2/review/reviewer c4"]);
  });

  test("case F16: a crash in the second review goes on in round 2: the cap of two reviews is neither passed nor spent twice", async () => {
    const policy = probe({ ...twice, maxRounds: 2, revise: async (ctx, state) => ({ ...state, draft: textOf(await ctx.call("writer", ask("more"))), next: "revise" }) });
    const records = await recorded(policy);
    const upTo = records.findIndex((record) => (record as Written)["type"] === "effect.started" && (record as Written)["key"] === "r2/review/reviewer");
    const agents = probeAgents();
    const { result, events } = await runOn(policy, memoryJournal(records.slice(0, upTo + 1)), { agents });
    expect(result).toMatchObject({ status: "stopped", token: "round-limit", rounds: 2 });
    expect(events.filter((event) => "interrupted" in event)).toMatchObject([{ type: "call.started", key: "r2/review/reviewer", interrupted: 1 }]);
    expect([agents.reviewer.call.mock.calls.length, agents.writer.call.mock.calls.length]).toEqual([1, 0]); // The fixer's leg had ended.
    expect(result.usage).toMatchObject({ calls: 5, byRole: { reviewer: { calls: 3, failedCalls: 1 }, writer: { calls: 2 } }, complete: false }); // The re-issue is disclosed.
  });

  test("G14: replayed calls spend what they spent, once: usage is that of a run that did not die", async () => {
    const paid = () => probeAgents({ reviewer: () => ({ ...judges(true), usage: { inputTokens: 3, costUsd: 0.5 } }), writer: () => ({ ...says("v"), usage: { inputTokens: 7, outputTokens: 1 } }) });
    const records = await recorded(probe(twice), 0, paid());
    const whole = await runOn(probe(twice), memoryJournal(), { agents: paid() });
    for (let end = 1; end < records.length; end++) {
      if ((records[end - 1] as Written)["type"] === "effect.started") continue;
      const { result } = await runOn(probe(twice), memoryJournal(records.slice(0, end)), { agents: paid() });
      expect(result.usage, String(end)).toEqual(whole.result.usage);
    }
  });

  test("case H09: usage of failed calls is recorded and survives", async () => {
    const failing = probeAgents({ reviewer: (request) => (request.reportUsage({ inputTokens: 5 }), Promise.reject(new Error("down"))) });
    const policy = probe({ review: async (ctx, state) => ((await ctx.call("reviewer", ask("x"))), (await ctx.call("reviewer", ask("y"))), { ...state, next: "stop" }) });
    const records = await recorded(policy, 0, failing);
    const upTo = records.findIndex((record) => (record as Written)["type"] === "effect.ended") + 1;
    const { result } = await runOn(policy, memoryJournal(records.slice(0, upTo)), { agents: probeAgents() });
    expect(result.usage).toMatchObject({ calls: 2, failedCalls: 1, inputTokens: 5 });
  });

  test("a reply is replayed with all that is read of it, and an unreadable one stays as unreadable", async () => {
    const seen: unknown[] = [];
    const policy = probe({
      review: async (ctx, state) => {
        for (const name of ["reviewer", "adviser"] as const) {
          const outcome = await ctx.call(name, ask("x"));
          seen.push(outcome.ok ? outcome.value : [outcome.failure.kind, outcome.failure.message]);
        }
        return { ...state, next: "stop" };
      },
    });
    const agents = () => probeAgents({ reviewer: () => ({ structured: { ok: true, made: new Date(0) } }), adviser: () => ({ text: "half", model: "m", finishReason: "length" }) });
    const records = await recorded(policy, 1, agents());
    const live = seen.splice(0);
    const again = await runOn(policy, memoryJournal(records), { agents: probeAgents() });
    expect(seen).toEqual(live);
    expect(live).toMatchObject([["invalid-structured-output", expect.any(String)], ["truncated", expect.any(String)]]);
    expect(again.events.filter((event) => event.type === "call.finished")).toMatchObject([{ replayed: true }, { model: "m", finishReason: "length", replayed: true }]);
  });

  test("a step gives back what was recorded, and does not run again; what cannot be recorded is a failure in both runs", async () => {
    let ran = 0;
    const seen: Json[] = [];
    const policy = probe({
      review: async (ctx, state) => {
        const outcomes = [
          await ctx.step("value", () => ({ n: ++ran })),
          await ctx.step("nothing", () => void ran++),
          await ctx.step("throws", () => Promise.reject(new Error(`broke ${++ran}`))),
          await ctx.step("map", () => new Map([[1, ++ran]]) as unknown),
        ];
        seen.push(outcomes.map((outcome) => (outcome.ok ? ((outcome.value ?? "nothing") as Json) : outcome.failure.message)));
        return { ...state, next: "stop" };
      },
    });
    const records = await recorded(policy, 1);
    const again = await runOn(policy, memoryJournal(records), { agents: probeAgents() });
    expect(ran).toBe(4);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[0]).toEqual([{ n: 1 }, "nothing", "broke 3", "what the step returned cannot be recorded: value is not plain JSON data: an instance of a class"]);
    expect(problemsOf(again.events)).toEqual([]);
  });

  test("G19: the times that a phase, a lane and record read are the recorded ones", async () => {
    const times: number[][] = [];
    const policy = probe({
      async review(ctx, state) {
        const read = [ctx.now()];
        await ctx.call("reviewer", ask(state.draft));
        read.push(ctx.now());
        const lanes = await ctx.lanes([{ lane: "x" }], (lane) => Promise.resolve(lane.now()));
        times.push([...read, ...lanes.map((lane) => (lane.ok ? lane.value : 0))]);
        return { ...state, next: "stop" };
      },
      record: (ctx, state) => (times.at(-1)?.push(ctx.now()), state),
    });
    const journal = memoryJournal();
    const clock = manualClock({ startMs: 50_000 });
    await runOn(policy, uncompacted(journal), { agents: probeAgents({ reviewer: async () => (await clock.advance(7), judges(true)) }), clock });
    expect(times[0]).toEqual([50_000, 50_007, 50_007, 50_007]);
    await runOn(policy, memoryJournal(journal.records.slice(0, -1)), { agents: probeAgents(), clock: manualClock({ startMs: 3 }) });
    expect(times[1]).toEqual(times[0]);
  });

  test("time goes on from what is recorded, also where the clock of the next process is behind", async () => {
    const times: number[] = [];
    const policy = probe({ review: async (ctx, state) => (times.push(ctx.now()), await ctx.call("reviewer", ask("x")), times.push(ctx.now()), { ...state, next: "stop" }) });
    const journal = memoryJournal();
    await runOn(policy, uncompacted(journal), { agents: probeAgents(), clock: manualClock({ startMs: 9_000 }) });
    const upTo = typesOf(journal.records).indexOf("effect.started") + 1;
    await runOn(policy, memoryJournal(journal.records.slice(0, upTo)), { agents: probeAgents(), clock: manualClock({ startMs: 1 }) });
    expect(times.slice(2)).toEqual([9_000, 9_000]);
  });

  test("a session takes a journal as any run does", async () => {
    const journal = memoryJournal();
    const first = loopSession(probe(twice), { input: null, journal, agents: { panel: { a: {}, b: {}, c: {} } } });
    const step = await first.next();
    expect(step).toMatchObject({ status: "pending", calls: [{ key: "r0/open/writer" }] });
    first.submit("r0/open/writer", { kind: "reply", reply: says("v1") });
    await first.next();
    const second = loopSession(probe(twice), { input: null, journal: memoryJournal(journal.records), agents: { panel: { a: {}, b: {}, c: {} } } });
    expect(await second.next()).toMatchObject({ status: "pending", calls: [{ key: "r1/review/reviewer", request: { callId: "c2" } }] });
    first.run.abort();
    second.run.abort();
    await Promise.all([first.run.result, second.run.result]);
  });
});

describe("divergence", { timeout: 120_000 }, () => {
  const other = (options: ProbeOptions) => probe({ ...twice, ...options });
  const failed = async (records: readonly Json[], policy: Probe, options: Partial<Parameters<typeof runOn>[2]> = {}) => {
    const agents = probeAgents();
    const journal = memoryJournal(records);
    const { result, events } = await runOn(policy, journal, { agents, ...options });
    expect(problemsOf(events)).toEqual([]);
    expect(result).toMatchObject({ status: "failed", error: { code: "journal-divergence" } });
    return { error: result.error, agents, journal };
  };

  test("another policy version, input, roster or run id: says what differs, calls nobody, writes nothing", async () => {
    const records = await recorded(probe(twice), 3);
    const strangers = { ...probeAgents(), writer: agentOf(() => says("x"), { id: "someone" }) };
    for (const [policy, options, path, said] of [
      [probe({ ...twice, version: "2" }), {}, "policy", "probe@1, not of probe@2"],
      [probe(twice), { input: "other" }, "input", digestOf("other")],
      [probe(twice), { agents: strangers }, "agents", "writer = someone"],
      [probe(twice), { runId: "two" }, "runId", "two"],
    ] as const) {
      const { error, agents, journal } = await failed(records, policy, options);
      expect(error).toMatchObject({ path });
      expect(error?.message).toContain(said);
      expect([calls(agents), journal.records]).toEqual([0, records]);
    }
  });

  test("another input of a call: names its key and both digests, and nothing more starts", async () => {
    const records = await recorded(probe(twice), 3);
    for (const review of [(draft: Json) => ask([draft]), (draft: Json) => ask(draft, "do it"), (draft: Json) => ({ ...ask(draft), purpose: "check" }), (draft: Json) => ({ ...ask(draft), version: 3 })]) {
      const { error, agents } = await failed(records, other({ review: async (ctx, state) => ((await ctx.call("reviewer", review(state.draft))), state) }));
      expect(error?.message).toMatch(/"r1\/review\/reviewer".*sha256:[0-9a-f]{64}.*sha256:[0-9a-f]{64}/);
      expect(calls(agents)).toBe(0);
    }
  });

  test("another key where one is recorded, a call where a step was, a step where a call was", async () => {
    const records = await recorded(probe(twice), 3);
    const { error, agents } = await failed(records, other({ review: async (ctx, state) => ((await ctx.call("adviser", ask(state.draft))), state) }));
    expect(error?.message).toContain('"r1/review/adviser", and the journal holds "r1/review/reviewer"');
    expect(calls(agents) + agents.adviser.call.mock.calls.length).toBe(0);
    let ran = 0;
    await failed(records, other({ review: async (ctx, state) => (await ctx.step("x", () => ran++), state) }));
    expect(ran).toBe(0);
  });

  test("an effect more than recorded in a phase that was decided, and one less", async () => {
    const records = await recorded(probe(twice), 3);
    const more = await failed(records, other({ review: async (ctx, state) => ((await ctx.call("reviewer", ask(state.draft))), (await ctx.call("reviewer", ask("again"))), state) }));
    expect(more.error?.message).toContain("r1/review/reviewer#2");
    const less = await failed(records, other({ review: (_ctx, state) => state }));
    expect(less.error?.message).toContain('"r1/review/reviewer"');
    expect(calls(more.agents) + calls(less.agents)).toBe(0);
  });

  test("in a lane: what is recorded there is due before anything new", async () => {
    const lanes = (name: "reviewer" | "adviser"): ProbeOptions => ({
      review: async (ctx, state) => {
        await ctx.lanes([{ lane: "a" }, { lane: "b" }], (lane) => lane.call(lane.lane === "a" ? "reviewer" : name, ask("x")));
        return { ...state, next: "stop" };
      },
    });
    const records = await recorded(probe(lanes("reviewer")), 2);
    expect(typesOf(records)).not.toContain("decision");
    const { error, agents } = await failed(records, probe(lanes("adviser")));
    expect(error?.message).toContain("r1/review/b/adviser");
    expect(agents.adviser.call).not.toHaveBeenCalled();
  });

  test("another decision over the same answers", async () => {
    const records = await recorded(probe(twice), 3);
    const { error } = await failed(records, other({ facts: (state, progress) => ({ next: progress.round === 1 ? "again" : state.next }) }));
    expect(error?.message).toMatch(/decision 1 was "revise" after review of round 1 .*, and is "again"/);
  });

  test("a policy that swallows the divergence does not get away with it", async () => {
    const records = await recorded(probe(twice), 3);
    const swallow = other({ review: async (ctx, state) => (await ctx.call("reviewer", ask("other")).catch(() => undefined), { ...state, next: "pass" }) });
    await failed(records, swallow);
  });
});

describe("a broken journal", { timeout: 120_000 }, () => {
  const refused = (code: string): Journal => ({ open: () => Promise.reject(new Error(code)) });

  test("that cannot be opened: the run fails with its error, nobody is called", async () => {
    const agents = probeAgents();
    const { result, events } = await runOn(probe(twice), refused("EIO"), { agents });
    expect(result).toMatchObject({ status: "failed", rounds: 0, error: { code: "journal-broken", message: "the journal cannot be opened: EIO" } });
    expect(events.map((event) => event.type)).toEqual(["run.started", "run.finished"]);
    expect([calls(agents), problemsOf(events)]).toEqual([0, []]);
  });

  test("that another run owns: the second fails as journal-locked, the first is not disturbed, the third may", async () => {
    const journal = memoryJournal();
    const slow = probeAgents({ writer: async () => (await settle(), says("v1")) });
    const first = runOn(probe(twice), journal, { agents: slow });
    await settle(1);
    const agents = probeAgents();
    const second = await runOn(probe(twice), journal, { agents });
    expect(second.result).toMatchObject({ status: "failed", error: { code: "journal-locked" } });
    expect(calls(agents)).toBe(0);
    const { result } = await first;
    expect(result.status).toBe("passed");
    expect((await runOn(probe(twice), journal, { agents })).result).toEqual(result);
  });

  test("that fails at any write: the run ends failed with what was reviewed, and no effect starts after it", async () => {
    const whole = (await recorded(probe(twice))).length;
    for (let good = 0; good < whole; good++) {
      const inner = memoryJournal();
      let writes = 0;
      const agents = probeAgents();
      const open = inner.open();
      let afterwards = 0;
      const fails = async (write: () => Promise<void>): Promise<void> => {
        if (++writes <= good) return write();
        afterwards = calls(agents);
        throw new Error("disk full");
      };
      const journal: Journal = { open: async () => ({ ...(await open), append: async (record) => fails(async () => (await open).append(record)), compact: async (records) => fails(async () => (await open).compact(records)) }) };
      const { result, events } = await runOn(probe(twice), journal, { agents });
      expect(result, String(good)).toMatchObject({ status: "failed", error: { code: "journal-broken", message: "the journal cannot be written: disk full" } });
      expect(calls(agents), String(good)).toBe(afterwards);
      expect(problemsOf(events), String(good)).toEqual([]);
      const reviewed = events.some((event) => event.type === "decision.made");
      expect(result.reviewedVersion !== null, String(good)).toBe(reviewed);
      if (reviewed) expect(result).toMatchObject({ reviewedArtifact: expect.any(String) as string });
      const again = await runOn(probe(twice), memoryJournal(inner.records), { agents: probeAgents() });
      expect(["passed", "failed"], String(good)).toContain(again.result.status);
    }
  });

  test("G10: one that never answers holds no aborted run", async () => {
    const clock = manualClock();
    const journal: Journal = { open: () => Promise.resolve({ records: [], append: never, compact: never, close: () => Promise.resolve() }) };
    const run = runLoop(probe(twice), { agents: probeAgents(), input: null, journal, clock });
    await settle();
    run.abort();
    await settle();
    await clock.advance(20_000);
    expect(await run.result).toMatchObject({ status: "failed", error: { code: "journal-broken" } });
    expect(clock.pendingTimers).toBe(0);
  });

  test("records are checked whole: a fault names its index, a newer kind is refused, nobody is called", async () => {
    const records = written(await recorded(probe(twice)));
    const bent = (index: number, change: { readonly [field: string]: Json }): readonly Json[] => records.map((record, at) => (at === index ? { ...record, ...change } : record));
    const cases: readonly (readonly [readonly Json[], string, string])[] = [
      [bent(0, { format: "loopwright/journal@9" }), "journal-version", "records[0]"],
      [bent(3, { type: "effect.dreamt" }), "journal-version", "records[3]"],
      [bent(1, { at: "noon" }), "journal-invalid", "records[1].at"],
      [bent(1, { callId: 7 }), "journal-invalid", "records[1].callId"],
      [bent(2, { call: { reply: { text: 3 }, failure: null, usage: null, costUsd: null } }), "journal-invalid", "records[2].call"],
      [records.slice(1), "journal-invalid", "records[0]"],
      [[...records, records[0] as Json], "journal-invalid", `records[${records.length}]`],
      [records.filter((_record, index) => index !== 1), "journal-invalid", "records[1]"],
      [["text"], "journal-invalid", "records[0]"],
    ];
    for (const [given, code, path] of cases) {
      const agents = probeAgents();
      const { result } = await runOn(probe(twice), memoryJournal(given), { agents });
      expect(result).toMatchObject({ status: "failed", error: { code, path } });
      expect(calls(agents)).toBe(0);
    }
  });

  test("G20: an older journal is refused whole, with code, path and hint; nobody is called, and it stays as it is", async () => {
    const records = written(await recorded(probe(twice)));
    const index = records.findIndex(({ type }) => type === "decision");
    const { number: _number, ...unnumbered } = records[index] as (typeof records)[number];
    const cases = [
      [records.with(0, { ...(records[0] as (typeof records)[number]), format: "loopwright/journal@0" }), { code: "journal-version", path: "records[0]", hint: "Read it with the version that wrote it." }],
      [records.with(index, unnumbered), { code: "journal-invalid", path: `records[${index}].number`, hint: "The journal was changed by something else; start with another one." }],
    ] as const;
    for (const [given, error] of cases) {
      const agents = probeAgents();
      const journal = memoryJournal(given);
      expect((await runOn(probe(twice), journal, { agents })).result).toMatchObject({ status: "failed", error });
      expect(calls(agents)).toBe(0);
      expect(journal.records).toEqual(given);
    }
  });

  test("G20: what is no journal is refused at once, with a hint", () => {
    expect(() => runLoop(probe(twice), { agents: probeAgents(), input: null, journal: {} as Journal })).toThrow(expect.objectContaining({ code: "option-invalid", path: "journal" }));
  });

  test("a failed run records no end: with the fault mended it goes on", async () => {
    const journal = memoryJournal();
    const broken = await runOn(probe({ ...twice, revise: () => Promise.reject(new Error("bug")) }), journal, { agents: probeAgents() });
    expect(broken.result).toMatchObject({ status: "failed", error: { code: "policy-threw" } });
    const agents = probeAgents();
    const mended = await runOn(probe(twice), journal, { agents });
    expect(mended.result).toMatchObject({ status: "passed", rounds: 2 });
    expect([agents.writer.call.mock.calls.length, agents.reviewer.call.mock.calls.length]).toEqual([1, 1]);
  });

  test("from an empty journal nothing is resumed", async () => {
    const run = resumeRun(probe(twice), { from: memoryJournal(), agents: probeAgents() });
    expect(await run.result).toMatchObject({ status: "failed", error: { code: "journal-empty" } });
  });

  test("resumeRun takes the input from the journal", async () => {
    const records = await recorded(probe({ ...twice, check: (input) => expect(input).toBeNull() }), 3);
    const run = resumeRun(probe(twice), { from: memoryJournal(records), agents: probeAgents() });
    const result = await run.result;
    expect(essence(result)).toMatchObject({ status: "passed", rounds: 2 });
  });
});

describe("a journal that does not open", () => {
  const hanging = () => {
    let release = (): void => undefined;
    const closed: string[] = [];
    const memory = memoryJournal();
    const journal: Journal = {
      open: async () => {
        await new Promise<void>((resolve) => (release = resolve));
        const store = await memory.open();
        return { ...store, append: (record) => store.append(record), compact: (records) => store.compact(records), close: async () => (closed.push("closed"), store.close()) };
      },
    };
    return { journal, release: () => release(), closed, memory };
  };

  test.each(["run.abort", "signal"])("G10: %s ends the wait for it after a second; nobody is called, and one that opens later is closed again", async (how) => {
    const { journal, release, closed, memory } = hanging();
    const clock = manualClock();
    const agents = probeAgents();
    const controller = new AbortController();
    const run = runLoop(probe(twice), { agents, input: null, journal, clock, signal: controller.signal });
    await settle();
    if (how === "signal") controller.abort("enough");
    else run.abort("enough");
    await clock.advance(999);
    let isOver = false;
    void run.result.then(() => (isOver = true));
    await settle();
    expect(isOver).toBe(false);
    await clock.advance(1);
    expect(await run.result).toMatchObject({ status: "failed", error: { code: "journal-broken" } });
    expect(calls(agents)).toBe(0);
    release();
    await settle();
    await settle();
    expect(closed).toEqual(["closed"]);
    expect(typesOf(memory.records)).toEqual(["run"]); // Begun, as a start that was killed there: the same command goes on with it.
    expect(clock.pendingTimers).toBe(0);
  });

  test("G10: the run's time counts while it is opened", async () => {
    const { journal } = hanging();
    const clock = manualClock();
    const run = runLoop(probe(twice), { agents: probeAgents(), input: null, journal, clock, limits: { runTimeoutMs: 5_000 } });
    await settle();
    await clock.advance(6_000);
    expect(await run.result).toMatchObject({ status: "failed", error: { code: "journal-broken" } });
  });
});
