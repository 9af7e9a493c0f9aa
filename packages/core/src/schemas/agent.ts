/** zod schemas of what crosses the seam to agents, as far as it is plain data. */
import { z } from "zod";
import { jsonObjectSchema, jsonSchema } from "./json.js";

const amount = z.number().min(0);


/** `Usage`. */
export const usageSchema = z
  .strictObject({
    inputTokens: amount.exactOptional(),
    outputTokens: amount.exactOptional(),
    costUsd: amount.exactOptional(),
    details: jsonObjectSchema.exactOptional(),
  })
  .readonly();

/** `FinishReason`. */
export const finishReasonSchema = z.enum(["stop", "length", "refusal", "tool-calls", "other"]);

/** `AgentReply`. */
export const agentReplySchema = z
  .strictObject({
    text: z.string().exactOptional(),
    structured: z.unknown().exactOptional(),
    usage: usageSchema.exactOptional(),
    model: z.string().exactOptional(),
    answeredBy: z.strictObject({ id: z.string().min(1).exactOptional(), family: z.string().min(1).exactOptional() }).readonly().exactOptional(),
    finishReason: finishReasonSchema.exactOptional(),
    raw: z.unknown().exactOptional(),
  })
  .readonly();

/** `AgentRequest` without its signal and its callback: what a host or a file may hold. */
export const agentRequestSchema = z
  .strictObject({
    callId: z.string().min(1),
    key: z.string().min(1),
    idempotencyKey: z.string().min(1),
    role: z.string().min(1),
    purpose: z.string().exactOptional(),
    version: z.number().exactOptional(),
    repair: z.int().min(0),
    instruction: z.string(),
    input: jsonSchema,
    schema: jsonObjectSchema.nullable(),
    tools: z.array(z.string()).readonly(),
    deadline: z.number().nullable(),
  })
  .readonly();

const tokenPrices = z.strictObject({ inputUsdPerMillionTokens: amount, outputUsdPerMillionTokens: amount }).readonly();

/** `AgentDescription`. */
export const agentDescriptionSchema = z
  .strictObject({
    id: z.string().min(1).exactOptional(),
    family: z.string().min(1).exactOptional(),
    allowedTools: z.array(z.string()).readonly().exactOptional(),
    capabilities: z.strictObject({ structuredOutput: z.boolean().exactOptional(), structuredWithTools: z.boolean().exactOptional() }).readonly().exactOptional(),
    prices: z.union([tokenPrices, z.literal("reported")]).exactOptional(),
    limits: z.strictObject({ maxInputTokens: amount.exactOptional(), maxOutputTokens: amount.exactOptional(), maxCostUsd: amount.exactOptional() }).readonly().exactOptional(),
    writes: z.boolean().exactOptional(),
    specVersion: z.int().exactOptional(),
  })
  .readonly();

const wholeFromOne = z.int().min(1);
const timeoutMs = z.int().min(1).max(2_147_483_647).nullable();

/** `RunLimits`. */
export const runLimitsSchema = z
  .strictObject({
    rounds: wholeFromOne.optional(),
    calls: wholeFromOne.optional(),
    tokens: wholeFromOne.optional(),
    costUsd: z.number().positive().optional(),
    fallbackPrices: tokenPrices.optional(),
    callTimeoutMs: timeoutMs.optional(),
    runTimeoutMs: timeoutMs.optional(),
  })
  .readonly();
