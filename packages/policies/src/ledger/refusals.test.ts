/** What the ledger's refusals say: code, place, words and how to mend it (LG-SEC-34). People and programs read them. */
import { describe, expect, it } from "vitest";
import { ledgerConfig } from "./config/config.js";
import { ledgerNames } from "./config/names.js";
import { anchorReader } from "./context.js";
import { close, CONTEXT, cycleContext, entry, finding, ledgerOf, open, round, take } from "./cycle.fixture.js";
import { decideLedger } from "./decision/decide.js";
import { trailerLines } from "./dispatch/fixer-contract.js";
import { recordUserChoice } from "./dispatch/questions.js";
import { quoteWith } from "./dispatch/quoted-data.js";
import { extractFindings } from "./intake/extract-findings.js";
import { applyAttachWitness } from "./operations/attach-witness.js";
import { applyCloseRound } from "./operations/close-round.js";
import { applyDisposition, applyDispositionBatch } from "./operations/disposition.js";
import { applyOpenInstance } from "./operations/open-instance.js";
import { applyCannotReproduce, applyVerify } from "./operations/verify.js";
import { LedgerProblem } from "./problem.js";
import { needFindingUnderRepair } from "./scope/check-diff.js";
import { checkLedger, needLedger, parseLedger } from "./value/parse-ledger.js";
import { parseStrictJson } from "./value/strict-json.js";

/** What an act throws, as plain data. */
function refusal(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    if (error instanceof LedgerProblem) return error.toJSON();
    throw error;
  }
  return "nothing was thrown";
}

type Case = readonly [path: string, message: string, hint: string, act: () => unknown];

function pinned(code: string, cases: readonly Case[]): void {
  it.each(cases)(`LG-SEC-34: G20: ${code} at %s: %s`, (path, message, hint, act) => {
    expect(refusal(act)).toEqual({ name: "LedgerProblem", code, path, message, hint });
  });
}

const two = ledgerOf([...open("major"), entry({ id: "F-002", status: "fixed" }), entry({ id: "F-003", status: "disputed", relitigates: "F-002" }), entry({ id: "F-004", severity: "cosmetic" })]);
const raw = (over: Parameters<typeof finding>[0]) => () => take(null, [finding(over)]);

