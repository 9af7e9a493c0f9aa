import { describe, expect, test } from "vitest";
import { absorbFailingChecks, EMPTY_LEDGER, entriesIn } from "./bounded-ledger.js";
import {
  affectedChecks, attributeFailure, checkCoverage, checkHistory, currentCheck, currentChecks, gateChecks, markStale, openCheckLog, recordCheck, runnableChecks, type CheckSpec,
} from "./checks.js";
import { localVerification, requiredCounts } from "./gate.js";
import { isGlobMatch } from "./glob.js";
import { playScenario } from "./scenario.fixture.js";

const spec = (id: string, more: Partial<CheckSpec> = {}): CheckSpec => ({ id, command: `run ${id}`, required: true, ...more });
const pass = { status: "pass" } as const;
const fail = (signature: string | null = null, failureIds: readonly string[] | null = null) => ({ status: "fail", signature, failureIds }) as const;

describe("whose a failure is", () => {
  test("BD-BASE-03: only evidence makes it the target's", () => {
    expect(attributeFailure(pass, null, false)).toBeNull();
    expect(attributeFailure({ status: "not-run" }, null, false)).toBeNull();
    expect(attributeFailure(fail("s"), pass, false)).toBe("target");
    expect(attributeFailure(fail("s"), fail("s"), false)).toBe("pre-existing");
    expect(attributeFailure(fail("s"), fail("t"), false)).toBe("unknown");
    expect(attributeFailure(fail(), fail(), false)).toBe("unknown");
    expect(attributeFailure(fail("s"), { status: "not-run" }, false)).toBe("unknown");
    expect(attributeFailure(fail("s"), null, false)).toBe("unknown");
  });

  test("BD-BASE-03: with failure ids on both sides only these are compared", () => {
    expect(attributeFailure(fail("s", ["a"]), fail("t", ["a", "b"]), false)).toBe("pre-existing");
    expect(attributeFailure(fail("s", ["a", "c"]), fail("s", ["a", "b"]), false)).toBe("target");
    expect(attributeFailure(fail("s", ["a"]), fail("s"), false)).toBe("pre-existing");
    expect(attributeFailure(fail("s", ["a"]), fail("t"), false)).toBe("unknown");
  });

  test("BD-BASE-04: what passed earlier in this run and fails after a repair is the repair's", () => {
    let log = recordCheck(openCheckLog([spec("test")]), "test", "baseline", pass, null);
    log = recordCheck(log, "test", "loop-1", fail("s"), fail("s"));
    expect(currentCheck(log, "test")).toMatchObject({ attribution: "target", phase: "loop-1" });
    const first = recordCheck(openCheckLog([spec("test")]), "test", "baseline", fail("s"), fail("s"));
    expect(currentCheck(recordCheck(first, "test", "loop-1", fail("s"), fail("s")), "test")?.attribution).toBe("pre-existing");
  });

  test("BD-BASE-05: a failing required check of the target is a blocker, unless a finding cites it", () => {
    const log = recordCheck(openCheckLog([spec("test"), spec("lint", { required: false })]), "test", "baseline", fail("s"), pass);
    const both = recordCheck(log, "lint", "baseline", fail("s"), pass);
    const [entry, ...others] = absorbFailingChecks(EMPTY_LEDGER, both).entries;
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ id: "check:test", state: "open", class: "correctness-defect", lanes: [], evidence: [{ kind: "check", ref: "test", signature: "s" }] });
    expect(entriesIn(playScenario({ checks: { test: { base: "pass", seq: ["fail#t1"] } }, lanes: { correctness: [{ findings: [{ id: "f1", over: { evidence: [{ kind: "check", ref: "test" }] } }] }] } }).ledger, "open").map(({ id }) => id)).toEqual(["f1"]);
  });

  test("BD-BASE-05: BD-DEDUP-03: a check that fails again opens its own blocker again, with the new evidence", () => {
    const first = recordCheck(openCheckLog([spec("test")]), "test", "baseline", fail("s"), pass);
    const [entry] = absorbFailingChecks(EMPTY_LEDGER, first).entries;
    const other = { ...entry!, id: "check:other", evidence: [] };
    const mended = { ...EMPTY_LEDGER, entries: [{ ...entry!, state: "fixed" as const }, other] };
    const again = absorbFailingChecks(mended, recordCheck(first, "test", "loop-1", fail("t"), pass));
    expect(again.entries.map(({ id, state }) => `${id}:${state}`)).toEqual(["check:test:open", "check:other:open"]);
    expect(again.entries[0]?.evidence.map(({ signature }) => signature)).toEqual(["s", "t"]);
    expect(again.entries[1]).toEqual(other);
  });

  test("BD-BASE-06: unproven failures go to nobody, and end in check-failing", () => {
    for (const base of ["fail", "none"]) {
      const { report, fixPackets } = playScenario({ checks: { test: { base, seq: ["fail"] } } });
      expect(fixPackets).toEqual([]);
      expect(report).toMatchObject({ token: "check-failing", findings: { unresolved: [] } });
    }
  });
});

