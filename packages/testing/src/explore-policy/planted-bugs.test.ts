import { describe, expect, test } from "vitest";
import { plantedBugs, plantedTableBugs } from "./planted-bugs.fixture.js";

describe("planted bugs", { timeout: 60_000 }, () => {
  test("there are many, each of its own", () => {
    const names = [...plantedBugs, ...plantedTableBugs].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(40);
  });

  test.each(plantedBugs)("$name: found by $foundBy, with a run that the real runner repeats", async ({ foundBy, explore }) => {
    const found = await explore(true);
    expect(found.isOk).toBe(false);
    const violation = found.violations.find(({ code, about }) => code === foundBy || (code === "invariant" && about === foundBy));
    expect(violation, found.text).toBeDefined();
    if (violation!.trace === null) return;
    if (foundBy === "endless-phase" || foundBy === "phase-hangs") return expect(violation!.trace.replay()).rejects.toMatchObject({ code: "replay-endless" });
    const replay = await violation!.trace.replay();
    if (foundBy === "not-deterministic") return expect(replay.isEqual).toBe(false);
    expect(replay.differences, violation!.trace.text).toEqual([]);
  });

  test.each(plantedBugs)("$name: its healthy twin is clean", async ({ explore }) => {
    const found = await explore(false);
    expect(found.violations.map(({ message, trace }) => `${message}\n${trace?.text ?? ""}`)).toEqual([]);
    expect(found).toMatchObject({ isOk: true, isComplete: true });
  });

  test.each(plantedTableBugs)("$name: found, and its healthy twin is clean", ({ find }) => {
    expect([find(true), find(false)]).toEqual([true, false]);
  });
});
