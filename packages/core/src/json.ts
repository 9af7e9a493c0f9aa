/** Plain JSON data: the only values that cross a seam (inputs, states, events, snapshots). */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A plain JSON object. */
export type JsonObject = { readonly [key: string]: Json };

/** A JSON Schema document (draft 2020-12 subset); opaque to the core, passed on to agents as it stands. */
export type JsonSchema = { readonly [key: string]: Json };
