/**
 * Explanations of decisions (G21), computed from stored facts only when asked for.
 *
 * Invariants:
 * 1. An explanation names the row that matched and, for each row above it, the facts that its condition read.
 * 2. A flip is one fact, changed within its declared domain to a possible combination, that changes the token or
 *    where it leads.
 * 3. Explaining decides nothing: it only re-reads the same pure rows.
 */
import type { FactDomain, FactValue, FactsDefinition } from "./facts.js";
import type { DecideOptions, NextPhase, TableDecision, TableRow } from "./row.js";
import { ROUND_LIMIT_WHY, RUNNER_ROWS } from "./runner-rows.js";

/** A fact and the value that a row's condition saw. */
export interface FactRead {
  readonly fact: string;
  readonly value: FactValue;
}

/** One row, looked at in order. */
export interface ExplainedRow {
  /** 0-based index in the table; `null` for a runner row in its default place. */
  readonly row: number | null;
  readonly token: string;
  readonly matched: boolean;
  /** The row's condition in words, where the table gives it. */
  readonly why: string | null;
  /** The facts the condition read; empty for a row that was not considered or reads none. */
  readonly read: readonly FactRead[];
  /** False where the row did not count at this checkpoint. */
  readonly considered: boolean;
}

/** One fact that alone would have changed the outcome. */
export interface Flip {
  readonly fact: string;
  readonly from: FactValue;
  readonly to: FactValue;
  /** The token it would have been; `null` = no early row, the loop goes on to review. */
  readonly token: string | null;
  /** Where that token leads, for a `continue`. */
  readonly then: NextPhase | null;
}

/** Why a table decided as it did. */
export interface Explanation {
  readonly decision: TableDecision | null;
  /** Every row up to the one that matched, runner rows first. */
  readonly rows: readonly ExplainedRow[];
  readonly flips: readonly Flip[];
  /** The explanation as lines for a person. */
  toString(): string;
}

const ROUND_LIMIT: TableDecision = Object.freeze({ token: "round-limit", kind: "stop", then: null, row: null });

/** What explaining needs of a table. */
export interface ExplainableTable<F> {
  readonly facts: FactsDefinition<F>;
  readonly rows: readonly TableRow<F>[];
  decideAt(facts: F, options: DecideOptions): TableDecision | null;
}

/** What is explained: a checkpoint. A decision record has these fields. */
export interface ExplainOptions extends DecideOptions {
  /** `"round-limit"`: the runner put it in the place of a row that would have gone on. */
  readonly token?: string;
}

/** Explains what `table` decides for `facts`. */
export function explainDecision<F>(table: ExplainableTable<F>, facts: F, options: ExplainOptions): Explanation {
  const isLimited = options.token === "round-limit";
  const limit = (decided: TableDecision | null): TableDecision | null =>
    isLimited && (decided === null || decided.kind === "continue") ? ROUND_LIMIT : decided;
  const decided = table.decideAt(facts, options);
  const decision = limit(decided);
  const rows = explainRows(table, facts, options, decided);
  if (decision === ROUND_LIMIT) rows.push({ row: null, token: "round-limit", matched: true, why: ROUND_LIMIT_WHY, read: [], considered: true });
  const flips = flipsOf(table, facts, (changed) => limit(table.decideAt(changed, options)), decision);
  return Object.freeze({ decision, rows, flips, toString: () => renderExplanation(decision, rows, flips) });
}

function explainRows<F>(
  table: ExplainableTable<F>,
  facts: F,
  options: DecideOptions,
  decision: TableDecision | null,
): ExplainedRow[] {
  const explained: ExplainedRow[] = [];
  for (const runner of RUNNER_ROWS) {
    if (table.rows.some((row) => row.token === runner.token)) continue;
    const matched = decision !== null && decision.row === null && decision.token === runner.token;
    explained.push({ row: null, token: runner.token, matched, why: runner.why, read: [], considered: true });
    if (matched) return explained;
  }
  for (const [index, row] of table.rows.entries()) {
    const matched = decision?.row === index;
    explained.push(explainRow(row, index, facts, options, matched));
    if (matched) break;
  }
  return explained;
}

function explainRow<F>(row: TableRow<F>, index: number, facts: F, options: DecideOptions, matched: boolean): ExplainedRow {
  const runner = RUNNER_ROWS.find((one) => one.token === row.token);
  const considered = options.early !== true || row.early === true || runner !== undefined;
  const isBySignal = runner !== undefined && options.signals !== undefined;
  const read = considered && !isBySignal ? readsOf(row, facts) : [];
  return { row: index, token: row.token, matched, why: row.why ?? runner?.why ?? null, read, considered };
}

/** Runs a condition over a recording view of the facts. */
function readsOf<F>(row: TableRow<F>, facts: F): readonly FactRead[] {
  const seen = new Map<string, FactValue>();
  const view = new Proxy(facts as object, {
    get(target, name) {
      const value = Reflect.get(target, name) as FactValue;
      if (typeof name === "string" && Object.hasOwn(target, name)) seen.set(name, value);
      return value;
    },
  }) as F;
  row.when(view);
  return [...seen].map(([fact, value]) => ({ fact, value }));
}

function flipsOf<F>(
  table: ExplainableTable<F>,
  facts: F,
  decide: (at: F) => TableDecision | null,
  decision: TableDecision | null,
): readonly Flip[] {
  const flips: Flip[] = [];
  const record = facts as { readonly [fact: string]: FactValue };
  for (const name of table.facts.names) {
    const domain: FactDomain = table.facts.domains[name];
    const from = record[name] as FactValue;
    for (const to of domain.values) {
      if (to === from) continue;
      const changed = { ...facts, [name]: to };
      if (!table.facts.possible(changed)) continue;
      const other = decide(changed);
      if (other?.token === decision?.token && other?.then === decision?.then) continue;
      flips.push({ fact: name, from, to, token: other?.token ?? null, then: other?.then ?? null });
    }
  }
  return flips;
}

function renderExplanation(decision: TableDecision | null, rows: readonly ExplainedRow[], flips: readonly Flip[]): string {
  const lines = [decision === null ? "no early row matched: on to review" : `${decision.token} (${decision.kind})`];
  for (const row of rows) {
    const read = row.read.map(({ fact, value }) => `${fact} = ${JSON.stringify(value)}`).join(", ");
    const state = row.matched ? "matched" : row.considered ? "did not match" : "does not count here";
    const where = row.row === null ? "runner" : `row ${row.row + 1}`;
    lines.push(`  ${where} ${row.token}: ${state}${read === "" ? "" : ` (${read})`}${row.why === null ? "" : ` — ${row.why}`}`);
  }
  for (const flip of flips) {
    const to = flip.then === null ? "" : ` → ${flip.then}`;
    lines.push(`  ${flip.fact} = ${JSON.stringify(flip.to)} alone would give ${flip.token ?? "review"}${to}`);
  }
  return lines.join("\n");
}
