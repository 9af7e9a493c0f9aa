/** Each schema infers exactly the public type it is named after. */
import { expectTypeOf, test } from "vitest";
import type { z } from "zod";
import type {
  AgentDescription,
  AgentReply,
  AgentRequest,
  CallOutcome,
  DecisionRecord,
  Disposition,
  EventGap,
  Evidence,
  Finding,
  FinishReason,
  GivenAnswer,
  Independence,
  Location,
  Phase,
  Question,
  RunLimits,
  RunSnapshot,
  RunUsage,
  Usage,
  Verdict,
} from "../index.js";
import type * as schemas from "./index.js";

type Inferred<Name extends keyof typeof schemas> = z.infer<(typeof schemas)[Name]>;

test("vocabulary", () => {
  expectTypeOf<Inferred<"verdictSchema">>().toEqualTypeOf<Verdict>();
  expectTypeOf<Inferred<"locationSchema">>().toExtend<Location>();
  expectTypeOf<Inferred<"evidenceSchema">>().toExtend<Evidence>();
  expectTypeOf<Inferred<"findingSchema">>().toExtend<Finding>();
  expectTypeOf<Inferred<"dispositionSchema">>().toExtend<Disposition>();
  expectTypeOf<Disposition>().toExtend<Inferred<"dispositionSchema">>();
  expectTypeOf<Finding>().toExtend<Inferred<"findingSchema">>();
});

test("agents and limits", () => {
  expectTypeOf<Inferred<"usageSchema">>().toExtend<Usage>();
  expectTypeOf<Usage>().toExtend<Inferred<"usageSchema">>();
  expectTypeOf<Inferred<"finishReasonSchema">>().toEqualTypeOf<FinishReason>();
  expectTypeOf<Inferred<"agentReplySchema">>().toExtend<AgentReply>();
  expectTypeOf<AgentReply>().toExtend<Inferred<"agentReplySchema">>();
  expectTypeOf<Omit<AgentRequest, "signal" | "reportUsage">>().toExtend<Inferred<"agentRequestSchema">>();
  expectTypeOf<AgentDescription>().toExtend<Inferred<"agentDescriptionSchema">>();
  expectTypeOf<Inferred<"runLimitsSchema">>().toExtend<RunLimits>();
  expectTypeOf<RunLimits>().toExtend<Inferred<"runLimitsSchema">>();
});

test("runs", () => {
  expectTypeOf<Inferred<"phaseSchema">>().toEqualTypeOf<Phase>();
  expectTypeOf<DecisionRecord>().toExtend<Inferred<"decisionRecordSchema">>();
  expectTypeOf<RunUsage>().toExtend<Inferred<"runUsageSchema">>();
  expectTypeOf<Question>().toExtend<Inferred<"questionSchema">>();
  expectTypeOf<GivenAnswer>().toExtend<Inferred<"givenAnswerSchema">>();
  expectTypeOf<RunSnapshot>().toExtend<Inferred<"runSnapshotSchema">>();
  expectTypeOf<Inferred<"runSnapshotSchema">["usage"]>().toExtend<RunUsage>();
  expectTypeOf<EventGap>().toExtend<Inferred<"eventGapSchema">>();
  expectTypeOf<Independence>().toExtend<Inferred<"independenceSchema">>();
  expectTypeOf<CallOutcome>().toExtend<Inferred<"callOutcomeSchema">>();
});
