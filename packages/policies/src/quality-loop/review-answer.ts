/** The reviewer's structured answer: its schema, its check, and what it means (QU-SCH-01, QU-STR-02, QU-APP-01). */
import { isPlainObject, structuredRole, type Contract, type JsonSchema, type StructuredRole, type Validated } from "@loopwright/core";

/** What a reviewer answers. */
export interface ReviewAnswer {
  readonly approved: boolean;
  readonly feedback: readonly string[];
}

/** Sent with every reviewer call; no item limits, because several strict modes refuse them (QU-SCH-01). */
export const REVIEW_SCHEMA = Object.freeze({
  type: "object",
  properties: Object.freeze({
    approved: Object.freeze({ type: "boolean" }),
    feedback: Object.freeze({ type: "array", items: Object.freeze({ type: "string" }) }),
  }),
  required: Object.freeze(["approved", "feedback"]),
  additionalProperties: false,
}) satisfies JsonSchema;

/** Checks an answer without coercion; an extra property makes it invalid (QU-STR-02). */
export function validateReviewAnswer(value: unknown): Validated<ReviewAnswer> {
  if (!isPlainObject(value)) return { ok: false, problems: ["$: not an object"] };
  const problems: string[] = [];
  const { approved, feedback } = value;
  if (typeof approved !== "boolean") problems.push(`$.approved: ${approved === undefined ? "absent" : "not a boolean"}`);
  if (!Array.isArray(feedback)) problems.push(`$.feedback: ${feedback === undefined ? "absent" : "not an array"}`);
  else Array.from(feedback, (item: unknown, index) => typeof item === "string" || problems.push(`$.feedback[${index}]: not a string`));
  for (const name of Object.keys(value)) if (name !== "approved" && name !== "feedback") problems.push(`$.${name}: not allowed`);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: { approved: approved as boolean, feedback: feedback as string[] } };
}

const contract: Contract<ReviewAnswer> = { jsonSchema: REVIEW_SCHEMA, validate: validateReviewAnswer };

/** The reviewer's role. */
export const reviewerRole: StructuredRole<ReviewAnswer> = /* @__PURE__ */ structuredRole(contract);

/** Items that someone can act on: not blank, verbatim, in order, duplicates included (QU-STOP-03). */
export function actionableItems(feedback: readonly string[]): readonly string[] {
  return Object.freeze(feedback.filter((item) => item.trim() !== ""));
}

/** Approved exactly when it says so and the raw list is empty: any listed change outranks a yes (QU-APP-01). */
export function isApproval({ approved, feedback }: ReviewAnswer): boolean {
  return approved && feedback.length === 0;
}
