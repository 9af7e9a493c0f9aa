/** What a fixer answers: a claim about one step; git, the witness and the ledger say what holds (LG-FIX-2, LG-FIX-8). */
import { isPlainObject, structuredRole, type Contract, type StructuredRole } from "@loopwright/core";

/** A fixer's answer. */
export interface FixerAnswer {
  /** `spec-silent`: the fix needs behaviour that no clause states; `finding` says what is missing. */
  readonly outcome: "done" | "cannot-reproduce" | "spec-silent";
  /** What was done, or tried, in one or a few sentences. */
  readonly evidence: string;
  /** The witness test that was written or run: a path with an optional `::selector`. */
  readonly witness: string | null;
  /** For `spec-silent`: a finding about the spec, in the reviewers' form. */
  readonly finding: object | null;
}

const OUTCOMES = ["done", "cannot-reproduce", "spec-silent"] as const;

const contract: Contract<FixerAnswer> = {
  jsonSchema: {
    type: "object",
    additionalProperties: false,
    required: ["outcome", "evidence", "witness", "finding"],
    properties: {
      outcome: { enum: [...OUTCOMES] },
      evidence: { type: "string", minLength: 1 },
      witness: { type: ["string", "null"] },
      finding: { type: ["object", "null"] },
    },
  },
  validate(value) {
    if (!isPlainObject(value)) return { ok: false, problems: ["$: not an object"] };
    const { outcome, evidence, witness, finding } = value;
    const problems = [
      ...((OUTCOMES as readonly unknown[]).includes(outcome) ? [] : [`$.outcome: not one of ${OUTCOMES.join(", ")}`]),
      ...(typeof evidence === "string" && evidence.trim() !== "" ? [] : ["$.evidence: not a text that says something"]),
      ...(witness === null || typeof witness === "string" ? [] : ["$.witness: neither a text nor null"]),
      ...(finding === null || isPlainObject(finding) ? [] : ["$.finding: neither an object nor null"]),
      ...(outcome === "spec-silent" && finding === null ? ["$.finding: missing, and the spec is said to be silent"] : []),
      ...Object.keys(value).filter((key) => !["outcome", "evidence", "witness", "finding"].includes(key)).map((key) => `$.${key}: unknown`),
    ];
    // The cast: every field was just checked.
    return problems.length > 0 ? { ok: false, problems } : { ok: true, value: value as unknown as FixerAnswer };
  },
};

/** The fixer's role. */
export const fixerRole: StructuredRole<FixerAnswer> = /* @__PURE__ */ structuredRole(contract, { duty: "author" });
