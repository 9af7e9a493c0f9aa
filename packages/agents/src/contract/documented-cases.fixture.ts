/** How many cases of each group an adapter runs, as docs/agents.md says it. */
import type { ContractCase } from "@loopwright/testing";
import { readFileSync } from "node:fs";

const PAGE = new URL("../../../../docs/agents.md", import.meta.url);
const GROUPS = ["answers", "requests", "failures", "aborts", "runs"] as const;

/** The numbers in the row whose first cell is this, the sum last; empty where there is no such row. */
export function documentedCases(firstCell: string): readonly number[] {
  const row = readFileSync(PAGE, "utf8")
    .split("\n")
    .find((line) => line.startsWith(`| ${firstCell} | `));
  return row === undefined ? [] : row.slice(firstCell.length + 5, -2).split(" | ").map(Number);
}

/** The same numbers of the cases themselves. */
export function countedCases(cases: readonly ContractCase[]): readonly number[] {
  const counts = GROUPS.map((group) => cases.filter(({ name }) => name.startsWith(`${group}: `)).length);
  return [...counts, cases.length];
}
