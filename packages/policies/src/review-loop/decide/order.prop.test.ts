/** What order may change, and what it may not (RL-EV, RL-TR-01): a list is evidence, not a sequence of events. */
import { describe, expect, test } from "vitest";
import { auditRun } from "../audit/audit-run.js";
import { assessRound } from "../assess-round.js";
import type { ReviewRound, ReviewRun } from "../facts/run-facts.js";
import { Dice, randomRun } from "../random-run.fixture.js";
import { decideReview } from "./decide.js";

function shuffled<T>(items: readonly T[], dice: Dice): readonly T[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = dice.upTo(last + 1);
    [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
  }
  return mixed;
}

/** The same evidence in another order: records, rows, findings, places, quotes, points, files, augments, messages. */
function mixed(run: ReviewRun, dice: Dice): ReviewRun {
  const mix = <T>(items: readonly T[]): readonly T[] => shuffled(items, dice);
  const rounds = run.rounds.map((round): ReviewRound => ({
    ...round,
    table: round.table === null ? null : mix(round.table),
    anchors: mix(round.anchors),
    checklist: round.checklist === null ? null : { ...round.checklist, points: mix(round.checklist.points) },
    spotAudits: mix(round.spotAudits),
    diff: mix(round.diff),
    triage: round.triage === null ? null : mix(round.triage).map((row) => ({ ...row, findings: mix(row.findings).map((one) => ({ ...one, locs: mix(one.locs), quotes: mix(one.quotes), requirementIds: mix(one.requirementIds) })) })),
    landed: round.landed === null ? null : { ...round.landed, files: mix(round.landed.files), closes: mix(round.landed.closes) },
  }));
  return { ...run, rounds, toolRecords: mix(run.toolRecords), userMessages: mix(run.userMessages), anchorForms: mix(run.anchorForms) };
}

/** A token without the order of the ids in it. */
const sorted = (token: string | null): string | null => token?.replace(/accepted-degraded: ([^;)]+)/, (_, ids: string) => `accepted-degraded: ${ids.split(", ").sort().join(", ")}`) ?? null;

describe("order", () => {
  test("RL-TR-01: no decision depends on the order in which evidence is listed", () => {
    const dice = new Dice(3);
    for (let seed = 1; seed <= 150; seed++) {
      const { run, k } = randomRun(seed);
      const other = mixed(run, dice);
      const [one, two] = [decideReview(run, k), decideReview(other, k)];
      expect({ ...two.facts, token: sorted(two.decision.token) }, `seed ${seed}`).toEqual({ ...one.facts, token: sorted(one.decision.token) });
      const [left, right] = [assessRound(run, k), assessRound(other, k)];
      expect({ ...right.severities, ...right.resolved }).toEqual({ ...left.severities, ...left.resolved });
      expect([right.regression.n, right.regression.m, right.streak, right.gate]).toEqual([left.regression.n, left.regression.m, left.streak, left.gate]);
      expect(auditRun(other, k, two.decision.token).action).toBe(auditRun(run, k, one.decision.token).action);
    }
  }, 60_000);

  test("G19: deciding twice gives the same, letter by letter", () => {
    for (let seed = 500; seed <= 560; seed++) {
      const { run, k } = randomRun(seed);
      const copy = JSON.parse(JSON.stringify(run)) as ReviewRun;
      expect(JSON.stringify(decideReview(copy, k))).toBe(JSON.stringify(decideReview(run, k)));
    }
  });
});
