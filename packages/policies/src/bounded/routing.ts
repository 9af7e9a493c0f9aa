/**
 * Which model a lane runs on (BD-ROUTE-01..09).
 *
 * Invariants:
 * 1. Only ids and levels that the runtime lists are used, compared exactly; a family is a declared label, never a part of an id.
 * 2. Every step away from the first preference is recorded; nothing that is missing fails a run.
 */
import type { LaneId } from "./bounded-finding.js";
import type { Risk, RiskSignal, Size } from "./risk.js";

/** What the runtime offers, read once before the first delegation. */
export interface LiveCapabilities {
  readonly overridesAvailable: boolean;
  readonly supportsNoHistory: boolean;
  readonly models: readonly { readonly id: string; readonly family?: string; readonly reasoning: readonly string[] }[];
}

/** What kind of work a lane is. */
export type WorkKind = "light" | "routine" | "complex" | "arbitration" | "exceptional";

/** A wished model: a family and, where it matters, a level. */
export type Preference = { readonly family: string; readonly reasoning: string | null };

/** Preferences by work kind, best first; behind the last one comes the runtime's default. Labels are data. */
export type RoutingPolicy = { readonly [K in WorkKind]: readonly Preference[] };

const terra = (reasoning: string): Preference => ({ family: "terra", reasoning });
const sol = (reasoning: string): Preference => ({ family: "sol", reasoning });

/** The default policy (BD-ROUTE-03). The strong family serves conflicts and final passes only (BD-ROUTE-08). */
export const DEFAULT_ROUTING: RoutingPolicy = /* @__PURE__ */ Object.freeze({
  light: [{ family: "spark", reasoning: null }, terra("medium")],
  routine: [terra("medium")],
  complex: [terra("high")],
  arbitration: [sol("high"), terra("high")],
  exceptional: [sol("xhigh"), sol("high"), terra("high")],
});

const GRAVE: readonly RiskSignal[] = ["security", "cryptography", "data-loss", "irreversible", "release"];

/** The kind of work of a lane. */
export function workKindOf(input: {
  readonly lane: LaneId;
  readonly size: Size;
  readonly risk: Risk;
  readonly signals: readonly RiskSignal[];
  readonly exceptional: boolean;
}): WorkKind {
  const { lane, size, risk, signals, exceptional } = input;
  if (lane === "arbitration" || lane === "final-pass") {
    return exceptional && signals.some((signal) => GRAVE.includes(signal)) ? "exceptional" : "arbitration";
  }
  if (size === "large" || risk === "high") return "complex";
  return size === "trivial" ? "light" : "routine";
}

export type FallbackReason = "model-unavailable" | "family-unavailable" | "reasoning-unavailable" | "override-unavailable";

/** The model of a lane. `id: null`: the runtime's default, no override is sent. */
export type ModelChoice = {
  readonly id: string | null;
  readonly reasoning: string | null;
  readonly fallback: { readonly from: string; readonly reason: FallbackReason } | null;
};

/** A preference as it is reported. */
export function preferenceLabel({ family, reasoning }: Preference): string {
  return reasoning === null ? family : `${family}/${reasoning}`;
}

/** Chooses the model for a kind of work; never fails. */
export function routeModel(kind: WorkKind, live: LiveCapabilities, policy: RoutingPolicy = DEFAULT_ROUTING): ModelChoice {
  const wishes = policy[kind];
  const [first] = wishes;
  if (first === undefined) return { id: null, reasoning: null, fallback: null };
  const away = (reason: FallbackReason) => ({ from: preferenceLabel(first), reason });
  if (!live.overridesAvailable) return { id: null, reasoning: null, fallback: away("override-unavailable") };
  for (const [index, { family, reasoning }] of wishes.entries()) {
    const model = live.models.find((one) => one.family === family);
    if (model === undefined) continue;
    if (reasoning === null || model.reasoning.includes(reasoning)) {
      return { id: model.id, reasoning, fallback: index === 0 ? null : away("model-unavailable") };
    }
    // A level that the runtime lacks cannot be sent; the family's next wish may name one that it has.
    if (wishes.slice(index + 1).some((wish) => wish.family === family)) continue;
    return { id: model.id, reasoning: null, fallback: away("reasoning-unavailable") };
  }
  return { id: null, reasoning: null, fallback: away("family-unavailable") };
}

/** The coverage line of a choice: none where a listed preference was used (BD-ROUTE-05). */
export function routingCoverage({ id, fallback }: ModelChoice): readonly string[] {
  if (id !== null) return [];
  return [fallback?.reason === "override-unavailable" ? "override-unavailable" : "model-default"];
}

/** The coverage line when another model answered than was asked for (BD-REP-02). */
export function mismatchCoverage(lane: LaneId, asked: ModelChoice, actual: string | null): readonly string[] {
  return asked.id !== null && actual !== null && actual !== asked.id ? [`model-mismatch:${lane}`] : [];
}
