/** Puts a result together from how a run ended; deeply frozen (QU-RES-06). */
import type { DecisionRecord } from "./decision.js";
import type { Ending, Engine } from "./engine.js";
import { isLoopwrightError, LoopwrightError, messageOf } from "./errors.js";
import { independenceOf } from "./independence.js";
import type { JsonObject } from "./json.js";
import { copyPlain, deepFreeze } from "./plain.js";
import type { Ask, Question } from "./policy.js";
import type { RunResult } from "./result.js";
import type { RunSetup } from "./run-core.js";
import type { RunStatus } from "./run-status.js";
import { positionOf } from "./snapshot-of.js";
import { isQuestion, SNAPSHOT_FORMAT, type RunSnapshot } from "./snapshot.js";

/** A run whose last decision stands, or that failed. */
export interface EndedRun {
  readonly engine: Engine;
  readonly setup: RunSetup;
  readonly ending: Ending;
}

/** Builds the result and emits the event that ends the run. */
export function buildResult(run: EndedRun): RunResult {
  try {
    return run.ending.decision === null ? failedResult(run, run.ending.error) : decidedResult(run, run.ending.decision, run.ending.state);
  } catch (thrown) {
    const error =
      isLoopwrightError(thrown)
        ? thrown
        : new LoopwrightError("policy-threw", `the policy threw while reporting: ${messageOf(thrown)}`, { path: "report", hint: "`report` is pure and total.", cause: thrown });
    return failedResult(run, error);
  }
}

function statusOf(decision: DecisionRecord): Exclude<RunStatus, "failed"> {
  if (decision.token === "aborted") return "aborted";
  if (decision.kind === "pass") return "passed";
  return decision.kind === "ask" ? "suspended" : "stopped";
}

function baseOf({ engine }: EndedRun) {
  const { core, standing } = engine;
  return {
    rounds: core.round,
    usage: core.meter.totals(),
    independence: independenceOf(core.roster, standing.judged),
    reviewedVersion: standing.version(),
    unreviewedChange: standing.unreviewedChange(),
    answers: core.answers,
  };
}

function decidedResult(run: EndedRun, decision: DecisionRecord, state: unknown): RunResult {
  const { core } = run.engine;
  const { body } = core.policy;
  const status = statusOf(decision);
  core.phase = "report";
  const base = baseOf(run);
  const report = deepFreeze(body.report(state, decision, { rounds: base.rounds, usage: base.usage }));
  // Everything that may throw comes before the last event, so that there is exactly one.
  const suspended = status === "suspended" ? suspend(run, decision, state) : null;
  const reason = status === "aborted" ? { reason: messageOf(core.abortReason) } : {};
  const summary = suspended === null ? (copyPlain(body.summarize?.(report) ?? {}, { path: "summary" }) as JsonObject) : {};
  const observerErrors = core.log.observerErrors;
  if (suspended !== null) core.emit({ type: "run.suspended", token: decision.token, question: suspended.question, observerErrors });
  else emitFinished(run, status, decision.token, summary, observerErrors);
  const result = { status, token: decision.token, decision, ...base, report, error: null, observerErrors: core.log.observerErrors, ...suspended, ...reason };
  return deepFreeze(result) as unknown as RunResult; // The union's members differ in the fields just added.
}

function failedResult(run: EndedRun, error: LoopwrightError): RunResult {
  const { engine } = run;
  engine.core.phase = "report";
  emitFinished(run, "failed", null, {}, engine.core.log.observerErrors);
  const result = {
    status: "failed" as const,
    token: null,
    decision: null,
    report: null,
    ...baseOf(run),
    error,
    reviewedArtifact: engine.standing.artifact,
    observerErrors: engine.core.log.observerErrors,
  };
  return deepFreeze(result); // All but the error, which is no plain object.
}

function emitFinished({ engine }: EndedRun, status: RunStatus, token: string | null, summary: JsonObject, observerErrors: number): void {
  engine.core.emit({ ...summary, type: "run.finished", status, token, rounds: engine.core.round, observerErrors });
}

function suspend({ engine, setup }: EndedRun, decision: DecisionRecord, state: unknown): { question: Question; snapshot: RunSnapshot } {
  const { policy } = engine.core;
  const asks = policy.body.asks as { readonly [token: string]: Ask<unknown, unknown> };
  const position = positionOf(engine, state);
  const question = readQuestion(decision.token, (asks[decision.token] as Ask<unknown, unknown>).question(position.state));
  const snapshot: RunSnapshot = {
    ...position,
    format: SNAPSHOT_FORMAT,
    policy: policy.name,
    policyVersion: policy.version,
    runId: setup.runId,
    token: decision.token,
    question,
    facts: decision.facts,
    phase: decision.phase,
    early: decision.early,
    input: setup.input as RunSnapshot["input"],
    seq: position.seq + 1, // The event that says so comes next.
  };
  return { question, snapshot };
}

/** A question that nobody could read, or whose snapshot could not be resumed, is found before anybody is asked. */
function readQuestion(token: string, given: unknown): Question {
  const question = copyPlain(given, { path: "question" });
  if (!isQuestion(question)) {
    throw new LoopwrightError("question-invalid", `what "${token}" asks is no question`, { path: `asks.${token}.question`, hint: "Give { text, options?, details? }: the text is not empty, options are texts, details an object." });
  }
  return question as unknown as Question; // Its shape was just checked.
}
