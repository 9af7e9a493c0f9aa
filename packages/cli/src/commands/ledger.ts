/**
 * The ledger's commands: flags to the store's operations, and their reports to data.
 *
 * Invariant: nothing is decided here. What an operation refuses is told and exits with 1 (LG-CLI-1).
 */
import { LoopwrightError } from "@loopwright/core";
import { ledgerStore, type LedgerStore, type Stored } from "@loopwright/policies/ledger-store";
import type { CliContext } from "../cli-context.js";
import type { CommandWorld } from "../command-world.js";
import type {
  AttachWitnessFlags, BatchFlags, CloseRoundFlags, DispositionFlags, IntakeFlags, LedgerFlags, OpenInstanceFlags, VerifyFlags,
} from "../ledger-flags.js";
import { perform, UsageError, type Outcome } from "../outcome.js";
import { readJson } from "../read-input.js";

/**
 * The store that a command line names.
 * @throws LoopwrightError `root-missing`: a mistyped root would otherwise be one that holds no file, and seems to work.
 */
export function storeOf(ledger: string, { root, config, autonomous }: LedgerFlags, { today }: CommandWorld): LedgerStore {
  if (root !== undefined && process.getBuiltinModule("node:fs").statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new LoopwrightError("root-missing", `there is no directory ${root}`, { path: "--root", hint: "Give the directory that the paths of anchors count from." });
  }
  return ledgerStore(ledger, { root, config, autonomy: autonomous, today });
}

/** A report with what was ignored on the way, which stands on standard error too (LG-CFG-3). */
export function outcomeOf<R>({ report, configWarnings, warnings }: Stored<R>, data: (report: R) => object): Outcome {
  const notes = [...configWarnings.map((one) => `configuration: ${one}`), ...warnings];
  const extra = { ...(configWarnings.length === 0 ? {} : { config_warnings: configWarnings }) };
  const shown = data(report) as { readonly warnings?: readonly string[] };
  const all = [...(shown.warnings ?? []), ...warnings];
  return { data: { ...shown, ...(all.length === 0 ? {} : { warnings: all }), ...extra }, notes: [...notes, ...(shown.warnings ?? [])] };
}

/** `loopwright ledger open-instance`. */
export async function openInstance(this: CliContext, flags: OpenInstanceFlags, ledger: string, second?: string): Promise<void> {
  const { checkpoint, "force-reason": reason } = flags;
  const run = async (): Promise<Outcome> => {
    if ((checkpoint === undefined) === (second === undefined)) throw new UsageError("one checkpoint is needed", "Give it as the second argument, or with --checkpoint.");
    const name = checkpoint ?? second ?? "";
    const opened = await storeOf(ledger, flags, this.world).openInstance({ checkpoint: name, ...(reason === undefined ? {} : { force: { reason } }) });
    return outcomeOf(opened, () => ({ instance: name }));
  };
  this.end(await perform(run, flags, this.world));
}

/** `loopwright ledger intake`. */
export async function intake(this: CliContext, flags: IntakeFlags, ledger: string): Promise<void> {
  const run = async (): Promise<Outcome> => {
    const { "findings-file": file, "findings-json": text, artifact, iteration } = flags;
    const findings = await readJson({ fileFlag: "--findings-file", file, textFlag: "--findings-json", text }, this.world);
    return outcomeOf(await storeOf(ledger, flags, this.world).intake({ findings, artifact, round: iteration ?? null }), (report) => report);
  };
  this.end(await perform(run, flags, this.world));
}

