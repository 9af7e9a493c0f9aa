/** Executes one phase of a policy from a place, over a walk of answers. */
import { copyPlain, LoopwrightError, messageOf } from "@loopwright/core";
import type { Json, Phase } from "@loopwright/core";
import type { Chooser } from "./choices.js";
import { ExploredContext, notAwaited } from "./explored-context.js";
import { PhaseRun } from "./phase-run.js";
import type { LoopPhase, Place } from "./place.js";
import { ScopeRun, UnknownStep } from "./scope-run.js";
import type { World } from "./world.js";

/** A phase that came to its end: with a state, or with a fault of the policy. */
export interface PhaseEnd {
  readonly run: PhaseRun;
  readonly state: Json;
  readonly fault: LoopwrightError | null;
}

/** Resolves when the phase does, or when the watch gives it up. */
export type Await = (pending: Promise<unknown>) => Promise<unknown>;

/** What an {@link Await} resolves with for a phase that it gave up. */
export const GIVEN_UP: unique symbol = Symbol("given up");

/** Executes the phase that comes next. */
export async function runPhase(world: World, place: Place, choices: Chooser, until: Await): Promise<PhaseEnd> {
  const phase = place.next as LoopPhase; // A place that waits for a person has no phase to execute.
  const { body } = world.policy;
  const round = phase === "review" ? place.round + 1 : place.round;
  const consults = phase === "consult" ? place.consults + 1 : 0;
  const prefix = `r${round}/${phase}${consults > 1 ? `-${consults}` : ""}`;
  const run = new PhaseRun(world, place, phase, round, choices, prefix);
  const scope = new ScopeRun(run, prefix, null);
  const ctx = new ExploredContext(scope) as never; // The policy's signature gives the types.
  const execute = (): unknown => (phase === "open" ? body.open(ctx, world.input) : body[phase]?.(ctx, place.state));
  return endOf(run, scope, phase, `phase ${phase}`, execute, until);
}

/** Executes `record` over a decision; there a step belongs to a decision that stands. */
export async function runRecord(run: PhaseRun, state: Json, decision: never, until: Await): Promise<PhaseEnd> {
  const scope = new ScopeRun(run, run.prefix, null);
  const ctx = {
    step: (name: string) => scope.step(name, true),
    emit: (event: unknown) => {
      scope.checkOpen();
      run.emit(event);
    },
    now: () => 0,
    round: run.round,
  };
  return endOf(run, scope, "record", "record", () => run.world.policy.body.record?.(ctx as never, state, decision), until);
}

async function endOf(run: PhaseRun, scope: ScopeRun, phase: Phase, where: string, execute: () => unknown, until: Await): Promise<PhaseEnd> {
  let state: unknown;
  try {
    state = execute();
    if (state instanceof Promise) state = await until(state);
    if (state === GIVEN_UP) run.misuse ??= new LoopwrightError("phase-hangs", `${where} awaits something that never comes`, { path: phase, hint: "Await only ctx.call, ctx.step and ctx.lanes in a phase." });
  } catch (thrown) {
    run.misuse ??= thrown instanceof LoopwrightError ? thrown : policyThrew(phase, thrown);
  }
  if (scope.isBusy) run.misuse ??= notAwaited(where);
  run.isClosed = true;
  if (run.misuse instanceof UnknownStep) throw run.misuse;
  if (run.misuse === null && state === undefined) {
    run.misuse = new LoopwrightError("state-missing", `${where} returned no state`, { path: phase, hint: "Return the next state from every phase." });
  }
  if (run.misuse !== null) return { run, state: null, fault: run.misuse };
  try {
    return { run, state: copyPlain(state, { path: "state" }), fault: null };
  } catch (thrown) {
    const fault = new LoopwrightError("state-not-plain", messageOf(thrown), { path: phase, hint: "The state is plain data: it is stored, forked and printed.", cause: thrown });
    return { run, state: null, fault };
  }
}

/** A throw of the policy's own code. */
export function policyThrew(where: string, thrown: unknown): LoopwrightError {
  return new LoopwrightError("policy-threw", `the policy threw in ${where}: ${messageOf(thrown)}`, {
    path: where,
    hint: "A phase handles what agents do as data; a throw is a bug in the policy.",
    cause: thrown,
  });
}
