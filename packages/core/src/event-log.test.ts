import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EventLog } from "./event-log.js";
import { runLoop, type EventGap, type RunEvent } from "./index.js";
import { probe, probeAgents, runProbe, settle, type ProbeOptions, type ProbeTypes } from "./probe.fixture.js";

interface Counted {
  readonly type: string;
  readonly seq: number;
}

function filled(count: number, capacity = 1024, base = 0): EventLog<Counted> {
  const log = new EventLog<Counted>(capacity, base);
  append(log, count);
  return log;
}

function append(log: EventLog<Counted>, count: number): void {
  for (let index = 0; index < count; index++) log.append({ type: "tick", seq: log.next() });
}

async function readAll(log: EventLog<Counted>): Promise<readonly (Counted | EventGap)[]> {
  const read: (Counted | EventGap)[] = [];
  for await (const event of log.iterate()) read.push(event);
  return read;
}

const seqs = (events: readonly (Counted | EventGap)[]): readonly (number | string)[] => events.map((event) => ("seq" in event ? event.seq : `${event.from}-${event.to} (${event.missed})`));

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => void process.on("unhandledRejection", note));
afterEach(async () => {
  await settle();
  process.off("unhandledRejection", note);
  expect(unhandled.splice(0)).toEqual([]);
});

describe("iterators", () => {
  test("G13: one that comes late sees everything that is kept", async () => {
    const log = filled(5);
    log.close();
    expect(seqs(await readAll(log))).toEqual([1, 2, 3, 4, 5]);
  });

  test("G13: one that comes late to a log that has moved on sees the gap first", async () => {
    const log = filled(10, 3);
    log.close();
    expect(seqs(await readAll(log))).toEqual(["1-7 (7)", 8, 9, 10]);
  });

  test("G13: one that reads slowly sees a gap where history was dropped, and no event twice", async () => {
    const log = filled(3, 4);
    const iterator = log.iterate();
    const seen: (Counted | EventGap)[] = [];
    const read = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index++) seen.push((await iterator.next()).value as Counted);
    };
    await read(2);
    append(log, 10);
    await read(3);
    append(log, 5);
    await read(3);
    expect(seqs(seen)).toEqual([1, 2, "3-9 (7)", 10, 11, "12-14 (3)", 15, 16]);
    expect(Object.isFrozen(seen[2])).toBe(true);
  });

  test("G13: what was missed and what was read add up, for any buffer and any pace", async () => {
    for (const capacity of [1, 2, 5, 64]) {
      for (const pace of [1, 2, 3, 7]) {
        const log = filled(0, capacity);
        const iterator = log.iterate();
        const seen: (Counted | EventGap)[] = [];
        for (let step = 0; step < 20; step++) {
          append(log, pace);
          seen.push((await iterator.next()).value as Counted);
        }
        log.close();
        for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) seen.push(next.value);
        let position = 0;
        for (const event of seen) {
          if ("missed" in event) {
            expect([event.from, event.missed]).toEqual([position + 1, event.to - event.from + 1]);
            position = event.to;
          } else expect(event.seq).toBe(++position);
        }
        expect(position).toBe(20 * pace);
      }
    }
  });

  test("a log of a resumed run begins where the one before ended; nothing counts as missed", async () => {
    const log = filled(3, 8, 41);
    log.close();
    expect(seqs(await readAll(log))).toEqual([42, 43, 44]);
  });

  test("many readers, each at its own place; several waiting reads are served in order", async () => {
    const log = filled(0);
    const iterator = log.iterate();
    const waiting = Promise.all([iterator.next(), iterator.next(), iterator.next(), iterator.next()]);
    const others = Array.from({ length: 50 }, () => readAll(log));
    append(log, 3);
    await settle(1);
    log.close();
    expect((await waiting).map((one) => (one.done === true ? "done" : seqs([one.value])[0]))).toEqual([1, 2, 3, "done"]);
    for (const other of await Promise.all(others)) expect(seqs(other)).toEqual([1, 2, 3]);
  });

  test("one that is closed ends, also while it waits, and stays ended", async () => {
    const log = filled(0);
    const iterator = log.iterate();
    const waiting = iterator.next();
    await iterator.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    append(log, 1);
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });
});

