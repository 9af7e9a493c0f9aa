/** Recipe: a bar of materiality. Only a finding that changes what the artifact does, or a check, blocks; the rest is advice. */
import { describe, expect, test } from "vitest";
import { analyzeTable, scriptedAgent } from "@loopwright/testing";
import { tableMatchers } from "@loopwright/testing/vitest";
import { always, count, defineFacts, definePolicy, flag, runLoop, structuredRole, terminationTable, textRole } from "../index.js";

interface Finding {
  readonly id: string;
  /** What would be different if the finding were mended. */
  readonly changes: "behaviour" | "check" | "nothing";
}

const reviewer = structuredRole<readonly Finding[]>({ jsonSchema: { type: "array" }, validate: (value) => ({ ok: true, value: value as readonly Finding[] }) });

const facts = defineFacts({ isJudged: flag(), material: count({ upTo: 2 }), advice: count({ upTo: 2 }) });

const table = terminationTable(facts, [
  { token: "review-failed", kind: "stop", when: (f) => !f.isJudged },
  { token: "mend", kind: "continue", then: "revise", when: (f) => f.material > 0 },
  { token: "advisory", kind: "pass", when: (f) => f.advice > 0, why: "only advice is left" },
  { token: "clean", kind: "pass", when: (f) => f.isJudged },
  { token: "undecided", kind: "stop", when: always },
]);

const isMaterial = ({ changes }: Finding): boolean => changes !== "nothing";

const material = definePolicy({ name: "material", roles: { fixer: textRole(), reviewer }, table, maxRounds: 12 })({
  open: (_ctx, text: string) => ({ text, findings: null as readonly Finding[] | null, advice: [] as readonly string[] }),
  async review(ctx, state) {
    const found = await ctx.call("reviewer", { instruction: "Say of every finding what it changes.", input: { text: state.text } });
    if (!found.ok) return { ...state, findings: null };
    const advice = found.value.filter((finding) => !isMaterial(finding)).map(({ id }) => id);
    return { ...state, findings: found.value, advice: [...new Set([...state.advice, ...advice])] };
  },
  facts: ({ findings, advice }) => ({ isJudged: findings !== null, material: findings?.filter(isMaterial).length ?? 0, advice: advice.length }),
  async revise(ctx, state) {
    const mended = await ctx.call("fixer", { instruction: "Mend these.", input: { text: state.text, findings: (state.findings ?? []).filter(isMaterial) } });
    return { ...state, text: mended.ok ? mended.value : state.text };
  },
  artifact: ({ text }) => text,
  report: ({ advice, findings }) => ({ advice, material: (findings ?? []).filter(isMaterial).map(({ id }) => id) }),
});

const finding = (id: string, changes: Finding["changes"]): Finding => ({ id, changes });

async function reviewed(...rounds: readonly (readonly Finding[])[]) {
  const fixer = scriptedAgent(rounds.map((_, index) => `v${index + 1}`));
  const result = await runLoop(material, { agents: { fixer, reviewer: scriptedAgent(rounds.map((structured) => ({ structured }))) }, input: "v0" }).result;
  return { token: result.token, rounds: result.rounds, fixes: fixer.calls.length, report: result.report };
}

describe("materiality", () => {
  test("case G01: findings that change nothing end the run as advice at once, and all of them are listed", async () => {
    const taste = Array.from({ length: 90 }, (_, index) => finding(`F${index + 1}`, "nothing"));
    expect(await reviewed(taste)).toMatchObject({ token: "advisory", rounds: 1, fixes: 0, report: { advice: { length: 90 }, material: [] } });
  });

  test("case G01: what changes behaviour or a check blocks; advice beside it is kept and never sent to the fixer", async () => {
    const { token, rounds, fixes, report } = await reviewed([finding("F1", "behaviour"), finding("F2", "nothing")], [finding("F3", "check")], [finding("F2", "nothing")]);
    expect({ token, rounds, fixes, report }).toEqual({ token: "advisory", rounds: 3, fixes: 2, report: { advice: ["F2"], material: [] } });
  });

  test("case G01: material findings that never end run into the cap, with what is open", async () => {
    const rounds = Array.from({ length: 12 }, (_, round) => [finding(`F${round}`, "behaviour")]);
    expect(await reviewed(...rounds)).toMatchObject({ token: "round-limit", rounds: 12, fixes: 11, report: { material: ["F11"] } });
  });

  test("nothing found at all is clean", async () => {
    expect(await reviewed([])).toMatchObject({ token: "clean", fixes: 0 });
  });
});

test("the table is total, and only its last row is never reached: a catch-all may not pass, and `clean` leaves it nothing", () => {
  expect.extend(tableMatchers);
  expect(table).toBeTotal();
  expect(analyzeTable(table).unreachable.map(({ token, reason }) => [token, reason])).toEqual([["undecided", "shadowed"]]);
});
