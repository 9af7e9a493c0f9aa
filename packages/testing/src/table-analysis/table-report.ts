/** What an analysis of a table says, and how it reads. */
import type { FactValue, NextPhase, PlaceableRunnerToken } from "@loopwright/core";

/** Facts that show a claim, and the runner's signals that are set with them. Other signals are not. */
export interface TableExample<F> {
  readonly facts: F;
  readonly signals: readonly PlaceableRunnerToken[];
}

/** A row, by its 0-based index and its token. */
export interface RowName {
  readonly row: number;
  readonly token: string;
}

/** Facts for which nothing is decided. */
export interface Undecided<F> extends TableExample<F> {
  /** The row that broke; `null`: no row holds. */
  readonly row: number | null;
  readonly token: string | null;
  /** What it threw or gave, in words. */
  readonly problem: string;
}

/** A row that never decides. */
export interface UnreachableRow<F> extends RowName {
  /** It holds for no combination; for none that `possible` allows; only where rows above it decide, or where they break. */
  readonly reason: "never-holds" | "ruled-out" | "shadowed" | "broken-above";
  /** The rows that decide where this one holds, each with an example. Empty unless it is shadowed. */
  readonly shadowedBy: readonly (RowName & { readonly example: TableExample<F> })[];
}

/** Two rows that hold together and lead elsewhere: the upper one decides, and would not if it stood below. */
export interface OrderMatters<F> {
  readonly decides: RowName & { readonly then: NextPhase | null };
  readonly below: RowName & { readonly then: NextPhase | null };
  readonly example: TableExample<F>;
}

/** What holds at one kind of checkpoint. */
export interface CheckpointAnalysis<F> {
  /** Indexes of the rows that count here. */
  readonly rows: readonly number[];
  /** Where a row that is reached throws or gives no boolean, and after a review: where no row holds. */
  readonly undecided: readonly Undecided<F>[];
  readonly unreachable: readonly UnreachableRow<F>[];
  /** Pairs whose order decides. A last row that always holds is left out: it cannot stand elsewhere. */
  readonly orderMatters: readonly OrderMatters<F>[];
}

/** The domain of one fact, as the analysis took it. */
export interface CoveredFact {
  readonly fact: string;
  readonly values: readonly FactValue[];
  /** True for a count: a run may report more than the largest value that was looked at. */
  readonly isOpen: boolean;
  /** False where neither a row nor `possible` reads it; its values cannot differ. */
  readonly isRead: boolean;
}

/** An analysis over all declared combinations that can occur; see `analyzeTable`. */
export interface TableAnalysis<F> {
  readonly covered: {
    readonly facts: readonly CoveredFact[];
    /** Combinations of declared values, and those that `possible` allows. Exact up to 2^53. */
    readonly declared: number;
    readonly possible: number;
  };
  /** Every possible combination is decided after a review, and no row that is reached breaks at any checkpoint. */
  readonly total: boolean;
  /** Rows that decide at no checkpoint. */
  readonly unreachable: readonly UnreachableRow<F>[];
  /** Those of them that hold somewhere, always below another row. */
  readonly shadowed: readonly UnreachableRow<F>[];
  readonly afterReview: CheckpointAnalysis<F>;
  /** After `open` and `revise`, where no row need hold; `null` if no row counts there. */
  readonly early: CheckpointAnalysis<F> | null;
  /** Facts that a row reads and nobody declares, such as a misspelt one. */
  readonly undeclaredReads: readonly (RowName & { readonly fact: string })[];
  /** The analysis as lines for a person. */
  toString(): string;
}

/** The lines of an analysis. */
export function renderAnalysis<F>(analysis: Omit<TableAnalysis<F>, "toString">): string {
  const { covered, total, unreachable, afterReview, early, undeclaredReads } = analysis;
  const facts = covered.facts.map(({ fact, values, isOpen, isRead }) => `${fact} (${values.length}${isOpen ? " or more" : ""}${isRead ? "" : ", read by nothing"})`);
  return [
    `${total ? "total" : "not total"} over ${covered.possible} possible of ${covered.declared} combinations: ${facts.join(", ")}`,
    ...[...afterReview.undecided, ...(early?.undecided ?? [])].map((one) => `  ${one.token === null ? "undecided" : nameOf({ row: one.row as number, token: one.token })}: ${one.problem}, as with ${show(one)}`),
    ...unreachable.map((one) => `  ${nameOf(one)} is never reached: ${reasonOf(one)}`),
    ...undeclaredReads.map((one) => `  ${nameOf(one)} reads ${one.fact}, which is not declared`),
    ...orderLines("after a review", afterReview),
    ...(early === null ? [] : orderLines("at early checkpoints", early)),
  ].join("\n");
}

function orderLines<F>(where: string, { orderMatters }: CheckpointAnalysis<F>): readonly string[] {
  return orderMatters.map(({ decides, below, example }) => `  ${where} ${nameOf(decides)} must stay above ${nameOf(below)}, as with ${show(example)}`);
}

function reasonOf<F>({ reason, shadowedBy }: UnreachableRow<F>): string {
  if (reason === "never-holds") return "it holds for no combination";
  if (reason === "ruled-out") return "it holds only for combinations that `possible` rules out";
  if (reason === "broken-above") return "a row above it breaks wherever it holds";
  return shadowedBy.map((one) => `${nameOf(one)} decides with ${show(one.example)}`).join("; ");
}

function nameOf({ row, token }: RowName): string {
  return `row ${row + 1} ${token}`;
}

function show<F>({ facts, signals }: TableExample<F>): string {
  return [JSON.stringify(facts), ...signals].join(" and ");
}
