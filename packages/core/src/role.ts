/**
 * Roles: what a policy needs an agent for, with the contract of the answer.
 *
 * Invariants:
 * 1. A text role reads `text`, verbatim; a structured role reads `structured`, validated; neither reads the other (G7).
 * 2. A role's duty says on which side it stands: authors make what reviewers judge, and no agent may do both (G6).
 * 3. Validation never coerces; what a validator refuses is a problem with a path, not a value.
 */
import { LoopwrightError } from "./errors.js";
import type { JsonSchema } from "./json.js";
import { deepFreeze } from "./plain.js";
import { isStandardSchema, jsonSchemaOf, problemsOfIssues, type StandardSchema } from "./standard-schema.js";

/** On which side of the review a role stands. */
export type Duty = "author" | "reviewer" | "adviser";

/** The outcome of validating a structured answer. */
export type Validated<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The contract of a structured answer. */
export interface Contract<T> {
  /** Sent to the agent. */
  readonly jsonSchema: JsonSchema;
  /** Checks an answer without changing it; problems look like `"$.approved: not a boolean"`. */
  validate(value: unknown): Validated<T>;
}

/** A role answered in prose. */
export interface TextRole {
  readonly kind: "text";
  readonly duty: Duty;
}

/** A role answered with a structured value of type `T`. */
export interface StructuredRole<T> {
  readonly kind: "structured";
  readonly duty: Duty;
  readonly jsonSchema: JsonSchema;
  validate(value: unknown): Validated<T> | Promise<Validated<T>>;
}

/** A role that is played by one agent. */
export type SingleRole = TextRole | StructuredRole<unknown>;

/** A role played by several agents, each under a key of its own, such as one reviewer per lane. */
export interface RoleFamily<R extends SingleRole> {
  readonly kind: "family";
  readonly role: R;
}

/** What a policy may need an agent for. */
export type Role = SingleRole | RoleFamily<SingleRole>;

/** Roles by name. */
export type Roles = { readonly [name: string]: Role };

/** Options of a role. */
export interface RoleOptions {
  readonly duty?: Duty;
}

const DUTIES: readonly unknown[] = ["author", "reviewer", "adviser"];

function dutyOf(options: RoleOptions, fallback: Duty): Duty {
  const duty = options.duty ?? fallback;
  if (!DUTIES.includes(duty)) {
    throw new LoopwrightError("role-duty", `role duty ${JSON.stringify(duty)} is unknown`, {
      path: "duty",
      hint: 'Use "author", "reviewer" or "adviser".',
    });
  }
  return duty;
}

/** A role answered in prose, such as a writer. Duty: `author` unless said otherwise. */
export function textRole(options: RoleOptions = {}): TextRole {
  return Object.freeze({ kind: "text", duty: dutyOf(options, "author") });
}

/**
 * A role answered with a validated value, such as a reviewer. Takes a {@link Contract} or any Standard Schema
 * (zod, valibot, arktype …). Duty: `reviewer` unless said otherwise.
 *
 * @throws LoopwrightError `schema-missing` when neither the schema nor the options give a JSON Schema.
 */
export function structuredRole<T>(
  contract: Contract<T> | StandardSchema<T>,
  options: RoleOptions & { readonly jsonSchema?: object } = {},
): StructuredRole<T> {
  const duty = dutyOf(options, "reviewer");
  const given = options.jsonSchema as JsonSchema | undefined; // Libraries type their JSON Schemas in ways of their own.
  if (isStandardSchema(contract)) return standardRole(contract, duty, given);
  const { validate, jsonSchema = null } = (contract ?? {}) as Partial<Contract<T>>;
  const sent = given ?? jsonSchema;
  if (typeof validate !== "function" || typeof sent !== "object" || sent === null) {
    throw new LoopwrightError("schema-missing", "a structured role needs a contract or a Standard Schema", {
      path: "contract",
      hint: "Pass { jsonSchema, validate } or a schema of zod, valibot or arktype.",
    });
  }
  return Object.freeze({
    kind: "structured",
    duty,
    jsonSchema: deepFreeze(sent), // Many agents get this one object.
    validate: (value: unknown) => contract.validate(value),
  });
}

function standardRole<T>(schema: StandardSchema<T>, duty: Duty, given: JsonSchema | undefined): StructuredRole<T> {
  if (given === undefined && schema["~standard"].jsonSchema === undefined) {
    throw new LoopwrightError("schema-missing", `the ${schema["~standard"].vendor} schema offers no JSON Schema`, {
      path: "jsonSchema",
      hint: "Pass the JSON Schema beside it: structuredRole(schema, { jsonSchema }).",
    });
  }
  let converted = deepFreeze(given);
  return Object.freeze({
    kind: "structured",
    duty,
    get jsonSchema(): JsonSchema {
      return (converted ??= deepFreeze(jsonSchemaOf(schema))); // Converted when first needed: it is not free.
    },
    validate(value: unknown) {
      const result = schema["~standard"].validate(value);
      return "then" in result ? Promise.resolve(result).then((settled) => toValidated(value, settled)) : toValidated(value, result);
    },
  });
}

/** What a Standard Schema says, refused where it has coerced (H04). */
export function toValidated<T>(given: unknown, result: Awaited<ReturnType<StandardSchema<T>["~standard"]["validate"]>>): Validated<T> {
  if (result.issues !== undefined) return { ok: false, problems: problemsOfIssues(result.issues) };
  const problems = coercionsIn(given, result.value, "$");
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: result.value };
}

/** Where a schema has turned one primitive type into another, such as `"false"` into `true` (case H04). */
function coercionsIn(given: unknown, value: unknown, path: string): readonly string[] {
  if (given === value || Object(given) !== given) {
    return given === value || Object(value) === value || typeof given === typeof value ? [] : [`${path}: ${typeof given} where ${typeof value} is due`];
  }
  if (Object(value) !== value) return [];
  const parts = value as { readonly [key: string]: unknown };
  return Object.entries(given as object).flatMap(([key, part]) =>
    Object.hasOwn(parts, key) ? coercionsIn(part, parts[key], Array.isArray(given) ? `${path}[${key}]` : `${path}.${key}`) : [],
  );
}

/** A role played by several agents: `agents` takes a record of them, `ctx.call` takes `"name/key"`. */
export function roleFamily<R extends SingleRole>(role: R): RoleFamily<R> {
  return Object.freeze({ kind: "family", role });
}
