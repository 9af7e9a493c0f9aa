import { describe, expectTypeOf, test } from "vitest";
import { always, count, defineFacts, flag, oneOf, terminationTable, type FactsOf, type PlaceableRunnerToken, type TableRow } from "./index.js";

const domains = { verdict: oneOf("approved", "rejected", null), tries: oneOf(1, "many", false), isStuck: flag(), round: count({ upTo: 3 }) };
const facts = defineFacts(domains);

describe("facts", () => {
  test("are typed by their domains, of whatever kinds the values are", () => {
    expectTypeOf<FactsOf<typeof domains>>().toEqualTypeOf<{
      readonly verdict: "approved" | "rejected" | null;
      readonly tries: 1 | "many" | false;
      readonly isStuck: boolean;
      readonly round: number;
    }>();
    expectTypeOf(facts.names).toEqualTypeOf<readonly ("verdict" | "tries" | "isStuck" | "round")[]>();
  });

  test("nothing but flat values is a fact", () => {
    // @ts-expect-error an empty list
    oneOf();
    // @ts-expect-error an object
    oneOf({ verdict: "approved" });
    // @ts-expect-error a word is no domain
    defineFacts({ verdict: "approved" });
    defineFacts(domains, { possible: (f) => f.round > 0 });
    // @ts-expect-error no such fact
    defineFacts(domains, { possible: (f) => f.rounds > 0 });
  });
});

describe("tables", () => {
  const table = terminationTable(facts, [
    { token: "drifted", kind: "stop", early: true, when: (f) => f.isStuck },
    { token: "approved", kind: "pass", when: (f) => f.verdict === "approved" },
    { token: "aborted", kind: "stop", when: (f) => f.isStuck },
    { token: "ask-a-person", kind: "ask", when: (f) => f.verdict === null },
    { token: "look", kind: "continue", then: "review", when: (f) => f.round === 0 },
    { token: "revise", kind: "continue", then: "revise", when: always },
  ]);

  test("carry their tokens by kind, without the runner's, and the phases they lead to", () => {
    expectTypeOf(table.tokens).toEqualTypeOf<{
      readonly pass: readonly "approved"[];
      readonly stop: readonly "drifted"[];
      readonly ask: readonly "ask-a-person"[];
      readonly continue: readonly ("look" | "revise")[];
    }>();
    expectTypeOf(table.next).toEqualTypeOf<readonly ("review" | "revise")[]>();
  });

  test("decide to one of their tokens, or to a runner's that they place", () => {
    const decision = table.decide({ verdict: null, tries: "many", isStuck: true, round: 1 });
    expectTypeOf(decision.token).toEqualTypeOf<"drifted" | "approved" | "ask-a-person" | "look" | "revise" | "aborted">();
    if (decision.kind === "continue") expectTypeOf(decision.then).toEqualTypeOf<"revise" | "review" | "consult">();
    else expectTypeOf(decision.then).toEqualTypeOf<null>();
    const early = table.decideAt({ verdict: null, tries: 1, isStuck: true, round: 1 }, { early: true });
    expectTypeOf(early).toBeNullable();
    if (early !== null) expectTypeOf(early.token).toEqualTypeOf<"drifted" | "approved" | "ask-a-person" | "look" | "revise" | PlaceableRunnerToken>();
  });

  test("take complete facts alone", () => {
    // @ts-expect-error round is missing
    table.decide({ verdict: null, tries: 1, isStuck: true });
    // @ts-expect-error no such verdict
    table.decide({ verdict: "aproved", tries: 1, isStuck: true, round: 1 });
    // @ts-expect-error not declared
    table.decide({ verdict: null, tries: 1, isStuck: true, round: 1, token: "approved" });
  });

  test("wrong rows are not written", () => {
    const when = (): boolean => true;
    // @ts-expect-error a pass is never early
    terminationTable(facts, [{ token: "x", kind: "pass", early: true, when }]);
    // @ts-expect-error a stop leads nowhere
    terminationTable(facts, [{ token: "x", kind: "stop", then: "review", when }]);
    // @ts-expect-error no such phase
    terminationTable(facts, [{ token: "x", kind: "continue", then: "open", when }]);
    // @ts-expect-error no such kind
    terminationTable(facts, [{ token: "x", kind: "fail", when }]);
    // @ts-expect-error a condition is not asynchronous
    terminationTable(facts, [{ token: "x", kind: "stop", when: async () => true }]);
    // @ts-expect-error a condition gives true or false
    terminationTable(facts, [{ token: "x", kind: "stop", when: (f) => f.verdict }]);
    expectTypeOf<{ token: string; kind: "pass"; when: () => boolean }>().toExtend<TableRow<unknown>>();
  });
});
