/**
 * The sixteen completion predicates (RL-PR-01..16): each reads the stored run and the token, and none reads another.
 */
import { areTermsDisposed, isAnchorTraced, isReconciled, openItems, provenState, wasReadCold } from "./coverage.js";
import { isOnRecord, says, type AuditCase } from "./evidence-book.js";
import type { HitCode } from "./hits.js";
import {
  growth, hasAccepted, isBloated, isRootCauseShown, isWeak, latestFixes, licensedBy, owes, owesDrift, owesMechanic, registeredRows,
} from "./history.js";
import { recount } from "./overlap.js";
import { isOtherFamily, isTraced, slotSays, unpasted } from "./slots.js";
import { lineOf, typedCount, typedForm, typedNet } from "./status-text.js";
import { isEnding, isPass, type ReadToken } from "./token-text.js";
import { formIn, isFloorGood, isSerious, weightOf } from "./weigh.js";

/** Codes, each with what it is about; a code alone is about the round. */
type Found = readonly (HitCode | readonly [HitCode, string])[];

/** One predicate. */
export type Predicate = (at: AuditCase, token: ReadToken) => Found;

const when = (holds: boolean, code: HitCode): Found => (holds ? [code] : []);
const each = (code: HitCode, names: readonly string[]): Found => names.map((name) => [code, name] as const);

