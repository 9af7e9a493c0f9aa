/**
 * The decision of a bounded loop, as rows T1–T17 (BD §3).
 *
 * Invariants:
 * 1. A breach of authority stands above an abort, so that it is never masked (BD-AUTH-07).
 * 2. Rows that an event raises at once are early: they count also before the version is reviewed. None of them passes.
 * 3. Facts that only a review gives are read only by rows behind it.
 */
import { always, count, defineFacts, flag, oneOf, terminationTable } from "@loopwright/core";

/** What a bounded loop decides on. */
export const boundedFacts = /* @__PURE__ */ defineFacts(
  {
    /** `intake` until the first review is triaged. */
    phase: oneOf("intake", "triaged"),
    mode: oneOf("review-only", "review-and-fix"),
    authorityViolation: flag(),
    aborted: flag(),
    intakeComplete: flag(),
    surfaceEmpty: flag(),
    targetDrifted: flag(),
    scopeExceeded: flag(),
    openBlockers: count({ upTo: 1 }),
    unconfirmedBlockers: count({ upTo: 1 }),
    /** Of the current required checks, waived ones left out; stale counts as not run. */
    requiredFailed: count({ upTo: 1 }),
    requiredNotRun: count({ upTo: 1 }),
    coverageComplete: flag(),
    fixerFailed: flag(),
    loopsUsed: count({ upTo: 3 }),
    loopsMax: oneOf(0, 1, 2, 3),
    /** True before any loop. */
    newEvidence: flag(),
  },
  {
    possible: (f) =>
      f.loopsUsed <= f.loopsMax &&
      (f.mode === "review-and-fix" || f.loopsMax === 0) &&
      (!f.surfaceEmpty || f.intakeComplete) &&
      ((f.intakeComplete && !f.surfaceEmpty) || f.phase === "intake") &&
      (f.phase === "triaged" || (f.openBlockers === 0 && f.unconfirmedBlockers === 0 && f.requiredFailed === 0 && f.loopsUsed === 0)) &&
      (!f.scopeExceeded || (f.phase === "triaged" && f.mode === "review-and-fix" && f.openBlockers > 0)) &&
      (!f.fixerFailed || (f.loopsUsed >= 1 && f.openBlockers > 0)) &&
      (f.newEvidence || f.loopsUsed >= 1),
  },
);

/** The facts of a bounded loop. */
export type BoundedFacts = Parameters<(typeof boundedFacts)["possible"]>[0];

/** The table. Row numbers are the catalogue's, one more than the index. */
export const boundedTable = /* @__PURE__ */ terminationTable(boundedFacts, [
  { token: "authority-violation", kind: "stop", early: true, when: (f) => f.authorityViolation, why: "someone changed or delivered what no mode allows" },
  { token: "aborted", kind: "stop", when: (f) => f.aborted, why: "the run was aborted" },
  { token: "intake-incomplete", kind: "stop", early: true, when: (f) => !f.intakeComplete, why: "the target could not be resolved" },
  { token: "empty-target", kind: "stop", early: true, when: (f) => f.surfaceEmpty, why: "there is nothing to look at" },
  { token: "target-drifted", kind: "stop", early: true, when: (f) => f.targetDrifted, why: "the target is no longer the frozen one" },
  { token: "authority-needed", kind: "stop", early: true, when: (f) => f.scopeExceeded, why: "a repair leaves the frozen scope, or needs what nobody granted" },
  { token: "look", kind: "continue", then: "review", early: true, when: (f) => f.phase === "intake", why: "nothing has been reviewed yet" },
  { token: "check-failing", kind: "stop", when: (f) => f.openBlockers === 0 && f.requiredFailed > 0, why: "no blocker is open, and a required check fails" },
  { token: "check-not-run", kind: "stop", when: (f) => f.openBlockers === 0 && f.requiredNotRun > 0, why: "no blocker is open, and a required check has not run" },
  { token: "blocker-unconfirmed", kind: "stop", when: (f) => f.openBlockers === 0 && f.unconfirmedBlockers > 0, why: "no blocker is open, and one could not be settled" },
  { token: "coverage-incomplete", kind: "stop", when: (f) => f.openBlockers === 0 && !f.coverageComplete, why: "no blocker is open, and a lane did not deliver" },
  { token: "review-clean", kind: "pass", when: (f) => f.openBlockers === 0, why: "no blocker is open, and nothing is missing" },
  { token: "review-only-blockers", kind: "stop", when: (f) => f.mode === "review-only", why: "a blocker is open, and nothing may be edited" },
  { token: "fixer-failed", kind: "stop", early: true, when: (f) => f.fixerFailed, why: "the fixer failed" },
  { token: "no-new-evidence", kind: "stop", early: true, when: (f) => f.loopsUsed >= 1 && !f.newEvidence, why: "the last loop brought nothing new" },
  { token: "repair-ceiling", kind: "stop", when: (f) => f.loopsUsed >= f.loopsMax, why: "all repair loops are used" },
  { token: "repair", kind: "continue", then: "revise", when: always, why: "otherwise: one repair loop" },
]);

