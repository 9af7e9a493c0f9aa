/** What a check of a fix commit comes to, in the keys of the machine output (LG-CD-19). */
import type { LineRegion } from "@loopwright/evidence";

/** A change outside the scope. */
export interface ScopeViolation {
  readonly file: string;
  /** New lines, each bound at least 1. */
  readonly region: LineRegion;
  /** Old lines; 0 at the top of a new file. */
  readonly old_region: LineRegion;
}

/** What the check came to, in the keys of the machine output (LG-CD-19). */
export interface ScopeResult {
  readonly in_scope: boolean;
  readonly license_ok: boolean;
  readonly violations: readonly ScopeViolation[];
  readonly trailer_findings: readonly string[];
  /** Test paths that were touched and are no witnesses (LG-CD-16). */
  readonly license_needed: readonly string[];
  readonly scope_ids?: readonly string[];
  /** Anchors that were found elsewhere than recorded (LG-CD-11). */
  readonly relocated?: readonly string[];
  /** Paths that a collateral trailer covers whole (LG-CD-8). */
  readonly collateral_whole_file?: readonly string[];
  /** Entries that record what was found, merged ones included. */
  readonly machine_ids?: readonly string[];
  /** Why nothing was checked. */
  readonly skipped?: string;
}