/** In the order of their numbers. */
export const PREDICATES: readonly Predicate[] = /* @__PURE__ */ Object.freeze<Predicate[]>([
  // 1: the record exists
  (at) => [
    ...when(at.round.status === null, "status-missing"),
    ...when(at.round.triage === null, "triage-missing"),
    ...when(at.round.triage !== null && !at.round.triagePasted, "triage-not-pasted"),
    ...each("return-not-pasted", unpasted(at)),
  ],
  // 2: the required experts ran
  (at) => each("expert-not-run", (["CR", "RC"] as const).filter((slot) => slotSays(at, at.k, slot) === "not-run")),
  // 3: nobody rejects
  (at) => each("slot-rejects", (["CR", "RC", "IR"] as const).filter((slot) => slotSays(at, at.k, slot) === "reject")),
  // 4: a missing third distribution shows
  (at, token) => {
    if (slotSays(at, at.k, "IR") === "not-run") return when(!token.notes.includes("third-slot: not-run"), "third-slot-undisclosed");
    return when(!isOtherFamily(at, at.k) && !token.notes.includes("third-slot: same-family"), "family-undisclosed");
  },
  // 5: there is a subject that ends a run
  (_at, token) => when(!isEnding(token.subject), "no-terminal-subject"),
  // 6: enumeration happened, or its substitute
  (at) => {
    const { table, checklist } = at.round;
    if (table === null) return ["table-missing", ...when(at.run.hasCode && !isReconciled(at), "not-reconciled")];
    if (table.length === 0 && !at.run.hasCode) {
      const isFollowed = wasReadCold(at.round) && openItems(at) === 0 && areTermsDisposed(at.round) && checklist !== null;
      return when(!isFollowed, "cold-read-not-ok");
    }
    const open = table.filter((row) => provenState(at, row) === null).map(({ id }) => id);
    return [...each("row-unresolved", open), ...when(!isReconciled(at), "not-reconciled")];
  },
  // 7: a clean subject hides nothing
  (at, token) => [
    ...when(token.subject === "APPROVE" && isWeak(at) && !token.notes.includes("weak-reconciliation: not-covered"), "weak-undisclosed"),
    ...when(token.subject === "APPROVE" && (hasAccepted(at) || registeredRows(at).length > 0), "degradation-hidden"),
    ...when(isPass(token.subject) && at.run.hasCode && at.round.table?.length === 0, "empty-table-on-code"),
  ],
  // 8: drift, and rules that nobody ran
  (at, token) => [
    ...when(owesDrift(at) && !token.notes.includes("narrative-drift/forward-fragility: not-covered"), "drift-undisclosed"),
    ...when(at.run.notYetBuilt && at.round.implementAndRun === null, "mechanic-disposition-missing"),
    ...when(owesMechanic(at) && !token.notes.includes("mechanic: not-built"), "mechanic-undisclosed"),
  ],
  // 9: specialists
  (at, token) => {
    const { augments } = at.round;
    const domains = at.run.rounds.slice(0, at.k).flatMap((round) => round.augments.filter(({ unavailable }) => unavailable !== undefined).map(({ domain }) => domain));
    const isShown = (domain: string): boolean => token.missing.includes(domain.replace(/[()[\];\r\n\u2028\u2029]/g, "-").replace(/[ \t]+/g, " ").trim() || "-");
    return [
      ...when(lineOf(at.round, "Augment") === null, "augment-line-missing"),
      ...each("search-not-pasted", augments.filter(({ unavailable }) => unavailable !== undefined && !says(unavailable.command)).map(({ domain }) => domain)),
      ...each("augment-not-pasted", augments.filter(({ finding, ret }) => finding === true && !isOnRecord(ret)).map(({ name }) => name)),
      ...each("expert-undisclosed", [...new Set(domains)].filter((domain) => !isShown(domain))),
    ];
  },
  // 10: the border, and the form
  (at, token) => {
    const { fence } = at.run;
    const line = lineOf(at.round, "Scope fence");
    const isLineGood = line !== null && (fence.raised ? line.startsWith("agreed scope anchored") : line.startsWith("no full requirement context, skip") && line.includes(" | search: "));
    const hasSearched = fence.skip !== undefined && says(fence.skip.command) && (fence.skip.hits === 0 || says(fence.skip.whyNone));
    const pending = (at.round.triage ?? []).filter((row) => fence.raised && row.scope === "out-pending" && isSerious(weightOf(at, at.k, row)));
    const form = line === null ? null : typedForm(line);
    return [
      ...when(!isLineGood, "fence-line-missing"),
      ...when(!fence.raised && !hasSearched, "skip-without-search"),
      ...when(!fence.raised && !token.notes.includes("scope-fence: not raised"), "fence-undisclosed"),
      ...each("scope-pending", isEnding(token.subject) ? pending.map(({ id }) => id) : []),
      ...when(form !== null && form !== formIn(at.run, at.k), "form-void"),
      ...when(isPass(token.subject) && licensedBy(at) && !token.notes.some((note) => note === "form: demo" || note === "form: prototype"), "form-undisclosed"),
    ];
  },
  // 11: somebody could follow the text
  (at) => {
    const line = lineOf(at.round, "Legibility");
    if (!at.run.hasProse) return [];
    return [
      ...when(line === null || line.includes(", skip"), "legibility-line-missing"),
      ...when(!wasReadCold(at.round), "cold-read-missing"),
      ...when(openItems(at) > 0, "unfollowable-open"),
    ];
  },
  // 12: divergence, recomputed
  divergence,
  // 13: a claim of safety was tried
  (at) => {
    const safe = (at.round.table ?? []).filter(({ claimed }) => claimed === "verified-safe").map(({ id }) => id);
    if (safe.length === 0) return [];
    const line = lineOf(at.round, "Spot-audit");
    const isTried = at.round.spotAudits.some((audit) => safe.includes(audit.row) && at.log.has(audit.record) && [audit.input, audit.observed, audit.claim].every(says));
    return [...when(!isTried, "spot-audit-missing"), ...when(line === null || line === "no verified-safe rows", "spot-audit-line-missing")];
  },
  // 14: growth, measured
  (at, token) => {
    const line = lineOf(at.round, "Simplicity");
    const isOwed = at.run.hasCode || at.run.hasProse;
    const net = growth(at, at.k);
    const typed = line === null ? null : typedNet(line);
    return [
      ...when(line === null || (isOwed && line.includes(", skip")), "simplicity-line-missing"),
      ...when(latestFixes(at).some((j) => !growth(at, j).isMeasured), "net-unmeasurable"),
      ...when(line !== null && isOwed && !line.includes(", skip") && (typed === null || typed.lines !== net.lines || typed.words !== net.words), "net-mismatch"),
      ...when(isPass(token.subject) && isBloated(at) && !token.reasons.some((reason) => reason.startsWith("bloat: ")), "bloat-undisclosed"),
    ];
  },
  // 15: tools and personas leave traces
  (at) => [
    ...each("anchor-untraced", at.round.anchors.filter((anchor) => !isAnchorTraced(at, anchor)).map(({ id }) => id)),
    ...each("tier-unverified", (["CR", "RC"] as const).filter((slot) => !isTraced(at, at.round, slot))),
  ],
  // 16: nothing is retired by label, and no hand-back is bare
  (at, token) => {
    const line = lineOf(at.round, "Residual-floor");
    const registered = registeredRows(at).length;
    const invalid = (at.round.triage ?? []).filter((row) => {
      const { disposition } = row;
      if (disposition.kind === "residual-floor") return !isFloorGood(at, at.k, row, disposition.floor);
      const isClaimed = (disposition.kind === "accepted-degraded" || disposition.kind === "not-applicable") && disposition.claimsUnreachable === true;
      return isClaimed && !(disposition.floor !== undefined && isFloorGood(at, at.k, row, disposition.floor));
    });
    const owesCause = token.subject === "NOT-CONVERGED" || (token.subject === "CAPPED" && token.reasons[0] === "cap-reached");
    return [
      ...each("floor-invalid", invalid.map(({ id }) => id)),
      ...when(line === null || (line === "none") !== (registered === 0), "floor-line-missing"),
      ...when(registered > 0 && !token.notes.includes(`residual-floor: ${registered} registered`), "floor-undisclosed"),
      ...when(owesCause && !isRootCauseShown(at), "bare-hand-back"),
      ...when(at.run.continuationsStarted > 1, "second-continuation"),
    ];
  },
]);

