/**
 * The part of the Standard Schema contract (version 1, and its JSON Schema extension) that roles read.
 * Any library that implements it fits; none is loaded by the core.
 */
import { LoopwrightError, messageOf } from "./errors.js";
import type { JsonSchema } from "./json.js";

/** A problem that a Standard Schema reports. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What validating gives. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** A schema of any library that implements Standard Schema v1. */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    readonly jsonSchema?:
      | { readonly input: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown> }
      | undefined;
  };
}

/** Whether a value is a Standard Schema; some are functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  return (
    ((typeof value === "object" && value !== null) || typeof value === "function") &&
    "~standard" in value &&
    typeof (value["~standard"] as { validate?: unknown } | undefined)?.validate === "function"
  );
}

/** Renders issues as `$.path: message` lines. */
export function problemsOfIssues(issues: readonly StandardIssue[]): readonly string[] {
  return issues.map(({ message, path }) => {
    let at = "$";
    for (const step of path ?? []) {
      const key = typeof step === "object" ? step.key : step;
      at += typeof key === "number" ? `[${key}]` : `.${String(key)}`;
    }
    return `${at}: ${message}`;
  });
}

/**
 * The schema's own JSON Schema.
 *
 * @throws LoopwrightError `schema-unusable` when the library cannot express the schema in JSON Schema.
 */
export function jsonSchemaOf(schema: StandardSchema): JsonSchema {
  const { vendor, jsonSchema } = schema["~standard"];
  let offered: unknown;
  let cause: unknown;
  try {
    offered = jsonSchema?.input({ target: "draft-2020-12" });
  } catch (thrown) {
    cause = thrown;
  }
  if (typeof offered === "object" && offered !== null) return offered as JsonSchema; // The extension promises a JSON Schema document.
  throw new LoopwrightError("schema-unusable", `the ${vendor} schema gives no JSON Schema${cause === undefined ? "" : `: ${messageOf(cause)}`}`, {
    path: "jsonSchema",
    hint: "Pass the JSON Schema beside it: structuredRole(schema, { jsonSchema }).",
    cause,
  });
}
