import { describe, expect, test } from "vitest";
import { budgetCoverage, BUDGETS, chooseBudget, mostDelegatedCalls } from "./budget.js";
import { batchesOf, isDecisive, selectLanes, type LaneInput, type LaneSelection } from "./lanes.js";
import { LENS_HEAD, LENSES, lensOf } from "./lens.js";
import { classifySurface, raiseRisk, riskOf, type RiskSignal } from "./risk.js";
import { DEFAULT_ROUTING, mismatchCoverage, routeModel, routingCoverage, workKindOf, type LiveCapabilities } from "./routing.js";
import { playScenario } from "./scenario.fixture.js";

const SIGNALS: readonly RiskSignal[] = ["authentication", "authorization", "concurrency", "cryptography", "data-loss", "irreversible", "migrations", "payments", "public-api", "release", "security"];

describe("risk", () => {
  test("BD-RISK-01: any signal but reliability is high, whatever the size", () => {
    for (const signal of SIGNALS) expect(riskOf({ size: "trivial", signals: [signal], mechanical: true })).toBe("high");
  });
  test("BD-RISK-02: low must be shown: no signal, mechanical, small", () => {
    expect(riskOf({ size: "trivial", signals: [], mechanical: true })).toBe("low");
    expect(riskOf({ size: "small", signals: [], mechanical: true })).toBe("low");
    expect(riskOf({ size: "small", signals: [], mechanical: false })).toBe("standard");
    expect(riskOf({ size: "normal", signals: [], mechanical: true })).toBe("standard");
  });
  test("BD-RISK-03: risk is only raised", () => {
    expect(raiseRisk("high", "low")).toBe("high");
    expect(raiseRisk("standard", "high")).toBe("high");
    expect(raiseRisk("low", "low")).toBe("low");
  });
  test("BD-RISK-04: without a classifier the caller's fields count; a failed one makes it high", () => {
    expect(classifySurface({ state: "missing" }, {})).toMatchObject({ size: "normal", signals: [], risk: "standard", coverage: ["risk-unclassified"] });
    expect(classifySurface({ state: "missing" }, { size: "trivial", mechanical: true })).toMatchObject({ size: "trivial", risk: "low" });
    const failed = classifySurface({ state: "failed" }, { size: "trivial", mechanical: true });
    expect(failed).toMatchObject({ size: "normal", risk: "high", coverage: ["risk-classifier-failed"] });
    expect(chooseBudget({ risk: failed.risk, size: failed.size, decisive: false, mode: "review-and-fix" }).configured).toBe("standard");
    expect(classifySurface({ state: "answered", value: { size: "large", signals: ["payments"], kinds: [], mechanical: false } }, { size: "trivial" })).toMatchObject({ size: "large", risk: "high", coverage: [] });
  });
  test("BD-RISK-05: reliability adds the lane, not the risk", () => {
    expect(riskOf({ size: "normal", signals: ["reliability"], mechanical: false })).toBe("standard");
    expect(select({ size: "normal", signals: ["reliability"] }, 2)).toBe("correctness + risk");
  });
});

describe("budget", () => {
  test("BD-BUD-01: the ceilings, frozen", () => {
    expect(BUDGETS).toEqual({ economy: { reviewers: 1, concurrent: 1, repairLoops: 1 }, standard: { reviewers: 2, concurrent: 2, repairLoops: 2 }, strict: { reviewers: 3, concurrent: 2, repairLoops: 3 } });
    expect(Object.values(BUDGETS).map(mostDelegatedCalls)).toEqual([2, 6, 12]);
    expect(Object.isFrozen(BUDGETS) && Object.values(BUDGETS).every(Object.isFrozen)).toBe(true);
  });
  test.each([
    ["economy", "high", "large", true, "economy(explicit)"], [undefined, "high", "large", false, "strict(high-risk-broad)"], [undefined, "high", "normal", false, "standard(default)"],
    [undefined, "low", "trivial", true, "economy(trivial-decisive)"], [undefined, "low", "trivial", false, "standard(default)"], [undefined, "low", "small", true, "standard(default)"],
    [undefined, "standard", "large", true, "standard(default)"], [undefined, "standard", "trivial", true, "standard(default)"],
  ] as const)("BD-BUD-02: %s, %s, %s, decisive %s: %s", (explicit, risk, size, decisive, expected) => {
    const { configured, source } = chooseBudget({ explicit, risk, size, decisive, mode: "review-and-fix" });
    expect(`${configured}(${source})`).toBe(expected);
  });
  test("BD-BUD-03: a finding or a systemic repair leaves the budget as it was", () => {
    const { report } = playScenario({ lanes: { correctness: [{ findings: [{ id: "f1" }] }, { findings: [{ id: "r1" }] }] }, fixer: [{ diff: ["a.ts"], systemic: true }, { diff: ["a.ts"] }] });
    expect(report.budget).toMatchObject({ configured: "standard", limits: BUDGETS.standard });
    expect(report.repairLoopsUsed).toBe(2);
  });
  test("BD-BUD-04: thrift on a high risk is honoured and said", () => {
    const economy = chooseBudget({ explicit: "economy", risk: "high", size: "normal", decisive: false, mode: "review-only" });
    expect(budgetCoverage(economy, "high")).toEqual(["high-risk-under-economy"]);
    expect(budgetCoverage(economy, "standard")).toEqual([]);
  });
  test("BD-BUD-06: a review without repair uses no loop", () => {
    expect(playScenario({ explicitMode: "review-only", lanes: { correctness: [{ findings: [{ id: "f1" }] }] } }).report.repairLoopsUsed).toBe(0);
  });
  test("BD-BUD-07: batches hold at most the concurrent number", () => {
    const lanes = selectLanes(input({ size: "large", signals: ["payments"], distinctArchitecture: true }, 3)).lanes;
    expect(batchesOf(lanes, 2).map((batch) => batch.map(({ lane }) => lane))).toEqual([["correctness", "risk"], ["architecture"]]);
    expect(batchesOf(lanes, 1)).toHaveLength(3);
  });
});

