/**
 * The reference configuration: how the vectors' implementation reads what this ledger reads more strictly. Test-internal;
 * it is composed of the public pieces, so that what is compared is the product.
 */
import type { LedgerConfig } from "../config/config.js";
import { defaultConfig } from "../config/config.js";
import { isSet } from "../value/entry.js";
import type { Improvements } from "../improvements.js";

/** No improvement at all. */
export const REFERENCE: Improvements = new Set();

/** Knobs as the vectors give them: whole numbers count, whatever they are; other values are ignored or read as on or off. */
export function referenceConfig(given: { readonly [knob: string]: unknown } | null | undefined): LedgerConfig {
  const knobs = given ?? {};
  const whole = (key: string, fallback: number): number => (Number.isInteger(knobs[key]) ? (knobs[key] as number) : fallback);
  const flag = (key: string): boolean => !(key in knobs) || isSet(knobs[key]);
  return {
    ...defaultConfig(),
    majorBudget: whole("major_budget", 0),
    iterationCap: whole("iteration_cap", 5),
    escalateAfterStalls: whole("escalate_after_stalls", 2),
    disputedDisposition: knobs["disputed_disposition"] !== false,
    witnessCapping: flag("witness_capping"),
    citationCheck: flag("citation_check"),
    fixNowBlockingOnly: flag("fix_now_blocking_only"),
    scopeCheck: flag("scope_check"),
    lateFindingDisposition: (knobs["late_finding_disposition"] ?? "defer") === "defer" ? "defer" : "open",
    licenseCheck: false,
  };
}
