import { describe, expect, it } from "vitest";
import { LedgerProblem } from "../problem.js";
import { reportText } from "../texts/report.js";
import { checkLedger, needLedger } from "../value/parse-ledger.js";
import { REFERENCE } from "./reference.fixture.js";
import { readVectors } from "./vector-file.fixture.js";

const vectors = readVectors<{ readonly slug: string; readonly ledger: unknown }, unknown>("report");

function render(ledger: unknown, slug: string): unknown {
  try {
    const checked = needLedger(ledger === null ? null : checkLedger(ledger, { improvements: REFERENCE }));
    return { text: reportText(checked, { slug, improvements: REFERENCE }) };
  } catch (thrown) {
    if (!(thrown instanceof LedgerProblem)) throw thrown;
    return { error: true, kind: thrown.code };
  }
}

describe("vectors of report", () => {
  it.each(vectors)("LG-RPT-1: $id", ({ input, expected }) => {
    expect(render(input.ledger, input.slug)).toEqual(expected);
  });
});
