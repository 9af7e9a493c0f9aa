/** Risk and size (BD-RISK-01..05). Risk is only ever raised; ignorance never looks safe. */

/** Signs of risk in a surface. */
export type RiskSignal =
  | "authentication" | "authorization" | "concurrency" | "cryptography" | "data-loss" | "irreversible"
  | "migrations" | "payments" | "public-api" | "release" | "reliability" | "security";

export type Risk = "low" | "standard" | "high";
export type Size = "trivial" | "small" | "normal" | "large";

/** Kinds of boundary that a repair may newly touch (BD-RERV-04). */
export type SurfaceKind = "shared-abstraction" | "schema" | "migration" | "public-contract" | "authorization-boundary" | "cross-cutting";

/** What a classifier says about a surface. */
export interface Classified {
  readonly size: Size;
  readonly signals: readonly RiskSignal[];
  readonly kinds: readonly SurfaceKind[];
  readonly mechanical: boolean;
}

/** High: any signal but reliability. Low: no signal, mechanical, small. Otherwise standard (BD-RISK-01, -02, -05). */
export function riskOf({ size, signals, mechanical }: Pick<Classified, "size" | "signals" | "mechanical">): Risk {
  if (signals.some((signal) => signal !== "reliability")) return "high";
  const isSmall = size === "trivial" || size === "small";
  return signals.length === 0 && mechanical && isSmall ? "low" : "standard";
}

const RANK: { readonly [R in Risk]: number } = { low: 0, standard: 1, high: 2 };

/** The higher of two (BD-RISK-03). */
export function raiseRisk(current: Risk, computed: Risk): Risk {
  return RANK[computed] > RANK[current] ? computed : current;
}

/** Whether one risk is above another. */
export function isHigherRisk(risk: Risk, than: Risk): boolean {
  return RANK[risk] > RANK[than];
}

/** A surface's class, with what was missing to tell it. */
export type SurfaceClass = Classified & { readonly risk: Risk; readonly coverage: readonly string[] };

/** Takes the classifier's word, or the caller's fields, or the cautious default (BD-RISK-04). */
export function classifySurface(
  classifier: { readonly state: "answered"; readonly value: Classified } | { readonly state: "missing" | "failed" },
  caller: { readonly size?: Size | undefined; readonly mechanical?: boolean | undefined },
): SurfaceClass {
  if (classifier.state === "answered") return { ...classifier.value, risk: riskOf(classifier.value), coverage: [] };
  if (classifier.state === "failed") {
    return { size: "normal", signals: [], kinds: [], mechanical: false, risk: "high", coverage: ["risk-classifier-failed"] };
  }
  const own: Classified = { size: caller.size ?? "normal", signals: [], kinds: [], mechanical: caller.mechanical ?? false };
  return { ...own, risk: riskOf(own), coverage: ["risk-unclassified"] };
}
