/** The laws of the analysis: it says of random tables exactly what going through all combinations says. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { always, count, defineFacts, flag, oneOf, type AnyFacts, type FactDomain, type FactsDefinition, type FactValue, type PlaceableRunnerToken, type TableRow } from "@loopwright/core";
import { analyzeTable, type CheckpointAnalysis, type TableExample } from "./index.js";

type Condition =
  | { readonly fact: string; readonly is: FactValue }
  | { readonly fact: string; readonly throws: FactValue }
  | { readonly fact: string; readonly odd: FactValue }
  | { readonly all: readonly Condition[] }
  | { readonly not: Condition };

/** Runs a condition; it may throw, and it may give a word. */
function run(condition: Condition, facts: AnyFacts): unknown {
  if ("is" in condition) return facts[condition.fact] === condition.is;
  if ("throws" in condition) {
    if (facts[condition.fact] === condition.throws) throw new RangeError(condition.fact);
    return true;
  }
  if ("odd" in condition) return facts[condition.fact] === condition.odd ? "yes" : false;
  if ("not" in condition) {
    const answer = run(condition.not, facts);
    return typeof answer === "boolean" ? !answer : answer;
  }
  for (const one of condition.all) {
    const answer = run(one, facts);
    if (answer !== true) return answer;
  }
  return true;
}

interface Draft {
  readonly facts: FactsDefinition<AnyFacts>;
  readonly rows: readonly TableRow<AnyFacts>[];
  readonly everything: readonly AnyFacts[];
}

const domain = fc.oneof(
  fc.constant<FactDomain>(flag()),
  fc.integer({ min: 1, max: 3 }).map((upTo): FactDomain => count({ upTo })),
  fc.constantFrom<FactDomain[]>(oneOf("approved", "rejected", "unavailable"), oneOf(null, "some")),
);

function conditionOver(declared: { readonly [fact: string]: FactDomain }, canBreak: boolean): fc.Arbitrary<Condition> {
  const places = Object.entries(declared).flatMap(([fact, { values }]) => values.map((value) => ({ fact, value })));
  const is = fc.constantFrom(...places).map(({ fact, value }): Condition => ({ fact, is: value }));
  const breaks = fc.constantFrom(...places).chain(({ fact, value }) => fc.constantFrom<Condition[]>({ fact, throws: value }, { fact, odd: value }));
  const inner = fc.oneof({ weight: 6, arbitrary: is }, { weight: 2, arbitrary: is.map((not): Condition => ({ not })) }, { weight: canBreak ? 1 : 0, arbitrary: breaks });
  return fc.oneof(inner, fc.array(inner, { maxLength: 3 }).map((all): Condition => ({ all })), fc.array(inner, { maxLength: 2 }).map((all): Condition => ({ not: { all } })));
}

const shape = fc.constantFrom<Pick<TableRow<AnyFacts>, "token" | "kind" | "then" | "early">[]>(
  { token: "pass", kind: "pass" },
  { token: "stop", kind: "stop" },
  { token: "stop", kind: "stop", early: true },
  { token: "ask", kind: "ask", early: true },
  { token: "go-on", kind: "continue", then: "revise" },
  { token: "go-on", kind: "continue", then: "review", early: true },
  { token: "aborted", kind: "stop" },
  { token: "budget-spent", kind: "stop" },
);

/** Rows that need not make a table: they may break, and nothing need catch all. */
const draft: fc.Arbitrary<Draft> = fc.array(domain, { minLength: 1, maxLength: 4 }).chain((list) => {
  const declared = Object.fromEntries(list.map((one, index) => [`fact${index}`, one]));
  const everything = Object.entries(declared).reduce<readonly AnyFacts[]>((sofar, [fact, { values }]) => sofar.flatMap((one) => values.map((value) => ({ ...one, [fact]: value }))), [{}]);
  const ruledOut = fc.option(conditionOver(declared, false), { nil: null }).filter((one) => one === null || everything.some((facts) => run(one, facts) === false));
  const rows = fc.array(fc.record({ shape, condition: conditionOver(declared, true) }), { maxLength: 7 });
  return fc.record({ rows, ruledOut, endsWell: fc.boolean() }).map((drawn) => ({
    facts: defineFacts(declared, { possible: (facts) => drawn.ruledOut === null || run(drawn.ruledOut, facts) === false }),
    rows: [
      ...drawn.rows.map((one) => ({ ...one.shape, when: (facts: AnyFacts) => run(one.condition, facts) })),
      ...(drawn.endsWell ? [{ token: "end", kind: "stop", when: always }] : []),
    ] as unknown as readonly TableRow<AnyFacts>[], // Rows that break do not have the type of rows.
    everything,
  }));
});

type Answer = boolean | "broken";
type Signals = ReadonlySet<string>;

const RUNNERS: readonly PlaceableRunnerToken[] = ["aborted", "budget-spent"];
const SIGNALS: readonly Signals[] = [[], ["aborted"], ["budget-spent"], RUNNERS].map((set) => new Set(set));

