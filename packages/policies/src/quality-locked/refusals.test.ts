/** What refusals say: code, place, words and how to mend it. They are read by people and programs alike. */
import { describe, expect, test } from "vitest";
import { LoopwrightError } from "@loopwright/core";
import { check, checkAsJson, classifyAsJson } from "./check.js";
import { classify, classifyDetailed } from "./classify.js";
import { addCounts } from "./counts.js";
import { appendHistory, formatHistoryItem, parseHistory, type HistoryItem } from "./manifest.js";
import { resolveMode } from "./mode.js";
import { CAP_MENU, capPrompt, escalatePrompt, readAnswer } from "./prompts.js";
import { checkCounts, checkHistory, checkIteration, currentLoop, readHistory } from "./record.js";
import { isStuck } from "./stuck.js";

/** What an act throws, as plain data. */
function refusal(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    if (error instanceof LoopwrightError) return error.toJSON();
    throw error;
  }
  return "nothing was thrown";
}

const said = (code: string, path: string, message: string, hint: string) => ({ name: "LoopwrightError", code, path, message, hint });

describe("records", () => {
  const hint = "Pass the array of iteration records, oldest first, [] for the first iteration.";
  const whole = { counts: {} };

  test.each([
    ["history", null, "history is not an array of iteration records"],
    ["history[1]", [whole, 7], "history[1] is not an object"],
    ["history[0].counts", [{}], "history[0].counts is not an object"],
    ["history[0].counts.major", [{ counts: { major: -1 } }], "history[0].counts.major is not a whole number from 0"],
    ["history[0].counts.other", [{ counts: { other: "1" } }], "history[0].counts.other is not a whole number from 0"],
    ["history[1].iteration", [whole, { ...whole, iteration: 0 }], "history[1].iteration is not a whole number from 1"],
  ])("QL-DEC-3: G20: %s", (path, history, message) => {
    expect(refusal(() => checkHistory(history))).toEqual(said("history-invalid", path, message, hint));
  });

  test("QL-DEC-3: G20: a text that is no JSON, an iteration, counts", () => {
    expect(refusal(() => readHistory("[{"))).toEqual(said("history-invalid", "history", "history is not JSON", hint));
    const iteration = said("iteration-invalid", "iteration", "iteration is not a whole number from 1", "Number the iterations of a loop from 1.");
    for (const value of [0, 1.5, "1", null, Infinity]) expect(refusal(() => checkIteration(value))).toEqual(iteration);
    const mend = "Give whole numbers from 0 for critical, major, substantive, cosmetic.";
    expect(refusal(() => checkCounts([], "machineCounts"))).toEqual(said("counts-invalid", "machineCounts", "machineCounts is not an object", mend));
    expect(refusal(() => check({ reviewText: "", iteration: 1, history: [], machineCounts: { major: 0.5 } }))).toEqual(said("counts-invalid", "machineCounts.major", "machineCounts.major is not a whole number from 0", mend));
    expect(refusal(() => check({ reviewText: 7 as never, iteration: 1, history: [] }))).toEqual(said("review-text-invalid", "reviewText", "reviewText is not a text", "Pass the reviewer's raw output, or null for none."));
  });

  test("QL-JSON-2: only a refusal becomes an error on the command line", () => {
    expect(checkAsJson({ reviewText: null, iteration: 1, historyJson: "{}" })).toEqual({ output: '{"error":"history is not an array of iteration records"}', exitCode: 1 });
    const broken = { get length(): number { throw new RangeError("not ours"); } };
    expect(() => classifyAsJson(broken as never)).toThrow();
  });

  test("QL-DEC-3: no text and no machine counts are none", () => {
    for (const reviewText of [null, undefined]) expect(check({ reviewText, iteration: 1, history: [] })).toMatchObject({ counts: { critical: 0, major: 0, substantive: 0, cosmetic: 0 }, unparseable: true });
    expect(addCounts({ critical: 1, major: 2, substantive: 3, cosmetic: 4 }, { critical: 10, major: 20, substantive: 30, cosmetic: 40 })).toEqual({ critical: 11, major: 22, substantive: 33, cosmetic: 44 });
  });

  test("QL-HIST-2: the current loop ends where another checkpoint or its own first iteration stands", () => {
    const at = (checkpoint: string, iteration: number) => ({ checkpoint, iteration });
    const history = [at("spec", 1), at("spec", 2), at("plan", 1), at("plan", 2)];
    expect(currentLoop(history, "plan", 3)).toEqual(history.slice(2));
    expect(currentLoop(history.slice(0, 2), "spec", 3)).toEqual(history.slice(0, 2));
    expect(currentLoop([at("spec", 2), at("spec", 3)], "spec", 4)).toEqual([at("spec", 2), at("spec", 3)]);
    expect(currentLoop(history, "plan", 1)).toEqual([]);
    expect(currentLoop([], "plan", 2)).toEqual([]);
  });

  test("QL-STK-1: no history is not stuck", () => {
    expect(isStuck([])).toBe(false);
  });
});

