/**
 * The knobs of the ledger loop, as a table (LG-CFG-1).
 *
 * Invariants:
 * 1. One row a knob: its key in the file, its domain, its default. Type, defaults, file reader and floor come from it.
 * 2. A configuration given in code is refused when it is wrong; one from a file falls back to defaults and says so
 *    (LG-CFG-3, LG-CFG-4). A boolean is no number and a number no boolean.
 */
import { refuse } from "../problem.js";

/** What a knob may be. */
export type KnobDomain =
  | { readonly kind: "flag" }
  | { readonly kind: "count"; readonly from: number }
  | { readonly kind: "one-of"; readonly values: readonly string[] };

/** One row of the table. */
export interface Knob {
  /** Its key in a configuration file. */
  readonly key: string;
  readonly domain: KnobDomain;
  readonly default: boolean | number | string;
  /** What turning it down brings back. */
  readonly why: string;
  /** Whether an agent must not turn it down while the loop runs (LG-CFG-5). */
  readonly isFloor: boolean;
}

const flag = { kind: "flag" } as const;
const oneOf = (...values: readonly string[]): KnobDomain => ({ kind: "one-of", values });

/** All knobs. */
export const KNOBS = Object.freeze({
  mode: { key: "mode", domain: oneOf("v2", "v1"), default: "v2", isFloor: true, why: "v1: the reviewer's own verdict loop" },
  majorBudget: { key: "major_budget", domain: { kind: "count", from: 0 }, default: 0, isFloor: false, why: "open majors tolerated at a stop" },
  iterationCap: { key: "iteration_cap", domain: { kind: "count", from: 1 }, default: 5, isFloor: false, why: "rounds of one instance" },
  escalateAfterStalls: { key: "escalate_after_stalls", domain: { kind: "count", from: 1 }, default: 2, isFloor: false, why: "rounds without improvement before a person is asked" },
  witnessCapping: { key: "witness_capping", domain: flag, default: true, isFloor: true, why: "false: severity as reported" },
  citationCheck: { key: "citation_check", domain: flag, default: true, isFloor: true, why: "false: any citation text counts" },
  scopeCheck: { key: "scope_check", domain: flag, default: true, isFloor: true, why: "false: no check of fix commits" },
  disputedDisposition: { key: "disputed_disposition", domain: flag, default: true, isFloor: true, why: "false: disputes vanish from the verdict" },
  fixNowBlockingOnly: { key: "fix_now_blocking_only", domain: flag, default: true, isFloor: true, why: "false: any open entry may buy a round" },
  lateFindingDisposition: { key: "late_finding_disposition", domain: oneOf("defer", "open"), default: "defer", isFloor: false, why: "open: late findings that do not block stay open" },
  phaseAScope: { key: "phase_a_scope", domain: oneOf("all", "fixed"), default: "all", isFloor: false, why: "fixed: verify only what a fix commit claims" },
  reviewModel: { key: "review_model", domain: oneOf("inherit", "cheap"), default: "inherit", isFloor: false, why: "cheap: checklists on a cheaper model" },
  licenseCheck: { key: "license_check", domain: flag, default: true, isFloor: true, why: "false: any licence text counts" },
  humanForBlocking: { key: "human_for_blocking", domain: flag, default: false, isFloor: false, why: "true: only a person disposes of blocking and disputed entries" },
} as const satisfies { readonly [name: string]: Knob });

/** The name of a knob. */
export type KnobName = keyof typeof KNOBS;

/** A whole configuration. */
export interface LedgerConfig {
  readonly mode: "v1" | "v2";
  readonly majorBudget: number;
  readonly iterationCap: number;
  readonly escalateAfterStalls: number;
  readonly witnessCapping: boolean;
  readonly citationCheck: boolean;
  readonly scopeCheck: boolean;
  readonly disputedDisposition: boolean;
  readonly fixNowBlockingOnly: boolean;
  readonly lateFindingDisposition: "defer" | "open";
  readonly phaseAScope: "all" | "fixed";
  readonly reviewModel: "inherit" | "cheap";
  readonly licenseCheck: boolean;
  readonly humanForBlocking: boolean;
}

/** Names of all knobs, in table order. */
export const KNOB_NAMES: readonly KnobName[] = Object.freeze(Object.keys(KNOBS) as KnobName[]); // the keys of a literal

/** Defaults of all knobs. Under autonomy blocking entries need a person (LG-DIS-6). */
export function defaultConfig(options: { readonly autonomy?: boolean } = {}): LedgerConfig {
  const defaults = Object.fromEntries(KNOB_NAMES.map((name) => [name, KNOBS[name].default]));
  // The cast: one entry for each knob, each of its own domain.
  return Object.freeze({ ...defaults, humanForBlocking: options.autonomy === true }) as unknown as LedgerConfig;
}

/** Whether a value lies in a knob's domain (LG-CFG-3, LG-CFG-4). */
export function isInDomain(domain: KnobDomain, value: unknown): boolean {
  if (domain.kind === "flag") return typeof value === "boolean";
  if (domain.kind === "count") return Number.isSafeInteger(value) && Number(value) >= domain.from;
  return typeof value === "string" && domain.values.includes(value);
}

/** A domain in words. */
export function describeDomain(domain: KnobDomain): string {
  if (domain.kind === "flag") return "true or false";
  return domain.kind === "count" ? `a whole number from ${domain.from}` : `one of ${domain.values.join(", ")}`;
}

/**
 * Fills in defaults (LG-CFG-4).
 * @throws LedgerProblem `config-invalid` for an unknown name or a value outside its domain.
 */
export function ledgerConfig(options: Partial<LedgerConfig> = {}, defaults: { readonly autonomy?: boolean } = {}): LedgerConfig {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    const knob = Object.hasOwn(KNOBS, name) ? KNOBS[name as KnobName] : undefined; // the cast: just looked up
    if (knob === undefined) refuse("config-invalid", name, `there is no knob ${name}`, `Use one of ${KNOB_NAMES.join(", ")}.`);
    if (!isInDomain(knob.domain, value)) {
      refuse("config-invalid", name, `${name} must be ${describeDomain(knob.domain)}, not ${JSON.stringify(value)}`, "Leave it out for the default.");
    }
  }
  return Object.freeze({ ...defaultConfig(defaults), ...Object.fromEntries(given) });
}

/** Floor knobs that a change turns down, by name (LG-CFG-5). For hooks that guard a running loop. */
export function softenedKnobs(before: LedgerConfig, after: LedgerConfig): readonly KnobName[] {
  return KNOB_NAMES.filter((name) => {
    const { isFloor, default: strict } = KNOBS[name];
    return isFloor && before[name] === strict && after[name] !== strict;
  });
}