function answer(row: TableRow<AnyFacts>, facts: AnyFacts, signals: Signals | null): Answer {
  if (signals !== null && (RUNNERS as readonly string[]).includes(row.token)) return signals.has(row.token);
  try {
    const said: unknown = row.when(facts);
    return typeof said === "boolean" ? said : "broken";
  } catch {
    return "broken";
  }
}

/** All that is to be said, as sorted lines, from every combination and every set of signals. */
function expected({ facts, rows, everything }: Draft, counts: (row: TableRow<AnyFacts>) => boolean, signalSets: readonly (Signals | null)[]) {
  const indexes = rows.flatMap((row, index) => (counts(row) ? [index] : []));
  const told = { nothing: false, broken: new Set<number>(), reached: new Set<number>(), pairs: new Set<string>(), overlaps: new Set<string>() };
  for (const given of everything.filter((one) => facts.possible(one))) {
    for (const signals of signalSets) {
      const answers = indexes.map((index) => ({ index, said: answer(rows[index]!, given, signals) }));
      const first = answers.find(({ said }) => said !== false);
      if (first === undefined) told.nothing = true;
      else if (first.said === "broken") told.broken.add(first.index);
      else told.reached.add(first.index);
      for (const { index, said } of answers) {
        if (first?.said !== true || said !== true || index <= first.index) continue;
        const [upper, lower] = [rows[first.index]!, rows[index]!];
        told.overlaps.add(`${first.index}-${index}`);
        if (lower.when !== always && (upper.token !== lower.token || upper.then !== lower.then)) told.pairs.add(`${first.index}-${index}`);
      }
    }
  }
  return { ...told, unreachable: indexes.filter((index) => !told.reached.has(index)) };
}

function checkAgainst(draftTable: Draft, said: CheckpointAnalysis<AnyFacts>, truth: ReturnType<typeof expected>, signalSets: readonly (Signals | null)[], mustDecide: boolean): void {
  expect(said.undecided.flatMap(({ row }) => (row === null ? [] : [row]))).toEqual([...truth.broken].toSorted((a, b) => a - b));
  expect(said.undecided.some(({ row }) => row === null)).toBe(mustDecide && truth.nothing);
  expect(said.unreachable.map(({ row }) => row)).toEqual(truth.unreachable);
  expect(new Set(said.orderMatters.map(({ decides, below }) => `${decides.row}-${below.row}`))).toEqual(truth.pairs);
  for (const { row, shadowedBy, reason } of said.unreachable) {
    expect(new Set(shadowedBy.map((by) => `${by.row}-${row}`))).toEqual(new Set([...truth.overlaps].filter((pair) => pair.endsWith(`-${row}`))));
    expect(reason === "shadowed").toBe(shadowedBy.length > 0);
    const where = draftTable.everything.filter((facts) => signalSets.some((signals) => answer(draftTable.rows[row]!, facts, signals) === true));
    const isPossible = where.some((facts) => draftTable.facts.possible(facts));
    if (reason !== "shadowed") expect(reason).toBe(where.length === 0 ? "never-holds" : isPossible ? "broken-above" : "ruled-out");
  }
  const examples = [...said.undecided, ...said.orderMatters.map(({ example }) => example), ...said.unreachable.flatMap(({ shadowedBy }) => shadowedBy.map(({ example }) => example))];
  for (const { facts } of examples as readonly TableExample<AnyFacts>[]) {
    expect(draftTable.facts.problems(facts)).toEqual([]);
    expect(draftTable.facts.possible(facts)).toBe(true);
  }
}

const runs = { numRuns: 400 };

test("analyzeTable: every claim about random rows is what all combinations under all signals say, and none is missing", () => {
  fc.assert(
    fc.property(draft, (one) => {
      const said = analyzeTable(one);
      const review = expected(one, () => true, SIGNALS);
      checkAgainst(one, said.afterReview, review, SIGNALS, true);
      const counts = (row: TableRow<AnyFacts>): boolean => row.early === true || (RUNNERS as readonly string[]).includes(row.token);
      const early = expected(one, counts, SIGNALS);
      if (said.early === null) expect(one.rows.some(counts)).toBe(false);
      else checkAgainst(one, said.early, early, SIGNALS, false);
      expect(said.total).toBe(!review.nothing && review.broken.size === 0 && early.broken.size === 0);
      expect(said.unreachable.map(({ row }) => row)).toEqual(review.unreachable.filter((row) => !early.reached.has(row)));
      expect(said.covered.possible).toBe(one.everything.filter((facts) => one.facts.possible(facts)).length);
      expect(said.covered.declared).toBe(one.everything.length);
    }),
    runs,
  );
});

test("analyzeTable: where placed runner rows follow their own `when`, it says what `decide` does", () => {
  fc.assert(
    fc.property(draft, (one) => {
      const said = analyzeTable(one, { runnerRows: "by-when" });
      checkAgainst(one, said.afterReview, expected(one, () => true, [null]), [null], true);
    }),
    runs,
  );
});
