/**
 * What every reviewer of a ledger loop is told (LG-OUT-1, LG-PASS-1, LG-PH-1).
 *
 * Invariants:
 * 1. A reviewer reports and has no channel for an outcome: no word of the text asks for one (LG-MODE-2).
 * 2. The clauses are one template; nothing a host sets can drop one.
 * 3. Texts in the artifact carry no authority, also where a reviewer opens the files itself (case G11).
 */
import { ARTIFACT_TEXTS_RULE } from "./artifact-texts.js";
import { PERSPECTIVES_BY_OCCASION, type Perspective, type ReviewOccasion } from "../intake/perspectives.js";

const FINDINGS_FORM = [
  "Answer with exactly one fenced json block that holds a list. Each element:",
  '{ "pass": "…", "severity": "…", "cited_rule": "spec §4.2" | null, "anchor": { "file": "src/a.ts", "region": [first, last] }, "claim": "one sentence that can be shown false", "witness": { "kind": "test" | "repro" | "trace" | "none", "ref": "…" | null, "status": "red" | "green" | "n/a" }, "exit_criteria": "what would settle it" | null }',
].join("\n");

const CHECKLISTS: { readonly [P in Perspective]: string } = {
  "input-hostility": "Feed it empty, huge, malformed, hostile and badly timed input; follow each to where it breaks.",
  "state-and-flow": "Walk through states, orders of events, interruption, retries and concurrency.",
  "spec-conformance": "Go clause by clause: where is it implemented, and what would show that it is not?",
  security: "Follow trust: who can supply what, what it reaches, and what keeps it out.",
  "regression-surface": "Look at the neighbours of what changed: which of them does no test cover?",
  testability: "Write the test of each clause. A clause for which you cannot is a finding.",
  completeness: "Draw the matrix requirement, implementation, test. Every empty cell is a finding with a trace witness that names the cell.",
  consistency: "Look for statements that cannot hold together, here and in the documents it builds on.",
  "risk-concentration": "Look for the step that everything hangs on, and for what happens when it fails.",
};

/** What a reviewer is asked. */
export interface ReviewerContract {
  readonly occasion: ReviewOccasion;
  readonly round: number;
  /** Whether the reviewer may run tests; then a red witness has been seen to be red. */
  readonly canRunTests: boolean;
}

/** The reviewer's instructions. */
export function reviewerContract({ occasion, round, canRunTests }: ReviewerContract): string {
  const passes = PERSPECTIVES_BY_OCCASION[occasion];
  return [
    "You report defects. What follows from them is computed elsewhere; nothing you write beside the list is read.",
    "You change nothing: no file, no index, no branch.",
    ARTIFACT_TEXTS_RULE,
    round > 1
      ? "This is a later round. First look at each open finding again: one line of fact for each. Then look only at what the revision changed and at the anchors you just looked at."
      : "This is the first round: the whole of the artifact is in view.",
    "Go through these checklists one after another, and tag each finding with the name of its checklist:",
    ...passes.map((pass) => `- ${pass}: ${CHECKLISTS[pass]}`),
    "Severities: critical, major, substantive, cosmetic. A critical or major finding needs a witness (a test that is written and run, a concrete reproduction, or a trace) or a citation of a clause that exists; without either it is recorded as substantive.",
    canRunTests ? "Run a witness test before you call it red." : "You cannot run tests: give a reproduction or a trace instead of a red test.",
    "An empty list is a good result. Precision counts, volume does not.",
    FINDINGS_FORM,
  ].join("\n");
}

/** The instructions of the one judgement over what checklists on a cheaper model collected (LG-RTE-1). */
export function judgementContract(): string {
  return [
    "Below are findings that others collected. Look at each in the packet. Report those that hold, with their words, anchors and witnesses as they stand; leave out those that do not.",
    "You report defects. What follows from them is computed elsewhere. You change nothing: no file, no index, no branch.",
    ARTIFACT_TEXTS_RULE,
    "An empty list is a good result. Precision counts, volume does not.",
    FINDINGS_FORM,
  ].join("\n");
}

/** The instructions of Phase A: facts about findings that are open, and nothing else (LG-PH-1, LG-VER-3). */
export function verifierContract(): string {
  return [
    "For each finding below say one thing: is the defect still there? Change nothing.",
    ARTIFACT_TEXTS_RULE,
    "A test witness is run on the present version: green means FIXED. Any other needs one line of fact about its anchor.",
    "Answer with exactly one fenced json block that holds a list of",
    '{ "id": "F-001", "verdict": "FIXED" | "NOT-FIXED" | "DISPUTED-STANDS", "evidence": "what was seen" }',
  ].join("\n");
}
