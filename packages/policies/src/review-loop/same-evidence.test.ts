/** What evidence is worth, asked of the decider and of the auditor: neither shares a line with the other (RL-PR-20, RL-PR-22). */
import { describe, expect, test } from "vitest";
import { auditRun } from "./audit/audit-run.js";
import { isReconciled, isStrong, scopeOf } from "./audit/coverage.js";
import { openCase, type AuditCase } from "./audit/evidence-book.js";
import { growth, latestFixes } from "./audit/history.js";
import { slotSays } from "./audit/slots.js";
import { formIn, isFloorGood, isInstrument, isRetired, weightOf } from "./audit/weigh.js";
import { assessRound } from "./assess-round.js";
import { viewOf } from "./decide/decide.js";
import { fileRole } from "./decide/file-kind.js";
import { cumulativeNet, lastFixRounds } from "./decide/net.js";
import { isFloorValid } from "./decide/residual-floor.js";
import type { LandedFile } from "./facts/landed-facts.js";
import type { AnchorFact, EnumRow } from "./facts/round-facts.js";
import type { ReviewRound, ReviewRun, SlotFact } from "./facts/run-facts.js";
import type { FloorEvidence, PinnedRef, RaisedFinding, Regrade, TriageRow } from "./facts/triage-facts.js";
import { anchor, codeRound, codeRun, coldRead, finding, floor, hunk, landed, ND, proseRound, proseRun, recordsOf, returned, row, safe, slot } from "./run.fixture.js";
import { renderStatus } from "./status/render-status.js";

function caseOf(run: ReviewRun, k = run.rounds.length): AuditCase {
  const round = run.rounds[k - 1];
  if (round === undefined) throw new Error(`there is a round ${k}`);
  return openCase(run, k, round);
}

const round = (over: Partial<ReviewRound>, run: Partial<ReviewRun> = {}): ReviewRun => codeRun([codeRound(1, over)], run);
const record = (id: string, over: object = {}) => ({ id, seq: 190, round: 1, args: "", output: "", writes: [], ...over });
const logging = (...more: readonly ReturnType<typeof record>[]): Partial<ReviewRun> => ({ toolRecords: [...recordsOf(1), ...recordsOf(2), ...more] });

describe("paths", () => {
  test.each([
    ["tests/graders/g.sh", true], ["grader/x.sh", true], ["a/checker/x.sh", true], ["checkers/x.bin", true], ["src/graders/g.sh", false], ["graders/src/g.sh", true], ["lib/a/checker/c.ts", false],
    ["app/grader.sh", false], ["cmd/checker.sh", false], ["pkg/grader.py", false], ["internal/grader.py", false], ["tools/my-grader.sh", true], ["tools/checker-x.mjs", true], ["tools/grader.rb", false], ["checker.ts", true],
    ["tests/fixtures/a.ts", true], ["src/__fixtures__/a.ts", true], ["src/cassettes/a.json", true], ["cassette/x", true], ["fixtures.ts", false], ["my-fixtures/a.ts", false],
    ["Makefile", false], ["graders/GNUmakefile", false], ["graders/x.mk", false], ["graders/Dockerfile", false], ["graders/Dockerfile.dev", false], ["graders/a.dockerfile", false], ["graders/package.json", false],
    ["graders/gen-fixtures.ts", false], ["graders/generate_fixture.ts", false], ["graders/generator.fixtures.ts", false], ["graders/genfixtures.ts", false], ["graders/fixtures-gen.ts", false], ["graders/fixturegen.ts", false],
    ["eval.yaml", true], ["a/eval.yml", true], ["eval.json", true], ["eval.toml", true], ["my-eval.yaml", false], ["eval.yaml.ts", false], ["eval.ts", false], ["evals/trials.yaml", true], ["a/eval/b/x.toml", true], ["eval/x.ts", false], ["evaluation/x.yaml", false],
    [".github/workflows/contract.yml", true], [".github/workflows/my-contract-1.yaml", true], [".github/workflows/ci.yml", false], ["workflows/contract.yml", false], [".github/contract.yml", false], ["a/.github/workflows/contract.yml", true], [".github/workflows/a/contract.yml", false], ["x/workflows/contract.yml", false], [".github/x/contract.yml", false],
    ["tests\\graders\\g.sh", true], ["./graders/g.sh", true], ["/graders//g.sh", true], ["Graders/G.SH", true], ["src/./graders/g.sh", false], [".//src/graders/g.sh", false], [".github/./workflows/contract.yml", true], ["src/a.ts", false], ["a.ts", false], ["graders", false],
  ])("RL-TR-06, RL-TR-16: whether %s is a checking instrument's: %s", (file, expected) => {
    expect([fileRole(file) === "instrument", isInstrument(file)]).toEqual([expected, expected]);
  });
});

describe("floors", () => {
  const at = { locs: [{ file: "tests/graders/g.sh", line: 41 }] };
  type World = { readonly finding?: Partial<RaisedFinding>; readonly run?: Partial<ReviewRun>; readonly first?: Partial<ReviewRound>; readonly second?: Partial<ReviewRound>; readonly j?: number };
  const touched = (no: number, path: string, over: Partial<LandedFile> = {}): Partial<ReviewRound> => ({ landed: landed(no, [{ path: "other.ts" }, { path, ...over }]) });
  const cases: readonly (readonly [string, Partial<FloorEvidence>, World, boolean])[] = [
    ["a record that shows it", {}, {}, true],
    ["a record that is not there", { record: "gone" }, {}, false],
    ["a producer that may be sloppy", { honestProducerCanEmit: true }, {}, false],
    ["a quote that the record lacks", { quote: "trials: 6" }, {}, false],
    ["no quote", { quote: " " }, {}, false],
    ["an artifact that the record does not name", { artifact: "eval/other.yaml" }, {}, false],
    ["no artifact", { artifact: " " }, {}, false],
    ["an artifact that only the output names", { record: "o" }, { run: logging(record("o", { output: "eval/trials.yaml trials: 5" })) }, true],
    ["a quote that only the arguments hold", { record: "o" }, { run: logging(record("o", { args: "eval/trials.yaml trials: 5" })) }, false],
    ["a place without a line", {}, { finding: { locs: [{ file: "tests/graders/g.sh" }] } }, false],
    ["no place", {}, { finding: { locs: [] } }, false],
    ["a place of production beside it", {}, { finding: { locs: [...at.locs, { file: "src/a.ts", line: 1 }] } }, false],
    ["the artifact was changed since", {}, { first: touched(1, "eval/trials.yaml") }, false],
    ["the artifact's former name was changed since", {}, { first: touched(1, "x.yaml", { oldPath: "eval/trials.yaml" }) }, false],
    ["something else was changed since", {}, { first: touched(1, "x.yaml", { oldPath: "y.yaml" }) }, true],
    ["what it characterises was changed since", { characterises: ["src/b.ts"] }, { first: touched(1, "src/b.ts") }, false],
    ["a line of what it characterises", { characterises: ["src/b.ts:10"] }, { first: touched(1, "src/b.ts") }, false],
    ["lines of what it characterises", { characterises: ["src/b.ts:10-12"] }, { first: touched(1, "src/b.ts") }, false],
    ["long numbers of lines", { characterises: ["src/b.ts:105-1206"] }, { first: touched(1, "src/b.ts") }, false],
    ["a name that only looks like lines", { characterises: ["src/b.ts:x"] }, { first: touched(1, "src/b.ts") }, true],
    ["lines in the middle of a name", { characterises: ["src/b:1.ts"] }, { first: touched(1, "src/b.ts") }, true],
    ["a longer name", { characterises: ["src/b.ts:1"] }, { first: touched(1, "src/b.tsx") }, true],
    ["the record came after the change", { record: "late" }, { first: touched(1, "eval/trials.yaml"), run: logging(record("late", { args: "eval/trials.yaml", output: "trials: 5" })) }, true],
    ["the record came with the change", { record: "same" }, { first: touched(1, "eval/trials.yaml"), run: logging(record("same", { seq: 150, args: "eval/trials.yaml", output: "trials: 5" })) }, false],
    ["a change of this round is no earlier one", {}, { second: touched(2, "eval/trials.yaml") }, true],
  ];
  test.each(cases)("RL-TR-07, RL-TR-08, RL-TR-09: %s", (_what, over, { finding: one = at, run = {}, first = {}, second = {} }, expected) => {
    const evidence = floor(1, over);
    const registered = row("t", { finding: one, disposition: { kind: "residual-floor", floor: evidence } });
    const whole = codeRun([codeRound(1, first), codeRound(2, { ...second, triage: [registered] })], run);
    expect(isFloorValid(viewOf(whole, 2), 2, registered, evidence)).toBe(expected);
    expect(isFloorGood(caseOf(whole), 2, registered, evidence)).toBe(expected);
  });
});

