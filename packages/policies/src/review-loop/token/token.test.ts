import { describe, expect, test } from "vitest";
import { Dice } from "../random-run.fixture.js";
import type { Subject } from "../facts/run-facts.js";
import { formatToken, parseToken, tokenText, type Suffix, type Token } from "./token.js";

const ND = { kind: "note", text: "narrative-drift/forward-fragility: not-covered" } as const;

describe("writing", () => {
  test("RL-SB-06: subject, one parenthesis of reasons, suffixes, each after one blank", () => {
    const token: Token = { subject: "APPROVE-DEGRADED", reasons: ["bloat: +20 lines over 2 rounds", "residual-floor: 1"], suffixes: [ND, { kind: "expert-unavailable", domain: "tax" }] };
    expect(formatToken(token)).toBe("APPROVE-DEGRADED (bloat: +20 lines over 2 rounds; residual-floor: 1) [narrative-drift/forward-fragility: not-covered] (tax: expert unavailable, generic coverage only)");
  });

  test("RL-SB-06: free text cannot open a bracket, end a reason or break the line", () => {
    expect(formatToken({ subject: "CAPPED", reasons: ["a (b); c\nd [e]"], suffixes: [{ kind: "expert-unavailable", domain: "tax (EU)" }] })).toBe("CAPPED (a -b-- c-d -e-) (tax -EU-: expert unavailable, generic coverage only)");
    expect(tokenText(" ")).toBe("-");
  });

  test("RL-SB-06: a lone reason that reads like a suffix does not come back as one", () => {
    const token = formatToken({ subject: "CAPPED", reasons: ["tax: expert unavailable, generic coverage only"], suffixes: [] });
    expect(parseToken(token)).toMatchObject({ reasons: ["tax: expert unavailable, generic coverage only."], suffixes: [] });
  });
});

describe("reading", () => {
  test("RL-SB-06: an expert suffix behind a bare subject is a suffix and no reason", () => {
    expect(parseToken("APPROVE (tax: expert unavailable, generic coverage only)")).toEqual({ subject: "APPROVE", reasons: [], suffixes: [{ kind: "expert-unavailable", domain: "tax" }] });
  });

  test.each([
    "we APPROVE", "approve", "APPROVED", "APPROVE.", "APPROVE ", " APPROVE", "APPROVE  [a]", "APPROVE [a", "APPROVE a]", "APPROVE [a] b", "APPROVE (a) (b)", "APPROVE [a](b)",
    "APPROVE (a;b)", "APPROVE (a; )", "APPROVE ()", "APPROVE []", "APPROVE [a[b]]", "APPROVE (a\nb)", "APPROVE-DEGRADE", "", "CAPPED(cap-reached)", "APPROVE [a] (b)", "NOT CONVERGED",
    "APPROVE [ a]", "APPROVE [a ]", "APPROVE ( a)", "APPROVE [a]x[b]", "APPROVEx[a]", "APPROVE {a}", "APPROVE {a]", "APPROVE xa]",
  ])("RL-SB-07: %j is no token", (text) => {
    expect(parseToken(text)).toBeNull();
  });

  test("RL-SB-07: the longest token is read, and one letter more is none", () => {
    const longest = `APPROVE [${"a".repeat(1_000_000 - 10)}]`;
    expect(parseToken(longest)?.suffixes).toHaveLength(1);
    expect(parseToken(longest.replace("]", "a]"))).toBeNull();
  });

  test("RL-SB-08: CLEAR reads as APPROVE and is never written", () => {
    expect(parseToken("CLEAR [x: y]")).toEqual({ subject: "APPROVE", reasons: [], suffixes: [{ kind: "note", text: "x: y" }] });
    expect(formatToken({ subject: "APPROVE", reasons: [], suffixes: [] })).toBe("APPROVE");
  });
});

test("RL-SB-06: both ways give the same, for any token", () => {
  const dice = new Dice(7);
  const subjects: Subject[] = ["APPROVE", "APPROVE-DEGRADED", "CAPPED", "NOT-CONVERGED", "OUT-OF-SCOPE-PENDING", "PREREQUISITE-MISSING"];
  const alphabet = "ab: ,.-+/;()[]\n é—";
  const text = (): string => Array.from({ length: dice.upTo(12) }, () => alphabet[dice.upTo(alphabet.length)]).join("");
  for (let index = 0; index < 3000; index++) {
    const suffixes = Array.from({ length: dice.upTo(4) }, (): Suffix => (dice.isHit(0.5) ? { kind: "note", text: text() } : { kind: "expert-unavailable", domain: text() }));
    const written = formatToken({ subject: dice.pick(subjects), reasons: Array.from({ length: dice.upTo(3) }, text), suffixes });
    const read = parseToken(written);
    expect(read, written).not.toBeNull();
    if (read !== null) expect(formatToken(read)).toBe(written);
  }
});

test("RL-SB-07: reading a megabyte is linear", () => {
  const long = [`APPROVE${" [a]".repeat(200_000)}`, `APPROVE (${"a; ".repeat(300_000)}a)`, `APPROVE ${"[".repeat(900_000)}`, `APPROVE (${"(".repeat(900_000)}`];
  const start = performance.now();
  for (const text of long) parseToken(text);
  expect(performance.now() - start).toBeLessThan(15_000);
}, 30_000);
