/**
 * The context that a phase gets, over a {@link Scope}.
 *
 * Invariants:
 * 1. A whole batch of lanes reserves its budget in declared order before any lane starts (G8, G14).
 * 2. Results keep the declared order; at most `concurrency` lanes run at once; one lane's failure is its own (G8).
 * 3. One limiter serves all batches of a run.
 * 4. What a policy does not await rejects unheard: the fault is kept in `misuse`, never an unhandled rejection (G20).
 */
import pLimit, { type LimitFunction } from "p-limit";
import type { BudgetLimit, Reservation } from "./budget.js";
import type { CallOptions, CallRequest, LaneResult, LaneSpec, Outcome, RecordContext, StepContext, StepOptions } from "./context.js";
import type { Phase } from "./decision.js";
import { LoopwrightError, messageOf } from "./errors.js";
import type { RunCore } from "./run-core.js";
import type { BatchLane } from "./run-journal.js";
import { failed } from "./outcome.js";
import { AWAIT_HINT, Scope } from "./scope.js";
import { nextTurn } from "./turn.js";

/** The untyped form of a call scope; the policy's signature gives the types. */
class ScopeContext {
  protected readonly scope: Scope;

  constructor(scope: Scope) {
    this.scope = scope;
  }

  call(name: string, request: CallRequest, options?: CallOptions): Promise<Outcome<unknown>> {
    return heard(this.scope.call(name, request, options));
  }

  step<T>(name: string, run: (step: StepContext) => Promise<T> | T, options?: StepOptions): Promise<Outcome<T>> {
    return heard(this.scope.step(name, run, false, options));
  }

  emit(event: unknown): void {
    this.scope.emit(event);
  }

  now(): number {
    return this.scope.core.now(this.scope.scope);
  }

  get signal(): AbortSignal {
    return this.scope.core.signal;
  }

  get round(): number {
    return this.scope.core.round;
  }
}

class LaneContext extends ScopeContext {
  get lane(): string {
    return this.scope.lane as string; // A lane's scope always has a name.
  }
}

/** The context of a phase. */
export class MainContext extends ScopeContext {
  readonly #limiter: LaneLimiter;
  readonly #prefix: string;

  constructor(scope: Scope, limiter: LaneLimiter, prefix: string) {
    super(scope);
    this.#limiter = limiter;
    this.#prefix = prefix;
  }

  get phase(): Phase {
    return this.scope.core.phase;
  }

  members(family: string): readonly string[] {
    return this.scope.core.roster.members(family);
  }

  version(): string | null {
    return this.scope.core.versions.digest();
  }

  lanes<T>(
    lanes: readonly LaneSpec<string>[],
    run: (lane: never, spec: never) => Promise<T>,
    options: { readonly concurrency?: number } = {},
  ): Promise<readonly LaneResult<T>[]> {
    return heard(this.#lanes(lanes, run, options.concurrency));
  }

  async #lanes<T>(
    lanes: readonly LaneSpec<string>[],
    run: (lane: never, spec: never) => Promise<T>,
    concurrency: number | undefined,
  ): Promise<readonly LaneResult<T>[]> {
    const { core, ledger } = this.scope;
    checkLanes(core, lanes, concurrency);
    this.scope.enter();
    try {
      const batch = lanes.map(({ lane, role }) => ({ lane, scope: `${this.#prefix}/${ledger.laneKey(lane)}`, bound: (role !== undefined && core.roster.get(role)) || null }));
      const reserved = reserveBatch(core, batch);
      const limit = this.#limiter.at(concurrency ?? Math.max(1, lanes.length));
      const results = await Promise.all(
        lanes.map((spec, index) => {
          const { scope } = batch[index] as BatchLane; // One for each.
          return limit(() => runLane(new Scope(core, ledger, scope, spec.lane), spec, reserved[index], run));
        }),
      );
      if (core.misuse !== null) throw core.misuse;
      return results;
    } finally {
      this.scope.leave();
    }
  }
}

/** The one limiter of a run, made when first needed. */
export class LaneLimiter {
  #limit: LimitFunction | null = null;

