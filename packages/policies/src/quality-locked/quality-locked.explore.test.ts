/** Every run of the quality-locked loop over finite alphabets of answers. */
import { explorePolicy, type ExploreOptions } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { isClean } from "./counts.js";
import { memoryRecorder, qualityLocked, type LockedState } from "./index.js";
import { CLEAN, found, ON } from "./locked-run.fixture.js";

type LockedTypes = NonNullable<ReturnType<typeof qualityLocked>["~types"]>;

const WRITES = [{ value: null }, { error: "disk full" }] as const;

/** What a later phase reads: of the records their serious counts, of the reviews only the last one's counts. */
const view = ({ iteration, facts, records, machineFindings, owed, reviewer, fixer, world, choice, isSelfReviewed, selfReview, mode }: LockedState) => ({
  iteration, facts, owed, reviewer, fixer, world, choice, isSelfReviewed, hasSelfReview: selfReview !== null, mode, machine: machineFindings.length,
  recent: records.slice(-3).map(({ counts: { critical, major }, result }) => [critical + major, result]),
  isContinueChosen: records.some(({ result, user_choice: said }) => result === "ESCALATE" && said === "C"),
});

const options: ExploreOptions<LockedTypes> = {
  input: { checkpoint: "spec", artifact: "v0", mode: ON },
  alphabets: {
    roles: { reviewer: [CLEAN, found(1), found(2), found(0, { substantive: 1 }), "looks great!"], fixer: ["v1"], selfReviewer: ["I looked."] },
    steps: { "log-record": WRITES, "log-choice": WRITES, "log-mode": WRITES },
    answers: { CAP_REACHED: ["F", "R", "E", "A", "my own words"], ESCALATE: ["E", "C", "R"], UNPARSEABLE: ["V", "R", "A"], DEGRADED: ["seen"] },
  },
  view,
  mayMiss: ["REVIEWER_WROTE", "WORKSPACE_FAILED"], // Without a workspace; see the tests on real files.
  invariants: {
    "QL-DEC-1: ten iterations at most": ({ round }) => round <= 10,
    "QL-BAR-1: only a clean review that could be read passes": ({ decision, state }) => {
      const last = state.records.at(-1);
      return decision?.token !== "PASS" || (last !== undefined && isClean(last.counts) && last.result === "PASS" && state.facts?.isUnparseable === false);
    },
    "QL-CLS-13: what cannot be read is followed by no fix": ({ decision, state }) => decision?.token !== "REVISE" || state.facts?.isUnparseable === false,
    "QL-ACT-4: nothing is revised whose record is not written": ({ decision, state }) => decision?.token !== "REVISE" || state.owed !== "record",
    "QL-HIST-4: one record for each iteration that was reviewed": ({ state }) => state.records.every(({ iteration }, index) => iteration === index + 1),
    "QL-FB-2: a single pass is none": ({ decision, state }) => state.reviewer !== "unavailable" || decision?.kind !== "pass",
  },
};

describe("every run of the quality-locked loop", { timeout: 300_000 }, () => {
  test("G1, G2, G4, G16, G22: complete, clean, every row reached, as dear as worstCase says", async () => {
    const explored = await explorePolicy(qualityLocked({ recorder: memoryRecorder() }), options);
    expect(explored.violations.map(({ message, trace }) => `${message}\n${trace?.text ?? ""}`)).toEqual([]);
    expect(explored).toMatchObject({ isOk: true, isComplete: true });
    expect(explored.maxima).toMatchObject({ rounds: 10, revisions: 9 });
    expect(explored.maxima.byRole).toEqual({ reviewer: 10, fixer: 9, selfReviewer: 1 });
  });
});
