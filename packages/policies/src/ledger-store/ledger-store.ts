/**
 * A ledger on disk with its operations: configuration, documents and anchors are read, the pure operation reduces, the
 * file changes in one step (LG-LOAD, LG-CFG-6, LG-SEC-10..14, LG-SEC-36).
 *
 * Invariants:
 * 1. Every operation that changes anything is one hold of the lock: read, reduce, look again, write (LG-LOAD-6).
 * 2. A refusal writes nothing, but for purchases that a refused close used up (LG-DIS-7).
 * 3. The verdict stands once the ledger is on disk; a side file that fails is a warning (LG-CLOSE-6).
 * 4. Intake and opening an instance make a ledger where there is none; everything else needs one (LG-LOAD-1).
 */
import { oneLine } from "@loopwright/evidence";
import type { ConfigReading } from "../ledger/config/config-file.js";
import { ledgerNames, type LedgerLimits, type LedgerNames } from "../ledger/config/names.js";
import { ledgerContext, type LedgerContext } from "../ledger/context.js";
import type { LedgerDecision, LedgerVerdict } from "../ledger/decision/decide.js";
import { recordUserChoice } from "../ledger/dispatch/questions.js";
import { applyIntake, type IntakeInput } from "../ledger/intake/intake.js";
import type { IntakeReport } from "../ledger/intake/intake-report.js";
import { applyAttachWitness, type AttachWitnessInput } from "../ledger/operations/attach-witness.js";
import { applyCloseRound, type CloseRoundInput } from "../ledger/operations/close-round.js";
import { applyDisposition, applyDispositionBatch, type BatchInput, type DispositionInput } from "../ledger/operations/disposition.js";
import { applyOpenInstance, type OpenInstanceInput } from "../ledger/operations/open-instance.js";
import { applyCannotReproduce, applyVerify, type CannotReproduceInput, type VerifyInput } from "../ledger/operations/verify.js";
import { LedgerProblem } from "../ledger/problem.js";
import { applyCheckDiff, needFindingUnderRepair, skippedCheck } from "../ledger/scope/check-diff.js";
import type { FixCommit } from "../ledger/scope/commit.js";
import type { ScopeResult } from "../ledger/scope/scope-result.js";
import { reportData, reportText, type LedgerReport } from "../ledger/texts/report.js";
import { missingLines } from "../ledger/texts/resync.js";
import type { Ledger } from "../ledger/value/ledger.js";
import { needLedger } from "../ledger/value/parse-ledger.js";
import { treeAnchors } from "./confined-texts.js";
import { documentCitations } from "./documents.js";
import { changeLedger, readLedger, textOf, type Change } from "./ledger-file.js";
import { ledgerPlace, confinedFile, namesOf, type LedgerPlace } from "./place.js";
import { readProjectConfig } from "./project-config.js";
import { appendSideLines } from "./side-files.js";

/** Options of {@link ledgerStore}; everything has a default. */
export interface LedgerStoreOptions {
  /** Root of the repository. Default: the nearest directory above the ledger that has the state directory (LG-LOAD-5). */
  readonly root?: string | undefined;
  /** Path of the configuration file. Default `config.yaml` in the state directory (LG-CFG-6). */
  readonly config?: string | undefined;
  readonly names?: Partial<LedgerNames> | undefined;
  readonly limits?: Partial<LedgerLimits> | undefined;
  /** Whether the loop runs without people; then blocking entries need one (LG-DIS-6). Default false. */
  readonly autonomy?: boolean | undefined;
  /** Longest wait for another writer, in milliseconds. Default 10,000 (LG-SEC-11). */
  readonly lockWaitMs?: number | undefined;
  /** Today in UTC, `YYYY-MM-DD` (LG-EXIT-2). Default: the system's clock. */
  readonly today?: (() => string) | undefined;
}

/** What an operation came to, and what was ignored on the way. */
export interface Stored<R> {
  readonly report: R;
  /** What the configuration file could not mean (LG-CFG-3). */
  readonly configWarnings: readonly string[];
  /** What else a caller should know, such as a document that was skipped or a side file that failed. */
  readonly warnings: readonly string[];
}

/** A closed round (LG-CLOSE, LG-PH-3). */
export interface StoredRound {
  readonly decision: LedgerDecision;
  readonly verdict: LedgerVerdict;
  readonly unverified: readonly string[];
}

/** A check of a fix commit; `problem` where its findings could not be recorded (LG-CD-19). */
export interface StoredCheck {
  readonly result: ScopeResult;
  readonly problem: LedgerProblem | null;
}

/** What a check of a fix commit takes. */
export interface StoreCheckInput {
  readonly finding: string;
  readonly round?: number | null;
  /** Reads the commit; asked only once the finding is known to be under repair (LG-CD-2). */
  readonly commit: (ledger: Ledger) => FixCommit | Promise<FixCommit>;
}