describe("forms", () => {
  const said = { form: "demo", quote: "a demo only", fromRound: 1 } as const;
  const asked = (question: string, leading = false) => [{ ...said, elicitedBy: { question, leading } }];
  const both = { ...said, form: "prototype", quote: "a prototype" } as const;
  test.each<readonly [string, ReviewRun["forms"], ReviewRun["forms"][number]["form"]]>([
    ["no claim", [], "production"], ["a claim", [said], "demo"], ["in capitals", [{ ...said, quote: "A DEMO" }], "demo"], ["nothing quoted", [{ ...said, quote: " " }], "production"],
    ["a quote of nobody", [{ ...said, quote: "demo it is" }], "production"], ["a quote without the word", [{ ...said, quote: "ship it" }], "production"], ["production without the word", [said, { ...said, form: "production", quote: "ship it" }], "production"],
    ["the later claim", [said, both], "prototype"], ["the later round", [{ ...both, fromRound: 2 }, said], "prototype"], ["a round to come", [said, { ...both, fromRound: 3 }], "demo"], ["the later claim is void", [said, { ...both, quote: "no" }], "demo"],
    ["an open question", asked("what is it?"), "demo"], ["no question", asked(" "), "production"], ["a leading question", asked("what is it?", true), "production"],
    ["yes or no, with the word", asked(" Is it a demo?"), "production"], ["yes or no, without the word", asked("is it for us?"), "demo"], ["a word that only begins like one", asked("isolated demo or what?"), "demo"],
    ["isn't", asked("isn't it a demo?"), "production"], ["so", asked("so a demo"), "production"], ["right", asked("a demo, right?"), "production"], ["correct", asked("a demo correct ?"), "production"], ["a comma", asked("a demo, ?"), "production"],
    ["no", asked("a demo no?"), "production"], ["yes", asked("demo yes?  "), "production"], ["a right that is not the end", asked("right? which demo then"), "demo"], ["a word that ends like one", asked("a demo in bright?"), "demo"], ["not the end", asked("a demo, right? or what"), "demo"],
  ])("RL-SF-07, RL-SF-09, RL-SF-10: %s", (_what, forms, expected) => {
    const run = codeRun([codeRound(1), codeRound(2)], { forms, userMessages: ["a demo only, A DEMO, ship it", "a prototype"] });
    expect([assessRound(run, 2).form, formIn(run, 2)]).toEqual([expected, expected]);
  });
});

