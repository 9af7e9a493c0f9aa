import { describe, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { roleFamily, structuredRole, textRole, type Contract, type RoleFamily, type StructuredRole } from "./index.js";

const REVIEW = z.object({ approved: z.boolean(), feedback: z.array(z.string()).default([]) });
type Review = { approved: boolean; feedback: string[] };

describe("structuredRole", () => {
  test("takes the output type of a Standard Schema", () => {
    expectTypeOf(structuredRole(REVIEW)).toEqualTypeOf<StructuredRole<Review>>();
    expectTypeOf(structuredRole(REVIEW, { duty: "adviser" })).toEqualTypeOf<StructuredRole<Review>>();
    expectTypeOf(roleFamily(structuredRole(REVIEW))).toEqualTypeOf<RoleFamily<StructuredRole<Review>>>();
  });

  test("takes the type of a hand-written contract", () => {
    const contract: Contract<{ readonly approved: boolean }> = { jsonSchema: {}, validate: () => ({ ok: false, problems: [] }) };
    expectTypeOf(structuredRole(contract)).toEqualTypeOf<StructuredRole<{ readonly approved: boolean }>>();
  });

  test("takes the JSON Schema that zod writes, where its schema offers none", () => {
    structuredRole(REVIEW, { jsonSchema: z.toJSONSchema(REVIEW) });
  });

  test("refuses what is neither, an unknown duty, and a family of families", () => {
    // @ts-expect-error no validator
    structuredRole({ jsonSchema: {} });
    // @ts-expect-error a validator says ok or names problems
    structuredRole({ jsonSchema: {}, validate: () => true });
    // @ts-expect-error no such duty
    textRole({ duty: "critic" });
    // @ts-expect-error a family is of roles
    roleFamily(roleFamily(textRole()));
  });
});
