/** Closed word tables. Numbers are the invariants at the head of word-table.ts. */
import { describe, expect, it } from "vitest";
import { foldWord, wordTable } from "./word-table.js";

const table = wordTable<"yes" | "no">({ yes: ["go", "ship-it"], no: ["stop"] });

describe("wordTable", () => {
  it.each([
    ["go", "yes"],
    [" GO\r\n", "yes"],
    ["Ship It", "yes"],
    ["SHIP_IT", "yes"],
    ["ship - it", "yes"],
    ["stop", "no"],
  ])("2: reads %j", (word, value) => expect(table(word)).toBe(value));

  it.each(["go.", "**go**", "go!", "go now", "no go", "shipit", "", " ", "-go", "go-", "gо", "\u200bgo", "go\u00a0", "\ufeffgo", "toString", "__proto__"])(
    "1, 3: does not know %j",
    (word) => expect(table(word)).toBeUndefined(),
  );

  it.each([[undefined], [null], [true], [1], [["go"]], [{ toString: () => "go" }]])("takes strings only (%#)", (word) => {
    expect(table(word)).toBeUndefined();
  });
});

describe("foldWord", () => {
  it("1: is linear and gives up on long texts", () => {
    const started = performance.now();
    for (const text of ["-".repeat(1_000_000), "a ".repeat(500_000), " ".repeat(1_000_000), "go" + " ".repeat(1_000_000)]) expect(foldWord(text)).toBeNull();
    for (const text of [" ".repeat(64), `a${" ".repeat(62)}.`, `${"a-".repeat(31)}.`]) expect(foldWord(text)).toBeNull();
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
