import { describe, expect, test } from "vitest";
import { codeRound, codeRun, row } from "../run.fixture.js";
import { readAnalystReturn } from "./analyst-return.js";
import { handBackOf, overrideHandBack } from "./hand-back.js";

const OPTIONS = ["OPTION: a | COST: b", "OPTION: c | COST: d"];
const said = (verdict: string, payload: readonly string[], options: readonly string[] = OPTIONS): string => [`VERDICT: ${verdict}`, ...payload, ...options].join("\n");
const FLOOR = said("residual-floor", ["CLAUSE-A: x", "CLAUSE-B: y"]);
const problems = (raw: string): readonly string[] => readAnalystReturn(raw).problems;

describe("the grammar of a return", () => {
  test.each([
    ["nothing", "", ["exactly one VERDICT line with a known verdict", "two to four OPTION lines"]],
    ["two verdicts", `${FLOOR}\nVERDICT: residual-floor`, ["exactly one VERDICT line with a known verdict"]],
    ["a blank verdict", FLOOR.replace("residual-floor", ""), ["exactly one VERDICT line with a known verdict"]],
    ["a fix without its payload", said("structural-fix", []), ["APPROACH", "ACCEPTANCE", "DIFFERS-FROM"]],
    ["a floor with half of it", said("residual-floor", ["CLAUSE-A: x", "CLAUSE-B: "]), ["CLAUSE-B"]],
    ["no path without its reasons", said("no-viable-path", ["WHY-NO-FIX: x"]), ["WHY-NO-FLOOR"]],
    ["a payload that is said twice, once blank", said("residual-floor", ["CLAUSE-A:", "CLAUSE-A: x", "CLAUSE-B: y"]), []],
    ["one option", said("residual-floor", ["CLAUSE-A: x", "CLAUSE-B: y"], OPTIONS.slice(1)), ["two to four OPTION lines"]],
    ["four options", said("residual-floor", ["CLAUSE-A: x", "CLAUSE-B: y"], [...OPTIONS, ...OPTIONS]), []],
    ["five options", said("residual-floor", ["CLAUSE-A: x", "CLAUSE-B: y"], [...OPTIONS, ...OPTIONS, "OPTION: e | COST: f"]), ["two to four OPTION lines"]],
    ["an option without a cost", `${FLOOR}\nOPTION: e`, ["a COST for each OPTION"]], ["an option with a blank cost", `${FLOOR}\nOPTION: e | COST: `, ["a COST for each OPTION"]], ["a cost without an option", `${FLOOR}\nOPTION: | COST: f`, ["a COST for each OPTION"]],
  ])("RL-TE-10: %s", (_what, raw, expected) => {
    expect(problems(raw)).toEqual(expected);
  });

  test.each([
    ["blanks before a key", FLOOR.replaceAll(/^/gm, "  ")], ["marks around a key", FLOOR.replaceAll(/^([A-Z-]+):/gm, "**$1:**")], ["small letters", FLOOR.toLowerCase()], ["other line ends", FLOOR.replaceAll("\n", "\r\n")], ["old line ends", FLOOR.replaceAll("\n", "\r")],
    ["prose around it", `I looked: it is so.\n: nothing\nno colon here\n${FLOOR}\nThe verdict: as above, of course`], ["marks in the value", FLOOR.replace("residual-floor", "`residual-floor`")],
  ])("RL-TE-10: with %s it keeps the contract", (_what, raw) => {
    expect(readAnalystReturn(raw)).toMatchObject({ verdict: "residual-floor", conforming: true, problems: [] });
  });

  test.each([
    ["a key inside a line", "x VERDICT"], ["a key with a digit", "VERDICT1"], ["marks inside a key", "VER*DICT"], ["a key after a number", "1 VERDICT"],
  ])("RL-TE-10: %s is free text", (_what, key) => {
    expect(problems(FLOOR.replace("VERDICT", key))).toEqual(["exactly one VERDICT line with a known verdict"]);
  });

  test("RL-TE-10: an option is cut at its last cost", () => {
    expect(readAnalystReturn("OPTION: a | cost: b | COST: c").options).toEqual([{ text: "a | cost: b", cost: "c" }]);
    expect(readAnalystReturn("OPTION: | COST: c\nOPTION: a").options).toEqual([{ text: "", cost: "c" }, { text: "a", cost: "" }]);
  });
});

describe("hand-backs", () => {
  test("RL-TE-21: refusals say what was wrong and where", () => {
    const accepted = codeRun([codeRound(1, { triage: [row("t", { disposition: { kind: "accepted-degraded", definition: "major", reason: "r" } })] })]);
    expect(handBackOf(accepted, 1)).toBeNull();
    expect(handBackOf(codeRun([codeRound(1, { triage: [row("t", { scope: "out-pending" })] })]), 1)).toBeNull();
    expect(() => overrideHandBack(accepted, 1, { runId: "r", sentence: "ship it" })).toThrow(expect.objectContaining({ message: "round 1 hands nothing back", path: "k", hint: "Only a hand-back can be overridden." }));
    const tainted = codeRun([codeRound(1)], { toolRecords: [{ id: "w", seq: 1, round: 1, args: "", output: "", writes: ["/home/u/.agents"] }] });
    expect(() => overrideHandBack(tainted, 1, { runId: "r", sentence: " " })).toThrow(expect.objectContaining({ message: "no user message holds the sentence", path: "sentence", hint: "Quote the user word for word." }));
  });
});
