/** Journals that die, break or are looked at: for tests of what a run makes of them. */
import { grammarProblems } from "./event-grammar.fixture.js";
import { memoryJournal, runLoop, type Journal, type Json, type OpenJournal, type RunEvent, type RunResult } from "./index.js";
import { tokensOf, type Probe, type ProbeRunOptions, type ProbeTypes } from "./probe.fixture.js";

/** A record with its type. */
export type Written = { readonly type: string; readonly [field: string]: Json };

export const written = (records: readonly Json[]): readonly Written[] => records as readonly Written[];
export const typesOf = (records: readonly Json[]): readonly string[] => written(records).map(({ type }) => type);

/** What a process does with its journal from its n-th write on. */
export interface Death {
  /** Writes that are answered. */
  readonly after: number;
  /** Whether the next one reaches the store, though nobody hears of it. */
  readonly isTorn?: boolean;
}

/** A journal over stored records whose process dies: later writes are never answered. `dead` resolves then. */
export function dyingJournal(records: readonly Json[], { after, isTorn = false }: Death): { readonly journal: Journal; readonly dead: Promise<void>; stored(): readonly Json[]; writes(): number } {
  let stored = [...records];
  let writes = 0;
  const { promise: dead, resolve: die } = Promise.withResolvers<void>();
  const write = (change: () => void): Promise<void> => {
    writes++;
    if (writes <= after || (writes === after + 1 && isTorn)) change();
    if (writes <= after) return Promise.resolve();
    die();
    return new Promise(() => undefined);
  };
  const open: OpenJournal = {
    records: records.map((record) => JSON.parse(JSON.stringify(record)) as Json),
    append: (record) => write(() => stored.push(JSON.parse(JSON.stringify(record)) as Json)),
    compact: (next) => write(() => (stored = next.map((record) => JSON.parse(JSON.stringify(record)) as Json))),
    close: () => Promise.resolve(),
  };
  return { journal: { open: () => Promise.resolve(open) }, dead, stored: () => stored, writes: () => writes };
}

/** A store that never compacts, so that a test sees every record; only the checkpoint that ends the run is kept. */
export function uncompacted(inner: Journal): Journal {
  return {
    open: async () => {
      const open = await inner.open();
      return { ...open, compact: (records) => ((records.at(-1) as Written)["next"] === null ? open.append(records.at(-1) as Json) : Promise.resolve()) };
    },
  };
}

/** A run of a probe with its events, whose grammar is checked. */
export interface Ran {
  readonly result: RunResult<ProbeTypes>;
  readonly events: readonly RunEvent<ProbeTypes>[];
  readonly tokens: readonly string[];
}

/** Runs a probe over a journal to its end. */
export async function runOn(policy: Probe, journal: Journal, options: ProbeRunOptions & Pick<Parameters<typeof runLoop<ProbeTypes>>[1], "agents">): Promise<Ran> {
  const events: RunEvent<ProbeTypes>[] = [];
  const run = runLoop(policy, { input: null, ...options, journal, onEvent: (event) => void events.push(event) });
  const result = await run.result;
  return { result, events, tokens: tokensOf(events) };
}

/** Starts a run that dies, and gives what is left of it in the store; `null` = it ended before. */
export async function crash(policy: Probe, records: readonly Json[], death: Death, options: ProbeRunOptions & Pick<Parameters<typeof runLoop<ProbeTypes>>[1], "agents">): Promise<readonly Json[] | null> {
  const { journal, dead, stored } = dyingJournal(records, death);
  const run = runLoop(policy, { input: null, ...options, journal });
  const how = await Promise.race([run.result.then(() => "ended" as const), dead.then(() => "died" as const)]);
  if (how === "ended") return null;
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve)); // What it could still do without an answer.
  const left = [...stored()];
  run.abort();
  return left;
}

/** What must be the same after any crash: everything but the attempts that are disclosed, and the time. */
export function essence(result: RunResult<ProbeTypes>): unknown {
  const { usage: _usage, ...rest } = result as RunResult<ProbeTypes> & { readonly snapshot?: object };
  const plain = JSON.parse(JSON.stringify(rest)) as { snapshot?: { [key: string]: unknown } };
  if (plain.snapshot !== undefined) for (const field of ["elapsedMs", "usage", "budget", "runId"]) delete plain.snapshot[field];
  return plain;
}

/** The grammar of events that may begin after a checkpoint. */
export function problemsOf(events: readonly RunEvent[]): readonly string[] {
  const first = events[0];
  const calls = events.find((event) => event.type === "call.started");
  const before = calls === undefined ? 0 : Number((calls as { callId: string }).callId.slice(1)) - 1;
  return grammarProblems(events, { seq: (first?.seq ?? 1) - 1, calls: first?.type === "run.resumed" ? before : 0 });
}

export { memoryJournal };
