import { always, defineFacts, definePolicy, flag, LoopwrightError, oneOf, runLoop, structuredRole, terminationTable } from "@loopwright/core";
import type { Contract, JsonSchema } from "@loopwright/core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { jsonSchemaContract } from "./schema.js";
import { scriptedAgent } from "./scripted.js";
import type { ScriptStep } from "./scripted.js";

const REVIEW: JsonSchema = {
  type: "object",
  properties: {
    approved: { type: "boolean" },
    verdict: { enum: ["approve", "reject"] },
    feedback: { type: "array", items: { type: "object", properties: { title: { type: "string", minLength: 1 } }, required: ["title"] } },
    retries: { type: "integer", default: 3 },
  },
  required: ["approved", "feedback"],
  additionalProperties: false,
};

const problemsOf = (contract: Contract<unknown>, value: unknown): readonly string[] => {
  const validated = contract.validate(value);
  return validated.ok ? [] : validated.problems;
};

const invalid = (schema: unknown, options?: object): LoopwrightError => {
  try {
    jsonSchemaContract(schema as JsonSchema, options as never);
  } catch (thrown) {
    if (thrown instanceof LoopwrightError) return thrown as LoopwrightError;
    throw thrown;
  }
  throw new Error("accepted");
};

describe("schema.ts 1: checking", () => {
  const review = jsonSchemaContract(REVIEW);

  test("what meets the schema is handed back as it is: nothing is filled in or removed", () => {
    const value = Object.freeze({ approved: true, feedback: Object.freeze([]) });
    expect(review.validate(value)).toEqual({ ok: true, value });
    expect((review.validate(value) as { value: unknown }).value).toBe(value);
    expect(value).not.toHaveProperty("retries");
  });

  test.each([
    ["case H04: \"false\" for false", { approved: "false", feedback: [] }, ["$.approved: must be boolean, not string"]],
    ["1 for true", { approved: 1, feedback: [] }, ["$.approved: must be boolean, not number"]],
    ["null", { approved: null, feedback: [] }, ["$.approved: must be boolean, not null"]],
    ["a word outside the enum", { approved: true, feedback: [], verdict: "LGTM" }, ['$.verdict: must be one of "approve", "reject"']],
    ["a missing property", { approved: true }, ["$.feedback: is missing"]],
    ["an extra property", { approved: true, feedback: [], "a b": 1, ok: 1 }, ['$["a b"]: is not allowed', "$.ok: is not allowed"]],
    ["a list for one item", { approved: true, feedback: {} }, ["$.feedback: must be array, not object"]],
    ["faults inside items", { approved: true, feedback: [{ title: "x" }, { title: "" }, {}] }, ["$.feedback[1].title: must NOT have fewer than 1 characters", "$.feedback[2].title: is missing"]],
    ["a string", "approved", ["$: must be object, not string"]],
    ["a list", [], ["$: must be object, not array"]],
    ["nothing", null, ["$: must be object, not null"]],
  ])("G4: %s is a problem with a path", (_what, value, problems) => {
    expect(problemsOf(review, value)).toEqual(problems);
  });

  test("paths through keys that look like indexes or pointers", () => {
    const contract = jsonSchemaContract({ type: "object", additionalProperties: { type: "object", additionalProperties: { type: "number" } } });
    expect(problemsOf(contract, { "0": { "a/b~c": "x" } })).toEqual(['$.0["a/b~c"]: must be number, not string']);
  });

  test("constants, alternatives and unevaluated properties", () => {
    const contract = jsonSchemaContract({ oneOf: [{ const: 1 }, { type: ["string", "null"] }] });
    expect(contract.validate(null)).toEqual({ ok: true, value: null });
    expect(problemsOf(contract, 2)).toEqual(["$: must be 1", "$: must be string or null, not number", "$: must match exactly one schema in oneOf"]);
    const strict = jsonSchemaContract({ type: "object", allOf: [{ properties: { a: {} } }], unevaluatedProperties: false });
    expect(problemsOf(strict, { a: 1, b: 1 })).toEqual(["$.b: is not allowed"]);
  });

  test("schema.ts 5: G17: an answer that is wrong a million times gives few lines", () => {
    const numbers = jsonSchemaContract({ type: "array", items: { type: "number" } });
    const listed = problemsOf(numbers, Array.from({ length: 100 }, () => "x"));
    expect(listed).toHaveLength(21);
    expect(listed.at(-1)).toBe("$: and 80 more problems");
    expect(problemsOf(numbers, Array.from({ length: 1_000_000 }, () => "x"))).toEqual(["$[0]: must be number, not string"]);
  });
});

