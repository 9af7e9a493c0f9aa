/** Worst cases. Numbers are the invariants at the head of worst-case.ts. */
import { describe, expect, test } from "vitest";
import { defineFacts, flag } from "./facts.js";
import { definePolicy, type CallBounds, type Policy } from "./policy.js";
import { roleFamily, structuredRole, textRole, type Roles } from "./role.js";
import { always, terminationTable } from "./table.js";
import { worstCase } from "./worst-case.js";

const facts = defineFacts({ isDone: flag() });
const never = (): boolean => false;
const rows = {
  approved: { token: "approved", kind: "pass", when: never },
  early: { token: "ask-first", kind: "continue", then: "consult", early: true, when: never },
  consult: { token: "consult", kind: "continue", then: "consult", when: never },
  review: { token: "look-again", kind: "continue", then: "review", when: never },
  revise: { token: "revise", kind: "continue", then: "revise", when: never },
  end: { token: "end", kind: "stop", when: always },
} as const;
const reviewer = structuredRole<unknown>({ jsonSchema: {}, validate: (value) => ({ ok: true, value }) });
const roles = { writer: textRole(), reviewer, panel: roleFamily(reviewer), guide: textRole({ duty: "adviser" }) };

interface Shape {
  readonly rows?: readonly (keyof typeof rows)[];
  readonly calls?: CallBounds<Roles> | undefined;
  readonly maxRounds?: number;
  readonly maxConsultsPerRound?: number;
  readonly hasArtifact?: boolean;
  readonly roles?: Roles;
}

function policyOf({ rows: names = ["approved", "revise", "end"], hasArtifact = true, ...header }: Shape = {}): Policy {
  const phase = (): object => ({});
  const table = terminationTable(facts, names.map((name) => rows[name]));
  const body = { open: phase, review: phase, revise: phase, consult: phase, facts: () => ({ isDone: true }), report: () => null, ...(hasArtifact ? { artifact: () => "x" } : {}) };
  return definePolicy({ name: "p", roles, table, maxRounds: 3, ...header } as never)(body as never) as unknown as Policy;
}

const calls: CallBounds<Roles> = { open: { writer: 1, guide: 2 }, review: { reviewer: 2, panel: 1 }, revise: { writer: 3 }, consult: { guide: 5 } };

describe("G22: 2: structure", () => {
  test("G1: case F14: a cap of N is N reviews and N − 1 revisions", () => {
    for (const maxRounds of [1, 2, 3, 100]) expect(worstCase(policyOf({ maxRounds, calls }))).toMatchObject({ rounds: maxRounds, revisions: maxRounds - 1, byRole: { writer: 1 + 3 * (maxRounds - 1), reviewer: 2 * maxRounds } });
  });

  test("the tighter cap holds, the policy's or the caller's", () => {
    expect(worstCase(policyOf({ calls }), { rounds: 2 })).toMatchObject({ rounds: 2, revisions: 1 });
    expect(worstCase(policyOf({ calls }), { rounds: 50 })).toMatchObject({ rounds: 3, revisions: 2 });
  });

  test("without a revise row nothing is revised", () => {
    expect(worstCase(policyOf({ rows: ["approved", "review", "end"], calls }))).toMatchObject({ rounds: 3, revisions: 0, byRole: { writer: 1 } });
  });

  test("without a row that leads to another round there is one, unless the artifact may change while it is judged", () => {
    expect(worstCase(policyOf({ rows: ["approved", "end"], calls, hasArtifact: false }))).toMatchObject({ rounds: 1, revisions: 0, byRole: { reviewer: 2 } });
    expect(worstCase(policyOf({ rows: ["approved", "end"], calls }))).toMatchObject({ rounds: 3, revisions: 0 });
  });

  test("consultations: none without a row, as many as declared in each round, and before the first where an early row asks", () => {
    const of = (names: readonly (keyof typeof rows)[], maxConsultsPerRound: number) => worstCase(policyOf({ rows: [...names, "revise", "end"], calls, maxConsultsPerRound }));
    expect(of([], 2)).toMatchObject({ consults: 0, byRole: { guide: 2 } });
    expect(of(["consult"], 1)).toMatchObject({ consults: 3, byRole: { guide: 2 + 15 } });
    expect(of(["consult"], 2)).toMatchObject({ consults: 6, byRole: { guide: 2 + 30 } });
    expect(of(["early"], 2)).toMatchObject({ consults: 8, byRole: { guide: 2 + 40 } });
    expect(of(["early", "consult"], 1)).toMatchObject({ consults: 4, revisions: 2 });
  });

  test("G6: phases in which a role may not be called count nothing, whatever is declared for them", () => {
    const odd = policyOf({ calls: { open: { writer: 1, reviewer: 9 }, review: { reviewer: 1, writer: 9 }, revise: { writer: 1, reviewer: 9 } } });
    expect(worstCase(odd).byRole).toMatchObject({ writer: 1 + 2, reviewer: 3 });
  });

  test("a phase without bounds leaves open only the roles that may be called in it", () => {
    const { byRole, calls: total } = worstCase(policyOf({ calls: { review: { reviewer: 2 } } }), {}, { panel: {} });
    expect(byRole).toMatchObject({ writer: null, guide: null, reviewer: 6, panel: 0 });
    expect(total).toBeNull();
    expect(worstCase(policyOf({ rows: ["approved", "review", "end"], calls: { open: { writer: 1 }, review: {} } })).byRole).toMatchObject({ writer: 1 });
  });
});

