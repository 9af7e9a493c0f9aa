import { describe, expectTypeOf, it } from "vitest";
import type { Disposition, DispositionEntry } from "./disposition.js";
import { countBySeverity, type Evidence, type Finding } from "./finding.js";
import type { Json } from "./json.js";
import type { Location } from "./location.js";
import { type ReviewSeverity, reviewSeverity } from "./severity.js";

describe("Finding", () => {
  it("3: is plain data and fits states, inputs and reports", () => {
    expectTypeOf<Finding>().toExtend<Json>();
    expectTypeOf<Finding<ReviewSeverity>>().toExtend<Json>();
    expectTypeOf<Location>().toExtend<Json>();
    expectTypeOf<Disposition>().toExtend<Json>();
    expectTypeOf<DispositionEntry>().toExtend<Json>();
  });

  it("is extended by policies and stays a finding", () => {
    type Witness = Evidence<"test" | "repro" | "trace"> & { readonly status: "red" | "green" };
    interface LedgerLike extends Finding<"critical" | "major", Witness> {
      readonly exitCriteria: string | null;
    }
    expectTypeOf<LedgerLike>().toExtend<Finding>();
    expectTypeOf<LedgerLike["evidence"][number]["status"]>().toEqualTypeOf<"red" | "green">();
  });

  it("needs at least one source", () => {
    // @ts-expect-error nobody raised it
    const sources: Finding["sources"] = [];
    expectTypeOf(sources).not.toBeAny();
  });
});

describe("countBySeverity", () => {
  it("has one number for each level", () => {
    expectTypeOf(countBySeverity<ReviewSeverity>([], reviewSeverity)).toEqualTypeOf<{ readonly [S in ReviewSeverity]: number }>();
  });
});