describe("stale, waived, proposed", () => {
  const log = ["test", "lint"].reduce((all, id) => recordCheck(all, id, "baseline", pass, null), openCheckLog([spec("test"), spec("lint", { paths: ["docs/**"] })]));

  test("BD-BASE-09: an edit overtakes the results that it touches, and stale is not run", () => {
    const edited = markStale(log, ["src/a.ts"]);
    expect(currentChecks(edited).map(({ id, status, stale }) => [id, status, stale])).toEqual([["test", "not-run", true], ["lint", "pass", false]]);
    expect(requiredCounts(edited)).toEqual({ requiredFailed: 0, requiredNotRun: 1 });
    expect(currentChecks(markStale(log, ["docs/x/y.md"])).every(({ stale }) => stale)).toBe(true);
    expect(currentChecks(markStale(log, []))).toEqual(currentChecks(log));
    expect(recordCheck(log, "nobody", "loop-1", pass, null)).toBe(log);
    expect(currentCheck(recordCheck(edited, "test", "loop-1", pass, null), "test")?.stale).toBe(false);
  });

  test("BD-BASE-10: a waived check leaves the gate, stays listed, and cannot cover the target's own failure", () => {
    const waived = recordCheck(openCheckLog([spec("e2e"), spec("test")], ["e2e"]), "e2e", "baseline", { status: "not-run", reason: "no-browser" }, null);
    expect(gateChecks(waived).map(({ id }) => id)).toEqual(["test"]);
    expect(checkHistory(waived).map(({ id }) => id)).toContain("e2e");
    expect(checkCoverage(waived)).toEqual(["check-waived:e2e"]);
    const broken = recordCheck(openCheckLog([spec("e2e")], ["e2e"]), "e2e", "baseline", fail("s"), pass);
    expect(gateChecks(broken).map(({ id }) => id)).toEqual(["e2e"]);
    expect(absorbFailingChecks(EMPTY_LEDGER, broken).entries).toHaveLength(1);
    const old = recordCheck(openCheckLog([spec("e2e")], ["e2e"]), "e2e", "baseline", fail("s"), fail("s"));
    expect(gateChecks(old)).toEqual([]);
  });

  test("BD-TGT-06: a plan's future commands are listed, and neither run nor required", () => {
    const proposed = openCheckLog([spec("load", { proposed: true }), spec("links")]);
    expect(runnableChecks(proposed).map(({ id }) => id)).toEqual(["links"]);
    expect(checkHistory(proposed)).toContainEqual(expect.objectContaining({ id: "load", status: "not-run", reason: "proposed", required: false }));
    expect(gateChecks(proposed).map(({ id }) => id)).toEqual(["links"]);
  });

  test("BD-TGT-11: commands that nobody selected are listed; no required check is said", () => {
    const found = openCheckLog([spec("lint", { required: false })], [], [{ id: "e2e", command: "npm run e2e" }, { id: "x", command: "run lint" }]);
    expect(checkHistory(found).map(({ id, reason }) => `${id}:${reason}`)).toEqual(["e2e:not-selected", "lint:not-reached"]);
    expect(checkCoverage(found)).toEqual(["no-required-check"]);
    expect(checkCoverage(openCheckLog([]))).toEqual(["no-required-check"]);
    expect(checkCoverage(openCheckLog([spec("load", { proposed: true })]))).toEqual(["no-required-check"]);
  });

  test("BD-RERV-01: case G13: run again what an edit touches, what the batch cites, and what failed", () => {
    let run = openCheckLog([spec("any"), spec("docs", { paths: ["docs/**"] }), spec("cited", { paths: ["docs/**"] }), spec("red", { paths: ["docs/**"] }), spec("load", { proposed: true })]);
    for (const id of ["any", "docs", "cited"]) run = recordCheck(run, id, "baseline", pass, null);
    run = recordCheck(run, "red", "baseline", fail("s"), fail("s"));
    expect(affectedChecks(run, ["a.ts"], new Set(["cited"]))).toEqual(["any", "cited", "red"]);
    expect(affectedChecks(run, ["docs/a.md"], new Set())).toEqual(["any", "docs", "cited", "red"]);
  });

  test("BD-STAT-03: local verification is about required checks alone", () => {
    const of = (...statuses: ("pass" | "fail" | "not-run")[]) =>
      localVerification(statuses.reduce((all, status, index) => recordCheck(all, `c${index}`, "baseline", { status }, null), openCheckLog(statuses.map((_, index) => spec(`c${index}`)))));
    expect(of()).toBe("not-run");
    expect(of("pass", "pass")).toBe("passed");
    expect(of("pass", "not-run")).toBe("partial");
    expect(of("not-run", "not-run")).toBe("not-run");
    expect(of("pass", "fail", "not-run")).toBe("failed");
  });

  test("BD-REP-05: every run is a line, and what never ran has phase none", () => {
    const { report } = playScenario({ checks: { test: { base: "none", seq: ["pass", "fail#t9", "pass"] } }, lanes: { correctness: [{ findings: [{ id: "f1" }] }, { findings: [], resolutions: { f1: "fixed" } }] }, fixer: [{ diff: ["a.ts"] }, { diff: ["a.ts"] }] });
    expect(report.checks.map(({ phase, status }) => `${phase}:${status}`)).toEqual(["baseline:pass", "loop-1:fail", "loop-2:pass"]);
    expect(playScenario({ surface: [] }).report.checks).toMatchObject([{ phase: "none", status: "not-run" }]);
    const stale = playScenario({ lanes: { correctness: [{ findings: [{ id: "f1" }] }] }, fixer: [{ diff: ["core/db.ts"] }] }).report.checks;
    expect(stale.map(({ status, stale: isStale }) => [status, isStale])).toEqual([["pass", false], ["not-run", true]]);
  });
});

test.each([
  ["a.test.ts", "a.test.ts", true], ["*.ts", "a.ts", true], ["*.ts", "x/a.ts", false], ["**/*.ts", "a.ts", true], ["**/*.ts", "x/y/a.ts", true],
  ["docs/**", "docs/a/b.md", true], ["docs/**", "src/a.md", false], ["a?c", "abc", true], ["a?c", "ac", false], ["**", "x/y", true], ["a/**/b", "a/b", true],
  ["a/**/b", "a/x/y/b", true], ["*a*b*", "xxaxxbxx", true], ["*a*b", "xbxa", false], ["", "a", false], ["a.ts", "axts", false],
])("globs: %s over %s is %s", (glob, path, expected) => {
  expect(isGlobMatch(glob, path)).toBe(expected);
});
