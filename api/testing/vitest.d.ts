import { FactsDefinition } from '@loopwright/core';
import { TableRow } from '@loopwright/core';

/**
 * Analysis of a decision table over the declared domains of its facts.
 *
 * Invariants:
 * 1. Complete or refused: every combination of declared values that `possible` allows is covered, or an error says
 *    that this is too much. Nothing is sampled.
 * 2. Every claim about rows carries facts that show it, and these were put to the rows themselves once more.
 * 3. A placed runner row holds when the runner gives its signal, whatever its `when` says; signals are as free as facts.
 */

/** What is analysed: any table, or rows that are not yet one. */
declare interface AnalyzableTable<F> {
    readonly facts: FactsDefinition<F>;
    readonly rows: readonly TableRow<F>[];
}

/** How a table is analysed. */
declare interface AnalyzeTableOptions {
    /**
     * Who decides that a placed runner row holds: the runner's signal, as in a run (default), or the row's own `when`,
     * as in `table.decide(facts)`.
     */
    readonly runnerRows?: "by-signal" | "by-when";
    /** The most steps that the analysis may take; a step is a condition run or a place looked at. Default 20,000,000. */
    readonly limit?: number;
}

/** What a matcher answers. */
export declare interface TableMatch {
    readonly pass: boolean;
    readonly message: () => string;
}

/** Matchers over tables; each analyses the whole table. */
export declare const tableMatchers: {
    /** Every possible combination of declared facts is decided, and no row that is reached breaks. */
    toBeTotal<F>(table: AnalyzableTable<F>, options?: AnalyzeTableOptions): TableMatch;
    /** Every row decides for some possible combination, at some checkpoint. */
    toHaveNoUnreachableRows<F>(table: AnalyzableTable<F>, options?: AnalyzeTableOptions): TableMatch;
};

export { }