const input = (more: Partial<LaneInput>, reviewers: number): LaneInput => {
  const signals = more.signals ?? [];
  return { kind: "pr", size: "normal", signals, risk: riskOf({ size: "normal", signals, mechanical: false }), decisive: false, distinctArchitecture: false, reviewers, ...more };
};
const shown = ({ lanes, coverage }: LaneSelection): string => `${lanes.map(({ lane }) => lane).join(" + ")}${coverage.length > 0 ? ` (${coverage.join(", ")})` : ""}`;
const select = (more: Partial<LaneInput>, reviewers: number): string => shown(selectLanes(input(more, reviewers)));

describe("lanes", () => {
  const merged = "consolidated (lane-merged:risk)";
  const planMerged = "plan-consolidated (lane-merged:plan-acceptance)";
  const plan = "plan-feasibility + plan-acceptance";
  test.each([
    ["pr", "trivial", false, false, "consolidated", "consolidated", "consolidated"],
    ["pr", "trivial", true, false, merged, "consolidated + risk", "consolidated + risk"],
    ["pr", "small", false, false, "consolidated", "consolidated", "consolidated"],
    ["pr", "small", true, false, merged, "consolidated + risk", "consolidated + risk"],
    ["pr", "normal", false, false, "correctness", "correctness", "correctness"],
    ["pr", "normal", true, false, merged, "correctness + risk", "correctness + risk"],
    ["pr", "large", false, false, "correctness", "correctness", "correctness"],
    ["pr", "large", false, true, "correctness (lane-dropped:architecture)", "correctness + architecture", "correctness + architecture"],
    ["pr", "large", true, false, merged, "correctness + risk", "correctness + risk"],
    ["pr", "large", true, true, "consolidated (lane-merged:risk, lane-dropped:architecture)", "correctness + risk (lane-dropped:architecture)", "correctness + risk + architecture"],
    ["plan", "trivial", true, true, "plan-consolidated", "plan-consolidated", "plan-consolidated"],
    ["plan", "small", true, true, "plan-consolidated", "plan-consolidated", "plan-consolidated"],
    ["plan", "normal", true, true, planMerged, plan, plan],
    ["plan", "large", true, false, planMerged, plan, plan],
    ["plan", "large", false, true, "plan-consolidated (lane-merged:plan-acceptance, lane-dropped:architecture)", `${plan} (lane-dropped:architecture)`, `${plan} + architecture`],
  ] as const)("BD-LANE-01: BD-LANE-03: %s, %s, signals %s, architecture %s", (kind, size, hasSignals, distinctArchitecture, ...columns) => {
    for (const kinds of kind === "pr" ? (["pr", "local-diff"] as const) : (["plan"] as const)) {
      for (const signals of hasSignals ? ([["payments"], ["reliability"]] as const) : [[]]) {
        expect([1, 2, 3].map((reviewers) => select({ kind: kinds, size, signals, distinctArchitecture }, reviewers))).toEqual(columns);
      }
    }
  });

  test("BD-LANE-01: decisive evidence over a trivial change runs no lane, unless the risk is high or the target a plan", () => {
    for (const reviewers of [1, 2, 3]) expect(select({ size: "trivial", decisive: true, risk: "low" }, reviewers)).toBe("");
    expect(select({ size: "trivial", decisive: true, risk: "low", reserve: "final-pass" }, 3)).toBe("");
    expect(select({ size: "trivial", decisive: true, signals: ["payments"], risk: "high" }, 2)).toBe("consolidated + risk");
    expect(select({ kind: "plan", size: "trivial", decisive: true, risk: "low" }, 2)).toBe("plan-consolidated");
    expect(select({ size: "small", decisive: true, risk: "low" }, 2)).toBe("consolidated");
  });

  test("BD-LANE-01: only a merged lane carries two lenses; a plan's consolidated lane always does", () => {
    const lenses = (more: Partial<LaneInput>, reviewers: number) => selectLanes(input(more, reviewers)).lanes.map((slot) => slot.lenses.join("+"));
    expect(lenses({ size: "small", signals: ["payments"] }, 2)).toEqual(["correctness", "risk"]);
    expect(lenses({ size: "small", signals: ["payments"] }, 1)).toEqual(["correctness+risk"]);
    expect(lenses({ kind: "plan", size: "small" }, 2)).toEqual(["plan-feasibility+plan-acceptance"]);
  });

  test("BD-LANE-02: decisive needs a claim, a required check, and that all pass", () => {
    expect(isDecisive(true, [{ status: "pass" }])).toBe(true);
    expect(isDecisive(false, [{ status: "pass" }])).toBe(false);
    expect(isDecisive(true, [])).toBe(false);
    expect(isDecisive(true, [{ status: "pass" }, { status: "not-run" }])).toBe(false);
    const { report } = playScenario({ kind: "local-diff", size: "trivial", mechanical: true, decisive: true, checks: {} });
    expect(report.lanes.map(({ lane }) => lane)).toEqual(["consolidated"]);
  });

  test("BD-LANE-04: architecture only if it is distinct, and last", () => {
    expect(select({ size: "large", signals: ["payments"] }, 3)).toBe("correctness + risk");
    expect(select({ size: "large", signals: ["payments"], distinctArchitecture: true }, 3)).toMatch(/architecture$/);
  });

  test("BD-LANE-05: no lane and no lens stands twice in any selection", () => {
    for (const kind of ["pr", "plan"] as const) for (const size of ["trivial", "small", "normal", "large"] as const) for (const signals of [[], ["payments"]] as const) {
      for (const distinctArchitecture of [false, true]) for (const reserve of [undefined, "final-pass", "arbitration"] as const) for (const reviewers of [1, 2, 3]) {
        const { lanes } = selectLanes(input({ kind, size, signals, distinctArchitecture, reserve }, reviewers));
        const lenses = lanes.flatMap((slot) => slot.lenses);
        expect(new Set(lenses).size).toBe(lenses.length);
        expect(lanes.length).toBeLessThanOrEqual(reserve === "arbitration" && reviewers > 1 ? reviewers - 1 : reviewers);
      }
    }
  });

  test("BD-LANE-06: a reserved slot takes the next cheaper column; the final pass runs last and alone", () => {
    const signals = ["payments"] as const;
    expect(select({ signals, reserve: "final-pass" }, 3)).toBe("correctness + risk + final-pass");
    expect(select({ signals, reserve: "final-pass" }, 2)).toBe("consolidated + final-pass (lane-merged:risk)");
    expect(select({ signals, reserve: "arbitration" }, 2)).toBe(merged);
    expect(select({ signals, reserve: "arbitration" }, 1)).toBe("consolidated (lane-merged:risk, arbitration-not-reserved)");
    expect(select({ reserve: "final-pass" }, 1)).toBe("correctness (arbitration-not-reserved)");
    expect(batchesOf(selectLanes(input({ reserve: "final-pass" }, 3)).lanes, 2).map((batch) => batch.length)).toEqual([1, 1]);
  });
});

