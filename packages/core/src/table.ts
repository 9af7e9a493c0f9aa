/**
 * Termination tables: ordered rows over facts; the first row that matches decides (G3).
 *
 * Invariants:
 * 1. A table is total: it ends in a row that always holds, and that row is never a pass (G4).
 * 2. Several rows may share a token if they share its kind; runner tokens keep the runner's condition.
 * 3. Only rows marked `early` count after `open` and `revise`; such a row neither passes nor revises, so a version
 *    that nobody reviewed cannot pass (G2).
 * 4. Deciding is pure: same facts, same row. Nothing is computed for an explanation until one is asked for (G21).
 */
import { LoopwrightError, messageOf } from "./errors.js";
import { explainDecision, type ExplainOptions, type Explanation } from "./explain.js";
import type { FactsDefinition } from "./facts.js";
import type { DecideOptions, NextPhase, RowKind, TableDecision, TableRow } from "./row.js";
import { RUNNER_ROWS, isRunnerToken, type PlaceableRunnerToken, type RunnerSignals } from "./runner-rows.js";
import { tableToMarkdown } from "./table-markdown.js";

/** Tokens of the rows of one kind. */
type TokensOfKind<R, Kind extends RowKind> = R extends { readonly token: infer Token extends string; readonly kind: Kind }
  ? Exclude<Token, PlaceableRunnerToken>
  : never;

/** Runner tokens that the rows place. */
type PlacedIn<R> = R extends { readonly token: infer Token extends PlaceableRunnerToken } ? Token : never;

/** Phases that the `continue` rows lead to. */
type NextOf<R> = R extends { readonly kind: "continue"; readonly then: infer Next extends NextPhase } ? Next : never;

/** A termination table over facts `F`, typed by its tokens. */
export interface TerminationTable<
  F,
  Pass extends string = string,
  Stop extends string = string,
  Ask extends string = string,
  Continue extends string = string,
  Next extends NextPhase = NextPhase,
  Placed extends PlaceableRunnerToken = PlaceableRunnerToken,
> {
  readonly facts: FactsDefinition<F>;
  readonly rows: readonly TableRow<F>[];
  readonly tokens: {
    readonly pass: readonly Pass[];
    readonly stop: readonly Stop[];
    readonly ask: readonly Ask[];
    readonly continue: readonly Continue[];
  };
  readonly hasEarlyRows: boolean;
  /** Phases that some row leads to. */
  readonly next: readonly Next[];
  /**
   * Decides. Pure and total over declared facts. All rows count, a placed runner row by its own `when`.
   *
   * @throws LoopwrightError `facts-invalid` for a record outside the declaration, `row-threw` when a row's `when`
   * throws, `row-not-boolean` when it returns anything but true or false.
   */
  decide(facts: F): TableDecision<Pass | Stop | Ask | Continue | Placed>;
  /** Decides at a checkpoint of a run; `null` when no early row matches. Throws as `decide` does. */
  decideAt(facts: F, options: DecideOptions): TableDecision<Pass | Stop | Ask | Continue | PlaceableRunnerToken> | null;
  /** Says why: the matching row, why the rows above did not match, and which single fact would change it (G21). */
  explain(facts: F, options?: ExplainOptions): Explanation;
  /** The table as Markdown, for documentation. */
  toMarkdown(): string;
}

/** The condition of a catch-all row. A row that always holds must say so with this very function. */
export const always = (): true => true;

/**
 * Builds a table. Rows are data; the first that matches decides.
 *
 * @throws LoopwrightError with one of the codes `table-empty`, `token-missing`, `token-two-kinds`, `then-missing`,
 * `then-misplaced`, `early-revise`, `early-pass`, `kind-unknown`, `runner-token`, `no-catch-all`, `catch-all-pass`,
 * `unreachable-row`.
 */
