/**
 * A run as deciding reads it, with everything derived from it computed at most once per round.
 *
 * Invariants:
 * 1. A view belongs to one frozen run, so that what it remembers never goes stale.
 * 2. Only pure functions of (view, round) are remembered.
 */
import type { ReviewRound, ReviewRun } from "../facts/run-facts.js";
import type { ToolRecord } from "../facts/return-facts.js";
import type { TriageRow } from "../facts/triage-facts.js";

type Derived<T> = (view: RunView, k: number) => T;

/** A run and what was already derived from it. */
export class RunView {
  readonly run: ReviewRun;
  readonly #records: ReadonlyMap<string, ToolRecord>;
  readonly #derived = new Map<unknown, Map<number, unknown>>();
  readonly #rows = new Map<number, ReadonlyMap<string, TriageRow>>();

  constructor(run: ReviewRun) {
    this.run = run;
    this.#records = new Map(run.toolRecords.map((record) => [record.id, record]));
  }

  /** Round k, from 1; `undefined` outside the run. */
  round(k: number): ReviewRound | undefined {
    return this.run.rounds[k - 1];
  }

  /** The rounds from 1 to k. */
  upTo(k: number): readonly ReviewRound[] {
    return this.run.rounds.slice(0, k);
  }

  /** A tool record by id; no two share one. */
  record(id: string | undefined): ToolRecord | undefined {
    return id === undefined ? undefined : this.#records.get(id);
  }

  /** The triage rows of round k; none where triage is absent. */
  triage(k: number): readonly TriageRow[] {
    return this.round(k)?.triage ?? [];
  }

  /** A triage row of round k by id. */
  triageRow(k: number, id: string | undefined): TriageRow | undefined {
    if (id === undefined) return undefined;
    let rows = this.#rows.get(k);
    if (rows === undefined) this.#rows.set(k, (rows = new Map(this.triage(k).map((row) => [row.id, row]))));
    return rows.get(id);
  }

  /** The value of a derivation at round k, computed once. */
  at<T>(derive: Derived<T>, k: number): T {
    let values = this.#derived.get(derive);
    if (values === undefined) this.#derived.set(derive, (values = new Map<number, unknown>()));
    if (!values.has(k)) values.set(k, derive(this, k));
    return values.get(k) as T; // The cast: stored above by the same derivation.
  }
}