describe("schema.ts 3 and 4: one schema, one contract", () => {
  test("the same object is compiled once", () => {
    expect(jsonSchemaContract(REVIEW)).toBe(jsonSchemaContract(REVIEW));
    expect(jsonSchemaContract({ ...REVIEW })).not.toBe(jsonSchemaContract(REVIEW));
  });

  test("a change of the caller's object changes no contract, and gives another one", () => {
    const schema = { type: "object", required: ["a"] };
    const first = jsonSchemaContract(schema);
    schema.required.push("b");
    expect(problemsOf(first, {})).toEqual(["$.a: is missing"]);
    expect(first.jsonSchema).toEqual({ type: "object", required: ["a"] });
    expect(Object.isFrozen(first.jsonSchema["required"])).toBe(true);
    expect(problemsOf(jsonSchemaContract(schema), {})).toEqual(["$.a: is missing", "$.b: is missing"]);
  });

  test("two schemas with one $id do not meet", () => {
    const schema = (type: string) => jsonSchemaContract({ $id: "https://example.test/x", type: "object", properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: { $id: "https://example.test/a", type } } });
    const [first, second] = [schema("string"), schema("number")];
    expect(first.validate({ a: "x" }).ok).toBe(true);
    expect(second.validate({ a: 1 }).ok).toBe(true);
    expect(schema("string").validate({ a: 1 }).ok).toBe(false);
  });
});

describe("schemas", () => {
  test("draft 2020-12 is the default, draft-07 is spoken where it is named", () => {
    const items = { type: "array", prefixItems: [{ type: "string" }], items: false } as const;
    expect(jsonSchemaContract(items).validate(["a"]).ok).toBe(true);
    expect(jsonSchemaContract({ $schema: "https://json-schema.org/draft/2020-12/schema", ...items }).validate(["a", 1]).ok).toBe(false);
    const old = { $schema: "http://json-schema.org/draft-07/schema#", type: "array", items: [{ type: "string" }], additionalItems: false } as const;
    expect(jsonSchemaContract(old).validate(["a", 1]).ok).toBe(false);
    expect(jsonSchemaContract(old).validate(["a"]).ok).toBe(true);
  });

  test("references inside the schema, by pointer and by anchor, also recursive ones", () => {
    const tree = jsonSchemaContract({ $ref: "#node", $defs: { n: { $anchor: "node", type: "object", properties: { next: { $ref: "#node" } }, additionalProperties: false } } });
    expect(tree.validate({ next: { next: {} } }).ok).toBe(true);
    expect(problemsOf(tree, { next: { next: 1 } })).toEqual(["$.next.next: must be object, not number"]);
  });

  test("what zod writes is understood; `format` is a note and the pattern checks", () => {
    const written = z.toJSONSchema(z.object({ mail: z.email(), at: z.iso.datetime(), kind: z.enum(["a"]).describe("x").optional() })) as JsonSchema;
    const contract = jsonSchemaContract(written);
    expect(contract.validate({ mail: "a@b.de", at: "2026-11-30T12:00:00Z" }).ok).toBe(true);
    expect(problemsOf(contract, { mail: "nobody", at: "2026-11-30T12:00:00Z" })[0]).toContain("$.mail: must match pattern");
    expect(jsonSchemaContract({ type: "string", format: "email" }).validate("nobody").ok).toBe(true);
  });

  test("notes of one's own are declared", () => {
    const schema = { type: "object", "x-order": 1 };
    expect(invalid(schema).message).toContain('unknown keyword: "x-order"');
    expect(jsonSchemaContract(schema, { annotations: ["x-order"] }).validate({}).ok).toBe(true);
    expect(invalid(schema).message).toContain('unknown keyword: "x-order"');
  });

  test.each([
    ["a misspelt keyword, which would let everything pass", { type: "object", requred: ["approved"] }, 'unknown keyword: "requred"'],
    ["a type that is none", { type: "objekt" }, "type"],
    ["a list of required that is none", { type: "object", required: "approved" }, "required"],
    ["a reference that leads nowhere", { $ref: "#/$defs/x" }, "can't resolve reference #/$defs/x"],
    ["a reference out into the world", { $ref: "https://example.test/schema" }, "can't resolve reference"],
    ["a broken pattern", { type: "string", pattern: "(" }, "Invalid regular expression"],
    ["an unknown draft", { $schema: "http://json-schema.org/draft-04/schema#" }, "is unknown; known are"],
    ["an asynchronous schema", { $async: true, type: "object" }, "$async"],
    ["a cycle", cyclic(), "not plain JSON data"],
    ["no object", true, "a JSON Schema is an object, not true"],
    ["a list", [], "a JSON Schema is an object"],
    ["a schema of zod", z.object({}), "a JSON Schema is an object"],
  ])("G20: %s is refused at once", (_what, schema, message) => {
    const error = invalid(schema);
    expect(error).toMatchObject({ code: "schema-invalid", path: "schema" });
    expect(error.message).toContain(message);
    expect(error.hint).not.toBeNull();
  });

  test("G20: an unknown option is refused", () => {
    expect(invalid(REVIEW, { coerce: true }).code).toBe("agent-option-unknown");
  });
});

