import { describe, expect, test } from "vitest";
import { LoopwrightError } from "@loopwright/core";
import { check, checkAsJson, classifyAsJson, decideStep, type CheckInput } from "./check.js";
import { isClean } from "./counts.js";
import { decide } from "./decide.js";
import { isStuck } from "./stuck.js";

const ALL_NONE = "CRITICAL: None\nMAJOR: None\nMINOR-substantive: None\nMINOR-cosmetic: None";
const records = (...serious: readonly (readonly [critical: number, major: number])[]) =>
  serious.map(([critical, major], index) => ({ iteration: index + 1, counts: { critical, major } }));
const counts = (critical = 0, major = 0, substantive = 0, cosmetic = 0) => ({ critical, major, substantive, cosmetic });
const run = (reviewText: string, iteration = 1, rest: Partial<CheckInput> = {}) => check({ reviewText, iteration, history: [], ...rest });
const codeOf = (act: () => void): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof LoopwrightError) return String(error.code);
    throw error;
  }
  return "none";
};

describe("the clean bar and the stuck test", () => {
  test("QL-BAR-1: cosmetic findings never matter", () => {
    expect(isClean(counts(0, 0, 0, 3))).toBe(true);
    for (const dirty of [counts(1), counts(0, 1), counts(0, 0, 1)]) expect(isClean(dirty)).toBe(false);
    expect(run("CRITICAL: none\nMINOR-cosmetic:\n- a\n- b\n- c").action).toBe("PASS");
  });

  test("QL-STK-1: only the sum of critical and major over the last three records counts", () => {
    expect(isStuck(records([2, 0], [0, 2], [1, 1]))).toBe(true);
    expect(isStuck(records([3, 0], [2, 0], [1, 0]))).toBe(false);
    expect(isStuck(records([9, 9], [2, 0], [2, 0], [2, 0]))).toBe(true);
    expect(isStuck(records([0, 0], [0, 0], [0, 0]))).toBe(false);
    expect(isStuck(records([2, 0], [2, 0]))).toBe(false);
    expect(isStuck([{ counts: { critical: 2 } }, { counts: { major: 2 } }, { counts: { critical: 2, substantive: 7 } }])).toBe(true);
    expect(isStuck([{ counts: {} }, {}, { counts: null }])).toBe(false);
  });

  test("QL-STK-2: the current counts are no part of the window", () => {
    const history = records([2, 0], [2, 0], [2, 0]);
    expect(decide({ counts: counts(1), iteration: 4, history }).action).toBe("ESCALATE");
    expect(decide({ counts: counts(2), iteration: 3, history: history.slice(1) }).action).toBe("REVISE");
  });
});

describe("decide", () => {
  test.each([
    [counts(0, 0, 0, 3), 1, "PASS"], [counts(0, 0, 1), 1, "REVISE"], [counts(1), 9, "REVISE"], [counts(1), 10, "CAP_REACHED"], [counts(), 10, "PASS"], [counts(), 99, "PASS"],
  ] as const)("QL-DEC-1: %o at iteration %i is %s", (given, iteration, action) => {
    expect(decide({ counts: given, iteration, history: [] }).action).toBe(action);
  });

  test("QL-DEC-2: flags speak only where they matter", () => {
    const history = records([1, 1], [1, 1], [1, 1]);
    expect(decide({ counts: counts(1), iteration: 12, history })).toMatchObject({ action: "CAP_REACHED", cap_reached: true, stuck: true });
    expect(decide({ counts: counts(1), iteration: 5, history })).toMatchObject({ action: "ESCALATE", cap_reached: false, stuck: true });
    expect(decide({ counts: counts(), iteration: 5, history })).toMatchObject({ action: "PASS", cap_reached: false, stuck: false });
    expect(decide({ counts: counts(1), iteration: 5, history: [] })).toMatchObject({ action: "REVISE", cap_reached: false, stuck: false });
  });
});

