/**
 * Analysis of a decision table over the declared domains of its facts.
 *
 * Invariants:
 * 1. Complete or refused: every combination of declared values that `possible` allows is covered, or an error says
 *    that this is too much. Nothing is sampled.
 * 2. Every claim about rows carries facts that show it, and these were put to the rows themselves once more.
 * 3. A placed runner row holds when the runner gives its signal, whatever its `when` says; signals are as free as facts.
 */
import { always, isRunnerToken, LoopwrightError, messageOf, type FactDomain, type FactsDefinition, type FactValue, type PlaceableRunnerToken, type TableRow } from "@loopwright/core";
import { BROKEN, Diagrams, FALSE, TRUE } from "./table-analysis/decision-diagram.js";
import { readCondition, type ReadCondition, type Variable } from "./table-analysis/read-condition.js";
import { searchOverlaps, type Choice } from "./table-analysis/search-overlaps.js";
import { renderAnalysis, type CheckpointAnalysis, type RowName, type TableAnalysis, type TableExample, type Undecided, type UnreachableRow } from "./table-analysis/table-report.js";

/** What is analysed: any table, or rows that are not yet one. */
export interface AnalyzableTable<F> {
  readonly facts: FactsDefinition<F>;
  readonly rows: readonly TableRow<F>[];
}

/** How a table is analysed. */
export interface AnalyzeTableOptions {
  /**
   * Who decides that a placed runner row holds: the runner's signal, as in a run (default), or the row's own `when`,
   * as in `table.decide(facts)`.
   */
  readonly runnerRows?: "by-signal" | "by-when";
  /** The most steps that the analysis may take; a step is a condition run or a place looked at. Default 20,000,000. */
  readonly limit?: number;
}

const DEFAULT_LIMIT = 20_000_000;

/**
 * Says of a table, over all declared combinations that can occur: whether it is total, which rows are never reached and
 * what shadows them, and which pairs of rows must keep their order; each with facts that show it.
 *
 * Rows are read by the facts that they look at, so facts that matter to few rows add little; there may be thousands of
 * millions of combinations.
 *
 * @throws LoopwrightError `table-too-large` beyond `limit`, `facts-impossible` where `possible` allows nothing,
 *   `possible-broken` where it throws or gives no boolean, `row-not-pure` for a row that answers the same facts differently.
 */
export function analyzeTable<F>(table: AnalyzableTable<F>, options: AnalyzeTableOptions = {}): TableAnalysis<F> {
  return new Analysis(table, options).result();
}

class Analysis<F> {
  readonly #table: AnalyzableTable<F>;
  readonly #isBySignal: boolean;
  readonly #facts: readonly Variable[];
  /** Tokens of the placed rows that follow a signal; their variables stand behind the facts. */
  readonly #signals: readonly PlaceableRunnerToken[];
  readonly #diagrams: Diagrams;
  readonly #possible: ReadCondition;
  readonly #rows: readonly ReadCondition[];

  constructor(table: AnalyzableTable<F>, options: AnalyzeTableOptions) {
    const { rows, facts } = table;
    this.#table = table;
    this.#isBySignal = options.runnerRows !== "by-when";
    this.#facts = facts.names.map((name) => ({ name, values: facts.domains[name].values }));
    this.#signals = [...new Set(rows.flatMap((row) => (this.#followsSignal(row) ? [row.token as PlaceableRunnerToken] : [])))];
    this.#diagrams = new Diagrams([...this.#facts.map(({ values }) => values.length), ...this.#signals.map(() => 2)], options.limit ?? DEFAULT_LIMIT);
    this.#possible = readCondition(this.#diagrams, this.#facts, (given) => facts.possible(given));
    this.#rows = rows.map((row) => this.#read(row));
  }

  result(): TableAnalysis<F> {
    const possible = this.#countPossible();
    const { rows } = this.#table;
    const early = rows.flatMap((row, index) => (row.early === true || this.#followsSignal(row) ? [index] : []));
    const afterReview = this.#checkpoint(rows.map((_, index) => index), true);
    const atEarly = early.length === 0 ? null : this.#checkpoint(early, false);
    const unreachable = afterReview.unreachable.filter(({ row }) => atEarly?.rows.includes(row) !== true || atEarly.unreachable.some((one) => one.row === row));
    const analysis = {
      covered: { facts: this.#coveredFacts(), declared: this.#facts.reduce((product, { values }) => product * values.length, 1), possible },
      total: afterReview.undecided.length === 0 && (atEarly?.undecided ?? []).length === 0,
      unreachable,
      shadowed: unreachable.filter(({ reason }) => reason === "shadowed"),
      afterReview,
      early: atEarly,
      undeclaredReads: this.#rows.flatMap(({ undeclared }, row) => undeclared.map((fact) => ({ ...this.#name(row), fact }))),
    };
    return { ...analysis, toString: () => renderAnalysis(analysis) };
  }

  #followsSignal({ token }: TableRow<F>): boolean {
    return this.#isBySignal && isRunnerToken(token);
  }

  #read(row: TableRow<F>): ReadCondition {
    if (!this.#followsSignal(row)) return readCondition(this.#diagrams, this.#facts, row.when);
    const variable = this.#facts.length + this.#signals.indexOf(row.token as PlaceableRunnerToken);
    return { node: this.#diagrams.node(variable, [FALSE, TRUE]), reads: new Set([variable]), undeclared: [] };
  }

  #countPossible(): number {
    const { node } = this.#possible;
    if (this.#diagrams.reaches(node, BROKEN)) {
      throw new LoopwrightError("possible-broken", "`possible` throws, or gives neither true nor false", { path: "facts.possible", hint: "Make it a pure test over declared facts." });
    }
    if (node === FALSE) {
      throw new LoopwrightError("facts-impossible", "`possible` allows no combination of the declared values", { path: "facts.possible", hint: "Whatever is said of no combination at all is true; allow some." });
    }
    return this.#diagrams.countTrue(node, new Set(this.#signals.map((_, place) => this.#facts.length + place)));
  }

  #coveredFacts(): TableAnalysis<F>["covered"]["facts"] {
    const reads = [this.#possible, ...this.#rows].map((one) => one.reads);
    return this.#facts.map(({ name, values }, variable) => {
      const domain: FactDomain = this.#table.facts.domains[name as keyof F];
      return { fact: name, values, isOpen: domain.kind === "count", isRead: reads.some((one) => one.has(variable)) };
    });
  }

