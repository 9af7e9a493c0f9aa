/**
 * Places: the physical locations of a result. A place that cannot be read costs the place, never the result.
 */
import { isPlainObject, type Location } from "@loopwright/core";
import { EvidenceError } from "../evidence-error.js";
import type { ArtifactPaths } from "./artifact-path.js";
import type { JsonObjectAt } from "./json-object.js";

/** A place in a file below the root, or why there is none. `uri` is what the log has. A type alias, so that it is `Json`. */
export type SarifPlace =
  | { readonly location: Location; readonly uri: string }
  | { readonly location: null; readonly uri: string | null; readonly problem: string };

/** Places of a result that are kept; one defect rarely has two. */
export const MAX_PLACES = 10;

/** The physical locations of a result, the first ones of them, and how many there are. */
export function readPlaces(result: JsonObjectAt, paths: ArtifactPaths): { readonly places: readonly SarifPlace[]; readonly placeCount: number } {
  try {
    const physical = (result.objects("locations") ?? []).filter((location) => location.has("physicalLocation"));
    return { places: physical.slice(0, MAX_PLACES).map((location) => readPlace(location, paths)), placeCount: physical.length };
  } catch (thrown) {
    return { places: [unreadable(thrown)], placeCount: 1 };
  }
}

function readPlace(location: JsonObjectAt, paths: ArtifactPaths): SarifPlace {
  try {
    const physical = location.object("physicalLocation");
    const artifact = physical?.object("artifactLocation") ?? null;
    if (artifact === null) return { location: null, uri: null, problem: "it names no file" };
    const found = paths.read(artifact);
    if (found.path === null) return { location: null, uri: found.uri, problem: found.problem };
    return { location: { file: found.path, ...linesOfRegion(physical?.value("region")) }, uri: found.uri };
  } catch (thrown) {
    return unreadable(thrown);
  }
}

/** A place of another shape than the format has. */
function unreadable(thrown: unknown): SarifPlace {
  if (!(thrown instanceof EvidenceError)) throw thrown;
  return { location: null, uri: null, problem: thrown.message };
}

/** Lines of a region; the whole file where it has none or none that can be read. What ends at the first column of a line ends on the line above. */
function linesOfRegion(region: unknown): Pick<Location, "line" | "endLine"> {
  if (!isPlainObject(region) || !isLine(region["startLine"])) return {};
  const { startLine: line, endLine: last, endColumn } = region;
  if (!isLine(last)) return { line };
  const endLine = endColumn === 1 ? last - 1 : last;
  return endLine > line ? { line, endLine } : { line };
}

function isLine(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
}
