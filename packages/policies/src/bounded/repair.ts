/**
 * Central repair: what goes to the one fixer, in which order, and whether what came back stayed inside (BD-FIX-01..09, BD-SCOPE-01..04).
 *
 * Invariants:
 * 1. The fixer sees verified blockers only; never an advisory, an unconfirmed or a rejected finding (BD-CLASS-03, BD-INV-05).
 * 2. Only what the workspace measured is an edit; an excess edit is listed and never undone.
 */
import { citedChecks, isCheckEntry, type LedgerEntry } from "./bounded-ledger.js";
import { isGlobMatch } from "./glob.js";
import { indexSurface, placeOf, readPlace, type TargetKind, type TouchedPath } from "./target.js";

/** The first constraints of every repair (BD-FIX-09). */
export const FIX_CONSTRAINTS: readonly string[] = /* @__PURE__ */ Object.freeze([
  "Make the smallest change that fully removes each listed blocker.",
  "Change nothing else: no tidying, no refactoring, no improvement that no blocker asks for.",
]);

/** The constraints of a repair: ours, then what the user forbade. */
export function constraintsFor(scopedProhibitions: readonly string[]): readonly string[] {
  return [...FIX_CONSTRAINTS, ...scopedProhibitions];
}

/** Orders a batch: what others depend on first, then what a check backs, then by id (BD-FIX-02). A circle is cut at its first. */
export function orderBatch(blockers: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const sorted = [...blockers].sort(compareBlockers);
  const byName = new Map(sorted.flatMap((entry) => [entry.id, ...entry.members.map(({ name }) => name)].map((name) => [name, entry] as const)));
  const waiting = new Map(sorted.map((entry) => [entry, new Set(entry.dependsOn.flatMap((name) => {
    const needed = byName.get(name);
    return needed === undefined || needed === entry ? [] : [needed];
  }))]));
  const ordered: LedgerEntry[] = [];
  while (waiting.size > 0) {
    const free = [...waiting].find(([, needs]) => needs.size === 0) ?? [...waiting][0];
    if (free === undefined) break;
    const [next] = free;
    waiting.delete(next);
    for (const needs of waiting.values()) needs.delete(next);
    ordered.push(next);
  }
  return ordered;
}

function compareBlockers(left: LedgerEntry, right: LedgerEntry): number {
  const backed = Number(citedChecks(right).length > 0) - Number(citedChecks(left).length > 0);
  if (backed !== 0) return backed;
  return left.id < right.id ? -1 : Number(left.id > right.id);
}

/** What may be edited. */
export interface EditScope {
  readonly kind: TargetKind;
  readonly surface: readonly string[];
  /** Globs frozen with the surface. */
  readonly companionPaths: readonly string[];
}

/** One measured edit, for the report. */
export type Edit = { readonly loop: number; readonly path: string; readonly added: number; readonly removed: number; readonly insideScope: boolean };

/** A test for places inside the surface or a companion path (BD-SCOPE-01). */
export function scopeTest(scope: EditScope): (place: string) => boolean {
  const surface = indexSurface(scope.surface, scope.kind);
  return (place) => surface.hasPlace(place) || isCompanion(scope, place);
}

function isCompanion({ companionPaths }: EditScope, place: string): boolean {
  return companionPaths.some((glob) => isGlobMatch(glob, place));
}

/** The edits of one loop, as measured (BD-FIX-05, BD-SCOPE-03). */
export function editsOf(diff: readonly TouchedPath[], loop: number, scope: EditScope): readonly Edit[] {
  const isInside = scopeTest(scope);
  return diff.map((touched) => {
    const path = placeOf(touched);
    return { loop, path, added: touched.added, removed: touched.removed, insideScope: isInside(path) };
  });
}

/** What a fixer means to do. */
export type FixPlan = { readonly paths: readonly string[]; readonly needs?: readonly AuthorityNeed[] };
export type AuthorityNeed = "broader-scope" | "destructive" | "irreversible" | "external";

/** Whether a plan leaves the scope, or needs what nobody granted (BD-SCOPE-01, BD-SCOPE-02). */
export function isPlanOutside(plan: FixPlan, scope: EditScope): boolean {
  return (plan.needs ?? []).length > 0 || !plan.paths.every(scopeTest(scope));
}

/** Notes about edits that no blocker of the batch names (BD-FIX-06); none where a check's own failure has no known place. */
export function opportunisticEdits(edits: readonly Edit[], batch: readonly LedgerEntry[], scope: EditScope): readonly string[] {
  if (batch.some(isCheckEntry)) return [];
  const named = new Set(batch.flatMap((entry) => {
    const places = [entry, ...entry.members.map(({ finding }) => finding)].flatMap(({ location, causeLocation, contract }) => [location, causeLocation, contract]);
    return places.flatMap((text) => {
      const place = text === null ? null : readPlace(text, scope.kind);
      return place === null ? [] : [place.file, ...(place.section === undefined ? [] : [`${place.file}#${place.section}`])];
    });
  }));
  const stray = edits.filter(({ path, insideScope }) => insideScope && !isCompanion(scope, path) && !named.has(path));
  return [...new Set(stray.map(({ path }) => `opportunistic-edit:${path}`))];
}
