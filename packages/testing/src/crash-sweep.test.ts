import type { InterruptedOutcome } from "@loopwright/core";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { assertSweep, crashSweep } from "./index.js";
import { sweptAgents, sweptPolicy, sweptWorld, WORLDS } from "./sweep/scenarios.fixture.js";

// A busy machine takes its time for files and processes.
vi.setConfig({ testTimeout: 60_000 });


describe("G11: crash sweeps; all of them, and all pairs of crashes, with npm run sweeps", () => {
  test.each(Object.entries(WORLDS))("a crash before and after writes to the journal: %s", { timeout: 60_000 }, async (_name, options) => {
    const report = assertSweep(await crashSweep({ scenario: () => sweptWorld(options), sample: 40 }));
    expect(report.cases).toBeGreaterThan(10);
    expect(report.cases + report.skipped).toBe(2 * report.places["writes"]!);
  });

  test("a crash while the run goes on after a crash", { timeout: 60_000 }, async () => {
    const report = assertSweep(await crashSweep({ scenario: () => sweptWorld(WORLDS["three lanes, one at a time"]!), depth: 2, sample: 60 }));
    expect(report.cases).toBeGreaterThan(30);
  });

  test("steps that are commands", { timeout: 60_000 }, async () => {
    const command = async (): Promise<string> => (await promisify(execFile)(process.execPath, ["-p", "6 * 7"])).stdout.trim();
    assertSweep(await crashSweep({ scenario: () => sweptWorld({ lanes: 1, rounds: 1, steps: "reissue", command }), sample: 8 }));
  });

  test.each<[string, InterruptedOutcome]>([["redo", "redo"], ["it was done", { value: "noted" }]])("what people say of an effect that was in flight: %s", { timeout: 60_000 }, async (_name, outcome) => {
    const scenario = () => ({ ...sweptWorld({ lanes: 1, rounds: 1, steps: "ask" }), interrupted: () => outcome });
    const report = await crashSweep({ scenario });
    // With a value of one's own the log of the run says so, which is no fault.
    expect(report.violations.filter(({ kind }) => kind !== "result" || outcome === "redo")).toEqual([]);
  });
});

describe("a crash sweep finds", () => {
  const options = { lanes: 1, rounds: 2 } as const;

  test("an effect that a policy has outside its steps", async () => {
    const scenario = () => {
      const ran: string[] = [];
      const policy = sweptPolicy({ ...options, steps: "reissue" }, (key) => void ran.push(key));
      const { record } = policy.body;
      const outside = { ...policy, body: { ...policy.body, record: (...[ctx, state, decision]: Parameters<NonNullable<typeof record>>) => (ran.push(`r${ctx.round}/record/review/step:note`), record!(ctx, state, decision)) } };
      return { policy: outside, agents: sweptAgents(options), input: "task", ran: () => ran };
    };
    const report = await crashSweep({ scenario });
    expect(report.violations.map(({ kind }) => kind)).toContain("repeated");
    expect(() => assertSweep(report)).toThrow(expect.objectContaining({ code: "sweep-violations" }) as Error);
  });

  test("a policy that remembers outside its state", async () => {
    const scenario = () => {
      let reviews = 0;
      const policy = sweptPolicy(options, () => undefined);
      const { review } = policy.body;
      const forgetful = { ...policy, body: { ...policy.body, review: async (...[ctx, state]: Parameters<typeof review>) => ({ ...(await review(ctx, state)), log: [`review ${++reviews}`] }) } };
      return { policy: forgetful, agents: sweptAgents(options), input: "task" };
    };
    const { violations } = await crashSweep({ scenario });
    expect(violations.find(({ kind }) => kind === "result")?.message).toContain("result.report.log");
    const { at } = violations[0]!;
    expect((await crashSweep({ scenario, only: at })).violations[0]).toEqual(violations[0]);
  });

  test("a policy whose inputs differ from process to process", async () => {
    let process = 0;
    const scenario = () => {
      const policy = sweptPolicy(options, () => undefined);
      const { open } = policy.body;
      return { policy: { ...policy, body: { ...policy.body, open: (...[ctx]: Parameters<typeof open>) => open(ctx, `task ${++process}`) } }, agents: sweptAgents(options), input: "task" };
    };
    const { violations } = await crashSweep({ scenario, sample: 20 });
    expect(violations.some(({ message }) => message.includes("failed"))).toBe(true);
  });

  test("a decision that the clock makes", async () => {
    const scenario = () => {
      let reads = 0;
      const policy = sweptPolicy({ ...options, rounds: 3 }, () => undefined);
      const { facts } = policy.body;
      return { policy: { ...policy, body: { ...policy.body, facts: (...given: Parameters<typeof facts>) => ({ ...facts(...given), failed: ++reads > 6 }) } }, agents: sweptAgents(options), input: "task" };
    };
    const { violations } = await crashSweep({ scenario });
    expect(violations.length).toBeGreaterThan(0);
  });

  test("an agent that leaves a timer", async () => {
    const timers: NodeJS.Timeout[] = [];
    const scenario = () => ({ ...sweptWorld(options), agents: sweptAgents(options, () => void timers.push(setTimeout(() => undefined, 60_000))) });
    const { violations } = await crashSweep({ scenario, sample: 1 });
    timers.forEach(clearTimeout);
    expect(violations.map(({ kind }) => kind)).toContain("left-behind");
  });

  test("a run that does not settle", async () => {
    const scenario = () => ({ ...sweptWorld(options), agents: { ...sweptAgents(options), writer: { id: "w", call: () => new Promise<never>(() => undefined) } } });
    const { violations } = await crashSweep({ scenario, promptMs: 100 });
    expect(violations[0]).toMatchObject({ at: "no crash", kind: "hangs" });
  });
});
