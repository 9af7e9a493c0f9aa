/**
 * What a case knows of effects, looked at after each process: what the process noted at its writes, and what the journal has
 * when it died. The journal alone does not say it, because it is compacted.
 *
 * Invariants:
 * 1. An effect whose end was kept, told or not, is not started again.
 * 2. An effect runs at most as often as it was started, and is started at most twice.
 */

/**
 * What a process notes: that it is about to write a start, that the start is kept, that an end is kept. A start that was
 * about to be written when the process died was perhaps none: lanes write at the same time, and the effect waits for it.
 */
export type EffectNote = "starting" | "started" | "ended";

/** Starts of an effect, over all processes. */
const MAX_STARTS = 2;

export class EffectsKept {
  /** Effects that were in flight at a death, with how often they had been started by the last one. */
  readonly interrupted = new Map<string, number>();
  /** What breaks the invariants. */
  readonly problems: { readonly kind: "repeated" | "reissued"; readonly message: string }[] = [];
  readonly #starts = new Map<string, number>();
  readonly #ended = new Set<string>();

  /** Reads what a process noted, an {@link EffectNote} and a key a line. */
  note(lines: readonly string[]): void {
    for (const line of lines) {
      const [what, key = ""] = line.split(/ (.*)/s) as [EffectNote, string?];
      if (what === "ended") this.#ended.add(key);
      else if (what === "started") this.#starts.set(key, this.#startsOf(key) + 1);
      else if (this.#ended.has(key)) this.problems.push({ kind: "repeated", message: `${key} was started again, though its end was kept` });
    }
  }

  /** Reads the lines of the journal's file, the header first; gives the number of records. */
  read(lines: readonly string[], hasDied: boolean): number {
    const records = lines.slice(1).map((line) => (JSON.parse(line) as { readonly record: { readonly type: string; readonly key?: string } }).record); // Lines of the store's own format.
    const attempts = new Map<string, number>();
    for (const { type, key } of records) {
      if (key === undefined) continue;
      if (type === "effect.started") attempts.set(key, (attempts.get(key) ?? 0) + 1);
      else if (type === "effect.ended") this.#ended.add(key);
    }
    for (const [key, times] of attempts) {
      // A process may have died between a start that was kept and the note of it.
      this.#starts.set(key, Math.max(this.#startsOf(key), times));
      if (hasDied && !this.#ended.has(key)) this.interrupted.set(key, times);
    }
    return records.length;
  }

  /** Once, in the end. `ran`: a list for each way in which it is noted that an effect ran, with a key for each time. */
  check(...ran: readonly (readonly string[])[]): void {
    for (const keys of ran) {
      const counts = new Map<string, number>();
      for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
      for (const [key, count] of counts) {
        const starts = this.#startsOf(key);
        if (count > starts) this.problems.push({ kind: "repeated", message: `${key} ran ${count} times, and was started ${starts} times` });
      }
    }
    for (const [key, starts] of this.#starts) if (starts > MAX_STARTS) this.problems.push({ kind: "reissued", message: `${key} was started ${starts} times` });
  }

  #startsOf(key: string): number {
    return this.#starts.get(key) ?? 0;
  }
}
