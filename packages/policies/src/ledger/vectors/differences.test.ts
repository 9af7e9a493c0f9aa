import { describe, expect, it } from "vitest";
import { CHECK_DIFF_DIFFERENCES, SCRIPT_DIFFERENCES, STRICT_HUNK_DIFFERENCES, TRAILER_DIFFERENCES, type Difference } from "./differences.fixture.js";
import { readVectors } from "./vector-file.fixture.js";

const TABLES: readonly (readonly [file: string, table: readonly Difference<never, never>[], isMeant: (id: string) => boolean])[] = [
  ["ledger_script", SCRIPT_DIFFERENCES as never, () => true],
  ["check_diff", CHECK_DIFF_DIFFERENCES as never, () => true],
  ["parse_trailers", TRAILER_DIFFERENCES as never, () => true],
  ["parse_hunks", STRICT_HUNK_DIFFERENCES as never, (id) => id.includes("-git-")],
];

describe("the table of differences", () => {
  it.each(TABLES.flatMap(([file, table, isMeant]) => table.map((row) => [file, row.rule, row, isMeant] as const)))("%s, %s: names every vector that it meets", (file, _, { applies, met }, isMeant) => {
    const found = readVectors<never, never>(file).filter((vector) => isMeant(vector.id) && applies(vector));
    expect(found.map(({ id }) => id)).toEqual(met);
  });
});