  at(concurrency: number): LimitFunction {
    this.#limit ??= pLimit(concurrency);
    this.#limit.concurrency = concurrency;
    return this.#limit;
  }
}

function checkLanes(core: RunCore, lanes: readonly LaneSpec<string>[], concurrency: number | undefined): void {
  const names = new Set<string>();
  for (const { lane } of lanes) {
    if (typeof lane !== "string" || !/^[a-z0-9][a-z0-9_.-]*$/i.test(lane) || names.has(lane) || core.roster.members(lane).length > 0) {
      core.fail("lane-name", `lane name ${JSON.stringify(lane)} is not usable, stands twice or is a family's`, "Lane names stand in effect keys: letters, digits, dots, dashes, each once.");
    }
    names.add(lane);
  }
  if (concurrency !== undefined && (!Number.isSafeInteger(concurrency) || concurrency < 1)) {
    core.fail("concurrency-range", `concurrency must be a whole number from 1, not ${concurrency}`, "Leave it out to run all lanes at once.");
  }
}

function reserveBatch(core: RunCore, batch: readonly BatchLane[]): readonly (Reservation | BudgetLimit | null)[] {
  if (core.interruption() !== null) return [];
  return core.journal?.admit(batch) ?? batch.map(({ bound }) => bound && core.budget.reserve(bound.agent));
}

async function runLane<T>(
  scope: Scope,
  spec: LaneSpec<string>,
  reserved: Reservation | BudgetLimit | null | undefined,
  run: (lane: never, spec: never) => Promise<T>,
): Promise<LaneResult<T>> {
  const { core, ledger } = scope;
  const { lane, role } = spec;
  if (typeof reserved === "string") return { lane, ...scope.refuseBudget(role ?? lane, reserved) };
  if (reserved != null && role !== undefined) scope.grant(role, reserved);
  if (ledger.isClosed) {
    scope.giveBack(); // The phase has failed or was left behind while this lane waited for its turn.
    return { lane, ...failed("aborted", "the phase has ended", null) };
  }
  ledger.openLanes.add(lane);
  core.emit({ type: "lane.started" }, lane);
  const result = await settleLane(scope, spec, run);
  scope.giveBack();
  if (scope.isBusy) await abandon(core, scope, `lane ${lane}`);
  scope.isClosed = true;
  if (ledger.openLanes.delete(lane)) core.emit({ type: "lane.finished", ok: result.ok }, lane);
  return result;
}

async function settleLane<T>(scope: Scope, spec: LaneSpec<string>, run: (lane: never, spec: never) => Promise<T>): Promise<LaneResult<T>> {
  try {
    return { lane: spec.lane, ok: true, value: await run(new LaneContext(scope) as never, spec as never) };
  } catch (thrown) {
    scope.ledger.allAnswered = false;
    return { lane: spec.lane, ...failed("error", messageOf(thrown), null) };
  }
}

/** Keeps the fault of a scope that ended while one of its effects still ran, and ends that effect with its events. */
export async function abandon(core: RunCore, scope: Scope, where: string): Promise<void> {
  core.misuse ??= new LoopwrightError("effect-not-awaited", `${where} ended while one of its effects was still running`, { hint: AWAIT_HINT });
  scope.ledger.isClosed = true; // Lanes that wait for their turn do not start any more.
  core.effects.abortAll(new DOMException("the effect was not awaited", "AbortError"), true);
  for (let turn = 0; scope.isBusy && turn < SETTLE_TURNS; turn++) await new Promise<void>(nextTurn);
}

/** Turns of the event loop in which effects that were ended come to their events. */
const SETTLE_TURNS = 3;

/** Marks a promise as heard: its rejection is known by other means. */
function heard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(ignore);
  return promise;
}

function ignore(): void {}

/** The context of `record`: steps of a decision that stands, no calls. */
export function recordContext(core: RunCore, scope: Scope): RecordContext<unknown> {
  return {
    step: (name, run, options) => heard(scope.step(name, run, true, options)),
    emit: (event) => scope.emit(event),
    now: () => core.now(scope.scope),
    round: core.round,
  };
}
