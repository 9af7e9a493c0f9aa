/** Opening: the project's knobs, the instance of the checkpoint, the version at hand (LG-MODE-1, LG-INST-1). */
import { defaultConfig } from "../ledger/config/config.js";
import { newLedger } from "../ledger/value/ledger.js";
import { occasionOf, type LedgerLoopInput, type LedgerLoopSettings } from "./options.js";
import type { LoopState } from "./state.js";
import { lookAtVersion } from "./version.js";
import { atWork, Work, type LoopContext } from "./work.js";

/** Makes the first state. Nothing is opened where the configuration pins the other loop. */
export function open(ctx: LoopContext, input: LedgerLoopInput, settings: LedgerLoopSettings): Promise<LoopState> {
  const work = new Work(ctx, firstState(input), settings);
  return atWork(work, () => begin(work));
}

/** Opens the instance; again after a person has mended what refused at first. */
export async function begin(work: Work): Promise<void> {
  const { ledger } = work.settings.ports;
  const { checkpoint, start } = work.state;
  await readConfig(work);
  if (work.state.config.mode === "v1") return;
  if (start?.instance === "open") {
    const opened = await work.tryChange("open-instance", () => ledger.openInstance({ checkpoint, ...(start.force === null ? {} : { force: { reason: start.force } }) }), "reissue");
    // An instance of this checkpoint that nobody used yet is this one: opened by hand, or right before a crash.
    if (!opened.ok && opened.problem.code !== "instance-repeated") work.halt({ tool: opened.problem });
  }
  await work.readLedger();
  work.set({ start: null });
  await lookAtVersion(work);
}

/** Reads the knobs as they are now (LG-CFG-6). */
export async function readConfig(work: Work): Promise<void> {
  const { config, warnings } = await work.must("config", () => work.settings.ports.ledger.config());
  const added = warnings.filter((warning) => !work.state.warnings.includes(warning));
  work.set({ config, warnings: [...work.state.warnings, ...added] });
}

function firstState(input: LedgerLoopInput): LoopState {
  return {
    checkpoint: input.checkpoint, start: { instance: input.instance ?? "open", force: input.force?.reason ?? null }, ...occasionOf(input), ledger: newLedger("cycle"), config: defaultConfig(), version: null, head: "", reviewedHead: null,
    tool: null, evidence: "complete", problem: null, isFixerDown: false, verdict: null, owed: null, choice: "none", answer: null, suite: null, gates: null,
    witnesses: {}, waiting: {}, claimed: [], fixes: [], taken: [], leftOut: [], omitted: [], unverified: [], warnings: [],
  };
}
