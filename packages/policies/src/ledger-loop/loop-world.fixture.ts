/**
 * A repository in memory, and short ways to play a ledger loop over it: files, commits, witnesses that read files, people
 * who answer. What is real in other tests (git, disk, processes) is small and exact here.
 */
import { digestOf, resumeRun, runLoop, type Agent, type Policy, type RunEvent, type RunLimits, type RunResult } from "@loopwright/core";
import type { Commit } from "@loopwright/evidence/git";
import { snapshotOf } from "@loopwright/evidence/workspace";
import { scriptedAgent, type ReplyStep, type ScriptedAgent, type ScriptStep } from "@loopwright/testing";
import { anchorReader, citationReader, type LedgerContextOptions } from "../ledger/context.js";
import { trailerLines } from "../ledger/dispatch/fixer-contract.js";
import { ledgerLoop, memoryLedger, type CheckOutcome, type FixerAnswer, type LedgerLoopOptions, type LedgerLoopPorts, type LedgerLoopReport, type MemoryLedger, type PacketParts } from "./index.js";

type TypesOf<P> = P extends Policy<infer T> ? T : never;
/** The loop's types. */
export type LoopTypes = TypesOf<ReturnType<typeof ledgerLoop>>;
export type LoopEvent = RunEvent<LoopTypes>;

export const CYCLE = ".review/work/cycle";

/** Twenty lines, each its own text. */
export const LINES = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);

/** Files and commits in memory. */
export class MemoryWorld {
  readonly files = new Map<string, string>([["src/a.ts", `${LINES.join("\n")}\n`], ["src/b.ts", `${LINES.join("\n")}\n`]]);
  readonly commits = new Map<string, { readonly commit: Commit; readonly parent: string | null }>();
  /** Stands for what git knows beside the files: the log of HEAD. */
  git = "one line";
  head = "";
  #committed = new Map<string, string>();

  constructor() {
    this.commit("base");
  }

  /** Replaces one line, from 1. */
  edit(path: string, line: number, text: string): void {
    const lines = (this.files.get(path) ?? "").split("\n");
    lines[line - 1] = text;
    this.files.set(path, lines.join("\n"));
  }

  /** Commits every file. */
  commit(message: string): string {
    const before = this.#committed;
    const after = new Map([...this.files].filter(([path]) => !path.startsWith(`${CYCLE}/`)));
    const paths = [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path)).sort();
    const id = digestOf([this.head, message, [...after]]).slice(7, 47);
    const commit: Commit = {
      id,
      parents: this.head === "" ? [] : [this.head],
      message,
      paths: paths.map((path) => ({ path, status: before.has(path) ? (after.has(path) ? "M" : "D") : "A", before: null, after: null })),
      files: paths.map((path) => ({ oldPath: before.has(path) ? path : null, newPath: after.has(path) ? path : null, hunks: hunksOf(before.get(path), after.get(path)), isBinary: false, isModeChange: false })),
      before: (path) => bytesOf(before.get(path)),
      after: (path) => bytesOf(after.get(path)),
    };
    this.commits.set(id, { commit, parent: this.head === "" ? null : this.head });
    this.#committed = after;
    this.head = id;
    return id;
  }

  /** A witness passes when every `needs: path | text` in it holds. */
  witness(path: string): CheckOutcome {
    const wants = (this.files.get(path) ?? "").split("\n").flatMap((line) => (line.startsWith("needs: ") ? [line.slice(7).split(" | ")] : []));
    const isGreen = wants.every(([file = "", text = ""]) => this.files.get(file)?.includes(text) === true);
    return { status: isGreen ? "passed" : "failed", evidence: isGreen ? "1 passed" : "1 failed", output: "" };
  }
}

function bytesOf(text: string | undefined): Uint8Array | null {
  return text === undefined ? null : new TextEncoder().encode(text);
}

