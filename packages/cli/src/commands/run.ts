/**
 * `run`: a loop with commands as its agents.
 *
 * Invariants:
 * 1. What bounds the run is said before it starts; no number means "without end" (case F15, G1).
 * 2. Exit 0 means that a pass row decided, and nothing else.
 * 3. Who asks a person suspends; the answer goes back in with the snapshot and a name (G16).
 */
import { LoopwrightError, resumeRun, runLoop, worstCase, type Journal, type Policy, type RunLimits, type RunResult, type RunSnapshot, type WorstCase } from "@loopwright/core";
import { agentsOf } from "../agents-of.js";
import type { CliContext } from "../cli-context.js";
import { Interruption, type CommandWorld } from "../command-world.js";
import { instructionFiles } from "../instructions-of.js";
import { described, EXIT_CODES, perform, UsageError, type Outcome } from "../outcome.js";
import { loadPolicy } from "../policies.js";
import type { RunFlags } from "../policy-flags.js";
import { checkOneStdin, readFileJson, readJson } from "../read-input.js";

/** `loopwright run`. */
export async function run(this: CliContext, flags: RunFlags, name: string): Promise<void> {
  this.end(await perform(() => runPolicy(name, flags, this.world), flags, this.world));
}

async function runPolicy(name: string, flags: RunFlags, world: CommandWorld): Promise<Outcome> {
  checkCombination(flags);
  const policy = await loadPolicy(name, flags, world);
  const limits = limitsOf(flags);
  // The cast: agents are checked against the policy's roles when the run starts.
  const agents = agentsOf(flags.agent ?? [], policy) as never;
  const start = await (flags.input === undefined ? answeredRun : freshRun)(policy, flags, world);
  const common = { agents, limits, ...(world.signal === undefined ? {} : { signal: world.signal }) };
  const running = start(common);
  world.stderr.write(`loopwright: ${ceiling(worstCase(policy, limits, agents))}\n`);
  return told(await running.result, world);
}

type Start = (common: { readonly agents: never; readonly limits: RunLimits; readonly signal?: AbortSignal }) => { readonly result: Promise<RunResult> };

/** A new run; with a journal that holds this very run, it goes on (G11). */
async function freshRun(policy: Policy, flags: RunFlags, world: CommandWorld): Promise<Start> {
  const input = await readFileJson(flags.input ?? "", world);
  const journal = await journalOf(flags);
  return (common) => runLoop(policy, { ...common, input: input, runId: flags["run-id"], journal }); // the policy itself checks it
}

/** A run that waits for a person, from its snapshot or its journal. */
async function answeredRun(policy: Policy, flags: RunFlags, world: CommandWorld): Promise<Start> {
  const { by = "", token = "" } = flags;
  const answer = (await readJson({ fileFlag: "--answer-file", file: flags["answer-file"], textFlag: "--answer-json", text: flags["answer-json"] }, world)) as never; // checked against the ask
  const journal = await journalOf(flags);
  if (journal !== undefined) return (common) => resumeRun(policy, { ...common, from: journal, token: token as never, answer, by });
  const from = (await readFileJson(flags.resume ?? "", world)) as RunSnapshot; // checked whole when the run is resumed
  return (common) => resumeRun(policy, { ...common, from, token: from.token as never, answer, by });
}

async function journalOf({ journal }: RunFlags): Promise<Journal | undefined> {
  return journal === undefined ? undefined : (await import("@loopwright/core/jsonl-journal")).jsonlJournal(journal);
}

function checkCombination(flags: RunFlags): void {
  const { input, resume, token, journal, by, "answer-file": file, "answer-json": text, "run-id": runId } = flags;
  checkOneStdin({ "--input": input, "--resume": resume, "--answer-file": file, ...instructionFiles(flags) });
  const starts = [input, resume, token].filter((one) => one !== undefined);
  if (starts.length !== 1) throw new UsageError("one of --input, --resume and --token is needed", "Give --input FILE for a new run.");
  if ((token !== undefined && journal === undefined) || (resume !== undefined && journal !== undefined)) throw new UsageError("--token answers a run in a --journal, --resume one in a snapshot", "Give the journal, or the snapshot.");
  const isAnswer = by !== undefined || file !== undefined || text !== undefined;
  if (input !== undefined && isAnswer) throw new UsageError("--answer-file, --answer-json and --by belong to --resume and --token", "Leave them out for a new run.");
  if (input === undefined && (by === undefined || runId !== undefined)) throw new UsageError("an answer needs --by, and takes no --run-id", "Say who answers.");
}

function limitsOf(flags: RunFlags): RunLimits {
  return {
    rounds: flags["max-rounds"],
    calls: flags["max-calls"],
    tokens: flags["max-tokens"],
    costUsd: flags["max-cost-usd"],
    callTimeoutMs: flags["call-timeout-ms"],
    runTimeoutMs: flags["run-timeout-ms"],
  };
}

/** What the run may do at most, in words (case F15). */
function ceiling({ rounds, revisions, calls, costUsd }: WorstCase): string {
  const money = costUsd === null ? "" : `, ${costUsd} USD`;
  return `at most ${rounds} reviews, ${revisions} revisions, ${calls === null ? "calls not bounded (see --max-calls)" : `${calls} calls`}${money}`;
}

function told(result: RunResult, world: CommandWorld): Outcome {
  const { error, ...rest } = result;
  const data = { ...rest, error: error === null || error === undefined ? null : described(error) };
  const signal = world.signal?.reason as unknown;
  switch (result.status) {
    case "passed":
      return { data };
    case "stopped":
      return { data, exitCode: EXIT_CODES.stopped };
    case "suspended":
      return { data, exitCode: EXIT_CODES.suspended, notes: [`waiting for a person: ${result.question.text}`] };
    case "aborted":
      return { data, exitCode: signal instanceof Interruption ? signal.exitCode : EXIT_CODES.problem, problem: new LoopwrightError("aborted", result.reason) };
    case "failed":
      return { data, exitCode: EXIT_CODES.problem, problem: result.error };
  }
}
