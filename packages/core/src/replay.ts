/**
 * What a journal holds, arranged for going on from it.
 *
 * Invariants:
 * 1. Only what follows the last checkpoint is replayed; decisions are kept from the start (G12).
 * 2. Effects between two decisions form a segment: the later decision was made when all of them had ended or were refused.
 * 3. The time between two processes is not run time; the time within one is, up to its last record.
 */
import type { BudgetLimit, Reservation } from "./budget.js";
import type { DecisionRecord } from "./decision.js";
import { canonicalJson, digestOf } from "./digest.js";
import { LoopwrightError } from "./errors.js";
import type { Json } from "./json.js";
import type {
  AbortedRecord,
  AnsweredRecord,
  CheckpointRecord,
  EndedRecord,
  JournalRecord,
  MadeRecord,
  RefusedRecord,
  RunRecord,
  SessionRecord,
  SettledRecord,
  StartedRecord,
} from "./journal-record.js";
import type { RunLimits } from "./limits.js";

/** One effect, with all that is recorded about it. */
export interface Entry {
  readonly key: string;
  readonly scope: string;
  readonly segment: number;
  /** Its starts, one for each process that tried. */
  readonly attempts: StartedRecord[];
  ended: EndedRecord | null;
  refused: RefusedRecord | null;
  /** What a person said of it, and after how many attempts. */
  settled: { readonly record: SettledRecord; readonly attempts: number } | null;
  isTaken: boolean;
  /** What its last attempt counts for in the budget; `null` = it does not count yet. */
  spent: Reservation | null;
  /** What its batch has reserved for one attempt more, or the limit that refuses it. */
  again: Reservation | BudgetLimit | null;
}

/** The times that a scope has read, and how many of them were given back. */
interface Times {
  readonly values: number[];
  next: number;
}

/** A journal that holds a run. */
export class Replay {
  readonly run: RunRecord;
  /** Every decision of the run, in order. */
  readonly made: MadeRecord[] = [];
  /** The same, with each change of the limits in its place: what every checkpoint keeps (G12). */
  readonly trail: (MadeRecord | SessionRecord)[] = [];
  /** The recorded limit of rounds under which each decision was made. */
  readonly roundLimits: number[] = [];
  /** Where the run goes on; `null` = from its start. */
  base: CheckpointRecord | null = null;
  /** The answer to the question of `base`. */
  answered: AnsweredRecord | null = null;
  aborted: AbortedRecord | null = null;
  /** Index in {@link made} of the first decision after `base`. */
  firstExpected = 0;
  entries = new Map<string, Entry>();
  times = new Map<string, Times>();
  /** Entries that are left: how many by segment, and which by scope. */
  segments: number[] = [];
  scopes = new Map<string, Set<Entry>>();
  left = 0;
  limits: RunLimits;
  /** The limits under which the last effect was let in. */
  limitsThen: RunLimits;
  elapsedMs = 0;
  calls = 0;
  #mark: number;
  lastAt: number;

  /** Takes checked records, at least one. */
  constructor(records: readonly JournalRecord[]) {
    const run = records[0] as RunRecord; // Checked to be the first.
    this.run = run;
    this.limits = this.limitsThen = run.limits;
    this.#mark = run.at;
    this.lastAt = run.at;
    records.forEach((record, index) => {
      this.#clock(record);
      this.#add(record, `records[${index}]`);
    });
  }

  #clock(record: JournalRecord): void {
    if (record.type === "checkpoint") this.elapsedMs = record.position.elapsedMs;
    else if (record.type !== "session") this.elapsedMs += Math.max(0, record.at - this.#mark);
    this.#mark = record.at;
    this.lastAt = Math.max(this.lastAt, record.at);
  }

  #add(record: JournalRecord, path: string): void {
    switch (record.type) {
      case "run":
        return;
      case "session":
        if (canonicalJson(record.limits as Json) !== canonicalJson(this.limits as Json)) this.trail.push(record); // Both are plain.
        this.limits = record.limits;
        return;
      case "effect.started": {
        this.#entry(record.key, record.scope, path).attempts.push(record);
        this.limitsThen = this.limits;
        if (record.callId !== null) this.calls = Math.max(this.calls, Number(record.callId.slice(1)));
        return;
      }
      case "effect.refused":
        this.#entry(record.key, record.scope, path).refused = record;
        return;
      case "effect.ended":
        this.#known(record.key, path).ended = record;
        return;
      case "effect.settled": {
        const entry = this.#known(record.key, path);
        entry.settled = { record, attempts: entry.attempts.length };
        return;
      }
      case "time":
        this.#timesOf(record.scope).values.push(record.at);
        return;
      case "aborted":
        if (this.#isGoingOn) this.aborted ??= record; // Else it came after the last decision, which stands.
        return;
      case "decision":
        this.made.push(record);
        this.trail.push(record);
        this.roundLimits.push(this.limits.rounds ?? Infinity);
        return;
      case "answered":
        if (this.base?.decision?.kind !== "ask" || this.base.next !== null) invalid(path, "answers what was not asked");
        this.answered = record;
        return;
      case "checkpoint":
        if (record.decision !== null && !isSameDecision(record.decision, this.made.at(-1)?.decision)) invalid(path, "stands after another decision than the last one");
        this.#rest(record);
    }
  }