describe("G22: 1: numbers", () => {
  test("null where nothing bounds a number, never 0", () => {
    expect(worstCase(policyOf())).toEqual({ rounds: 3, revisions: 2, consults: 0, calls: null, byRole: { writer: null, reviewer: null, panel: null, guide: null }, costUsd: null });
    expect(worstCase(policyOf(), { calls: 10 })).toMatchObject({ calls: 10, byRole: { writer: 10, reviewer: 10, panel: 10, guide: 10 }, costUsd: null });
  });

  test("a role that no phase may call is 0, known or not", () => {
    expect(worstCase(policyOf({ calls: { open: {}, review: {}, revise: {} } }))).toMatchObject({ calls: 0, byRole: { writer: 0, panel: 0 }, costUsd: 0 });
  });

  test("a family counts its members, and is unknown without them", () => {
    const policy = policyOf({ calls });
    expect(worstCase(policy)).toMatchObject({ calls: null, byRole: { panel: null, reviewer: 6 } });
    expect(worstCase(policy, {}, { panel: { a: {}, b: {}, c: {} } })).toMatchObject({ calls: 7 + 6 + 9 + 2, byRole: { panel: 9 } });
    expect(worstCase(policy, { calls: 8 }, { panel: { a: {}, b: {}, c: {} } })).toMatchObject({ calls: 8, byRole: { writer: 7, reviewer: 6, panel: 8, guide: 2 } });
    expect(worstCase(policy, {}, { constructor: {} })).toMatchObject({ byRole: { panel: null } });
  });

  test("is frozen", () => {
    const worst = worstCase(policyOf({ calls }));
    expect([Object.isFrozen(worst), Object.isFrozen(worst.byRole)]).toEqual([true, true]);
  });
});

