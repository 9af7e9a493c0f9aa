/** Crashes and aborts of quality-locked loops; the records live through them, as a manifest does. */
import { abortSweep, assertSweep, crashSweep, scriptedAgent, type ScriptStep, type SweepScenario } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { watchedSteps } from "../ledger-loop/watched-steps.fixture.js";
import { memoryRecorder, qualityLocked, type MemoryRecorder } from "./index.js";
import { CLEAN, found, ON, playLocked, type LockedTypes } from "./locked-run.fixture.js";

interface Play {
  readonly reviewer: readonly ScriptStep[];
  readonly fixer: readonly ScriptStep[];
  readonly answers?: SweepScenario<LockedTypes>["answers"];
  /** How the undisturbed run ends; else a sweep might prove something about another one. */
  readonly tokens: readonly string[];
}

const PLAYS: { readonly [name: string]: Play } = {
  "passed in iteration 3": { reviewer: [found(2), found(1), CLEAN], fixer: ["v1", "v2"], tokens: ["REVISE", "REVISE", "PASS"] },
  "escalated, continued by a person, passed": { reviewer: [found(1), found(1), found(1), found(2), CLEAN], fixer: ["a", "b", "c", "d"], answers: { ESCALATE: "C" }, tokens: ["REVISE", "REVISE", "REVISE", "ESCALATE", "REVISE", "PASS"] },
  "unreadable, left by a person": { reviewer: ["looks fine"], fixer: [], answers: { UNPARSEABLE: "R" }, tokens: ["UNPARSEABLE", "LOCK_LEFT"] },
};

const recorders: MemoryRecorder[] = [];

function scenarioOf({ reviewer, fixer, answers }: Play): SweepScenario<LockedTypes> {
  const recorder = memoryRecorder();
  recorders.push(recorder);
  const { policy, ran, interrupted } = watchedSteps(qualityLocked({ recorder }));
  const agents = { reviewer: scriptedAgent(reviewer, { id: "reviewer" }), fixer: scriptedAgent(fixer, { id: "fixer" }), selfReviewer: scriptedAgent([], { id: "self" }) };
  return { policy, agents, input: { checkpoint: "spec", artifact: "v0", mode: ON }, ...(answers === undefined ? {} : { answers }), interrupted, ran };
}

describe.each(Object.entries(PLAYS))("%s", { timeout: 120_000 }, (_name, play) => {
  test("the undisturbed run is the one that is meant", async () => {
    const { reviewer, fixer, answers, tokens } = play;
    expect((await playLocked({ reviewer, fixer, answers: Object.values(answers ?? {}) })).tokens).toEqual(tokens);
  });

  test("G11, QL-FM-1: a crash at any write changes nothing, and each iteration has one record after the first", async () => {
    recorders.length = 0;
    expect(assertSweep(await crashSweep({ scenario: () => scenarioOf(play), sample: 40 })).cases).toBeGreaterThan(5);
    for (const { items } of recorders) {
      const later = items.filter(({ iteration }) => iteration > 1).map(({ iteration }) => iteration);
      expect(new Set(later).size).toBe(later.length);
    }
  });

  test("G10, QL-FM-1: an abort anywhere settles with the records that were made", async () => {
    expect(assertSweep(await abortSweep({ scenario: () => scenarioOf(play), sample: 40 })).cases).toBeGreaterThan(5);
  });
});
