import { accountFor } from "@loopwright/core";
import { describe, expect, test } from "vitest";
import { ledgerTable } from "../ledger/decision/ledger-table.js";
import { ledgerLoopTable } from "./index.js";
import { block, fixes, MemoryWorld, playLoop, raised } from "./loop-world.fixture.js";

describe("a whole cycle", () => {
  test("LG-PH-1, LG-FIX-1, LG-FIX-2, LG-FIX-4, LG-FIX-5, LG-INST-1, LG-INST-5: a finding is raised, witnessed, fixed, checked, verified, and the round is clean", async () => {
    const world = new MemoryWorld();
    const { result, report, tokens, ledger, agents, events } = await playLoop({ world, reviewer: [block([raised()]), block([])], fixer: fixes(world, "F-001") });
    expect(result).toMatchObject({ status: "passed", token: "STOP_CLEAN", rounds: 2, unreviewedChange: null });
    expect(tokens).toEqual(["CONTINUE", "STOP_CLEAN"]);
    expect(report.ledger.history).toMatchObject([
      { instance: "code" },
      { iteration: 1, result: "CONTINUE", suite_evidence: "passed: 12 passed in 1s", gates_evidence: "passed: 12 passed in 1s" },
      { iteration: 2, result: "STOP_CLEAN" },
    ]);
    expect(report.ledger.findings).toMatchObject([
      { id: "F-001", status: "fixed", witness: { kind: "test", ref: "tests/review/F-001.test.ts", status: "red" }, verifications: [{ iteration: 2, verdict: "FIXED" }] },
    ]);
    expect(report.fixes).toMatchObject([{ finding: "F-001", round: 2, outcome: "committed", commits: [{ inScope: true, licenseOk: true, claimed: ["F-001"], checks: ["witness green"] }] }]);
    expect(ledger.exitLines).toEqual(["- [2026-01-02] review-loop STOP_CLEAN: cycle iter=2 open=0/0/0/0 disputed=0 dispositions=none [auto-logged by loopwright]\n"]);
    expect(agents.fixer.calls.map(({ purpose }) => purpose)).toEqual(["witness", "fix"]);
    expect(events.flatMap((event) => (event.type === "witness.run" ? [event.status] : []))).toEqual(["red", "green", "green"]);
    expect(accountFor(report.ledger.findings, report.account)).toEqual([]);
  });

  test("G3: the ledger's rows stand in the loop's table, the same and in the same order, behind the driver's", () => {
    expect(ledgerLoopTable.rows.slice(-ledgerTable.rows.length)).toEqual(ledgerTable.rows);
    expect(ledgerLoopTable.tokens.pass).toEqual(["STOP_CLEAN"]);
  });
});
