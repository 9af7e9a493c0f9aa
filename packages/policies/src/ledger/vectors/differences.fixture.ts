/**
 * Where this ledger's outcome differs from the vectors': holes that are closed without a switch (LG-SEC), and rules whose
 * old reading nothing can ask for. One row a kind: which vectors it meets, and what comes out instead. Nothing else differs.
 */
import { oneLine } from "@loopwright/evidence";
import type { Vector } from "./vector-file.fixture.js";

/** One kind of difference. */
export interface Difference<Input, Expected> {
  readonly rule: string;
  readonly why: string;
  /** Vectors of this set that it meets. */
  readonly met: readonly string[];
  readonly applies: (vector: Vector<Input, Expected>) => boolean;
  /** The new outcome. */
  readonly outcome: (vector: Vector<Input, Expected>) => Expected;
}

/** A vector with the outcome that holds here. */
export function withDifferences<Input, Expected>(
  vector: Vector<Input, Expected>,
  differences: readonly Difference<Input, Expected>[],
): Vector<Input, Expected> & { readonly rules: readonly string[] } {
  const rules: string[] = [];
  let current = vector;
  for (const difference of differences) {
    if (!difference.applies(current)) continue;
    rules.push(difference.rule);
    current = { ...current, expected: difference.outcome(current) };
  }
  return { ...current, rules };
}

interface SideFiles {
  readonly ledger: unknown;
  readonly cleanup_md: string | null;
}

/** Claims of a ledger that one line cannot hold as they are. */
function brokenClaims(ledger: unknown): readonly string[] {
  const findings = (ledger as { readonly findings?: readonly { readonly claim?: unknown }[] } | null)?.findings ?? [];
  return findings.map(({ claim }) => claim).filter((claim): claim is string => typeof claim === "string" && oneLine(claim) !== claim);
}

/** Sessions. */
export const SCRIPT_DIFFERENCES: readonly Difference<unknown, SideFiles & { readonly [key: string]: unknown }>[] = [
  {
    rule: "LG-SEC-19",
    why: "a claim stands on one line of the deferral file, whatever it holds",
    met: ["ledger_script-0126-fixnow", "ledger_script-0183-cleanup"],
    applies: ({ expected: { ledger, cleanup_md: text } }) => brokenClaims(ledger).some((claim) => text?.includes(`] ${claim} (`) === true),
    outcome: ({ expected }) => ({
      ...expected,
      cleanup_md: brokenClaims(expected.ledger).reduce((text, claim) => text?.replaceAll(`] ${claim} (`, () => `] ${oneLine(claim)} (`) ?? null, expected.cleanup_md),
    }),
  },
];
