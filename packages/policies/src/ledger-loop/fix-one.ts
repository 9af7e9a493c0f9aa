/** One finding under repair: witness, fix, commits, checks (LG-FIX-2, LG-FIX-4, LG-FIX-5, LG-FIX-8, LG-CNR-1). */
import { fixIds, parseTrailers } from "@loopwright/evidence";
import { fixerContract } from "../ledger/dispatch/fixer-contract.js";
import { fixWorklist } from "../ledger/dispatch/worklists.js";
import { fixCommit } from "../ledger/scope/check-commit.js";
import { isLiveDispute } from "../ledger/value/entry.js";
import type { LedgerEntry } from "../ledger/value/ledger.js";
import type { FixerAnswer } from "./fixer-answer.js";
import { nonce, testOf } from "./phase-a.js";
import { takeIn } from "./phase-b.js";
import type { CheckedCommit, FixRecord } from "./state.js";
import type { Work } from "./work.js";
import { runWitness, type WitnessRun } from "./witness.js";

type Ended = Pick<FixRecord, "outcome" | "detail">;

/** Repairs one finding, and says what became of it. */
export async function fixOne(work: Work, entry: LedgerEntry, round: number): Promise<FixRecord> {
  const from = await headNow(work, entry.id);
  const ended = await repair(work, entry, round);
  const commits = await checkCommits(work, entry, from, round);
  const outcome = ended.outcome === "committed" && commits.length === 0 ? "no-commit" : ended.outcome;
  return { round, finding: entry.id, ...ended, outcome, commits };
}

async function repair(work: Work, entry: LedgerEntry, round: number): Promise<Ended> {
  const { instructions, names } = work.settings;
  const witnessed = await seeRed(work, entry, round);
  if ("outcome" in witnessed) return witnessed;
  const { allowed } = fixWorklist(work.state.ledger, work.state.config);
  const sameFile = allowed.filter(({ anchor, id }) => anchor.file === entry.anchor.file && id !== entry.id);
  const task = await work.must(`contract-${entry.id}`, () => fixerContract({ owed: [entry], allowed: sameFile }, { nonce: nonce(), names }));
  const now = `Now: fix ${entry.id} in one commit. Its witness is ${witnessed.ref}, and it was ${witnessed.status}; it lands with the fix.`;
  const answer = await askFixer(work, "fix", `${task}\n\n${now}\n${instructions.fix}`.trim(), { finding: entry.id, witness: witnessed.ref });
  if (answer === null) return { outcome: "failed", detail: "the fixer gave nothing" };
  if (answer.outcome === "done") return { outcome: "committed", detail: answer.evidence };
  return answer.outcome === "spec-silent" ? waitForSpec(work, entry, answer, round) : notReproduced(work, entry, answer.evidence, round);
}

/** The witness, seen by the controller; or why there is none (LG-FIX-2, LG-WIT-2). */
async function seeRed(work: Work, entry: LedgerEntry, round: number): Promise<WitnessRun | Ended> {
  const known = testOf(entry);
  const first = known === null ? null : await runWitness(work, entry.id, known);
  if (first?.status === "red" || (first?.status === "green" && entry.witness?.status === "green")) return keep(work, entry.id, first);
  if (first?.status === "green") return notReproduced(work, entry, `witness ${first.ref} is green at ${work.state.head.slice(0, 12)}`, round);
  const { names, instructions } = work.settings;
  const task = await work.must(`contract-${entry.id}`, () => fixerContract({ owed: [entry], allowed: [] }, { nonce: nonce(), names }));
  const now = `Now: only the witness of ${entry.id}, as a test in ${names.witnessDirectory}/${entry.id}.*; run it, see it red. Change nothing else and commit nothing.`;
  const answer = await askFixer(work, "witness", `${task}\n\n${now}\n${instructions.fix}`.trim(), { finding: entry.id, witness: null });
  if (answer === null) return { outcome: "failed", detail: "the fixer gave no witness" };
  if (answer.outcome === "spec-silent") return waitForSpec(work, entry, answer, round);
  if (answer.outcome === "cannot-reproduce") return notReproduced(work, entry, answer.evidence, round);
  if (answer.witness === null) return { outcome: "witness-missing", detail: "the fixer named no witness" };
  return attach(work, entry, await runWitness(work, entry.id, answer.witness), round);
}

/** Takes a witness that the fixer wrote. Green shows no defect, unless the missing test is the defect (LG-WIT-2). */
async function attach(work: Work, entry: LedgerEntry, run: WitnessRun, round: number): Promise<WitnessRun | Ended> {
  if (run.status === "not-run") return { outcome: "witness-missing", detail: `${run.ref}: ${run.evidence}` };
  const isMissingTest = entry.witness?.kind === "trace";
  if (run.status === "green" && !isMissingTest) return notReproduced(work, entry, `the witness ${run.ref} that was to show it is green`, round);
  await work.change("attach-witness", () => work.settings.ports.ledger.attachWitness({ id: entry.id, ref: run.ref, kind: "test", status: run.status }), "reissue");
  return keep(work, entry.id, run);
}

