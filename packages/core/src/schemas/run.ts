/** zod schemas of what a run gives: events, decisions, snapshots, results. Policies' own fields pass through. */
import { z } from "zod";
import { SNAPSHOT_FORMAT } from "../index.js";
import { agentReplySchema, usageSchema } from "./agent.js";
import { jsonObjectSchema, jsonSchema } from "./json.js";

const count = z.int().min(0);
const digest = z.string().min(1);
const factValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const facts = z.record(z.string(), factValue).readonly();
const signals = z.strictObject({ aborted: z.boolean(), runTimedOut: z.boolean(), budgetRefused: z.boolean() }).readonly();

/** `Phase`. */
export const phaseSchema = z.enum(["open", "review", "revise", "consult", "record", "answer", "report"]);

/** `DecisionRecord`. */
export const decisionRecordSchema = z
  .strictObject({
    token: z.string().min(1),
    kind: z.enum(["pass", "stop", "ask", "continue"]),
    then: z.enum(["revise", "review", "consult"]).nullable(),
    row: count.nullable(),
    round: count,
    phase: phaseSchema,
    early: z.boolean(),
    facts,
    signals,
  })
  .readonly();

const spent = { inputTokens: z.number().min(0), outputTokens: z.number().min(0), costUsd: z.number().min(0) };
const wholeFromOne = z.int().min(1);
const calls = { calls: count, repairCalls: count, failedCalls: count };

/** `RunUsage`. */
export const runUsageSchema = z
  .strictObject({
    ...spent,
    ...calls,
    callsWithoutUsage: count,
    callsWithoutCost: count,
    complete: z.boolean(),
    byRole: z.record(z.string(), z.strictObject({ ...spent, ...calls, fallbacks: z.record(z.string(), wholeFromOne).readonly().exactOptional() }).readonly()).readonly(),
  })
  .readonly();

/** `Question`. */
export const questionSchema = z
  .strictObject({ text: z.string().min(1), options: z.array(z.string()).readonly().exactOptional(), details: jsonObjectSchema.exactOptional() })
  .readonly();

/** `GivenAnswer`. */
export const givenAnswerSchema = z.strictObject({ token: z.string().min(1), by: z.string().min(1), round: count, at: z.number() }).readonly();

/** `RunSnapshot`. */
export const runSnapshotSchema = z
  .strictObject({
    format: z.literal(SNAPSHOT_FORMAT),
    policy: z.string().min(1),
    policyVersion: z.string().min(1),
    runId: z.string().min(1),
    token: z.string().min(1),
    question: questionSchema,
    facts,
    phase: phaseSchema,
    early: z.boolean(),
    round: count,
    consults: count,
    state: jsonSchema,
    input: jsonSchema,
    seq: count,
    calls: count,
    observerErrors: count,
    usage: runUsageSchema,
    budget: z.strictObject({ calls: count, tokens: z.number(), costUsd: z.number(), isCostUnknown: z.boolean(), areTokensUnknown: z.boolean() }).readonly(),
    elapsedMs: z.number().min(0),
    seenVersions: z.array(digest).readonly(),
    reviewedVersion: digest.nullable(),
    reviewedIsCurrent: z.boolean(),
    lastReviewValid: z.boolean(),
    judged: z.array(z.string()).readonly(),
    answers: z.array(givenAnswerSchema).readonly(),
  })
  .readonly();

/** Any event of a run: its frame, its type, and whatever that type adds. */
export const runEventSchema = z
  .looseObject({ type: z.string().min(1), seq: z.int().min(1), at: z.number(), round: count, phase: phaseSchema, lane: z.string().exactOptional() })
  .readonly();

/** `EventGap`. */
export const eventGapSchema = z.strictObject({ type: z.literal("events.dropped"), from: count, to: count, missed: z.int().min(1) }).readonly();

const label = { id: z.string().exactOptional(), family: z.string().exactOptional() };

/** `Independence`. */
export const independenceSchema = z
  .strictObject({
    authors: z.array(z.strictObject({ role: z.string(), ...label }).readonly()).readonly(),
    reviewers: z.array(z.strictObject({ role: z.string(), ...label, sharesAuthorFamily: z.boolean().nullable(), judged: z.boolean() }).readonly()).readonly(),
    distinctReviewers: count,
  })
  .readonly();

const established = {
  rounds: count,
  usage: runUsageSchema,
  independence: independenceSchema,
  reviewedVersion: digest.nullable(),
  unreviewedChange: z.strictObject({ from: digest.nullable(), to: digest }).readonly().nullable(),
  answers: z.array(givenAnswerSchema).readonly(),
  observerErrors: count,
};
const decided = { ...established, token: z.string().min(1), decision: decisionRecordSchema, report: z.unknown(), error: z.null() };

/** `RunResult` of any policy, as plain data: the error of a failed run in its `toJSON` form. */
export const runResultSchema = z.discriminatedUnion("status", [
  z.strictObject({ status: z.literal("passed"), ...decided, unreviewedChange: z.null() }).readonly(),
  z.strictObject({ status: z.literal("stopped"), ...decided }).readonly(),
  z.strictObject({ status: z.literal("suspended"), ...decided, question: questionSchema, snapshot: runSnapshotSchema }).readonly(),
  z.strictObject({ status: z.literal("aborted"), ...decided, token: z.literal("aborted"), reason: z.string() }).readonly(),
  z
    .strictObject({
      status: z.literal("failed"),
      ...established,
      token: z.null(),
      decision: z.null(),
      report: z.null(),
      error: z.strictObject({ name: z.string(), code: z.string(), message: z.string(), path: z.string().nullable(), hint: z.string().nullable() }),
      reviewedArtifact: jsonSchema,
    })
    .readonly(),
]);

/** `CallOutcome`, what a host reports of a call. */
export const callOutcomeSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("reply"), reply: agentReplySchema }).readonly(),
  z.strictObject({ kind: z.literal("error"), message: z.string(), usage: usageSchema.exactOptional() }).readonly(),
  z.strictObject({ kind: z.literal("timeout"), usage: usageSchema.exactOptional() }).readonly(),
]);
