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
