/** What an exploration established, as data. */
import type { WorstCase } from "@loopwright/core";
import type { Explorer } from "./explorer.js";
import type { Finding } from "./findings.js";
import { deadLap } from "./laps.js";
import { holdRuns, type RealRuns } from "./real-runs.js";
import { traceOf, type Trace } from "./trace.js";
import { stepsOf } from "./way-to.js";

/** A row of the table, and how often it decided. */
export interface ExploredRow {
  readonly row: number;
  readonly token: string;
  readonly matches: number;
}

/** The most that any explored run does. */
export interface Maxima {
  readonly rounds: number;
  readonly revisions: number;
  readonly consults: number;
  readonly calls: number;
  /** For a family, over all its members. */
  readonly byRole: { readonly [role: string]: number };
}

/** Something that must not be. */
export interface Violation {
  /** A fault of the runner's has its code; `"invariant"` is the user's own, `about` its name. */
  readonly code: string;
  readonly about: string;
  readonly message: string;
  readonly hint: string | null;
  /** Transitions that show it. */
  readonly count: number;
  /** A shortest run that shows it; `null` where it takes all runs to see it. */
  readonly trace: Trace | null;
}

/** The outcome of an exploration. */
export interface Exploration {
  /** Everything was explored, nothing was found, and the real runner repeated some of it. */
  readonly isOk: boolean;
  /** `false` where a limit stopped the search; then rows, maxima and laps are not judged. */
  readonly isComplete: boolean;
  /** Distinct places between phases: phase, round, state, standing of reviews, interruption. */
  readonly states: number;
  /** Executed ways from place to place: one for every combination of answers and interruption in a phase. */
  readonly transitions: number;
  /** Transitions that end a run, or suspend it, by token; `failed` for a fault of the policy. */
  readonly endings: { readonly [token: string]: number };
  readonly rows: readonly ExploredRow[];
  readonly maxima: Maxima;
  readonly worstCase: WorstCase;
  /** How many answers each agent, step and question had: the domain that all of this is about. */
  readonly covered: { readonly agents: { readonly [agent: string]: number }; readonly steps: { readonly [step: string]: number }; readonly answers: { readonly [token: string]: number }; readonly interruptions: readonly string[] };
  /** Counts that went beyond what their fact declares for analysis, with the largest value. */
  readonly factsBeyond: { readonly [fact: string]: number };
  /** What the real runner repeated of it: each run as it was explored, in events that keep their grammar (G13). */
  readonly realRuns: RealRuns;
  readonly violations: readonly Violation[];
  /** All of it in a few lines. */
  readonly text: string;
}

/** Judges what only all runs together show, and puts the outcome together. */
export async function conclude(explorer: Explorer, worst: WorstCase, mayMiss: readonly string[]): Promise<Exploration> {
  const maxima = maximaOf(explorer);
  if (explorer.isComplete) judgeWhole(explorer, maxima, worst, mayMiss);
  const realRuns = await holdRuns(explorer);
  const violations: Violation[] = [];
  for (const finding of explorer.findings.all()) violations.push(await violationOf(explorer, finding));
  const { world, isComplete, transitions, nodes } = explorer;
  const rows = world.policy.table.rows.map(({ token }, row) => Object.freeze({ row, token, matches: explorer.matches[row] ?? 0 }));
  const lengths = (record: { readonly [name: string]: readonly unknown[] | undefined }): { readonly [name: string]: number } => Object.fromEntries(Object.entries(record).map(([name, list]) => [name, list?.length ?? 0]));
  const facts = {
    isOk: isComplete && violations.length === 0 && realRuns.runs > 0,
    isComplete,
    states: nodes.length,
    transitions,
    endings: Object.fromEntries(explorer.endings),
    rows,
    maxima,
    worstCase: worst,
    covered: {
      agents: Object.fromEntries(world.agents.map(({ name, replies }) => [name, replies.length])),
      steps: lengths(world.steps),
      answers: lengths(world.answers),
      interruptions: world.interruptions,
    },
    factsBeyond: Object.fromEntries(explorer.factsBeyond),
    realRuns,
    violations,
  };
  return Object.freeze({ ...facts, text: textOf(facts) });
}

