/**
 * Deciders at scale: what a decision costs when a run is long or its findings are many. CPU time of this process where
 * a single step is long enough to tell, so that other work on the machine counts as little as possible.
 */
import { changedLines } from "@loopwright/evidence";
import { anchorReader, applyIntake, decideLedger, ledgerContext } from "@loopwright/policies/ledger";
import { decideReview, readReviewRun, type ReviewRun } from "@loopwright/policies/review-loop";
import { codeRound, codeRun, hunk, landed, row } from "../../packages/policies/src/review-loop/run.fixture.ts";

interface Measured {
  readonly what: string;
  readonly measured: string;
  readonly goal: string;
}

const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;

/** Milliseconds of processor time that one call takes. */
function processorMs(act: () => void): number {
  const start = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** The lowest and the median of the times of short acts, by the clock. */
function shortTimes(acts: readonly (() => void)[]): string {
  const times = acts.map((act) => {
    const start = performance.now();
    act();
    return performance.now() - start;
  });
  times.sort((a, b) => a - b);
  return `${ms(times[0] ?? NaN)} least, ${ms(times[Math.floor(times.length / 2)] ?? NaN)} median of ${times.length}`;
}

/** Intake of so many findings, and the decision over them. */
function findingsThroughLedger(count: number): number {
  const text = Array.from({ length: count + 3 }, (_, index) => `line ${index}`).join("\n");
  const context = ledgerContext({ limits: { findingsPerIntake: count, findingsPerLedger: count }, anchors: anchorReader(new Map([["f", text]])) });
  const findings = Array.from({ length: count }, (_, index) => ({
    severity: index % 7 === 0 ? "major" : "cosmetic",
    claim: `claim ${index % 977}`,
    anchor: { file: "f", region: [index + 1, index + 3] },
    witness: { kind: "test", ref: "tests/x.test.ts", status: "red" },
  }));
  return processorMs(() => {
    const { ledger } = applyIntake(null, { findings, artifact: "code" }, context);
    if (decideLedger(ledger, context.config).decision.open_ids.length !== count) throw new Error("findings were lost");
  });
}

/** Which of so many places as many hunks touch. */
function placesAgainstHunks(count: number): number {
  const hunks = Array.from({ length: count }, (_, index) => ({ oldStart: index * 3 + 1, oldCount: 1, newStart: index * 3 + 1, newCount: 1 }));
  let touched = 0;
  const time = processorMs(() => {
    const lines = changedLines([{ oldPath: "f", newPath: "f", hunks }], "new");
    for (let index = 0; index < count; index++) if (lines.touches("f", [index * 3 + 1 + (index % 2), index * 3 + 1 + (index % 2)])) touched++;
  });
  if (touched !== count / 2) throw new Error(`${touched} places were touched`);
  return time;
}

/** Fifty rounds of twelve triage rows each, with a fix in each but the last. */
function fiftyRounds(): ReviewRun {
  const rounds = Array.from({ length: 50 }, (_, index) => {
    const no = index + 1;
    const triage = Array.from({ length: 12 }, (__, place) =>
      row(`t${no}.${place}`, {
        finding: { locs: [{ file: "src/a.ts", line: 10 * place + 1 + (no % 3) * 200 }] },
        disposition: place % 3 === 0 ? { kind: "accepted-degraded", definition: "major", reason: "r" } : { kind: "left" },
      }),
    );
    return codeRound(no, { triage, landed: no < 50 ? landed(no, [{ path: "src/a.ts", hunks: [hunk(1 + (no % 5) * 40, ["x"], ["y", "z"])] }]) : null });
  });
  return codeRun(rounds, { cap: null });
}

/** Measures and prints. */
export function measureDeciders(): void {
  findingsThroughLedger(20_000); // warm
  const tenth = Math.min(findingsThroughLedger(10_000), findingsThroughLedger(10_000));
  const whole = Math.min(findingsThroughLedger(100_000), findingsThroughLedger(100_000));

  const json = JSON.stringify(fiftyRounds());
  const fresh = Array.from({ length: 300 }, () => JSON.parse(json) as ReviewRun);
  const read = readReviewRun(JSON.parse(json));
  const grown = Array.from({ length: 300 }, () => ({ ...read, rounds: [...read.rounds.slice(0, 49), JSON.parse(JSON.stringify(read.rounds[49])) as ReviewRun["rounds"][number]] }));

  const rows: readonly Measured[] = [
    { what: "ledger: 100,000 findings through intake and decision", measured: ms(whole), goal: "≤ 2,000 ms" },
    { what: "the same, per finding, against 10,000 findings", measured: `× ${(whole / 10 / tenth).toFixed(2)}`, goal: "linear" },
    { what: "evidence: 100,000 places against 100,000 hunks", measured: ms(placesAgainstHunks(100_000)), goal: "≤ 1,000 ms" },
    { what: "review-loop: 50 rounds from outside, read and decided", measured: shortTimes(fresh.map((run) => () => void decideReview(run, 50))), goal: "≤ 5 ms" },
    { what: "review-loop: the same run with one new round", measured: shortTimes(grown.map((run) => () => void decideReview(run, 50))), goal: "≤ 5 ms" },
    { what: "review-loop: a run that was read before", measured: shortTimes(fresh.map(() => () => void decideReview(read, 50))), goal: "≤ 5 ms" },
  ];
  console.table(rows);
}

if (import.meta.main) measureDeciders();
