/** `explain`: why a table decides as it does (G21). */
import { isPlainObject, type ExplainOptions } from "@loopwright/core";
import type { CliContext } from "../cli-context.js";
import { perform, type Outcome } from "../outcome.js";
import { loadTable } from "../policies.js";
import type { ExplainFlags } from "../policy-flags.js";
import { readFileJson } from "../read-input.js";

/** `loopwright explain`. */
export async function explain(this: CliContext, flags: ExplainFlags, file: string): Promise<void> {
  const run = async (): Promise<Outcome> => {
    const table = await loadTable(flags.policy);
    const { facts, options } = checkpointOf(await readFileJson(file, this.world));
    const explanation = table.explain(facts, { ...options, ...(flags.early === true ? { early: true } : {}) });
    const { decision, rows, flips } = explanation;
    return { data: { decision, rows, flips }, text: explanation.toString() };
  };
  this.end(await perform(run, flags, this.world));
}

/** Facts as they are, or those of a decision, or of a result's decision, with what else counted there. */
function checkpointOf(value: unknown): { readonly facts: unknown; readonly options: ExplainOptions } {
  const decision = isPlainObject(value) && isPlainObject(value["decision"]) ? value["decision"] : value;
  if (!isPlainObject(decision) || !isPlainObject(decision["facts"]) || typeof decision["token"] !== "string") return { facts: decision, options: {} };
  const { facts, token, early, signals } = decision;
  // The cast: signals as a decision record has them; they are only read.
  return { facts, options: { token, early: early === true, ...(isPlainObject(signals) ? { signals: signals as unknown as NonNullable<ExplainOptions["signals"]> } : {}) } };
}
