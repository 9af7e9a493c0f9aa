/** Rows of a termination table, as data, and what reading them gives. */
import type { RunnerSignals } from "./runner-rows.js";

/** What an outcome is: the run passes, ends, halts for a person, or goes on. */
export type RowKind = "pass" | "stop" | "ask" | "continue";

/** Where a `continue` row leads. */
export type NextPhase = "revise" | "review" | "consult";

interface RowBase<F> {
  /** Whether the row holds; pure, over facts alone. */
  readonly when: (facts: F) => boolean;
  /** The condition in words, for explanations and generated tables. */
  readonly why?: string;
}

/** The artifact passes; only after a review. */
export interface PassRow<F> extends RowBase<F> {
  readonly token: string;
  readonly kind: "pass";
  readonly then?: never;
  readonly early?: false;
}

/** The run ends without a pass. */
export interface StopRow<F> extends RowBase<F> {
  readonly token: string;
  readonly kind: "stop";
  readonly then?: never;
  readonly early?: boolean;
}

/** The run halts until a person answers (G16). */
export interface AskRow<F> extends RowBase<F> {
  readonly token: string;
  readonly kind: "ask";
  readonly then?: never;
  readonly early?: boolean;
}

/** The run goes on. */
export type ContinueRow<F> = RowBase<F> & { readonly token: string; readonly kind: "continue" } & (
    | { readonly then: "revise"; readonly early?: false }
    | { readonly then: "review" | "consult"; readonly early?: boolean }
  );

/** One row of a table, as data. */
export type TableRow<F> = PassRow<F> | StopRow<F> | AskRow<F> | ContinueRow<F>;

/** What a table decided. `row` is the 0-based index in the table, `null` for a runner row in its default place. */
export type TableDecision<Token extends string = string> =
  | { readonly token: Token; readonly kind: "pass" | "stop" | "ask"; readonly then: null; readonly row: number | null }
  | { readonly token: Token; readonly kind: "continue"; readonly then: NextPhase; readonly row: number | null };

/** At which kind of checkpoint a table is read, and what the runner knows there. */
export interface DecideOptions {
  /** Without them no runner row holds by itself, and one that the table places is read by its own `when`. */
  readonly signals?: RunnerSignals;
  /** After `open` and `revise`: only early rows and runner rows count. Default `false`. */
  readonly early?: boolean;
}
