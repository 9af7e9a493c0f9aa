/** Runs for tests: a clean round that passes, and what to change about it. */
import type { AnchorFact, ColdRead, EnumRow } from "./facts/round-facts.js";
import type { Hunk, Landed, LandedFile } from "./facts/landed-facts.js";
import type { LaneReturn, ToolRecord } from "./facts/return-facts.js";
import type { AnalystReturn, ReviewRound, ReviewRun, Slot, SlotFact } from "./facts/run-facts.js";
import type { FloorEvidence, RaisedFinding, TriageRow } from "./facts/triage-facts.js";

/** The suffix that nearly every token of these runs carries. */
export const ND = "[narrative-drift/forward-fragility: not-covered]";

/** What a finding rests on a floor by; `in1` is the record of round 1's input source. */
export const floor = (no = 1, over: Partial<FloorEvidence> = {}): FloorEvidence => ({
  artifact: "eval/trials.yaml", characterises: [], record: `in${no}`, quote: "trials: 5", honestProducerCanEmit: false, ...over,
});

/** A return that stands verbatim. */
export function returned(raw: string, seq: number, over: Partial<LaneReturn> = {}): LaneReturn {
  return { lane: "x", seq, raw, rawSha: "same", pastedSha: "same", ...over };
}

/** A slot that said `raw` in round `no`. */
export function slot(name: Slot, no: number, raw = "fine\nAPPROVE", over: Partial<LaneReturn> = {}): SlotFact {
  const place = ["CR", "RC", "IR"].indexOf(name);
  const typeName = { CR: "Code Reviewer", RC: "Reality Checker", IR: "ir" }[name];
  const record = `${typeName}${no}`;
  const marker = name === "IR" ? ({ kind: "independent", family: "cross-family", record } as const) : ({ kind: "registered", typeName, record } as const);
  return { marker, returns: [returned(raw, no * 100 + 10 + place, over)] };
}

let findings = 0;

/** A major of the reality checker at line 30 of `src/a.ts`. */
export function finding(over: Partial<RaisedFinding> = {}): RaisedFinding {
  return { id: `f${++findings}`, lane: "RC", laneKind: "slot", claimed: "major", locs: [{ file: "src/a.ts", line: 30 }], quotes: [], requirementIds: [], regrades: [], ...over };
}

/** A triage row that waits for a decision. */
export function row(id: string, over: Partial<TriageRow> & { readonly finding?: Partial<RaisedFinding> } = {}): TriageRow {
  const { finding: one = {}, ...rest } = over;
  return { id, findings: [finding(one)], disposition: { kind: "pending" }, scope: "in", ...rest };
}

/** A table row that is verified safe at line 10 of `src/a.ts`. */
export function safe(id = "r1", over: Partial<EnumRow> = {}): EnumRow {
  return { id, category: 1, loc: { file: "src/a.ts", line: 10 }, claimed: "verified-safe", evidence: { inputs: ["empty"], observed: "refused", claim: "refused", matches: true }, ...over };
}

/** A strong anchor for category 1. */
export function anchor(no: number, over: Partial<AnchorFact> = {}): AnchorFact {
  return { id: "a", form: "static", categories: [1], record: `an${no}`, covered: [{ file: "src/a.ts", line: 10 }], ...over };
}

/** A cold, verbatim read with nothing to say. */
export function coldRead(no: number, over: Partial<ColdRead> = {}): ColdRead {
  return { ret: returned("I could follow it.", no * 100 + 20), warm: false, q4: [], q5: [], ...over };
}

/** A clean round on code: strong anchor, one safe row that was re-run, three approvals. */
export function codeRound(no: number, over: Partial<ReviewRound> = {}): ReviewRound {
  return {
    no, unresolvedLanes: [], slots: { CR: slot("CR", no), RC: slot("RC", no), IR: slot("IR", no) }, augments: [], table: [safe()],
    diff: [{ file: "src/a.ts", start: 1, end: 100 }], checklist: { points: [{ category: 1, loc: { file: "src/a.ts", line: 10 } }], scope: "the diff" },
    anchors: [anchor(no)], implementAndRun: null, coldRead: null,
    spotAudits: [{ row: "r1", record: `sp${no}`, input: "empty", observed: "refused", claim: "refused", matches: true }],
    triage: [], triagePasted: true, landed: null, texts: { "src/a.ts": "let a = 1;\n" }, status: null, token: null, ...over,
  };
}

/** The prose of {@link proseRound}: two sections. */
export const PROSE = "# Retry\nRetries stop after two tries.\n\n# Lock\nThe lock is held by one driver.\n";

/** A clean round on prose: nothing to enumerate, read cold. */
export function proseRound(no: number, over: Partial<ReviewRound> = {}): ReviewRound {
  return codeRound(no, { table: [], checklist: { points: [], scope: "whole file" }, anchors: [], spotAudits: [], coldRead: coldRead(no), texts: { "p.md": PROSE }, diff: [{ file: "p.md", start: 1, end: 99 }], ...over });
}

/** Records that the rounds name, by round: dispatches, the anchor, the spot audit, the input source. */
export function recordsOf(no: number): readonly ToolRecord[] {
  const record = (id: string, place: number, args: string, output: string): ToolRecord => ({ id: `${id}${no}`, seq: no * 100 + place, round: no, args, output, writes: [] });
  return [
    record("Code Reviewer", 1, "dispatch Code Reviewer", ""), record("Reality Checker", 2, "dispatch Reality Checker", ""), record("ir", 3, "dispatch ir", ""),
    record("an", 4, "grep guards", "src/a.ts:10: if (!ok) return;"), record("sp", 30, "run with empty", "refused"), record("in", 31, "cat eval/trials.yaml", "trials: 5"),
  ];
}

/** A run on code with a raised fence, an available other family and a cap of 10. */
export function codeRun(rounds: readonly ReviewRound[], over: Partial<ReviewRun> = {}): ReviewRun {
  return {
    cap: 10, hasCode: true, hasProse: false, notYetBuilt: false, idPattern: null, fence: { raised: true }, forms: [], userMessages: ["ship it, this is a demo only", "leave it"],
    catalogRoot: "/home/u/.agents", toolRecords: rounds.flatMap(({ no }) => recordsOf(no)), anchorForms: [], crossFamilyAvailable: true, rounds, analysts: [],
    continuation: null, continuationsStarted: 0, ...over,
  };
}

/** A run on prose. */
export function proseRun(rounds: readonly ReviewRound[], over: Partial<ReviewRun> = {}): ReviewRun {
  return codeRun(rounds, { hasCode: false, hasProse: true, ...over });
}

/** A replaced hunk. */
export function hunk(start: number, removed: readonly string[], added: readonly string[], newStart = start): Hunk {
  return { oldStart: start, oldLines: removed.length, newStart, newLines: added.length, removed, added };
}

/** What a fix of round `no` changed. */
export function landed(no: number, files: readonly (Partial<LandedFile> & { readonly path: string })[], closes: readonly string[] = []): Landed {
  return { seq: no * 100 + 50, record: "git", closes, files: files.map((file) => ({ status: "modified", hunks: [], added: 0, removed: 0, ...file })) };
}

/** What the adviser returned about round `no`. */
export function analyst(no: number, verdict: AnalystReturn["verdict"], over: Partial<AnalystReturn> = {}): AnalystReturn {
  const conforming = verdict !== null;
  return { triggerRound: no, ret: returned(`VERDICT: ${verdict ?? "?"}`, no * 100 + 60), verdict, conforming, ...(conforming ? {} : { label: "not-run(analyst-offspec)" }), ...over };
}
