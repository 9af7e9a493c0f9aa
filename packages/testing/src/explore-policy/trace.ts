/**
 * A run as data: readable, and playable on the real runner.
 *
 * Invariants:
 * 1. What a trace says was executed by the policy's own code; `replay` shows that the runner does the same.
 * 2. Agents of a trace answer by the keys of their calls, so that lanes which run side by side get their own answers.
 */
import { copyPlain } from "@loopwright/core";
import type { ScriptStep } from "../scripted-agent.js";
import { shown } from "./alphabet.js";
import type { Performed } from "./phase-run.js";
import type { Interruption } from "./place.js";
import { replayTrace, type Replay } from "./replay.js";
import type { TraceStep } from "./retrace.js";
import { agentsOf, isStarted, type TraceAgents } from "./trace-agents.js";
import type { World } from "./world.js";

/** A run, or its beginning. */
export interface Trace {
  readonly steps: readonly TraceStep[];
  /** The run in words, one line per thing that happened. */
  readonly text: string;
  /** Scripts by agent name (a role, or `"family/key"`), for `scriptedAgent`. */
  readonly scripts: { readonly [agent: string]: readonly ScriptStep[] };
  /** Agents for `runLoop` that play the run; an interruption is the caller's, see {@link replay}. */
  agents(): TraceAgents;
  /** Runs the policy on the real runner with these agents, answers and interruptions, and compares. */
  replay(): Promise<Replay>;
}

export function traceOf(world: World, steps: readonly TraceStep[], finding: string | null): Trace {
  const calls = steps.flatMap((step) => step.performed.filter(isStarted));
  return Object.freeze({
    steps: Object.freeze([...steps]),
    text: textOf(steps, finding),
    scripts: scriptsOf(world, calls),
    agents: () => agentsOf(world, calls, () => undefined, () => Promise.resolve()),
    replay: () => replayTrace(world, steps),
  });
}

function scriptsOf(world: World, calls: readonly Performed[]): Trace["scripts"] {
  return Object.freeze(Object.fromEntries(world.agents.map(({ name }) => [name, calls.filter((call) => call.name === name).map(({ reply }) => reply?.step ?? ({ never: true } as const))])));
}

function textOf(steps: readonly TraceStep[], finding: string | null): string {
  const lines: string[] = [];
  steps.forEach((step, index) => {
    const { phase, round, answer, interruption, decision, fault } = step;
    if (interruption?.when === "before") lines.push(`   ${ended(interruption.how)}`);
    lines.push(`${index + 1}. ${answer === null ? phase : `an answer to "${answer.token}": ${shown(copyPlain(answer.value))}`}${round > 0 ? `, round ${round}` : ""}`);
    for (const performed of step.performed) lines.push(`     ${performedText(performed)}`);
    if (interruption?.when === "at the end") lines.push(`     ${ended(interruption.how)}`);
    if (decision !== null) lines.push(`     → ${decision.token} (${decision.kind}${decision.then === null ? "" : `: ${decision.then}`}, ${decision.row === null ? "a row of the runner" : `row ${decision.row}`}${decision.early ? ", early" : ""})`);
    if (fault !== null) lines.push(`     ✗ ${fault.message}`);
    if (interruption?.when === "after the decision") lines.push(`     ${ended(interruption.how)}`);
  });
  if (finding !== null) lines.push(finding);
  return lines.join("\n");
}

function ended(how: Interruption): string {
  return how === "aborted" ? "the run is aborted" : "the run's time is over";
}

function performedText({ kind, name, lane, repair, reply, interruption, outcome }: Performed): string {
  const who = `${lane === null ? "" : `[${lane}] `}${kind === "step" ? `step ${name}` : name}${repair > 0 ? ` (repair ${repair})` : ""}`;
  if (interruption !== null) return `${who}: ${ended(interruption)}`;
  if (reply !== null) return `${who}: ${reply.label}`;
  if (outcome.ok) return `${who}: ${shown(outcome.value)}`;
  return `${who}: ${outcome.failure.message}`;
}
