/** One case of the journal contract, and what cases are made of. */
import { isPlainObject, LoopwrightError, messageOf } from "@loopwright/core";
import type { Journal, Json, OpenJournal } from "@loopwright/core";
import { check, pause, same, shown } from "../agent-contract/contract-case.js";
import type { ContractCase } from "../agent-contract/contract-case.js";
import { watchRejections } from "../agent-contract/rejections.js";

/** A journal at a new place. */
export interface JournalUnderTest {
  readonly journal: Journal;
  /** Another journal of the same place, as another part of a program would make it; the same object, where there is no other. */
  readonly again: () => Journal;
  /** Removes the place. */
  readonly dispose?: () => void | Promise<void>;
}

/** Makes a journal at a new, empty place. */
export type CreateJournal = () => JournalUnderTest | Promise<JournalUnderTest>;

/** A case before it is bound to a store. */
export interface JournalCaseSpec {
  readonly name: string;
  readonly body: (place: Place) => Promise<void>;
}

/** What the body of a case works with. */
export class Place {
  readonly #made: JournalUnderTest;
  readonly #opened: OpenJournal[] = [];

  constructor(made: JournalUnderTest) {
    this.#made = made;
  }

  get journal(): Journal {
    return this.#made.journal;
  }

  again(): Journal {
    return this.#made.again();
  }

  /** Opens the journal; what a case leaves open is closed after it. */
  async open(journal: Journal = this.#made.journal): Promise<OpenJournal> {
    const opening: unknown = journal.open();
    check(opening instanceof Promise, "open() gave no promise");
    const opened = (await opening) as OpenJournal; // As `Journal` declares.
    this.#opened.push(opened);
    return opened;
  }

  /** What somebody finds who opens the journal now. */
  async recorded(): Promise<readonly Json[]> {
    const opened = await this.open(this.again());
    await opened.close();
    return opened.records;
  }

  async holds(expected: readonly Json[], what = "the recorded journal"): Promise<void> {
    same(await this.recorded(), expected, what);
  }

  async closeAll(): Promise<void> {
    for (const opened of this.#opened) await opened.close();
  }
}

/** The error with this code that a call must reject with. A throw is a violation: these calls give promises. */
export async function refused(call: () => Promise<unknown>, code: string, what: string): Promise<LoopwrightError> {
  let calling: Promise<unknown>;
  try {
    calling = call();
  } catch (thrown) {
    check(false, `${what} threw instead of rejecting: ${messageOf(thrown)}`);
  }
  const outcome = await calling.then(
    () => null,
    (thrown: unknown) => ({ thrown }),
  );
  check(outcome !== null, `${what} was accepted`);
  const { thrown } = outcome;
  check(thrown instanceof LoopwrightError, `${what} rejected with ${shown(thrown)}, which is no LoopwrightError`);
  same(thrown.code, code, `the code of ${what}`);
  check(thrown.message.trim() !== "" && thrown.hint !== null, `the error of ${what} has no message or no hint`);
  return thrown;
}

/** Records as a runner might make them. */
export function records(count: number, from = 0): readonly Json[] {
  return Array.from({ length: count }, (_, index) => ({ type: "effect", key: `r1/review/${from + index}`, value: { n: from + index } }));
}

export function isDeepFrozen(value: Json): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value as { readonly [key: string]: Json }).every(isDeepFrozen);
}

export function isPlain(value: Json): boolean {
  return Array.isArray(value) || isPlainObject(value);
}

/** Binds a case to a store. */
export function bindJournalCase({ name, body }: JournalCaseSpec, create: CreateJournal): ContractCase {
  return {
    name,
    async run() {
      const watch = watchRejections();
      try {
        const made = await create();
        const place = new Place(made);
        try {
          await body(place);
        } finally {
          await place.closeAll();
          await made.dispose?.();
        }
        await pause(1);
        const [first] = watch.found;
        check(first === undefined, `a rejection was left unhandled: ${messageOf(first?.reason)}`);
      } finally {
        watch.stop();
      }
    },
  };
}
