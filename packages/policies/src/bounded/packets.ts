/**
 * What reviewers and the fixer get to see (BD-PKT-01..04, -09, BD-FIX-03): these keys and no other.
 *
 * Invariant: no history, no verdict, no other lane's finding, no budget, no loop number. A packet is built from the scope,
 * the baseline and the slot alone, so there is nothing it could leak.
 */
import type { JsonSchema } from "@loopwright/core";
import type { BoundedEvidence, LaneId } from "./bounded-finding.js";
import type { LedgerEntry } from "./bounded-ledger.js";
import type { Attribution, CheckLine } from "./checks.js";
import type { FrozenScope } from "./frozen-scope.js";
import type { LaneSlot } from "./lanes.js";
import { lensOf } from "./lens.js";
import { constraintsFor } from "./repair.js";
import { REVIEW_OUTPUT_SCHEMA } from "./review-schema.js";

/** So much of a check's output is sent: its end. */
export const CHECK_OUTPUT_CHARACTERS = 8000;

/** A check as it is told (BD-PKT-09). */
export type CheckReport = {
  readonly id: string;
  readonly command: string;
  readonly status: CheckLine["status"];
  readonly attribution: Attribution | null;
  readonly reason: string | null;
  /** The end of its output, where it failed or did not run. */
  readonly output: string | null;
  /** Characters of the output that were cut off at its start. */
  readonly outputCut: number;
};

/** Reports of checks for a packet. */
export function checkReports(lines: readonly CheckLine[]): readonly CheckReport[] {
  return lines.map(({ id, command, status, attribution, reason, output }) => {
    const text = status === "pass" ? null : output;
    const cut = Math.max((text?.length ?? 0) - CHECK_OUTPUT_CHARACTERS, 0);
    return { id, command, status, attribution, reason, output: text === null ? null : text.slice(cut), outputCut: cut };
  });
}

/** What a first review sees. */
export type FullPacket = {
  readonly pass: "full";
  readonly lane: LaneId;
  readonly lens: string;
  readonly scope: FrozenScope;
  /** The raw diff or plan sections, never a summary (BD-PKT-02). */
  readonly artifact: string;
  readonly requirements: readonly { readonly id: string; readonly text: string }[];
  readonly baseline: readonly CheckReport[];
  readonly findingSchema: JsonSchema;
  readonly readOnly: true;
};

/** What a lane sees that looks again at its own findings. */
export type TargetedPacket = Omit<FullPacket, "pass"> & {
  readonly pass: "targeted";
  readonly delta: string;
  readonly assigned: readonly { readonly id: string; readonly location: string; readonly failureMode: string; readonly evidence: readonly BoundedEvidence[] }[];
};

interface PacketInput {
  readonly slot: LaneSlot;
  readonly scope: FrozenScope;
  readonly artifact: string;
  readonly baseline: readonly CheckLine[];
}

/** Builds the packet of a full review. */
export function fullPacket({ slot, scope, artifact, baseline }: PacketInput): FullPacket {
  return {
    pass: "full", lane: slot.lane, lens: lensOf(slot), scope, artifact, requirements: scope.requirements.map(({ id, text }) => ({ id, text })),
    baseline: checkReports(baseline), findingSchema: REVIEW_OUTPUT_SCHEMA, readOnly: true,
  };
}

/** Builds the packet of a targeted re-review: only the batch's findings that this lane owns are in it (BD-PKT-03). */
export function targetedPacket(input: PacketInput & { readonly delta: string; readonly batch: readonly LedgerEntry[] }): TargetedPacket {
  const assigned = input.batch
    .filter(({ lanes }) => lanes.includes(input.slot.lane))
    .map(({ id, location, failureMode, evidence }) => ({ id, location, failureMode, evidence }));
  return { ...fullPacket(input), pass: "targeted", delta: input.delta, assigned };
}

/** Whether to ask for a call without earlier conversation, and what to say if the runtime cannot (BD-PKT-04). */
export function historyIsolation(supportsNoHistory: boolean): { readonly inheritHistory: false | null; readonly coverage: readonly string[] } {
  return supportsNoHistory ? { inheritHistory: false, coverage: [] } : { inheritHistory: null, coverage: ["history-isolation-unavailable"] };
}

/** What the fixer sees. */
export type FixPacket = {
  readonly blockers: readonly LedgerEntry[];
  readonly scope: FrozenScope;
  readonly baseline: readonly CheckReport[];
  readonly constraints: readonly string[];
};

/** Builds the fixer's packet from an ordered batch. */
export function fixPacket(input: {
  readonly batch: readonly LedgerEntry[];
  readonly scope: FrozenScope;
  readonly baseline: readonly CheckLine[];
  readonly scopedProhibitions: readonly string[];
}): FixPacket {
  return { blockers: input.batch, scope: input.scope, baseline: checkReports(input.baseline), constraints: constraintsFor(input.scopedProhibitions) };
}
