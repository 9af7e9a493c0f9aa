/**
 * What a run that goes on has spent, and what its batches of lanes may spend (G8, G14).
 *
 * Invariants:
 * 1. Recorded effects spend what they spent, whatever the limits are now; limits apply to what is new.
 * 2. All that is recorded of a batch counts before anything new of it is reserved: nobody overshoots.
 * 3. Who was let in stays in, called or not, unless limits have become narrower; who was refused stays out, also where
 *    they are wider. A lost attempt takes nothing from a lane that has reserved.
 * 4. What is new of a batch reserves in declared order: first calls, and calls that are to be issued again.
 */
import { tokensOf, type BudgetLimit, type Reservation } from "./budget.js";
import { mayRedo, type Entry, type Replay } from "./replay.js";
import type { RunCore } from "./run-core.js";
import type { BatchLane } from "./run-journal.js";

/** The spend of what one journal holds. */
export class RecordedSpend {
  readonly #core: RunCore;
  readonly #replay: Replay;

  constructor(core: RunCore, replay: Replay) {
    this.#core = core;
    this.#replay = replay;
  }

  /** Counts all attempts of a call, once: what is recorded of its spend, and for what nobody saw end all it had reserved. */
  count(entry: Entry): void {
    const { attempts, ended } = entry;
    const { budget } = this.#core;
    const reserved = entry.spent === null ? attempts.flatMap((attempt) => attempt.reserved ?? []) : [];
    reserved.forEach((one, index) => {
      const end = index === attempts.length - 1 ? ended?.call : null;
      const [tokens, costUsd] = [tokensOf(end?.usage ?? null), end?.costUsd ?? null];
      budget.settle(budget.adopt(one), tokens, costUsd);
      entry.spent = { tokens: tokens ?? one.tokens, costUsd: costUsd ?? one.costUsd }; // Settled once more, it changes nothing.
    });
  }

  /** What each lane may spend on its first call, or the limit that refuses it. `isPast`: all of it is recorded. */
  admit(batch: readonly BatchLane[], isPast: boolean): readonly (Reservation | BudgetLimit | null)[] {
    const { budget } = this.#core;
    const recorded = batch.map(({ scope }) => [...(this.#replay.scopes.get(scope) ?? [])]);
    const isBegun = recorded.some((entries) => entries.some(({ attempts }) => attempts.length > 0));
    recorded.flat().forEach((entry) => this.count(entry));
    const isKept = isPast || (isBegun && !this.#isNarrower);
    const known = batch.map((lane, index) => this.#known(lane, isKept || recorded[index]?.length !== 0));
    const again = recorded.map((entries) => entries.find((entry) => entry.spent !== null && mayRedo(entry)));
    return batch.map(({ scope, bound }, index) => {
      const entry = again[index];
      const agent = entry && this.#core.roster.get(entry.key.slice(scope.length + 1).replace(/(#\d+)?(\/repair-\d+)?$/, ""))?.agent;
      if (entry !== undefined && agent !== undefined) entry.again = budget.reserve(agent);
      const granted = known[index];
      return granted === undefined && bound !== null ? budget.reserve(bound.agent) : (granted ?? null);
    });
  }

  /** What is recorded about the first call of a lane; `null` = it needs no reservation, `undefined` = it is new. */
  #known({ scope, bound }: BatchLane, isLetIn: boolean): Reservation | BudgetLimit | null | undefined {
    if (bound === null) return null;
    const entry = this.#replay.entries.get(`${scope}/${bound.name}`);
    if (entry === undefined) return isLetIn ? this.#core.budget.adopt(this.#core.budget.needOf(bound.agent)) : undefined;
    return entry.attempts.length === 0 && entry.refused?.refused.kind === "budget" ? entry.refused.refused.limit : null;
  }

  /** Whether any limit is lower than when the last effect was let in. */
  get #isNarrower(): boolean {
    const { limits } = this.#core;
    const { limitsThen } = this.#replay;
    return (["calls", "tokens", "costUsd"] as const).some((name) => (limits[name] ?? Infinity) < (limitsThen[name] ?? Infinity));
  }
}
