/**
 * Runs from outside, read once: copied, frozen and checked whole before anything is decided about them.
 *
 * Invariants:
 * 1. Any value at all either becomes a run or is refused with a typed error that names its path.
 * 2. Ids are unique where rules look things up by them, so that no row can hide behind another one (RL-TR-14).
 * 3. A requirement pattern is anchored and cannot run away.
 */
import { copyPlain } from "@loopwright/core";
import type { ReviewRun } from "./run-facts.js";
import { runShape } from "./run-shape.js";
import { refuse } from "./shape.js";

/** Runs that this module checked; a frozen copy never changes, so it is checked once. */
const checked = new WeakSet();

const MAX_PATTERN = 200;

/** More rounds than any loop may have; bounds what looking back costs. */
const MAX_ROUNDS = 1000;

/**
 * Reads the facts of a run.
 *
 * @throws LoopwrightError `run-facts-invalid` with the path of what does not fit, `not-plain` for what is not JSON.
 */
export function readReviewRun(given: unknown): ReviewRun {
  const copy = copyPlain(given, { path: "run" });
  if (typeof copy !== "object" || copy === null) return refuse("run", "an object");
  const run = copy as unknown as ReviewRun; // the cast: believed only after the checks below
  if (checked.has(copy)) return run;
  runShape(copy, ["run"]);
  checkPattern(run.idPattern);
  if (run.rounds.length > MAX_ROUNDS) refuse("run.rounds", `a list of ${MAX_ROUNDS} rounds at most`);
  for (const [index, { no }] of run.rounds.entries()) if (no !== index + 1) refuse(`run.rounds[${index}].no`, `${index + 1}`);
  checkUnique("run.toolRecords", run.toolRecords);
  checkUnique("the triage rows of the run", run.rounds.flatMap(({ triage }) => triage ?? []));
  checkLinks(run);
  for (const [index, { table }] of run.rounds.entries()) checkUnique(`run.rounds[${index}].table`, table ?? []);
  checked.add(copy);
  return run;
}

function checkUnique(path: string, items: readonly { readonly id: string }[]): void {
  const seen = new Set<string>();
  for (const { id } of items) {
    if (seen.has(id)) refuse(path, `free of repeated ids: ${JSON.stringify(id)} stands there twice`);
    seen.add(id);
  }
}

/** A repeated defect is linked backwards, so that a history ends (RL-TR-14). */
function checkLinks({ rounds }: ReviewRun): void {
  const earlier = new Set<string>();
  for (const [index, { triage }] of rounds.entries()) {
    for (const [place, { sameAs }] of (triage ?? []).entries()) {
      if (sameAs !== undefined && !earlier.has(sameAs)) refuse(`run.rounds[${index}].triage[${place}].sameAs`, "the id of a triage row of an earlier round");
    }
    for (const { id } of triage ?? []) earlier.add(id);
  }
}

/** No group may be repeated and nothing may be referred back to: that is what makes patterns run away. */
function checkPattern(source: string | null): void {
  if (source === null) return;
  const isBounded = source.length <= MAX_PATTERN && source.startsWith("^") && source.endsWith("$") && !/\)[*+{]|\\[1-9k]/.test(source);
  if (!isBounded) refuse("run.idPattern", `an anchored pattern without repeated groups, of ${MAX_PATTERN} characters at most`);
  try {
    new RegExp(source);
  } catch {
    refuse("run.idPattern", "a regular expression");
  }
}
