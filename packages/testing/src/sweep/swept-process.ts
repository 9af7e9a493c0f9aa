/**
 * The part of a process sweep that runs in the process that is killed: one run over a journal in a file.
 *
 * Invariants:
 * 1. The death is a SIGKILL of the process by itself, right before a write reaches the journal or right after it was kept;
 *    from then on not one statement of it is executed.
 * 2. Every call is noted before the agent sees it.
 * 3. A process whose run has ended, but not the case, is killed as well: a question outlives whoever asked it.
 */
import { systemClock } from "@loopwright/core";
import type { Journal, Json, PolicyTypes, RunEvent, RunResult } from "@loopwright/core";
import { jsonlJournal } from "@loopwright/core/jsonl-journal";
import { eventGrammarProblems } from "../event-grammar.js";
import { pastRun } from "./crash-case.js";
import { CountedAgents } from "./counted-agents.js";
import type { Death } from "./disk.js";
import type { EffectNote } from "./effects-kept.js";
import { decisionsOf } from "./outline.js";
import { ProcessClock } from "./process-clock.js";
import { caseFiles, ordersOfThisProcess, type ProcessEnd } from "./process-orders.js";
import { nextAfter, someTurns, startProcess } from "./process.js";
import type { SweepScenario } from "./scenario.js";
import type { SweepViolation } from "./sweep-report.js";

/** What outlives the processes of a case. */
export interface SweptPlace {
  /** A directory for the world's own files; it is there, and empty at the start of the case. */
  readonly folder: string;
  /** Notes that a step ran; call it in the step, with the key that the step is given. Calls are noted by themselves. */
  readonly ran: (key: string) => void;
  /** A file to which commands append the key of the effect that they run for, a line each: what outlives a kill is counted, too. */
  readonly commands: string;
}

/**
 * The whole program of a process that `processSweep` kills: makes the world, and runs or resumes its run as it was told to.
 * Unlike in other sweeps, the world is made anew in each process: agents must answer by what they are asked, or by what they
 * find in the folder. `ran` and `dispose` of the scenario are not used.
 *
 * @throws LoopwrightError `sweep-orders` in a process that no sweep has started; what `make` throws.
 */
export async function sweptProcess<T extends PolicyTypes>(make: (place: SweptPlace) => SweepScenario<T> | Promise<SweepScenario<T>>): Promise<void> {
  const { appendFileSync, renameSync, writeFileSync } = process.getBuiltinModule("node:fs");
  const { folder, begin, death } = ordersOfThisProcess();
  const files = caseFiles(folder);
  const ran = (key: string): void => appendFileSync(files.ran, `${key}\n`);
  const scenario = await make({ folder: files.world, ran, commands: files.commands });
  const journal = new DeadlyJournal(jsonlJournal(files.journal), death, (what, key) => appendFileSync(files.effects, `${what} ${key}\n`));
  const counted = new CountedAgents();
  counted.watch = { began: ({ key }) => ran(key), ended: () => undefined };
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent): void => {
    events.push(event);
    for (const decision of decisionsOf([event])) appendFileSync(files.decisions, `${decision}\n`);
  };
  const clock = new ProcessClock(scenario.clock ?? systemClock);
  const result: RunResult<T> = await startProcess(scenario, { begin, journal, counted, clock, onEvent }).result;
  await someTurns();
  const violations: Omit<SweepViolation, "at">[] = eventGrammarProblems(events).map((message) => ({ kind: "grammar", message }));
  if (clock.pendingTimers > 0) violations.push({ kind: "left-behind", message: `the run has ended and ${clock.pendingTimers} of its timers still wait` });
  if (journal.isOpen) violations.push({ kind: "left-behind", message: "the run has ended and its journal is still open" });
  const end: ProcessEnd = { writes: journal.writes, compactions: journal.compactions, end: pastRun(scenario, result), next: nextAfter(scenario, result), violations };
  writeFileSync(`${files.end}.new`, `${JSON.stringify(end)}\n`);
  renameSync(`${files.end}.new`, files.end);
  if (end.next !== null) killThis();
}

/** Kills the process at one of its writes. */
class DeadlyJournal implements Journal {
  writes = 0;
  compactions = 0;
  isOpen = false;
  readonly #inner: Journal;
  readonly #death: Death | null;
  readonly #note: (what: EffectNote, key: string) => void;

  constructor(inner: Journal, death: Death | null, note: (what: EffectNote, key: string) => void) {
    this.#inner = inner;
    this.#death = death;
    this.#note = note;
  }

  async open() {
    const opened = await this.#inner.open();
    this.isOpen = true;
    return {
      records: opened.records,
      append: (record: Json) => this.#write(() => this.#noted(record, () => opened.append(record))),
      compact: (records: readonly Json[]) => {
        this.compactions++;
        return this.#write(() => opened.compact(records));
      },
      close: async () => {
        await opened.close();
        this.isOpen = false;
      },
    };
  }

  async #noted(record: Json, append: () => Promise<void>): Promise<void> {
    const { type, key } = record as { readonly type?: unknown; readonly key?: unknown };
    if (type === "effect.started") this.#note("starting", String(key));
    await append();
    if (type === "effect.started") this.#note("started", String(key));
    else if (type === "effect.ended") this.#note("ended", String(key));
  }

  async #write(perform: () => Promise<void>): Promise<void> {
    const isLast = this.writes++ === this.#death?.write;
    if (isLast && this.#death.when === "before") killThis();
    await perform();
    if (isLast) killThis();
  }
}

/** Does not return. */
function killThis(): never {
  process.kill(process.pid, "SIGKILL");
  // The signal takes a moment, in which nothing more may happen.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