describe("intake", () => {
  const mend = "Use [first line, last line], from 1.";
  pinned("payload-invalid", [
    ["findings", "the findings are no list", "Send a list, or an object with a list under `findings`.", () => take(null, 7)],
    ["findings", "findings: not JSON", "It is not repaired: restore it, or send it again whole.", () => extractFindings("```json\n[\n```")],
  ]);
  pinned("limit-exceeded", [
    ["findings", "2 findings; 1 is the limit of one intake", "Send several; nothing is cut.", () => take(null, [finding(), finding()], cycleContext({ limits: { findingsPerIntake: 1 } }))],
    ["findings", "the ledger would have more than 1 findings", "Start a new cycle.", () => take(null, [finding(), finding({ claim: "two" })], cycleContext({ limits: { findingsPerLedger: 1 } }))],
    ["findings[0].claim", "finding #0, claim: is longer than 3 characters", "Send text; nothing is cut.", () => take(null, [finding({ claim: "long" })], cycleContext({ limits: { textChars: 3 } }))],
  ]);
  pinned("findings-block", [
    ["text", "0 whole fenced json blocks; exactly one is needed", "Ask the reviewer again; prose is not read.", () => extractFindings("none")],
    ["text", "2 whole fenced json blocks; exactly one is needed", "Ask the reviewer again; prose is not read.", () => extractFindings("```json\n[]\n```\n```json\n[]\n```")],
    ["text", "1 whole fenced json blocks; exactly one is needed", "Ask the reviewer again; prose is not read.", () => extractFindings("```json\n[]\n```\n~~~json\n[]")],
  ]);
  pinned("finding-not-object", [["findings[1]", "finding #1: not an object", "Send a list of finding objects.", () => take(null, [finding(), "a"])]]);
  pinned("finding-missing-field", ["severity", "claim", "anchor"].map((field): Case => [`findings[0].${field}`, `finding #0, ${field}: missing`, "Severity, claim and anchor are required.", raw({ [field]: undefined })]));
  pinned("finding-unknown-severity", [["findings[0].severity", 'finding #0, severity: "high" is unknown', "Use one of critical, major, substantive, cosmetic.", raw({ severity: "high" })]]);
  pinned("finding-bad-anchor", [{}, { file: "src/a.ts" }, { region: [1, 2] }, "src/a.ts"].map((anchor): Case => ["findings[0].anchor", "finding #0, anchor: no object with file and region", 'Use { "file": "src/a.ts", "region": [3, 7] }.', raw({ anchor })]));
  pinned("finding-bad-field", [
    ["findings[0].claim", "finding #0, claim: is blank", "Send text; nothing is cut.", raw({ claim: " " })],
    ["findings[0].claim", "finding #0, claim: is no text", "Send text; nothing is cut.", raw({ claim: 7 })],
    ["findings[0].pass", "finding #0, pass: has NUL or a lone surrogate", "Send text; nothing is cut.", raw({ pass: "a\u0000" })],
    ["findings[0].cited_rule", "finding #0, cited_rule: is no text", "Send text; nothing is cut.", raw({ cited_rule: 1 })],
    ["findings[0].exit_criteria", "finding #0, exit_criteria: is no text", "Send text; nothing is cut.", raw({ exit_criteria: [] })],
    ["findings[0].anchor.file", "finding #0, anchor.file: is no text", "Send text; nothing is cut.", raw({ anchor: { file: 1, region: [1, 2] } })],
    ["findings[0].witness", "finding #0, witness: not an object", 'Use { "kind": "test", "ref": "…", "status": "red" }.', raw({ witness: "test" })],
    ["findings[0].witness.ref", "finding #0, witness.ref: is no text", "Send text; nothing is cut.", raw({ witness: { kind: "test", ref: 7 } })],
    ["findings[0].witness.status", 'finding #0, witness.status: "pink" is unknown', "Use one of red, green, n/a.", raw({ witness: { kind: "test", status: "pink" } })],
  ]);
  pinned("finding-unknown-witness-kind", [["findings[0].witness.kind", 'finding #0, witness.kind: "hunch" is unknown', "Use one of test, repro, trace, none.", raw({ witness: { kind: "hunch" } })]]);
  pinned("finding-unknown-artifact", [["findings[0].artifact", 'finding #0, artifact: "poem" is unknown', expect.stringMatching(/^Use one of .*code/) as never, raw({ artifact: "poem" })]]);

  it("LG-FP-3: G20: an anchor's refusals name the file, the region and the lines there are", () => {
    const reader = anchorReader(new Map([["a", "1\n2\n"]]));
    const of = (file: string, region: unknown) => refusal(() => reader(file, region));
    expect(of("b", [1, 1])).toMatchObject({ code: "anchor-file-missing", path: "anchor.file", message: 'there is no file "b"', hint: "Anchor the finding in a file that exists." });
    expect(of("../a", [1, 1])).toMatchObject({ code: "anchor-path-unsafe", path: "anchor.file", message: 'the path "../a" has an empty, `.` or `..` segment', hint: "Use a path relative to the root, with `/`." });
    expect(of("a", [3, 9])).toMatchObject({ code: "anchor-region-out-of-range", path: "anchor.region", message: expect.stringMatching(/^a has \d lines$/) as string, hint: "Anchor the finding in lines that exist." });
    expect(of("a", "x")).toMatchObject({ code: "anchor-region-malformed", path: "anchor.region", message: '"x" is no region', hint: mend });
    expect(of("a", [2, 1])).toMatchObject({ code: "anchor-region-out-of-range", message: "[2,1] is no region", hint: mend });
  });
});

