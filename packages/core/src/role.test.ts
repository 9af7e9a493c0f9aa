/** Roles. Numbers are the invariants at the head of role.ts. */
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type { JsonSchema } from "./json.js";
import { roleFamily, structuredRole, textRole, type Contract } from "./role.js";
import type { StandardResult, StandardSchema } from "./standard-schema.js";

const REVIEW = z.object({ approved: z.boolean(), feedback: z.array(z.string()) });

/** A schema of some library, as plain as the standard allows. */
function schemaOf<T>(validate: (value: unknown) => StandardResult<T> | Promise<StandardResult<T>>, jsonSchema?: () => Record<string, unknown>): StandardSchema<T> {
  const standard = { version: 1 as const, vendor: "some", validate };
  return { "~standard": jsonSchema === undefined ? standard : { ...standard, jsonSchema: { input: jsonSchema } } };
}

const contract: Contract<{ readonly approved: boolean }> = {
  jsonSchema: { type: "object", required: ["approved"], properties: { approved: { type: "boolean" } } },
  validate(value) {
    const approved = (value as { approved?: unknown } | null)?.approved;
    return typeof approved === "boolean" ? { ok: true, value: { approved } } : { ok: false, problems: ["$.approved: not a boolean"] };
  },
};

describe("duties", () => {
  test("2: a text role writes and a structured role judges, unless said otherwise", () => {
    expect(textRole()).toEqual({ kind: "text", duty: "author" });
    expect(textRole({ duty: "adviser" }).duty).toBe("adviser");
    expect(structuredRole(contract).duty).toBe("reviewer");
    expect(structuredRole(contract, { duty: "author" }).duty).toBe("author");
    expect(structuredRole(REVIEW, { duty: "adviser" }).duty).toBe("adviser");
  });

  test.each([() => textRole({ duty: "critic" as never }), () => structuredRole(contract, { duty: "" as never }), () => structuredRole(REVIEW, { duty: "Reviewer" as never })])("G20: an unknown duty is refused (%#)", (run) => {
    expect(run).toThrow(expect.objectContaining({ name: "LoopwrightError", code: "role-duty", path: "duty", hint: expect.any(String) as string }) as Error);
  });

  test("roles are frozen; a family holds its role", () => {
    const role = structuredRole(contract);
    const family = roleFamily(role);
    expect(family).toEqual({ kind: "family", role });
    for (const one of [textRole(), role, family, structuredRole(REVIEW)]) expect(Object.isFrozen(one)).toBe(true);
  });
});

describe("hand-written contracts", () => {
  test("G7: 3: are asked, and their answer is the answer", () => {
    const role = structuredRole(contract);
    expect(role.validate({ approved: true })).toEqual({ ok: true, value: { approved: true } });
    expect(role.validate({ approved: "true" })).toEqual({ ok: false, problems: ["$.approved: not a boolean"] });
    expect(role.validate(null)).toMatchObject({ ok: false });
  });

  test("keep their own `this`", () => {
    class Counting implements Contract<number> {
      readonly jsonSchema = { type: "number" };
      asked = 0;
      validate(value: unknown) {
        this.asked++;
        return { ok: true as const, value: value as number };
      }
    }
    const counting = new Counting();
    void structuredRole(counting).validate(1);
    expect(counting.asked).toBe(1);
  });

  test("the JSON Schema is frozen: many agents get this one object", () => {
    const jsonSchema = { type: "object", properties: { approved: { type: "boolean" } } };
    const role = structuredRole({ ...contract, jsonSchema });
    expect(role.jsonSchema).toEqual({ type: "object", properties: { approved: { type: "boolean" } } });
    expect(() => ((role.jsonSchema["properties"] as { approved: unknown }).approved = true)).toThrow(TypeError);
  });

  test("a JSON Schema given beside a contract is the one that is sent", () => {
    expect(structuredRole(contract, { jsonSchema: { type: "array" } }).jsonSchema).toEqual({ type: "array" });
    expect(structuredRole({ validate: contract.validate } as Contract<unknown>, { jsonSchema: { type: "array" } }).jsonSchema).toEqual({ type: "array" });
  });

  test.each([
    ["nothing", undefined],
    ["null", null],
    ["a JSON Schema alone", { jsonSchema: {} }],
    ["a validator alone", { validate: () => ({ ok: true }) }],
    ["a null schema, which would make it look like a text role", { jsonSchema: null, validate: () => ({ ok: true }) }],
    ["a schema that is no object", { jsonSchema: "object", validate: () => ({ ok: true }) }],
    ["a function", () => true],
  ])("G20: %s is no contract", (_name, given) => {
    expect(() => structuredRole(given as never)).toThrow(expect.objectContaining({ code: "schema-missing", path: "contract", hint: expect.any(String) as string }) as Error);
  });
});