/** A ledger on disk. Every operation rejects with a LedgerProblem. */
export interface LedgerStore {
  readonly place: LedgerPlace;
  /** The ledger as it is; needs one. */
  readonly read: () => Ledger;
  /** The configuration that holds now, and the names that its file chooses (LG-CFG-1). */
  readonly config: () => ConfigReading;
  readonly openInstance: (input: OpenInstanceInput) => Promise<Stored<null>>;
  readonly intake: (input: IntakeInput) => Promise<Stored<IntakeReport>>;
  readonly verify: (input: VerifyInput) => Promise<Stored<readonly string[]>>;
  readonly cannotReproduce: (input: CannotReproduceInput) => Promise<Stored<null>>;
  readonly attachWitness: (input: AttachWitnessInput) => Promise<Stored<null>>;
  readonly disposition: (input: DispositionInput & { readonly id: string }) => Promise<Stored<null>>;
  readonly dispositionBatch: (input: BatchInput) => Promise<Stored<readonly string[]>>;
  /** Puts a person's answer onto the round that escalated (LG-DEC-9). */
  readonly userChoice: (choice: string) => Promise<Stored<null>>;
  /** Rejects with `dispositions-required` where a stop needs decisions (LG-CLOSE-4). */
  readonly closeRound: (input?: Omit<CloseRoundInput, "today">) => Promise<Stored<StoredRound>>;
  readonly checkDiff: (input: StoreCheckInput) => Promise<Stored<StoredCheck>>;
  /** Appends what the side files lack; the report names the files (LG-CLOSE-6). */
  readonly resync: () => Promise<Stored<readonly string[]>>;
  readonly reportText: () => string;
  readonly reportData: () => LedgerReport;
}

const LOCK_WAIT_MS = 10_000;
const MAX_SIDE_FILE_BYTES = 16_777_216;

/**
 * Opens the store of a ledger. Nothing is read or written yet.
 * @throws LedgerProblem `path-unsafe`, `root-unknown`, `config-invalid`.
 */
export function ledgerStore(ledgerPath: string, options: LedgerStoreOptions = {}): LedgerStore {
  const given = ledgerNames(options.names);
  const place = ledgerPlace(ledgerPath, { root: options.root, stateDirectory: given.stateDirectory });
  return new DiskLedger(place, namesOf(place, given), options);
}

/** A context and what was ignored while it was put together, which grows while it is used. */
interface Working {
  readonly context: LedgerContext;
  readonly configWarnings: readonly string[];
  readonly warnings: string[];
}

type Reduction<R> = (ledger: Ledger | null, context: LedgerContext) => { readonly ledger: Ledger; readonly report: R; readonly warnings?: readonly string[] };

class DiskLedger implements LedgerStore {
  readonly place: LedgerPlace;
  readonly #names: LedgerNames;
  readonly #options: LedgerStoreOptions;

  constructor(place: LedgerPlace, names: LedgerNames, options: LedgerStoreOptions) {
    this.place = place;
    this.#names = names;
    this.#options = options;
  }

