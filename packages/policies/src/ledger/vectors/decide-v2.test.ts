import { describe, expect, it } from "vitest";
import { decideLedger } from "../decision/decide.js";
import type { Ledger } from "../value/ledger.js";
import { REFERENCE, referenceConfig } from "./reference.fixture.js";
import { isVectorError, readVectors } from "./vector-file.fixture.js";

interface Input {
  readonly iteration: number;
  readonly ledger: { readonly findings?: unknown; readonly history?: unknown; readonly config?: { readonly [knob: string]: unknown } | null };
}

const vectors = readVectors<Input, unknown>("decide_v2");

describe("vectors of decide_v2", () => {
  it(`LG-DEC-6: all ${vectors.length} are equal in every field`, () => {
    for (const { id, input, expected } of vectors) {
      const { findings = [], history = [], config } = input.ledger;
      const decide = () => {
        const { iteration, ...decision } = decideLedger({ findings, history } as unknown as Ledger, referenceConfig(config), { round: input.iteration, improvements: REFERENCE }).decision;
        return decision;
      };
      if (isVectorError(expected)) expect(decide, id).toThrow();
      else expect(decide(), id).toEqual(expected);
    }
  });
});
