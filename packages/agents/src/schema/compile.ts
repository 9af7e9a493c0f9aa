/**
 * Makes a checking function of a JSON Schema. The only file that knows ajv.
 *
 * Invariant: schemas are strangers to one another. ajv registers what a `$id` names, so a schema with one, or with
 * keywords of its own, gets a compiler of its own; of the others nothing stays behind in the shared one.
 */
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ErrorObject, Options } from "ajv";
import type { JsonSchema } from "@loopwright/core";
import { isSmall } from "./is-small.js";

/** What is wrong with a value; `null` = nothing. */
export type Check = (value: unknown) => readonly ErrorObject[] | null;

const OPTIONS: Options = {
  strictSchema: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  validateFormats: false,
  allowUnionTypes: true,
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
  addUsedSchema: false,
  logger: false,
};

type Draft = "2020-12" | "draft-07";

const DRAFTS: { readonly [id: string]: Draft } = {
  "https://json-schema.org/draft/2020-12/schema": "2020-12",
  "http://json-schema.org/draft-07/schema": "draft-07",
};

/** Keywords that the drafts have and ajv knows without listing. */
const UNLISTED: { readonly [D in Draft]: readonly string[] } = { "2020-12": ["$anchor"], "draft-07": [] };

const MAKERS: { readonly [D in Draft]: (options: Options) => Ajv } = {
  "2020-12": (options) => new Ajv2020(options),
  "draft-07": (options) => new Ajv(options),
};

/** Compiles a schema. Throws an `Error` for one that is wrong. */
export function compile(schema: JsonSchema, annotations: readonly string[]): Check {
  if (schema["$async"] !== undefined) throw new Error("$async is not JSON Schema");
  const draft = draftOf(schema);
  const isAlone = annotations.length > 0 || JSON.stringify(schema).includes('"$id"');
  const make = (options: Options) => {
    const compiler = isAlone ? newCompiler(draft, options, annotations) : sharedCompiler(draft, options);
    const made = compiler.compile(schema);
    if (!isAlone) compiler.removeSchema(schema); // From its cache, which would keep it for ever.
    return made;
  };
  const check = make(OPTIONS);
  // Looks for all faults only where there is one, and only in values whose faults can be counted.
  let checkAll: typeof check | null = null;
  return (value) => {
    if (check(value)) return null;
    const first = check.errors ?? [];
    if (!isSmall(value)) return first;
    checkAll ??= make({ ...OPTIONS, allErrors: true });
    checkAll(value);
    return checkAll.errors ?? first;
  };
}

function draftOf({ $schema }: JsonSchema): Draft {
  if ($schema === undefined) return "2020-12";
  const draft = typeof $schema === "string" ? DRAFTS[$schema.replace(/#$/, "")] : undefined;
  if (draft === undefined) throw new Error(`$schema ${JSON.stringify($schema)} is unknown; known are ${Object.keys(DRAFTS).join(" and ")}`);
  return draft;
}

/** By draft and kind. Making one is most of the cost of compiling. */
const compilers = new Map<string, Ajv>();

function sharedCompiler(draft: Draft, options: Options): Ajv {
  const key = `${draft} ${options.allErrors === true}`;
  const compiler = compilers.get(key) ?? newCompiler(draft, options, []);
  compilers.set(key, compiler);
  return compiler;
}

function newCompiler(draft: Draft, options: Options, annotations: readonly string[]): Ajv {
  const compiler = MAKERS[draft](options).addVocabulary([...UNLISTED[draft]]);
  for (const name of annotations) if (compiler.getKeyword(name) === false) compiler.addKeyword(name);
  return compiler;
}
