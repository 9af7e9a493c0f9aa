import { describe, expect, test } from "vitest";
import { defineFacts, flag } from "./facts.js";
import { DEFAULT_MAX_ROUNDS, definePolicy, domainEvents, type Policy } from "./policy.js";
import { roleFamily, structuredRole, textRole } from "./role.js";
import { always, terminationTable } from "./table.js";

const facts = defineFacts({ isStuck: flag() });
const never = (): boolean => false;
const table = terminationTable(facts, [
  { token: "approved", kind: "pass", when: never },
  { token: "needs-person", kind: "ask", when: never },
  { token: "look", kind: "continue", then: "consult", when: never },
  { token: "revise", kind: "continue", then: "revise", when: always },
]);
const plain = terminationTable(facts, [{ token: "end", kind: "stop", when: always }]);

const header = { name: "some-policy", roles: { writer: textRole(), panel: roleFamily(textRole({ duty: "reviewer" })) }, table };
const asks = { "needs-person": { question: () => ({ text: "?" }), apply: (state: unknown) => ({ ok: true, state }) } };
const body = { open: () => ({}), review: () => ({}), revise: () => ({}), consult: () => ({}), facts: () => ({ isStuck: false }), report: () => null, asks };

/** Defines from what the compiler would refuse. */
function define(headerChanges: object = {}, bodyChanges: object = {}): Policy {
  const loose = definePolicy as unknown as (header: object) => (body: object) => Policy;
  return loose({ ...header, ...headerChanges })({ ...body, ...bodyChanges });
}

function refusal(code: string, path: string) {
  return expect.objectContaining({ name: "LoopwrightError", code, path, hint: expect.stringMatching(/\S/) as string }) as Error;
}

describe("G20: what a header may not say", () => {
  test.each([undefined, "", " ", "a b", "-a", "a/b", "a\nb", 7, "é"])("policy-name: %j", (name) => {
    expect(() => define({ name })).toThrow(refusal("policy-name", "name"));
  });

  test.each(["", null, 2])("policy-version: %j, with which a suspended run could not be resumed", (version) => {
    expect(() => define({ version })).toThrow(refusal("policy-version", "version"));
  });

  test.each(["", "a/b", "1st", "a b", "é"])("role-name: %j", (role) => {
    expect(() => define({ roles: { [role]: textRole() } })).toThrow(refusal("role-name", `roles.${role}`));
  });

  test.each([null, undefined, {}, "text", { kind: "person" }, { kind: "family" }, { kind: "family", role: null }, { kind: "family", role: roleFamily(textRole()) }])("role-name: %j is no role", (role) => {
    expect(() => define({ roles: { writer: role } })).toThrow(refusal("role-name", "roles.writer"));
  });

  test.each([0, -1, 1.5, Number.NaN, Infinity, "3", null])("G1: case F14: a cap of %s", (cap) => {
    expect(() => define({ maxRounds: cap })).toThrow(refusal("max-rounds-range", "maxRounds"));
    expect(() => define({ maxConsultsPerRound: cap })).toThrow(refusal("max-consults-range", "maxConsultsPerRound"));
  });

  test.each([0, -1, 1.5, Number.NaN, Infinity, "3", 2 ** 31])("timeout-range: %s", (callTimeoutMs) => {
    expect(() => define({ callTimeoutMs })).toThrow(refusal("timeout-range", "callTimeoutMs"));
  });

  test.each<[string, object]>([
    ["calls.review.critic", { review: { critic: 1 } }],
    ["calls.review.toString", { review: { toString: 1 } }],
    ["calls.reviw", { reviw: { writer: 1 } }],
    ["calls.record", { record: { writer: 1 } }],
    ["calls.open.writer", { open: { writer: -1 } }],
    ["calls.open.writer", { open: { writer: 0.5 } }],
    ["calls.open.writer", { open: { writer: "1" } }],
    ["calls.open.writer", { open: { writer: null } }],
  ])("calls-range: %s", (path, calls) => {
    expect(() => define({ calls })).toThrow(refusal("calls-range", path));
  });

  test("what is announced is plain data", () => {
    expect(() => define({ announce: { since: new Date(0) } })).toThrow(refusal("not-plain", "announce.since"));
    expect(() => define({ calls: { open: { writer: Number.NaN } } })).toThrow(refusal("not-plain", "calls.open.writer"));
  });
});

