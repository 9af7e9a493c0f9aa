/** Reading answers: what is reported of a bad one is bounded. The kinds are tested with calls, in call.test.ts. */
import { describe, expect, test } from "vitest";
import { readAnswer, type ReadAnswer } from "./answer.js";
import type { TakenReply } from "./taken-reply.js";
import { structuredRole } from "./role.js";

function problemsOf(problems: readonly string[]): readonly string[] {
  const role = structuredRole({ jsonSchema: { type: "object" }, validate: () => ({ ok: false, problems }) });
  const answer = readAnswer(role, { structured: {} } as TakenReply) as ReadAnswer;
  if (answer.ok) throw new Error("the answer was read");
  return answer.problems ?? [];
}

describe("G17: problems are bounded and say what was cut", () => {
  test("few and short ones stay as they are", () => {
    expect(problemsOf(["$.a: absent", "$.b: not a boolean"])).toEqual(["$.a: absent", "$.b: not a boolean"]);
  });

  test("many are counted", () => {
    const problems = problemsOf(Array.from({ length: 100_000 }, (_, index) => `$.k${index}: not allowed`));
    expect(problems).toHaveLength(21);
    expect(problems[0]).toBe("$.k0: not allowed");
    expect(problems.at(-1)).toBe("$: 99980 more problems");
  });

  test("a long one is clipped", () => {
    const [problem = ""] = problemsOf([`$.${"k".repeat(10_000)}: not allowed`]);
    expect(problem).toHaveLength(200 + "… (9815 more characters)".length);
    expect(problem).toMatch(/… \(9815 more characters\)$/);
  });
});
