/** Whole loops, round by round, as people met them in the field. */
import { describe, expect, it } from "vitest";
import { anchorReader } from "./context.js";
import { byId, close, codeOf, CONTEXT, cycleContext, finding, statuses, take, TEXT, TODAY } from "./cycle.fixture.js";
import { applyCloseRound } from "./operations/close-round.js";
import { applyDispositionBatch } from "./operations/disposition.js";
import { applyVerify } from "./operations/verify.js";
import type { Ledger } from "./value/ledger.js";

const at = (line: number, over: object = {}) => finding({ claim: `claim at ${line}`, anchor: { file: "src/a.ts", region: [line, line] }, ...over });
const minor = (line: number) => at(line, { severity: "substantive", witness: null });
const look = (ledger: Ledger, verdicts: { readonly [id: string]: string }): Ledger =>
  applyVerify(ledger, { results: Object.entries(verdicts).map(([id, verdict]) => ({ id, verdict, evidence: "ran the witness" })) }, CONTEXT).ledger;

describe("field cases", () => {
  it.each([[[4, 3, 1, 2, 1, 1, 2]], [[3, 1, 2, 3, 4, 1, 1, 1]], [[10, 4, 12, 7, 8]]])("case F02: with %j findings a round, all but one minor, the second round is the last and loses none", (series) => {
    let line = 2;
    const next = (count: number) => Array.from({ length: count }, () => minor(line++));
    const first = close(take(null, [at(1, { severity: "critical" }), ...next((series[0] ?? 1) - 1)]).ledger);
    expect(first.decision.action).toBe("CONTINUE");
    const second = take(look(first.ledger, { "F-001": "FIXED" }), next(series[1] ?? 0)).ledger;
    const undecided = applyCloseRound(second, { today: TODAY }, CONTEXT);
    if (!undecided.ok) expect(undecided.verdict.token).toBe("STOP_ADVISORY_UNDECIDED");
    const decided = applyDispositionBatch(second, { severity: "substantive", overwrite: true, action: "defer", ticket: "cleanup.md" }, CONTEXT).ledger;
    const { decision, ledger, ticket } = close(decided);
    expect(decision.action).toBe("STOP_ADVISORY");
    expect(decision.open_ids).toHaveLength((series[0] ?? 1) - 1 + (series[1] ?? 0));
    expect(statuses(ledger).filter((status) => status === "deferred")).toHaveLength(decision.open_ids.length);
    for (const id of decision.open_ids) expect(ticket).toContain(`- ${id} [substantive]`);
  });

  it("case F17: three open after two rounds is no stall when they are others; the third round passes", () => {
    const first = close(take(null, [at(1), at(2), at(3)]).ledger);
    const second = close(take(look(first.ledger, { "F-001": "FIXED", "F-002": "FIXED", "F-003": "NOT-FIXED" }), [at(4), at(5)]).ledger);
    expect(second.decision).toMatchObject({ action: "CONTINUE", stalled: false, open_ids: ["F-003", "F-004", "F-005"] });
    const third = close(look(second.ledger, { "F-003": "FIXED", "F-004": "FIXED", "F-005": "FIXED" }));
    expect(third.decision.action).toBe("STOP_CLEAN");
    const stuck = close(look(second.ledger, { "F-003": "NOT-FIXED", "F-004": "NOT-FIXED", "F-005": "NOT-FIXED" }));
    expect(stuck.decision.action).toBe("ESCALATE");
  });

  it("case G13: a cosmetic change neither settles a finding nor frees its place; its witness is still owed", () => {
    const first = close(take(null, [at(1)]).ledger);
    const reformatted = cycleContext({ anchors: anchorReader(new Map([["src/a.ts", TEXT.replace("line 1 of", "   line 1\tof")]])) });
    const second = take(first.ledger, [], reformatted).ledger;
    expect(close(second)).toMatchObject({ decision: { action: "CONTINUE", open_ids: ["F-001"] }, unverified: ["F-001"] });
    const settled = look(first.ledger, { "F-001": "FIXED" });
    expect(take(settled, [at(1)], reformatted).report.disputed).toEqual(["F-002"]);
  });

  it("case G10: nothing is closed because its title looks like another's", () => {
    const first = take(null, [at(1, { claim: "race in lock" }), at(2, { claim: "race in lock" })]).ledger;
    const ledger = look(first, { "F-001": "FIXED" });
    expect(statuses(ledger)).toEqual(["fixed", "open"]);
    expect(byId(take(ledger, [at(2, { claim: "Race in lock" })]).ledger, "F-002").raised_count).toBe(2);
  });

  it("case G09: a verdict about a finding that nobody raised makes none", () => {
    const { ledger } = take(null, [at(1)]);
    expect(codeOf(() => look(ledger, { "F-002": "NOT-FIXED" }))).toBe("unknown-finding");
    expect(ledger.findings).toHaveLength(1);
  });
});
