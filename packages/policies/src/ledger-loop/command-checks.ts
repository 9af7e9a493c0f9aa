/**
 * The checks of a ledger loop as commands: bounded, without a shell, recorded by the library (LG-FIX-6, LG-SEC-30).
 *
 * Invariants:
 * 1. A time limit that runs out, a signal and output that was cut are failures; only what could not be started was not run.
 * 2. The line for the ledger says how the command ended and what it said last; the whole output goes into the packet.
 */
import { oneLine } from "@loopwright/evidence";
import { commandCheck, type CheckEnd, type CheckRecord, type CommandCheckOptions } from "@loopwright/evidence/command-check";
import type { Workspace } from "@loopwright/evidence/workspace";
import { witnessPath } from "../ledger/operations/attach-witness.js";
import type { CheckOutcome, LoopChecks, Waiting } from "./ports.js";

/** A command of a check. */
export type CheckCommand = Omit<CommandCheckOptions, "id">;

/** Which commands to run. */
export interface CommandChecksOptions {
  readonly workspace: Workspace;
  /** Runs one witness; `selector` is what stands behind `::` or `#`. The path was checked to be a test of the repository. */
  readonly witness: (path: string, selector: string | null) => CheckCommand;
  readonly suite: CheckCommand;
  /** Run one after another; the first that does not pass is the outcome. Default none. */
  readonly gates?: readonly CheckCommand[];
  /** Tests of the paths that a fix touched (LG-FIX-5). */
  readonly targeted?: (paths: readonly string[]) => CheckCommand;
}

/**
 * Makes checks of commands.
 * @throws EvidenceError `option-invalid` for a command that cannot be one; those of witnesses when they are run.
 */
export function commandChecks({ workspace, witness, suite, gates = [], targeted }: CommandChecksOptions): LoopChecks {
  const run = async (id: string, command: CheckCommand, { signal }: Waiting): Promise<CheckOutcome> => outcomeOf(await commandCheck({ ...command, id }).run(workspace, { signal }));
  for (const [index, command] of [suite, ...gates].entries()) commandCheck({ ...command, id: `check-${index}` }); // Refused now rather than in the middle of a run.
  return {
    witness: (ref, waiting) => {
      const path = witnessPath(ref);
      const selector = ref.slice(path.length).replace(/^(?:::|#)/, "");
      return run("witness", witness(path, selector === "" ? null : selector), waiting);
    },
    suite: (waiting) => run("suite", suite, waiting),
    gates: async (waiting) => {
      const passed: string[] = [];
      for (const [index, gate] of gates.entries()) {
        const outcome = await run(`gate-${index}`, gate, waiting);
        if (outcome.status !== "passed") return outcome;
        passed.push(outcome.evidence);
      }
      return { status: "passed", evidence: passed.length === 0 ? "no gates" : passed.join("; "), output: "" };
    },
    ...(targeted === undefined ? {} : { targeted: (paths: readonly string[], waiting: Waiting) => run("targeted", targeted(paths), waiting) }),
  };
}

/** Longest line that the ledger gets of a command's output. */
const MAX_SAID_CHARS = 200;

function outcomeOf({ command, end, output, isCut, writes, durationMs, passed }: CheckRecord): CheckOutcome {
  const said = oneLine(output.trimEnd().split("\n").at(-1) ?? "").slice(0, MAX_SAID_CHARS).toWellFormed();
  const notes = [...(isCut ? ["output cut"] : []), ...(writes.length > 0 ? [`wrote ${writes.length} paths`] : [])];
  const evidence = `${oneLine(command)} ${described(end)} in ${Math.round(durationMs / 1000)}s${notes.length > 0 ? ` (${notes.join(", ")})` : ""}${said === "" ? "" : `: ${said}`}`;
  return { status: passed ? "passed" : end.kind === "not-started" ? "not-run" : "failed", evidence, output };
}

function described(end: CheckEnd): string {
  if (end.kind === "exited") return `exit ${end.code}`;
  if (end.kind === "signalled") return `ended by ${end.signal}`;
  return end.kind === "timed-out" ? "timed out" : "reason" in end ? `${end.kind}: ${oneLine(end.reason)}` : end.kind;
}
