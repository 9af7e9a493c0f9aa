import { describe, expectTypeOf, it } from "vitest";
import { defineSeverityScale, type ReviewSeverity, reviewSeverity, type SeverityScale } from "./severity.js";

describe("defineSeverityScale", () => {
  it("infers its levels as literals", () => {
    const scale = defineSeverityScale({ levels: ["red", "green"], blocksFrom: "red", unknown: null });
    expectTypeOf(scale).toEqualTypeOf<SeverityScale<"red" | "green">>();
    expectTypeOf(scale.read("x").severity).toEqualTypeOf<"red" | "green" | null>();
  });

  it("refuses severities that are no level", () => {
    // @ts-expect-error "minor" is no label of this scale
    reviewSeverity.isBlocking("cosmetic");
    expectTypeOf(reviewSeverity).toEqualTypeOf<SeverityScale<ReviewSeverity>>();
    // @ts-expect-error a scale has at least one level
    defineSeverityScale({ levels: [], blocksFrom: "red", unknown: null });
  });
});