describe("listeners", () => {
  test("G13, case H13: one that throws or rejects is counted and disturbs nobody", async () => {
    const log = filled(0);
    const seen: string[] = [];
    log.listen("*", () => {
      throw new Error("sync");
    });
    const returning: readonly (() => unknown)[] = [
      () => Promise.reject(new Error("async")),
      () => ({ then: (_resolve: unknown, reject: (error: Error) => void) => reject(new Error("thenable")) }),
      () => ({ get then(): never { throw new Error("getter"); } }),
    ];
    for (const listener of returning) log.listen("tick", listener);
    log.listen("tick", () => void seen.push("typed"));
    log.listen("*", () => void seen.push("every"));
    append(log, 2);
    await settle();
    expect(seen).toEqual(["every", "typed", "every", "typed"]);
    expect(log.observerErrors).toBe(8);
  });

  test("one that is taken off sees nothing more, also not the event that is being delivered", () => {
    const log = filled(0);
    const seen: string[] = [];
    const off: (() => void)[] = [];
    log.listen("*", ({ seq }) => seq === 2 && off.forEach((stop) => stop()));
    off.push(log.listen("*", ({ seq }) => seen.push(`every ${seq}`)), log.listen("tick", ({ seq }) => seen.push(`typed ${seq}`)));
    append(log, 3);
    off.forEach((stop) => stop());
    expect(seen).toEqual(["every 1", "typed 1"]);
  });

  test("one that is added during an event sees the next", () => {
    const log = filled(0);
    const seen: number[] = [];
    log.listen("*", ({ seq }) => seq === 1 && log.listen("*", (event) => seen.push(event.seq)));
    append(log, 3);
    expect(seen).toEqual([2, 3]);
  });

  test("case H13: all see all events in order, also where one of them causes the next", () => {
    const log = filled(0);
    const seen: number[][] = [[], []];
    log.listen("*", ({ seq }) => {
      if (seq < 3) append(log, 1);
      seen[0]?.push(seq);
    });
    log.listen("*", ({ seq }) => seen[1]?.push(seq));
    append(log, 1);
    append(log, 1);
    expect(seen).toEqual([[1, 2, 3, 4], [1, 2, 3, 4]]);
  });
});

