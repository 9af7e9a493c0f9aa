/**
 * What a ledger loop needs of the world, as interfaces: the ledger on disk, git, the files, commands, packets.
 *
 * Invariants:
 * 1. Everything that a port gives is plain data, but for commits, whose texts are read when they are asked for.
 * 2. A port that cannot do what it is asked rejects with a LoopwrightError; the loop then stops for a person.
 * 3. `ledgerStore`, `openRepository` and its `workspace` are such ports as they stand.
 */
import type { Commit } from "@loopwright/evidence/git";
import type { Snapshot } from "@loopwright/evidence/workspace";
import type { LedgerConfig } from "../ledger/config/config.js";
import type { LedgerDecision, LedgerVerdict } from "../ledger/decision/decide.js";
import type { ReviewOccasion } from "../ledger/intake/perspectives.js";
import type { IntakeReport } from "../ledger/intake/intake-report.js";
import type { IntakeInput } from "../ledger/intake/intake.js";
import type { AttachWitnessInput } from "../ledger/operations/attach-witness.js";
import type { CloseRoundInput } from "../ledger/operations/close-round.js";
import type { BatchInput } from "../ledger/operations/disposition.js";
import type { OpenInstanceInput } from "../ledger/operations/open-instance.js";
import type { CannotReproduceInput, VerifyInput } from "../ledger/operations/verify.js";
import type { LedgerProblem } from "../ledger/problem.js";
import type { FixCommit } from "../ledger/scope/commit.js";
import type { ScopeResult } from "../ledger/scope/scope-result.js";
import type { Ledger } from "../ledger/value/ledger.js";

/** What an operation on the ledger came to. */
export interface LoopStored<R> {
  readonly report: R;
  readonly configWarnings: readonly string[];
  readonly warnings: readonly string[];
}

/** The ledger where it is kept. Each operation is one change, whole or not at all; each rejects with a LedgerProblem. */
export interface LoopLedger {
  /** Where the ledger is; `cycleDirectory` is relative to the root, such as `.review/work/auth`. */
  readonly place: { readonly cycleDirectory: string };
  read(): Ledger;
  /** Read afresh by each phase (LG-CFG-6). */
  config(): { readonly config: LedgerConfig; readonly warnings: readonly string[] };
  openInstance(input: OpenInstanceInput): Promise<LoopStored<null>>;
  intake(input: IntakeInput): Promise<LoopStored<IntakeReport>>;
  verify(input: VerifyInput): Promise<LoopStored<readonly string[]>>;
  cannotReproduce(input: CannotReproduceInput): Promise<LoopStored<null>>;
  attachWitness(input: AttachWitnessInput): Promise<LoopStored<null>>;
  dispositionBatch(input: BatchInput): Promise<LoopStored<readonly string[]>>;
  /** Puts a person's answer onto the round that escalated (LG-DEC-9). */
  userChoice(choice: string): Promise<LoopStored<null>>;
  /** Rejects with `dispositions-required` where a stop needs decisions (LG-CLOSE-4). */
  closeRound(input: Omit<CloseRoundInput, "today">): Promise<LoopStored<{ readonly decision: LedgerDecision; readonly verdict: LedgerVerdict; readonly unverified: readonly string[] }>>;
  checkDiff(input: {
    readonly finding: string;
    readonly round?: number | null;
    readonly commit: () => FixCommit | Promise<FixCommit>;
  }): Promise<LoopStored<{ readonly result: ScopeResult; readonly problem: LedgerProblem | null }>>;
}

/** Options of everything that waits. */
export interface Waiting {
  readonly signal: AbortSignal;
}

/** The repository that fixes are committed to. */
export interface LoopRepository {
  resolveCommit(revision: string, options: Waiting): Promise<string>;
  /** Commits after `from` up to `to`, oldest first. */
  listCommits(range: { readonly from: string; readonly to: string }, options: Waiting): Promise<readonly string[]>;
  readCommit(revision: string, options: Waiting): Promise<Commit>;
}

/** The files that reviewers read and fixers change. */
export interface LoopWorkspace {
  snapshot(options: Waiting): Promise<Snapshot>;
  /** Bytes of a file; `null` where there is none. */
  read(path: string): Uint8Array | null;
}

/** What a bounded, time-limited check came to (LG-FIX-6). A type alias, so that it is `Json`. */
export type CheckOutcome = {
  /** `not-run`: it could not be started, or there was nothing to run. A time limit that ran out is `failed`. */
  readonly status: "passed" | "failed" | "not-run";
  /** One line for the ledger, such as `412 passed, 0 failed in 31s`, or `doc-only round: spec.md`. */
  readonly evidence: string;
  /** Raw output for the packet, its tail where it is long. */
  readonly output: string;
};

/** Checks that the controller runs itself; nobody's word takes their place. */
export interface LoopChecks {
  /** One witness test, by its reference. */
  witness(ref: string, options: Waiting): Promise<CheckOutcome>;
  /** Tests of the files that a fix touched (LG-FIX-5). */
  targeted?(paths: readonly string[], options: Waiting): Promise<CheckOutcome>;
  /** The whole suite; document checks where the round is about documents. */
  suite(options: Waiting): Promise<CheckOutcome>;
  /** The deterministic gates. */
  gates(options: Waiting): Promise<CheckOutcome>;
}

/** What a packet is to be about. */
export interface PacketRequest {
  readonly round: number;
  readonly checkpoint: string;
  readonly occasion: ReviewOccasion;
  /** The commit that was reviewed last; `null` in the first round. */
  readonly from: string | null;
  readonly to: string;
}

/** The parts of a packet that the workflow knows; the loop adds ledger, gates and test run (LG-PKT-1, LG-PKT-2). */
export type PacketParts = {
  readonly excerpts: string;
  readonly blastRadius: string | null;
  /** Paths of the change that the packet does not show; then no round passes (F10). */
  readonly omitted?: readonly string[];
} & (
  | { readonly kind: "code"; readonly changes: string; readonly mutants?: string | null }
  | { readonly kind: "document"; readonly artifact: string; readonly delta?: string | null }
);

/** Assembles the parts of a packet. */
export type PacketSource = (request: PacketRequest, options: Waiting) => Promise<PacketParts> | PacketParts;

/** All ports of a loop. */
export interface LedgerLoopPorts {
  readonly ledger: LoopLedger;
  readonly repository: LoopRepository;
  readonly workspace: LoopWorkspace;
  readonly checks: LoopChecks;
  readonly packets: PacketSource;
}
