import type { Journal, Json } from "@loopwright/core";
import { describe, expect, test, vi } from "vitest";
import { abortSweep, assertSweep } from "./index.js";
import { sweptAgents, sweptPolicy, sweptWorld, WORLDS } from "./sweep/scenarios.fixture.js";

// A busy machine takes its time for files and processes.
vi.setConfig({ testTimeout: 60_000 });

test.each(Object.entries(WORLDS))("G10: aborts at events, calls and writes: %s", { timeout: 60_000 }, async (_name, options) => {
  const report = assertSweep(await abortSweep({ scenario: () => sweptWorld(options), sample: 50 }));
  expect(report.cases).toBeGreaterThan(10);
  expect(report.cases + report.skipped).toBe(Object.values(report.places).reduce((sum, count) => sum + count, 0));
});

test.each(["three lanes, repairs, consultations", "a question", "steps that stop the run"])("G10: G11: a process that dies after the abort leaves it behind, or none: %s", { timeout: 60_000 }, async (world) => {
  const scenario = () => sweptWorld(WORLDS[world]!);
  const report = assertSweep(await abortSweep({ scenario, crashes: true, sample: 25 }));
  const places = Object.values(report.places).reduce((sum, count) => sum + count, 0);
  expect(report.cases).toBeGreaterThan(25);
  // The places of the aborts that were left out are not known.
  expect(report.cases + report.skipped).toBeGreaterThan(places);
});

describe("an abort sweep finds", () => {
  const options = { lanes: 1, rounds: 2 } as const;

  test("a phase that goes on without looking", async () => {
    const scenario = () => {
      const policy = sweptPolicy(options, () => undefined);
      const { review } = policy.body;
      const deaf = { ...policy, body: { ...policy.body, review: async (...[ctx, state]: Parameters<typeof review>) => {
        const reviewed = await review(ctx, state);
        await new Promise((resolve) => setTimeout(resolve, 300));
        return reviewed;
      } } };
      return { policy: deaf, agents: sweptAgents(options), input: "task" };
    };
    const { violations } = await abortSweep({ scenario, promptMs: 200 });
    expect(violations.map(({ kind }) => kind)).toContain("hangs");
  });

  test("a journal that loses the abort, once the process dies", async () => {
    const loses = (journal: Journal): Journal => ({
      open: async () => {
        const opened = await journal.open();
        const append = (record: Json) => ((record as { readonly type: string }).type === "aborted" ? Promise.resolve() : opened.append(record));
        return { ...opened, append };
      },
    });
    const scenario = () => ({ ...sweptWorld(options), journal: loses });
    assertSweep(await abortSweep({ scenario, sample: 20 }));
    const { violations } = await abortSweep({ scenario, crashes: true, sample: 20 });
    expect(violations.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["aborted", "started-late"]));
    const { at } = violations[0]!;
    expect(at).toMatch(/^[a-z-]+ \d+, (before|after) write \d+$/);
    const alone = await abortSweep({ scenario, crashes: true, only: at });
    expect(alone.cases).toBe(1);
    expect(alone.violations).toEqual(violations.filter((one) => one.at === at));
  });

  test("an agent that rejects where nobody looks", async () => {
    const others = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    try {
      const scenario = () => ({ ...sweptWorld(options), agents: sweptAgents(options, () => void Promise.reject(new Error("nobody looks"))) });
      const { violations } = await abortSweep({ scenario, sample: 2 });
      expect(violations).toContainEqual(expect.objectContaining({ kind: "threw", message: expect.stringContaining("nobody looks") as string }));
    } finally {
      for (const listener of others) process.on("unhandledRejection", listener);
    }
  });
});
