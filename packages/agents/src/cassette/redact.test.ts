import { describe, expect, test, vi } from "vitest";
import { redactor } from "./redact.js";

const text = (given: string, extra: readonly (RegExp | string)[] = []): string => redactor(extra).text(given);
const json = (given: object): unknown => redactor([]).json(given as never);

describe("secrets in texts", () => {
  const KEYS = [
    "sk-proj-abcdefghijklmnop1234", "sk-ant-api03-abcdefghijklmnop_-1234", "sk_live_abcdefghijklmnop1234", "ghp_abcdefghij0123456789abcdefghij012345", "github_pat_11ABCDEFG0abcdefghij_klmnop",
    "glpat-abcdefghij0123456789", "npm_abcdefghij0123456789abcdefghij0123", "hf_abcdefghijABCDEFGHIJ0123", "xoxb-123456789012-abcdefghij", "AIzaSyA-abcdefghijklmnopqrstuvwxyz01234", "AKIAIOSFODNN7EXAMPLE",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
  ];

  test.each(KEYS)("%s", (key) => {
    expect(text(key)).toBe("[redacted]");
    expect(text(`use ${key}, please`)).toBe("use [redacted], please");
    expect(text(`"${key}"`)).toBe('"[redacted]"');
  });

  test.each([
    ["Authorization: Bearer abcdef12345678", "Authorization: [redacted]"],
    ["authorization: Basic dXNlcjpwYXNz\nnext: line", "authorization: [redacted]\nnext: line"],
    ['{"x-api-key": "abcd1234"}', '{"x-api-key": "[redacted]"}'],
    ["curl -H 'Authorization: Bearer abcdef12345678' https://x", "curl -H 'Authorization: [redacted]' https://x"],
    ["Cookie: session=abc; other=def", "Cookie: [redacted]"],
    ["Bearer abcdef12345678", "Bearer [redacted]"],
    ["OPENAI_API_KEY=abcd", "OPENAI_API_KEY=[redacted]"],
    ["export DB_PASSWORD='p4ss word'", "export DB_PASSWORD='[redacted] word'"],
    ["MY_SECRET: abcdefgh", "MY_SECRET: [redacted]"],
    ["apiKey: 'abcd1234efgh'", "apiKey: '[redacted]'"],
    ["postgres://user:pa55@host/db", "postgres://[redacted]@host/db"],
    ["https://x/y?key=abc&z=1", "https://x/y?key=[redacted]&z=1"],
    ["-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4\nabc\n-----END RSA PRIVATE KEY-----\nrest", "[redacted]\nrest"],
    ["-----BEGIN PRIVATE KEY-----\ncut off", "[redacted]"],
  ])("%s", (given, expected) => {
    expect(text(given)).toBe(expected);
  });

  test.each([
    "A risk-assessment-of-everything and a task-list-with-many-items.",
    "The password is required; the token decides; keys are sorted.",
    "const token: string = read(); maxTokens = 4096",
    "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----",
    "https://example.org/a?b=c#d and mailto:a@b.org at 12:30",
    "basic internationalization, bearer of news",
    "",
  ])("what is none stays: %s", (given) => {
    expect(text(given)).toBe(given);
  });

  test("the values of secret environment variables, wherever they stand", () => {
    vi.stubEnv("LOOPWRIGHT_TEST_TOKEN", "plain words here");
    vi.stubEnv("LOOPWRIGHT_TEST_NAME", "not a secret");
    vi.stubEnv("LOOPWRIGHT_TEST_KEY", "short");
    try {
      expect(text("say plain words here, not a secret, short")).toBe("say [redacted], not a secret, short");
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test("the caller's patterns, also without the global flag, and literal texts", () => {
    expect(text("id A-17, id A-18 and (x+y)", [/A-\d+/, "(x+y)"])).toBe("id [redacted], id [redacted] and [redacted]");
  });

  test("G17: hostile texts take linear time", () => {
    const size = 200_000;
    const hostile = ["sk-", "eyJ-", "a:", "KEY", "KEY_", "Bearer ", "A", "http://a:", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----", "?key=", "cookie:", "a-"];
    for (const piece of hostile) {
      const started = performance.now();
      text(piece.repeat(size / piece.length));
      expect(performance.now() - started, piece).toBeLessThan(2000);
    }
  });
});

describe("secrets in data", () => {
  test("fields that name a secret lose their text; lists, too", () => {
    expect(json({ headers: { Authorization: "x", "x-api-key": ["a", "b"], accept: "json" }, password: "p", client_secret: "c", token: "approved", inputTokens: 7 })).toEqual({
      headers: { Authorization: "[redacted]", "x-api-key": ["[redacted]", "[redacted]"], accept: "json" },
      password: "[redacted]",
      client_secret: "[redacted]",
      token: "approved",
      inputTokens: 7,
    });
  });

  test("a schema may have a property of such a name", () => {
    const schema = { type: "object", properties: { password: { type: "string", minLength: 8 } }, required: ["password"] };
    expect(json(schema)).toEqual(schema);
  });

  test("names are texts, too", () => {
    expect(json({ "sk-proj-abcdefghijklmnop1234": 1 })).toEqual({ "[redacted]": 1 });
  });
});
