import { z } from "zod";
import type { Json } from "../index.js";

/** Plain JSON, typed as the core's `Json`, whose arrays are read-only. */
export const jsonSchema: z.ZodType<Json> = z.json() as z.ZodType<unknown> as z.ZodType<Json>;

/** A plain JSON object. */
export const jsonObjectSchema: z.ZodType<{ readonly [key: string]: Json }> = z.record(z.string(), jsonSchema);