  #checkpoint(indexes: readonly number[], mustDecide: boolean): CheckpointAnalysis<F> {
    const { rows } = this.#table;
    const nodeAt = (index: number): number => this.#rows[index]?.node as number;
    const undecided: Undecided<F>[] = [];
    const unreachable: UnreachableRow<F>[] = [];
    const orderMatters: CheckpointAnalysis<F>["orderMatters"][number][] = [];
    indexes.forEach((index, place) => {
      const { holds, broken } = searchOverlaps(this.#diagrams, this.#possible.node, indexes.slice(0, place).map(nodeAt), nodeAt(index));
      if (broken !== null) undecided.push(this.#broken(index, this.#example(broken, indexes, index)));
      const shadows = [...holds].flatMap(([above, choice]) => {
        const decides = above === null ? index : (indexes[above] as number);
        const example = this.#example(choice, indexes, decides);
        return above === null ? [] : [{ ...this.#name(decides), example }];
      });
      if (!holds.has(null)) unreachable.push({ ...this.#name(index), reason: this.#reason(nodeAt(index), shadows.length), shadowedBy: shadows });
      const below = { ...this.#name(index), then: rows[index]?.then ?? null };
      if (rows[index]?.when === always) return;
      for (const { row, token, example } of shadows) {
        const decides = { row, token, then: rows[row]?.then ?? null };
        if (token !== below.token || decides.then !== below.then) orderMatters.push({ decides, below, example });
      }
    });
    if (mustDecide) {
      const nothing = searchOverlaps(this.#diagrams, this.#possible.node, indexes.map(nodeAt), TRUE).holds.get(null);
      if (nothing !== undefined) undecided.push({ row: null, token: null, problem: "no row holds", ...this.#example(nothing, indexes, null) });
    }
    orderMatters.sort((a, b) => a.decides.row - b.decides.row || a.below.row - b.below.row);
    return { rows: indexes, undecided, unreachable, orderMatters };
  }

  #reason(node: number, shadows: number): UnreachableRow<F>["reason"] {
    if (shadows > 0) return "shadowed";
    if (!this.#diagrams.reaches(node, TRUE)) return "never-holds";
    return searchOverlaps(this.#diagrams, this.#possible.node, [], node).holds.size > 0 ? "broken-above" : "ruled-out";
  }

  #name(row: number): RowName {
    return { row, token: this.#table.rows[row]?.token as string };
  }

  #broken(row: number, example: TableExample<F>): Undecided<F> {
    let problem: string;
    try {
      problem = `gave ${typeof (this.#table.rows[row]?.when(example.facts) as unknown)} instead of true or false`;
    } catch (thrown) {
      problem = `threw: ${messageOf(thrown)}`;
    }
    return { ...this.#name(row), problem, ...example };
  }

  /** The combination that was found, put to the rows once more: `expected` must be the first that does not say no. */
  #example(choice: Choice, indexes: readonly number[], expected: number | null): TableExample<F> {
    const valueOf = ({ values }: Variable, variable: number): FactValue => values[choice.get(variable) ?? 0] as FactValue;
    // The cast: the record has every declared fact, each with a declared value.
    const facts = Object.freeze(Object.fromEntries(this.#facts.map((one, variable) => [one.name, valueOf(one, variable)]))) as F;
    const signals = this.#signals.filter((_, place) => choice.get(this.#facts.length + place) === 1);
    const first = indexes.find((index) => this.#answer(this.#table.rows[index] as TableRow<F>, facts, signals) !== false) ?? null;
    if (first !== expected || !this.#table.facts.possible(facts)) {
      const path = `rows[${first ?? expected ?? 0}].when`;
      throw new LoopwrightError("row-not-pure", "a row answers the same facts differently", { path, hint: "A row's condition is a pure test over declared facts." });
    }
    return { facts, signals };
  }

  #answer(row: TableRow<F>, facts: F, signals: readonly PlaceableRunnerToken[]): unknown {
    if (this.#followsSignal(row)) return signals.includes(row.token as PlaceableRunnerToken);
    try {
      return row.when(facts);
    } catch {
      return null;
    }
  }
}
