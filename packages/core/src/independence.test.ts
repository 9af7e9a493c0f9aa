import { describe, expect, test } from "vitest";
import type { Agent, AgentDescription } from "./agent.js";
import { independenceOf } from "./independence.js";
import { roleFamily, structuredRole, textRole } from "./role.js";
import { bindRoster } from "./roster.js";

const reviewer = structuredRole<unknown>({ jsonSchema: {}, validate: (value) => ({ ok: true, value }) });

function agent(description: AgentDescription = {}): Agent {
  return { ...description, call: async () => ({}) };
}

function shares(author: string | undefined, own: string | undefined, ...otherAuthors: readonly (string | undefined)[]): boolean | null | undefined {
  const of = (family: string | undefined): Agent => agent(family === undefined ? {} : { family });
  const roles = { writers: roleFamily(textRole()), reviewer };
  const writers = Object.fromEntries([author, ...otherAuthors].map((family, index) => [`w${index}`, of(family)]));
  return independenceOf(bindRoster(roles, { writers, reviewer: of(own) }, {}), []).reviewers[0]?.sharesAuthorFamily;
}

describe("G23: sharesAuthorFamily", () => {
  test.each<[string | undefined, string | undefined, boolean | null]>([
    ["claude", "claude", true],
    ["claude", "gpt", false],
    ["claude", "Claude", false],
    [undefined, "gpt", null],
    ["claude", undefined, null],
    [undefined, undefined, null],
  ])("author %s, reviewer %s: %s", (author, own, expected) => {
    expect(shares(author, own)).toBe(expected);
  });

  test("one author of the family is enough; one author of unknown family leaves it open", () => {
    expect(shares("claude", "gpt", "gpt")).toBe(true);
    expect(shares(undefined, "gpt", "gpt")).toBe(true);
    expect(shares("claude", "gpt", undefined)).toBeNull();
    expect(shares("claude", "gpt", "gemini")).toBe(false);
  });

  test("without authors there is nothing to share", () => {
    expect(independenceOf(bindRoster({ reviewer }, { reviewer: agent({ family: "gpt" }) }, {}), []).reviewers[0]?.sharesAuthorFamily).toBeNull();
  });
});

describe("G23: who judged", () => {
  const roles = { writer: textRole(), guide: textRole({ duty: "adviser" }), reviewer, panel: roleFamily(reviewer) };
  const twin = agent();
  const roster = bindRoster(
    roles,
    { writer: agent({ id: "w", family: "claude" }), guide: agent({ id: "g" }), reviewer: agent({ id: "r", family: "gpt" }), panel: { a: agent({ id: "r" }), b: twin, c: twin, d: agent() } },
    {},
  );

  test("authors and reviewers stand in declared order with their labels; advisers are neither", () => {
    const { authors, reviewers } = independenceOf(roster, ["reviewer", "panel/b"]);
    expect(authors).toEqual([{ role: "writer", id: "w", family: "claude" }]);
    expect(reviewers).toEqual([
      { role: "reviewer", id: "r", family: "gpt", sharesAuthorFamily: false, judged: true },
      { role: "panel/a", id: "r", sharesAuthorFamily: null, judged: false },
      { role: "panel/b", sharesAuthorFamily: null, judged: true },
      { role: "panel/c", sharesAuthorFamily: null, judged: false },
      { role: "panel/d", sharesAuthorFamily: null, judged: false },
    ]);
  });

  test.each<[readonly string[], number]>([
    [[], 0],
    [["reviewer"], 1],
    [["reviewer", "reviewer"], 1],
    [["reviewer", "panel/a"], 1],
    [["panel/b", "panel/c"], 1],
    [["panel/b", "panel/d"], 2],
    [["reviewer", "panel/a", "panel/b", "panel/c", "panel/d"], 3],
    [["guide", "writer", "nobody"], 0],
  ])("case F07: %j are so many distinct reviewers: %i", (judged, distinct) => {
    expect(independenceOf(roster, judged).distinctReviewers).toBe(distinct);
  });

  test("is frozen and plain", () => {
    const independence = independenceOf(roster, ["reviewer"]);
    for (const part of [independence, independence.authors, independence.authors[0], independence.reviewers, independence.reviewers[0]]) expect(Object.isFrozen(part)).toBe(true);
    expect(JSON.parse(JSON.stringify(independence))).toEqual(independence);
  });
});

test("G23: two lanes that may fall back to one agent are one reviewer", () => {
  const backup = agent();
  const lane = (): Agent => ({ ...agent(), wraps: [agent(), backup] });
  const roster = bindRoster({ panel: roleFamily(reviewer) }, { panel: { a: lane(), b: lane(), c: agent() } }, {});
  expect(independenceOf(roster, ["panel/a", "panel/b", "panel/c"]).distinctReviewers).toBe(2);
});
