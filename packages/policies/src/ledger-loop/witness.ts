/** Running a witness on the present version (LG-FIX-2, LG-VER-3): the controller sees red and green itself. */
import { sha256Hex } from "@loopwright/core";
import { pathProblem } from "@loopwright/evidence";
import type { LedgerNames } from "../ledger/config/names.js";
import { witnessPath } from "../ledger/operations/attach-witness.js";
import { isTestPath } from "../ledger/scope/path-kinds.js";
import type { Work } from "./work.js";

/** What a witness showed. A type alias, so that it is `Json`. */
export type WitnessRun = {
  readonly ref: string;
  readonly status: "red" | "green" | "not-run";
  /** Digest of the test's file; `null` where there is none. */
  readonly digest: string | null;
  readonly evidence: string;
};

/** Runs a witness. What is no test of this repository is not run, whoever names it (G17, LG-SEC-23). */
export async function runWitness(work: Work, finding: string, ref: string): Promise<WitnessRun> {
  const { checks, workspace } = work.settings.ports;
  const path = witnessPath(ref);
  const run = await work.must(`witness-${finding}`, async ({ signal }): Promise<WitnessRun> => {
    const problem = refusalOf(path, work.settings.names);
    if (problem !== null) return { ref, status: "not-run", digest: null, evidence: `the path ${problem}` };
    const bytes = workspace.read(path);
    if (bytes === null) return { ref, status: "not-run", digest: null, evidence: "there is no such file" };
    const { status, evidence } = await checks.witness(ref, { signal });
    return { ref, status: status === "passed" ? "green" : status === "failed" ? "red" : "not-run", digest: sha256Hex(bytes), evidence };
  });
  work.ctx.emit({ type: "witness.run", finding, status: run.status });
  return run;
}

function refusalOf(path: string, { isTestPath: ownTest, witnessDirectory }: LedgerNames): string | null {
  const problem = pathProblem(path);
  if (problem !== null) return problem;
  if (path.startsWith("-")) return "could be taken for an option";
  return path.startsWith(`${witnessDirectory}/`) || (ownTest ?? isTestPath)(path) ? null : "is no test";
}
