/**
 * Random quality loops: scripts for both agents, settings, and a caller who aborts at any point; driven by the runner or
 * by a host through a session.
 *
 * Invariant: delays, call times and run times never fall on the same tick, so both drivers see the same order.
 */
import { AgentError, loopSession, runLoop, type Agent, type AgentReply, type AgentRequest, type CallOutcome, type RunOptions } from "@loopwright/core";
import { manualClock, type ManualClock } from "@loopwright/testing";
import * as fc from "fast-check";
import { qualityLoop, type QualityLoopOptions } from "./index.js";
import { LONG_MS, R, type Event, type QualityTypes, type Result } from "./quality-run.fixture.js";

/** What an agent does with one call. */
export type Action =
  | { readonly does: "reply" | "reply-late"; readonly reply: AgentReply }
  | { readonly does: "throw" | "time-out" | "hang" | "abort" };

/** One random run. */
export interface RandomRun {
  readonly options: QualityLoopOptions;
  readonly runTimeoutMs: number | null;
  readonly writer: readonly Action[];
  readonly reviewer: readonly Action[];
  /** The caller aborts on the event with this number; `null` = never. */
  readonly abortOn: number | null;
}

/** A call as an agent or a host saw it. */
export type SeenCall = Omit<AgentRequest, "signal" | "reportUsage">;

/** What came of a run. */
export interface Outcome {
  readonly result: Result;
  readonly events: readonly Event[];
  readonly calls: readonly SeenCall[];
}

/** How long a late answer takes. */
const LATE_MS = 10;

const usage = fc.constantFrom({}, { usage: { inputTokens: 100, outputTokens: 20, costUsd: 0.01 } }, { usage: { inputTokens: 5 } }, { usage: { costUsd: -1 } });
const item = fc.constantFrom("A", "B", "Add a glossary", "", "  ", "[previous 1] A", "[regression] C", "Insert the actual date");
const decision = fc.record({ approved: fc.boolean(), feedback: fc.oneof({ weight: 3, arbitrary: fc.array(item, { minLength: 1, maxLength: 5 }) }, fc.constant([])) });

const validAnswer = fc.tuple(decision, usage).map(([structured, spent]): AgentReply => ({ structured, ...spent }));
const invalidAnswer = fc.constantFrom<AgentReply[]>(
  {}, { text: '{"approved":true,"feedback":[]}' }, { structured: null }, { structured: { approved: "true", feedback: [] } }, { structured: { approved: true } },
  { structured: { approved: true, feedback: [], score: 9 } }, { structured: { approved: false, feedback: ["A", 7] } }, { structured: [true, []] }, { structured: "approved" },
  { structured: { approved: true, feedback: [] }, finishReason: "length" }, { structured: { approved: true, feedback: [] }, finishReason: "refusal" },
);
const text = fc.tuple(fc.constantFrom("D", "E", "F\n", "  G", "APPROVED"), usage).map(([given, spent]): AgentReply => ({ text: given, ...spent }));
const noText = fc.constantFrom<AgentReply[]>({}, { text: "" }, { text: " \n" }, { text: 7 as never }, { text: "half a te", finishReason: "length" }, { structured: { text: "D" } });

const failing = fc.constantFrom<Action[]>({ does: "throw" }, { does: "time-out" }, { does: "hang" }, { does: "abort" });

function actions(good: fc.Arbitrary<AgentReply>, bad: fc.Arbitrary<AgentReply>): fc.Arbitrary<Action> {
  const replying = (arbitrary: fc.Arbitrary<AgentReply>, does: "reply" | "reply-late" = "reply") => arbitrary.map((reply): Action => ({ does, reply }));
  return fc.oneof(
    { weight: 16, arbitrary: replying(good) },
    { weight: 2, arbitrary: replying(good, "reply-late") },
    { weight: 2, arbitrary: replying(bad) },
    { weight: 1, arbitrary: failing },
  );
}