function divergence(at: AuditCase, token: ReadToken): Found {
  const { run, k, round } = at;
  const { continuation } = run;
  const counted = recount(at, k);
  const landed = lineOf(round, "Landed");
  const line = lineOf(round, "Regression");
  const typed = line === null ? null : typedCount(line);
  const isCountGood = counted.isApplicable ? typed?.[0] === counted.induced.length && typed[1] === counted.serious : line === "n/a (no prior fix)";
  const isExplained = (j: number): boolean => continuation?.triggerRound === j && run.continuationsStarted === 1 && isRootCauseShown(at);
  const unpaid = run.rounds.slice(0, k).filter(({ no, token: given }) => {
    const isGiven = no === k ? token.subject === "NOT-CONVERGED" || token.subject === "" : given?.startsWith("NOT-CONVERGED") === true;
    return owes(at, no) && !isGiven && !isExplained(no);
  });
  const isOwedNow = owes(at, k) || (continuation?.trigger === "regression" && k > continuation.triggerRound);
  const isContinued = continuation !== null && k >= continuation.first && k <= continuation.last;
  const echo = continuation === null ? "" : `(${continuation.mode}), R${continuation.first}–R${continuation.last}`;
  return [
    ...when(landed === null || (landed === "n/a (no fix dispatched)") !== (round.landed === null), "landed-line-missing"),
    ...when(line === null, "regression-line-missing"),
    ...each("row-incomplete", counted.unclear),
    ...when(line !== null && !isCountGood, "regression-count"),
    ...each("not-converged-owed", unpaid.map(({ no }) => `R${no}`)),
    ...when(token.subject === "NOT-CONVERGED" && !isOwedNow, "not-converged-not-owed"),
    ...when(isContinued && lineOf(round, "Continuation") !== echo, "continuation-echo-missing"),
  ];
}

/** Whether a predicate's hit binds on a hand-back only under its own name (RL-PR-17). */
export const BINDS_ON_HAND_BACK: readonly HitCode[] = /* @__PURE__ */ Object.freeze(["row-incomplete", "not-converged-not-owed", "bare-hand-back"] as const);

