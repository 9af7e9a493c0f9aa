import { describe, expect, test } from "vitest";
import { manualClock } from "@loopwright/testing";
import { grammarProblems } from "./event-grammar.fixture.js";
import type { AgentRequest, LaneResult } from "./index.js";
import { agentOf, deferred, judges, never, probe, probeAgents, runProbe, settle, type ProbeContext, type ProbeRunOptions } from "./probe.fixture.js";

type PanelRole = `panel/${string}`;
type LaneOf = Parameters<Parameters<ProbeContext["lanes"]>[1]>[0];

/** Runs lanes in the first review and keeps their results. */
async function lanes<T>(
  specs: readonly { lane: string; role?: PanelRole }[],
  run: (lane: LaneOf) => Promise<T>,
  options: { concurrency?: number; agents?: ReturnType<typeof probeAgents>; reviewed?: boolean } & Pick<ProbeRunOptions, "limits" | "signal" | "clock"> = {},
) {
  let results: readonly LaneResult<T>[] = [];
  const { concurrency, reviewed, ...rest } = options;
  const ended = await runProbe(
    probe({
      async review(ctx, state) {
        results = await ctx.lanes(specs, run, concurrency === undefined ? {} : { concurrency });
        return { ...state, next: "stop" };
      },
      ...(reviewed === undefined ? {} : { reviewed: () => reviewed }),
    }),
    rest,
  );
  expect(grammarProblems(ended.events)).toEqual([]);
  return { ...ended, results };
}

const named = (...names: readonly string[]): { lane: string }[] => names.map((lane) => ({ lane }));
const request = { instruction: "", input: "x" } as const;

