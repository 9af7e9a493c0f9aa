/**
 * A caller's JSON Schema as the contract of a structured role, checked by ajv.
 *
 * This entry loads ajv when it is imported, and no other entry does: a contract checks synchronously, and a schema that
 * is wrong is refused when the contract is made and not in the middle of a run (G20). ajv makes functions of schemas; where
 * the platform forbids that (some edge workers), use a Standard Schema.
 *
 * Invariants:
 * 1. Checking changes nothing: no coercion, no defaults, no removal. `"false"` is not `false`.
 * 2. A keyword that is not one is a fault of the schema: a misspelt `required` would let everything pass. What is meant
 *    as a note is declared in `annotations`. `format` is a note, as draft 2020-12 has it: use `pattern` to check.
 * 3. What is sent to agents is what is checked: the schema is copied and frozen once.
 * 4. Compiled once: the same schema object gives the same contract, for as long as it has not been changed.
 * 5. Problems are lines `$.path: message`, in the order of the schema, and few: an answer that is wrong a million times
 *    gives 20 lines and a count (G17).
 */
import { copyPlain, deepFreeze, isPlainObject, LoopwrightError, messageOf } from "@loopwright/core";
import type { Contract, JsonSchema } from "@loopwright/core";
import { arrayOf, checkOptions, describe, nonBlankString } from "./options.js";
import type { OptionRules } from "./options.js";
import { compile } from "./schema/compile.js";
import { problemLines } from "./schema/problem-lines.js";

/** What can be wrong with a JSON Schema. Stable over versions. */
export type SchemaErrorCode = "schema-invalid";

/** How a JSON Schema is read. */
export interface JsonSchemaContractOptions {
  /** Keywords that are notes and check nothing, such as `"x-order"`. */
  readonly annotations?: readonly string[];
}

const RULES: OptionRules<JsonSchemaContractOptions> = { annotations: arrayOf(nonBlankString) };

interface Kept {
  /** What the schema was when it was compiled. */
  readonly text: string;
  readonly contract: Contract<unknown>;
}

/** By schema object; goes when the schema does. */
const kept = new WeakMap<object, Kept>();

/**
 * Makes a contract of a JSON Schema of draft 2020-12 (the default), or of draft-07 where `$schema` says so.
 *
 * @typeParam T what an answer that meets the schema is; the caller's word.
 * @throws LoopwrightError `schema-invalid`: not plain data, not a valid schema, an unknown keyword or draft, a reference
 *   that leads nowhere, or `$async`.
 */
export function jsonSchemaContract<T = unknown>(schema: JsonSchema, options: JsonSchemaContractOptions = {}): Contract<T> {
  checkOptions<JsonSchemaContractOptions>(options, "jsonSchemaContract.options", RULES);
  if (!isPlainObject(schema)) throw invalid(`a JSON Schema is an object, not ${describe(schema)}`);
  const copy = copyOf(schema);
  const { annotations = [] } = options;
  const text = JSON.stringify([copy, annotations]);
  const known = kept.get(schema);
  if (known?.text === text) return known.contract as Contract<T>; // T is the caller's word, also the second time.
  const contract = contractOf(copy, annotations);
  kept.set(schema, { text, contract });
  return contract as Contract<T>; // As above.
}

function copyOf(schema: JsonSchema): JsonSchema {
  try {
    return copyPlain(schema, { path: "schema" }) as JsonSchema; // A copy of a plain object is one.
  } catch (thrown) {
    throw invalid(messageOf(thrown), thrown);
  }
}

function contractOf(schema: JsonSchema, annotations: readonly string[]): Contract<unknown> {
  let check: ReturnType<typeof compile>;
  try {
    check = compile(schema, annotations);
  } catch (thrown) {
    throw invalid(messageOf(thrown), thrown);
  }
  return deepFreeze({
    jsonSchema: schema,
    validate(value: unknown) {
      const faults = check(value);
      return faults === null ? ({ ok: true, value } as const) : ({ ok: false, problems: problemLines(faults, value) } as const);
    },
  });
}

function invalid(problem: string, cause?: unknown): LoopwrightError<SchemaErrorCode> {
  return new LoopwrightError("schema-invalid", `the JSON Schema cannot be used: ${problem}`, {
    path: "schema",
    hint: 'Mend the schema; keywords that are only notes go into { annotations: ["x-…"] }.',
    ...(cause !== undefined && { cause }),
  });
}
