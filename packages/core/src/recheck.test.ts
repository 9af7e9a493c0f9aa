/** Rechecks. Numbers are the invariants at the head of recheck.ts. */
import { describe, expect, it } from "vitest";
import { normalizeRecheck } from "./recheck.js";

describe("normalizeRecheck", () => {
  it.each(["not-fixed", "NOT FIXED", "not_fixed", "Not-Fixed", " NOT-FIXED\n", "still-open"])("case F17: %j is not-fixed", (word) => {
    expect(normalizeRecheck(word)).toBe("not-fixed");
  });

  it("LG-VER-1: reads the ledger's words", () => {
    expect(["FIXED", "DISPUTED-STANDS", "disputed"].map(normalizeRecheck)).toEqual(["fixed", "disputed", "disputed"]);
  });

  it.each(["", "unfixed", "notfixed", "fixed?", "partly fixed", "fixed in part", "was fixed", "resolved", null, undefined, true])(
    "2: %j is no answer",
    (word) => expect(normalizeRecheck(word)).toBeNull(),
  );
});
