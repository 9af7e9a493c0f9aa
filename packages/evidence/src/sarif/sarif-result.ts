/**
 * Results of a log, as plain data.
 *
 * Invariants:
 * 1. Each result of a log is a finding or stands among the others with the reason why it is none, exactly once (G9).
 * 2. What cannot be read about a result is a remark on it, and is read so that it hides nothing: an unknown kind is a
 *    failure, an unknown level an error, an unknown suppression none.
 * 3. The shapes are type aliases, so that they are `Json` and may stand in states, inputs and reports.
 */
import type { SarifLevel } from "./level.js";
import type { SarifPlace } from "./place.js";

/** What findings and others have in common. */
export type SarifResult = {
  /** It is `runs[run].results[index]` of the log. */
  readonly run: number;
  readonly index: number;
  /** Name of the tool. */
  readonly tool: string;
  /** `null` where the analyser has no rules. */
  readonly ruleId: string | null;
  readonly level: SarifLevel;
  /** What the result itself says, verbatim; `null` where the level was looked up. */
  readonly levelAsReported: string | null;
  readonly message: string;
  /** Its physical locations, the first ones of them. */
  readonly places: readonly SarifPlace[];
  /** How many there are in all. */
  readonly placeCount: number;
  readonly fingerprints: { readonly [name: string]: string };
  readonly partialFingerprints: { readonly [name: string]: string };
  /** Against an earlier run: `new`, `unchanged`, `updated`; `null` where nobody compared. */
  readonly baselineState: string | null;
  /** What could not be read, in words. */
  readonly remarks: readonly string[];
};

/** A result that an analyser reports as a problem of what it looked at, and that stands. */
export type SarifFinding = SarifResult & { readonly why: null };

/** Why a result is no finding. */
export type SarifOtherReason =
  /** The rule holds. */
  | "pass"
  /** It names no problem. */
  | "informational"
  /** The rule is about something else. */
  | "not-applicable"
  /** The analyser could not decide. Nobody has judged it. */
  | "open"
  /** The analyser asks a person. Nobody has judged it. */
  | "review"
  /** Somebody set it aside in the source or elsewhere. */
  | "suppressed"
  /** An earlier version had it, this one does not. */
  | "absent";

/** A result that is no finding. */
export type SarifOther = SarifResult & {
  readonly why: SarifOtherReason;
  /** Reasons given for suppressing it, one to a line; `null` for none. */
  readonly justification: string | null;
};
