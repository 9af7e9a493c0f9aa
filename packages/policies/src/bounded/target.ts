/**
 * Targets, places and the frozen surface (BD-TGT-01, BD-FIND-04, BD-SCOPE-01).
 *
 * Invariants:
 * 1. A place is a path or, in plans, `path#section`; places are compared letter by letter.
 * 2. What cannot be placed lies outside: an unreadable location, an edit of a plan without its section.
 */
import { isOverlapping, parseLocation, type Location } from "@loopwright/core";

/** What is under review (BD-TGT-01). */
export type TargetKind = "pr" | "local-diff" | "plan";

/** Whether the run may edit. */
export type Mode = "review-only" | "review-and-fix";

/** The rule groups in force, for the report (BD-TGT-10). */
export function policiesOf(kind: TargetKind): readonly string[] {
  return kind === "local-diff" ? ["core", "routing"] : ["core", "routing", kind];
}

/** One place that an edit touched, as the workspace measured it. */
export type TouchedPath = { readonly path: string; readonly section?: string; readonly added: number; readonly removed: number };

/** The place of an edit. */
export function placeOf(touched: { readonly path: string; readonly section?: string }): string {
  return touched.section === undefined ? touched.path : `${touched.path}#${touched.section}`;
}

/** Reads a finding's location; `#` separates a section in plans only. */
export function readPlace(text: string, kind: TargetKind): Location | null {
  return parseLocation(text, { sections: kind === "plan" });
}

/** Whether two written locations share a place (BD-DEDUP-01). */
export function isSamePlace(left: string, right: string, kind: TargetKind): boolean {
  if (left === right) return left.trim() !== "";
  const [mine, theirs] = [readPlace(left, kind), readPlace(right, kind)];
  return mine !== null && theirs !== null && isOverlapping(mine, theirs);
}

/** The frozen surface, ready to be asked. */
export interface SurfaceIndex {
  /** Whether a written location lies in the surface (BD-FIND-04). */
  hasLocation(text: string | null): boolean;
  /** Whether an edited place lies in the surface, companion paths aside. */
  hasPlace(place: string): boolean;
}

/** Indexes a surface: paths for code, `path#section` (or a whole path) for plans. */
export function indexSurface(surface: readonly string[], kind: TargetKind): SurfaceIndex {
  const places = new Set(surface);
  const files = new Set(surface.map((place) => fileOf(place, kind)));
  return {
    hasLocation: (text) => {
      if (text === null) return false;
      if (places.has(text)) return true;
      const location = readPlace(text, kind);
      if (location === null) return false;
      if (places.has(location.file)) return true;
      if (kind !== "plan") return false;
      // A location without a section means the whole plan, which any frozen section of it overlaps.
      return location.section === undefined ? files.has(location.file) : places.has(`${location.file}#${location.section}`);
    },
    hasPlace: (place) => places.has(place) || (kind === "plan" && places.has(fileOf(place, kind))),
  };
}

function fileOf(place: string, kind: TargetKind): string {
  const hash = kind === "plan" ? place.indexOf("#") : -1;
  return hash < 0 ? place : place.slice(0, hash);
}