export function terminationTable<F, const R extends readonly TableRow<F>[]>(
  facts: FactsDefinition<F>,
  rows: R,
): TerminationTable<
  F,
  TokensOfKind<R[number], "pass">,
  TokensOfKind<R[number], "stop">,
  TokensOfKind<R[number], "ask">,
  TokensOfKind<R[number], "continue">,
  NextOf<R[number]>,
  PlacedIn<R[number]>
> {
  checkRows(rows);
  return new Table(facts, rows) as never; // The class holds plain strings; the literal unions live in the type alone.
}

function fail(code: string, row: number | null, message: string, hint: string): never {
  throw new LoopwrightError(code, message, { path: row === null ? "rows" : `rows[${row}]`, hint });
}

function checkRows<F>(rows: readonly TableRow<F>[]): void {
  if (rows.length === 0) fail("table-empty", null, "a table needs at least one row", "Add rows; the last one catches all.");
  const kinds = new Map<string, RowKind>();
  rows.forEach((row, index) => checkRow(row, index, kinds));
  const catchAll = rows.findIndex((row) => row.when === always && !isRunnerToken(row.token));
  if (catchAll === -1) {
    fail("no-catch-all", null, "no row catches every case", "End the table with a row whose `when` is `always`.");
  }
  if (rows[catchAll]?.kind === "pass") {
    fail("catch-all-pass", catchAll, "the row that catches every case is a pass", "What no row foresaw must not pass.");
  }
  if (catchAll < rows.length - 1) {
    fail("unreachable-row", catchAll + 1, "a row stands behind the one that catches every case", "Move `always` to the end.");
  }
}

function checkRow<F>(row: TableRow<F>, index: number, kinds: Map<string, RowKind>): void {
  if (typeof (row as TableRow<F> | null)?.token !== "string" || row.token.trim() === "" || typeof row.when !== "function") {
    fail("token-missing", index, "a row needs a token and a `when`", "Write { token, kind, when }.");
  }
  const known = kinds.get(row.token);
  if (known !== undefined && known !== row.kind) {
    fail("token-two-kinds", index, `token "${row.token}" is both ${known} and ${row.kind}`, "Give each kind its own token.");
  }
  kinds.set(row.token, row.kind);
  const next: unknown = row.then;
  if (row.kind === "continue") {
    if (next !== "revise" && next !== "review" && next !== "consult") {
      fail("then-missing", index, `continue row "${row.token}" does not say where to`, 'Add then: "revise", "review" or "consult".');
    }
    if (row.early === true && next === "revise") {
      fail("early-revise", index, `early row "${row.token}" revises an unreviewed version`, "Only a reviewed version is revised.");
    }
  } else if (row.kind === "pass" || row.kind === "stop" || row.kind === "ask") {
    if (next !== undefined) fail("then-misplaced", index, `row "${row.token}" ends, yet has a \`then\``, "Remove `then`.");
    if (row.kind === "pass" && (row.early as unknown) === true) {
      fail("early-pass", index, `early row "${row.token}" would pass an unreviewed version`, "Remove `early`.");
    }
  } else {
    fail("kind-unknown", index, `row kind ${JSON.stringify((row as { kind: unknown }).kind)} is unknown`, "Use pass, stop, ask or continue.");
  }
  if (isRunnerToken(row.token) && (row.kind !== "stop" || row.token === "round-limit")) {
    fail("runner-token", index, `"${row.token}" belongs to the runner`, "Place aborted, run-timeout or budget-spent as a stop row; never round-limit.");
  }
}

const NO_OPTIONS: DecideOptions = Object.freeze({});

class Table<F> implements TerminationTable<F> {
  readonly facts: FactsDefinition<F>;
  readonly rows: readonly TableRow<F>[];
  readonly tokens: TerminationTable<F>["tokens"];
  readonly hasEarlyRows: boolean;
  readonly next: readonly NextPhase[];
  readonly #decisions: readonly TableDecision[];
  readonly #runnerFirst: typeof RUNNER_ROWS;
  readonly #placed: ReadonlyMap<TableRow<F>, (signals: RunnerSignals) => boolean>;

