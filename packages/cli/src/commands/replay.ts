/** `replay`: the decisions of a recorded run, computed again (G11, G21). */
import { LoopwrightError, verifyJournal, type DecisionFault, type JournalVerification } from "@loopwright/core";
import { jsonlJournal } from "@loopwright/core/jsonl-journal";
import type { CliContext } from "../cli-context.js";
import { EXIT_CODES, perform, type Outcome } from "../outcome.js";
import { loadForReplay } from "../policies.js";
import type { ReplayFlags } from "../policy-flags.js";

/** `loopwright replay`. Calls nobody and changes nothing. */
export async function replay(this: CliContext, flags: ReplayFlags, file: string): Promise<void> {
  const run = async (): Promise<Outcome> => {
    const policy = await loadForReplay(flags.policy, this.world);
    // Opening would make a file where there is none.
    if (!process.getBuiltinModule("node:fs").existsSync(file)) throw new LoopwrightError("input-unreadable", `there is no journal ${file}`, { path: file, hint: "Check the path." });
    const verified = await verifyJournal(policy, jsonlJournal(file));
    return { data: verified, text: linesOf(verified), exitCode: verified.faults.length === 0 ? EXIT_CODES.done : EXIT_CODES.problem };
  };
  this.end(await perform(run, flags, this.world));
}

function linesOf({ runId, policy, policyVersion, decisions, faults, isEnded }: JournalVerification): string {
  return [
    `run ${runId} of ${policy}@${policyVersion}, ${isEnded ? "ended" : "in the middle"}`,
    ...decisions.map(({ round, phase, token, then }, index) => `${index + 1}. round ${round}, after ${phase}: ${token}${then === null ? "" : ` → ${then}`}${faultAt(faults, index)}`),
    faults.length === 0 ? "every decision holds" : `${faults.length} of ${decisions.length} decisions differ`,
  ].join("\n");
}

function faultAt(faults: readonly DecisionFault[], at: number): string {
  const fault = faults.find(({ index }) => index === at);
  return fault === undefined ? "" : ` (DIFFERS: ${fault.message})`;
}
