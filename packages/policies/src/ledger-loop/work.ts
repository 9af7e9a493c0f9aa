/**
 * One phase at work: the state so far, and two ways to touch the world.
 *
 * Invariants:
 * 1. What a tool refuses is kept verbatim and ends the phase; a person decides what follows (LG-CLI-2, LG-MODE-5).
 * 2. After abort, run timeout or a spent budget the phase ends with the state so far; the runner's rows decide.
 * 3. The state is replaced, never changed in place.
 */
import { LoopwrightError, type Failure, type OnInterrupted, type Outcome, type PhaseContext, type StepContext } from "@loopwright/core";
import type { LedgerLoopEvent } from "./events.js";
import type { LedgerLoopSettings } from "./options.js";
import type { LoopStored } from "./ports.js";
import type { LedgerLoopRoles } from "./roles.js";
import type { LoopState, ToolProblem } from "./state.js";

/** The context of a phase. */
export type LoopContext = PhaseContext<LedgerLoopRoles, LedgerLoopEvent>;

/** A step as plain data: what it gave, or why the tool refused. */
type Tried<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: ToolProblem };

/** Ends a phase; the state says why. */
const HALT = new Error("halt");

/** A phase at work. */
export class Work {
  readonly ctx: LoopContext;
  readonly settings: LedgerLoopSettings;
  state: LoopState;

  constructor(ctx: LoopContext, state: LoopState, settings: LedgerLoopSettings) {
    this.ctx = ctx;
    this.state = state;
    this.settings = settings;
  }

  set(changes: Partial<LoopState>): void {
    this.state = { ...this.state, ...changes };
  }

  /** Ends the phase. */
  halt(changes: Partial<LoopState> = {}): never {
    this.set(changes);
    throw HALT;
  }

  /** Runs a step; what the tool refuses, ends the phase. One that was in flight at a crash is run again, unless it says otherwise. */
  async must<T>(name: string, run: (step: StepContext) => Promise<T> | T, onInterrupted: OnInterrupted = "reissue"): Promise<T> {
    const tried = await this.try(name, run, onInterrupted);
    return tried.ok ? tried.value : this.halt({ tool: tried.problem });
  }

  /** Runs a step; what the tool refuses, the caller handles. */
  async try<T>(name: string, run: (step: StepContext) => Promise<T> | T, onInterrupted: OnInterrupted = "reissue"): Promise<Tried<T>> {
    const attempt = async (step: StepContext): Promise<Tried<T>> => {
      try {
        return { ok: true, value: await run(step) };
      } catch (thrown) {
        if (!(thrown instanceof LoopwrightError) || step.signal.aborted) throw thrown;
        const { code, message, hint } = thrown as LoopwrightError; // The cast: of any class, so of any code.
        return { ok: false, problem: { at: name, code, message, hint: hint ?? null } };
      }
    };
    const outcome = await this.ctx.step(name, attempt, { onInterrupted });
    if (outcome.ok) return outcome.value;
    if (isInterruption(outcome.failure)) this.halt();
    return { ok: false, problem: { at: name, code: "step-failed", message: outcome.failure.message, hint: null } };
  }

  /**
   * Runs an operation on the ledger and keeps what it warns of. After a crash in the middle of one that may not be done
   * twice a person is asked whether it was done (G11).
   */
  async change<R>(name: string, run: (step: StepContext) => Promise<LoopStored<R>>, onInterrupted: OnInterrupted = "ask"): Promise<R> {
    return this.#kept(await this.must(name, run, onInterrupted));
  }

  /** Runs an operation whose refusal the caller handles. */
  async tryChange<R>(name: string, run: (step: StepContext) => Promise<LoopStored<R>>, onInterrupted: OnInterrupted = "ask"): Promise<Tried<R>> {
    const tried = await this.try(name, run, onInterrupted);
    return tried.ok ? { ok: true, value: this.#kept(tried.value) } : tried;
  }

  /** Reads the ledger as it stands now. */
  async readLedger(): Promise<void> {
    this.set({ ledger: await this.must("read-ledger", () => this.settings.ports.ledger.read()) });
  }

  /** The value of a call; `null` where there is none. Ends the phase where nothing may go on. */
  answered<T>(outcome: Outcome<T>): T | null {
    if (outcome.ok) return outcome.value;
    if (isInterruption(outcome.failure) || outcome.failure.kind === "budget") this.halt();
    return null;
  }

  #kept<R>({ report, warnings, configWarnings }: LoopStored<R>): R {
    const added = [...configWarnings, ...warnings].filter((warning) => !this.state.warnings.includes(warning));
    if (added.length > 0) this.set({ warnings: [...this.state.warnings, ...added] });
    return report;
  }
}

/** Runs a phase to its end, or to where it was ended. */
export async function atWork(work: Work, run: () => Promise<void>): Promise<LoopState> {
  try {
    await run();
  } catch (thrown) {
    if (thrown !== HALT) throw thrown;
  }
  return work.state;
}

/** Nothing counts any more: the run was aborted, or its time is over. A call's own time limit is the agent's failure. */
function isInterruption({ kind, callId }: Failure): boolean {
  if (kind === "aborted") return true;
  return kind === "timeout" && (callId === null || callId.includes("/step:"));
}