/** One hunk for each run of lines that differ; enough where lines are replaced in place. */
function hunksOf(before = "", after = ""): Commit["files"][number]["hunks"] {
  const [old, now] = [before, after].map((text) => (text === "" ? [] : text.replace(/\n$/, "").split("\n"))) as [string[], string[]];
  if (old.length !== now.length) return [{ oldStart: old.length === 0 ? 0 : 1, oldCount: old.length, newStart: now.length === 0 ? 0 : 1, newCount: now.length }];
  return old.flatMap((line, index) => (line === now[index] ? [] : [{ oldStart: index + 1, oldCount: 1, newStart: index + 1, newCount: 1 }]));
}

/** What is played. */
export interface LoopPlay extends Partial<Omit<LedgerLoopOptions, "ports">> {
  readonly world?: MemoryWorld;
  readonly ports?: Partial<LedgerLoopPorts>;
  readonly context?: LedgerContextOptions;
  readonly input?: { readonly checkpoint?: string; readonly instance?: "continue" };
  readonly reviewer?: readonly ScriptStep[];
  readonly cheap?: readonly ScriptStep[];
  readonly fixer?: readonly ScriptStep[];
  readonly answers?: readonly unknown[];
  readonly limits?: RunLimits;
  readonly controller?: AbortController;
  readonly suite?: () => CheckOutcome;
  readonly packet?: (from: string | null) => PacketParts;
  readonly watch?: (event: LoopEvent) => void;
  /** Whether steps may be left, because the run is cut short. */
  readonly isCut?: boolean;
}

/** What came of it. */
export interface LoopPlayed {
  readonly result: RunResult<LoopTypes>;
  readonly report: LedgerLoopReport;
  readonly tokens: readonly string[];
  readonly events: readonly LoopEvent[];
  readonly questions: readonly string[];
  readonly world: MemoryWorld;
  readonly ledger: MemoryLedger;
  readonly agents: { readonly reviewer: ScriptedAgent; readonly cheap: ScriptedAgent | null; readonly fixer: ScriptedAgent };
}

export const GREEN: CheckOutcome = { status: "passed", evidence: "12 passed in 1s", output: "ok" };
export const RED: CheckOutcome = { status: "failed", evidence: "1 failed of 12", output: "not ok" };

/** The ports over a world. */
export function portsOf(world: MemoryWorld, script: Pick<LoopPlay, "ports" | "context" | "suite" | "packet">): LedgerLoopPorts & { readonly ledger: MemoryLedger } {
  const ledger = memoryLedger({
    cycleDirectory: CYCLE,
    today: () => "2026-01-02",
    context: () => ({
      anchors: anchorReader((path) => world.files.get(path) ?? null),
      citations: citationReader([[`${CYCLE}/spec.md`, "§4.2 Tokens rotate.\n"]], { cycleDirectory: CYCLE }),
      ...script.context,
    }),
  });
  const line = (from: string, to: string): readonly string[] => (to === from || to === "" ? [] : [...line(from, world.commits.get(to)?.parent ?? ""), to]);
  return {
    repository: {
      resolveCommit: async (revision) => (revision === "HEAD" ? world.head : revision),
      listCommits: async ({ from, to }) => line(from, to),
      readCommit: async (id) => world.commits.get(id)?.commit ?? Promise.reject(new Error(`no commit ${id}`)),
    },
    workspace: {
      snapshot: async () => {
        const git = { head: world.head, branch: "refs/heads/main", index: "", references: "", headLog: world.git, settings: "" };
        return snapshotOf([...world.files].map(([path, text]) => [path, { kind: "file", digest: digestOf(text) }] as const), git);
      },
      read: (path) => bytesOf(world.files.get(path)),
    },
    checks: { witness: async (ref) => world.witness(ref), suite: async () => script.suite?.() ?? GREEN, gates: async () => GREEN },
    packets: ({ from }) => script.packet?.(from) ?? { kind: "code", changes: from === null ? "all of src" : `since ${from}`, excerpts: "§4.2 Tokens rotate.", blastRadius: null },
    ...script.ports,
    ledger: (script.ports?.ledger as MemoryLedger | undefined) ?? ledger,
  };
}