describe("grades and retirement", () => {
  type Verdict = "nit" | "minor" | "major" | "blocker";
  const regrade = (to: Verdict, over: Partial<Regrade> = {}): Regrade => ({ to, reason: "because", ...over });
  const demo: Partial<ReviewRun> = { forms: [{ form: "demo", quote: "a demo only", fromRound: 1 }], userMessages: ["a demo only"] };
  const reader = { laneKind: "legibility", unfollowable: "local", quotes: ["window"] } as const;
  const down = regrade("minor", { definition: "major", quote: "window", whyReaderWrong: "it stands there" });
  const pinned: PinnedRef = { name: "n", version: "1", digest: "d" };
  const refers = (ref: PinnedRef): Partial<TriageRow> => ({ disposition: { kind: "external-reference", ref } });
  const accepts = (over: object = {}): Partial<TriageRow> => ({ disposition: { kind: "accepted-degraded", definition: "major", reason: "r", ...over } });
  const external = { laneKind: "legibility", unfollowable: "external" } as const;
  const instrument = { locs: [{ file: "tests/graders/g.sh", line: 1 }] };
  const cases: readonly (readonly [string, Partial<RaisedFinding>, Partial<TriageRow>, Partial<ReviewRun>, Verdict, boolean])[] = [
    ["a label with blanks", { claimed: " \tBlocker\r\n" }, {}, {}, "blocker", false],
    ["a label of sixty-five letters", { claimed: `${" ".repeat(60)}minor` }, {}, {}, "major", false],
    ["a label of sixty-four", { claimed: `${" ".repeat(59)}minor` }, {}, {}, "minor", true],
    ["a label that every object has", { claimed: "constructor" }, {}, {}, "major", false],
    ["low", { claimed: "low" }, {}, {}, "minor", true], ["style", { claimed: "style" }, {}, {}, "nit", true], ["serious", { claimed: "serious" }, {}, {}, "major", false], ["high", { claimed: "high" }, {}, {}, "major", false],
    ["critical", { claimed: "critical" }, {}, {}, "blocker", false], ["p0", { claimed: "p0" }, {}, {}, "blocker", false], ["medium", { claimed: "medium" }, {}, {}, "major", false], ["no label", { claimed: null }, {}, {}, "major", false],
    ["an audit's nit", { laneKind: "audit", claimed: "nit" }, {}, {}, "major", false], ["an audit's blocker", { laneKind: "audit", claimed: "blocker" }, {}, {}, "blocker", false],
    ["a lens's nit", { laneKind: "simplicity", claimed: "nit" }, {}, {}, "nit", true], ["a lens's blocker", { laneKind: "simplicity", claimed: "blocker" }, {}, {}, "minor", true],
    ["a lens's nit, promoted", { laneKind: "simplicity", claimed: "nit", regrades: [regrade("minor")] }, {}, {}, "minor", true],
    ["a lens's finding that breaks something", { laneKind: "simplicity", bloatBreaks: "x", regrades: [regrade("major")] }, {}, {}, "major", false],
    ["a lens's finding that breaks nothing", { laneKind: "simplicity", bloatBreaks: " ", regrades: [regrade("major")] }, {}, {}, "minor", true],
    ["a lens's blocker is none", { laneKind: "simplicity", bloatBreaks: "x", regrades: [regrade("blocker")] }, {}, {}, "minor", true],
    ["a reader's blocker", { laneKind: "legibility", claimed: "blocker" }, {}, {}, "minor", true], ["a reader's nit", { laneKind: "legibility", claimed: "nit" }, {}, {}, "nit", true],
    ["a reader's promotion", { laneKind: "legibility", regrades: [regrade("major")] }, {}, {}, "minor", true], ["a reader's small promotion", { laneKind: "legibility", claimed: "nit", regrades: [regrade("minor")] }, {}, {}, "minor", true],
    ["a rule that cannot be followed", { ...reader, claimed: "nit" }, {}, {}, "major", false], ["such a rule, promoted", { ...reader, regrades: [regrade("blocker")] }, {}, {}, "blocker", false],
    ["such a rule, demoted by the reader's words", { ...reader, regrades: [down] }, {}, {}, "minor", true],
    ["demoted by other words", { ...reader, regrades: [{ ...down, quote: "win" }] }, {}, {}, "major", false], ["demoted by blank words", { ...reader, quotes: [" "], regrades: [{ ...down, quote: " " }] }, {}, {}, "major", false],
    ["demoted without saying why", { ...reader, regrades: [{ ...down, whyReaderWrong: " " }] }, {}, {}, "major", false],
    ["demoted for another definition", { ...reader, regrades: [{ ...down, definition: "blocker" }] }, {}, {}, "major", false],
    ["a slot's finding needs no reader's words", { regrades: [regrade("minor", { definition: "major" })] }, {}, {}, "minor", true],
    ["a reader's finding without a rule needs none", { laneKind: "legibility", claimed: "minor", regrades: [regrade("nit", { definition: "minor" })] }, {}, {}, "nit", true],
    ["a local rule is not pinned away", reader, refers(pinned), {}, "major", true], ["an external rule is", external, refers(pinned), {}, "minor", true], ["an external rule without a reference", external, {}, {}, "major", false],
    ["a reference without its name", external, refers({ ...pinned, name: " " }), {}, "major", false], ["without its version", external, refers({ name: "n", digest: "d" }), {}, "major", false], ["without its digest", external, refers({ name: "n", version: "1" }), {}, "major", false],
    ["owned, with a version", external, refers({ name: "n", version: "1", ownershipPinned: true }), {}, "minor", true], ["owned, without versions", external, refers({ name: "n", versionless: true, ownershipPinned: true }), {}, "minor", true],
    ["owned, without its version", external, refers({ name: "n", ownershipPinned: true }), {}, "major", false], ["without versions, but not owned", external, refers({ name: "n", digest: "d", versionless: true }), {}, "major", false],
    ["a reference behind a slot's finding", {}, refers(pinned), {}, "major", false], ["behind a reader's finding without a rule", { laneKind: "legibility" }, refers(pinned), {}, "minor", true],
    ["the same grade again", { claimed: "major", regrades: [regrade("major", { reason: " " })] }, {}, {}, "major", false],
    ["up and down", { claimed: "minor", regrades: [regrade("blocker"), regrade("major", { definition: "blocker" })] }, {}, {}, "major", false],
    ["down without a reason", { claimed: "blocker", regrades: [regrade("nit", { definition: "blocker", reason: " " })] }, {}, {}, "blocker", false], ["down without a definition", { claimed: "blocker", regrades: [regrade("nit")] }, {}, {}, "blocker", false],
    ["a guardrail in a demo", { claimed: "blocker", addsUnrequestedGuardrail: true }, {}, demo, "minor", true], ["a guardrail in production", { addsUnrequestedGuardrail: true }, {}, {}, "major", false],
    ["one that can be exploited", { addsUnrequestedGuardrail: true, exploitableNow: true }, {}, demo, "major", false], ["one that cannot", { addsUnrequestedGuardrail: true, exploitableNow: false }, {}, demo, "minor", true], ["none, in a demo", { addsUnrequestedGuardrail: false }, {}, demo, "major", false],
    ["a small guardrail in a demo", { claimed: "nit", addsUnrequestedGuardrail: true }, {}, demo, "nit", true],
    ["pending", {}, {}, {}, "major", false], ["left", {}, { disposition: { kind: "left" } }, {}, "major", false], ["fixed", {}, { disposition: { kind: "fixed" } }, {}, "major", false],
    ["accepted", {}, accepts(), {}, "major", true], ["accepted as something else", {}, accepts({ definition: "blocker" }), {}, "major", false], ["accepted without a definition", {}, { disposition: { kind: "accepted-degraded", reason: "r" } }, {}, "major", false], ["accepted without a reason", {}, accepts({ reason: " " }), {}, "major", false],
    ["not applicable", {}, { disposition: { kind: "not-applicable", definition: "major", reason: "r" } }, {}, "major", true],
    ["a blocker, accepted as one", { claimed: "blocker" }, accepts({ definition: "blocker" }), {}, "blocker", true],
    ["unreachable, by evidence", instrument, accepts({ claimsUnreachable: true, floor: floor() }), {}, "major", true], ["unreachable, by word", instrument, accepts({ claimsUnreachable: true }), {}, "major", false],
    ["unreachable, by evidence that does not hold", instrument, accepts({ claimsUnreachable: true, floor: floor(1, { honestProducerCanEmit: true }) }), {}, "major", false],
    ["not claimed unreachable, whatever the evidence", instrument, accepts({ claimsUnreachable: false, floor: floor(1, { honestProducerCanEmit: true }) }), {}, "major", true],
    ["registered", instrument, { disposition: { kind: "residual-floor", floor: floor() } }, {}, "major", true], ["registered on production", {}, { disposition: { kind: "residual-floor", floor: floor() } }, {}, "major", false],
    ["outside, waiting", {}, { ...accepts(), scope: "out-pending" }, {}, "major", false], ["outside, waiting, without a fence", {}, { ...accepts(), scope: "out-pending" }, { fence: { raised: false } }, "major", true],
    ["outside, small", { claimed: "nit" }, { scope: "out-pending" }, {}, "nit", true], ["outside, authorized", {}, { ...accepts(), scope: "out-authorized" }, {}, "major", true],
    ["declined in the user's words", {}, { ...accepts({ userDeclined: "leave it", definition: "nit" }), scope: "out-declined" }, {}, "major", true], ["declined in nobody's words", {}, { ...accepts({ userDeclined: "go away" }), scope: "out-declined" }, {}, "major", false],
    ["declined without words", {}, { ...accepts(), scope: "out-declined" }, {}, "major", false], ["declined in blank words", {}, { ...accepts({ userDeclined: " " }), scope: "out-declined" }, {}, "major", false],
    ["declined, without a fence", {}, { ...accepts(), scope: "out-declined" }, { fence: { raised: false } }, "major", true],
    ["declined is never not applicable", {}, { disposition: { kind: "not-applicable", definition: "major", reason: "r", userDeclined: "leave it" }, scope: "out-declined" }, {}, "major", false],
    ["no finding at all", {}, { findings: [] }, {}, "major", false],
    ["two findings, the heavier first", {}, { findings: [finding({ claimed: "blocker" }), finding({ claimed: "nit" })] }, {}, "blocker", false],
    ["two findings, the lighter first", {}, { findings: [finding({ claimed: "nit" }), finding({ claimed: "minor" })] }, {}, "minor", true],
  ];
  test.each(cases)("RL-VN-01, RL-VN-11: %s", (_what, one, over, run, severity, isGone) => {
    const base = row("t", { finding: one });
    const triaged = { ...base, ...over };
    const whole = round({ triage: [triaged] }, run);
    const { severities, resolved } = assessRound(whole, 1);
    const at = caseOf(whole);
    expect([severities["t"], resolved["t"]]).toEqual([severity, isGone]);
    expect([["nit", "minor", "major", "blocker"][weightOf(at, 1, triaged)], isRetired(at, 1, triaged)]).toEqual([severity, isGone]);
  });
});

