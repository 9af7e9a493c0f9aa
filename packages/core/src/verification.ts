/** What `verifyJournal` does; loaded when it is asked for. */
import type { DecisionRecord } from "./decision.js";
import { LoopwrightError } from "./errors.js";
import { readRecords, type MadeRecord } from "./journal-record.js";
import type { Journal } from "./journal.js";
import type { Json } from "./json.js";
import type { Policy } from "./policy.js";
import { Replay } from "./replay.js";

/** A decision that does not follow from its facts, or from the decision before it. */
export interface DecisionFault {
  /** 0-based number of the decision in the run. */
  readonly index: number;
  readonly recorded: DecisionRecord;
  /** What the table says now, and by which row; `null` = no row holds, or the facts are not of this table. */
  readonly computed: Pick<DecisionRecord, "token" | "kind" | "then" | "row"> | null;
  readonly message: string;
}

/** What `verifyJournal` found. */
export interface JournalVerification {
  readonly runId: string;
  readonly policy: string;
  readonly policyVersion: string;
  /** All decisions, in order. */
  readonly decisions: readonly DecisionRecord[];
  readonly faults: readonly DecisionFault[];
  /** Whether the run has ended or waits for an answer; `false` = it is in the middle. */
  readonly isEnded: boolean;
}

/** Reads a journal and computes its decisions again. */
export async function verify(policy: Policy, journal: Journal): Promise<JournalVerification> {
  const records = readRecords(await recordsOf(journal));
  if (records.length === 0) throw new LoopwrightError("journal-empty", "the journal holds no run", { path: "journal", hint: "Begin one with runLoop(policy, { journal, input, agents })." });
  const { run, made, base, answered, left, roundLimits } = new Replay(records);
  if (run.policy !== policy.name || run.policyVersion !== policy.version) {
    throw new LoopwrightError("journal-divergence", `the journal is of ${run.policy}@${run.policyVersion}, not of ${policy.name}@${policy.version}`, { path: "policy", hint: "Pass the policy that wrote it." });
  }
  const faults: DecisionFault[] = [];
  made.forEach((record, index) => {
    const maxRounds = Math.min(policy.maxRounds, roundLimits[index] ?? Infinity);
    const before = made[index - 1]?.decision ?? null;
    const fault = faultOf(policy, record, index) ?? (faults.at(-1)?.index === index - 1 && index > 0 ? null : breakOf(record, before, index, maxRounds));
    if (fault !== null) faults.push(fault);
  });
  return {
    runId: run.runId,
    policy: run.policy,
    policyVersion: run.policyVersion,
    decisions: made.map(({ decision }) => decision),
    faults,
    isEnded: base?.next === null && answered === null && left === 0,
  };
}

/** What a journal holds; one that can only be opened is given back. */
async function recordsOf(journal: Journal): Promise<readonly Json[]> {
  if (journal.read !== undefined) return journal.read();
  const store = await journal.open();
  await store.close();
  return store.records;
}

function faultOf(policy: Policy, { decision, consults, maxRounds }: MadeRecord, index: number): DecisionFault | null {
  const { facts, signals, early, token, round } = decision;
  let computed: DecisionFault["computed"];
  try {
    computed = policy.table.decideAt(facts, { signals, early });
  } catch (thrown) {
    if (!(thrown instanceof LoopwrightError)) throw thrown;
    return { index, recorded: decision, computed: null, message: `decision ${index} (${token}): ${thrown.message}` };
  }
  if (computed !== null && token === computed.token && decision.kind === computed.kind && decision.then === computed.then && decision.row === computed.row) return null;
  if (decision.row === null && decision.kind === "stop" && isRunnerRow(policy, decision, computed, round >= maxRounds, consults)) return null;
  return { index, recorded: decision, computed, message: `decision ${index} after ${decision.phase} of round ${round} is recorded as ${tell(decision)}, and the table says ${tell(computed)}` };
}

/** Whether the runner may have decided in place of a row that goes on, or of none. */
function isRunnerRow(policy: Policy, { token, signals }: DecisionRecord, computed: DecisionFault["computed"], isLastRound: boolean, consults: number): boolean {
  if (computed !== null && computed.kind !== "continue") return false;
  if (token === "aborted") return signals.aborted;
  if (token === "run-timeout") return signals.runTimedOut;
  return token === "round-limit" && (computed?.then === "consult" ? consults >= policy.maxConsultsPerRound : isLastRound);
}

/** A decision that the one before it does not lead to. Where that is at fault itself, nothing can be said of its successor. */
function breakOf({ decision, number, maxRounds }: MadeRecord, before: DecisionRecord | null, index: number, limit: number): DecisionFault | null {
  const at = `decision ${index} after ${decision.phase} of round ${decision.round}`;
  const fault = (what: string): DecisionFault => ({ index, recorded: decision, computed: decision, message: `${at} ${what}` });
  if (number !== index) return fault(`was number ${number} when it was made`);
  if (maxRounds !== limit) return fault(`is recorded under ${maxRounds} rounds at most, and the limits of the run allow ${limit}`);
  if (follows(decision, before)) return null;
  return fault(before === null ? "cannot be the first" : `does not follow from "${before.token}" (${before.then ?? before.kind}) after ${before.phase} of round ${before.round}`);
}

/** Whether a run comes from one decision to the next, or from its start (`null`). */
function follows({ phase, round, early, kind }: DecisionRecord, before: DecisionRecord | null): boolean {
  if (before === null) return phase === "open" ? round === 0 : phase === "review" && round > 0;
  if (before.kind === "pass" || before.kind === "stop") return false;
  const isSameRound = round === before.round;
  // What is new and unsettled goes to review, and a review that has become stale is given again, without a decision.
  if (phase === "review" && round > before.round) return true;
  if (before.kind === "ask") return isSameRound && (phase === before.phase || (phase === "answer" && early));
  if (phase === before.then && phase !== "review") return isSameRound;
  // Ended before the next phase had begun: interrupted, or at the limit of rounds.
  return isSameRound && early && kind !== "continue" && (phase === before.phase || phase === "answer");
}

function tell(row: DecisionFault["computed"]): string {
  return row === null ? "nothing" : `"${row.token}" (${row.row === null ? "a runner row" : `row ${row.row}`})`;
}
