/**
 * A ledger on disk: read, and changed under its lock (LG-LOAD-1, LG-LOAD-6, LG-SEC-10..12).
 *
 * Invariants:
 * 1. Fail closed: what is no ledger is refused and left as it is.
 * 2. A change is read, reduced, looked at once more and written under one hold of the lock; a refusal writes nothing.
 * 3. A change that another hand made meanwhile is never overwritten.
 * 4. A first change that is refused leaves no file and no directory.
 */
import { decodeUtf8 } from "@loopwright/evidence";
import type { LedgerContext } from "../ledger/context.js";
import { refuse } from "../ledger/problem.js";
import type { Ledger } from "../ledger/value/ledger.js";
import { parseLedger, serialiseLedger } from "../ledger/value/parse-ledger.js";
import { writeAtomically } from "./atomic-write.js";
import { sweepLeftovers, takeLock } from "./file-lock.js";
import { nodeFs, nodePath, readBounded } from "./node-files.js";
import { confinedFile, type LedgerPlace } from "./place.js";

/** What a change comes to. */
export interface Change<R> {
  readonly ledger: Ledger;
  /** Runs after the ledger is on disk, still under the lock. */
  readonly finish: () => R;
}

/** What reading needs. */
export type ReadingContext = Pick<LedgerContext, "limits" | "improvements">;

/**
 * The ledger; `null` where there is none. Takes no lock: a write is one rename.
 * @throws LedgerProblem `malformed-ledger`, `limit-exceeded`, `io-failed`.
 */
export function readLedger(place: LedgerPlace, context: ReadingContext): Ledger | null {
  const bytes = ledgerBytes(place, context);
  return bytes === null ? null : parse(bytes, place, context);
}

/**
 * Changes the ledger, or refuses and leaves it as it is.
 * @throws LedgerProblem `ledger-locked`, `changed-underneath`, and what reading and `reduce` throw.
 */
export async function changeLedger<R>(
  place: LedgerPlace,
  context: ReadingContext,
  options: { readonly lockWaitMs: number },
  reduce: (ledger: Ledger | null) => Change<R>,
): Promise<R> {
  if (!nodeFs().existsSync(place.directory)) {
    reduce(null);
    nodeFs().mkdirSync(place.directory, { recursive: true });
  }
  const base = nodePath().basename(place.ledger);
  const lockPath = `${place.ledger}.lock`;
  confinedFile(nodePath().dirname(place.ledger), `${base}.lock`);
  const lock = await takeLock(lockPath, { waitMs: options.lockWaitMs });
  try {
    sweepLeftovers(nodePath().dirname(place.ledger), base);
    const bytes = ledgerBytes(place, context);
    const before = bytes === null ? null : parse(bytes, place, context);
    const { ledger, finish } = reduce(before);
    if (ledger !== before) write(place, context, ledger, bytes);
    return finish();
  } finally {
    lock.release();
  }
}

function write(place: LedgerPlace, context: ReadingContext, ledger: Ledger, seen: Uint8Array | null): void {
  const text = serialiseLedger(ledger);
  const { ledgerBytes: limit } = context.limits;
  if (text.length > limit || Buffer.byteLength(text) > limit) {
    refuse("limit-exceeded", place.ledger, `the ledger would have more than ${limit} bytes`, "Start a new cycle.");
  }
  writeAtomically(place.ledger, text, () => {
    const now = ledgerBytes(place, context);
    const isSame = now === null || seen === null ? now === seen : Buffer.compare(now, seen) === 0;
    if (!isSame) refuse("changed-underneath", place.ledger, `${place.ledger} changed while it was worked on`, "Nothing was written. Run the command again.");
  });
}

function ledgerBytes(place: LedgerPlace, { limits }: ReadingContext): Uint8Array | null {
  return readBounded(place.ledger, { name: place.ledger, maxBytes: limits.ledgerBytes });
}

function parse(bytes: Uint8Array, place: LedgerPlace, { limits, improvements }: ReadingContext): Ledger {
  return parseLedger(bytes, { file: place.ledger, limits, improvements });
}

/** Text of a side file, for reading only; "" where there is none. */
export function textOf(path: string, maxBytes: number): string {
  const bytes = readBounded(path, { name: path, maxBytes });
  return bytes === null ? "" : (decodeUtf8(bytes) ?? refuse("io-failed", path, `${path} is not UTF-8`, "Restore it."));
}
