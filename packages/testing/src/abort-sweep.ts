/**
 * Aborts a run at every event, at every start and end of a call, and at every write to its journal (G10).
 *
 * Invariants:
 * 1. The run settles promptly as aborted, or as it was decided before the abort; opened again it gives the same result.
 *    With `crashes` this also holds where the process dies after the abort: one that the journal has is not forgotten, and one
 *    that it does not have never was.
 * 2. Nothing begins after the abort; what is under way is told. Events keep their grammar.
 * 3. No timer, listener, lock or process is left.
 * 4. The version that counts as reviewed is the last one that was: over the events of a run it only ever moves on.
 */
import type { PolicyTypes, RunResult } from "@loopwright/core";
import { AbortCase, PLACE_KINDS, type AbortOutcome, type AbortPlace } from "./sweep/abort-case.js";
import { withNothingLeft } from "./sweep/nothing-left.js";
import type { MakeScenario } from "./sweep/scenario.js";
import type { Death } from "./sweep/disk.js";
import { CaseChooser, seeded, type SweepChoice, type SweepReport, type SweepViolation } from "./sweep/sweep-report.js";

/** What is aborted. */
export interface AbortSweepOptions<T extends PolicyTypes> extends SweepChoice {
  readonly scenario: MakeScenario<T>;
  /** How long a run may take from its start to its end, in milliseconds. Default 10,000. */
  readonly promptMs?: number;
  /**
   * After each abort the process also dies before and after each later write, and another one goes on. With `sample` it dies
   * at two of these places for each abort.
   */
  readonly crashes?: boolean;
}

/** Aborts a run everywhere; violations are data, see `assertSweep`. */
export function abortSweep<T extends PolicyTypes>(options: AbortSweepOptions<T>): Promise<SweepReport> {
  return withNothingLeft(() => new AbortSweep(options).run());
}

class AbortSweep<T extends PolicyTypes> {
  readonly #options: AbortSweepOptions<T>;
  readonly #chooser: CaseChooser;
  readonly #violations: SweepViolation[] = [];
  /** Reviewed versions in the order in which they came up. */
  readonly #versions: (string | null)[] = [null];
  readonly #random: () => number;
  #cases = 0;

  constructor(options: AbortSweepOptions<T>) {
    this.#options = options;
    this.#chooser = new CaseChooser(options);
    this.#random = seeded((options.seed ?? 1) + 1);
  }

  async run(): Promise<SweepReport> {
    const undisturbed = await this.#case(null, null, []);
    this.#report(undisturbed, "no abort");
    const { places, results } = undisturbed;
    const expected = PLACE_KINDS.reduce((sum, kind) => sum + places[kind], 0);
    for (const kind of PLACE_KINDS) {
      for (let index = 0; index < places[kind]; index++) await this.#visit({ kind, index }, expected, results);
    }
    return { cases: this.#cases, skipped: this.#chooser.skipped, places, violations: this.#violations };
  }

  async #visit(place: AbortPlace, expected: number, undisturbed: readonly RunResult<T>[]): Promise<void> {
    const at = `${place.kind} ${place.index}`;
    const isChosen = this.#chooser.isChosen(at, expected);
    if (!isChosen && this.#options.only?.startsWith(`${at}, `) !== true) return;
    const outcome = await this.#case(place, null, undisturbed);
    if (isChosen) {
      this.#cases++;
      this.#report(outcome, at);
      const result = outcome.results.at(-1);
      if (place.kind === "event" && result !== undefined) this.#checkVersion(result, at);
    }
    if (this.#options.crashes === true && outcome.writes !== null) await this.#crash(place, at, outcome.writes, undisturbed);
  }

  async #crash(place: AbortPlace, at: string, { from, to }: { readonly from: number; readonly to: number }, undisturbed: readonly RunResult<T>[]): Promise<void> {
    const { only, sample } = this.#options;
    const deaths = Array.from({ length: to - from }, (_, index) => (["before", "after"] as const).map((when): Death => ({ write: from + index, when }))).flat();
    const drawn = sample === undefined ? deaths : deaths.filter(() => this.#random() < 2 / deaths.length);
    for (const death of deaths) {
      const name = `${at}, ${death.when} write ${death.write}`;
      if (only === undefined ? !drawn.includes(death) : only !== name) {
        this.#chooser.skipped++;
        continue;
      }
      this.#cases++;
      this.#report(await this.#case(place, death, undisturbed), name);
    }
  }

  #checkVersion({ reviewedVersion }: RunResult<T>, at: string): void {
    if (reviewedVersion === this.#versions.at(-1)) return;
    if (this.#versions.includes(reviewedVersion)) this.#violations.push({ at, kind: "aborted", message: `reviewedVersion goes back to ${reviewedVersion ?? "none"}` });
    else this.#versions.push(reviewedVersion);
  }

  async #case(place: AbortPlace | null, death: Death | null, undisturbed: readonly RunResult<T>[]): Promise<AbortOutcome<T>> {
    const scenario = await this.#options.scenario();
    try {
      return await new AbortCase(scenario, place, death, this.#options.promptMs ?? 10_000, undisturbed).run();
    } finally {
      await scenario.dispose?.();
    }
  }

  #report({ violations }: AbortOutcome<T>, at: string): void {
    this.#violations.push(...violations.map((violation) => ({ at, ...violation })));
  }
}

