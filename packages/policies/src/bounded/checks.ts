/**
 * Deterministic checks: their results over a run, whose failure is whose, and which are stale (BD-BASE-02..10, BD-RERV-01).
 *
 * Invariants:
 * 1. The log is append-only; the last line of a check is its current state. Staleness is kept beside it until a re-run.
 * 2. A failure belongs to the target only on evidence: it passes at base, it is new, or it passed earlier in this run.
 * 3. A check that has not run, or is stale, is never taken for a pass (G4).
 */
import { isGlobMatch } from "./glob.js";

/** A check of the configuration. */
export interface CheckSpec {
  readonly id: string;
  readonly command: string;
  readonly required: boolean;
  /** Globs of what it reads; none: any edit touches it. */
  readonly paths?: readonly string[];
  /** A future command of a plan's text: listed, never run, never required (BD-TGT-06). */
  readonly proposed?: boolean;
}

/** What running a check gave. */
export interface CheckOutcome {
  readonly status: "pass" | "fail" | "not-run";
  readonly signature?: string | null;
  readonly failureIds?: readonly string[] | null;
  readonly reason?: string | null;
  readonly exitCode?: number | null;
  readonly output?: string | null;
}

/** Whose a failure is. */
export type Attribution = "target" | "pre-existing" | "unknown";

/** One run of one check; a type alias, so that it is `Json`. */
export type CheckLine = {
  readonly id: string;
  readonly command: string;
  readonly required: boolean;
  /** `baseline`, `loop-1`, …; `none` for what never ran. */
  readonly phase: string;
  readonly status: "pass" | "fail" | "not-run";
  readonly attribution: Attribution | null;
  readonly stale: boolean;
  readonly reason: string | null;
  readonly signature: string | null;
  readonly output: string | null;
};

/**
 * Whose a failure at head is (BD-BASE-03, BD-BASE-04). With failure ids on both sides only these are compared, otherwise
 * signatures; what proves nothing is `unknown`.
 */
export function attributeFailure(head: CheckOutcome, base: CheckOutcome | null, isPassedEarlier: boolean): Attribution | null {
  if (head.status !== "fail") return null;
  if (isPassedEarlier || base?.status === "pass") return "target";
  if (base?.status !== "fail") return "unknown";
  if (head.failureIds != null && base.failureIds != null) {
    const known = new Set(base.failureIds);
    return head.failureIds.every((id) => known.has(id)) ? "pre-existing" : "target";
  }
  return head.signature != null && head.signature === base.signature ? "pre-existing" : "unknown";
}

/** All runs of all checks so far, and what is stale of them; plain data. */
export type CheckLog = {
  readonly specs: readonly CheckSpec[];
  readonly waived: readonly string[];
  readonly lines: readonly CheckLine[];
  /** Checks whose last result an edit has overtaken. */
  readonly stale: readonly string[];
};

/** A log before anything ran. Proposed checks are listed at once (BD-TGT-06), commands nobody selected too (BD-TGT-11). */
export function openCheckLog(specs: readonly CheckSpec[], waived: readonly string[] = [], discovered: readonly { readonly id: string; readonly command: string }[] = []): CheckLog {
  const known = new Set(specs.flatMap(({ id, command }) => [id, command]));
  const listed = [
    ...specs.filter(({ proposed }) => proposed === true).map((spec) => idle(spec, "proposed")),
    ...discovered.filter(({ id, command }) => !known.has(id) && !known.has(command)).map((one) => idle(one, "not-selected")),
  ];
  return { specs, waived, lines: listed, stale: [] };
}

function idle({ id, command }: { readonly id: string; readonly command: string }, reason: string): CheckLine {
  return { id, command, required: false, phase: "none", status: "not-run", attribution: null, stale: false, reason, signature: null, output: null };
}

/** The checks that may run. */
export function runnableChecks(log: CheckLog): readonly CheckSpec[] {
  return log.specs.filter(({ proposed }) => proposed !== true);
}

/** Coverage lines that the configuration of checks brings (BD-BASE-10, BD-TGT-11). */
export function checkCoverage(log: CheckLog): readonly string[] {
  const isAnyRequired = runnableChecks(log).some(({ required }) => required);
  return [...(isAnyRequired ? [] : ["no-required-check"]), ...log.waived.map((id) => `check-waived:${id}`)];
}

/** Adds the result of one run; `base` is the result at the base revision, asked for when the check fails at head. */
export function recordCheck(log: CheckLog, id: string, phase: string, head: CheckOutcome, base: CheckOutcome | null): CheckLog {
  const spec = log.specs.find((one) => one.id === id);
  if (spec === undefined) return log;
  const isPassedEarlier = phase !== "baseline" && log.lines.some((line) => line.id === id && line.status === "pass");
  const line: CheckLine = {
    id, command: spec.command, required: spec.required, phase, status: head.status, attribution: attributeFailure(head, base, isPassedEarlier),
    stale: false, reason: head.reason ?? null, signature: head.signature ?? null, output: head.output ?? null,
  };
  return { ...log, lines: [...log.lines, line], stale: log.stale.filter((stale) => stale !== id) };
}

/** Marks what edits have overtaken: checks of a touched path (a file, without section), and those without paths (BD-BASE-09). */
export function markStale(log: CheckLog, touched: readonly string[]): CheckLog {
  if (touched.length === 0) return log;
  const ran = new Set(log.lines.filter(({ phase }) => phase !== "none").map(({ id }) => id));
  const overtaken = log.specs.filter((spec) => ran.has(spec.id) && isTouched(spec, touched)).map(({ id }) => id);
  return { ...log, stale: [...new Set([...log.stale, ...overtaken])] };
}

function isTouched({ paths }: CheckSpec, touched: readonly string[]): boolean {
  return paths === undefined || touched.some((path) => paths.some((glob) => isGlobMatch(glob, path)));
}

/** The current state of each check that may run, in declared order; `none` for what never ran. */
export function currentChecks(log: CheckLog): readonly CheckLine[] {
  const last = new Map(log.lines.map((line) => [line.id, line]));
  const stale = new Set(log.stale);
  return runnableChecks(log).map((spec) => {
    const line = last.get(spec.id);
    if (line === undefined) return { ...idle(spec, "not-reached"), required: spec.required };
    return stale.has(spec.id) ? { ...line, status: "not-run", attribution: null, stale: true, reason: "stale" } : line;
  });
}

/** The current state of one check. */
export function currentCheck(log: CheckLog, id: string): CheckLine | null {
  return currentChecks(log).find((line) => line.id === id) ?? null;
}

/** The required checks that count in the gate: a waiver takes one out, unless its failure is the target's (BD-BASE-10). */
export function gateChecks(log: CheckLog): readonly CheckLine[] {
  const waived = new Set(log.waived);
  return currentChecks(log).filter(({ id, required, attribution }) => required && (!waived.has(id) || attribution === "target"));
}

/** All lines for the report: every run, and a last one for what is stale or never ran (BD-REP-05). */
export function checkHistory(log: CheckLog): readonly CheckLine[] {
  const extra = currentChecks(log).filter(({ phase, stale }) => phase === "none" || stale);
  return [...log.lines, ...extra];
}

/** The checks to run again after a repair (BD-RERV-01): touched ones, those the batch cites, and those that were failing. */
export function affectedChecks(log: CheckLog, touched: readonly string[], cited: ReadonlySet<string>): readonly string[] {
  const last = new Map(log.lines.map(({ id, status }) => [id, status]));
  return runnableChecks(log).filter((spec) => isTouched(spec, touched) || cited.has(spec.id) || last.get(spec.id) === "fail").map(({ id }) => id);
}