describe("Standard Schemas", () => {
  test("zod: valid, invalid, and its own JSON Schema", () => {
    const role = structuredRole(REVIEW);
    expect(role.validate({ approved: true, feedback: [] })).toEqual({ ok: true, value: { approved: true, feedback: [] } });
    const refused = role.validate({ approved: "true", feedback: ["a", 1] });
    expect(refused).toEqual({ ok: false, problems: [expect.stringMatching(/^\$\.approved: /), expect.stringMatching(/^\$\.feedback\[1\]: /)] });
    expect(role.jsonSchema).toMatchObject({ type: "object", required: ["approved", "feedback"], properties: { approved: { type: "boolean" } } });
  });

  test("case H04: no word is taken for true", () => {
    const role = structuredRole(REVIEW);
    for (const approved of ["true", "false", 1, 0, null, undefined, "", "approved"]) expect(role.validate({ approved, feedback: [] })).toMatchObject({ ok: false });
  });

  test("an asynchronous one is awaited, a synchronous one is not", async () => {
    const slow = structuredRole(REVIEW.refine(async ({ approved }) => approved, "not approved"));
    const pending = slow.validate({ approved: false, feedback: [] });
    expect(pending).toBeInstanceOf(Promise);
    expect(await pending).toEqual({ ok: false, problems: ["$: not approved"] });
    expect(await slow.validate({ approved: true, feedback: [] })).toMatchObject({ ok: true });
    expect(structuredRole(REVIEW).validate({})).not.toBeInstanceOf(Promise);
  });

  test("G4: a promise of another realm is awaited too, never taken for a value", async () => {
    const thenable = { then: (resolve: (result: unknown) => void) => resolve({ issues: [{ message: "no" }] }) };
    const role = structuredRole(schemaOf(() => thenable as never, () => ({})));
    expect(await role.validate({})).toEqual({ ok: false, problems: ["$: no"] });
  });

  test("a rejection stays a rejection, a throw a throw", async () => {
    const rejecting = structuredRole(schemaOf(() => Promise.reject(new Error("offline")), () => ({})));
    await expect(rejecting.validate({})).rejects.toThrow("offline");
    const throwing = structuredRole(schemaOf(() => { throw new Error("broken"); }, () => ({})));
    expect(() => throwing.validate({})).toThrow("broken");
  });

  test("issues are a refusal even when there are none, and the value is the library's output", () => {
    expect(structuredRole(schemaOf(() => ({ issues: [] }), () => ({}))).validate(1)).toEqual({ ok: false, problems: [] });
    expect(structuredRole(z.object({ n: z.number().default(7) })).validate({})).toEqual({ ok: true, value: { n: 7 } });
  });

  test("a schema that is a function is a schema", () => {
    const callable = Object.assign(() => undefined, schemaOf((value) => ({ value }), () => ({ type: "string" })));
    expect(structuredRole(callable as StandardSchema).jsonSchema).toEqual({ type: "string" });
  });

  test("the JSON Schema is converted when it is first read, once, and frozen", () => {
    const convert = vi.fn(() => ({ type: "object", properties: {} }));
    const role = structuredRole(schemaOf((value) => ({ value }), convert));
    void role.validate({});
    expect(convert).not.toHaveBeenCalled();
    expect(role.jsonSchema).toBe(role.jsonSchema);
    expect(convert.mock.calls).toEqual([[{ target: "draft-2020-12" }]]);
    expect(Object.isFrozen(role.jsonSchema["properties"])).toBe(true);
  });

  test("a JSON Schema that is given is sent, and nothing is converted", () => {
    const convert = vi.fn(() => ({}));
    const jsonSchema: JsonSchema = { type: "object" };
    expect(structuredRole(schemaOf((value) => ({ value }), convert), { jsonSchema }).jsonSchema).toEqual({ type: "object" });
    expect(structuredRole(schemaOf((value) => ({ value })), { jsonSchema }).jsonSchema).toEqual({ type: "object" });
    expect(convert).not.toHaveBeenCalled();
  });

  test("G20: one that offers no JSON Schema is refused at once", () => {
    expect(() => structuredRole(schemaOf((value) => ({ value })))).toThrow(expect.objectContaining({ code: "schema-missing", path: "jsonSchema", hint: expect.stringContaining("jsonSchema") as string, message: expect.stringContaining("some") as string }) as Error);
  });

  test.each<[string, StandardSchema, RegExp]>([
    ["that zod cannot convert", z.object({ at: z.date() }), /zod.*Date/],
    ["whose library gives none after all", schemaOf((value) => ({ value }), () => undefined as never), /some/],
    ["whose library gives null", schemaOf((value) => ({ value }), () => null as never), /some/],
  ])("G20: one %s says so, and how to mend it", (_name, schema, message) => {
    const role = structuredRole(schema);
    expect(() => role.jsonSchema).toThrow(expect.objectContaining({ code: "schema-unusable", path: "jsonSchema", message: expect.stringMatching(message) as string, hint: expect.stringContaining("jsonSchema") as string }) as Error);
  });
});

