import { Contract } from '@loopwright/core';
import { JsonSchema } from '@loopwright/core';

/**
 * Makes a contract of a JSON Schema of draft 2020-12 (the default), or of draft-07 where `$schema` says so.
 *
 * @typeParam T what an answer that meets the schema is; the caller's word.
 * @throws LoopwrightError `schema-invalid`: not plain data, not a valid schema, an unknown keyword or draft, a reference
 *   that leads nowhere, or `$async`.
 */
export declare function jsonSchemaContract<T = unknown>(schema: JsonSchema, options?: JsonSchemaContractOptions): Contract<T>;

/** How a JSON Schema is read. */
export declare interface JsonSchemaContractOptions {
    /** Keywords that are notes and check nothing, such as `"x-order"`. */
    readonly annotations?: readonly string[];
}

/** What can be wrong with a JSON Schema. Stable over versions. */
export declare type SchemaErrorCode = "schema-invalid";

export { }
