import { describe, expect, it } from "vitest";
import { decodeFile, decodeUtf8 } from "./decode.js";
import { characterBefore, isWordCharacter, startsIgnoringCase } from "./letters.js";
import { splitLines, splitTextLines } from "./lines.js";
import { oneLine } from "./one-line.js";
import { isBlank, isWhiteSpace, splitWhiteSpace, trimWhiteSpace } from "./white-space.js";

const SPACES = [0x9, 0xa, 0xb, 0xc, 0xd, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x85, 0xa0, 0x1680, ...Array.from({ length: 11 }, (_, index) => 0x2000 + index), 0x2028, 0x2029, 0x202f, 0x205f, 0x3000];

describe("white space", () => {
  it("LG-FP-1: is exactly the listed class, over the whole plane", () => {
    const found = Array.from({ length: 0x10000 }, (_, unit) => unit).filter(isWhiteSpace);
    expect(found).toEqual(SPACES);
  });

  it("LG-FP-1: trims, splits and tests by that class", () => {
    const all = String.fromCharCode(...SPACES);
    expect(trimWhiteSpace(`${all}a${all}b${all}`)).toBe(`a${all}b`);
    expect(splitWhiteSpace(`${all}a${all}b${all}`)).toEqual(["a", "b"]);
    expect(splitWhiteSpace("\uFEFFa\u200bb")).toEqual(["\uFEFFa\u200bb"]);
    expect([isBlank(all), isBlank(""), isBlank(`${all}x`)]).toEqual([true, true, false]);
  });
});

describe("lines", () => {
  it.each([
    ["a\nb\n", ["a", "b"]],
    ["a\r\nb\r\n", ["a", "b"]],
    ["a\r\rb\n", ["a\r\rb"]],
    ["a\r", ["a\r"]],
    ["\n", [""]],
    ["", []],
    ["a\fb\u2028c", ["a\fb\u2028c"]],
  ])("LG-FP-3: %j by version control", (text, lines) => {
    expect(splitLines(text)).toEqual(lines);
  });

  it.each([
    ["a\r\nb\rc\nd", ["a", "b", "c", "d"]],
    ["a\n\rb", ["a", "", "b"]],
    ["a\u000bb\u000cc\u001cd\u001de\u001ef\u0085g\u2028h\u2029i", ["a", "b", "c", "d", "e", "f", "g", "h", "i"]],
    ["a\u001fb\n", ["a\u001fb"]],
    ["", []],
  ])("QL-CLS-2: %j as prose", (text, lines) => {
    expect(splitTextLines(text)).toEqual(lines);
  });
});

describe("letters", () => {
  it("LG-CITE-5: letters and numerals of any script are word characters, marks alone are not", () => {
    expect(["a", "é", "字", "²", "½", "Ⅷ", "_", "𝐀", "٣"].map(isWordCharacter)).toEqual(Array(9).fill(true));
    expect(["", " ", "-", "§", ".", "\u0301", "ab"].map(isWordCharacter)).toEqual(Array(7).fill(false));
    expect(characterBefore("𝐀x", 2)).toBe("𝐀");
    expect(characterBefore("\udc00x", 1)).toBe("\udc00");
    expect(characterBefore("x", 0)).toBe("");
  });

  it("LG-CITE-2: ignoring case reaches past ASCII", () => {
    for (const text of ["SPEC 1", "ſpec", "spec"]) expect(startsIgnoringCase(text, "spec")).toBe(true);
    expect(startsIgnoringCase("constİtutıon", "constitution")).toBe(true);
    expect(startsIgnoringCase("spe", "spec")).toBe(false);
  });
});

describe("decoding", () => {
  it("LG-SEC-16: UTF-8 is strict, and a byte order mark stays", () => {
    expect(decodeUtf8(Uint8Array.from([0xef, 0xbb, 0xbf, 0x61]))).toBe("\uFEFFa");
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]]) expect(decodeUtf8(Uint8Array.from(bytes))).toBeNull();
  });

  it("LG-FP-5: a file that is no UTF-8 comes byte for byte", () => {
    expect(decodeFile(Uint8Array.from([0x61, 0xff, 0x0a]))).toBe("aÿ\n");
    expect(decodeFile(new Uint8Array(20_000).fill(0xfe))).toHaveLength(20_000);
  });
});

describe("one line", () => {
  it.each([
    ["plain – text, 日本", "plain – text, 日本"],
    ["a\r\nb\n\nc\u2028d", "a b c d"],
    ["\u001b[31m\u0007\u009b", "\\u{1b}[31m\\u{7}\\u{9b}"],
    ["a\u202eb\u2066c\u200f", "a\\u{202e}b\\u{2066}c\\u{200f}"],
    ["tab\tstays", "tab\tstays"],
  ])("LG-SEC-19: %j is %j", (text, line) => {
    expect(oneLine(text)).toBe(line);
  });

  it.each(["# h", "- x", "* x", "+ x", "> q", "1. x", "12) x", "```", "| a |", "~~~", "=== "])("LG-SEC-19: %j opens nothing at the start of a line", (text) => {
    expect(oneLine(text, { isStart: true })).toBe(`\\${text}`);
    expect(oneLine(text)).toBe(text);
  });

  it("LG-SEC-19: ordinary starts are left alone", () => {
    for (const text of ["F-001", "1.5 times", "word - word", "(x)"]) expect(oneLine(text, { isStart: true })).toBe(text);
  });
});