function cyclic(): object {
  const schema: { type: string; properties: Record<string, unknown> } = { type: "object", properties: {} };
  schema.properties["self"] = schema;
  return schema;
}

describe("in a run: each kind is its own", () => {
  const KINDS = ["none", "missing-structured-output", "invalid-structured-output", "truncated", "refused", "error"] as const;
  const facts = defineFacts({ approved: flag(), kind: oneOf(...KINDS) });
  const table = terminationTable(facts, [
    { token: "approved", kind: "pass", when: (f) => f.approved },
    { token: "stopped", kind: "stop", when: always },
  ]);
  interface State {
    readonly approved: boolean;
    readonly kind: (typeof KINDS)[number];
    readonly problems: readonly string[];
  }

  /** A review with one repair, by a reviewer that answers these steps. */
  function run(contract: Parameters<typeof structuredRole<{ approved: boolean }>>[0], steps: readonly ScriptStep[]) {
    const policy = definePolicy({ name: "p", roles: { reviewer: structuredRole(contract) }, table, maxRounds: 1, calls: { review: { reviewer: 2 } } })({
      open: (): State => ({ approved: false, kind: "none", problems: [] }),
      async review(ctx, state: State): Promise<State> {
        const request = { instruction: "Judge.", input: "D1" };
        const outcome = await ctx.call("reviewer", request, { repair: (problems, n) => (n > 1 ? null : { ...request, input: { draft: "D1", problems } }) });
        if (outcome.ok) return { ...state, approved: outcome.value.approved };
        return { approved: false, kind: outcome.failure.kind as State["kind"], problems: outcome.failure.problems ?? [] };
      },
      facts: ({ approved, kind }) => ({ approved, kind }),
      revise: (_ctx, state) => state,
      artifact: () => "D1",
      report: (state) => state,
    });
    const reviewer = scriptedAgent(steps);
    return { reviewer, result: runLoop(policy, { agents: { reviewer }, input: null }).result };
  }

  const review = jsonSchemaContract<{ approved: boolean }>(REVIEW);

  test.each<[State["kind"], ScriptStep, number]>([
    ["missing-structured-output", { text: '{"approved":true,"feedback":[]}' }, 2],
    ["invalid-structured-output", { structured: { approved: "true", feedback: [] } }, 2],
    ["truncated", { structured: { approved: true, feedback: [] }, finishReason: "length" }, 2],
    ["refused", { structured: { approved: true, feedback: [] }, finishReason: "refusal" }, 1],
    ["error", { error: "down" }, 1],
  ])("G4: %s never passes", async (kind, step, calls) => {
    const { reviewer, result } = run(review, Array.from({ length: calls }, () => step));
    expect(await result).toMatchObject({ token: "stopped", report: { kind, approved: false } });
    reviewer.assertConsumed();
  });

  test("the problems reach the repair, and a mended answer counts (G7)", async () => {
    const { reviewer, result } = run(review, [{ structured: { approved: "true" } }, { structured: { approved: true, feedback: [] } }]);
    expect(await result).toMatchObject({ token: "approved" });
    expect(reviewer.calls[1]?.input).toMatchObject({ problems: ["$.feedback: is missing", "$.approved: must be boolean, not string"] });
    expect(reviewer.calls[0]?.schema).toEqual(REVIEW);
  });

  test("a Standard Schema gives its own JSON Schema, and the same kinds", async () => {
    const { reviewer, result } = run(z.object({ approved: z.boolean(), feedback: z.array(z.string()) }), [{ structured: { approved: "true", feedback: [] } }, "APPROVED"]);
    expect(await result).toMatchObject({ token: "stopped", report: { kind: "missing-structured-output" } });
    expect(reviewer.calls[0]?.schema).toMatchObject({ type: "object", required: ["approved", "feedback"] });
  });
});
