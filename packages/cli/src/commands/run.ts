/**
 * `run`: a loop with commands as its agents.
 *
 * Invariants:
 * 1. What bounds the run is said before it starts; no number means "without end" (case F15, G1).
 * 2. Exit 0 means that a pass row decided, and nothing else.
 * 3. Who asks a person suspends; the answer goes back in with the snapshot and a name (G16).
 */
import { LoopwrightError, resumeRun, runLoop, worstCase, type Policy, type RunLimits, type RunResult, type RunSnapshot, type WorstCase } from "@loopwright/core";
import { agentsOf } from "../agents-of.js";
import type { CliContext } from "../cli-context.js";
import { Interruption, type CommandWorld } from "../command-world.js";
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
  const policy = await loadPolicy(name, { maxRounds: flags["max-rounds"], callTimeoutMs: flags["call-timeout-ms"] });
  const limits = limitsOf(flags);
  // The cast: agents are checked against the policy's roles when the run starts.
  const agents = agentsOf(flags.agent ?? [], policy) as never;
  const start = flags.resume === undefined ? await freshRun(policy, flags, world) : await resumedRun(policy, flags, world);
  const common = { agents, limits, ...(world.signal === undefined ? {} : { signal: world.signal }) };
  const running = start(common);
  world.stderr.write(`loopwright: ${ceiling(worstCase(policy, limits, agents))}\n`);
  return told(await running.result, world);
}

type Start = (common: { readonly agents: never; readonly limits: RunLimits; readonly signal?: AbortSignal }) => { readonly result: Promise<RunResult> };

async function freshRun(policy: Policy, flags: RunFlags, world: CommandWorld): Promise<Start> {
  const input = await readFileJson(flags.input ?? "", world);
  return (common) => runLoop(policy, { ...common, input: input, runId: flags["run-id"] }); // the policy itself checks it
}

async function resumedRun(policy: Policy, flags: RunFlags, world: CommandWorld): Promise<Start> {
  const from = (await readFileJson(flags.resume ?? "", world)) as RunSnapshot; // checked whole when the run is resumed
  const answer = await readJson({ fileFlag: "--answer-file", file: flags["answer-file"], textFlag: "--answer-json", text: flags["answer-json"] }, world);
  return (common) => resumeRun(policy, { ...common, from, token: from.token as never, answer: answer as never, by: flags.by ?? "" }); // checked against the ask
}

function checkCombination(flags: RunFlags): void {
  const { input, resume, by, "answer-file": file, "answer-json": text, "run-id": runId } = flags;
  checkOneStdin({ "--input": input, "--resume": resume, "--answer-file": file });
  if ((input === undefined) === (resume === undefined)) throw new UsageError("either --input or --resume is needed", "Give --input FILE for a new run.");
  const isAnswer = by !== undefined || file !== undefined || text !== undefined;
  if (resume === undefined && isAnswer) throw new UsageError("--answer-file, --answer-json and --by belong to --resume", "Leave them out for a new run.");
  if (resume !== undefined && (by === undefined || runId !== undefined)) throw new UsageError("--resume needs --by, and takes no --run-id", "Say who answers.");
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
