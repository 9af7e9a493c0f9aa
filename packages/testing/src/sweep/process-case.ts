/** One case of a process sweep: processes that run one after the other over one journal, each killed where it is told to be. */
import { messageOf } from "@loopwright/core";
import { MAX_PROCESSES, type CrashOutcome, type PastProcess, type PastRun } from "./crash-case.js";
import type { Deaths } from "./crash-everywhere.js";
import { EffectsKept } from "./effects-kept.js";
import { offspringOf } from "./offspring.js";
import { caseFiles, ORDERS, type ProcessEnd, type ProcessOrders } from "./process-orders.js";
import type { Begin } from "./process.js";
import type { SweepViolation, SweepViolationKind } from "./sweep-report.js";

/** What is started, and how long it may take. */
export interface SweptProgram {
  /** A program for Node, and its arguments. */
  readonly script: string;
  readonly args: readonly string[];
  /** For each process, and then for all that it has started. */
  readonly promptMs: number;
}

/** How a process came to its end. */
type Exit = { readonly how: "ended"; readonly by: ProcessEnd } | { readonly how: "killed" } | { readonly how: "failed"; readonly kind: SweepViolationKind; readonly message: string };

export class ProcessCase {
  /** Processes started, and how many of them were killed. */
  started = 0;
  kills = 0;
  readonly #program: SweptProgram;
  readonly #folder: string;
  readonly #files: ReturnType<typeof caseFiles>;
  readonly #deaths: Deaths;
  readonly #kept = new EffectsKept();
  readonly #processes: PastProcess[] = [];
  readonly #violations: Omit<SweepViolation, "at">[] = [];
  /** Decisions and notes on effects that were read. */
  #decisions = 0;
  #notes = 0;
  /** Of processes that came to their end. */
  #compactions = 0;

  /** `folder`: it is there, and empty. */
  constructor(program: SweptProgram, folder: string, deaths: Deaths) {
    this.#program = program;
    this.#folder = folder;
    this.#files = caseFiles(folder);
    this.#deaths = deaths;
  }

  async run(): Promise<CrashOutcome> {
    const { mkdirSync } = process.getBuiltinModule("node:fs");
    mkdirSync(this.#files.journalFolder);
    mkdirSync(this.#files.world);
    let end: PastRun | null = null;
    try {
      end = await this.#toTheEnd();
    } catch (thrown) {
      this.#say("threw", messageOf(thrown));
    }
    await this.#checkLeft();
    this.#kept.check(linesOf(this.#files.ran), linesOf(this.#files.commands));
    this.#violations.push(...this.#kept.problems);
    return { processes: this.#processes, end, violations: this.#violations, interrupted: this.#kept.interrupted, compactions: this.#compactions };
  }

  #say(kind: SweepViolationKind, message: string): void {
    this.#violations.push({ kind, message });
  }

  async #toTheEnd(): Promise<PastRun | null> {
    let begin: Begin = { how: "start" };
    for (let number = 0; number < MAX_PROCESSES; number++) {
      const exit = await this.#process({ folder: this.#folder, begin, death: this.#deaths[number] ?? null });
      const notes = linesOf(this.#files.effects);
      this.#kept.note(notes.slice(this.#notes));
      this.#notes = notes.length;
      const records = this.#kept.read(linesOf(this.#files.journal), exit.how === "killed");
      const decisions = linesOf(this.#files.decisions);
      this.#processes.push({ writes: exit.how === "ended" ? exit.by.writes : 0, decisions: decisions.slice(this.#decisions), hasDied: exit.how === "killed" });
      this.#decisions = decisions.length;
      if (exit.how === "failed") return this.#say(exit.kind, exit.message), null;
      if (exit.how === "killed") begin = { how: records === 0 ? "start" : "resume" };
      else {
        this.#violations.push(...exit.by.violations);
        this.#compactions += exit.by.compactions;
        if (exit.by.next === null) return exit.by.end;
        begin = exit.by.next;
      }
    }
    this.#say("hangs", `the run did not end in ${MAX_PROCESSES} processes`);
    return null;
  }

  async #process(orders: ProcessOrders): Promise<Exit> {
    const { execFile } = process.getBuiltinModule("node:child_process");
    const { rmSync } = process.getBuiltinModule("node:fs");
    const { script, args, promptMs } = this.#program;
    rmSync(this.#files.end, { force: true });
    this.started++;
    const { signal, stderr } = await new Promise<{ readonly signal: string | null; readonly stderr: string }>((resolve) => {
      const env = { ...process.env, [ORDERS]: JSON.stringify(orders) };
      // SIGTERM at the time limit, so that it is not taken for a death.
      execFile(process.execPath, [script, ...args], { env, timeout: promptMs }, (fault, _stdout, text) => resolve({ signal: fault?.signal ?? null, stderr: text }));
    });
    const said = linesOf(this.#files.end)[0];
    if (signal === "SIGKILL") this.kills++;
    if (said !== undefined && (signal === null || signal === "SIGKILL")) return { how: "ended", by: JSON.parse(said) as ProcessEnd }; // Written by sweptProcess.
    if (signal === "SIGKILL" && orders.death !== null) return { how: "killed" };
    if (signal === "SIGTERM") return { how: "failed", kind: "hangs", message: `a process ${said === undefined ? "did not end" : "whose run had ended stayed"} for ${promptMs} ms` };
    return { how: "failed", kind: "threw", message: `a process failed: ${stderr.trim().slice(-500)}` };
  }

  /** Nothing is left beside the journal, and nothing that a process of this case has started. */
  async #checkLeft(): Promise<void> {
    const { readdirSync } = process.getBuiltinModule("node:fs");
    const files = readdirSync(this.#files.journalFolder).filter((name) => name !== "run.jsonl");
    if (files.length > 0) this.#say("left-behind", `beside the journal: ${files.join(", ")}`);
    const deadline = Date.now() + this.#program.promptMs;
    let left = offspringOf(this.#folder);
    while (left.length > 0 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      left = offspringOf(this.#folder);
    }
    if (left.length > 0) this.#say("left-behind", `still running: ${left.join("; ")}`);
  }
}

/** The whole lines of a file; one that is torn is none. */
function linesOf(file: string): readonly string[] {
  const { existsSync, readFileSync } = process.getBuiltinModule("node:fs");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
}
