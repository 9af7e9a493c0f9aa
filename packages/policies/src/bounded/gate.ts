/**
 * The gate and the six statuses (BD-GATE-01..05, BD-STAT-01..06). Each status has its own proof; none is derived from another.
 */
import type { BoundedFacts } from "./bounded-table.js";
import { gateChecks, type CheckLog } from "./checks.js";
import type { TargetKind } from "./target.js";

/** Whether the review is clean. */
export type ReviewClean = "yes" | "no" | "indeterminate";

/** Computes `reviewClean` from facts alone: `yes` is earned on every count. */
export function gate(f: BoundedFacts): ReviewClean {
  if (f.openBlockers > 0 || f.requiredFailed > 0) return "no";
  const isUnseen = f.requiredNotRun > 0 || f.unconfirmedBlockers > 0 || !f.coverageComplete || f.phase === "intake";
  const isBroken = f.authorityViolation || f.aborted || !f.intakeComplete || f.surfaceEmpty || f.targetDrifted || f.scopeExceeded;
  return isUnseen || isBroken ? "indeterminate" : "yes";
}

/** What the required checks say (BD-STAT-03). */
export type LocalVerification = "passed" | "failed" | "partial" | "not-run";

/** Local verification from the current required checks, waived ones left out. */
export function localVerification(log: CheckLog): LocalVerification {
  const statuses = gateChecks(log).map(({ status }) => status);
  if (statuses.includes("fail")) return "failed";
  if (statuses.every((status) => status === "not-run")) return "not-run";
  return statuses.includes("not-run") ? "partial" : "passed";
}

/** How many required checks fail, and how many have not run. */
export function requiredCounts(log: CheckLog): { readonly requiredFailed: number; readonly requiredNotRun: number } {
  const statuses = gateChecks(log).map(({ status }) => status);
  return { requiredFailed: statuses.filter((one) => one === "fail").length, requiredNotRun: statuses.filter((one) => one === "not-run").length };
}

/** A state that someone looked up, with where and when. */
export type Observation<Value extends string> = { readonly value: Value; readonly source: string; readonly observedAt: string };

type YesNo = "yes" | "no" | "not-applicable" | "not-checked";

/** What a host observed of the remote; whatever is absent was not looked up. */
export type RemoteObservations = {
  readonly prCi?: Observation<"green" | "failing" | "pending">;
  readonly committed?: Observation<"yes" | "no" | "not-applicable">;
  readonly merged?: Observation<"yes" | "no" | "not-applicable">;
  readonly deployed?: Observation<"yes" | "no" | "not-applicable">;
  readonly productionVerified?: Observation<"yes" | "no" | "not-applicable">;
};

/** The six statuses, always all of them. */
export type Statuses = {
  readonly localVerification: LocalVerification;
  readonly reviewClean: ReviewClean;
  readonly prCi: "green" | "failing" | "pending" | "not-applicable" | "not-checked";
  readonly committedMerged: { readonly committed: YesNo; readonly merged: YesNo };
  readonly deployed: YesNo;
  readonly productionVerified: YesNo;
};

/** Puts the statuses together; the last four come from observations only. */
export function statusesOf(facts: BoundedFacts, log: CheckLog, kind: TargetKind, remote: RemoteObservations | null): Statuses {
  return {
    localVerification: localVerification(log),
    reviewClean: gate(facts),
    prCi: kind === "pr" ? (remote?.prCi?.value ?? "not-checked") : "not-applicable",
    committedMerged: { committed: remote?.committed?.value ?? "not-checked", merged: remote?.merged?.value ?? "not-checked" },
    deployed: remote?.deployed?.value ?? "not-checked",
    productionVerified: remote?.productionVerified?.value ?? "not-checked",
  };
}

/** Whether the review covered what it should (BD-GATE-04). */
export function isCoverageComplete(input: {
  /** Delivery of every lane of the first pass. */
  readonly firstPass: readonly boolean[];
  /** Delivery of every lane that was asked in a re-review. */
  readonly rereviews: readonly boolean[];
  readonly decisive: boolean;
}): boolean {
  const { firstPass, rereviews, decisive } = input;
  const isLooked = firstPass.length > 0 || decisive;
  return isLooked && firstPass.every(Boolean) && rereviews.every(Boolean);
}