/** `loopwright ledger verify`. */
export async function verify(this: CliContext, flags: VerifyFlags, ledger: string): Promise<void> {
  const run = async (): Promise<Outcome> => {
    const { "results-file": file, "results-json": text, "cannot-reproduce": id, evidence, iteration } = flags;
    const store = storeOf(ledger, flags, this.world);
    const round = iteration ?? null;
    if (id !== undefined) {
      if (file !== undefined || text !== undefined) throw new LoopwrightError("input-twice", "both results and --cannot-reproduce were given", { path: "--cannot-reproduce", hint: "Give one of them." });
      return outcomeOf(await store.cannotReproduce({ id, evidence, round }), () => ({ touched: [id] }));
    }
    if (evidence !== undefined) throw new UsageError("--evidence belongs to --cannot-reproduce", "Put the evidence of a result into the result.");
    const results = await readJson({ fileFlag: "--results-file", file, textFlag: "--results-json", text }, this.world);
    return outcomeOf(await store.verify({ results, round }), (touched) => ({ touched }));
  };
  this.end(await perform(run, flags, this.world));
}

/** `loopwright ledger attach-witness`. */
export async function attachWitness(this: CliContext, flags: AttachWitnessFlags, ledger: string, id: string): Promise<void> {
  const { ref, kind, status } = flags;
  const input = { id, ref, ...(kind === undefined ? {} : { kind }), ...(status === undefined ? {} : { status }) };
  const run = async (): Promise<Outcome> => outcomeOf(await storeOf(ledger, flags, this.world).attachWitness(input), () => ({ touched: [id] }));
  this.end(await perform(run, flags, this.world));
}

/** `loopwright ledger disposition`. */
export async function disposition(this: CliContext, flags: DispositionFlags, ledger: string, id: string): Promise<void> {
  const run = async (): Promise<Outcome> => outcomeOf(await storeOf(ledger, flags, this.world).disposition({ id, ...decisionOf(flags) }), () => ({ touched: [id] }));
  this.end(await perform(run, flags, this.world));
}

/** `loopwright ledger disposition-batch`. */
export async function dispositionBatch(this: CliContext, flags: BatchFlags, ...[ledger = "", ...ids]: readonly string[]): Promise<void> {
  const { severity, overwrite } = flags;
  const input = { ids, ...decisionOf(flags), ...(severity === undefined ? {} : { severity }), ...(overwrite === undefined ? {} : { overwrite }) };
  const run = async (): Promise<Outcome> => outcomeOf(await storeOf(ledger, flags, this.world).dispositionBatch(input), (touched) => ({ touched }));
  this.end(await perform(run, flags, this.world));
}

function decisionOf({ action, ticket, reason, by }: DispositionFlags) {
  return { action, ticket, reason, ...(by === undefined ? {} : { by }) };
}

/** `loopwright ledger close-round`. */
export async function closeRound(this: CliContext, flags: CloseRoundFlags, ledger: string): Promise<void> {
  const { iteration, "suite-evidence": suiteEvidence, "gates-evidence": gatesEvidence, claimed = [] } = flags;
  const input = { round: iteration ?? null, suiteEvidence: suiteEvidence ?? null, gatesEvidence: gatesEvidence ?? null, claimed };
  const run = async (): Promise<Outcome> => {
    const closed = await storeOf(ledger, flags, this.world).closeRound(input);
    return outcomeOf(closed, ({ decision, unverified }) => ({ ...decision, ...(unverified.length === 0 ? {} : { unverified }) }));
  };
  this.end(await perform(run, flags, this.world));
}

/** `loopwright ledger report` (LG-RPT-1, LG-RPT-2). */
export async function report(this: CliContext, flags: LedgerFlags, ledger: string): Promise<void> {
  const run = (): Outcome => {
    const store = storeOf(ledger, flags, this.world);
    // One look at the file each: a report holds no lock.
    const [text, { warnings }] = [store.reportText(), store.config()];
    const notes = warnings.map((one) => `configuration: ${one}`);
    return { data: { ...store.reportData(), ...(warnings.length === 0 ? {} : { config_warnings: warnings }) }, text, notes };
  };
  this.end(await perform(run, flags, this.world));
}

/** `loopwright ledger resync` (LG-CLOSE-6). */
export async function resync(this: CliContext, flags: LedgerFlags, ledger: string): Promise<void> {
  const run = async (): Promise<Outcome> => outcomeOf(await storeOf(ledger, flags, this.world).resync(), (appended) => ({ appended }));
  this.end(await perform(run, flags, this.world));
}