describe("case H04: a schema that coerces does not make a verdict", () => {
  const coercing = structuredRole(
    z.object({ approved: z.coerce.boolean(), score: z.coerce.number().optional(), tags: z.array(z.coerce.string()).default([]), at: z.coerce.date().optional() }),
    { jsonSchema: { type: "object" } },
  );

  test.each([
    ["a string for a boolean", { approved: "false" }, ["$.approved: string where boolean is due"]],
    ["a number for a boolean", { approved: 1 }, ["$.approved: number where boolean is due"]],
    ["null for a boolean", { approved: null }, ["$.approved: object where boolean is due"]],
    ["a string for a number", { approved: true, score: "9" }, ["$.score: string where number is due"]],
    ["an item of a list", { approved: true, tags: ["a", 2] }, ["$.tags[1]: number where string is due"]],
  ])("%s", (_name, answer, problems) => {
    expect(coercing.validate(answer)).toEqual({ ok: false, problems });
  });

  test("defaults, trimmed texts and dates are no coercion between primitives", () => {
    expect(coercing.validate({ approved: false, at: "2026-01-01" })).toEqual({ ok: true, value: { approved: false, tags: [], at: new Date("2026-01-01") } });
    const trimming = structuredRole(z.object({ note: z.string().trim() }), { jsonSchema: { type: "object" } });
    expect(trimming.validate({ note: " x " })).toEqual({ ok: true, value: { note: "x" } });
  });

  test("an asynchronous schema is held to the same", async () => {
    const slow = structuredRole(z.object({ approved: z.coerce.boolean().refine(async () => true) }), { jsonSchema: { type: "object" } });
    expect(await slow.validate({ approved: "true" })).toEqual({ ok: false, problems: ["$.approved: string where boolean is due"] });
  });
});