/** Tokens that end a bounded loop. */
export type BoundedToken =
  | "authority-violation" | "aborted" | "intake-incomplete" | "empty-target" | "target-drifted" | "authority-needed" | "check-failing"
  | "check-not-run" | "blocker-unconfirmed" | "coverage-incomplete" | "review-clean" | "review-only-blockers" | "fixer-failed"
  | "no-new-evidence" | "repair-ceiling";

/** What to do about each token (BD-REP-07). */
export const NEXT_ACTIONS: { readonly [T in BoundedToken]: { readonly code: string; readonly detail: string } } = /* @__PURE__ */ Object.freeze({
  "authority-violation": { code: "inspect-unauthorized-change", detail: "Look at what was changed or delivered without authority before anything else." },
  aborted: { code: "rerun", detail: "Run again; delivered findings are listed as unconfirmed." },
  "intake-incomplete": { code: "supply-target", detail: "Name a target that can be resolved; no other was taken in its place." },
  "empty-target": { code: "select-target", detail: "Select a change that is not empty." },
  "target-drifted": { code: "rerun-on-current-revision", detail: "Run again on the current revision; findings describe the frozen one." },
  "authority-needed": { code: "grant-or-decline-scope", detail: "Decide whether the repair may leave the frozen scope; edits outside it were left as they are." },
  "check-failing": { code: "resolve-unowned-check", detail: "A required check fails through no proven fault of the target: mend or waive it." },
  "check-not-run": { code: "run-required-check", detail: "Run the required checks that have not run." },
  "blocker-unconfirmed": { code: "confirm-or-refute-finding", detail: "Confirm or refute the unconfirmed findings." },
  "coverage-incomplete": { code: "rerun-missing-lane", detail: "Run the lanes that did not deliver." },
  "review-clean": { code: "none", detail: "Nothing is left to do for this review." },
  "review-only-blockers": { code: "authorize-repair", detail: "Authorise a repair, or repair by hand." },
  "fixer-failed": { code: "repair-by-hand", detail: "Repair by hand; the fixer's partial edits are listed." },
  "no-new-evidence": { code: "decide-on-blocker", detail: "Decide on the open blockers; another loop would not help." },
  "repair-ceiling": { code: "decide-on-blocker", detail: "Decide on the open blockers; all repair loops are used." },
});

/** The catalogue's name of a row. */
export function rowName(row: number): `T${number}` {
  return `T${row + 1}`;
}

/** The row that holds, and its token; `null` for the two rows that go on. Pure and total. */
export function decideBounded(facts: BoundedFacts): { readonly row: `T${number}`; readonly token: BoundedToken | null } {
  const { token, kind, row } = boundedTable.decide(facts);
  // The casts: the table's own decisions have a row, and only `continue` rows have another token.
  return { row: rowName(row as number), token: kind === "continue" ? null : (token as BoundedToken) };
}