describe("lenses", () => {
  test("BD-PKT-07: each lane has its own question", () => {
    expect(new Set(Object.values(LENSES)).size).toBe(7);
    expect(lensOf({ lane: "risk", lenses: ["risk"] })).not.toContain(LENSES.architecture);
    expect(lensOf({ lane: "consolidated", lenses: ["correctness", "risk"] })).toBe([LENS_HEAD, LENSES.correctness, LENSES.risk].join("\n"));
    expect(LENSES["plan-acceptance"]).toContain("by a named step");
  });
  test("BD-PKT-08: all share one head", () => {
    for (const lens of Object.keys(LENSES) as (keyof typeof LENSES)[]) expect(lensOf({ lane: lens, lenses: [lens] }).startsWith(`${LENS_HEAD}\n`)).toBe(true);
    for (const part of ["Report only", "place", "failure", "evidence", "smallest change", "nothing is a good answer"]) expect(LENS_HEAD).toContain(part);
  });
});

describe("routing", () => {
  const model = (id: string, family: string | undefined, ...reasoning: string[]) => ({ id, ...(family === undefined ? {} : { family }), reasoning });
  const live = (...models: LiveCapabilities["models"]): LiveCapabilities => ({ overridesAvailable: true, supportsNoHistory: true, models });
  const terra = model("m-terra", "terra", "medium", "high");
  const sol = model("m-sol", "sol", "high", "xhigh");

  test("BD-ROUTE-02: a family is a declared label, never a part of an id; the first match counts", () => {
    expect(routeModel("routine", live(model("terra-medium", undefined, "medium"))).id).toBeNull();
    expect(routeModel("routine", live(model("x", "Terra", "medium"))).id).toBeNull();
    expect(routeModel("routine", live(model("b", "terra", "medium"), model("a", "terra", "medium"))).id).toBe("b");
  });
  test("BD-ROUTE-01: only listed ids and levels are ever chosen", () => {
    for (const kind of ["light", "routine", "complex", "arbitration", "exceptional"] as const) {
      for (const models of [[], [terra], [sol], [terra, sol], [model("s", "spark")], [model("t", "terra")]]) {
        const { id, reasoning } = routeModel(kind, live(...models));
        const chosen = models.find((one) => one.id === id);
        expect(id === null || chosen !== undefined).toBe(true);
        expect(reasoning === null || chosen?.reasoning.includes(reasoning) === true).toBe(true);
      }
    }
  });
  test("BD-ROUTE-03: strength is bought where it pays", () => {
    const kind = (more: Partial<Parameters<typeof workKindOf>[0]>) => workKindOf({ lane: "correctness", size: "normal", risk: "standard", signals: [], exceptional: false, ...more });
    expect(kind({})).toBe("routine");
    expect(kind({ size: "trivial", risk: "low" })).toBe("light");
    expect(kind({ size: "trivial", risk: "high" })).toBe("complex");
    expect(kind({ size: "large" })).toBe("complex");
    expect(kind({ lane: "final-pass" })).toBe("arbitration");
    expect(kind({ lane: "arbitration", exceptional: true })).toBe("arbitration");
    for (const signal of ["security", "cryptography", "data-loss", "irreversible", "release"] as const) expect(kind({ lane: "arbitration", exceptional: true, signals: [signal] })).toBe("exceptional");
    expect(kind({ lane: "arbitration", exceptional: true, signals: ["payments"] })).toBe("arbitration");
    expect(kind({ exceptional: true, signals: ["security"] })).toBe("routine");
    expect(routeModel("exceptional", live(terra, sol))).toEqual({ id: "m-sol", reasoning: "xhigh", fallback: null });
    expect(routeModel("routine", live(sol, terra))).toEqual({ id: "m-terra", reasoning: "medium", fallback: null });
  });
  test("BD-ROUTE-04: BD-ROUTE-09: every step away is recorded, and none fails", () => {
    const reason = (kind: Parameters<typeof routeModel>[0], capabilities: LiveCapabilities) => routeModel(kind, capabilities).fallback;
    expect(reason("light", live(terra))).toEqual({ from: "spark", reason: "model-unavailable" });
    expect(reason("light", live(sol))).toEqual({ from: "spark", reason: "family-unavailable" });
    expect(reason("arbitration", live(terra))).toEqual({ from: "sol/high", reason: "model-unavailable" });
    expect(reason("complex", { ...live(terra), overridesAvailable: false })).toEqual({ from: "terra/high", reason: "override-unavailable" });
    expect(reason("exceptional", live(model("m", "sol", "high")))).toEqual({ from: "sol/xhigh", reason: "model-unavailable" });
    expect(routeModel("routine", live(), { ...DEFAULT_ROUTING, routine: [] })).toEqual({ id: null, reasoning: null, fallback: null });
  });
  test("BD-ROUTE-05: only the runtime's default is a coverage line", () => {
    expect(routingCoverage(routeModel("light", live(terra)))).toEqual([]);
    expect(routingCoverage(routeModel("routine", live()))).toEqual(["model-default"]);
    expect(routingCoverage(routeModel("routine", { ...live(), overridesAvailable: false }))).toEqual(["override-unavailable"]);
  });
  test("BD-ROUTE-06: a missing level is left out", () => {
    expect(routeModel("complex", live(model("m-terra", "terra", "medium")))).toEqual({ id: "m-terra", reasoning: null, fallback: { from: "terra/high", reason: "reasoning-unavailable" } });
  });
  test("BD-ROUTE-08: the strong family serves no ordinary lane", () => {
    for (const kind of ["light", "routine", "complex"] as const) expect(DEFAULT_ROUTING[kind].map(({ family }) => family)).not.toContain("sol");
    expect(routeModel("complex", live(sol, terra)).id).toBe("m-terra");
  });
  test("BD-REP-02: another model than asked for is said", () => {
    const asked = routeModel("routine", live(terra));
    expect(mismatchCoverage("risk", asked, "m-sol")).toEqual(["model-mismatch:risk"]);
    expect(mismatchCoverage("risk", asked, "m-terra")).toEqual([]);
    expect(mismatchCoverage("risk", asked, null)).toEqual([]);
  });
});
