import { expect, test } from "vitest";
import { countChangedLines, renderDiff } from "./diff.ts";
import type { Style } from "./style.ts";

const tagged = (tag: string) => (text: string) => `<${tag}>${text}</${tag}>`;
const plain = (text: string): string => text;
const style: Style = { strong: plain, faint: plain, good: plain, bad: plain, added: plain, removed: plain, changed: tagged("b") };

test("changed lines stand in pairs with the changed words marked", () => {
  expect(renderDiff("a\nkeep the the end\nz\n", "a\nkeep the end\nz\n", style)).toEqual(["@@ line 1 @@", " a", "-keep the <b>the </b>end", "+keep the end", " z"]);
});

test("Windows line endings are not shown as changes", () => {
  expect(renderDiff("a\r\nb\r\n", "a\r\nc\r\n", style).join("\n")).not.toContain("\\u{d}");
});

test("control characters of a document reach no terminal", () => {
  expect(renderDiff("a\n", "\u001B[2Ja\u202E\n", style).join("\n")).toContain("\\u{1b}[2Ja\\u{202e}");
});

test("what is not shown is counted", () => {
  const lines = renderDiff("", "x\n".repeat(500), style);
  expect(lines).toHaveLength(121);
  expect(lines.at(-1)).toBe("… 381 more lines");
});

test("lines are counted", () => {
  expect(countChangedLines("a\nb\nc\n", "a\nx\ny\nc\n")).toBe("+2 −1 lines");
});
