import { describe, expect, test } from "vitest";
import { LoopwrightError } from "@loopwright/core";
import { appendHistory, formatHistoryItem, parseHistory, type HistoryItem } from "./manifest.js";
import { withUserChoice } from "./record.js";

const first: HistoryItem = { checkpoint: "spec", iteration: 1, counts: { critical: 2, major: 1, substantive: 0, cosmetic: 1 }, result: "REVISE" };
const second: HistoryItem = { checkpoint: "spec", iteration: 2, counts: { critical: 0, major: 0, substantive: 0, cosmetic: 1 }, result: "PASS" };

describe("the manifest", () => {
  test("QL-HIST-4: items are written in one shape and read back", () => {
    expect(formatHistoryItem(first)).toBe(
      "  - checkpoint: spec\n    iteration: 1\n    counts: { critical: 2, major: 1, substantive: 0, cosmetic: 1 }\n    result: REVISE\n",
    );
    const manifest = appendHistory(appendHistory("title: x", first), second);
    expect(manifest.startsWith("title: x\nquality_locked_history:\n  - checkpoint: spec\n")).toBe(true);
    expect(parseHistory(manifest)).toEqual([first, second]);
    expect(parseHistory("title: x\n")).toEqual([]);
    expect(parseHistory(manifest.replaceAll("\n", "\r\n"))).toEqual([first, second]);
  });

  test("QL-HIST-1: appending keeps what stands before and behind the list", () => {
    const before = `a: 1\nquality_locked_history:\n${formatHistoryItem(first)}\nb: 2\n`;
    const after = appendHistory(before, second);
    expect(parseHistory(after)).toEqual([first, second]);
    expect(after).toBe(`a: 1\nquality_locked_history:\n${formatHistoryItem(first)}${formatHistoryItem(second)}\nb: 2\n`);
    expect(parseHistory(appendHistory("quality_locked_history: []\nb: 2\n", first))).toEqual([first]);
    expect(parseHistory(appendHistory(`quality_locked_history:\n${formatHistoryItem(first).trimEnd()}`, second))).toEqual([first, second]);
  });

  test("QL-HIST-3: the answer to a prompt stands on the record that asked", () => {
    const capped: HistoryItem = { ...first, iteration: 10, result: "CAP_REACHED" };
    const answered = { ...capped, ...withUserChoice(capped, "F") };
    expect(formatHistoryItem(answered).endsWith('    result: CAP_REACHED\n    user_choice: "F"\n')).toBe(true);
    const strange = { ...answered, user_choice: 'say "no"\n\u2028: [#' };
    expect(parseHistory(appendHistory("", strange))).toEqual([strange]);
    const bracketed = { ...answered, user_choice: "keep: [] as it is" };
    expect(parseHistory(appendHistory(appendHistory("", bracketed), second))).toEqual([bracketed, second]);
  });

  test("QL-HIST-4: any other shape is a typed error with its line", () => {
    const item = formatHistoryItem(first);
    const broken = [
      "quality_locked_history: yes\n", `quality_locked_history: []\n${item}`, `quality_locked_history:\n${item}quality_locked_history:\n`,
      `quality_locked_history:\n${item.replace("iteration: 1", "iteration: one")}`, `quality_locked_history:\n${item.replace("iteration: 1", "iteration: 0")}`,
      `quality_locked_history:\n${item.replace("critical: 2, ", "")}`, `quality_locked_history:\n${item.replace("REVISE", "revise")}`,
      `quality_locked_history:\n${item.replace("spec", '"spec')}`, `quality_locked_history:\n${item.replace("spec", "a: b")}`,
      `quality_locked_history:\n${item}    note: x\n`, `quality_locked_history:\n  # x\n${item}`, `quality_locked_history:\n${item.split("\n").slice(0, 2).join("\n")}\n`,
    ];
    for (const manifest of broken) {
      expect(() => parseHistory(manifest), manifest).toThrow(LoopwrightError);
      expect(() => parseHistory(manifest), manifest).toThrow(/^manifest line \d+: /);
      expect(() => appendHistory(manifest, second), manifest).toThrow(LoopwrightError);
    }
  });
});
