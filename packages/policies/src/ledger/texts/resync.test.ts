import { describe, expect, it } from "vitest";
import { CONTEXT, ledgerOf, round, TODAY } from "../cycle.fixture.js";
import type { Ledger } from "../value/ledger.js";
import { missingLines } from "./resync.js";
import { exitLine, ticketText } from "./side-files.js";

const stop = (iteration: number) => round(iteration, { cosmetic: 1 }, { result: "STOP_CLEAN" });
const history = [{ instance: "spec" }, round(1, { major: 1 }), stop(2), { instance: "plan" }, stop(2), round(3, { major: 2 }, { result: "ESCALATE" }), { instance: "code" }] as const satisfies Ledger["history"];
const ledger = ledgerOf([{ id: "F-001", status: "deferred", disposition: { action: "defer", ticket: "T-1" } }, { id: "F-002" }, { id: "F-003", status: "deferred", disposition: { action: "defer", ticket: "T-2" } }], history);
const counts = { critical: 0, major: 0, substantive: 0, cosmetic: 1 };
const stopped = exitLine(ledger, { action: "STOP_CLEAN", iteration: 2, counts }, TODAY, CONTEXT.names);
const escalated = exitLine(ledger, { action: "ESCALATE", iteration: 3, counts: { ...counts, major: 2, cosmetic: 0 } }, TODAY, CONTEXT.names);
const missing = (exitLog: string, deferralFile = "") => missingLines(ledger, { exitLog, deferralFile }, TODAY, CONTEXT);

describe("LG-CLOSE-6: exits", () => {
  it.each([
    ["an empty log lacks each exit, and neither markers nor rounds that went on", "", stopped + stopped + escalated],
    ["of two equal exits one is there", stopped, stopped + escalated],
    ["both are there, in another place", `x\n${escalated}${stopped}y\n${stopped}`, null],
    ["one exit more than the ledger knows", stopped + stopped + stopped + escalated, null],
    ["what was decided since then is no other exit", stopped.replace(/disputed=.*/, "disputed=9 dispositions=none") + escalated + stopped, null],
    ["a line that only looks like one", `${stopped.replace("iter=2", "iter=3")} disputed= review-loop STOP_CLEAN\n disputed=1\nreview-loop \n`, stopped + stopped + escalated],
  ])("%s", (_, log, line) => {
    expect(missing(log).exitLine).toBe(line);
  });
});

describe("LG-CLOSE-6, LG-TKT-1: deferrals", () => {
  const [first, , third] = ledger.findings;
  const ticket = (...entries: readonly (typeof first)[]) => ticketText(ledger, entries.flatMap((one) => (one === undefined ? [] : [one])), { round: 3, today: TODAY }, CONTEXT);

  it.each([
    ["none stands there", "", ticket(first, third)],
    ["one stands there, in the first line", "- F-001 [major] x", ticket(third)],
    ["a mention is no line", "see - F-001 [major]\n- F-0011 [x]\n- F-003 [major] y", ticket(first)],
    ["both stand there", "# x\n- F-003 [major] y\n- F-001 [major] x\n", null],
  ])("%s", (_, file, text) => {
    expect(missing("", file).ticket).toBe(text);
  });

  it("a ledger without a closed round is in its first", () => {
    const fresh = ledgerOf([{ id: "F-001", status: "deferred", disposition: { action: "defer", ticket: "T" } }], [{ instance: "spec" }]);
    expect(missingLines(fresh, { exitLog: "", deferralFile: "" }, TODAY, CONTEXT)).toEqual({ exitLine: null, ticket: expect.stringContaining(`## sealed at round 1 — ${TODAY} — spec`) as unknown });
  });
});
