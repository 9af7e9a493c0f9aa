/** zod schemas of the shared vocabulary. */
import { z } from "zod";
import { Disposition, isLocation, Verdict } from "../index.js";

const text = z.string().min(1);
const lineNumber = z.int().min(1);

/** {@link Verdict}. */
export const verdictSchema = z.enum([Verdict.approved, Verdict.rejected, Verdict.unavailable]);

/** `Location`; line and endLine in order. */
export const locationSchema = z
  .strictObject({ file: text, line: lineNumber.exactOptional(), endLine: lineNumber.exactOptional(), section: text.exactOptional() })
  .refine(isLocation, "not a location: a file, lines from 1, in order")
  .readonly();

/** `FindingSource`. */
export const findingSourceSchema = z.strictObject({ role: text, lane: text.nullable() }).readonly();

/** `Evidence`. */
export const evidenceSchema = z.strictObject({ kind: text, ref: text }).readonly();

/** `Finding` with any severity label; a policy narrows `severity` to its scale. */
export const findingSchema = z
  .strictObject({
    id: text,
    severity: text,
    severityAsReported: z.string().nullable(),
    locations: z.array(locationSchema).readonly(),
    claim: text,
    evidence: z.array(evidenceSchema).readonly(),
    sources: z.tuple([findingSourceSchema], findingSourceSchema).readonly(),
    round: z.int().min(0),
  })
  .readonly();

const [, , ...reasonedKinds] = Disposition.kinds;

/** `Disposition`. */
export const dispositionSchema = z.union([
  z.strictObject({ kind: z.literal("fixed"), round: z.int().min(1) }).readonly(),
  z.strictObject({ kind: z.literal("merged"), into: text }).readonly(),
  z.strictObject({ kind: z.enum(reasonedKinds), reason: text }).readonly(),
]);