describe("slots", () => {
  type Says = "approve" | "reject" | "not-run";
  const names = { APPROVE: "approve", "CHANGES-REQUESTED": "reject", "not-run": "not-run" } as const;
  const says = (run: ReviewRun, name: "CR" | "RC" | "IR", k = run.rounds.length): readonly [Says, Says] => [names[assessRound(run, k).slots[name].verdict], slotSays(caseOf(run, k), k, name)];
  const slots = (over: Partial<ReviewRound["slots"]>) => ({ slots: { CR: slot("CR", 1), RC: slot("RC", 1), IR: slot("IR", 1), ...over } });

  test.each<readonly [string, Says]>([
    ["APPROVE", "approve"], ["approve.", "approve"], ["**Approve!**", "approve"], ["`CLEAR`", "approve"], ["__clear__", "approve"], ["Verdict: APPROVE", "approve"], ["FINAL VERDICT : approve", "approve"], ["final \t verdict\t:clear", "approve"], ["**Verdict:** APPROVE .", "approve"],
    ["NEEDS WORK", "reject"], ["needs-work", "reject"], ["needs \t work!", "reject"], ["Changes  Requested", "reject"], ["CHANGES-REQUESTED.", "reject"], ["Final verdict: changes-requested", "reject"],
    ["x\nNEEDS WORK\n\n  \n", "reject"], ["NEEDS WORK\nAPPROVE", "approve"], ["NEEDS WORK\rAPPROVE", "approve"], ["NEEDS WORK\r\n  APPROVE  \r\n", "approve"], ["APPROVE\nand more", "not-run"],
    ["NEEDS - WORK", "not-run"], ["NEEDS--WORK", "not-run"], ["I APPROVE", "not-run"], ["APPROVE it", "not-run"], ["APPROVE-DEGRADED", "not-run"], ["my verdict: approve", "not-run"], ["verdict approve", "not-run"], ["verdict: x", "not-run"], ["finalverdict: approve", "not-run"], ["app.rove", "not-run"], ["reject", "not-run"], ["lgtm", "not-run"], ["approved", "not-run"], ["CHANGES REQUESTED NOW", "not-run"],
    [`${"*".repeat(393)}APPROVE`, "approve"], [`${"*".repeat(394)}APPROVE`, "not-run"], [" \n ", "not-run"],
  ])("RL-VN-08: %j says %s", (raw, expected) => {
    expect(says(round(slots({ RC: slot("RC", 1, raw) })), "RC")).toEqual([expected, expected]);
  });

  const marked = (marker: SlotFact["marker"]): SlotFact => ({ ...slot("RC", 1), marker });
  const local = (id: string, path = "agents/rc.md"): SlotFact => marked({ kind: "local", path, record: id });
  test.each<readonly [string, SlotFact, Partial<ReviewRun>, Says]>([
    ["registered, and dispatched", slot("RC", 1), {}, "approve"], ["under another name", marked({ kind: "registered", typeName: "Code Reviewer", record: "Code Reviewer1" }), {}, "not-run"], ["without its call", marked({ kind: "registered", typeName: "Reality Checker", record: "gone" }), {}, "not-run"],
    ["a call that does not name it", marked({ kind: "registered", typeName: "Reality Checker", record: "Code Reviewer1" }), {}, "not-run"], ["a call of another round", marked({ kind: "registered", typeName: "Reality Checker", record: "r" }), logging(record("r", { round: 2, args: "Reality Checker" })), "not-run"],
    ["a call that names it in its output", marked({ kind: "registered", typeName: "Reality Checker", record: "r" }), logging(record("r", { output: "Reality Checker" })), "approve"],
    ["local, and read", local("r"), logging(record("r", { args: "cat agents/rc.md" })), "approve"], ["local, and not read", local("gone"), {}, "not-run"], ["local, read too late", local("r"), logging(record("r", { round: 2, args: "cat agents/rc.md" })), "not-run"],
    ["local, another file read", local("r"), logging(record("r", { args: "cat agents/cr.md" })), "not-run"], ["local, without a path", local("r", " "), logging(record("r", { args: "cat  x" })), "not-run"],
    ["independent is no expert", marked({ kind: "independent", family: "cross-family", record: "ir1" }), {}, "not-run"], ["unresolved", marked({ kind: "unresolved" }), {}, "not-run"],
    ["no return", { ...slot("RC", 1), returns: [] }, {}, "not-run"], ["aborted", slot("RC", 1, "APPROVE", { abort: "api-error" }), {}, "not-run"], ["not pasted", slot("RC", 1, "APPROVE", { pastedSha: null }), {}, "not-run"], ["pasted otherwise", slot("RC", 1, "APPROVE", { pastedSha: "x" }), {}, "not-run"],
    ["the last of two returns", { ...slot("RC", 1), returns: [returned("APPROVE", 110), returned("NEEDS WORK", 111)] }, {}, "reject"],
  ])("RL-VN-09, RL-RS-06: the reality checker, %s", (_what, fact, run, expected) => {
    expect(says(codeRun([codeRound(1, slots({ RC: fact }))], run), "RC")).toEqual([expected, expected]);
  });

  test("RL-VN-09, RL-RS-06: a local persona may have been read in an earlier round, the third reviewer may not be registered", () => {
    const later = codeRun([codeRound(1), codeRound(2, { slots: { CR: slot("CR", 2), RC: { ...slot("RC", 2), marker: { kind: "local", path: "agents/rc.md", record: "r" } }, IR: slot("IR", 2) } })], logging(record("r", { args: "cat agents/rc.md" })));
    expect(says(later, "RC")).toEqual(["approve", "approve"]);
    for (const marker of [{ kind: "registered", typeName: "Code Reviewer", record: "Code Reviewer1" }, { kind: "local", path: "ir", record: "ir1" }, { kind: "unresolved" }] as const) {
      expect(says(round(slots({ IR: { ...slot("IR", 1), marker } })), "IR")).toEqual(["not-run", "not-run"]);
    }
  });

  const mine = (over: Partial<TriageRow> & { readonly finding?: Partial<RaisedFinding> } = {}): TriageRow => row("t", { ...over, finding: { lane: "RC", ...over.finding } });
  const kept = { kind: "accepted-degraded", definition: "major", reason: "r" } as const;
  const seen = { claimed: "minor", regrades: [{ to: "minor", definition: "minor", reason: "r" }] } as const;
  test.each<readonly [string, string, readonly TriageRow[], Says]>([
    ["an open row of its own", "APPROVE", [mine()], "reject"], ["another slot's", "APPROVE", [mine({ finding: { lane: "CR" } })], "approve"], ["another lane of that name", "APPROVE", [mine({ finding: { laneKind: "augment" } })], "approve"],
    ["a retired row of its own", "APPROVE", [mine({ disposition: kept })], "approve"], ["open, and no word", "hm", [mine()], "reject"], ["retired, and no word", "hm", [mine({ disposition: kept })], "not-run"],
    ["a rejection with nothing", "NEEDS WORK", [], "reject"], ["a rejection of what was retired", "NEEDS WORK", [mine({ disposition: kept })], "approve"],
    ["a rejection of minors", "NEEDS WORK", [mine({ finding: { claimed: "minor" } })], "reject"], ["of minors that were looked at", "NEEDS WORK", [mine({ finding: seen })], "approve"],
    ["of two minors, one looked at", "NEEDS WORK", [mine({ finding: seen }), row("u", { finding: { claimed: "minor" } })], "reject"],
    ["of a retired major and a minor", "NEEDS WORK", [mine({ disposition: kept }), row("u", { finding: { claimed: "minor" } })], "approve"],
    ["of another slot's minor that was looked at", "NEEDS WORK", [mine({ finding: { ...seen, lane: "CR" } })], "reject"],
  ])("RL-VN-04, RL-VN-09, RL-VN-10: %s", (_what, raw, triage, expected) => {
    expect(says(round({ ...slots({ RC: slot("RC", 1, raw) }), triage }), "RC")).toEqual([expected, expected]);
  });

  test.each<readonly [string, ReviewRound["checklist"], boolean, Says]>([
    ["without a checklist", null, true, "not-run"], ["with an empty one on code", { points: [], scope: "s" }, true, "not-run"], ["with an empty one on prose", { points: [], scope: "s" }, false, "approve"], ["with one that looked at nothing", { points: [], scope: " " }, false, "not-run"],
    ["with points", { points: [{ category: 1, loc: { file: "src/a.ts", line: 10 } }], scope: " " }, true, "approve"],
  ])("RL-SL-16: the code reviewer %s", (_what, checklist, hasCode, expected) => {
    expect(says(round({ checklist }, { hasCode }), "CR")).toEqual([expected, expected]);
  });
});

