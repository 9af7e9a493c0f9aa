/**
 * Every run of the ledger loop's driver, over what its steps may come to: ledgers, checks and git answer in any combination,
 * also in those that no repository would give. What the ledger computes is the deciders' own tests' matter.
 */
import { explorePolicy, type ExploreOptions } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { defaultConfig } from "../ledger/config/config.js";
import { decideLedger } from "../ledger/decision/decide.js";
import { entry, ledgerOf, round } from "../ledger/cycle.fixture.js";
import type { Ledger } from "../ledger/value/ledger.js";
import { ledgerLoop, type LoopState } from "./index.js";
import { block, GREEN, MemoryWorld, portsOf, RED, type LoopTypes } from "./loop-world.fixture.js";

const config = defaultConfig();
const ok = (value: unknown) => ({ value: { ok: true, value } });
const stored = (report: unknown) => ok({ report, warnings: [], configWarnings: [] });
const refused = (code: string) => ({ value: { ok: false, problem: { at: "step", code, message: "refused", hint: null } } });

const HISTORY = [{ instance: "code" }, round(1, { major: 1 }, { weight: 3 })] as Ledger["history"];
const OPEN = ledgerOf([entry({ id: "F-001", first_seen: 1, witness: { kind: "test", ref: "tests/a.test.ts", status: "red" } })], HISTORY);
const CLEAN = ledgerOf([entry({ id: "F-001", status: "fixed" })], HISTORY);

/** A close as the ledger computes it for these entries. */
const closed = (ledger: Ledger, over: Partial<ReturnType<typeof decideLedger>["facts"]> = {}, action?: "ESCALATE") => {
  const { decision, facts, ...verdict } = decideLedger(ledger, config);
  return stored({ decision: { ...decision, action: action ?? decision.action }, verdict: { ...verdict, decision, facts: { ...facts, ...over } }, unverified: [] });
};

const INTAKE = { new: [], merged: [], capped: [], disputed: [], citation_unresolved: [], citation_skipped: [], auto_deferred: [] };
const witness = (status: string) => ok({ ref: "tests/a.test.ts", status, digest: "d", evidence: "seen" });
const answer = (outcome: "done") => ({ outcome, evidence: "e", witness: null, finding: null });

/** What a later phase reads. */
const view = ({ ledger, version, tool, evidence, isFixerDown, verdict, owed, choice, start, config: knobs, suite }: LoopState) => ({
  entries: ledger.findings.map(({ status, severity }) => [status, severity]), version, tool: tool?.code ?? null, evidence, isFixerDown, facts: verdict?.facts ?? null, owed, choice, isOpened: start === null, mode: knobs.mode, suite: suite?.status ?? null,
});

const options: ExploreOptions<LoopTypes> = {
  input: { checkpoint: "code" },
  limits: { rounds: 2 },
  alphabets: {
    roles: { reviewer: { default: [block([])] }, fixer: [answer("done")] },
    noAnswers: ["error"],
    steps: {
      config: [ok({ config, warnings: [] })],
      "open-instance": [stored(null), refused("malformed-ledger")],
      "read-ledger": [ok(OPEN), ok(CLEAN)],
      version: [ok({ head: "h1", version: "v1" })],
      suite: [ok(GREEN), ok(RED)],
      gates: [ok(GREEN)],
      snapshot: [ok("d")],
      "compare-workspace": [ok({ isEqual: true, paths: 0, what: "" }), ok({ isEqual: false, paths: 1, what: "x" })],
      packet: [ok({ packet: "p", omitted: [] }), ok({ packet: "p", omitted: ["b.py"] })],
      intake: [stored(INTAKE), refused("finding-bad-anchor"), refused("malformed-ledger")],
      "close-round": [closed(CLEAN), closed(OPEN), closed(OPEN, { bought: 1, undecided: 0 }), closed(OPEN, { criticals: 1, majorsOverBudget: 0 }), closed(OPEN, { isStalled: true }, "ESCALATE"), refused("malformed-ledger")],
      "witness-F-001": [witness("red"), witness("green")],
      "head-F-001": [ok("h1")],
      "contract-F-001": [ok("task")],
      "*": [stored(null)],
    },
    answers: {
      TOOL_FAILED: ["V", "R"], REVIEWER_WROTE: ["V"], REVIEW_UNAVAILABLE: ["V"], PACKET_PARTIAL: ["V"], SUITE_RED: ["in words"],
      ESCALATE: [{ choice: "E" }, { choice: "C", fixNow: ["F-001"] }],
    },
  },
  aborts: false, // Every place of an abort is in the sweeps.
  view,
  mayMiss: ["PINNED_TO_V1", "STOP_CAP", "STOP_CAP_UNDECIDED", "STOP_ADVISORY", "STOP_ADVISORY_UNDECIDED", "LEFT"], // What these ledgers cannot come to.
  invariants: {
    "G4: a pass is a round that was closed as clean on whole evidence": ({ decision, state }) => decision?.kind !== "pass" || (state.evidence === "complete" && state.tool === null && state.verdict?.decision.action === "STOP_CLEAN"),
    "LG-CLI-2: whatever a tool refused, a person is asked next": ({ decision, state }) => state.tool === null || decision === null || decision.token === "TOOL_FAILED" || decision.token === "round-limit",
    "G15: a review whose reviewer wrote decides nothing": ({ decision, state }) => state.evidence !== "reviewer-wrote" || decision?.kind !== "continue" || decision.token === "SETTLE",
    "nothing is fixed before the ledger, or a person, says so": ({ decision }) => decision?.then !== "revise" || decision.token === "CONTINUE",
    "no answer is acted on before the ledger holds it": ({ decision, state }) => state.owed === null || decision === null || decision.token === "SETTLE" || decision.token === "TOOL_FAILED" || decision.token === "round-limit",
  },
};

describe("every run of the ledger loop", { timeout: 300_000 }, () => {
  test("G1, G2, G3, G4, G16: complete over what steps may come to, clean, every row reached", async () => {
    const explored = await explorePolicy(ledgerLoop({ ports: portsOf(new MemoryWorld(), {}), maxFixes: 1, maxRepairs: 0 }), options);
    expect(explored.violations.map(({ message, trace }) => `${message}\n${trace?.text ?? ""}`)).toEqual([]);
    expect(explored).toMatchObject({ isOk: true, isComplete: true });
    expect(explored.maxima.rounds).toBe(2);
  });
});