describe("G22: cost", () => {
  const pair = { writer: textRole(), reviewer };
  const bounded = policyOf({ roles: pair, calls: { open: { writer: 1 }, review: { reviewer: 1 }, revise: { writer: 1 } } });
  const prices = { inputUsdPerMillionTokens: 1, outputUsdPerMillionTokens: 10 };
  const limits = { maxInputTokens: 100_000, maxOutputTokens: 10_000 };
  const cheap = { limits: { maxCostUsd: 1 } };

  test("calls times what each may cost: declared, or from prices and declared tokens, or from fallback prices", () => {
    expect(worstCase(bounded, {}, { writer: cheap, reviewer: { limits: { maxCostUsd: 0.5 } } }).costUsd).toBe(4.5);
    expect(worstCase(bounded, {}, { writer: { prices, limits }, reviewer: cheap }).costUsd).toBeCloseTo(3 * 0.2 + 3, 12);
    expect(worstCase(bounded, { fallbackPrices: prices }, { writer: { limits }, reviewer: { limits } }).costUsd).toBeCloseTo(1.2, 12);
  });

  test.each<[string, object | undefined]>([
    ["nothing is known of an agent", undefined],
    ["an agent declares nothing", {}],
    ["its price is unknown", { limits }],
    ["its tokens are unknown", { prices }],
    ["its input is unknown", { prices, limits: { maxOutputTokens: 1 } }],
    ["it reports its cost, without a bound", { prices: "reported", limits }],
  ])("case H08: null where %s", (_name, writer) => {
    const agents = { reviewer: cheap, ...(writer === undefined ? {} : { writer }) };
    expect(worstCase(bounded, {}, agents).costUsd).toBeNull();
    expect(worstCase(bounded, { costUsd: 7 }, agents).costUsd).toBe(7);
  });

  test("what is free costs nothing, bounded or not", () => {
    const free = { prices: { inputUsdPerMillionTokens: 0, outputUsdPerMillionTokens: 0 } };
    expect(worstCase(bounded, {}, { writer: free, reviewer: cheap }).costUsd).toBe(3);
    expect(worstCase(policyOf({ roles: pair }), {}, { writer: free, reviewer: free }).costUsd).toBe(0);
  });

  test("a cost limit below the sum is the sum", () => {
    expect(worstCase(bounded, { costUsd: 2 }, { writer: cheap, reviewer: cheap }).costUsd).toBe(2);
    expect(worstCase(bounded, { costUsd: 60 }, { writer: cheap, reviewer: cheap }).costUsd).toBe(6);
  });

  test("3: under a call limit the dearest calls are the ones that are made", () => {
    const agents = { writer: cheap, reviewer: { limits: { maxCostUsd: 5 } } };
    expect(worstCase(bounded, { calls: 2 }, agents).costUsd).toBe(10);
    expect(worstCase(bounded, { calls: 4 }, agents).costUsd).toBe(16);
    expect(worstCase(bounded, { calls: 40 }, agents).costUsd).toBe(18);
    expect(worstCase(bounded, { calls: 2 }, { reviewer: cheap }).costUsd).toBeNull();
    expect(worstCase(policyOf({ roles: pair }), { calls: 3 }, agents).costUsd).toBe(15);
  });

  test("members of a family cost what each of them costs", () => {
    const panel = policyOf({ roles: { panel: roleFamily(reviewer) }, calls: { review: { panel: 2 } } });
    expect(worstCase(panel, {}, { panel: { a: { limits: { maxCostUsd: 1 } }, b: { limits: { maxCostUsd: 0.25 } } } })).toMatchObject({ calls: 12, costUsd: 7.5 });
    expect(worstCase(panel, {}, { panel: { a: cheap, b: {} } })).toMatchObject({ calls: 12, costUsd: null });
  });
});

describe("G20: what is misdeclared is refused here as at the start of a run", () => {
  test.each([0, -1, 1.5, Number.NaN, Infinity, "3"])("limits of %s", (value) => {
    expect(() => worstCase(policyOf(), { rounds: value as never })).toThrow(expect.objectContaining({ code: "max-rounds-range", path: "limits.rounds" }) as Error);
    expect(() => worstCase(policyOf(), { calls: value as never })).toThrow(expect.objectContaining({ code: "calls-range" }) as Error);
  });

  test("unknown limits and negative needs", () => {
    expect(() => worstCase(policyOf(), { maxCalls: 3 } as never)).toThrow(expect.objectContaining({ code: "limit-unknown" }) as Error);
    expect(() => worstCase(policyOf({ calls }), {}, { writer: { limits: { maxCostUsd: -1 } } })).toThrow(expect.objectContaining({ code: "cost-range", path: "agents.writer.limits.maxCostUsd" }) as Error);
  });
});
