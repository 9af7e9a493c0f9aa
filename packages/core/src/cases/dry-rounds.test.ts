/** Recipe: review until so many rounds in a row found nothing. A round counts as dry only if it looked everywhere. */
import { describe, expect, test } from "vitest";
import { scriptedAgent } from "@loopwright/testing";
import { tableMatchers } from "@loopwright/testing/vitest";
import { always, count, defineFacts, definePolicy, runLoop, structuredRole, terminationTable, textRole } from "../index.js";

interface Look {
  readonly findings: readonly string[];
  readonly inspected: readonly string[];
}

const finder = structuredRole<Look>({ jsonSchema: { type: "object" }, validate: (value) => ({ ok: true, value: value as Look }) });

const facts = defineFacts({ dry: count({ upTo: 3 }), dryNeeded: count({ upTo: 3 }), open: count({ upTo: 3 }) });

const table = terminationTable(facts, [
  { token: "dry", kind: "pass", when: (f) => f.dry >= f.dryNeeded, why: "so many whole looks in a row found nothing" },
  { token: "look-again", kind: "continue", then: "review", when: (f) => f.open === 0 },
  { token: "mend", kind: "continue", then: "revise", when: always },
]);

const untilDry = (options: { readonly dryRounds: number; readonly cap: number; readonly files: readonly string[] }) =>
  definePolicy({ name: "until-dry", roles: { fixer: textRole(), finder }, table, maxRounds: options.cap })({
    open: (_ctx, text: string) => ({ text, open: [] as readonly string[], dry: 0, found: 0 }),
    async review(ctx, state) {
      const look = await ctx.call("finder", { instruction: "Find defects.", input: { text: state.text } });
      if (!look.ok) return { ...state, open: [], dry: 0 };
      const { findings, inspected } = look.value;
      const isWhole = options.files.every((file) => inspected.includes(file));
      return { ...state, open: findings, dry: findings.length === 0 && isWhole ? state.dry + 1 : 0, found: state.found + findings.length };
    },
    facts: ({ dry, open }) => ({ dry, dryNeeded: options.dryRounds, open: open.length }),
    async revise(ctx, state) {
      const mended = await ctx.call("fixer", { instruction: "Mend.", input: { text: state.text, findings: state.open } });
      return mended.ok ? { ...state, text: mended.value, open: [] } : state;
    },
    artifact: ({ text }) => text,
    report: ({ dry, open, found }, { token }, { rounds }) => ({
      text: token === "dry" ? `${dry} dry rounds (${rounds} of ${options.cap})` : `cap of ${options.cap} rounds reached, ${open.length} open`,
      open,
      found,
    }),
  });

const COUNTS = [2, 2, 7, 0, 0, 5, 3, 1];
const FILES = ["a.ts", "b.ts"];

async function found(dryRounds: number, counts: readonly number[], options: { cap?: number; partial?: readonly number[]; down?: readonly number[] } = {}) {
  const { cap = 5, partial = [], down = [] } = options;
  const looks = counts.map((findings, round) =>
    down.includes(round) ? { error: "down" } : { structured: { findings: Array.from({ length: findings }, (_, index) => `R${round + 1}.${index + 1}`), inspected: partial.includes(round) ? ["a.ts"] : FILES } },
  );
  const agents = { finder: scriptedAgent(looks), fixer: scriptedAgent(counts.map((_, index) => `v${index + 1}`)) };
  return runLoop(untilDry({ dryRounds, cap, files: FILES }), { agents, input: "v0" }).result;
}

describe("until dry", () => {
  test("case F18: one dry round stops at round 4, two at round 5, and neither says that nothing is left", async () => {
    expect(await found(1, COUNTS)).toMatchObject({ status: "passed", token: "dry", rounds: 4, report: { text: "1 dry rounds (4 of 5)", found: 11 } });
    const two = await found(2, COUNTS);
    expect(two).toMatchObject({ status: "passed", token: "dry", rounds: 5, report: { text: "2 dry rounds (5 of 5)", found: 11 } });
    expect(JSON.stringify(two.report)).not.toMatch(/bug-free|no defects/i);
  });

  test("case F18: the cap has another token and another text than a dry stop, and is no pass", async () => {
    expect(await found(3, COUNTS)).toMatchObject({ status: "stopped", token: "round-limit", rounds: 5, report: { text: "cap of 5 rounds reached, 0 open" } });
    expect(await found(1, COUNTS, { cap: 3 })).toMatchObject({ token: "round-limit", report: { text: "cap of 3 rounds reached, 7 open", open: { length: 7 } } });
  });

  test("case F18: a look that found nothing but did not see every file is not dry", async () => {
    expect(await found(1, COUNTS, { partial: [3] })).toMatchObject({ token: "dry", rounds: 5 });
    expect(await found(2, COUNTS, { partial: [3], cap: 6 })).toMatchObject({ token: "round-limit", rounds: 6 });
  });

  test("case F18: a finding, or a finder that is down, starts the count anew", async () => {
    expect(await found(2, [0, 1, 0, 0], { cap: 9 })).toMatchObject({ token: "dry", rounds: 4 });
    expect(await found(2, [0, 0, 0, 0], { cap: 9, down: [1] })).toMatchObject({ token: "dry", rounds: 4 });
  });
});

test("the table is total, and every row decides somewhere", () => {
  expect.extend(tableMatchers);
  expect(table).toBeTotal();
  expect(table).toHaveNoUnreachableRows();
});