  readonly read = (): Ledger => needLedger(readLedger(this.place, this.#working().context));

  readonly config = (): ConfigReading => {
    const { root } = this.place;
    const { config, autonomy = false } = this.#options;
    return readProjectConfig({ root, stateDirectory: this.#names.stateDirectory, config }, { autonomy });
  };

  readonly openInstance = (input: OpenInstanceInput): Promise<Stored<null>> =>
    this.#apply((ledger, context) => applyOpenInstance(ledger, { slug: this.place.slug, ...input }, context));

  readonly intake = (input: IntakeInput): Promise<Stored<IntakeReport>> =>
    this.#apply((ledger, context) => applyIntake(ledger, { slug: this.place.slug, ...input }, context));

  readonly verify = (input: VerifyInput): Promise<Stored<readonly string[]>> => this.#apply((ledger, context) => applyVerify(needLedger(ledger), input, context));

  readonly cannotReproduce = (input: CannotReproduceInput): Promise<Stored<null>> =>
    this.#apply((ledger, context) => applyCannotReproduce(needLedger(ledger), input, context));

  readonly attachWitness = (input: AttachWitnessInput): Promise<Stored<null>> =>
    this.#apply((ledger, context) => applyAttachWitness(needLedger(ledger), input, context));

  readonly disposition = (input: DispositionInput & { readonly id: string }): Promise<Stored<null>> =>
    this.#apply((ledger, context) => applyDisposition(needLedger(ledger), { at: this.#today(), ...input }, context));

  readonly dispositionBatch = (input: BatchInput): Promise<Stored<readonly string[]>> =>
    this.#apply((ledger, context) => applyDispositionBatch(needLedger(ledger), { at: this.#today(), ...input }, context));

  readonly userChoice = (choice: string): Promise<Stored<null>> => this.#apply((ledger) => ({ ledger: recordUserChoice(needLedger(ledger), choice), report: null }));

  readonly closeRound = (input: Omit<CloseRoundInput, "today"> = {}): Promise<Stored<StoredRound>> => {
    const working = this.#working();
    return this.#change(working, (found) => closing(needLedger(found), { ...input, today: this.#today() }, working, this.place));
  };

  readonly checkDiff = async (input: StoreCheckInput): Promise<Stored<StoredCheck>> => {
    const working = this.#working();
    const { context } = working;
    const skipped = skippedCheck(context);
    if (skipped !== null) return stored({ result: skipped, problem: null }, working);
    const seen = needLedger(readLedger(this.place, context));
    needFindingUnderRepair(seen, input.finding, context);
    const check = { finding: input.finding, round: input.round ?? null, cycleDirectory: this.place.cycleDirectory, commit: await input.commit(seen) };
    const first = applyCheckDiff(seen, check, context);
    try {
      return await this.#change(working, (ledger) => {
        const { ledger: after, result, problem, warnings } = applyCheckDiff(needLedger(ledger), check, context);
        working.warnings.push(...warnings);
        return { ledger: after, finish: () => ({ result, problem }) };
      });
    } catch (thrown) {
      // The result is shown even when it cannot be recorded (LG-CD-19).
      if (!(thrown instanceof LedgerProblem)) throw thrown;
      return stored({ result: first.result, problem: thrown }, working);
    }
  };

  readonly resync = (): Promise<Stored<readonly string[]>> => {
    const working = this.#working();
    return this.#change(working, (found) => {
      const ledger = withSlug(needLedger(found), this.place);
      const { exitLog, deferralFile } = this.#names;
      const textIn = (name: string): string => textOf(confinedFile(this.place.directory, name), MAX_SIDE_FILE_BYTES);
      const lines = missingLines(ledger, { exitLog: textIn(exitLog), deferralFile: textIn(deferralFile) }, this.#today(), working.context);
      const finish = (): readonly string[] => {
        working.warnings.push(...appendSideLines(this.place, this.#names, lines));
        return [...(lines.ticket === null ? [] : [deferralFile]), ...(lines.exitLine === null ? [] : [exitLog])];
      };
      return { ledger: needLedger(found), finish };
    });
  };

  readonly reportText = (): string => reportText(this.read(), { slug: this.place.slug });

  readonly reportData = (): LedgerReport => reportData(this.read(), { slug: this.place.slug });

  #today(): string {
    return this.#options.today?.() ?? new Date().toISOString().slice(0, 10);
  }

  #working(): Working {
    const { config, warnings: configWarnings, names = {} } = this.config();
    const warnings: string[] = [];
    const { trailerPrefix, witnessDirectory } = this.#options.names ?? {};
    const context = ledgerContext({
      config,
      // What was given in code counts before what the file chooses.
      names: { ...this.#names, ...names, ...(trailerPrefix === undefined ? {} : { trailerPrefix }), ...(witnessDirectory === undefined ? {} : { witnessDirectory }) },
      limits: this.#options.limits ?? {},
      anchors: treeAnchors(this.place.root),
      citations: documentCitations(this.place, this.#names, warnings),
    });
    return { context, configWarnings, warnings };
  }

  #apply<R>(reduce: Reduction<R>): Promise<Stored<R>> {
    const working = this.#working();
    return this.#change(working, (found) => {
      const { ledger, report, warnings = [] } = reduce(found, working.context);
      working.warnings.push(...warnings);
      return { ledger, finish: () => report };
    });
  }

  async #change<R>(working: Working, reduce: (ledger: Ledger | null) => Change<R>): Promise<Stored<R>> {
    const { lockWaitMs = LOCK_WAIT_MS } = this.#options;
    return stored(await changeLedger(this.place, working.context, { lockWaitMs }, reduce), working);
  }
}

/** Closes a round; the side files follow once the ledger is on disk. */
function closing(found: Ledger, input: CloseRoundInput, working: Working, place: LedgerPlace): Change<StoredRound> {
  const named = withSlug(found, place);
  const closed = applyCloseRound(named, input, working.context);
  // A ledger that does not name itself is not made to, and one that stays as it was is not written.
  const ledger = closed.ledger === named ? found : sameSlug(closed.ledger, found);
  if (!closed.ok) {
    const { problem } = closed;
    return {
      ledger,
      finish: () => {
        throw problem;
      },
    };
  }
  const { decision, verdict, unverified, warnings } = closed;
  const finish = (): StoredRound => {
    working.warnings.push(...warnings, ...appendSideLines(place, working.context.names, closed));
    return { decision, verdict, unverified };
  };
  return { ledger, finish };
}

function withSlug(ledger: Ledger, place: LedgerPlace): Ledger {
  return ledger.slug === undefined ? { ...ledger, slug: place.slug } : ledger;
}

function sameSlug(ledger: Ledger, found: Ledger): Ledger {
  if (found.slug !== undefined) return ledger;
  const { slug: _, ...rest } = ledger;
  return rest;
}

function stored<R>(report: R, { configWarnings, warnings }: Working): Stored<R> {
  return { report, configWarnings: configWarnings.map((one) => oneLine(one)), warnings: warnings.map((one) => oneLine(one)) };
}