  constructor(facts: FactsDefinition<F>, rows: readonly TableRow<F>[]) {
    this.facts = facts;
    this.rows = Object.freeze(rows.map((row) => Object.freeze({ ...row })));
    const tokensOf = (kind: RowKind): readonly string[] =>
      Object.freeze([...new Set(this.rows.filter((row) => row.kind === kind && !isRunnerToken(row.token)).map((row) => row.token))]);
    this.tokens = Object.freeze({ pass: tokensOf("pass"), stop: tokensOf("stop"), ask: tokensOf("ask"), continue: tokensOf("continue") });
    this.hasEarlyRows = this.rows.some((row) => row.early === true);
    this.next = Object.freeze([...new Set(this.rows.flatMap((row) => (row.kind === "continue" ? [row.then] : [])))]);
    this.#decisions = this.rows.map((row, index) => decisionOf(row, index));
    this.#runnerFirst = RUNNER_ROWS.filter((runner) => !this.rows.some((row) => row.token === runner.token));
    this.#placed = new Map(
      this.rows.flatMap((row) => {
        const runner = RUNNER_ROWS.find((one) => one.token === row.token);
        return runner === undefined ? [] : [[row, runner.holds] as const];
      }),
    );
    Object.freeze(this);
  }

  decide(facts: F): TableDecision {
    return this.decideAt(facts, NO_OPTIONS) as TableDecision; // Never null: the last row always holds.
  }

  decideAt(facts: F, { signals, early: isEarly = false }: DecideOptions): TableDecision | null {
    const problems = this.facts.problems(facts);
    if (problems.length > 0) this.#refuse(problems);
    if (signals !== undefined) {
      for (const { holds, token } of this.#runnerFirst) if (holds(signals)) return { token, kind: "stop", then: null, row: null };
    }
    for (let index = 0; index < this.rows.length; index++) {
      const row = this.rows[index] as TableRow<F>;
      if (isEarly && row.early !== true && !this.#placed.has(row)) continue;
      if (this.#holds(index, facts, signals)) return this.#decisions[index] as TableDecision;
    }
    return null;
  }

  explain(facts: F, options: ExplainOptions = {}): Explanation {
    return explainDecision(this, facts, options);
  }

  toMarkdown(): string {
    return tableToMarkdown(this.rows);
  }

  /** Whether a row holds; a placed runner row follows the runner's signal, so that it can be moved but not dropped. */
  #holds(index: number, facts: F, signals: RunnerSignals | undefined): boolean {
    const row = this.rows[index] as TableRow<F>;
    const placed = signals === undefined ? undefined : this.#placed.get(row);
    if (placed !== undefined) return placed(signals as RunnerSignals);
    let holds: unknown;
    try {
      holds = row.when(facts);
    } catch (thrown) {
      throw new LoopwrightError("row-threw", `row "${row.token}" threw: ${messageOf(thrown)}`, {
        path: `rows[${index}].when`,
        hint: "A row's condition is a pure test over declared facts.",
        cause: thrown,
      });
    }
    if (typeof holds === "boolean") return holds;
    throw new LoopwrightError("row-not-boolean", `row "${row.token}" gave ${typeof holds} instead of true or false`, {
      path: `rows[${index}].when`,
      hint: "Compare explicitly: a promise or a word is truthy, and would decide.", // G4: "false" is no pass.
    });
  }

  #refuse(problems: readonly string[]): never {
    throw new LoopwrightError("facts-invalid", `the facts do not fit their declaration: ${problems.join("; ")}`, {
      path: "facts",
      hint: "Return every declared fact, each within its domain, and no other.",
    });
  }
}

function decisionOf<F>(row: TableRow<F>, index: number): TableDecision {
  return row.kind === "continue"
    ? Object.freeze({ token: row.token, kind: row.kind, then: row.then, row: index })
    : Object.freeze({ token: row.token, kind: row.kind, then: null, row: index });
}