describe("the mode", () => {
  test("QL-ACT-1: G20: both flags", () => {
    expect(refusal(() => resolveMode({ flags: ["--lock", "--open"], names: { onFlag: "--lock", offFlag: "--open" } }))).toEqual(
      said("mode-flags-conflict", "flags", "both --lock and --open are given", "Give one of the two."),
    );
  });
});

describe("the manifest", () => {
  const item: HistoryItem = { checkpoint: "spec", iteration: 1, counts: { critical: 0, major: 0, substantive: 0, cosmetic: 0 }, result: "REVISE" };
  const text = formatHistoryItem(item);
  const under = (list: string) => `title: x\nquality_locked_history:\n${list}`;
  const hint = "Leave quality_locked_history as it was written; notes belong elsewhere.";

  test.each([
    [2, "this is not the key of a block list", "title: x\nquality_locked_history: yes\n"],
    [3, "expected `- checkpoint:`", under("  # a note\n")],
    [3, "a text that is neither plain nor double-quoted", under(text.replace("spec", "a: b"))],
    [3, "a text that is neither plain nor double-quoted", under(text.replace("spec", "open\""))],
    [3, "a double-quoted text that is not closed", under(text.replace("spec", '"spec'))],
    [4, "iteration is not a whole number from 1", under(text.replace("iteration: 1", "iteration: x1"))],
    [4, "iteration is not a whole number from 1", under(text.replace("iteration: 1", "iteration: 1x"))],
    [4, "expected `iteration:`", under("  - checkpoint: spec\n")],
    [5, "expected `counts: { critical, major, substantive, cosmetic }`", under(text.split("\n").slice(0, 2).join("\n") + "\n")],
    [6, "expected `result:`", under(text.split("\n").slice(0, 3).join("\n") + "\n")],
    [6, "an unknown result", under(text.replace("REVISE", "revise"))],
    [7, "expected `- checkpoint:`", under(`${text}    note: x\n`)],
    [7, "a text that is neither plain nor double-quoted", under(`${text}    user_choice: on\n`)],
    [7, "the list stands twice", under(`${text}quality_locked_history:\n`)],
  ])("QL-HIST-4: G20: line %i: %s", (line, what, manifest) => {
    expect(refusal(() => parseHistory(manifest))).toEqual(said("manifest-malformed", `manifest:${line}`, `manifest line ${line}: ${what}`, hint));
  });

  test("QL-HIST-1: the list is begun on a line of its own, and an empty one is opened", () => {
    const begun = `quality_locked_history:\n${text}`;
    expect(appendHistory("", item)).toBe(begun);
    expect(appendHistory("title: x", item)).toBe(`title: x\n${begun}`);
    expect(appendHistory("title: x\n", item)).toBe(`title: x\n${begun}`);
    expect(appendHistory("\ntitle: x", item)).toBe(`\ntitle: x\n${begun}`);
    for (const empty of ["quality_locked_history: []", "quality_locked_history:[]", "quality_locked_history:  []  "]) expect(appendHistory(`${empty}\nb: 2\n`, item), empty).toBe(`${begun}b: 2\n`);
  });

  test("QL-HIST-4: the list ends at its last indented line that says something; line ends of either kind are no part of a value", () => {
    expect(parseHistory(`quality_locked_history:\n${text}`.trimEnd())).toEqual([item]);
    expect(parseHistory(`quality_locked_history:\n${text}   \nb: 2\n`)).toEqual([item]);
    expect(parseHistory(`quality_locked_history:\n${text}b:\n  - c\n`)).toEqual([item]);
    expect(parseHistory("")).toEqual([]);
    for (const word of ["true", "No", "y", "0", "a b", "ünder"]) expect(parseHistory(appendHistory("", { ...item, checkpoint: word }))).toEqual([{ ...item, checkpoint: word }]);
    expect(formatHistoryItem({ ...item, checkpoint: "a\u0085b" })).toContain('checkpoint: "a\\u0085b"');
  });
});

