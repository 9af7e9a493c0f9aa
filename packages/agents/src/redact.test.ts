import { describe, expect, test } from "vitest";
import { redactor } from "./cassette/redact.js";
import { REDACTED, redactSecrets, secretsOfHeader } from "./redact.js";

describe("redact.ts 1: what is known goes wherever it stands", () => {
  test("whole, in parts of texts, and again", () => {
    expect(redactSecrets("a Zm9vYmFy b xZm9vYmFyx", ["Zm9vYmFy"])).toBe(`a ${REDACTED} b x${REDACTED}x`);
  });

  test("of a header's value, also its bare token; short words stay", () => {
    expect(secretsOfHeader("Custom abcdefgh v1")).toEqual(["Custom abcdefgh v1", "Custom", "abcdefgh", "v1"]);
    expect(redactSecrets("token abcdefgh, version v1", secretsOfHeader("Custom abcdefgh v1"))).toBe(`token ${REDACTED}, version v1`);
  });

  test("the longer of two that overlap goes first", () => {
    expect(redactSecrets("abcdefghij", ["abcdef", "abcdefghij"])).toBe(REDACTED);
  });

  test("a secret is a text, not a pattern or a replacement", () => {
    expect(redactSecrets("a.c+d$&e?", ["a.c+d$&e?"])).toBe(REDACTED);
    expect(redactSecrets("abc+d$&e?", ["a.c+d$&e?"])).toBe("abc+d$&e?");
  });
});

test.each([
  ["Authorization: Bearer abc.def-ghi_jkl", "abc.def"],
  ["Incorrect API key provided: sk-proj-0123456789abcdef", "0123456789"],
  ["https://x.test/?api_key=hunter2hunter2&v=1", "hunter2"],
])("redact.ts 1: what looks like a credential goes, too: %s", (text, secret) => {
  const shown = redactSecrets(text);
  expect(shown).not.toContain(secret);
  expect(shown).toContain(REDACTED);
});

test.each(["the password is wrong", "Bearer of bad news", "a skeleton key", "token limit: 4000", "HTTP 401: api key missing"])("%s: stays as it is", (text) => {
  expect(redactSecrets(text)).toBe(text);
});

test("redact.ts 2: G17: linear in the length of the text, of which only the beginning is given back", () => {
  const texts = ["api_key ".repeat(50_000), "password:".repeat(50_000), "Bearer ".repeat(50_000), "sk-".repeat(100_000), "api_key" + " ".repeat(300_000), "x".repeat(1_000_000)];
  const startedAt = performance.now();
  for (const text of texts) redactor([]).text(text);
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect(redactSecrets("x".repeat(1_000_000))).toBe("x".repeat(65_536));
});
