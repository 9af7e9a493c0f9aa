/** Worst cases against runs: no run exceeds one, and a run that tries reaches it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Agent } from "./agent.js";
import { DUTIES_OF_PHASE } from "./context.js";
import { defineFacts, oneOf } from "./facts.js";
import type { RunLimits } from "./limits.js";
import { definePolicy, type Policy } from "./policy.js";
import { roleFamily, textRole, type SingleRole } from "./role.js";
import { runLoop } from "./run.js";
import { always, terminationTable } from "./table.js";
import { worstCase } from "./worst-case.js";

type Choice = "consult" | "review" | "revise" | "end";
interface State {
  /** What the policy would like next, first one first; the last one stays. */
  readonly wishes: readonly Choice[];
  readonly version: number;
}

const facts = defineFacts({ wish: oneOf("consult", "review", "revise", "end") });
const judge = textRole({ duty: "reviewer" });
const roles = { writer: textRole(), reviewer: judge, panel: roleFamily(judge), guide: textRole({ duty: "adviser" }) };
const members = ["a", "b"];

const shape = fc.record({
  isConsultEarly: fc.boolean(),
  isReviewEarly: fc.boolean(),
  hasConsult: fc.boolean(),
  hasRevise: fc.boolean(),
  hasArtifact: fc.boolean(),
  maxRounds: fc.integer({ min: 1, max: 4 }),
  maxConsultsPerRound: fc.integer({ min: 1, max: 2 }),
  calls: fc.record({
    open: fc.record({ writer: fc.nat(2), guide: fc.nat(1) }),
    review: fc.record({ reviewer: fc.nat(2), panel: fc.nat(1), guide: fc.nat(1) }),
    revise: fc.record({ writer: fc.nat(2), reviewer: fc.nat(1) }),
    consult: fc.record({ guide: fc.nat(2) }),
  }),
});
type Shape = typeof shape extends fc.Arbitrary<infer S> ? S : never;

/** A policy that calls everybody as often as it may, and goes where its input wishes. */
function policyOf(given: Shape): Policy {
  const table = terminationTable(facts, [
    { token: "look", kind: "continue", then: "review", early: given.isReviewEarly, when: (f) => f.wish === "review" },
    ...(given.hasConsult ? [{ token: "consult", kind: "continue", then: "consult", early: given.isConsultEarly, when: (f: { wish: Choice }) => f.wish === "consult" } as const] : []),
    ...(given.hasRevise ? [{ token: "revise", kind: "continue", then: "revise", when: (f: { wish: Choice }) => f.wish === "revise" } as const] : []),
    { token: "end", kind: "stop", when: always },
  ]);
  const phase = (name: "open" | "review" | "revise" | "consult") => async (ctx: { call(role: string, request: object): Promise<unknown> }, state: State): Promise<State> => {
    for (const [role, bound] of Object.entries(given.calls[name])) {
      const single: SingleRole = role === "panel" ? judge : (roles[role as "writer"]);
      if (!DUTIES_OF_PHASE[name].includes(single.duty)) continue;
      for (const agent of role === "panel" ? members.map((key) => `panel/${key}`) : [role]) {
        for (let call = 0; call < bound; call++) await ctx.call(agent, { instruction: "", input: "x" });
      }
    }
    const wishes = name === "open" || state.wishes.length === 1 ? state.wishes : state.wishes.slice(1);
    return { wishes, version: state.version + (name === "revise" ? 1 : 0) };
  };
  const body = {
    open: (ctx: never, input: readonly Choice[]) => phase("open")(ctx, { wishes: input, version: 0 }),
    review: phase("review"),
    revise: phase("revise"),
    consult: phase("consult"),
    facts: (state: State) => ({ wish: state.wishes[0] }),
    ...(given.hasArtifact ? { artifact: (state: State) => state.version } : {}),
    report: () => null,
  };
  const { maxRounds, maxConsultsPerRound, calls } = given;
  return definePolicy({ name: "p", roles, table, maxRounds, maxConsultsPerRound, calls } as never)(body as never) as unknown as Policy;
}

const prices = { writer: 1, reviewer: 2, panel: 4, guide: 8 };

function agent(costUsd: number): Agent {
  return { prices: "reported", limits: { maxCostUsd: costUsd }, call: async () => ({ text: "x", usage: { costUsd, inputTokens: 1, outputTokens: 1 } }) };
}

async function play(policy: Policy, limits: RunLimits, input: readonly Choice[]) {
  const { panel, ...single } = prices;
  const agents = { ...Object.fromEntries(Object.entries(single).map(([role, costUsd]) => [role, agent(costUsd)])), panel: Object.fromEntries(members.map((key) => [key, agent(panel)])) };
  const phases: string[] = [];
  const run = runLoop(policy, { agents: agents as never, input, limits, onEvent: (event) => void (event.type === "phase.started" && phases.push(event.phase)) });
  const result = await run.result;
  expect(result.error).toBeNull();
  const worst = worstCase(policy, limits, agents as never);
  const made = (role: string): number => Object.entries(result.usage.byRole).reduce((sum, [name, { calls }]) => sum + (name.split("/", 1)[0] === role ? calls : 0), 0);
  const byRole = Object.fromEntries(Object.keys(roles).map((role) => [role, made(role)]));
  const times = (phase: string): number => phases.filter((one) => one === phase).length;
  return { worst, real: { rounds: times("review"), revisions: times("revise"), consults: times("consult"), calls: result.usage.calls, byRole, costUsd: result.usage.costUsd } };
}

const limits: fc.Arbitrary<RunLimits> = fc.record({ rounds: fc.integer({ min: 1, max: 5 }), calls: fc.integer({ min: 1, max: 12 }), costUsd: fc.integer({ min: 1, max: 60 }) }, { requiredKeys: [] });

describe("G22: worstCase", () => {
  test("G1: no run exceeds it, wherever its policy wishes to go", async () => {
    const wishes = fc.array(fc.constantFrom<Choice[]>("consult", "review", "revise", "end"), { minLength: 1, maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(shape, limits, wishes, async (given, bounds, input) => {
        const { worst, real } = await play(policyOf(given), bounds, input);
        for (const name of ["rounds", "revisions", "consults", "calls", "costUsd"] as const) expect(real[name], name).toBeLessThanOrEqual(worst[name] ?? Infinity);
        for (const [role, calls] of Object.entries(real.byRole)) expect(calls, role).toBeLessThanOrEqual(worst.byRole[role] ?? Infinity);
      }),
      { numRuns: 300 },
    );
  });

  test("1: it is exact: a run that consults, revises and looks again whenever it may reaches it in everything", async () => {
    await fc.assert(
      fc.asyncProperty(shape, async (given) => {
        const consults = given.hasConsult ? new Array<Choice>(given.maxConsultsPerRound).fill("consult") : [];
        const again: Choice = given.hasRevise ? "revise" : "review";
        // After an early consultation the wish to go on is spent on the review that follows anyway.
        const before: readonly Choice[] = given.hasConsult && given.isConsultEarly ? consults : [];
        const round: readonly Choice[] = [...consults, again];
        const first: readonly Choice[] = [...before, again];
        const input = [...first, ...Array.from({ length: given.maxRounds }, () => (given.hasRevise ? [...round, again] : round)).flat()];
        const { worst, real } = await play(policyOf({ ...given, isReviewEarly: false }), {}, input);
        expect(real).toEqual(worst);
      }),
      { numRuns: 300 },
    );
  });
});