describe("events of a run", () => {
  const options: ProbeOptions = { maxRounds: 5, review: (_ctx, state) => ({ ...state, next: "revise" }) };

  async function collect(run: AsyncIterable<RunEvent<ProbeTypes> | EventGap>, stopAt = Infinity): Promise<string[]> {
    const types: string[] = [];
    for await (const event of run) {
      types.push(event.type);
      if (types.length >= stopAt) break;
    }
    return types;
  }

  test("listeners and iterators attached at once miss nothing; a listener of one type sees only that", async () => {
    const run = runLoop(probe(options), { agents: probeAgents(), input: null });
    const heard: string[] = [];
    const decided: string[] = [];
    run.on("*", (event) => heard.push(event.type));
    run.on("decision.made", (event) => decided.push(event.token));
    const [first, second] = await Promise.all([collect(run), collect(run)]);
    expect(first).toEqual(heard);
    expect(second).toEqual(heard);
    expect([heard[0], heard.at(-1)]).toEqual(["run.started", "run.finished"]);
    expect(decided).toEqual(["revise", "revise", "revise", "revise", "round-limit"]);
  });

  test("G13: an iterator after the end reads what is kept; with a small buffer it sees the gap", async () => {
    const { run, types } = await runProbe(probe(options));
    expect(await collect(run)).toEqual(types);
    const small = await runProbe(probe(options), { eventBuffer: 3 });
    expect(await collect(small.run)).toEqual(["events.dropped", ...small.types.slice(-3)]);
  });

  test("G13: breaking out of for await stops listening, not the run", async () => {
    const run = runLoop(probe(options), { agents: probeAgents(), input: null });
    expect(await collect(run, 2)).toHaveLength(2);
    expect((await run.result).token).toBe("round-limit");
  });

  test("G13: a consumer that never reads on stalls no run", async () => {
    const run = runLoop(probe({ ...options, maxRounds: 500 }), { agents: probeAgents(), input: null, eventBuffer: 8 });
    const iterator = run[Symbol.asyncIterator]();
    await iterator.next();
    expect((await run.result).rounds).toBe(500);
    expect((await iterator.next()).value).toMatchObject({ type: "events.dropped", from: 2 });
  });

  test("case H13: a listener that throws on every event changes nothing; the count stands in run.finished and the result", async () => {
    const plain = await runProbe(probe(options), { runId: "same" });
    const noisy = await runProbe(probe(options), {
      runId: "same",
      onEvent: () => {
        throw new Error("listener");
      },
    });
    const before = noisy.events.length - 1;
    expect(noisy.events.at(-1)).toMatchObject({ type: "run.finished", observerErrors: before });
    expect(noisy.result).toMatchObject({ token: plain.result.token, observerErrors: before + 1 });
    expect(noisy.types).toEqual(plain.types);
  });

  test("case H13: a listener that aborts, listens or stops listening in an event leaves the order whole for everybody", async () => {
    const controller = new AbortController();
    const run = runLoop(probe({ ...options, review: async (ctx, state) => (ctx.signal.addEventListener("abort", () => ctx.emit({ type: "probe.note", text: "told" })), await ctx.call("reviewer", { instruction: "", input: 1 }), state) }), {
      agents: probeAgents(),
      input: null,
      signal: controller.signal,
    });
    const seen: number[] = [];
    run.on("call.started", () => controller.abort());
    run.on("*", (event) => seen.push(event.seq));
    const late: number[] = [];
    run.on("run.started", () => run.on("*", (event) => late.push(event.seq)));
    expect((await run.result).status).toBe("aborted");
    expect(seen).toEqual(seen.map((_, index) => index + 1));
    expect(late).toEqual(seen.slice(1));
  });

  test("a policy's own events carry the frame, are copied and frozen", async () => {
    const own = { type: "probe.note", text: "mine" } as { type: "probe.note"; text: string };
    const { events } = await runProbe(
      probe({
        review: (ctx, state) => {
          ctx.emit(own);
          own.text = "changed";
          return { ...state, next: "stop" };
        },
      }),
    );
    const event = events.find((one) => one.type === "probe.note");
    expect(event).toEqual({ type: "probe.note", text: "mine", seq: event?.seq, at: event?.at, round: 1, phase: "review" });
    expect(Object.isFrozen(event)).toBe(true);
    expect(Object.isFrozen(own)).toBe(false);
  });

  test("G13: no runner event carries a draft, an instruction or an answer", async () => {
    const secret = "TOP-SECRET-DRAFT";
    const { events } = await runProbe(
      probe({
        maxRounds: 2,
        open: async (ctx) => {
          const written = await ctx.call("writer", { instruction: secret, input: { secret }, purpose: "draft", version: 1 });
          return { draft: written.ok ? written.value : null, next: "revise", early: "none", note: secret };
        },
        review: async (ctx, state) => {
          await ctx.call("reviewer", { instruction: secret, input: { draft: state.draft } }, { repair: () => ({ instruction: secret, input: secret }) });
          await ctx.lanes([{ lane: "a" }], (lane) => lane.step("look", () => secret));
          return { ...state, draft: `${secret} changed` };
        },
      }),
      { input: secret, agents: probeAgents({ writer: () => ({ text: secret, raw: secret }), reviewer: (_request, call) => ({ text: secret, structured: call % 2 === 0 ? { ok: true } : { ok: secret }, raw: secret }) }) },
    );
    expect(events.length).toBeGreaterThan(20);
    expect(JSON.stringify(events)).not.toContain(secret);
  });
});
