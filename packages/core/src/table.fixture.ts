/** Random facts and tables for property tests, with conditions as data so that a test can say what it expects. */
import fc from "fast-check";
import { count, defineFacts, flag, oneOf, type AnyFacts, type FactDomain, type FactValue, type FactsDefinition } from "./facts.js";
import type { DecideOptions, TableRow } from "./row.js";
import { RUNNER_ROWS } from "./runner-rows.js";
import { always } from "./table.js";

/** A condition as data. */
type Condition =
  | { readonly fact: string; readonly is: FactValue }
  | { readonly all: readonly Condition[] }
  | { readonly not: Condition };

/** Whether a condition holds; reads only what it needs, from left to right. */
export function holds(condition: Condition, facts: AnyFacts): boolean {
  if ("fact" in condition) return facts[condition.fact] === condition.is;
  if ("not" in condition) return !holds(condition.not, facts);
  return condition.all.every((one) => holds(one, facts));
}

export interface RandomTable {
  readonly facts: FactsDefinition<AnyFacts>;
  readonly rows: readonly TableRow<AnyFacts>[];
  /** Every combination of declared values. */
  readonly everything: readonly AnyFacts[];
}

const domain: fc.Arbitrary<FactDomain> = fc.oneof(
  fc.constant(flag()),
  fc.integer({ min: 1, max: 3 }).map((upTo) => count({ upTo })),
  fc.constantFrom<FactDomain[]>(oneOf("approved", "rejected", "unavailable"), oneOf(null, "some"), oneOf(1, -1, 0.5)),
);

const domains = fc.array(domain, { minLength: 1, maxLength: 4 }).map((list) => Object.fromEntries(list.map((one, index) => [`fact${index}`, one])));

function conditionOver(declared: { readonly [fact: string]: FactDomain }): fc.Arbitrary<Condition> {
  const atom = fc.constantFrom(...Object.entries(declared).flatMap(([fact, { values }]) => values.map((is): Condition => ({ fact, is }))));
  const inner = fc.oneof(atom, fc.record({ not: atom }));
  return fc.oneof(inner, fc.record({ all: fc.array(inner, { maxLength: 3 }) }));
}

type Shape = Pick<TableRow<AnyFacts>, "token" | "kind" | "then" | "early">;

const shape = fc.constantFrom<Shape[]>(
  { token: "pass-1", kind: "pass" },
  { token: "pass-2", kind: "pass" },
  { token: "stop-1", kind: "stop" },
  { token: "stop-2", kind: "stop", early: true },
  { token: "ask-1", kind: "ask" },
  { token: "ask-1", kind: "ask", early: true },
  { token: "go-on", kind: "continue", then: "revise" },
  { token: "go-on", kind: "continue", then: "review" },
  { token: "look", kind: "continue", then: "consult", early: true },
  ...RUNNER_ROWS.map(({ token }): Shape => ({ token, kind: "stop" })),
);

const last = fc.constantFrom<Shape[]>({ token: "end", kind: "stop" }, { token: "go-on", kind: "continue", then: "revise" }, { token: "ask-1", kind: "ask" });

/** A table, its facts, and every combination they allow. */
export const randomTable: fc.Arbitrary<RandomTable> = domains.chain((declared) => {
  const facts = defineFacts(declared) as FactsDefinition<AnyFacts>;
  const row = fc.record({ shape, condition: conditionOver(declared) });
  return fc.record({ rows: fc.array(row, { maxLength: 8 }), last }).map((drawn) => ({
    facts,
    rows: [
      ...drawn.rows.map((one) => ({ ...one.shape, when: (given: AnyFacts) => holds(one.condition, given) })),
      { ...drawn.last, when: always },
    ] as readonly TableRow<AnyFacts>[], // Each shape is one of the union's members.
    everything: combinations(declared),
  }));
});

/** Signals, or none, and the kind of checkpoint. */
export const randomOptions: fc.Arbitrary<DecideOptions> = fc.record(
  {
    early: fc.boolean(),
    signals: fc.record({ aborted: fc.boolean(), runTimedOut: fc.boolean(), budgetRefused: fc.boolean() }),
  },
  { requiredKeys: [] },
);

function combinations(declared: { readonly [fact: string]: FactDomain }): readonly AnyFacts[] {
  return Object.entries(declared).reduce<readonly AnyFacts[]>(
    (sofar, [fact, { values }]) => sofar.flatMap((one) => values.map((value) => ({ ...one, [fact]: value }))),
    [{}],
  );
}

/** What DESIGN §2 says of a table, word for word and slow: runner rows, then the first row that counts and holds. */
export function expectedDecision(rows: readonly TableRow<AnyFacts>[], facts: AnyFacts, { early, signals }: DecideOptions) {
  const placed = rows.map((row) => row.token);
  const known = { aborted: signals?.aborted, "run-timeout": signals?.runTimedOut, "budget-spent": signals?.budgetRefused };
  for (const token of ["aborted", "run-timeout", "budget-spent"] as const) {
    if (!placed.includes(token) && known[token] === true) return { token, kind: "stop", then: null, row: null };
  }
  for (const [index, row] of rows.entries()) {
    const isRunners = row.token in known;
    if (early === true && row.early !== true && !isRunners) continue;
    const isMet = isRunners && signals !== undefined ? known[row.token as keyof typeof known] : row.when(facts);
    if (isMet === true) return { token: row.token, kind: row.kind, then: row.then ?? null, row: index };
  }
  return null;
}