/** Random runs: mostly long ones, with everything that can go wrong now and then. */
export const randomRuns: fc.Arbitrary<RandomRun> = fc.record({
  options: fc.record(
    {
      maxReviews: fc.constantFrom(1, 2, 3, 4, 10),
      maxStructuredRepairs: fc.constantFrom(0, 1, 2),
      maxChanges: fc.constantFrom(1, 3),
      callTimeoutMs: fc.constantFrom(7, 107, null),
      checks: fc.constant([() => [{ code: "own", detail: "" }]]),
    },
    { requiredKeys: [] },
  ),
  runTimeoutMs: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.constantFrom(5, 25, 1005)),
  writer: fc.array(actions(text, noText), { minLength: 11, maxLength: 11 }),
  reviewer: fc.array(actions(validAnswer, fc.oneof(invalidAnswer, invalidAnswer, validAnswer)), { minLength: 31, maxLength: 31 }),
  abortOn: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.integer({ min: 1, max: 40 })),
});

interface Stage {
  readonly clock: ManualClock;
  readonly controller: AbortController;
  readonly events: Event[];
  readonly calls: SeenCall[];
  readonly options: Omit<RunOptions<QualityTypes>, "agents">;
  /** The action for the next call of a role. */
  take(request: SeenCall): Action;
}

function stageOf({ runTimeoutMs, abortOn, ...scripts }: RandomRun): Stage {
  const controller = new AbortController();
  const clock = manualClock();
  const events: Event[] = [];
  const calls: SeenCall[] = [];
  const next = { writer: 0, reviewer: 0 };
  return {
    clock, controller, events, calls,
    options: {
      input: { request: R }, runId: "run", signal: controller.signal, clock, limits: { runTimeoutMs },
      onEvent(event) {
        events.push(event);
        if (event.seq === abortOn) controller.abort();
      },
    },
    take(request) {
      calls.push(request);
      const role = request.role as "writer" | "reviewer";
      return scripts[role][next[role]++] ?? { does: "throw" };
    },
  };
}

/** The runner calls the agents. */
export async function driveByRunner(random: RandomRun): Promise<Outcome> {
  const { clock, controller, events, calls, options, take } = stageOf(random);
  const agent = (): Agent => ({
    call({ signal: _signal, reportUsage: _reportUsage, ...request }) {
      const action = take(request);
      switch (action.does) {
        case "reply":
          return Promise.resolve(action.reply);
        case "reply-late":
          return new Promise((resolve) => clock.setTimer(() => resolve(action.reply), LATE_MS));
        case "throw":
          return Promise.reject(new AgentError("threw"));
        case "time-out":
          return Promise.reject(new AgentError("the host reports a timeout", { kind: "timeout" }));
        case "abort":
          controller.abort();
          return new Promise(() => undefined);
        case "hang":
          return new Promise(() => undefined);
      }
    },
  });
  const run = runLoop(qualityLoop(random.options), { ...options, agents: { writer: agent(), reviewer: agent() } });
  await clock.advance(LONG_MS);
  run.abort(); // Only for a call that hangs without any time limit; a run that is over is past aborting.
  return { result: await run.result, events, calls };
}

/** A host performs the calls. */
export async function driveBySession(random: RandomRun): Promise<Outcome> {
  const { clock, controller, events, calls, options, take } = stageOf(random);
  const session = loopSession(qualityLoop(random.options), options);
  for (;;) {
    const step = await session.next();
    if (step.status === "ended") return { result: step.result, events, calls };
    for (const { key, request, signal } of step.calls) {
      const action = take(request);
      const submit = (outcome: CallOutcome): void => {
        if (!signal.aborted) session.submit(key, outcome);
      };
      if (action.does === "reply-late") await clock.advance(LATE_MS);
      if (action.does === "reply" || action.does === "reply-late") submit({ kind: "reply", reply: action.reply });
      if (action.does === "throw") submit({ kind: "error", message: "threw" });
      if (action.does === "time-out") submit({ kind: "timeout" });
      if (action.does === "abort") controller.abort();
      if (action.does === "hang") await clock.set(LONG_MS);
      if (action.does === "hang" && !signal.aborted) session.run.abort();
    }
  }
}
