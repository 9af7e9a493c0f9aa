/** The roster. Numbers are the invariants at the head of roster.ts. */
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type { Agent, AgentDescription } from "./agent.js";
import { roleFamily, structuredRole, textRole } from "./role.js";
import { bindRoster } from "./roster.js";

const reviewer = structuredRole<unknown>({ jsonSchema: {}, validate: (value) => ({ ok: true, value }) });
const roles = { writer: textRole(), reviewer, panel: roleFamily(reviewer), guide: textRole({ duty: "adviser" }) } as const;

function agent(description: AgentDescription = {}): Agent {
  return { ...description, call: async () => ({}) };
}

function agents(changes: { readonly [role: string]: unknown } = {}): { readonly [role: string]: unknown } {
  return { writer: agent({ id: "w" }), reviewer: agent({ id: "r" }), panel: { a: agent({ id: "a" }), b: agent({ id: "b" }) }, guide: agent({ id: "g" }), ...changes };
}

function without(name: string): { readonly [role: string]: unknown } {
  const { [name]: _, ...rest } = agents();
  return rest;
}

function refusal(code: string, path: string) {
  return expect.objectContaining({ name: "LoopwrightError", code, path, hint: expect.stringMatching(/\S/) as string }) as Error;
}

describe("1: every role has its agent", () => {
  test("in declared order, families by key", () => {
    const roster = bindRoster(roles, agents(), {});
    expect(roster.all.map((bound) => [bound.name, bound.roleName])).toEqual([["writer", "writer"], ["reviewer", "reviewer"], ["panel/a", "panel"], ["panel/b", "panel"], ["guide", "guide"]]);
    expect(roster.members("panel")).toEqual(["a", "b"]);
    expect(roster.members("writer")).toEqual([]);
    expect(roster.get("panel/b")?.agent.id).toBe("b");
    expect([roster.get("panel"), roster.get("panel/c"), roster.get("toString")]).toEqual([undefined, undefined, undefined]);
  });

  test("G20: a misspelt role is told as that, with the roles that there are, not as a missing one", () => {
    const misspelt = { ...without("reviewer"), reviwer: agent() };
    expect(() => bindRoster(roles, misspelt, {})).toThrow(
      expect.objectContaining({ code: "agent-unknown-role", path: "agents.reviwer", hint: "Its roles: writer, reviewer, panel, guide." }) as Error,
    );
  });

  test("labels hold id and family as they are, and only those", () => {
    const { all } = bindRoster({ writer: textRole() }, { writer: agent({ id: "w", family: "claude", allowedTools: ["x"] }) }, {});
    expect(all[0]?.label).toEqual({ id: "w", family: "claude" });
    expect(bindRoster({ writer: textRole() }, { writer: agent() }, {}).all[0]?.label).toEqual({});
  });

  test.each<[string, string, string, { readonly [role: string]: unknown }]>([
    ["agent-missing", "a role without agent", "agents.reviewer", without("reviewer")],
    ["agent-missing", "null for an agent", "agents.writer", agents({ writer: null })],
    ["agent-missing", "a family without agents", "agents.panel", without("panel")],
    ["agent-missing", "no agents at all", "agents.writer", undefined as never],
    ["agent-unknown-role", "an agent without role", "agents.critic", agents({ critic: agent() })],
    ["family-empty", "an empty family", "agents.panel", agents({ panel: {} })],
    ["family-empty", "one agent for a family", "agents.panel", agents({ panel: agent() })],
    ["family-empty", "a function for a family", "agents.panel", agents({ panel: () => undefined })],
    ["agent-invalid", "a family of what is no agent", "agents.panel.a", agents({ panel: { a: {} } })],
    ["agent-invalid", "a family key with a slash", "agents.panel.a/b", agents({ panel: { "a/b": agent() } })],
    ["agent-invalid", "an empty family key", "agents.panel.", agents({ panel: { "": agent() } })],
    ["agent-invalid", "a word", "agents.writer", agents({ writer: "gpt" })],
    ["agent-invalid", "an object without call", "agents.writer", agents({ writer: { generate: () => "" } })],
    ["agent-invalid", "a bare function: its own `call` is not the agent's", "agents.writer", agents({ writer: async () => ({ text: "" }) })],
    ["agent-invalid", "a class instead of its instance", "agents.writer", agents({ writer: class { call() { return {}; } } })],
    ["agent-spec-unsupported", "an agent of another contract version", "agents.reviewer", agents({ reviewer: agent({ specVersion: 2 }) })],
    ["structured-output-unsupported", "3: a structured role for an agent that cannot", "agents.reviewer", agents({ reviewer: agent({ capabilities: { structuredOutput: false } }) })],
    ["structured-output-unsupported", "3: in a family too", "agents.panel.b", agents({ panel: { a: agent(), b: agent({ capabilities: { structuredOutput: false } }) } })],
    ["cost-range", "a negative price", "agents.writer.prices.inputUsdPerMillionTokens", agents({ writer: agent({ prices: { inputUsdPerMillionTokens: -1, outputUsdPerMillionTokens: 1 } }) })],
    ["tokens-range", "a negative need", "agents.writer.limits.maxOutputTokens", agents({ writer: agent({ limits: { maxOutputTokens: -5 } }) })],
  ])("G20: %s: %s", (code, _name, path, given) => {
    expect(() => bindRoster(roles, given, {})).toThrow(refusal(code, path));
  });

  test("a role may have the name of a property that every object inherits", () => {
    expect(() => bindRoster({ constructor: textRole() }, {}, {})).toThrow(refusal("agent-missing", "agents.constructor"));
    expect(() => bindRoster({ writer: textRole() }, { writer: agent(), toString: agent() }, {})).toThrow(refusal("agent-unknown-role", "agents.toString"));
    expect(bindRoster({ constructor: textRole() }, { constructor: agent({ id: "c" }) }, {}).get("constructor")?.agent.id).toBe("c");
  });

  test("instances of classes, agents of this contract version, and functions with a call of their own are agents", () => {
    class Own {
      async call(): Promise<object> {
        return {};
      }
    }
    for (const writer of [new Own(), agent({ specVersion: 1 }), Object.assign(() => undefined, { call: async () => ({}) })]) {
      expect(bindRoster({ writer: textRole() }, { writer }, {}).all.length).toBe(1);
    }
  });

  test("3: an agent that does not say whether it can is tried", () => {
    expect(() => bindRoster(roles, agents({ reviewer: agent({ capabilities: {} }), writer: agent({ capabilities: { structuredOutput: false } }) }), {})).not.toThrow();
  });

  test("G20: a schema that cannot be sent is found before the first event", () => {
    const dated = structuredRole(z.object({ at: z.date() }));
    expect(() => bindRoster({ reviewer: dated }, { reviewer: agent() }, {})).toThrow(refusal("schema-unusable", "jsonSchema"));
    expect(() => bindRoster({ panel: roleFamily(dated) }, { panel: { a: agent() } }, {})).toThrow(refusal("schema-unusable", "jsonSchema"));
  });

  test("binding calls nobody", () => {
    const call = vi.fn();
    bindRoster({ writer: textRole() }, { writer: { call } }, {});
    expect(call).not.toHaveBeenCalled();
  });
});

