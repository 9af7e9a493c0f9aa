/** Findings. */
import { describe, expect, it } from "vitest";
import { countBySeverity } from "./finding.js";
import { ledgerSeverity, reviewSeverity } from "./severity.js";

describe("countBySeverity", () => {
  it("LG-FILE-3: counts every level of the scale, zeros included", () => {
    expect(countBySeverity([{ severity: "major" }, { severity: "cosmetic" }, { severity: "major" }], ledgerSeverity)).toEqual({
      critical: 0, major: 2, substantive: 0, cosmetic: 1,
    });
    expect(Object.keys(countBySeverity([], reviewSeverity))).toEqual(["blocker", "major", "minor", "nit"]);
  });
});