describe("anchors and table", () => {
  const point = (line: number, category: 1 | 2 = 1) => ({ category, loc: { file: "src/a.ts", line } }) as const;
  const list = (...points: readonly ReturnType<typeof point>[]): Partial<ReviewRound> => ({ checklist: { points, scope: "s" } });
  const by = (over: Partial<AnchorFact>): Partial<ReviewRound> => ({ anchors: [anchor(1, over)] });
  const places = (...lines: readonly number[]) => lines.map((line) => ({ file: "src/a.ts", line }));

  test.each<readonly [string, Partial<ReviewRound>, Partial<ReviewRun>, string]>([
    ["every point", {}, {}, "1"], ["another line", by({ covered: places(11) }), {}, ""], ["one of two points", list(point(10), point(20)), {}, ""], ["both points", { ...list(point(10), point(20)), ...by({ covered: places(10, 20) }) }, {}, "1"],
    ["points of another category do not count", list(point(10), point(20, 2)), {}, "1"], ["no point of its category", by({ categories: [2] }), {}, ""], ["both categories", { ...list(point(10), point(20, 2)), ...by({ categories: [1, 2], covered: places(10, 20) }) }, {}, "1,2"],
    ["no call", by({ record: "gone" }), {}, ""], ["a silent call", by({ record: "q" }), logging(record("q", { seq: 105 })), ""], ["a call of another round", by({ record: "q" }), logging(record("q", { seq: 105, round: 2, output: "x" })), ""],
    ["a call before the answers", by({ record: "q" }), logging(record("q", { seq: 109, output: "x" })), "1"], ["a call with the first answer", by({ record: "q" }), logging(record("q", { seq: 110, output: "x" })), ""],
    ["the second anchor", { anchors: [anchor(1, { covered: [] }), anchor(1, { id: "b" })] }, {}, "1"],
  ])("RL-AN-04, RL-AN-05: what is strong: %s", (_what, over, run, expected) => {
    const whole = round(over, run);
    const at = caseOf(whole);
    expect(assessRound(whole, 1).grades.filter(({ grade }) => grade === "strong").map(({ category }) => category).join()).toBe(expected);
    expect(scopeOf(at).filter((category) => isStrong(at, category)).join()).toBe(expected);
  });

  test.each<readonly [string, Partial<ReviewRound>, string]>([
    ["the table", { table: [safe("r", { category: 5 }), safe("s", { category: 3 })], checklist: null, anchors: [] }, "3,5"], ["the checklist", { table: null, ...list(point(1, 2)), anchors: [] }, "2"],
    ["an anchor", { table: [], checklist: null, ...by({ categories: [4, 1] }) }, "1,4"], ["an anchor that covers nothing", { table: [], checklist: null, ...by({ covered: [] }) }, ""],
  ])("RL-EN-02: what is in scope: %s", (_what, over, expected) => {
    const whole = round(over);
    expect([assessRound(whole, 1).grades.map(({ category }) => category).join(), scopeOf(caseOf(whole)).join()]).toEqual([expected, expected]);
  });

  const weak = { anchors: [] };
  const far: Partial<ReviewRound> = { ...weak, checklist: { points: [], scope: "s" }, diff: [{ file: "src/a.ts", start: 5, end: 9 }, { file: "b.ts", start: 1, end: 1 }] };
  const rowAt = (line: number, over: Partial<EnumRow> = {}, file = "src/a.ts") => safe(`r${line}`, { loc: { file, line }, ...over });
  const reconciled: readonly (readonly [string, Partial<ReviewRound>, boolean, Partial<ReviewRun>?])[] = [
    ["a row for the point", {}, true], ["a point without a row", list(point(10), point(20)), false], ["no checklist", { checklist: null }, false], ["nothing to compare", { ...list(), ...weak, table: [] }, true], ["no table", { table: null }, false],
    ["an anchor's own point", { anchors: [anchor(1, { covered: places(10, 30) })] }, false],
    ["a row of another category", { ...weak, ...list(point(10, 2)) }, false], ["an anchor of both categories", { ...weak, table: [rowAt(10)], anchors: [anchor(1, { categories: [2, 1] })], ...list(point(10)) }, true],
    ["a row over the lines", { ...weak, table: [safe("r", { loc: { file: "src/a.ts", line: 8, endLine: 12 } })] }, true], ["a row over other lines", { ...weak, table: [safe("r", { loc: { file: "src/a.ts", line: 11, endLine: 12 } })] }, false],
    ["strong: a row over the lines is not the point", { table: [safe("r", { loc: { file: "src/a.ts", line: 8, endLine: 12 } })] }, false], ["strong: two rows", { table: [safe(), safe("r2")] }, false], ["strong: two rows of two categories", { table: [safe(), safe("r2", { category: 2 })] }, true],
    ["strong: a merged row", { table: [safe("r", { merged: places(10) })] }, false], ["strong: merged with nothing", { table: [safe("r", { merged: [] })] }, true], ["strong: a merged row beside its own", { table: [safe(), safe("m", { merged: places(10), loc: { file: "src/a.ts", line: 11 } })] }, true],
    ["weak: a merged row", { ...weak, ...list(point(20)), table: [safe("r", { merged: places(20) })] }, true], ["weak: a merged row of another file", { ...weak, checklist: { points: [{ category: 1, loc: { file: "b.ts", line: 3 } }], scope: "s" }, table: [safe("r", { merged: [{ file: "b.ts", line: 3 }] })] }, true], ["weak: merged elsewhere", { ...weak, ...list(point(20)), table: [safe("r", { merged: places(21) })] }, false],
    ["a row in the diff", { ...far, table: [rowAt(9)] }, true], ["a row below the diff", { ...far, table: [rowAt(10)] }, false], ["a row above the diff", { ...far, table: [rowAt(4)] }, false], ["a row of another file's lines", { ...far, table: [rowAt(9, {}, "b.ts")] }, false],
    ["a row at a point", { ...far, ...list(point(50)), table: [rowAt(50)] }, true], ["one row at a point, one at none", { ...far, ...list(point(50)), table: [rowAt(50), rowAt(60)] }, false],
    ["a row at one of two points", { ...far, ...list(point(50), point(70)), table: [rowAt(50), rowAt(70)] }, true],
    ["a row that a call confirms", { ...far, table: [rowAt(60, { confirmedBy: "g" })] }, true, logging(record("g", { output: "src/a.ts:60: x" }))], ["a call for another line", { ...far, table: [rowAt(60, { confirmedBy: "g" })] }, false, logging(record("g", { output: "src/a.ts:61: x" }))],
    ["a file that a call confirms", { ...far, table: [safe("r", { loc: { file: "c.ts" }, confirmedBy: "g" })] }, true, logging(record("g", { args: "cat c.ts" }))], ["a call that is not there", { ...far, table: [rowAt(60, { confirmedBy: "gone" })] }, false],
    ["a row without a line in a file of the diff", { ...far, table: [safe("r", { loc: { file: "b.ts" } })] }, true],
    ["sections that differ", { ...far, checklist: { points: [{ category: 1, loc: { file: "c.md", section: "A" } }], scope: "s" }, table: [safe("r", { loc: { file: "c.md", section: "B" } })] }, false], ["sections that agree", { ...far, checklist: { points: [{ category: 1, loc: { file: "c.md", section: "A" } }], scope: "s" }, table: [safe("r", { loc: { file: "c.md", section: "A" } })] }, true],
  ];
  test.each(reconciled.map(([what, over, expected, run = {}]) => [what, over, expected, run] as const))("RL-EN-12, RL-EN-13, RL-EN-14, RL-EN-15: %s", (_what, over, expected, run) => {
    const whole = round(over, run);
    expect([assessRound(whole, 1).reconciliation.ok, isReconciled(caseOf(whole))]).toEqual([expected, expected]);
  });
});

