/**
 * The schema of a reviewer's answer, and its validator (BD-FIND-10, BD-PKT-06).
 *
 * Invariants:
 * 1. Every key is required, and no other is allowed, at every level; `null` or `[]` stands for none.
 * 2. The validator is written by hand and says the same as the schema; a test holds the two together.
 * 3. Empty texts fit the schema; triage rejects them with a reason (BD-FIND-01).
 */
import { isPlainObject, type JsonSchema, type Validated } from "@loopwright/core";
import { EVIDENCE_KINDS, type ReviewOutput } from "./bounded-finding.js";

const text = { type: "string" } as const;
const textOrNull = { type: ["string", "null"] } as const;
const closed = (properties: { readonly [key: string]: JsonSchema }): JsonSchema => ({
  type: "object", additionalProperties: false, required: Object.keys(properties), properties,
});
const listOf = (items: JsonSchema): JsonSchema => ({ type: "array", items });
const evidence = { $ref: "#/$defs/evidence" } as const;

/** The schema as it is sent. */
export const REVIEW_OUTPUT_SCHEMA: JsonSchema = /* @__PURE__ */ Object.freeze({
  ...closed({
    findings: listOf(closed({
      id: text, location: text, causeLocation: textOrNull, classification: { enum: ["blocking", "advisory"] }, class: text, failureMode: text,
      contract: textOrNull, evidence: listOf(evidence), remediation: text, confidence: { enum: ["high", "medium", "low"] },
      attribution: { enum: ["target", "pre-existing", "unknown"] }, dependsOn: listOf(text),
    })),
    resolutions: listOf(closed({ findingId: text, state: { enum: ["fixed", "still-open"] }, evidence: listOf(evidence) })),
    disputes: listOf(closed({ failureMode: text, contract: textOrNull, evidence: listOf(evidence) })),
  }),
  $defs: {
    evidence: closed({
      kind: { enum: [...EVIDENCE_KINDS] }, ref: text, signature: textOrNull, quote: textOrNull, exitCode: { type: ["integer", "null"] },
      output: textOrNull, steps: { type: ["array", "null"], items: text },
    }),
  },
});

type Check = (value: unknown, path: string, problems: string[]) => void;

const expectation = (holds: (value: unknown) => boolean, expected: string): Check => (value, path, problems) => {
  if (!holds(value)) problems.push(`${path}: ${value === undefined ? "missing" : `not ${expected}`}`);
};
const isText: Check = expectation((value) => typeof value === "string", "a text");
const isTextOrNull: Check = expectation((value) => value === null || typeof value === "string", "a text or null");
const isIntegerOrNull: Check = expectation((value) => value === null || Number.isInteger(value), "a whole number or null");
const isOneOf = (...words: readonly string[]): Check => expectation((value) => words.some((word) => word === value), `one of ${words.join(", ")}`);
const isListOf = (item: Check): Check => (value, path, problems) => {
  if (!Array.isArray(value)) problems.push(`${path}: ${value === undefined ? "missing" : "not a list"}`);
  else for (const [index, one] of value.entries()) if (problems.length < MAX_PROBLEMS) item(one, `${path}[${index}]`, problems);
};
const isClosed = (shape: { readonly [key: string]: Check }): Check => (value, path, problems) => {
  if (!isPlainObject(value)) return void problems.push(`${path}: ${value === undefined ? "missing" : "not an object"}`);
  for (const [key, check] of Object.entries(shape)) check(Object.hasOwn(value, key) ? value[key] : undefined, `${path}.${key}`, problems);
  for (const key of Object.keys(value)) if (!Object.hasOwn(shape, key)) problems.push(`${path}.${key}: not allowed`);
};

/** So many problems are told; an answer that has more is no better for a longer list. */
const MAX_PROBLEMS = 20;

const isEvidenceList: Check = isListOf(isClosed({
  kind: isOneOf(...EVIDENCE_KINDS), ref: isText, signature: isTextOrNull, quote: isTextOrNull, exitCode: isIntegerOrNull, output: isTextOrNull,
  steps: (value, path, problems) => value === null ? undefined : isListOf(isText)(value, path, problems),
}));

const isReviewOutput: Check = isClosed({
  findings: isListOf(isClosed({
    id: isText, location: isText, causeLocation: isTextOrNull, classification: isOneOf("blocking", "advisory"), class: isText, failureMode: isText,
    contract: isTextOrNull, evidence: isEvidenceList, remediation: isText, confidence: isOneOf("high", "medium", "low"),
    attribution: isOneOf("target", "pre-existing", "unknown"), dependsOn: isListOf(isText),
  })),
  resolutions: isListOf(isClosed({ findingId: isText, state: isOneOf("fixed", "still-open"), evidence: isEvidenceList })),
  disputes: isListOf(isClosed({ failureMode: isText, contract: isTextOrNull, evidence: isEvidenceList })),
});

/** Checks an answer; never throws. */
export function validateReviewOutput(value: unknown): Validated<ReviewOutput> {
  const problems: string[] = [];
  isReviewOutput(value, "$", problems);
  // The cast: every key was checked.
  return problems.length === 0 ? { ok: true, value: value as ReviewOutput } : { ok: false, problems: problems.slice(0, MAX_PROBLEMS) };
}