describe("lanes", () => {
  test("G8: results keep the declared order, whatever the order of ending", async () => {
    const gates = new Map(["a", "b", "c"].map((name) => [name, deferred()]));
    const order: string[] = [];
    const ended = lanes(named("a", "b", "c"), async ({ lane }) => {
      await gates.get(lane)?.promise;
      order.push(lane);
      return lane.toUpperCase();
    });
    for (const name of ["c", "a", "b"]) {
      gates.get(name)?.resolve();
      await settle(1);
    }
    const { results } = await ended;
    expect(order).toEqual(["c", "a", "b"]);
    expect(results).toEqual([
      { lane: "a", ok: true, value: "A" },
      { lane: "b", ok: true, value: "B" },
      { lane: "c", ok: true, value: "C" },
    ]);
  });

  test.each([1, 2, 3, 7, 50])("G8: concurrency %i is exact: never more, and never less while lanes wait", async (concurrency) => {
    const total = 20;
    let open = 0;
    const opens: number[] = [];
    const gates: (() => void)[] = [];
    const ended = lanes(
      named(...Array.from({ length: total }, (_, index) => `l${index}`)),
      () =>
        new Promise<void>((resolve) => {
          opens.push(++open);
          gates.push(() => (open--, resolve()));
        }),
      { concurrency },
    );
    for (let done = 0; done < total; done++) {
      await settle(2);
      expect(open).toBe(Math.min(concurrency, total - done));
      gates.shift()?.();
    }
    await ended;
    expect(Math.max(...opens)).toBe(Math.min(concurrency, total));
  });

  test("G8: one limiter serves batches of different widths, one after another", async () => {
    const widths: number[] = [];
    await runProbe(
      probe({
        async review(ctx, state) {
          for (const concurrency of [3, 1, 5, 2, undefined]) {
            let open = 0;
            let widest = 0;
            await ctx.lanes(named("a", "b", "c", "d", "e", "f"), async () => {
              widest = Math.max(widest, ++open);
              await new Promise((resolve) => setImmediate(resolve));
              open--;
            }, concurrency === undefined ? {} : { concurrency });
            widths.push(widest);
          }
          return { ...state, next: "stop" };
        },
      }),
    );
    expect(widths).toEqual([3, 1, 5, 2, 6]);
  });

  test("no lanes at all are a valid batch", async () => {
    expect((await lanes([], async () => 1)).results).toEqual([]);
  });

  test("G8: a lane that throws, fails, times out or is lost touches no other", async () => {
    const clock = manualClock();
    const agents = probeAgents({ panel: { a: () => judges(true), b: () => Promise.reject(new Error("down")), c: never } });
    const ended = lanes(
      named("fine", "throws", "fails", "hangs"),
      async (lane) => {
        if (lane.lane === "throws") throw new Error("bug in a lane");
        return lane.call(lane.lane === "fine" ? "panel/a" : lane.lane === "fails" ? "panel/b" : "panel/c", request);
      },
      { agents, clock, limits: { callTimeoutMs: 100 } },
    );
    await clock.advance(100);
    const { results, result } = await ended;
    expect(results).toMatchObject([
      { lane: "fine", ok: true, value: { ok: true, value: { ok: true } } },
      { lane: "throws", ok: false, failure: { kind: "error", message: "bug in a lane", callId: null } },
      { lane: "fails", ok: true, value: { ok: false, failure: { kind: "error" } } },
      { lane: "hangs", ok: true, value: { ok: false, failure: { kind: "timeout" } } },
    ]);
    expect(result).toMatchObject({ status: "stopped", reviewedVersion: null });
    expect(clock.pendingTimers).toBe(0);
  });

  test("G8, G10: abort ends all lanes at once, also those that wait and those that ignore it", async () => {
    const controller = new AbortController();
    let started = 0;
    const agents = probeAgents({ panel: { a: () => (++started === 2 && setImmediate(() => controller.abort()), never()) } });
    const { results, result, events } = await lanes(named("a", "b", "c", "d"), (lane) => lane.call("panel/a", request), { agents, concurrency: 2, signal: controller.signal });
    expect(started).toBe(2);
    expect(results.map((one) => one.ok && !one.value.ok && [one.value.failure.kind, one.value.failure.callId])).toEqual([
      ["aborted", "c1"],
      ["aborted", "c2"],
      ["aborted", null],
      ["aborted", null],
    ]);
    expect(result).toMatchObject({ status: "aborted", usage: { calls: 2, failedCalls: 2 } });
    expect(events.filter((event) => event.type === "lane.finished")).toHaveLength(4);
  });

  test("G8, G13: order within a lane is kept, and each event names its lane", async () => {
    const { events } = await lanes(named("a", "b"), async (lane) => {
      await lane.call("panel/a", request);
      lane.emit({ type: "probe.note", text: lane.lane });
      await lane.step("check", () => lane.round);
    });
    for (const name of ["a", "b"]) {
      expect(events.filter((event) => event.lane === name).map((event) => event.type)).toEqual(["lane.started", "call.started", "call.finished", "probe.note", "step.started", "step.finished", "lane.finished"]);
    }
    expect(events.filter((event) => event.type === "call.started").map((event) => event.key)).toEqual(["r1/review/a/panel/a", "r1/review/b/panel/a"]);
  });

  test("G19: with instant agents the order across lanes is the same every time", async () => {
    const order = async () => (await lanes(named("a", "b", "c"), (lane) => lane.call("panel/a", request), { concurrency: 2 })).events.map((event) => [event.type, event.lane]);
    expect(await order()).toEqual(await order());
  });

  test("a lane knows its signal, round and time", async () => {
    const clock = manualClock({ startMs: 42 });
    const seen: unknown[] = [];
    await lanes(named("a"), async (lane) => seen.push([lane.round, lane.now(), lane.signal.aborted, lane.lane]), { clock });
    expect(seen).toEqual([[1, 42, false, "a"]]);
  });

  test("G8: members of a family stand in declared order", async () => {
    let members: readonly string[] = [];
    const panel = Object.fromEntries(["z", "a", "m"].map((key) => [key, () => judges(true)]));
    await runProbe(probe({ review: (ctx, state) => ((members = ctx.members("panel")), { ...state, next: "stop" }) }), { agents: probeAgents({ panel }) });
    expect(members).toEqual(["z", "a", "m"]);
  });
});

