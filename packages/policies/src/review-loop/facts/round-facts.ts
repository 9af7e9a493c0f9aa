/** The other evidence of a round: failure table, anchors, cold read, audits, augments (catalogue §17.1). */
import type { Location, ReviewSeverity } from "@loopwright/core";
import type { LaneReturn } from "./return-facts.js";

/** Gated categories (RL-EN-01): guards, checks, state changes, points that claim success, fan-out. */
export type Category = 1 | 2 | 3 | 4 | 5;

/** Where a row of the failure table ended (RL-EN-17). */
export type RowState = "verified-safe" | "fixed" | "accepted-degraded" | "registered" | "unresolved";

/** One row of the failure table. */
export type EnumRow = {
  readonly id: string;
  readonly category: Category;
  readonly loc: Location;
  readonly claimed: RowState | null;
  readonly contractSilent?: boolean;
  readonly evidence?: { readonly inputs: readonly string[]; readonly observed: string; readonly claim: string; readonly matches: boolean };
  /** The round whose landed diff fixed it. */
  readonly fixedIn?: number;
  /** Id of the triage row that this row became. */
  readonly triageRow?: string;
  readonly reason?: { readonly definition?: ReviewSeverity; readonly text: string };
  readonly merged?: readonly Location[];
  /** Id of the tool record that confirms the line. */
  readonly confirmedBy?: string;
};

/** The code reviewer's guard checklist: the weak anchor (RL-SL-13, RL-AN-10). */
export type GuardChecklist = {
  readonly points: readonly { readonly category: Category; readonly loc: Location }[];
  readonly scope: string;
};

/** An independent point list that a tool made (RL-AN-01). */
export type AnchorFact = {
  readonly id: string;
  readonly form: "invariant" | "static" | "fan-out";
  readonly categories: readonly Category[];
  readonly record: string;
  readonly covered: readonly Location[];
  readonly covers?: readonly ("drift" | "fragility")[];
};

/** One reader with nothing but the read-set (RL-LE-01..04). */
export type ColdRead = {
  readonly ret: LaneReturn;
  readonly warm: boolean;
  readonly q4: readonly { readonly term: string; readonly triageRow?: string }[];
  readonly q5: readonly { readonly quote: string; readonly triageRow?: string }[];
};

/** One re-run of a row that claims to be safe (RL-EN-22). */
export type SpotAudit = {
  readonly row: string;
  readonly record: string;
  readonly input: string;
  readonly observed: string;
  readonly claim: string;
  readonly matches: boolean;
};

/** A specialist lane, or the proof that there is none (RL-AU-06, RL-AU-09). */
export type AugmentFact = {
  readonly name: string;
  readonly domain: string;
  readonly finding?: boolean;
  readonly ret?: LaneReturn;
  readonly unavailable?: { readonly command: string; readonly candidates: number };
};

/** Changed lines of the reviewed diff, both ends inclusive. */
export type LineRange = { readonly file: string; readonly start: number; readonly end: number };
