import fc from "fast-check";
import { expect, test } from "vitest";
import { redactor } from "./redact.js";

const pieces = fc.constantFrom("sk-", "abcdefghijklmnop1234", "Bearer ", "KEY", "_", "=", ":", " ", "\n", '"', "https://", "@", "password", "-----BEGIN PRIVATE KEY-----", "-----END", "eyJ", ".", "?key=", "[redacted]", "[", "authorization: ", "token");
const texts = fc.array(fc.oneof(pieces, fc.string({ maxLength: 6 })), { maxLength: 25 }).map((parts) => parts.join(""));

test("redacting twice is redacting once, with the caller's patterns, too", () => {
  const redact = redactor([/\w{7}/, "ed]"]);
  const plain = redactor([]);
  fc.assert(
    fc.property(texts, (text) => {
      for (const { text: once } of [redact, plain]) expect(once(once(text))).toBe(once(text));
    }),
    { numRuns: 500 },
  );
});

test("a key never survives, whatever stands around it", () => {
  const key = "sk-proj-Zz9Zz9Zz9Zz9Zz9Zz9";
  const { text: redact } = redactor([]);
  fc.assert(
    fc.property(texts, texts, fc.constantFrom(" ", "\n", '"', "'", "=", ":", "(", "/"), (before, after, edge) => {
      expect(redact(`${before}${edge}${key}${edge}${after}`)).not.toContain("Zz9Zz9");
    }),
    { numRuns: 500 },
  );
});
