import { describe, expect, test } from "vitest";
import { readAnswer, usageIn } from "./answer.js";
import type { OutputMode } from "./options.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (mode: OutputMode, text: string) => readAnswer(mode, bytes(text));
const problemOf = (mode: OutputMode, text: string) => {
  const answer = read(mode, text);
  return answer.ok ? "no problem" : answer.problem;
};

describe("text", () => {
  test("QU-DRAFT-02: is verbatim, white space, line breaks and byte order mark included", () => {
    for (const text of ["D1\n", " \n", "", "\ufeffD1", '{"structured":{"approved":true}}']) {
      expect(read("text", text)).toEqual({ ok: true, reply: { text } });
    }
  });
});

describe("reply", () => {
  test("has any of the fields of a reply", () => {
    const reply = { text: "t", structured: { approved: true }, usage: { inputTokens: 1 }, model: "m", finishReason: "stop" };
    expect(read("reply", ` ${JSON.stringify(reply)}\n`)).toEqual({ ok: true, reply });
    expect(read("reply", "{}")).toEqual({ ok: true, reply: {} });
    expect(read("reply", '\ufeff{"text":"t"}')).toEqual({ ok: true, reply: { text: "t" } });
  });

  test("a bare verdict is no reply, and the message says what to set", () => {
    expect(problemOf("reply", '{"approved":true,"feedback":[]}')).toContain('field "approved"');
    expect(problemOf("reply", '{"approved":true,"feedback":[]}')).toContain('structured: "whole"');
  });

  test.each(['{"text":1}', '{"usage":7}', '{"usage":null}', '{"model":[]}', '{"finishReason":"eos"}', "[]", "null", '"text"', "7"])(
    "%s is no reply",
    (text) => expect(read("reply", text).ok).toBe(false),
  );
});

describe("structured", () => {
  test.each<[string, unknown]>([['{"approved":false}', { approved: false }], ["[1]", [1]], ["null", null], ['"false"', "false"], ["0", 0]])(
    "%s is the whole answer as it stands, judged by nobody here (answer.ts 3)",
    (text, structured) => expect(read("structured", text)).toEqual({ ok: true, reply: { structured } }),
  );
});

describe.each(["reply", "structured"] as const)("G7, G4: %s output is one JSON value and nothing else (answer.ts 1)", (mode) => {
  test.each([
    "",
    " \n",
    "hello",
    'Sure! {"structured":{"approved":true}}',
    '```json\n{"structured":{"approved":true}}\n```',
    '{"structured":{"approved":true}} Done.',
    '{"structured":{"approved":true}}\n{"structured":{"approved":false}}',
    '{"structured":{"approved":true',
    "{'structured':true}",
    "VERDICT: APPROVE",
  ])("case F05: %j is a problem", (text) => {
    expect(read(mode, text).ok).toBe(false);
  });

  test("the message shows how the output starts, not all of it", () => {
    const problem = problemOf(mode, `Sure! ${"x".repeat(10_000)}`);
    expect(problem).toContain('"Sure! x');
    expect(problem.length).toBeLessThan(200);
  });
});

test("broken UTF-8 is a problem in every mode, never a replacement character", () => {
  for (const mode of ["text", "reply", "structured"] as const) {
    expect(readAnswer(mode, new Uint8Array([0x22, 0xff, 0x22]))).toEqual({ ok: false, problem: "standard output is not valid UTF-8" });
    expect(readAnswer(mode, bytes('"ä"').subarray(0, 2)).ok).toBe(false);
  }
});

test("a field named like a part of Object's prototype is unknown", () => {
  expect(read("reply", '{"constructor":1}').ok).toBe(false);
  expect(read("reply", '{"__proto__":{"text":"x"}}').ok).toBe(false);
});

test("case H09: the usage in a failed command's reply is found, and only there", () => {
  expect(usageIn("reply", bytes('{"usage":{"costUsd":1}}'))).toEqual({ costUsd: 1 });
  expect(usageIn("reply", bytes("crash"))).toBeUndefined();
  expect(usageIn("structured", bytes('{"usage":{"costUsd":1}}'))).toBeUndefined();
  expect(usageIn("text", bytes('{"usage":{"costUsd":1}}'))).toBeUndefined();
});