/** Plays a loop until it ends, or until it asks and no answer is left. Scripts are consumed exactly. */
export async function playLoop(script: LoopPlay = {}): Promise<LoopPlayed> {
  const { world = new MemoryWorld(), input, reviewer = [], cheap, fixer = [], answers = [], limits, controller = new AbortController(), watch, suite: _s, packet: _p, context: _c, ports: _o, isCut = false, ...options } = script;
  const ports = portsOf(world, script);
  const policy = ledgerLoop({ ...options, ports });
  const agents = { reviewer: scriptedAgent(reviewer), cheap: cheap === undefined ? null : scriptedAgent(cheap), fixer: scriptedAgent(fixer) };
  const reviewers: { [key: string]: Agent } = { default: agents.reviewer, ...(agents.cheap === null ? {} : { cheap: agents.cheap }) };
  const events: LoopEvent[] = [];
  const onEvent = (event: LoopEvent): void => {
    events.push(event);
    watch?.(event);
  };
  const common = { agents: { reviewer: reviewers, fixer: agents.fixer }, limits, signal: controller.signal, onEvent };
  let result = await runLoop(policy, { ...common, input: { checkpoint: "code", ...input } }).result;
  const questions: string[] = [];
  for (const answer of answers) {
    if (result.status !== "suspended") throw new Error(`nobody asked: ${result.token ?? result.error.message}`);
    questions.push(result.question.text);
    const from = JSON.parse(JSON.stringify(result.snapshot)) as typeof result.snapshot;
    result = await resumeRun(policy, { ...common, from, token: result.token, answer: answer as never, by: "ann" }).result;
  }
  if (result.status === "suspended") questions.push(result.question.text);
  if (result.status === "failed") throw result.error;
  for (const agent of [agents.reviewer, agents.cheap, agents.fixer]) if (!isCut) agent?.assertConsumed();
  const tokens = events.flatMap((event) => (event.type === "decision.made" ? [event.token] : []));
  return { result, report: result.report, tokens, events, questions, world, ledger: ports.ledger, agents };
}

/** A reviewer's answer: prose and one fenced block. */
export function block(list: unknown): string {
  return `I looked at it.\n\n\`\`\`json\n${JSON.stringify(list, null, 1)}\n\`\`\`\n`;
}

/** A finding in the reviewers' form: a major at lines 1–4 of `src/a.ts`, shown by a reproduction. */
export function raised(over: { readonly [key: string]: unknown } = {}): { readonly [key: string]: unknown } {
  return {
    pass: "state-and-flow",
    severity: "major",
    cited_rule: null,
    anchor: { file: "src/a.ts", region: [1, 4] },
    claim: "the cache ignores the tenant",
    witness: { kind: "repro", ref: "two tenants, one key", status: "n/a" },
    exit_criteria: null,
    ...over,
  };
}

/** A fixer's answer. */
export function says(outcome: FixerAnswer["outcome"], over: Partial<FixerAnswer> = {}): ReplyStep {
  return { structured: { outcome, evidence: "as asked", witness: null, finding: null, ...over } };
}

/** The message of a fix commit. */
export function fixMessage(...ids: readonly [string, ...string[]]): string {
  return `Fix ${ids.join(", ")}\n\n${trailerLines({ Fix: ids, Cause: "the key had no tenant", Change: "the key has one", Risk: "cold cache" }, { trailerPrefix: "Review" })}\n`;
}

/** A fixer that writes a witness which wants `text` in `file`, then puts it at `line` in one commit. */
export function fixes(world: MemoryWorld, id: string, { file = "src/a.ts", line = 2, text = `fixed ${id}`, also = (): void => undefined } = {}): readonly ScriptStep[] {
  const witness = `tests/review/${id}.test.ts`;
  return [
    () => (world.files.set(witness, `needs: ${file} | ${text}\n`), says("done", { witness })),
    () => {
      world.edit(file, line, text);
      also();
      world.commit(fixMessage(id));
      return says("done");
    },
  ];
}
