/** Severity scales. Numbers are the invariants at the head of severity.ts. */
import { describe, expect, it } from "vitest";
import { boundedSeverity, defineSeverityScale, ledgerSeverity, reviewSeverity } from "./severity.js";

describe("reviewSeverity", () => {
  it.each([
    ["blocker", "blocker"], ["critical", "blocker"], ["CRITICAL", "blocker"], ["p0", "blocker"], ["P0", "blocker"],
    ["major", "major"], ["high", "major"], ["serious", "major"], ["Medium", "major"],
    ["minor", "minor"], ["low", "minor"],
    ["nit", "nit"], ["style", "nit"], [" Nit\n", "nit"],
  ])("RL-VN-02: %j is %s", (word, severity) => expect(reviewSeverity.read(word)).toEqual({ severity, word, known: true }));

  it.each(["warning", "", "p1", "not a blocker", "blocker?", "minor nit", "low risk", "ｎｉｔ", "severity", "verified-safe", "toString"])(
    "RL-VN-02: the unknown label %j is major",
    (word) => expect(reviewSeverity.read(word)).toEqual({ severity: "major", word, known: false }),
  );

  it.each([[undefined], [null], [3], [{}], [["nit"]]])("RL-VN-02: a missing label is major (%#)", (word) => {
    expect(reviewSeverity.read(word)).toEqual({ severity: "major", word: null, known: false });
  });

  it("RL-VN-01: blocker and major are serious", () => {
    expect(reviewSeverity.blocking).toEqual(["blocker", "major"]);
    expect(reviewSeverity.levels.map(reviewSeverity.isBlocking)).toEqual([true, true, false, false]);
  });

  it("RL-TR-01: a merged row takes the highest severity", () => {
    expect(reviewSeverity.strongest(["minor", "blocker", "nit"])).toBe("blocker");
    expect(reviewSeverity.strongest(new Set(["nit"] as const))).toBe("nit");
    expect(reviewSeverity.strongest([])).toBeNull();
  });
});

describe("ledgerSeverity", () => {
  it("LG-DEC-2: is ordered critical, major, substantive, cosmetic; the first two block", () => {
    expect(ledgerSeverity.levels).toEqual(["critical", "major", "substantive", "cosmetic"]);
    expect(ledgerSeverity.blocking).toEqual(["critical", "major"]);
  });

  it.each(["MAJOR", "Major", "blocker", "minor", "", " major", "constructor", null, undefined, 1])(
    "LG-INT-2: %j is not in the vocabulary",
    (label) => expect(ledgerSeverity.is(label)).toBe(false),
  );

  it("LG-INT-2: refuses unknown labels instead of guessing", () => {
    expect(ledgerSeverity.levels.every(ledgerSeverity.is)).toBe(true);
    expect(ledgerSeverity.read("blocker")).toEqual({ severity: null, word: "blocker", known: false });
  });
});

describe("boundedSeverity", () => {
  it("BD-FIND-10: knows blocking and advisory only", () => {
    expect(boundedSeverity.levels).toEqual(["blocking", "advisory"]);
    expect(boundedSeverity.blocking).toEqual(["blocking"]);
    expect(boundedSeverity.read("critical").severity).toBeNull();
  });
});

describe("defineSeverityScale", () => {
  it("1: is a total order, strongest first", () => {
    const { levels, compare, isAtLeast } = reviewSeverity;
    expect([...levels].reverse().sort(compare)).toEqual(levels);
    for (const [left, a] of levels.entries()) {
      for (const [right, b] of levels.entries()) expect(isAtLeast(a, b)).toBe(left <= right);
    }
  });

  it("1: a value that is no level blocks rather than slips through", () => {
    expect(reviewSeverity.isBlocking("catastrophe" as "nit")).toBe(true);
  });

  it("3: what an unknown label means is declared", () => {
    const scale = defineSeverityScale({ levels: ["red", "amber", "green"], blocksFrom: "red", unknown: "amber", words: { red: ["stop-ship"] } });
    expect(scale.read("STOP SHIP").severity).toBe("red");
    expect(scale.read("purple").severity).toBe("amber");
    expect(Object.isFrozen(scale) && Object.isFrozen(scale.levels) && Object.isFrozen(scale.blocking)).toBe(true);
  });
});
