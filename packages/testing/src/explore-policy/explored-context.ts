/** The context that a phase gets from the explorer: the untyped form of the runner's; the policy's signature gives the types. */
import { LoopwrightError, messageOf, type CallOptions, type CallRequest, type LaneResult, type LaneSpec, type Phase, type StepContext } from "@loopwright/core";
import { LaneTurns } from "./lane-turns.js";
import type { AnyOutcome, PhaseRun } from "./phase-run.js";
import { AWAIT_HINT, failed, ScopeRun } from "./scope-run.js";

class ExploredScope {
  protected readonly scope: ScopeRun;

  constructor(scope: ScopeRun) {
    this.scope = scope;
  }

  call(name: string, request: CallRequest, options?: CallOptions): Promise<AnyOutcome> {
    return this.scope.call(name, request, options?.repair);
  }

  /** What a step does is not done: what may come of it is listed. */
  step(name: string, _run: (step: StepContext) => unknown): Promise<AnyOutcome> {
    return this.scope.step(name, false);
  }

  emit(event: unknown): void {
    this.scope.checkOpen();
    this.scope.run.emit(event);
  }

  /** Time stands still. */
  now(): number {
    return 0;
  }

  get signal(): AbortSignal {
    return this.scope.run.signal;
  }

  get round(): number {
    return this.scope.run.round;
  }
}

class ExploredLane extends ExploredScope {
  get lane(): string {
    return this.scope.lane as string; // A lane's scope always has a name.
  }
}

type LaneBody = (lane: never, spec: never) => Promise<unknown>;

/** The context of a phase. */
export class ExploredContext extends ExploredScope {
  get phase(): Phase {
    return this.scope.run.phase;
  }

  members(family: string): readonly string[] {
    return this.scope.run.world.members(family);
  }

  version(): string | null {
    const { world, place } = this.scope.run;
    return world.interner.digestOf(place.standing.current);
  }

  lanes(lanes: readonly LaneSpec<string>[], body: LaneBody, options: { readonly concurrency?: number } = {}): Promise<readonly LaneResult<unknown>[]> {
    const running = this.#lanes(lanes, body, options.concurrency);
    running.catch(() => undefined); // What a policy does not await is known by its misuse.
    return running;
  }

  async #lanes(lanes: readonly LaneSpec<string>[], body: LaneBody, concurrency: number | undefined): Promise<readonly LaneResult<unknown>[]> {
    const { run } = this.scope;
    checkLanes(run, lanes, concurrency);
    this.scope.enter();
    try {
      const reserved = lanes.map(({ role }) => (role === undefined || run.world.agent(role) === undefined || run.interruption !== null ? null : run.reserve()));
      const prefixes = lanes.map(({ lane }) => `${run.prefix}/${run.laneKey(lane)}`);
      const results: LaneResult<unknown>[] = lanes.map(({ lane }) => ({ lane, ...failed("aborted", "the phase has ended", null) })); // Each is replaced.
      const turns = new LaneTurns();
      const start = async (index: number): Promise<void> => {
        const spec = lanes[index] as LaneSpec<string>; // Counted, as its prefix is.
        const scope = new ScopeRun(run, prefixes[index] as string, spec.lane, { turns, index });
        results[index] = await runLane(scope, spec, reserved[index] ?? null, body);
      };
      await turns.run(lanes.length, concurrency ?? lanes.length, start, (waiting) => run.turn(waiting));
      if (run.misuse !== null) throw run.misuse;
      return results;
    } finally {
      this.scope.isBusy = false;
    }
  }
}

function checkLanes(run: PhaseRun, lanes: readonly LaneSpec<string>[], concurrency: number | undefined): void {
  const names = new Set<string>();
  for (const { lane } of lanes) {
    if (typeof lane !== "string" || !/^[a-z0-9][a-z0-9_.-]*$/i.test(lane) || names.has(lane) || run.world.members(lane).length > 0) {
      run.fail("lane-name", `lane name ${JSON.stringify(lane)} is not usable, stands twice or is a family's`, "Lane names stand in effect keys: letters, digits, dots, dashes, each once.");
    }
    names.add(lane);
  }
  if (concurrency !== undefined && (!Number.isSafeInteger(concurrency) || concurrency < 1)) {
    run.fail("concurrency-range", `concurrency must be a whole number from 1, not ${concurrency}`, "Leave it out to run all lanes at once.");
  }
}

async function runLane(scope: ScopeRun, spec: LaneSpec<string>, reserved: boolean | null, body: LaneBody): Promise<LaneResult<unknown>> {
  const { run } = scope;
  const { lane, role } = spec;
  if (reserved === false) return { lane, ...scope.refuseLane(role ?? lane) };
  if (reserved === true && role !== undefined) scope.grant(role);
  if (run.isClosed) {
    scope.giveBack();
    return { lane, ...failed("aborted", "the phase has ended", null) };
  }
  let result: LaneResult<unknown>;
  try {
    result = { lane, ok: true, value: await body(new ExploredLane(scope) as never, spec as never) };
  } catch (thrown) {
    run.allAnswered = false;
    result = { lane, ...failed("error", messageOf(thrown), null) };
  }
  scope.giveBack();
  if (scope.isBusy) run.misuse ??= notAwaited(`lane ${lane}`);
  scope.isClosed = true;
  return result;
}

/** An effect that outlived its phase or lane. */
export function notAwaited(where: string): NonNullable<PhaseRun["misuse"]> {
  return new LoopwrightError("effect-not-awaited", `${where} ended while one of its effects was still running`, { hint: AWAIT_HINT });
}