describe("G6: 2: nobody judges their own work", () => {
  const both = agent();
  const twin = (): Agent => agent({ id: "same" });
  test.each<[string, string, { readonly [role: string]: unknown }]>([
    ["one instance without id", "agents.reviewer", agents({ writer: both, reviewer: both })],
    ["two instances with one id", "agents.reviewer", agents({ writer: twin(), reviewer: twin() })],
    ["a member of a family", "agents.panel/b", agents({ writer: both, panel: { a: agent(), b: both } })],
    ["a member of a family by id", "agents.panel/a", agents({ writer: twin(), panel: { a: twin() } })],
  ])("%s", (_name, path, given) => {
    expect(() => bindRoster(roles, given, {})).toThrow(refusal("same-agent", path));
  });

  test("a family of authors counts as authors, wherever it is declared", () => {
    const late = { reviewer, writers: roleFamily(textRole()) };
    expect(() => bindRoster(late, { reviewer: both, writers: { a: agent(), b: both } }, {})).toThrow(refusal("same-agent", "agents.reviewer"));
  });

  test("two agents without id are two; one model family is no reason; an adviser may be anybody", () => {
    expect(() => bindRoster(roles, agents({ writer: agent({ family: "claude" }), reviewer: agent({ family: "claude" }) }), {})).not.toThrow();
    expect(() => bindRoster(roles, agents({ writer: both, guide: both }), {})).not.toThrow();
    expect(() => bindRoster(roles, agents({ reviewer: both, guide: both }), {})).not.toThrow();
  });

  test("an id is not an instance: an agent whose id is unknown is not its own namesake", () => {
    const named = agent({ id: "w" });
    expect(() => bindRoster(roles, agents({ writer: named, reviewer: agent() }), {})).not.toThrow();
  });
});

describe("G14: case H08: a cost limit over an unknown price refuses to start", () => {
  const prices = { inputUsdPerMillionTokens: 1, outputUsdPerMillionTokens: 1 };
  const priced = { writer: agent({ prices }), reviewer: agent({ prices: "reported" }), panel: { a: agent({ prices }), b: agent({ prices }) }, guide: agent({ prices }) };

  test.each([
    ["agents.writer.prices", { ...priced, writer: agent() }],
    ["agents.panel/b.prices", { ...priced, panel: { a: agent({ prices }), b: agent({ limits: { maxInputTokens: 1 } }) } }],
  ])("%s", (path, given) => {
    expect(() => bindRoster(roles, given, { costUsd: 1 })).toThrow(refusal("price-unknown", path));
    expect(() => bindRoster(roles, given, { costUsd: 1, fallbackPrices: prices })).not.toThrow();
    expect(() => bindRoster(roles, given, { tokens: 1 })).not.toThrow();
  });

  test("a price that is declared, or reported with every answer, is known", () => {
    expect(() => bindRoster(roles, priced, { costUsd: 1 })).not.toThrow();
  });
});

describe("G6: whoever may answer in a wrapper's place counts as the wrapper", () => {
  const wrapper = (...wraps: readonly Agent[]): Agent => ({ ...agent(), wraps });
  const inner = agent();

  test.each<[string, Agent, Agent]>([
    ["a wrapper around the writer", inner, wrapper(inner)],
    ["the writer wrapped, the reviewer bare", wrapper(inner), inner],
    ["two wrappers around one agent", wrapper(inner), wrapper(wrapper(inner))],
    ["a backup with the writer's id", agent({ id: "a" }), wrapper(agent({ id: "b" }), agent({ id: "a" }))],
  ])("%s", (_name, writer, reviewing) => {
    expect(() => bindRoster({ writer: textRole(), reviewer }, { writer, reviewer: reviewing }, {})).toThrow(refusal("same-agent", "agents.reviewer"));
  });

  test("wrappers around different agents are different, and a circle of wrappers ends", () => {
    const circle: { call: Agent["call"]; wraps?: readonly Agent[] } = agent();
    circle.wraps = [circle];
    expect(() => bindRoster({ writer: textRole(), reviewer }, { writer: circle, reviewer: wrapper(agent()) }, {})).not.toThrow();
  });
});
