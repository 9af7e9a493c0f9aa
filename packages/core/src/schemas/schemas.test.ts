/** Schemas accept what runs really give, and refuse what is not that. */
import { describe, expect, test } from "vitest";
import { always, definePolicy, defineFacts, flag, runLoop, structuredRole, terminationTable, textRole, type Agent, type AgentRequest } from "../index.js";
import * as schemas from "./index.js";

const facts = defineFacts({ isFine: flag(), asksFirst: flag() });
const table = terminationTable(facts, [
  { token: "needs-person", kind: "ask", when: (f) => f.asksFirst },
  { token: "fine", kind: "pass", when: (f) => f.isFine },
  { token: "not-fine", kind: "stop", when: always },
]);

function policyOf(mode: "fine" | "asks" | "throws") {
  return definePolicy({
    name: "schemas",
    roles: {
      writer: textRole(),
      reviewer: structuredRole<{ readonly ok: boolean }>({ jsonSchema: { type: "object" }, validate: (value) => ({ ok: true, value: value as { readonly ok: boolean } }) }),
    },
    table,
  })({
    async open(ctx, input: { readonly task: string }) {
      const answer = await ctx.call("writer", { purpose: "draft", version: 1, instruction: "Write.", input });
      return { draft: answer.ok ? answer.value : "", isFine: false };
    },
    async review(ctx, state) {
      if (mode === "throws") throw new Error("a bug");
      const answer = await ctx.call("reviewer", { instruction: "Review.", input: { draft: state.draft } });
      return { ...state, isFine: answer.ok && answer.value.ok };
    },
    facts: (state) => ({ isFine: state.isFine, asksFirst: mode === "asks" }),
    artifact: (state) => state.draft,
    asks: { "needs-person": { question: (state) => ({ text: "Go on?", options: ["yes"], details: { chars: state.draft.length } }), apply: (state, _answer: "yes") => ({ ok: true, state }) } },
    report: (state) => ({ draft: state.draft }),
  });
}

async function played(mode: "fine" | "asks" | "throws", isOk = true) {
  const requests: AgentRequest[] = [];
  const writer: Agent = { id: "w", family: "f", call: (request) => (requests.push(request), Promise.resolve({ text: "a draft", usage: { inputTokens: 1 } })) };
  const reviewer: Agent = { id: "r", call: (request) => (requests.push(request), Promise.resolve({ structured: { ok: isOk } })) };
  const run = runLoop(policyOf(mode), { agents: { writer, reviewer }, input: { task: "x" } });
  const events: unknown[] = [];
  run.on("*", (event) => events.push(event));
  return { result: await run.result, events, requests };
}

describe("schemas", () => {
  test.each(["fine", "asks", "throws"] as const)("accept result, events and requests of a run that is %s", async (mode) => {
    const { result, events, requests } = await played(mode);
    expect(schemas.runResultSchema.parse(JSON.parse(JSON.stringify(result)))).toBeTruthy();
    for (const event of events) schemas.runEventSchema.parse(event);
    for (const { signal: _signal, reportUsage: _report, ...request } of requests) schemas.agentRequestSchema.parse(request);
    expect(events.length).toBeGreaterThan(3);
  });

  test("a snapshot survives JSON and a change of one field is refused", async () => {
    const { result } = await played("asks");
    if (result.status !== "suspended") throw new Error(`ended ${result.status}`);
    const snapshot = JSON.parse(JSON.stringify(result.snapshot)) as Record<string, unknown>;
    expect(schemas.runSnapshotSchema.safeParse(snapshot).success).toBe(true);
    for (const name of Object.keys(snapshot)) {
      const { [name]: _taken, ...rest } = snapshot;
      expect(schemas.runSnapshotSchema.safeParse(rest).success, `without ${name}`).toBe(false);
    }
    expect(schemas.runSnapshotSchema.safeParse({ ...snapshot, extra: 1 }).success).toBe(false);
  });

  test("a passed result with an unreviewed change is refused (G2)", async () => {
    const { result } = await played("fine");
    const plain = JSON.parse(JSON.stringify(result)) as Record<string, unknown>;
    expect(plain["status"]).toBe("passed");
    expect(schemas.runResultSchema.safeParse({ ...plain, unreviewedChange: { from: null, to: "sha256:x" } }).success).toBe(false);
  });

  test("a placeholder row or a location out of order is no finding (case F05)", () => {
    const finding = { id: "F1", severity: "major", severityAsReported: null, locations: [{ file: "a.ts", line: 3, endLine: 4 }], claim: "c", evidence: [], sources: [{ role: "r", lane: null }], round: 1 };
    expect(schemas.findingSchema.safeParse(finding).success).toBe(true);
    expect(schemas.findingSchema.safeParse({ ...finding, locations: [{ file: "a.ts", line: 4, endLine: 3 }] }).success).toBe(false);
    expect(schemas.findingSchema.safeParse({ ...finding, sources: [] }).success).toBe(false);
    expect(schemas.findingSchema.safeParse({ ...finding, claim: "" }).success).toBe(false);
  });
});