describe("verdicts about findings", () => {
  const verify = (results: unknown) => () => applyVerify(two, { results }, CONTEXT);
  const result = { id: "F-001", verdict: "FIXED", evidence: "green" };
  const mend = "Send { id, verdict, evidence }, with evidence in words.";
  pinned("payload-invalid", [["results", "the results are no list", "Send a list, or an object with a list under `results`.", verify({ results: {} })]]);
  pinned("verify-missing-field", [
    ["results[0].id", "result #0, id: no object", mend, verify([7])],
    ["results[0].id", "result #0, id: missing", mend, verify([{ verdict: "FIXED" }])],
    ["results[1].verdict", "result #1, verdict: missing", mend, verify([result, { id: "F-001" }])],
  ]);
  pinned("verify-unknown-verdict", [["results[0].verdict", 'result #0, verdict: "fixed" is unknown', mend, verify([{ ...result, verdict: "fixed" }])]]);
  pinned("verify-no-evidence", [["results[0].evidence", "results[0].evidence is blank", "Say what was seen.", verify([{ ...result, evidence: " " }])]]);
  pinned("limit-exceeded", [["results[0].evidence", "results[0].evidence is longer than 2 characters", "Shorten it; nothing is cut.", () => applyVerify(two, { results: [result] }, cycleContext({ limits: { textChars: 2 } }))]]);
  pinned("verify-twice", [["results[1]", "F-001 has two results", "Send one result for each finding.", verify([result, result])]]);
  pinned("verify-settled", [
    ["id", "F-002 is fixed", "If its text changed, raise a new finding.", verify([{ ...result, id: "F-002" }])],
    ["id", "F-003 repeats a settled finding", "If its text changed, raise a new finding.", verify([{ ...result, id: "F-003" }])],
  ]);
  pinned("unknown-finding", [
    ["id", 'there is no finding "F-009"', "Use an id of this ledger; `report` lists them.", verify([{ ...result, id: "F-009" }])],
    ["id", 'there is no finding "F-009"', "Use an id of this ledger; `report` lists them.", () => needFindingUnderRepair(two, "F-009", CONTEXT)],
  ]);
  pinned("cannot-reproduce-no-evidence", [["evidence", "evidence is no text", "Say what was tried.", () => applyCannotReproduce(two, { id: "F-001", evidence: null }, CONTEXT)]]);
  pinned("cannot-reproduce-status", [["id", "F-002 is fixed", "Only a finding under repair can turn out not to be reproducible.", () => applyCannotReproduce(two, { id: "F-002", evidence: "x" }, CONTEXT)]]);
  const attach = (over: object) => () => applyAttachWitness(two, { id: "F-001", ref: "tests/a.test.ts", ...over }, CONTEXT);
  pinned("witness-settled", [["id", "F-002 is fixed", "Raise a new finding if its text changed.", attach({ id: "F-002" })]]);
  pinned("witness-invalid", [
    ["kind", '"none" is no kind of witness to attach', "Use test, repro or trace.", attach({ kind: "none" })],
    ["kind", '"hunch" is no kind of witness to attach', "Use test, repro or trace.", attach({ kind: "hunch" })],
    ["status", '"pink" is unknown', "Use red, green or n/a.", attach({ status: "pink" })],
    ["ref", "ref is blank", "Name what demonstrates the finding.", attach({ ref: "" })],
    ["ref", 'the test "../a" has an empty, `.` or `..` segment', "Use a path relative to the root, then an optional ::selector.", attach({ ref: "../a" })],
  ]);
  pinned("check-diff-settled", [
    ["finding", "F-002 is fixed", "Its anchor licenses nothing; name a finding under repair.", () => needFindingUnderRepair(two, "F-002", CONTEXT)],
    ["finding", "F-003 is a repetition of a settled finding", "Its anchor licenses nothing; name a finding under repair.", () => needFindingUnderRepair(two, "F-003", CONTEXT)],
  ]);
});

