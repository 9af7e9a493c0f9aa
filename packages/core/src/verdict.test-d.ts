import { describe, expectTypeOf, it } from "vitest";
import type { Json } from "./json.js";
import { normalizeVerdict, Verdict, type VerdictReading } from "./verdict.js";

describe("Verdict", () => {
  it("is a closed union with a companion of the same name", () => {
    expectTypeOf(Verdict.approved).toEqualTypeOf<"approved">();
    expectTypeOf<Verdict>().toEqualTypeOf<"approved" | "rejected" | "unavailable">();
    const word: unknown = "x";
    if (Verdict.is(word)) expectTypeOf(word).toEqualTypeOf<Verdict>();
  });

  it("readings are plain data", () => {
    expectTypeOf(normalizeVerdict("x")).toEqualTypeOf<VerdictReading>();
    expectTypeOf<VerdictReading>().toExtend<Json>();
  });

  it("a verdict handled twice out of three is an error", () => {
    const show = (verdict: Verdict): string => {
      switch (verdict) {
        case "approved":
          return "yes";
        case "rejected":
          return "no";
        default:
          // @ts-expect-error "unavailable" is left
          verdict satisfies never;
          return "?";
      }
    };
    expectTypeOf(show).returns.toBeString();
  });
});