describe("G20: what a body owes", () => {
  test.each(["open", "review", "facts", "report", "revise", "consult"])("phase-missing: %s", (phase) => {
    expect(() => define({}, { [phase]: undefined })).toThrow(refusal("phase-missing", phase));
    expect(() => define({}, { [phase]: {} })).toThrow(refusal("phase-missing", phase));
  });

  test("phases that no row leads to are not owed, nor asks that no row asks", () => {
    expect(() => definePolicy({ ...header, table: plain })({ open: () => ({}), review: () => ({}), facts: () => ({ isStuck: false }), report: () => null })).not.toThrow();
  });

  test.each([undefined, null, {}, { question: () => ({ text: "?" }) }, { apply: () => ({}) }, { question: "?", apply: () => ({}) }])("ask-missing: %j", (ask) => {
    expect(() => define({}, { asks: { "needs-person": ask } })).toThrow(refusal("ask-missing", "asks.needs-person"));
  });

  test("ask-missing: no asks, and a token that every object inherits", () => {
    expect(() => define({}, { asks: undefined })).toThrow(refusal("ask-missing", "asks.needs-person"));
    const odd = terminationTable(facts, [{ token: "toString", kind: "ask", when: never }, { token: "end", kind: "stop", when: always }]);
    expect(() => define({ table: odd }, { asks: {} })).toThrow(refusal("ask-missing", "asks.toString"));
  });

  test("ask-unknown: a question that nothing asks", () => {
    expect(() => define({}, { asks: { ...asks, approved: asks["needs-person"] } })).toThrow(refusal("ask-unknown", "asks.approved"));
  });

  test("methods of a class are not taken for phases: they would be lost", () => {
    class Body {
      open = body.open;
      facts = body.facts;
      report = body.report;
      review() {
        return {};
      }
    }
    expect(() => definePolicy({ ...header, table: plain })(new Body())).toThrow(refusal("phase-missing", "review"));
  });
});

describe("a policy", () => {
  test("G1: has a cap even where nobody set one", () => {
    expect(define().maxRounds).toBe(DEFAULT_MAX_ROUNDS);
    expect(DEFAULT_MAX_ROUNDS).toBe(100);
    expect(define({ maxRounds: 1_000_000 }).maxRounds).toBe(1_000_000);
  });

  test("has its other defaults", () => {
    expect(define()).toMatchObject({ name: "some-policy", version: "1", maxConsultsPerRound: 1, calls: null, callTimeoutMs: null, announce: {} });
    expect(define({ callTimeoutMs: null, version: "2" })).toMatchObject({ callTimeoutMs: null, version: "2" });
  });

  test("is frozen and follows neither its header nor its body", () => {
    const calls = { review: { panel: 2 } };
    const roles: { [role: string]: unknown } = { ...header.roles };
    const announce = { caps: [1] };
    const own: { [phase: string]: unknown } = { ...body };
    const policy = definePolicy({ ...header, roles, calls, announce } as never)(own as never);
    calls.review.panel = 9;
    announce.caps.push(2);
    roles["late"] = textRole();
    own["review"] = undefined;
    expect(policy.calls).toEqual({ review: { panel: 2 } });
    expect(policy.announce).toEqual({ caps: [1] });
    expect(Object.keys(policy.roles)).toEqual(["writer", "panel"]);
    expect(policy.body.review).toBe(body.review);
    for (const part of [policy, policy.body, policy.roles, policy.calls, policy.calls?.review, policy.announce]) expect(Object.isFrozen(part)).toBe(true);
  });

  test("a header may serve several bodies", () => {
    const half = definePolicy({ ...header, table: plain });
    const one = half({ open: () => ({}), review: () => ({}), facts: () => ({ isStuck: true }), report: () => 1 });
    const two = half({ open: () => ({}), review: () => ({}), facts: () => ({ isStuck: true }), report: () => 2 });
    expect([one.body.report({}, {} as never, {} as never), two.body.report({}, {} as never, {} as never)]).toEqual([1, 2]);
  });

  test("does not convert its schemas before somebody needs them", () => {
    const convert = (): never => {
      throw new Error("too early");
    };
    const reviewer = structuredRole({ "~standard": { version: 1, vendor: "x", validate: (value: unknown) => ({ value }), jsonSchema: { input: convert } } });
    expect(() => define({ roles: { reviewer } })).not.toThrow();
  });

  test("domainEvents carries a type and nothing else", () => {
    expect(domainEvents()).toEqual({});
  });
});
