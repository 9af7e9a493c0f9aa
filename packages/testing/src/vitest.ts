/**
 * Matchers for Vitest: `expect.extend(tableMatchers)` in a setup file or a test, then `expect(table).toBeTotal()`.
 * Nothing of Vitest is loaded here; importing this file gives the matchers their types.
 */
import type {} from "vitest";
import { analyzeTable, type AnalyzableTable, type AnalyzeTableOptions } from "./analyze-table.js";

/** What a matcher answers. */
export interface TableMatch {
  readonly pass: boolean;
  readonly message: () => string;
}

/** Matchers over tables; each analyses the whole table. */
export const tableMatchers = {
  /** Every possible combination of declared facts is decided, and no row that is reached breaks. */
  toBeTotal<F>(table: AnalyzableTable<F>, options?: AnalyzeTableOptions): TableMatch {
    const analysis = analyzeTable(table, options);
    return { pass: analysis.total, message: () => `expected a table that is ${analysis.total ? "not " : ""}total, got one that is ${analysis.toString()}` };
  },
  /** Every row decides for some possible combination, at some checkpoint. */
  toHaveNoUnreachableRows<F>(table: AnalyzableTable<F>, options?: AnalyzeTableOptions): TableMatch {
    const analysis = analyzeTable(table, options);
    const pass = analysis.unreachable.length === 0;
    return { pass, message: () => `expected a table with ${pass ? "some" : "no"} row that is never reached, got one that is ${analysis.toString()}` };
  },
};

declare module "vitest" {
  // The type parameters must be those of Vitest's own declaration, used or not.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    toBeTotal(options?: AnalyzeTableOptions): R;
    toHaveNoUnreachableRows(options?: AnalyzeTableOptions): R;
  }
}