function keep(work: Work, id: string, run: WitnessRun): WitnessRun {
  if (run.status === "red") work.set({ witnesses: { ...work.state.witnesses, [id]: { ref: run.ref, digest: run.digest } } });
  return run;
}

/** Recorded, never skipped: the entry is in dispute and a person decides (LG-CNR-1). */
async function notReproduced(work: Work, entry: LedgerEntry, evidence: string, round: number): Promise<Ended> {
  const { ledger } = work.settings.ports;
  const { id } = entry;
  // A dispute that bought this round is in dispute already; the look at it is recorded all the same (LG-VER-2).
  if (isLiveDispute(entry)) await work.change("verify", () => ledger.verify({ results: [{ id, verdict: "DISPUTED-STANDS", evidence }], round }));
  else await work.change("cannot-reproduce", () => ledger.cannotReproduce({ id, evidence, round }));
  return { outcome: "cannot-reproduce", detail: evidence };
}

/** The spec says nothing: a finding about it comes in, and the fix waits for what is decided (LG-FIX-8). */
async function waitForSpec(work: Work, { id }: LedgerEntry, { finding, evidence }: FixerAnswer, round: number): Promise<Ended> {
  const taken = await takeIn(work, round, [finding], "fixer", "spec");
  if (!taken.ok) return { outcome: "failed", detail: `the finding about the spec was refused: ${taken.problem.message}` };
  const { new: made, merged, disputed } = taken.value;
  const spec = [...made, ...merged, ...disputed][0];
  if (spec !== undefined) work.set({ waiting: { ...work.state.waiting, [id]: spec } });
  return { outcome: "spec-silent", detail: evidence };
}

async function askFixer(work: Work, purpose: "witness" | "fix", instruction: string, input: { readonly finding: string; readonly witness: string | null }): Promise<FixerAnswer | null> {
  const request = { purpose, instruction, input: { ...input, commit: work.state.head } };
  const outcome = await work.ctx.call("fixer", request, {
    repair: (problems, repair) => (repair > work.settings.maxRepairs ? null : { ...request, input: { ...request.input, outputProblems: problems } }),
  });
  return work.answered(outcome);
}

async function headNow(work: Work, id: string): Promise<string> {
  const head = await work.must(`head-${id}`, ({ signal }) => work.settings.ports.repository.resolveCommit("HEAD", { signal }));
  work.set({ head });
  return head;
}

/** Checks every commit that came since, each on its own (LG-CD-3, LG-FIX-5). */
async function checkCommits(work: Work, entry: LedgerEntry, from: string, round: number): Promise<readonly CheckedCommit[]> {
  const { repository } = work.settings.ports;
  const to = await headNow(work, entry.id);
  if (to === from) return [];
  const ids = await work.must(`commits-${entry.id}`, ({ signal }) => repository.listCommits({ from, to }, { signal }));
  const checked: CheckedCommit[] = [];
  for (const id of ids) checked.push(await checkCommit(work, entry, id, round));
  return checked;
}

async function checkCommit(work: Work, { id }: LedgerEntry, commit: string, round: number): Promise<CheckedCommit> {
  const { ledger, repository } = work.settings.ports;
  const { trailerPrefix } = work.settings.names;
  const { result, problem, claimed, paths } = await work.must(`check-diff-${id}`, async ({ signal }) => {
    const read = await repository.readCommit(commit, { signal });
    const { report } = await ledger.checkDiff({ finding: id, round, commit: () => fixCommit(read) });
    const refusal = report.problem === null ? null : { at: "check-diff", code: report.problem.code, message: report.problem.message, hint: report.problem.hint ?? null };
    return { result: report.result, problem: refusal, claimed: fixIds(parseTrailers(read.message, { prefix: trailerPrefix }).Fix ?? []), paths: read.paths.map(({ path }) => path) };
  });
  const { in_scope: inScope, license_ok: licenseOk, violations, machine_ids: machineIds = [] } = result;
  work.ctx.emit({ type: "commit.checked", finding: id, commit, inScope, licenseOk, machineIds });
  if (problem !== null) work.halt({ tool: problem }); // Something found is not in the ledger, or not at its own place: a person looks first (LG-CD-19).
  work.set({ claimed: [...new Set([...work.state.claimed, ...claimed, id])] });
  return { id: commit, inScope, licenseOk, violations: violations.length, machineIds, claimed, checks: await checksAfter(work, id, paths) };
}

/** The witness and the tests of what was touched; the suite of the next round has the last word (LG-FIX-5). */
async function checksAfter(work: Work, id: string, paths: readonly string[]): Promise<readonly string[]> {
  const { checks } = work.settings.ports;
  const seen = Object.hasOwn(work.state.witnesses, id) ? work.state.witnesses[id] : undefined;
  const witness = seen === undefined ? [] : [`witness ${(await runWitness(work, id, seen.ref)).status}`];
  if (checks.targeted === undefined) return witness;
  const outcome = await work.must(`targeted-${id}`, ({ signal }) => checks.targeted?.(paths, { signal }) ?? { status: "not-run" as const, evidence: "no such check", output: "" });
  return [...witness, `targeted ${outcome.status}: ${outcome.evidence}`];
}