  /** Everything before a checkpoint is done with. */
  #rest(base: CheckpointRecord): void {
    this.base = base;
    this.answered = null;
    this.aborted = null;
    this.firstExpected = this.made.length;
    this.entries = new Map();
    this.times = new Map();
    this.scopes = new Map();
    this.segments = [];
    this.left = 0;
    this.calls = Math.max(this.calls, base.position.calls);
  }

  /** Whether records belong to a run that has not ended and waits for nobody. */
  get #isGoingOn(): boolean {
    return this.base?.next !== null || this.answered !== null;
  }

  #entry(key: string, scope: string, path: string): Entry {
    const known = this.entries.get(key);
    if (known !== undefined) {
      if (known.ended !== null || known.refused !== null || known.scope !== scope) invalid(path, `starts ${key} again, which has ended`);
      return known;
    }
    const segment = this.made.length - this.firstExpected;
    const entry: Entry = { key, scope, segment, attempts: [], ended: null, refused: null, settled: null, isTaken: false, spent: null, again: null };
    this.entries.set(key, entry);
    this.segments[segment] = (this.segments[segment] ?? 0) + 1;
    const inScope = this.scopes.get(scope) ?? new Set();
    this.scopes.set(scope, inScope.add(entry));
    this.left++;
    return entry;
  }

  #known(key: string, path: string): Entry {
    const entry = this.entries.get(key);
    if (entry === undefined || entry.attempts.length === 0 || entry.ended !== null) return invalid(path, `ends ${key}, which is not open`);
    return entry;
  }

  #timesOf(scope: string): Times {
    let times = this.times.get(scope);
    if (times === undefined) this.times.set(scope, (times = { values: [], next: 0 }));
    return times;
  }

  /** The next time that a scope has read; `null` = it has not read it again. */
  timeIn(scope: string): number | null {
    const times = this.times.get(scope);
    return times === undefined || times.next === times.values.length ? null : (times.values[times.next++] as number); // In range.
  }

  /** Digests of all answers of the run, in order. */
  answerDigests(): string[] {
    const before = this.base?.answerDigests ?? [];
    return this.answered === null ? [...before] : [...before, digestOf(this.answered.answer)];
  }

  /** Keys of a segment that were not asked for yet, in words. */
  tellDue(segment: number): string {
    const keys = [...this.entries.values()].filter((entry) => !entry.isTaken && entry.segment === segment).map(({ key }) => `"${key}"`);
    return keys.length === 0 ? "no other effect" : keys.slice(0, 3).join(", ");
  }

  /** Marks an entry as given back. */
  take(entry: Entry): void {
    if (entry.isTaken) return;
    entry.isTaken = true;
    this.left--;
    this.segments[entry.segment] = (this.segments[entry.segment] as number) - 1; // It was counted.
    this.scopes.get(entry.scope)?.delete(entry);
  }
}

/** How often an interrupted effect that changes nothing may run in all. */
const MAX_ATTEMPTS = 2;

/** What a person said of an effect as it is in flight now. */
export function toldOf({ attempts, settled }: Entry): SettledRecord | null {
  return settled !== null && settled.attempts === attempts.length ? settled.record : null;
}

/** Whether an effect is in flight and may be run once more, as far as the journal says. */
export function mayRedo(entry: Entry): boolean {
  const told = toldOf(entry);
  return entry.ended === null && entry.refused === null && (told === null ? entry.attempts.length < MAX_ATTEMPTS : told.outcome === "redo");
}

/** How many attempts of an effect that has ended nobody saw the end of. */
export function lostIn({ attempts, ended }: Entry): number {
  return ended?.isAssumed === true ? attempts.length : attempts.length - 1;
}

/** A decision in words. */
export function tellDecision({ token, phase, round, facts }: DecisionRecord): string {
  return `"${token}" after ${phase} of round ${round} with ${canonicalJson(facts)}`;
}

/** Whether two decisions are the same, in everything. */
export function isSameDecision(one: DecisionRecord, other: DecisionRecord | undefined): boolean {
  return other !== undefined && canonicalJson(one as unknown as Json) === canonicalJson(other as unknown as Json); // Records are plain data.
}

function invalid(path: string, what: string): never {
  throw new LoopwrightError("journal-invalid", `${path} ${what}`, { path, hint: "The journal was changed by something else; start with another one." });
}