describe("check", () => {
  test("QL-CLS-13: G4: a finding under a label that nobody counts, or behind a dash that nobody counts, never passes", () => {
    for (const lost of ["\ufeffCRITICAL:\n- sql injection", "\u200bCRITICAL:\n- x", "\u001b[1mCRITICAL:\n- x", "CRITICAL:\n– login is broken"]) {
      const text = `${lost}\nMAJOR: None\nMINOR-substantive: None\nMINOR-cosmetic: None\n`;
      expect(run(text), JSON.stringify(lost)).toMatchObject({ action: "REVISE", is_clean: false, unparseable: true, counts: counts() });
    }
  });

  test("QL-CLS-13: case H04: what shows no label, or signs of lost findings, is never a pass", () => {
    for (const text of ["looks great!", "", "garbage", "CRITICAL:\n\n- SQL injection", "CRITICAL:\n1. a", "MAJOR: none\n### CRITICAL\n- a"]) {
      expect(run(text), text).toMatchObject({ action: "REVISE", is_clean: false, unparseable: true, iteration_record: { result: "REVISE" } });
    }
    expect(run("looks great!", 10)).toMatchObject({ action: "CAP_REACHED", unparseable: true });
    expect(run(ALL_NONE)).not.toHaveProperty("unparseable");
    expect(run(ALL_NONE).action).toBe("PASS");
  });

  test("QL-CLS-13: with findings counted, an odd text is an ordinary revision", () => {
    const result = run("### CRITICAL\nMAJOR: a");
    expect(result).toMatchObject({ action: "REVISE", is_clean: false });
    expect(result).not.toHaveProperty("unparseable");
    expect(run("### MAJOR:\n- x", 4, { history: records([1, 0], [1, 0], [1, 0]) })).toMatchObject({ action: "REVISE", stuck: false, unparseable: true });
  });

  test("QL-DEC-3: a bad iteration or record is a typed error", () => {
    for (const iteration of [0, -1, 1.5, Number.NaN, "1" as never, null as never]) expect(codeOf(() => void run(ALL_NONE, iteration))).toBe("iteration-invalid");
    const bad = [{}, null, "[]", [1, 2, 3], [null], [{ iteration: 1 }], [{ counts: [] }], [{ counts: { critical: -1 } }], [{ counts: { nit: 0.5 } }],
      [{ counts: { major: "1" } }], [{ iteration: 0, counts: {} }]];
    for (const history of bad) expect(codeOf(() => void run(ALL_NONE, 1, { history })), JSON.stringify(history)).toBe("history-invalid");
    expect(codeOf(() => void run(ALL_NONE, 1, { machineCounts: { critical: -1 } }))).toBe("counts-invalid");
    // A key that nobody reads would drop a finding.
    expect(codeOf(() => void run(ALL_NONE, 1, { machineCounts: { criticl: 1 } as never }))).toBe("counts-invalid");
    for (const machineCounts of [3, [], "x"] as never[]) expect(codeOf(() => void run(ALL_NONE, 1, { machineCounts }))).toBe("counts-invalid");
    expect(codeOf(() => void run(3 as never))).toBe("review-text-invalid");
    expect(run("CRITICAL: a", 4, { history: [{ counts: {}, note: "x" }] }).action).toBe("REVISE");
  });

  test("QL-JSON-1: one object of a fixed shape; keys that do not apply are absent", () => {
    const result = run("CRITICAL: none\nMAJOR: none\nMINOR-cosmetic: a", 3);
    expect(JSON.stringify(result)).toBe(
      '{"counts":{"critical":0,"major":0,"substantive":0,"cosmetic":1},"is_clean":true,"cap_reached":false,"stuck":false,"action":"PASS",' +
        '"iteration_record":{"iteration":3,"counts":{"critical":0,"major":0,"substantive":0,"cosmetic":1},"result":"PASS"}}',
    );
    expect(Object.keys(run("looks great!"))).toEqual(["counts", "is_clean", "cap_reached", "stuck", "action", "iteration_record", "unparseable", "diagnostics"]);
  });

  test("QL-JSON-2: a bad history prints an error alone and exits with 1", () => {
    for (const historyJson of ["{}", "[1]", "not json", ""]) {
      const { output, exitCode } = checkAsJson({ reviewText: ALL_NONE, iteration: 1, historyJson });
      expect(exitCode).toBe(1);
      expect(Object.keys(JSON.parse(output) as object)).toEqual(["error"]);
    }
    expect(checkAsJson({ reviewText: ALL_NONE, iteration: 1, historyJson: "{}" }).output).toContain("array");
    for (const text of [ALL_NONE, "CRITICAL: a"]) expect(checkAsJson({ reviewText: text, iteration: 10, historyJson: "[]" }).exitCode).toBe(0);
  });

  test("QL-JSON-3: classify prints the counts alone", () => {
    expect(classifyAsJson("-- MAJOR\nMAJOR: x")).toEqual({ output: '{"counts":{"critical":0,"major":1,"substantive":0,"cosmetic":0}}', exitCode: 0 });
  });

  test("QL-HIST-1: the record carries the checkpoint when it is given", () => {
    expect(run(ALL_NONE, 1, { checkpoint: "spec" }).iteration_record).toEqual({ checkpoint: "spec", iteration: 1, counts: counts(), result: "PASS" });
    expect(run(ALL_NONE).iteration_record).not.toHaveProperty("checkpoint");
  });

  test("QL-HIST-2: only the current loop's records decide", () => {
    const spec = records([1, 0], [1, 0], [1, 0]).map((record) => ({ checkpoint: "spec", ...record }));
    const at = (checkpoint: string | undefined, iteration: number, history: unknown) => run("CRITICAL: a", iteration, { checkpoint, history }).action;
    expect(at("plan", 1, spec)).toBe("REVISE");
    expect(at("plan", 4, spec)).toBe("REVISE");
    expect(at("spec", 4, spec)).toBe("ESCALATE");
    expect(at("spec", 1, spec)).toBe("REVISE");
    expect(at("spec", 2, [...spec, { checkpoint: "spec", iteration: 1, counts: { critical: 1 } }])).toBe("REVISE");
    expect(at("spec", 4, [...spec, { checkpoint: "plan", iteration: 1, counts: {} }])).toBe("REVISE");
    expect(at(undefined, 1, spec)).toBe("ESCALATE");
  });

  test("QL-ACTN-2: a machine's findings are counted beside the text", () => {
    expect(run(ALL_NONE, 2, { machineCounts: { critical: 1 } })).toMatchObject({ counts: counts(1), action: "REVISE" });
    expect(run("MAJOR: a", 2, { machineCounts: { critical: 1, major: 2 } }).counts).toEqual(counts(1, 3));
  });

  test("QL-ESC-1: after a logged C, escalation counts as revision for the rest of this loop", () => {
    const stuck = records([1, 0], [1, 0], [1, 0]).map((record) => ({ checkpoint: "spec", ...record }));
    const answered = (user_choice: string, result = "ESCALATE") => [...stuck, { checkpoint: "spec", iteration: 4, counts: counts(1), result, user_choice }];
    const step = (history: unknown, iteration = 5, checkpoint = "spec") => decideStep({ reviewText: "CRITICAL: a", iteration, history, checkpoint }).token;
    expect(step(answered("C"))).toBe("REVISE");
    expect(step(answered("C"), 10)).toBe("CAP_REACHED");
    expect(step(answered("R"))).toBe("ESCALATE");
    expect(step(answered("C", "CAP_REACHED"))).toBe("ESCALATE");
    expect(step(stuck, 4)).toBe("ESCALATE");
    expect(check({ reviewText: "CRITICAL: a", iteration: 5, history: answered("C") }).action).toBe("ESCALATE");
    const later = [...answered("C"), ...records([1, 0], [1, 0], [1, 0]).map((record) => ({ checkpoint: "spec", ...record }))];
    expect(step(later, 4)).toBe("ESCALATE");
  });

  test("QL-CLS-13: a loop asks a person about what nobody can read, and spends no fix pass", () => {
    expect(decideStep({ reviewText: "looks great!", iteration: 2, history: [] })).toMatchObject({ token: "UNPARSEABLE", kind: "ask" });
    expect(decideStep({ reviewText: "looks great!", iteration: 10, history: [] }).token).toBe("CAP_REACHED");
  });
});
