/**
 * Lanes: which reviewers look, each through one lens (BD-LANE-01..06).
 *
 * Invariants:
 * 1. No two slots have one lens; architecture stands last of the ordinary lanes, the final pass last and alone.
 * 2. What does not fit under the ceiling is merged or dropped, and said in a coverage line.
 */
import type { LaneId } from "./bounded-finding.js";
import type { RiskSignal, Risk, Size } from "./risk.js";
import type { TargetKind } from "./target.js";

/** A slot that was selected. */
export type LaneSlot = { readonly lane: LaneId; /** Lenses that its text is joined from. */ readonly lenses: readonly LensId[] };

/** The lanes that stand for one question of their own. */
export type LensId = Exclude<LaneId, "consolidated" | "plan-consolidated">;

/** What the selection reads. */
export interface LaneInput {
  readonly kind: TargetKind;
  readonly size: Size;
  readonly signals: readonly RiskSignal[];
  readonly risk: Risk;
  /** Deterministic evidence settles the change; see {@link isDecisive}. */
  readonly decisive: boolean;
  readonly distinctArchitecture: boolean;
  /** Ceiling of distinct slots, 1 to 3. */
  readonly reviewers: number;
  /** A slot to keep free. */
  readonly reserve?: "arbitration" | "final-pass" | undefined;
}

/** What was selected. */
export type LaneSelection = { readonly lanes: readonly LaneSlot[]; readonly coverage: readonly string[] };

/** Whether evidence is decisive: the caller says so, and at least one required check exists and all passed (BD-LANE-02). */
export function isDecisive(saysSo: boolean, required: readonly { readonly status: string }[]): boolean {
  return saysSo && required.length > 0 && required.every(({ status }) => status === "pass");
}

/** Selects lanes by the matrix (BD-LANE-01). */
export function selectLanes(input: LaneInput): LaneSelection {
  const { kind, size, risk, decisive, reserve, reviewers } = input;
  if (kind !== "plan" && size === "trivial" && decisive && risk !== "high") return { lanes: [], coverage: [] };
  const isReservable = reserve !== undefined && reviewers > 1;
  const columns = isReservable ? reviewers - 1 : reviewers;
  const { lanes, coverage } = kind === "plan" ? planLanes(input, columns) : codeLanes(input, columns);
  return {
    lanes: isReservable && reserve === "final-pass" ? [...lanes, { lane: "final-pass", lenses: ["final-pass"] }] : lanes,
    coverage: reserve !== undefined && !isReservable ? [...coverage, "arbitration-not-reserved"] : coverage,
  };
}

const slot = (lane: LensId): LaneSlot => ({ lane, lenses: [lane] });

function codeLanes({ size, signals, distinctArchitecture }: LaneInput, reviewers: number): LaneSelection {
  const isSmall = size === "trivial" || size === "small";
  const hasRisk = signals.length > 0;
  const wantsArchitecture = size === "large" && distinctArchitecture;
  if (reviewers === 1 && hasRisk) {
    const lanes: LaneSlot[] = [{ lane: "consolidated", lenses: ["correctness", "risk"] }];
    return { lanes, coverage: ["lane-merged:risk", ...(wantsArchitecture ? ["lane-dropped:architecture"] : [])] };
  }
  const first: LaneSlot = isSmall ? { lane: "consolidated", lenses: ["correctness"] } : slot("correctness");
  return fit([first, ...(hasRisk ? [slot("risk")] : []), ...(wantsArchitecture ? [slot("architecture")] : [])], reviewers);
}

function planLanes({ size, distinctArchitecture }: LaneInput, reviewers: number): LaneSelection {
  const isSmall = size === "trivial" || size === "small";
  const consolidated: LaneSlot = { lane: "plan-consolidated", lenses: ["plan-feasibility", "plan-acceptance"] };
  if (isSmall) return { lanes: [consolidated], coverage: [] };
  const wantsArchitecture = size === "large" && distinctArchitecture;
  if (reviewers === 1) {
    return { lanes: [consolidated], coverage: ["lane-merged:plan-acceptance", ...(wantsArchitecture ? ["lane-dropped:architecture"] : [])] };
  }
  return fit([slot("plan-feasibility"), slot("plan-acceptance"), ...(wantsArchitecture ? [slot("architecture")] : [])], reviewers);
}

function fit(wanted: readonly LaneSlot[], reviewers: number): LaneSelection {
  const dropped = wanted.slice(reviewers).map(({ lane }) => `lane-dropped:${lane}`);
  return { lanes: wanted.slice(0, reviewers), coverage: dropped };
}

/** Batches of at most `concurrent` lanes, in order; the final pass runs alone and last (BD-BUD-07, BD-LANE-06). */
export function batchesOf(lanes: readonly LaneSlot[], concurrent: number): readonly (readonly LaneSlot[])[] {
  const ordinary = lanes.filter(({ lane }) => lane !== "final-pass");
  const batches: LaneSlot[][] = [];
  for (let start = 0; start < ordinary.length; start += concurrent) batches.push(ordinary.slice(start, start + concurrent));
  return [...batches, ...lanes.filter(({ lane }) => lane === "final-pass").map((final) => [final])];
}
