import { describe, expect, it } from "vitest";
import { byId, close, codeOf, CONTEXT, cycleContext, entry, FILES, finding, ledgerOf, round, take } from "../cycle.fixture.js";
import { anchorReader } from "../context.js";
import { applyDisposition } from "../operations/disposition.js";
import { applyOpenInstance } from "../operations/open-instance.js";
import { applyVerify } from "../operations/verify.js";
import { reportText } from "../texts/report.js";

const none = { kind: "none", ref: null, status: "n/a" };

describe("input", () => {
  it("LG-INT-1: a list, or an object with that list; an empty one makes a ledger and an empty report", () => {
    const { ledger, report } = take(null, { findings: [] });
    expect(ledger).toEqual({ version: 1, slug: "c", findings: [], history: [], next_id: 1 });
    expect(Object.keys(report)).toHaveLength(7);
    expect(Object.values(report).flat()).toEqual([]);
    expect(codeOf(() => take(null, "none"))).toBe("payload-invalid");
    expect(codeOf(() => take(null, { results: [] }))).toBe("payload-invalid");
  });

  it.each([
    ["finding-not-object", "nothing"],
    ["finding-missing-field", finding({ claim: undefined })],
    ["finding-unknown-severity", finding({ severity: "blocker" })],
    ["finding-bad-anchor", finding({ anchor: { file: "src/a.ts" } })],
    ["finding-unknown-witness-kind", finding({ witness: { kind: "manual" } })],
    ["finding-bad-field", finding({ claim: 5 })],
    ["finding-bad-field", finding({ claim: "  " })],
    ["finding-bad-field", finding({ cited_rule: 7 })],
    ["finding-bad-field", finding({ exit_criteria: ["x"] })],
    ["finding-bad-field", finding({ witness: "red" })],
    ["finding-bad-field", finding({ witness: { kind: "test", status: "blue" } })],
    ["finding-bad-field", finding({ witness: { kind: "test", ref: 3 } })],
    ["finding-unknown-artifact", finding({ artifact: "poem" })],
  ])("LG-INT-2, LG-SEC-34: %s is named by place and field, and nothing is stored", (code, bad) => {
    expect(codeOf(() => take(null, [finding(), bad]))).toBe(code);
    expect(() => take(null, [finding(), bad])).toThrow(/#1/);
  });

  it.each([
    ["anchor-file-missing", "file", { file: "src/none.ts", region: [1, 1] }],
    ["anchor-path-unsafe", "file", { file: "../a.ts", region: [1, 1] }],
    ["anchor-region-malformed", "region", { file: "src/a.ts", region: ["1", 4] }],
    ["anchor-region-out-of-range", "region", { file: "src/a.ts", region: [99, 99] }],
  ])("LG-INT-2: %s names the finding and the field of its anchor too", (code, field, anchor) => {
    const path = `findings[1].anchor.${field}`;
    expect(() => take(null, [finding(), finding({ anchor })])).toThrow(expect.objectContaining({ code, path, message: expect.stringContaining(`finding #1, anchor.${field}: `) as string, hint: expect.any(String) as string }));
  });

  it("LG-INT-2: what is not a reviewer's to say is not read; an unknown pass is stored and warned about", () => {
    const claims = { id: "F-900", status: "fixed", disposition: "fix-now", fingerprint: "x", verifications: [1], pass: "vibes" };
    const { ledger, report } = take(null, [finding(claims)]);
    expect(byId(ledger, "F-001")).toMatchObject({ status: "open", disposition: null, verifications: [], pass: "vibes" });
    expect(report.warnings).toEqual([expect.stringContaining("vibes")]);
  });

  it("LG-SEC-14: limits refuse and never cut", () => {
    const small = cycleContext({ limits: { findingsPerIntake: 2, findingsPerLedger: 3, textChars: 30, refChars: 10 } });
    const distinct = (count: number) => Array.from({ length: count }, (_, index) => finding({ claim: `claim ${index}`, witness: none }));
    expect(codeOf(() => take(null, distinct(3), small))).toBe("limit-exceeded");
    expect(codeOf(() => take(take(null, distinct(2), small).ledger, distinct(4).slice(2), small))).toBe("limit-exceeded");
    expect(codeOf(() => take(null, [finding({ claim: "x".repeat(31), witness: none })], small))).toBe("limit-exceeded");
    expect(codeOf(() => take(null, [finding({ cited_rule: "x".repeat(11), witness: none })], small))).toBe("limit-exceeded");
    expect(codeOf(() => take(null, Array.from({ length: 501 }, () => finding())))).toBe("limit-exceeded");
  });

  it("LG-SEC-16: NUL and lone surrogates never reach the ledger", () => {
    expect(codeOf(() => take(null, [finding({ claim: "a\ud800b" })]))).toBe("finding-bad-field");
    expect(codeOf(() => take(null, [finding({ exit_criteria: "a\u0000" })]))).toBe("finding-bad-field");
  });
});

describe("entries", () => {
  it("LG-FILE-2, LG-INT-10: an entry has every field; ids come from next_id and a merge takes none", () => {
    const first = take(null, [finding({ pass: "security" }), finding({ claim: "The CACHE ignores the tenant!" }), finding({ claim: "another" })]);
    expect(first.report).toMatchObject({ new: ["F-001", "F-002"], merged: ["F-001"] });
    expect(first.ledger.next_id).toBe(3);
    expect(first.ledger.findings[0]).toEqual({
      id: "F-001", artifact: "code", first_seen: 1, pass: "security", severity: "major", severity_as_reported: "major", cited_rule: null,
      anchor: { file: "src/a.ts", region: [1, 4], fingerprint: expect.stringMatching(/^[0-9a-f]{40}$/) as string },
      claim: "the cache ignores the tenant", witness: { kind: "test", ref: "tests/review/x.test.ts", status: "red" }, exit_criteria: null,
      status: "open", raised_count: 2, verifications: [], disposition: null,
    });
    const later = take(ledgerOf([{ id: "F-999" }]), [finding()]);
    expect(later.report.new).toEqual(["F-1000"]);
  });

  it("LG-FILE-2: missing parts of a witness default one by one, and extra keys of it are dropped", () => {
    const { ledger } = take(null, [finding({ witness: { kind: "trace", note: "x" } })]);
    expect(byId(ledger, "F-001").witness).toEqual({ kind: "trace", ref: null, status: "n/a" });
    expect(byId(take(null, [finding({ witness: null })]).ledger, "F-001").witness).toEqual(none);
  });

  it("LG-INT-3: all or nothing, and the ledger given stays as it was", () => {
    const before = ledgerOf([{ id: "F-001" }]);
    const copy = structuredClone(before);
    expect(codeOf(() => take(before, [finding(), finding({ anchor: { file: "src/gone.ts", region: [1, 1] } })]))).toBe("anchor-file-missing");
    expect(before).toEqual(copy);
  });

  it("LG-INT-10, case H03: two looks, four findings: those that are not mentioned again stay open under their ids", () => {
    const { ledger: first } = take(null, [finding({ claim: "one" }), finding({ claim: "two" })]);
    const { ledger } = take(first, [finding({ claim: "three" })]);
    expect(ledger.findings.map(({ id, status }) => [id, status])).toEqual([["F-001", "open"], ["F-002", "open"], ["F-003", "open"]]);
  });
});

describe("evidence gate", () => {
  it.each([
    ["critical", none, null, "substantive"],
    ["major", none, null, "substantive"],
    ["major", { kind: "trace" }, null, "major"],
    ["major", { kind: "repro" }, null, "major"],
    ["critical", none, "spec §4.2", "critical"],
    ["critical", none, "spec §77.7", "substantive"],
    ["critical", { kind: "test" }, "spec §77.7", "critical"],
    ["substantive", none, null, "substantive"],
    ["cosmetic", none, null, "cosmetic"],
  ])("LG-INT-5, LG-MODE-3: %s with witness %j citing %j is recorded as %s... %s", (severity, witness, cited, expected) => {
    const { ledger, report } = take(null, [finding({ severity, witness, cited_rule: cited })]);
    expect(byId(ledger, "F-001")).toMatchObject({ severity: expected, severity_as_reported: severity });
    expect(report.capped).toEqual(severity === expected ? [] : ["F-001"]);
  });

  it("LG-INT-5: with witness_capping off the severity stays as reported", () => {
    expect(byId(take(null, [finding({ witness: none })], cycleContext({ config: { witnessCapping: false } })).ledger, "F-001").severity).toBe("major");
  });

  it("LG-CITE-1: only a blocking severity's citation is looked up, and only while the knob is on", () => {
    expect(take(null, [finding({ severity: "substantive", cited_rule: "spec §77.7" })]).report.citation_unresolved).toEqual([]);
    expect(take(null, [finding({ cited_rule: "spec §77.7" })]).report.citation_unresolved).toEqual(["F-001"]);
    const off = take(null, [finding({ cited_rule: "spec §77.7", witness: none })], cycleContext({ config: { citationCheck: false } }));
    expect(off.ledger.findings[0]?.severity).toBe("major");
  });

  it("LG-CITE-3: with nothing to look it up in, the check is skipped aloud and the severity kept", () => {
    const { ledger, report } = take(null, [finding({ severity: "critical", witness: none, cited_rule: "spec §77.7" })], cycleContext({ citations: () => "no-source" }));
    expect(byId(ledger, "F-001").severity).toBe("critical");
    expect(report.citation_skipped).toEqual(["F-001"]);
  });

  it("LG-CITE-7: an unresolved citation is flagged even where a witness keeps the severity", () => {
    const { ledger, report } = take(null, [finding({ cited_rule: "spec §77.7" }), finding({ claim: "other", cited_rule: "spec §4.2" })]);
    expect(byId(ledger, "F-001")).toMatchObject({ severity: "major", citation_unresolved: true });
    expect(byId(ledger, "F-002")).not.toHaveProperty("citation_unresolved");
    expect(report.citation_unresolved).toEqual(["F-001"]);
  });

  it("LG-INT-4: capping comes before the late defer", () => {
    const before = ledgerOf([], [round(1, { major: 1 })]);
    const { ledger, report } = take(before, [finding({ witness: none })]);
    expect(report).toMatchObject({ new: ["F-001"], capped: ["F-001"], auto_deferred: ["F-001"] });
    expect(byId(ledger, "F-001")).toMatchObject({ severity: "substantive", first_seen: 2 });
  });
});

describe("sightings", () => {
  it("LG-INT-6, case G10: same content and same words meet, whatever the lines, case and punctuation are", () => {
    const moved = new Map([["src/a.ts", `new first line\n${FILES.get("src/a.ts") ?? ""}`]]);
    const first = take(null, [finding()]).ledger;
    const { ledger, report } = take(first, [finding({ claim: "The cache: ignores the TENANT", anchor: { file: "src/a.ts", region: [2, 5] } })], cycleContext({ anchors: anchorReader(moved) }));
    expect(report).toMatchObject({ new: [], merged: ["F-001"] });
    expect(byId(ledger, "F-001").raised_count).toBe(2);
  });

  it("LG-INT-6: deferred and disputed entries take sightings too; the first in ledger order wins", () => {
    const { anchor, claim } = byId(take(null, [finding()]).ledger, "F-001");
    const before = ledgerOf([{ id: "F-001", status: "deferred", anchor, claim }, { id: "F-002", anchor, claim }]);
    expect(take(before, [finding()]).report.merged).toEqual(["F-001"]);
  });

  it("LG-FP-6, case G10: the same text and claim in two files are two findings", () => {
    expect(take(null, [finding(), finding({ anchor: { file: "src/b.ts", region: [1, 4] } })]).report.new).toEqual(["F-001", "F-002"]);
  });

  it("LG-FP-7: claims in any script are told apart, and those without a word letter by letter", () => {
    const claims = ["日本語の主張", "別の主張", "日本語の主張。", "…!", "…?", " …! "];
    expect(take(null, claims.map((claim) => finding({ claim }))).report).toMatchObject({ new: ["F-001", "F-002", "F-003", "F-004"], merged: ["F-001", "F-003"] });
  });

  it("LG-FP-6: where there is no text, the lines tell places apart", () => {
    const at = (start: number) => finding({ anchor: { file: "src/blank.ts", region: [start, start] } });
    expect(take(null, [at(1), at(2), at(1)]).report).toMatchObject({ new: ["F-001", "F-002"], merged: ["F-001"] });
  });

  it("LG-INT-8: equal text on other lines of one batch is another defect; on the same lines it is not", () => {
    const at = (start: number) => finding({ anchor: { file: "src/c.ts", region: [start, start] } });
    expect(take(null, [at(1), at(3), at(3)]).report).toMatchObject({ new: ["F-001", "F-002"], merged: ["F-002"] });
    expect(take(take(null, [at(1)]).ledger, [at(3)]).report.merged).toEqual(["F-001"]);
  });

  it("LG-INT-8, LG-INT-6: a later batch's places are told apart too: each takes the next entry, and one more is new", () => {
    const at = (start: number, over: object = {}) => finding({ anchor: { file: "src/c.ts", region: [start, start] }, severity: "critical", witness: none, ...over });
    const first = take(null, [at(1), at(3)]).ledger;
    const proven = take(first, [at(1), at(3, { witness: { kind: "test", ref: "tests/c.test.ts", status: "red" } })]);
    expect(proven.report).toMatchObject({ new: [], merged: ["F-001", "F-002"], upgraded: ["F-002"] });
    expect(proven.ledger.findings.map(({ severity, raised_count }) => [severity, raised_count])).toEqual([["substantive", 2], ["critical", 2]]);
    const one = take(null, [at(1)]).ledger;
    expect(take(one, [at(1), at(3), at(3)]).report).toMatchObject({ new: ["F-002"], merged: ["F-001", "F-002"] });
    expect(take(one, [at(1), at(1)]).report).toMatchObject({ new: [], merged: ["F-001", "F-001"] });
  });

  it("LG-INT-7, case F12: no new evidence changes nothing; a red test on a capped finding makes it block again", () => {
    const first = take(null, [finding({ severity: "critical", witness: none })]).ledger;
    const again = take(first, [finding({ severity: "critical", witness: none })]);
    expect(again.report).toMatchObject({ new: [], merged: ["F-001"] });
    expect(byId(again.ledger, "F-001")).toMatchObject({ severity: "substantive", raised_count: 2 });
    const proven = take(again.ledger, [finding({ severity: "critical" })]);
    expect(proven.report.upgraded).toEqual(["F-001"]);
    expect(byId(proven.ledger, "F-001")).toMatchObject({ severity: "critical", raised_count: 3, witness: { kind: "test", status: "red" } });
  });

  it("LG-INT-7: a rise takes the citation where there was none, and undoes a late defer but no person's", () => {
    const late = take(ledgerOf([], [round(1, { major: 1 })]), [finding({ severity: "cosmetic", witness: none })]).ledger;
    const raised = take(late, [finding({ cited_rule: "spec §4.2", witness: none })]).ledger;
    expect(byId(raised, "F-001")).toMatchObject({ severity: "major", cited_rule: "spec §4.2", disposition: null });
    const decided = applyDisposition(late, { id: "F-001", action: "defer", ticket: "T-1" }, CONTEXT).ledger;
    expect(byId(take(decided, [finding()]).ledger, "F-001")).toMatchObject({ severity: "major", disposition: { ticket: "T-1" } });
  });

  it("LG-INT-7, case G12: a deferred entry that stronger evidence meets keeps its status and is shown to a person", () => {
    const first = take(null, [finding({ severity: "critical", witness: none })]).ledger;
    const sealed = close(applyDisposition(first, { id: "F-001", action: "defer", ticket: "T-1" }, CONTEXT).ledger).ledger;
    const { ledger, report } = take(sealed, [finding({ severity: "critical" })]);
    expect(report.upgraded_deferred).toEqual(["F-001"]);
    expect(byId(ledger, "F-001")).toMatchObject({ status: "deferred", severity: "substantive" });
  });

  it("LG-INT-9: a late critical without evidence is new, capped and deferred; a guarded one only disputed", () => {
    const { report } = take(ledgerOf([], [round(1, { major: 1 })]), [finding({ severity: "critical", witness: none })]);
    expect(report).toMatchObject({ new: ["F-001"], capped: ["F-001"], auto_deferred: ["F-001"], disputed: [] });
    const settled = byId(take(null, [finding()]).ledger, "F-001");
    const guarded = take(ledgerOf([{ ...settled, status: "fixed" }]), [finding({ severity: "critical", witness: none, cited_rule: "spec §9.9" })]).report;
    expect(guarded).toMatchObject({ new: [], capped: [], disputed: ["F-002"], citation_unresolved: ["F-002"], auto_deferred: [] });
  });
});

describe("settled places", () => {
  const settled = (status: "fixed" | "rejected" | "deferred") => ledgerOf([{ ...byId(take(null, [finding()]).ledger, "F-001"), status }]);

  it.each(["fixed", "rejected"] as const)("LG-REL-1, LG-FILE-5: a claim on the unchanged text of a %s finding is disputed and never blocks", (status) => {
    const { ledger, report } = take(settled(status), [finding()]);
    expect(report).toMatchObject({ new: [], disputed: ["F-002"] });
    expect(byId(ledger, "F-002")).toMatchObject({ status: "disputed", relitigates: "F-001", disposition: null });
    expect(close(ledger).decision).toMatchObject({ action: "STOP_CLEAN", dispositions_required: [] });
    expect(take(ledger, [finding()]).report).toMatchObject({ new: [], merged: ["F-002"] });
  });

  it("LG-REL-1: a deferred entry arms no guard against another claim", () => {
    expect(take(settled("deferred"), [finding({ claim: "something else" })]).report.new).toEqual(["F-002"]);
  });

  it("LG-REL-2, case G13: changed text is licence enough, and an indent is no change", () => {
    const read = (text: string) => cycleContext({ anchors: anchorReader(new Map([["src/a.ts", text]])) });
    const text = FILES.get("src/a.ts") ?? "";
    expect(take(settled("fixed"), [finding()], read(text.replace("line 2", "line two"))).report.new).toEqual(["F-002"]);
    expect(take(settled("fixed"), [finding()], read(text.replace("line 2", "   line  2"))).report.disputed).toEqual(["F-002"]);
  });

  it("LG-REL-3: only a new blocking claim with a red test opens a settled place again", () => {
    const fresh = { claim: "the query can be injected" };
    const opened = take(settled("fixed"), [finding(fresh)]);
    expect(opened.report).toMatchObject({ new: ["F-002"], disputed: [] });
    expect(byId(opened.ledger, "F-002")).toMatchObject({ status: "open", contests: "F-001" });
    const red = { kind: "test", ref: "t", status: "red" };
    for (const over of [{ ...fresh, severity: "substantive" }, { ...fresh, witness: { ...red, status: "green" } }, { ...fresh, witness: { ...red, kind: "trace" } }, {}]) {
      expect(take(settled("fixed"), [finding(over)]).report.disputed).toEqual(["F-002"]);
    }
  });

  it("LG-REL-3: the claim must differ from every settled one there", () => {
    const { anchor } = byId(take(null, [finding()]).ledger, "F-001");
    const before = ledgerOf([{ id: "F-001", status: "fixed", anchor, claim: "one" }, { id: "F-002", status: "rejected", anchor, claim: "two" }]);
    expect(byId(take(before, [finding({ claim: "Two." })]).ledger, "F-003")).toMatchObject({ status: "disputed", relitigates: "F-001" });
    expect(byId(take(before, [finding({ claim: "three" })]).ledger, "F-003")).toMatchObject({ status: "open", contests: "F-001" });
  });
});

describe("late findings", () => {
  const second = ledgerOf([], [round(1, { major: 1 })]);

  it.each([
    ["substantive", true],
    ["cosmetic", true],
    ["major", false],
    ["critical", false],
  ])("LG-LATE-1: a late %s one is put off: %s", (severity, isLate) => {
    const { ledger, report } = take(second, [finding({ severity })]);
    expect(byId(ledger, "F-001")).toMatchObject({ status: "open", disposition: isLate ? { action: "defer", ticket: "cleanup.md", by: "tool" } : null });
    expect(report.auto_deferred).toEqual(isLate ? ["F-001"] : []);
  });

  it("LG-LATE-1: the first round puts nothing off, nor does the knob when it is open", () => {
    expect(take(null, [finding({ severity: "cosmetic" })]).report.auto_deferred).toEqual([]);
    expect(take(second, [finding({ severity: "cosmetic" })], cycleContext({ config: { lateFindingDisposition: "open" } })).report.auto_deferred).toEqual([]);
  });

  it("LG-LATE-2, LG-SEC-26: the round is the ledger's; another number is refused once there is a marker", () => {
    const marked = applyOpenInstance(null, { checkpoint: "code" }, CONTEXT).ledger;
    expect(codeOf(() => take(marked, [finding()], CONTEXT, 2))).toBe("iteration-mismatch");
    expect(take(marked, [finding()], CONTEXT, 1).report.new).toEqual(["F-001"]);
    expect(take(null, [finding()], CONTEXT, 2).report.warnings).toEqual([expect.stringContaining("round-number")]);
    expect(codeOf(() => take(null, [finding()], CONTEXT, 0))).toBe("iteration-mismatch");
  });

  it("LG-INST-6: a round that starts after this instance's stop is warned about", () => {
    const before = ledgerOf([], [{ instance: "code" }, round(1, {}, { result: "STOP_CLEAN" })]);
    expect(take(before, [finding()]).report.warnings).toEqual(["instance-already-stopped"]);
  });

  it("LG-SEC-9: a wide anchor is stored and warned about", () => {
    const wide = cycleContext({ anchors: anchorReader(new Map([["w", "x\n".repeat(900)], ["s", "x\n".repeat(51)]])) });
    const at = (file: string, end: number) => finding({ anchor: { file, region: [1, end] } });
    expect(take(null, [at("w", 401), at("s", 51), at("w", 400)], wide).report.warnings).toHaveLength(2);
  });
});

describe("field cases", () => {
  it("case F11: silence erases nothing; the finding leaves with its reason, or not at all once it is fixed", () => {
    const first = take(null, [finding({ claim: "race in driver lock" })]).ledger;
    const quiet = take(close(first).ledger, []).ledger;
    expect(close(quiet).decision.open_ids).toEqual(["F-001"]);
    const declined = close(applyDisposition(quiet, { id: "F-001", action: "reject", reason: "lock covers it" }, CONTEXT).ledger).ledger;
    expect(byId(declined, "F-001")).toMatchObject({ status: "rejected", disposition: { reason: "lock covers it" } });
    const fixed = applyVerify(quiet, { results: [{ id: "F-001", verdict: "FIXED", evidence: "witness green" }] }, CONTEXT).ledger;
    expect(close(fixed).decision).toMatchObject({ action: "STOP_CLEAN", open_ids: [] });
  });

  it("case F11: another wording of the title is one more row only where its words differ", () => {
    const first = take(null, [finding({ claim: "Race in driver lock" })]).ledger;
    expect(take(first, [finding({ claim: "race in driver-lock." })]).report).toMatchObject({ new: [], merged: ["F-001"] });
  });

  it("case F12: the same claim without new evidence buys no fix round, and when nothing moves a person is asked once", () => {
    const capped = finding({ severity: "critical", witness: none });
    const first = take(null, [capped]).ledger;
    const again = take(first, [capped]).ledger;
    expect(again.findings).toHaveLength(1);
    expect(codeOf(() => applyDisposition(again, { id: "F-001", action: "fix-now" }, CONTEXT))).toBe("fix-now-not-blocking");
    const stuck = { ...again, history: [round(1, { substantive: 1 }, { weight: 1 }), round(2, { substantive: 1 }, { weight: 1 })] };
    expect(close(stuck).decision).toMatchObject({ action: "ESCALATE", iteration: 3 });
  });

  it("case F12: a rejected finding that comes back weaker stays settled and is recorded", () => {
    const rejected = close(applyDisposition(take(null, [finding()]).ledger, { id: "F-001", action: "reject", reason: "by design" }, CONTEXT).ledger).ledger;
    const { ledger, report } = take(rejected, [finding({ severity: "substantive" })]);
    expect(report.disputed).toEqual(["F-002"]);
    expect(close(ledger).decision.action).toBe("STOP_CLEAN");
  });

  it("case G09: no operation makes a finding that no intake brought", () => {
    const before = take(null, [finding()]).ledger;
    const { ledger } = close(before);
    expect(ledger.findings.map(({ id }) => id)).toEqual(before.findings.map(({ id }) => id));
    expect(codeOf(() => applyVerify(ledger, { results: [{ id: "F-002", verdict: "NOT-FIXED", evidence: "P0!" }] }, CONTEXT))).toBe("unknown-finding");
    expect(reportText(ledger)).not.toContain("F-002");
  });

  it("case G12: what an intake puts off can still be lifted by evidence or by a person", () => {
    const late = take(ledgerOf([], [round(1, { major: 1 })]), [finding({ severity: "cosmetic", witness: none })]).ledger;
    expect(byId(take(late, [finding({ severity: "critical" })]).ledger, "F-001")).toMatchObject({ severity: "critical", disposition: null });
    expect(byId(applyDisposition(late, { id: "F-001", action: "reject", reason: "no" }, CONTEXT).ledger, "F-001").disposition).toMatchObject({ action: "reject" });
    expect(entry({ id: "F-001" }).status).toBe("open");
  });
});
