/** Crashes and aborts of whole ledger cycles; files, commits and the ledger live through them, as disks do. */
import { abortSweep, assertSweep, crashSweep, scriptedAgent, type ScriptStep, type SweepScenario } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { ledgerLoop } from "./index.js";
import { block, fixes, MemoryWorld, playLoop, portsOf, raised, says, type LoopTypes } from "./loop-world.fixture.js";
import { watchedSteps } from "./watched-steps.fixture.js";

const nit = raised({ severity: "substantive", claim: "the name misleads", anchor: { file: "src/b.ts", region: [5, 6] }, witness: { kind: "none", ref: null, status: "n/a" } });
const still = block([{ id: "F-002", verdict: "NOT-FIXED", evidence: "same" }]);

interface Play {
  readonly reviewer: readonly ScriptStep[];
  readonly fixer: (world: MemoryWorld) => readonly ScriptStep[];
  readonly answers?: SweepScenario<LoopTypes>["answers"];
  /** How the undisturbed run ends; else a sweep might prove something about another one. */
  readonly tokens: readonly string[];
}

const PLAYS: { readonly [name: string]: Play } = {
  "fixed and clean": { reviewer: [block([raised()]), block([])], fixer: (world) => fixes(world, "F-001"), tokens: ["CONTINUE", "STOP_CLEAN"] },
  "an answer that could not be read, a stray hunk, a person who decides": {
    reviewer: ["nothing", block([raised(), nit]), still, block([]), still, block([])],
    fixer: (world) => [...fixes(world, "F-001", { also: () => world.edit("src/a.ts", 15, "stray") }), says("cannot-reproduce", { evidence: "looked" })],
    answers: { STOP_ADVISORY_UNDECIDED: { decisions: [{ ids: ["F-002", "F-003"], action: "reject", reason: "by design" }] } },
    tokens: ["CONTINUE", "CONTINUE", "STOP_ADVISORY_UNDECIDED", "SETTLE", "STOP_ADVISORY"],
  },
};

/** A world made anew; what its steps did outlives the crashes of a case. */
function scenarioOf({ reviewer, fixer, answers }: Play): SweepScenario<LoopTypes> {
  const world = new MemoryWorld();
  const { policy, ran, interrupted } = watchedSteps(ledgerLoop({ ports: portsOf(world, {}) }));
  return {
    policy,
    agents: { reviewer: { default: scriptedAgent(reviewer, { id: "reviewer" }) }, fixer: scriptedAgent(fixer(world), { id: "fixer" }) },
    input: { checkpoint: "code" },
    ...(answers === undefined ? {} : { answers }),
    interrupted,
    ran,
  };
}

describe.each(Object.entries(PLAYS))("%s", { timeout: 240_000 }, (_name, play) => {
  test("the undisturbed run is the one that is meant", async () => {
    const world = new MemoryWorld();
    const answers = Object.values(play.answers ?? {});
    expect((await playLoop({ world, reviewer: play.reviewer, fixer: play.fixer(world), answers })).tokens).toEqual(play.tokens);
  });

  test("G11: a ledger loop that crashes at any write goes on as if nothing had happened; nothing is taken in or closed twice", async () => {
    expect(assertSweep(await crashSweep({ scenario: () => scenarioOf(play), sample: 40 })).cases).toBeGreaterThan(5);
  });

  test("G10: a ledger loop that is aborted anywhere settles with what was reviewed, and starts nothing more", async () => {
    expect(assertSweep(await abortSweep({ scenario: () => scenarioOf(play), sample: 40 })).cases).toBeGreaterThan(5);
  });
});
