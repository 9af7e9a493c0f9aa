/** Usage against a naive sum over whatever was reported, through a resume at any point. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { RunUsage } from "./usage.js";
import { UsageMeter, usableUsage } from "./usage-meter.js";

const number = fc.oneof(fc.nat({ max: 1_000_000 }), fc.constantFrom<unknown[]>(-1, 0, Number.NaN, Infinity, -Infinity, 1e308, "5", null, undefined, {}, true), fc.double());
const call = fc.record({
  role: fc.constantFrom("writer", "reviewer", "panel/a", "constructor"),
  isRepair: fc.boolean(),
  hasFailed: fc.boolean(),
  reported: fc.oneof(fc.record({ inputTokens: number, outputTokens: number, costUsd: number }, { requiredKeys: [] }), fc.anything()),
});

const isCounted = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= Number.MAX_SAFE_INTEGER;

test("QU-USE-01, QU-USE-02: totals are the sums of what was usable, by role and over all", () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 20 }), fc.nat({ max: 20 }), (calls, resumeAt) => {
      let meter = new UsageMeter();
      calls.forEach(({ role, isRepair, hasFailed, reported }, index) => {
        if (index === resumeAt) meter = new UsageMeter(JSON.parse(JSON.stringify(meter.totals())) as RunUsage);
        const usage = usableUsage(reported);
        meter.started(role, isRepair);
        meter.ended(role, usage, usage?.costUsd ?? null, hasFailed);
      });
      const field = (reported: unknown, name: string): unknown => (reported as { readonly [name: string]: unknown } | null | undefined)?.[name];
      const sums = (some: typeof calls) => {
        const sum = (name: string): unknown => expect.closeTo(some.map((one) => field(one.reported, name)).filter(isCounted).reduce((total, value) => total + value, 0), 3);
        return {
          calls: some.length,
          repairCalls: some.filter((one) => one.isRepair).length,
          failedCalls: some.filter((one) => one.hasFailed).length,
          inputTokens: sum("inputTokens"),
          outputTokens: sum("outputTokens"),
          costUsd: sum("costUsd"),
        };
      };
      const silent = calls.filter((one) => !["inputTokens", "outputTokens", "costUsd"].some((name) => isCounted(field(one.reported, name)))).length;
      expect(meter.totals()).toEqual({
        ...sums(calls),
        callsWithoutUsage: silent,
        callsWithoutCost: calls.filter((one) => !isCounted(field(one.reported, "costUsd"))).length,
        complete: silent === 0,
        byRole: Object.fromEntries([...new Set(calls.map((one) => one.role))].map((role) => [role, sums(calls.filter((one) => one.role === role))])),
      });
    }),
  );
});
