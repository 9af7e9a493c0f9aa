/**
 * The facts of a review-loop run in their wire form (catalogue §17.1): plain JSON, never a computed value.
 *
 * Invariants:
 * 1. Severities, verdicts, row states, anchor grades, net and regression are functions of these facts and stored nowhere.
 * 2. `rounds[k - 1]` is round k; `texts` of a round are the texts that were reviewed in it, before its own fix.
 * 3. Events carry one run-wide increasing `seq`; "later" always compares `seq`.
 */
import type { Landed } from "./landed-facts.js";
import type { LaneReturn, ToolRecord } from "./return-facts.js";
import type { AnchorFact, AugmentFact, ColdRead, EnumRow, GuardChecklist, LineRange, SpotAudit } from "./round-facts.js";
import type { TriageRow } from "./triage-facts.js";

/** The three lanes that hold a verdict (RL-SL-03). */
export type Slot = "CR" | "RC" | "IR";

/** Delivery form (RL-SF-07). */
export type Form = "production" | "prototype" | "demo";

/** Subjects under which a run passes. */
export type PassSubject = "APPROVE" | "APPROVE-DEGRADED";

/** What a token says; the last two halt for the user instead of ending the run. */
export type Subject = PassSubject | "CAPPED" | "NOT-CONVERGED" | "OUT-OF-SCOPE-PENDING" | "PREREQUISITE-MISSING";

/** Where a lane's persona came from; `record` names the tool record that proves it (RL-RS-06, RL-SL-21). */
export type Marker =
  | { readonly kind: "registered"; readonly typeName: string; readonly record?: string }
  | { readonly kind: "local"; readonly path: string; readonly record?: string }
  | { readonly kind: "independent"; readonly family: "cross-family" | "same-family"; readonly record?: string }
  | { readonly kind: "unresolved" };

/** One slot in one round; the last attempt counts. */
export type SlotFact = { readonly marker: Marker; readonly returns: readonly LaneReturn[] };

/** Names of the lines of a status block, in their order (RL-SB-01). */
export type LineName =
  | "Slots" | "Augment" | "Scope fence" | "Anchors" | "Simplicity" | "Legibility" | "Spot-audit" | "Landed" | "Regression"
  | "Residual-floor" | "Continuation";

/** One review of one version, and what followed it. */
export type ReviewRound = {
  /** From 1; the place in `rounds`. */
  readonly no: number;
  /** Needed lanes without a persona (RL-RS-07). */
  readonly unresolvedLanes: readonly string[];
  readonly slots: { readonly [S in Slot]: SlotFact };
  readonly augments: readonly AugmentFact[];
  /** The failure table; `null` was never produced, `[]` was produced empty (RL-EN-06). */
  readonly table: readonly EnumRow[] | null;
  readonly diff: readonly LineRange[];
  readonly checklist: GuardChecklist | null;
  readonly anchors: readonly AnchorFact[];
  readonly implementAndRun: "ran" | "not-run" | "n/a" | null;
  readonly coldRead: ColdRead | null;
  readonly spotAudits: readonly SpotAudit[];
  readonly triage: readonly TriageRow[] | null;
  readonly triagePasted: boolean;
  /** What this round's fix really changed; `null` = no fix (RL-EV-08). */
  readonly landed: Landed | null;
  /** By file. */
  readonly texts: { readonly [file: string]: string };
  /** The status block as printed; `null` = none. */
  readonly status: { readonly [L in LineName]?: string } | null;
  readonly token: string | null;
};

/** What a root-cause analyst returned (RL-TE-09..11). */
export type AnalystReturn = {
  readonly triggerRound: number;
  readonly ret: LaneReturn;
  readonly verdict: "structural-fix" | "residual-floor" | "no-viable-path" | null;
  readonly conforming: boolean;
  readonly label?: "not-run(analyst-offspec)";
};

/** The one continuation of a run (RL-TE-12). */
export type Continuation = {
  readonly mode: "i" | "ii";
  readonly trigger: "regression" | "cap";
  readonly triggerRound: number;
  readonly first: number;
  readonly last: number;
};

/** A delivery form with the user's sentence that gives it (RL-SF-07..10). */
export type FormClaim = {
  readonly form: Form;
  readonly quote: string;
  readonly fromRound: number;
  readonly elicitedBy?: { readonly question: string; readonly leading: boolean };
};

/** Whether a scope fence stands, and how a skip was searched for (RL-SF-01, RL-SF-05). */
export type Fence = {
  readonly raised: boolean;
  readonly skip?: { readonly command: string; readonly hits: number; readonly whyNone?: string };
};

/** Everything that deciding may read about a run. */
export type ReviewRun = {
  /** `null` = no cap (RL-TE-18). */
  readonly cap: number | null;
  readonly hasCode: boolean;
  readonly hasProse: boolean;
  readonly notYetBuilt: boolean;
  /** Source of an anchored regular expression for the artifact's own requirement ids; `null` = it has none. */
  readonly idPattern: string | null;
  readonly fence: Fence;
  readonly forms: readonly FormClaim[];
  readonly userMessages: readonly string[];
  readonly catalogRoot: string;
  readonly toolRecords: readonly ToolRecord[];
  /** Anchors that could be run, by category. */
  readonly anchorForms: readonly { readonly id: string; readonly categories: readonly (1 | 2 | 3 | 4 | 5)[] }[];
  readonly crossFamilyAvailable: boolean;
  readonly rounds: readonly ReviewRound[];
  readonly analysts: readonly AnalystReturn[];
  readonly continuation: Continuation | null;
  readonly continuationsStarted: number;
};