function maximaOf({ edges, world, maxRounds, nodes }: Explorer): Maxima {
  const roots = nodes.flatMap((node, number) => (node.parent === -1 ? [number] : []));
  const { roleNames } = world;
  const longest = edges.longest(roots, roleNames.length + 3);
  const at = (index: number): number => longest[index] ?? 0;
  return Object.freeze({
    rounds: maxRounds,
    calls: at(roleNames.length),
    revisions: at(roleNames.length + 1),
    consults: at(roleNames.length + 2),
    byRole: Object.freeze(Object.fromEntries(roleNames.map((role, index) => [role, at(index)]))),
  });
}

function judgeWhole(explorer: Explorer, maxima: Maxima, worst: WorstCase, mayMiss: readonly string[]): void {
  const { findings, world } = explorer;
  const none = (): null => null;
  const within = (what: string, found: number, bound: number | null): void => {
    if (bound !== null && found > bound) findings.add({ code: "over-worst-case", about: what, message: `a run reaches ${found} ${what}, but worstCase says ${bound}`, hint: null }, -1, none);
  };
  within("rounds", maxima.rounds, worst.rounds);
  within("revisions", maxima.revisions, worst.revisions);
  within("consults", maxima.consults, worst.consults);
  within("calls", maxima.calls, worst.calls);
  for (const [role, found] of Object.entries(maxima.byRole)) within(`calls of ${role}`, found, worst.byRole[role] ?? null);
  world.policy.table.rows.forEach(({ token }, row) => {
    if ((explorer.matches[row] ?? 0) > 0 || mayMiss.includes(token) || isInterruptionNotExplored(explorer, token)) return;
    findings.add({ code: "row-never-decides", about: `row ${row} (${token})`, message: `row ${row} (${token}) decides in no run over these alphabets`, hint: "Widen the alphabets, drop the row, or name its token in mayMiss." }, -1, none);
  });
  const lap = deadLap(explorer);
  if (lap !== null) {
    const node = explorer.nodes[lap];
    findings.add({ code: "no-progress", about: node?.place.next ?? "", message: `from here, whatever anybody answers, only a limit of the runner's ends the run (before ${node?.place.next ?? ""})`, hint: "Let the state change with what was tried, and put a row on it." }, node?.parent ?? -1, () => node?.move ?? null);
  }
}

/** A row that the table places for the runner, about something that was not explored. */
function isInterruptionNotExplored({ world }: Explorer, token: string): boolean {
  if (token === "aborted") return !world.interruptions.includes("aborted");
  if (token === "run-timeout") return !world.interruptions.includes("timeout");
  return token === "budget-spent" && world.limits.calls === undefined;
}

async function violationOf(explorer: Explorer, { problem, node, move, count }: Finding): Promise<Violation> {
  const trace = move === null ? null : traceOf(explorer.world, await stepsOf(explorer, { node, move }), `   ✗ ${problem.code}: ${problem.message}`);
  return Object.freeze({ ...problem, count, trace });
}

function textOf(found: Omit<Exploration, "text">): string {
  const { isComplete, states, transitions, endings, violations, maxima, covered, realRuns } = found;
  const answers = Object.entries(covered.agents).map(([agent, count]) => `${agent} ${count}`);
  const lines = [
    `${isComplete ? "complete" : "NOT complete"}: ${states} states, ${transitions} transitions over ${answers.join(", ")} answers`,
    `endings: ${Object.entries(endings).map(([token, count]) => `${token} ${count}`).join(", ") || "none"}`,
    `at most: ${maxima.rounds} rounds, ${maxima.revisions} revisions, ${maxima.consults} consultations, ${maxima.calls} calls (${Object.entries(maxima.byRole).map(([role, count]) => `${role} ${count}`).join(", ")})`,
    `repeated by the real runner: ${realRuns.runs} runs, ${realRuns.events} events`,
  ];
  for (const { code, message, hint, count, trace } of violations) {
    lines.push("", `${code}: ${message}${count > 1 ? ` (${count} times)` : ""}${hint === null ? "" : `\n   ${hint}`}`);
    if (trace !== null) lines.push(trace.text);
  }
  return lines.join("\n");
}
