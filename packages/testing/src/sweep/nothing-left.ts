/** What a sweep must leave behind: nothing that keeps a process alive, and no rejection that nobody heard. */
import { watchRejections } from "../agent-contract/rejections.js";
import { handlesBeyond, openHandles } from "../open-handles.js";
import { someTurns } from "./process.js";
import type { SweepReport, SweepViolation } from "./sweep-report.js";

/** Runs a sweep, and adds what it left to its violations. */
export async function withNothingLeft(sweep: () => Promise<SweepReport>): Promise<SweepReport> {
  const watch = watchRejections();
  const handles = openHandles();
  try {
    const report = await sweep();
    for (let turn = 0; turn < 100 && handlesBeyond(handles).length > 0; turn++) await new Promise((resolve) => setTimeout(resolve, 20));
    const left = handlesBeyond(handles).map((kind): SweepViolation => ({ at: "the end", kind: "left-behind", message: `still there: ${kind}` }));
    await someTurns();
    const unheard = watch.found.map(({ reason }): SweepViolation => ({ at: "the end", kind: "threw", message: `a rejection was left unhandled: ${String(reason)}` }));
    return { ...report, violations: [...report.violations, ...left, ...unheard] };
  } finally {
    watch.stop();
  }
}
