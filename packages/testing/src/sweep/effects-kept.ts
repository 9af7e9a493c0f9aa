/**
 * What a case knows of effects, looked at after each process: what the process noted at its writes, and what the journal has
 * when it died. The journal alone does not say it, because it is compacted.
 *
 * Invariants:
 * 1. An effect whose end was kept, told or not, is not started again.
 * 2. An effect runs at most as often as it was started, and is started at most twice.
 */

/** What a process notes: a start before it is written, an end once it is kept. */
export type EffectNote = "started" | "ended";

export class EffectsKept {
  /** Effects that were in flight at a death, with how often they had been started by the last one. */
  readonly interrupted = new Map<string, number>();
  /** What breaks the invariants. */
  readonly problems: { readonly kind: "repeated" | "reissued"; readonly message: string }[] = [];
  readonly #starts = new Map<string, number>();
  readonly #ended = new Set<string>();

  /** Reads what a process noted, `started KEY` or `ended KEY` a line. */
  note(lines: readonly string[]): void {
    for (const line of lines) {
      const key = line.slice(line.indexOf(" ") + 1);
      if (line.startsWith("ended " satisfies `${EffectNote} `)) this.#ended.add(key);
      else this.#start(key);
    }
  }

  /** Reads the lines of the journal's file, the header first; gives the number of records. */
  read(lines: readonly string[], hasDied: boolean): number {
    const records = lines.slice(1).map((line) => (JSON.parse(line) as { readonly record: { readonly type: string; readonly key?: string } }).record); // Lines of the store's own format.
    const open = new Map<string, number>();
    for (const { type, key } of records) {
      if (key === undefined) continue;
      if (type === "effect.started") open.set(key, (open.get(key) ?? 0) + 1);
      else if (type === "effect.ended") {
        open.delete(key);
        this.#ended.add(key);
      }
    }
    if (hasDied) for (const [key, attempts] of open) this.interrupted.set(key, attempts);
    return records.length;
  }

  /** `ran`: a key for each time that an effect ran. */
  check(ran: readonly string[]): void {
    const counts = new Map<string, number>();
    for (const key of ran) counts.set(key, (counts.get(key) ?? 0) + 1);
    for (const [key, count] of counts) {
      const starts = this.#starts.get(key) ?? 0;
      if (count > starts) this.problems.push({ kind: "repeated", message: `${key} ran ${count} times, and was started ${starts} times` });
    }
  }

  #start(key: string): void {
    const starts = (this.#starts.get(key) ?? 0) + 1;
    this.#starts.set(key, starts);
    if (this.#ended.has(key)) this.problems.push({ kind: "repeated", message: `${key} was started again, though its end was kept` });
    if (starts > 2) this.problems.push({ kind: "reissued", message: `${key} was started ${starts} times` });
  }
}
