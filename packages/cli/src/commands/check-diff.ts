/** `ledger check-diff`: one fix commit of a real repository (LG-CD, LG-CLI-2). */
import { fixCommit } from "@loopwright/policies/ledger";
import type { CliContext } from "../cli-context.js";
import type { CheckDiffFlags } from "../ledger-flags.js";
import { EXIT_CODES, perform, type Outcome } from "../outcome.js";
import { ledgerRepository } from "../workspace-at.js";
import { outcomeOf, storeOf } from "./ledger.js";

/** `loopwright ledger check-diff`. The result is printed even when its findings could not be recorded (LG-CD-19). */
export async function checkDiff(this: CliContext, flags: CheckDiffFlags, ledger: string): Promise<void> {
  const { finding, commit: revision, iteration } = flags;
  const { signal } = this.world;
  const options = signal === undefined ? {} : { signal };
  const run = async (): Promise<Outcome> => {
    const store = storeOf(ledger, flags, this.world);
    const commit = async () => fixCommit(await (await ledgerRepository(store.place.root)).readCommit(revision, options));
    const checked = await store.checkDiff({ finding, round: iteration ?? null, commit });
    const { result, problem } = checked.report;
    const isFine = result.in_scope && result.license_ok && problem === null;
    return { ...outcomeOf(checked, () => result), exitCode: isFine ? EXIT_CODES.done : EXIT_CODES.problem, ...(problem === null ? {} : { problem }) };
  };
  this.end(await perform(run, flags, this.world));
}