describe("prompts", () => {
  test("QL-CAP-1: the cap prompt, word for word", () => {
    expect(capPrompt({ checkpoint: "plan", counts: { critical: 4, major: 5, substantive: 6, cosmetic: 7 } }).split("\n").filter((line) => !line.startsWith("["))).toEqual([
      "Quality-locked loop: the cap of 10 iterations is reached.",
      "Remaining at plan: 4 critical, 5 major, 6 minor (substantive).",
      "Findings that keep coming back point to a fault in the structure, which revising cannot mend: think of a redesign, or accept them.",
      "Answer F/R/E/A, or in your own words.",
    ]);
  });

  test("QL-ESC-1: the escalation, word for word; only one choice is recommended, and a record without a number shows as such", () => {
    const record = (iteration: unknown) => ({ iteration, counts: { critical: 2, major: 1 } });
    const lines = escalatePrompt([record(2), record("3"), record(4)] as never).split("\n");
    expect(lines).toContain("Quality-locked loop: 3 iterations brought no improvement.");
    expect(lines).toContain("The cause is likely architectural: revising the text will not mend it.");
    expect(lines).toContain("Answer E/C/R, or in your own words.");
    expect(lines.filter((line) => line.includes("iteration ?:"))).toHaveLength(1);
    expect(lines.filter((line) => line.endsWith(" (recommended)"))).toHaveLength(1);
    expect(lines.join("\n")).not.toContain("Stryker");
  });

  test("QL-AUTO-2: what is wrong with an answer", () => {
    expect(readAnswer(CAP_MENU, " ")).toEqual({ ok: false, reason: "nothing was answered" });
    expect(readAnswer(CAP_MENU, "x")).toEqual({ ok: false, reason: "x is none of F, R, E, A" });
  });
});

describe("reading a review", () => {
  const diagnostics = (...lines: readonly string[]) => classifyDetailed(lines.join("\n")).diagnostics.map(({ code, line }) => `${code}@${line}`);

  test("QL-CLS-12: each sign is reported once per section, and again behind the next header", () => {
    expect(diagnostics("CRITICAL:", "1. a", "2. b", "MAJOR:", "1. c")).toEqual(["numbered-items@2", "numbered-items@5"]);
    expect(diagnostics("CRITICAL:", "", "- a", "", "- b")).toEqual(["orphan-bullets@3"]);
    expect(diagnostics("1. a", "CRITICAL: none")).toEqual([]);
    expect(diagnostics("- a", "CRITICAL: none")).toEqual([]);
  });

  test("QL-CLS-12: words for nothing are short, bare labels stand near the start of a line", () => {
    const near = (rest: string) => diagnostics(`CRITICAL: ${rest}`, "MAJOR: none");
    expect(near(`none${"!".repeat(56)}`)).toEqual(["near-zero@1"]);
    expect(near(`none${"!".repeat(57)}`)).toEqual([]);
    const bare = (line: string) => diagnostics("MAJOR: none", line);
    expect(bare(`minor${" ".repeat(35)}:`)).toEqual(["bare-minor@2"]);
    expect(bare(`minor${" ".repeat(36)}:`)).toEqual([]);
    expect(bare("minority: x")).toEqual([]);
    expect(bare(": minor")).toEqual([]);
    expect(bare("minor")).toEqual([]);
  });

  test("QL-CLS-12: a decorated header needs a label, and nothing but closing marks behind it", () => {
    const decorated = (line: string) => diagnostics("MAJOR: none", line).length > 0;
    for (const line of ["### CRITICAL", "**CRITICAL**", "**CRITICAL-**:", "**CRITICAL--** :", "[ ] CRITICAL:"]) expect(decorated(line), line).toBe(true);
    for (const line of ["### CRITICAL stays open", "- CRITICAL", "CRITICAL", `${"#".repeat(195)} CRITICAL:`]) expect(decorated(line), line).toBe(false);
  });

  test("QL-CLS-5: a colon at the start of a line opens nothing, and items of a closed list are counted as they stand", () => {
    expect(classify(": CRITICAL")).toMatchObject({ critical: 0 });
    expect(classify("CRITICAL: []")).toMatchObject({ critical: 0 });
    expect(classify("CRITICAL: [a, , b]")).toMatchObject({ critical: 1 });
    expect(classify("CRITICAL: [,-a]")).toMatchObject({ critical: 1 });
    expect(classify("CRITICAL: [-, , -b]")).toMatchObject({ critical: 2 });
    expect(diagnostics("CRITICAL: [ ]", "- a", "1. b")).toEqual([]);
    expect(diagnostics("CRITICAL: a", "- b", "1. c")).toEqual([]);
    expect(diagnostics("CRITICAL: a", "", "- b", "MAJOR:", "1. c")).toEqual(["numbered-items@5"]);
  });
});