describe("decisions of people", () => {
  const decide = (over: object) => () => applyDisposition(two, { id: "F-001", action: "defer", ticket: "T-1", ...over }, CONTEXT);
  const batch = (over: object) => () => applyDispositionBatch(two, { action: "reject", reason: "r", ...over }, CONTEXT);
  pinned("batch-unknown-severity", [["severity", '"high" is unknown', "Use one of critical, major, substantive, cosmetic.", batch({ severity: "high" })]]);
  pinned("batch-empty", [
    ["ids", "nothing was selected", "Name ids, or a severity that has undecided entries.", batch({})],
    ["ids", "nothing was selected", "Name ids, or a severity that has undecided entries.", batch({ severity: "critical" })],
  ]);
  pinned("disposition-settled", [["id", "F-002 is fixed", "Only open, not-fixed and disputed entries can be decided about.", decide({ id: "F-002" })]]);
  pinned("disposition-unknown-action", [["action", '"later" is unknown', "Use defer, reject or fix-now.", decide({ action: "later" })]]);
  pinned("defer-no-ticket", [["ticket", "ticket is no text", "Say where the work is kept.", decide({ ticket: undefined })]]);
  pinned("reject-no-reason", [["reason", "reason is blank", "Say why it is no defect.", decide({ action: "reject", reason: "\t" })]]);
  pinned("fix-now-guarded", [["action", "F-003 repeats a settled finding; a round for it buys nothing", "Use defer or reject.", decide({ id: "F-003", action: "fix-now" })]]);
  pinned("fix-now-not-blocking", [["action", "F-004 is cosmetic and does not block", "Use defer, reject or a batch; or turn fix_now_blocking_only off.", decide({ id: "F-004", action: "fix-now" })]]);
  pinned("disposition-needs-human", [["by", "F-001 is a person's to decide", 'Ask a person and pass by: "human".', () => applyDisposition(two, { id: "F-001", action: "defer", ticket: "T", by: "agent" }, cycleContext({ config: { humanForBlocking: true } }))]]);
  pinned("payload-invalid", [
    ["choice", "the last round did not ask anything", "Answer right after the round that escalated.", () => recordUserChoice(ledgerOf([], [round(1, {})]), "A")],
    ["choice", "the last round did not ask anything", "Answer right after the round that escalated.", () => recordUserChoice(ledgerOf([], [{ instance: "code" }]), "A")],
    ["choice", "the answer is blank", expect.stringMatching(/^Use one of .+, or say it in words\.$/) as never, () => recordUserChoice(ledgerOf([], [round(1, {}, { result: "ESCALATE" })]), " ")],
  ]);
});

describe("rounds and instances", () => {
  const opened = (history: Parameters<typeof ledgerOf>[1], over: object = {}) => () => applyOpenInstance(ledgerOf([], history), { checkpoint: "code", ...over }, CONTEXT);
  pinned("instance-unknown-checkpoint", [["checkpoint", '"poem" is no checkpoint', "Use one of spec, plan, code, qa, adr, root-cause, fix-plan, or register it.", opened([], { checkpoint: "poem" })]]);
  pinned("instance-not-over", [
    ["checkpoint", "round 1 of the open instance ended in CONTINUE", "Close it first, or force it with a reason.", opened([round(1, {})])],
    ["force.reason", "force.reason is blank", "Say why.", opened([round(1, {})], { force: { reason: " " } })],
  ]);
  pinned("instance-repeated", [["checkpoint", "code was opened just now", "Go on with its first round.", opened([{ instance: "code" }])]]);
  const marked = ledgerOf([], [{ instance: "code" }, round(1, {})]);
  pinned("iteration-mismatch", [
    ["iteration", "0 is no round number", "Leave it out, or pass 2.", () => take(marked, [finding()], CONTEXT, 0)],
    ["iteration", "round 7 was given, but this instance's next round is 2", "Leave it out, or pass 2.", () => take(marked, [finding()], CONTEXT, 7)],
  ]);
  pinned("round-closed-already", [["round", "round 1 was closed already, as CONTINUE", "Go on with the next round.", () => close(ledgerOf(open("major"), [round(1, {})]), CONTEXT, { round: 1 })]]);

  it("LG-CLOSE-4: G20: a stop that needs decisions says which", () => {
    const closed = applyCloseRound(ledgerOf(open("cosmetic", "cosmetic")), { today: "2026-01-02" }, CONTEXT);
    expect(closed.ok ? null : closed.problem.toJSON()).toEqual({
      name: "LedgerProblem", code: "dispositions-required", path: "dispositions_required", message: "STOP_ADVISORY needs a decision about F-001, F-002",
      hint: "Decide with disposition or disposition-batch (defer, reject, fix-now), then close again.",
    });
  });
});