describe("growth", () => {
  const code = (...hunks: ReturnType<typeof hunk>[]) => ({ path: "a.ts", hunks });
  const prose = (removed: readonly string[], added: readonly string[]) => ({ path: "p.md", hunks: [hunk(1, removed, added)] });
  test.each<readonly [string, readonly (Partial<LandedFile> & { readonly path: string })[], readonly [number, number, boolean]]>([
    ["nothing", [], [0, 0, true]], ["lines", [code(hunk(1, ["x"], ["y", "z", "w"]), hunk(9, ["x"], []))], [1, 0, true]], ["two files", [code(hunk(1, [], ["y"])), { path: "b.ts", hunks: [hunk(1, ["x", "y"], [])] }], [-1, 0, true]],
    ["counts alone", [{ path: "a.ts", hunks: null, added: 7, removed: 3 }], [4, 0, true]], ["a binary file", [{ path: "a.ts", status: "binary", hunks: null, added: 7, removed: 3 }], [0, 0, true]], ["binary prose", [{ path: "p.md", status: "binary", hunks: null }], [0, 0, true]],
    ["words", [prose(["one two"], ["one", "two  three\tfour", ""])], [0, 2, true]], ["words of one letter each", [prose([], ["\u6f22\u5b57 ab\u304bcd \u30ab \ud55c"])], [0, 7, true]], ["prose without its text", [{ path: "p.md", hunks: null }], [0, 0, false]], ["both", [code(hunk(1, [], ["x"])), prose([], ["a b"])], [1, 2, true]],
    ["one unmeasured of two", [{ path: "p.md", hunks: null }, { path: "q.md", hunks: [hunk(1, [], ["a"])] }], [0, 1, false]],
  ])("RL-EV-09, RL-SI-11: %s", (_what, files, [lines, words, measurable]) => {
    const whole = round({ landed: landed(1, files) });
    expect(assessRound(whole, 1).net).toEqual({ lines, words, measurable });
    expect(growth(caseOf(whole), 1)).toEqual({ lines, words, isMeasured: measurable });
  });

  test("RL-SI-11: growth adds up over rounds, and the two latest fixes are compared", () => {
    const grown = (no: number, lines: number) => codeRound(no, { landed: landed(no, [code(hunk(1, [], Array.from({ length: lines }, () => "x"))), prose([], ["a b"])]) });
    const run = codeRun([grown(1, 3), codeRound(2), grown(3, 4), codeRound(4, { landed: landed(4, [{ path: "p.md", hunks: null }]) })]);
    const view = viewOf(run, 4);
    expect([1, 2, 3, 4].map((k) => cumulativeNet(view, k))).toEqual([{ lines: 3, words: 2, measurable: true }, { lines: 3, words: 2, measurable: true }, { lines: 7, words: 4, measurable: true }, { lines: 7, words: 4, measurable: false }]);
    expect([1, 2, 3, 4].map((k) => lastFixRounds(view, k))).toEqual([[1], [1], [1, 3], [3, 4]]);
    expect([1, 2, 3, 4].map((k) => latestFixes(caseOf(run, k)))).toEqual([[1], [1], [1, 3], [3, 4]]);
  });
});