describe("batch reservation", () => {
  const three = ["a", "b", "c"].map((key): { lane: string; role: PanelRole } => ({ lane: `lane-${key}`, role: `panel/${key}` }));

  test("G8, G14: a batch reserves in declared order before any lane starts; what does not fit is refused", async () => {
    const started: string[] = [];
    const { results, result, events } = await lanes(three, async (lane) => (started.push(lane.lane), lane.call(`panel/${lane.lane.slice(-1)}`, request)), { limits: { calls: 2 }, concurrency: 1 });
    expect(started).toEqual(["lane-a", "lane-b"]);
    expect(results.map((one) => (one.ok ? "ok" : one.failure.kind))).toEqual(["ok", "ok", "budget"]);
    expect(events.find((event) => event.type === "call.refused")).toMatchObject({ key: "r1/review/lane-c/panel/c", role: "panel/c", kind: "budget", lane: "lane-c" });
    expect(events.filter((event) => event.type === "lane.started")).toHaveLength(2);
    expect(result).toMatchObject({ status: "stopped", token: "budget-spent", usage: { calls: 2 } });
  });

  test("G8, G14: an early lane that calls twice takes nothing from a later lane that has reserved", async () => {
    const { results } = await lanes(
      three,
      async (lane) => {
        const role: PanelRole = `panel/${lane.lane.slice(-1)}`;
        return [await lane.call(role, request), await lane.call(role, request)].map((outcome) => (outcome.ok ? "ok" : outcome.failure.kind));
      },
      { limits: { calls: 4 }, concurrency: 1 },
    );
    expect(results.map((one) => one.ok && one.value)).toEqual([["ok", "ok"], ["ok", "budget"], ["ok", "budget"]]);
  });

  test("G14: a reservation that a lane does not use is given back", async () => {
    const { results } = await lanes(
      three,
      async (lane) => (lane.lane === "lane-c" ? [await lane.call("panel/c", request), await lane.call("panel/c", request)].map((outcome) => outcome.ok) : []),
      { limits: { calls: 3 }, concurrency: 1 },
    );
    expect(results[2]).toMatchObject({ ok: true, value: [true, true] });
  });

  test("G14: declared tokens are reserved for the whole batch", async () => {
    const limited = (key: string) => agentOf(() => ({ ...judges(true), usage: { inputTokens: 1, outputTokens: 1 } }), { id: key, limits: { maxInputTokens: 40, maxOutputTokens: 10 } });
    const agents = { ...probeAgents(), panel: { a: limited("a"), b: limited("b"), c: limited("c") } };
    const { results } = await lanes(three, (lane) => lane.call(`panel/${lane.lane.slice(-1)}`, request), { agents, limits: { tokens: 120 } });
    expect(results.map((one) => (one.ok ? "ok" : one.failure.kind))).toEqual(["ok", "ok", "budget"]);
  });

  test("a lane with a role that is not in this phase fails the run and reserves nothing for good", async () => {
    const { result } = await runProbe(
      probe({ review: async (ctx, state) => (await ctx.lanes([{ lane: "x", role: "writer" }], (lane) => lane.call("writer", request)), state) }),
      { limits: { calls: 5 } },
    );
    expect(result).toMatchObject({ status: "failed", error: { code: "role-in-phase" } });
  });
});

describe("many lanes", () => {
  test("case H13: 200 lanes on one signal, all listening, without a MaxListenersExceededWarning", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on("warning", note);
    const controller = new AbortController();
    const listening = (sent: AgentRequest): Promise<unknown> =>
      new Promise((resolve) => {
        sent.signal.addEventListener("abort", resolve);
        setImmediate(resolve, judges(true));
      });
    const agents = probeAgents({ panel: { a: listening } });
    const names = Array.from({ length: 200 }, (_, index) => `l${index}`);
    const { results } = await lanes(
      named(...names),
      (lane) => {
        lane.signal.addEventListener("abort", () => undefined);
        return lane.call("panel/a", request);
      },
      { agents, signal: controller.signal },
    );
    await settle();
    process.off("warning", note);
    expect(warnings).toEqual([]);
    expect(results.map((one) => one.lane)).toEqual(names);
    expect(results.every((one) => one.ok && one.value.ok)).toBe(true);
  });
});
