/** The decider and the auditor answer the same questions from the same facts, without sharing a line. */
import { describe, expect, test } from "vitest";
import { auditRun, type Audit } from "./audit/audit-run.js";
import { isNotConvergedOwed } from "./decide/converging.js";
import { decideRound, viewOf } from "./decide/decide.js";
import { degradeReasons } from "./decide/degradation.js";
import type { RunView } from "./decide/run-view.js";
import { suffixesFor } from "./decide/suffixes.js";
import { voidingHits } from "./decide/voiding.js";
import type { ReviewRun } from "./facts/run-facts.js";
import { randomRun } from "./random-run.fixture.js";
import { statusOf } from "./status/render-status.js";
import { formatToken } from "./token/token.js";

/** `REVIEW_LOOP_RUNS=20000` is the full count; every push compares a sample. */
const RUNS = Number(process.env["REVIEW_LOOP_RUNS"] ?? 2000);
const BLOCK = 250;

/** The run with the round's record written from facts, as a runner would write it. */
function withStatus(view: RunView, k: number): ReviewRun {
  const rounds = view.run.rounds.map((round) => (round.no === k ? { ...round, status: statusOf(view, k) } : round));
  return { ...view.run, rounds };
}

const names = (hits: readonly { readonly code: string; readonly at: string | null }[]): readonly string[] => hits.map(({ code, at }) => `${code} ${at ?? ""}`).sort();
const ofClass = ({ binding }: Audit, kind: string): readonly string[] => names(binding.filter((hit) => hit.class === kind));

/** What disagrees about one run; empty if nothing does. */
function disagreements(seed: number): readonly string[] {
  const { run, k } = randomRun(seed);
  const view = viewOf(run, k);
  const stored = withStatus(view, k);
  const reasons = view.at(degradeReasons, k);
  const wish = formatToken({ subject: reasons.length > 0 ? "APPROVE-DEGRADED" : "APPROVE", reasons, suffixes: view.at(suffixesFor, k) });
  const asked = auditRun(stored, k, wish);
  const problems: string[] = [];
  const compare = (what: string, left: unknown, right: unknown): void => {
    if (JSON.stringify(left) !== JSON.stringify(right)) problems.push(`seed ${seed}: ${what}: ${JSON.stringify(left)} and ${JSON.stringify(right)}`);
  };
  compare("what voids a pass", names(view.at(voidingHits, k)), ofClass(asked, "void"));
  const isExplained = view.run.continuation?.triggerRound === k;
  compare("what is owed", isNotConvergedOwed(view, k) && !isExplained ? [`not-converged-owed R${k}`] : [], ofClass(asked, "record"));
  const { decision } = decideRound(view, k);
  if (decision.kind === "halt") compare("a halt", auditRun(stored, k, decision.token).action, "halt-for-user");
  if (decision.kind === "terminal") {
    const audit = auditRun(stored, k, decision.token);
    // An unpasted return is pasted, an absent list or an incomplete row keeps the round open; everything else of a decided token stands.
    const open = ["return-not-pasted", "triage-missing", "row-incomplete"];
    compare(`the token ${decision.token}`, audit.binding.filter(({ code }) => !open.includes(code)), []);
    if (decision.subject.startsWith("APPROVE")) compare("a pass", audit.action, "end");
  }
  return problems;
}

describe("decider and auditor", () => {
  test.each(Array.from({ length: Math.ceil(RUNS / BLOCK) }, (_, block) => block))("RL-PR-20: agree on every run of block %i", (block) => {
    const seeds = Array.from({ length: Math.min(BLOCK, RUNS - block * BLOCK) }, (_, index) => block * BLOCK + index + 1);
    expect(seeds.flatMap(disagreements)).toEqual([]);
  }, 120_000);

  test("RL-PR-22: the runs reach every subject, and every way to go on", () => {
    const wanted = new Set(["APPROVE", "APPROVE-DEGRADED", "CAPPED", "NOT-CONVERGED", "OUT-OF-SCOPE-PENDING", "PREREQUISITE-MISSING", "close-gap", "gate"]);
    for (let seed = 1; wanted.size > 0 && seed <= 5000; seed++) {
      const { run, k } = randomRun(seed);
      const { decision } = decideRound(viewOf(run, k), k);
      wanted.delete("subject" in decision ? decision.subject : "why" in decision ? decision.why : decision.kind);
    }
    expect([...wanted]).toEqual([]);
  }, 120_000);
});