describe("what voids a pass", () => {
  /** By code and place: the decider's, and the auditor's about a clean token. */
  function voids(run: ReviewRun): readonly (readonly string[])[] {
    const k = run.rounds.length;
    const stored = { ...run, rounds: run.rounds.map((one) => (one.no === k ? { ...one, status: renderStatus(run, k) } : one)) };
    const text = ({ code, at }: { readonly code: string; readonly at: string | null }): string => (at === null ? code : `${code} ${at}`);
    return [assessRound(run, k).voiding.map(text).sort(), auditRun(stored, k, `APPROVE ${ND}`).binding.filter((hit) => hit.class === "void").map(text).sort()];
  }
  const table = (over: Partial<EnumRow>, rest: Partial<ReviewRound> = {}): ReviewRun => round({ table: [safe("r1", over)], ...rest });
  const proof = { inputs: ["empty"], observed: "o", claim: "c", matches: true };
  const audit = { row: "r1", record: "sp1", input: "i", observed: "o", claim: "c", matches: true };
  const open = ["row-unresolved r1"];
  const unaudited = ["spot-audit-missing"];
  const registered = (over: Partial<FloorEvidence> = {}) => row("t", { finding: { laneKind: "augment", locs: [{ file: "tests/graders/g.sh", line: 1 }] }, disposition: { kind: "residual-floor", floor: floor(1, over) } });
  const minor = row("t", { finding: { claimed: "minor" } });
  const silentAs = (over: Partial<EnumRow>) => table({ contractSilent: true, triageRow: "t", ...over }, { triage: [minor] });
  const credited = (ret?: ReturnType<typeof returned>) => round({ augments: [{ name: "n", domain: "d", finding: true, ...(ret === undefined ? {} : { ret }) }] });
  const skipped = (skip?: { readonly command: string; readonly hits: number; readonly whyNone?: string }) => round({}, { fence: { raised: false, ...(skip === undefined ? {} : { skip }) } });
  const prose = (over: Partial<ReviewRound>, run: Partial<ReviewRun> = {}) => proseRun([proseRound(1, over)], run);
  const claimed = (kind: "accepted-degraded" | "not-applicable", over: object) => round({ triage: [row("t", { finding: { laneKind: "augment", claimed: "minor", locs: [{ file: "tests/graders/g.sh", line: 1 }] }, disposition: { kind, definition: "minor", reason: "r", ...over } })] });
  const fixedIn = (no: number | undefined, k: number, landedIn: readonly number[]) => codeRun(Array.from({ length: k }, (_, index) => codeRound(index + 1, {
    ...(index + 1 === k ? { table: [safe("r1", { claimed: "fixed", ...(no === undefined ? {} : { fixedIn: no }) })] } : {}), landed: landedIn.includes(index + 1) ? landed(index + 1, []) : null,
  })));
  const linked = (...triage: readonly TriageRow[]) => table({ claimed: "accepted-degraded", reason: { definition: "minor", text: "x" }, triageRow: "t" }, { triage });

  test.each<readonly [string, ReviewRun, readonly string[]]>([
    ["nothing", round({}), []],
    ["no triage", round({ triage: null }), ["triage-missing"]],
    ["no table", round({ table: null }), ["not-reconciled", "table-missing"]],
    ["no claim", table({ claimed: null }), open], ["claimed unresolved", table({ claimed: "unresolved" }), open],
    ["safe without inputs", table({ evidence: { ...proof, inputs: [] } }), open], ["safe with a blank input", table({ evidence: { ...proof, inputs: ["x", " "] } }), open], ["safe without what was seen", table({ evidence: { ...proof, observed: " " } }), open],
    ["safe without a claim", table({ evidence: { ...proof, claim: " " } }), open], ["safe against the claim", table({ evidence: { ...proof, matches: false } }), open], ["safe by word", round({ table: [{ id: "r1", category: 1, loc: { file: "src/a.ts", line: 10 }, claimed: "verified-safe" }] }), open],
    ["safe, and tried otherwise", table({}, { spotAudits: [{ ...audit, matches: false }] }), open], ["safe, and something else tried otherwise", table({}, { spotAudits: [audit, { ...audit, row: "x", matches: false }] }), []],
    ["fixed by a landed round", fixedIn(1, 2, [1]), []], ["fixed by this round", fixedIn(2, 2, [2]), []], ["fixed by a round without a fix", fixedIn(1, 2, []), open], ["fixed by no round", fixedIn(undefined, 2, [1]), open],
    ["accepted with a reason", table({ claimed: "accepted-degraded", reason: { definition: "minor", text: "x" } }), []], ["accepted without one", table({ claimed: "accepted-degraded" }), open], ["accepted for blanks", table({ claimed: "accepted-degraded", reason: { definition: "minor", text: " " } }), open], ["accepted as nothing", table({ claimed: "accepted-degraded", reason: { text: "x" } }), open],
    ["accepted behind a row that is gone", linked(), open], ["accepted behind a retired row", linked(minor), []], ["accepted behind another retired row", linked(row("u", { finding: { claimed: "minor" } })), open], ["accepted behind an open row", linked(row("t", { finding: { laneKind: "augment" } })), open],
    ["registered", table({ claimed: "registered", triageRow: "t" }, { triage: [registered()] }), []], ["registered behind no row", table({ claimed: "registered" }, { triage: [registered()] }), open], ["registered behind another row", table({ claimed: "registered", triageRow: "u" }, { triage: [registered(), row("u", { finding: { claimed: "nit" } })] }), open],
    ["registered as a minor", table({ claimed: "registered", triageRow: "t" }, { triage: [{ ...registered(), findings: [finding({ claimed: "minor", locs: [{ file: "tests/graders/g.sh", line: 1 }] })] }] }), open],
    ["silent, and safe", silentAs({}), open], ["silent, and accepted as minor", silentAs({ claimed: "accepted-degraded", reason: { definition: "minor", text: "x" } }), []], ["silent, and accepted as major", silentAs({ claimed: "accepted-degraded", reason: { definition: "major", text: "x" } }), open],
    ["silent, and accepted as nothing", silentAs({ claimed: "accepted-degraded" }), open], ["silent, and registered", silentAs({ claimed: "registered", reason: { definition: "minor", text: "x" } }), open], ["silent, and fixed", silentAs({ claimed: "fixed", fixedIn: 1 }), open],
    ["silent, fixed, landed", table({ contractSilent: true, triageRow: "t", claimed: "fixed", fixedIn: 1 }, { triage: [minor], landed: landed(1, []) }), []], ["silent, fixed, landed, without its row", table({ contractSilent: true, claimed: "fixed", fixedIn: 1 }, { landed: landed(1, []) }), open],
    ["not silent", table({ contractSilent: false }), []],
    ["an empty table on code", round({ table: [] }), ["empty-table-on-code", "not-reconciled"]], ["an empty table on code, and nothing to find", round({ table: [], checklist: { points: [], scope: "s" }, anchors: [] }), ["empty-table-on-code", "expert-not-run CR"]],
    ["no spot audit", round({ spotAudits: [] }), unaudited], ["one without a call", round({ spotAudits: [{ ...audit, record: "gone" }] }), unaudited], ["one of another row", round({ spotAudits: [{ ...audit, row: "x" }] }), unaudited],
    ["one without an input", round({ spotAudits: [{ ...audit, input: " " }] }), unaudited], ["one that saw nothing", round({ spotAudits: [{ ...audit, observed: " " }] }), unaudited], ["one without a claim", round({ spotAudits: [{ ...audit, claim: " " }] }), unaudited], ["a second one that counts", round({ spotAudits: [{ ...audit, record: "gone" }, audit] }), []],
    ["rules that were not tried", round({}, { notYetBuilt: true }), ["mechanic-disposition-missing"]], ["rules that were", round({ implementAndRun: "ran" }, { notYetBuilt: true }), []],
    ["a search that was not made", round({ augments: [{ name: "n", domain: "d", unavailable: { command: " ", candidates: 0 } }] }), ["search-not-pasted d"]], ["one that was", round({ augments: [{ name: "n", domain: "d", unavailable: { command: "grep", candidates: 0 } }] }), []],
    ["a specialist's finding without its return", credited(), ["augment-not-pasted n"]], ["with a blank one", credited(returned(" ", 120)), ["augment-not-pasted n"]], ["with one that was not pasted", credited(returned("x", 120, { pastedSha: null })), ["augment-not-pasted n"]], ["with an aborted one", credited(returned("x", 120, { abort: "api-error" })), ["augment-not-pasted n"]], ["with its return", credited(returned("x", 120)), []],
    ["a specialist without a finding", round({ augments: [{ name: "n", domain: "d" }, { name: "m", domain: "d", finding: false }] }), []],
    ["no fence and no search", skipped(), ["skip-without-search"]], ["no fence, a blank search", skipped({ command: " ", hits: 0 }), ["skip-without-search"]], ["no fence, hits unexplained", skipped({ command: "g", hits: 1 }), ["skip-without-search"]], ["no fence, hits explained by blanks", skipped({ command: "g", hits: 1, whyNone: " " }), ["skip-without-search"]], ["no fence, hits explained", skipped({ command: "g", hits: 1, whyNone: "w" }), []], ["no fence, no hits", skipped({ command: "g", hits: 0 }), []],
    ["a question to the user", round({ triage: [row("t", { scope: "out-pending", finding: { laneKind: "augment" } })] }), ["scope-pending t"]], ["a small one", round({ triage: [row("t", { scope: "out-pending", finding: { laneKind: "augment", claimed: "nit" } })] }), []],
    ["a return that was not pasted", round({ slots: { ...codeRound(1).slots, IR: slot("IR", 1, "APPROVE", { pastedSha: "x" }) } }), ["return-not-pasted IR"]], ["an aborted one needs no pasting", round({ slots: { ...codeRound(1).slots, IR: slot("IR", 1, "APPROVE", { pastedSha: null, abort: "api-error" }) } }), []],
    ["an anchor without its call", round({ anchors: [anchor(1), anchor(1, { id: "b", record: "gone" })] }), ["anchor-untraced b"]],
    ["a second continuation", round({}, { continuationsStarted: 2 }), ["second-continuation"]], ["a first one", round({}, { continuationsStarted: 1 }), []],
    ["a floor that does not hold", round({ triage: [registered({ honestProducerCanEmit: true })] }), ["floor-invalid t"]],
    ["unreachable by word, accepted", claimed("accepted-degraded", { claimsUnreachable: true }), ["floor-invalid t"]], ["unreachable by word, not applicable", claimed("not-applicable", { claimsUnreachable: true }), ["floor-invalid t"]], ["unreachable by evidence", claimed("not-applicable", { claimsUnreachable: true, floor: floor() }), []],
    ["unreachable by evidence that does not hold", claimed("accepted-degraded", { claimsUnreachable: true, floor: floor(1, { quote: "x" }) }), ["floor-invalid t"]], ["not claimed unreachable", claimed("accepted-degraded", { claimsUnreachable: false }), []], ["not claimed", claimed("not-applicable", {}), []],
    ["prose read cold", prose({}), []], ["prose that nobody read", prose({ coldRead: null }), ["cold-read-missing", "cold-read-not-ok"]], ["prose read warm", prose({ coldRead: coldRead(1, { warm: true }) }), ["cold-read-missing", "cold-read-not-ok"]],
    ["a blank reading", prose({ coldRead: coldRead(1, { ret: returned(" ", 120) }) }), ["cold-read-missing", "cold-read-not-ok"]], ["prose without a checklist", prose({ checklist: null }), ["cold-read-not-ok", "expert-not-run CR"]],
    ["an open item", prose({ coldRead: coldRead(1, { q5: [{ quote: "x" }] }) }), ["cold-read-not-ok", "unfollowable-open"]], ["an item of a row that is gone", prose({ coldRead: coldRead(1, { q5: [{ quote: "x", triageRow: "t" }] }) }), ["cold-read-not-ok", "unfollowable-open"]], ["an item of a retired row", prose({ coldRead: coldRead(1, { q5: [{ quote: "x", triageRow: "t" }] }), triage: [minor] }), []],
    ["a term without a row", prose({ coldRead: coldRead(1, { q4: [{ term: "x" }] }), triage: [minor] }), ["cold-read-not-ok"]], ["a term of a row that waits", prose({ coldRead: coldRead(1, { q4: [{ term: "x", triageRow: "t" }] }), triage: [minor] }), ["cold-read-not-ok"]], ["a term of a row that is decided", prose({ coldRead: coldRead(1, { q4: [{ term: "x", triageRow: "t" }] }), triage: [{ ...minor, disposition: { kind: "left" } }] }), []],
    ["a term of a row that is gone", prose({ coldRead: coldRead(1, { q4: [{ term: "x", triageRow: "u" }] }), triage: [{ ...minor, disposition: { kind: "left" } }] }), ["cold-read-not-ok"]],
    ["code and prose that nobody read", round({}, { hasProse: true }), ["cold-read-missing"]], ["an open item beside code", round({ coldRead: coldRead(1, { q5: [{ quote: "x" }] }) }, { hasProse: true }), ["unfollowable-open"]], ["an open item without prose", round({ coldRead: coldRead(1, { q5: [{ quote: "x" }] }) }), []],
    ["prose with a table that does not fit", prose({ table: [safe("r1", { loc: { file: "z.md", line: 1 }, claimed: "accepted-degraded", reason: { definition: "minor", text: "x" } })] }), ["not-reconciled"]], ["prose without a table", prose({ table: null }), ["table-missing"]],
  ])("RL-PR-20: %s", (_what, run, expected) => {
    expect(voids(run)).toEqual([expected, expected]);
  });

  test("RL-PR-14, RL-PR-15: an unmeasured fix voids while it is one of the latest two, an untraced expert at once", () => {
    const fix = (no: number, isMeasured: boolean) => codeRound(no, { landed: landed(no, [{ path: "p.md", hunks: isMeasured ? [] : null }]) });
    expect(voids(codeRun([fix(1, false), codeRound(2)]))).toEqual([["net-unmeasurable"], ["net-unmeasurable"]]);
    expect(voids(codeRun([fix(1, false), fix(2, true), codeRound(3)]))).toEqual([["net-unmeasurable"], ["net-unmeasurable"]]);
    expect(voids(codeRun([fix(1, false), fix(2, true), fix(3, true), codeRound(4)]))).toEqual([[], []]);
    const untraced = round({ slots: { ...codeRound(1).slots, CR: { ...slot("CR", 1), marker: { kind: "unresolved" } } } });
    expect(voids(untraced)).toEqual([["expert-not-run CR", "tier-unverified CR"], ["expert-not-run CR", "tier-unverified CR"]]);
  });
});