describe("files and configuration", () => {
  const json = (text: string | Uint8Array, over: object = {}) => () => parseStrictJson(text, { name: "f", code: "payload-invalid", maxBytes: 1000, maxDepth: 3, ...over });
  const mend = "It is not repaired: restore it, or send it again whole.";
  pinned("payload-invalid", [
    ["f", "f: not UTF-8", mend, json(new Uint8Array([0xff]))],
    ["f", "f: not UTF-8", mend, json('"\ud800"')],
    ["f", "f: starts with a byte order mark", mend, json("\uFEFF{}")],
    ["f", "f: not JSON", mend, json("{")],
    ["f", "f: a string with NUL or a lone surrogate", mend, json('"\\u0000"')],
    ["f", "f: a string with NUL or a lone surrogate", mend, json('["\\ud800"]')],
    ["f", "f: the key __proto__", mend, json('{"__proto__":1}')],
    ["f", "f: the key constructor", mend, json('{"a":{"constructor":1}}')],
    ["f", 'f: the key "a" twice in one object', mend, json('{"a":[1],"a":2}')],
    ["f", "f: a number beyond the safe ones", mend, json("[1,-9007199254740993]")],
    ["f", "f: a number beyond the safe ones", mend, json("1e400")],
    ["f", "f: nested deeper than 3", mend, json("[[[[]]]]")],
  ]);
  pinned("limit-exceeded", [
    ["f", "f has more than 3 bytes", "Split it; nothing is cut.", json("[12]", { maxBytes: 3 })],
    ["findings", "review-ledger.json has more than 1 findings", "Start a new cycle.", () => parseLedger(JSON.stringify(two), { limits: { ...CONTEXT.limits, findingsPerLedger: 1 } })],
  ]);
  it("LG-SEC-13: what is just within the limits is read", () => {
    expect([json("[1]", { maxBytes: 3 })(), json("[[[]]]")(), json('{"a":{"a":1},"b":["a","a"]}')(), json("9007199254740991")(), json('["__proto__",{"x":"constructor"}]')(), json('{"a":"\\""}')()]).toEqual([
      [1], [[[]]], { a: { a: 1 }, b: ["a", "a"] }, 9007199254740991, ["__proto__", { x: "constructor" }], { a: '"' },
    ]);
  });

  const [first] = two.findings;
  const restore = "Restore it from version control; it is not repaired.";
  const of = (over: object, more: object = {}) => () => checkLedger({ ...two, findings: [{ ...first, ...over }], next_id: 9, ...more });
  pinned("malformed-ledger", [
    ["$", "the ledger: not an object", restore, () => checkLedger([])],
    ["findings", "the ledger: `findings` is no list", restore, () => checkLedger({})],
    ["history", "the ledger: `history` is no list", restore, () => checkLedger({ findings: [] })],
    ["findings[0]", "the ledger: a finding is no object", restore, () => checkLedger({ findings: [7], history: [] })],
    ["findings[0]", "the ledger: a finding has no `id` or no `status`", restore, () => checkLedger({ findings: [{ id: "F-001" }], history: [] })],
    ["findings[0]", "the ledger: a finding has no `id` or no `status`", restore, () => checkLedger({ findings: [{ status: "open" }], history: [] })],
    ["findings[0]", 'the ledger: the status "closed" is unknown', restore, of({ status: "closed" })],
    ["findings[0]", 'the ledger: "F-1" is no id', restore, of({ id: "F-1" })],
    ["findings[0]", 'the ledger: "xF-001" is no id', restore, of({ id: "xF-001" })],
    ["findings[0]", "the ledger: F-001: the severity is unknown", restore, of({ severity: "high" })],
    ["findings[0]", "the ledger: F-001: the reported severity is unknown", restore, of({ severity_as_reported: "high" })],
    ["findings[0]", "the ledger: F-001: there is no claim", restore, of({ claim: "" })],
    ["findings[0]", "the ledger: F-001: the anchor is incomplete", restore, of({ anchor: { file: "", region: [1, 1], fingerprint: "0".repeat(40) } })],
    ["findings[0]", "the ledger: F-001: the anchor is incomplete", restore, of({ anchor: { file: "a", region: [1, 1], fingerprint: "0".repeat(41) } })],
    ["findings[0]", "the ledger: F-001: the region is not two line numbers", restore, of({ anchor: { file: "a", region: [2, 1], fingerprint: "0".repeat(40) } })],
    ["findings[0]", "the ledger: F-001: the artifact is unknown", restore, of({ artifact: "poem" })],
    ["findings[0]", "the ledger: F-001: the witness is no witness", restore, of({ witness: { kind: "hunch", ref: null, status: "red" } })],
    ["findings[0]", "the ledger: F-001: the witness is no witness", restore, of({ witness: { kind: "test", ref: null, status: "pink" } })],
    ["findings[0]", "the ledger: F-001: the witness is no witness", restore, of({ witness: { kind: "test", ref: 7, status: "red" } })],
    ["findings[0]", "the ledger: F-001: the witness is no witness", restore, of({ witness: [] })],
    ...["pass", "cited_rule", "exit_criteria", "relitigates", "contests"].map((key): Case => ["findings[0]", `the ledger: F-001: \`${key}\` is no text`, restore, of({ [key]: 7 })]),
    ...["first_seen", "raised_count"].map((key): Case => ["findings[0]", `the ledger: F-001: \`${key}\` is no whole number from 1`, restore, of({ [key]: 0 })]),
    ...[7, { action: "defer" }, { action: "defer", ticket: "" }, { action: "reject" }, { action: "reject", ticket: "t" }, { action: "later", ticket: "t", reason: "r" }].map((disposition): Case => ["findings[0]", "the ledger: F-001: the disposition has no known shape", restore, of({ disposition })]),
    ...[{}, [7], [{ iteration: 0, verdict: "FIXED", evidence: "e" }], [{ iteration: 1, verdict: "fixed", evidence: "e" }], [{ iteration: 1, verdict: "FIXED" }]].map((verifications): Case => ["findings[0]", "the ledger: F-001: the verifications have no known shape", restore, of({ verifications })]),
    ["version", "the ledger: `version` is not 1", restore, of({}, { version: 2 })],
    ["slug", "the ledger: `slug` is no text", restore, of({}, { slug: "" })],
    ["history[0]", "the ledger: a history item is no object", restore, of({}, { history: [7] })],
    ["history[0]", "the ledger: a marker has no name, or a key of its own", restore, of({}, { history: [{ instance: "" }] })],
    ["history[0]", "the ledger: a marker has no name, or a key of its own", restore, of({}, { history: [{ instance: "code", iteration: 1 }] })],
    ["history[0]", "the ledger: a round has no number", restore, of({}, { history: [{ ...round(1, {}), iteration: 0 }] })],
    ["history[1]", "the ledger: a round has no known result", restore, of({}, { history: [round(1, {}), { ...round(2, {}), result: "PASS" }] })],
    ["history[0]", "the ledger: a round has no four counts", restore, of({}, { history: [{ ...round(1, {}), counts: { critical: 0 } }] })],
    ["history[0]", "the ledger: a round has no four counts", restore, of({}, { history: [{ ...round(1, {}), counts: null }] })],
    ["history[0]", "the ledger: a round's weight is no whole number", restore, of({}, { history: [round(1, {}, { weight: -1 })] })],
    ["history[0]", "the ledger: a round's `fix_now` is no list of ids", restore, of({}, { history: [round(1, {}, { fix_now: [7] })] })],
    ["history[0]", "the ledger: a round's `fix_now` is no list of ids", restore, of({}, { history: [round(1, {}, { fix_now: "F-001" })] })],
    ["findings[1]", "the ledger: the id F-001 stands twice", restore, () => checkLedger({ ...two, findings: [first, first] })],
    ["findings[0]", "the ledger: `contests` names an unknown finding", restore, of({ contests: "F-002" })],
    ["findings[0]", "the ledger: `relitigates` names an unknown finding", restore, of({ relitigates: "F-002" })],
    ["next_id", "the ledger: `next_id` is no whole number from 1", restore, of({}, { next_id: 0 })],
    ["next_id", "the ledger: `next_id` is 1, but F-1 was given already", restore, of({}, { next_id: 1 })],
    ["review-ledger.json", "review-ledger.json: not JSON", mend, () => parseLedger("{")],
    ["findings.F-001.severity", 'F-001 is open and its severity is "high"', "Restore the ledger from version control; it is not repaired.", () => decideLedger({ ...two, findings: [{ ...first, severity: "high" as never } as (typeof two.findings)[number]] }, ledgerConfig())],
  ]);
  it("LG-LOAD-3: nothing that a ledger may hold is refused", () => {
    const whole = { disposition: { action: "reject", reason: "r" }, verifications: [{ iteration: 1, verdict: "DISPUTED-STANDS", evidence: "" }], witness: { kind: "none", ref: null, status: "n/a" }, pass: null, contests: "", first_seen: 1 };
    const history = [{ instance: "code", reason: "r", prev: "spec" }, round(1, {}, { weight: 0, fix_now: ["F-001"] })];
    expect(of(whole, { history, next_id: 2, version: undefined, slug: undefined })()).toMatchObject({ findings: [whole] });
  });

  pinned("no-ledger", [["ledger", "there is no ledger yet", "Run an intake or open an instance first.", () => needLedger(null)]]);
  pinned("config-invalid", [
    ["poem", "there is no knob poem", expect.stringMatching(/^Use one of .*iterationCap/) as never, () => ledgerConfig({ poem: 1 } as never)],
    ["toString", "there is no knob toString", expect.stringContaining("Use one of ") as never, () => ledgerConfig({ toString: 1 } as never)],
    ["scopeCheck", 'scopeCheck must be true or false, not "yes"', "Leave it out for the default.", () => ledgerConfig({ scopeCheck: "yes" as never })],
    ["iterationCap", "iterationCap must be a whole number from 1, not 0", "Leave it out for the default.", () => ledgerConfig({ iterationCap: 0 })],
    ["lateFindingDisposition", 'lateFindingDisposition must be one of defer, open, not "x"', "Leave it out for the default.", () => ledgerConfig({ lateFindingDisposition: "x" as never })],
    ["names.trailerPrefix", '"a-b" is no trailer prefix', "Use letters and digits, a letter first.", () => ledgerNames({ trailerPrefix: "a-b" })],
  ]);
  pinned("packet-incomplete", [
    ["nonce", "the nonce is not 16 to 128 letters and digits", "Draw it at random for each packet.", () => quoteWith("short")],
    ["nonce", "the nonce is not 16 to 128 letters and digits", "Draw it at random for each packet.", () => quoteWith("a".repeat(129))],
    ["Risk", "the commit has no Risk", "Say it in one line.", () => trailerLines({ Fix: ["F-001"], Cause: "c", Change: "d", Risk: " " }, { trailerPrefix: "Review" })],
    ["Cause", "the commit has no Cause", "Say it in one line.", () => trailerLines({ Fix: ["F-001"], Change: "d", Risk: "r" }, { trailerPrefix: "Review" })],
  ]);
});
