/**
 * Where a log says that a file is, as a path inside the root (LG-SEC-6, LG-SEC-7).
 *
 * Invariants:
 * 1. A path leads nowhere outside: no `..`, no other machine, no other scheme, no version control directory, however it is
 *    written or percent-encoded. What cannot be said safely has no path, and the reason is given.
 * 2. A base that the log does not define, or defines without a place, is the root: that is how analysers name it by agreement.
 * 3. Each base is resolved once, so that no chain costs more than its length (LG-SEC-15); a circle has no place.
 */
import { EvidenceError } from "../evidence-error.js";
import { MAX_PATH_BYTES, pathProblem } from "../repo-path.js";
import type { JsonObjectAt } from "./json-object.js";

/** A path relative to the root, or why there is none. `uri` is what the log has, undecoded. */
export type ArtifactPath =
  | { readonly path: string; readonly uri: string }
  | { readonly path: null; readonly uri: string | null; readonly problem: string };

/** Segments of an absolute path, the drive first where there is one. */
export type RootSegments = readonly string[];

/** A directory that paths go on from. */
interface Directory {
  /** Segments of the root that must still come: it lies above the root. */
  readonly missing: RootSegments;
  /** Relative to the root; `""` for the root itself. */
  readonly path: string;
}

/** What a base stands for. */
type Base = Directory | { readonly problem: string };

/** Longest URI: a path has 1,024 bytes at most, its escapes are thrice as long, and so much again for the root. */
const MAX_URI = 4096;

const ROOT: Directory = { missing: [], path: "" };
const CIRCLE: Base = { problem: "its bases lead in a circle" };

/** What is wrong with a place, in words. */
class NoPath extends Error {}

/** Paths of the files that one run names. */
export class ArtifactPaths {
  readonly #run: JsonObjectAt;
  readonly #root: RootSegments | null;
  readonly #bases = new Map<string, Base>();
  /** Paths that were read, by base and URI: most results share their file with others. */
  readonly #known = new Map<string | null, Map<string, ArtifactPath>>();
  #artifacts: readonly JsonObjectAt[] | null = null;

  constructor(run: JsonObjectAt, root: RootSegments | null) {
    this.#run = run;
    this.#root = root;
  }

  /** Reads an `artifactLocation`. */
  read(location: JsonObjectAt): ArtifactPath {
    const own = location.text("uri");
    const place = own === null ? this.#artifact(location.index("index")) : location;
    if (typeof place === "string") return { path: null, uri: null, problem: place };
    const uri = own ?? place.text("uri");
    if (uri === null) return { path: null, uri, problem: "it names no file" };
    const baseId = place.text("uriBaseId");
    const known = this.#known.get(baseId) ?? new Map<string, ArtifactPath>();
    const path = known.get(uri) ?? this.#resolve(uri, baseId);
    this.#known.set(baseId, known.set(uri, path));
    return path;
  }

  #resolve(uri: string, baseId: string | null): ArtifactPath {
    const base = baseId === null || isAbsolute(uri) ? ROOT : this.#base(baseId);
    const found = "problem" in base ? base : this.#below(base, uri);
    if ("problem" in found) return { path: null, uri, problem: found.problem };
    if (found.missing.length > 0) return { path: null, uri, problem: "it lies outside of the root" };
    return found.path === "" ? { path: null, uri, problem: "it is the root itself" } : { path: found.path, uri };
  }

  /** Location of an entry of `artifacts`, or what is wrong with it. */
  #artifact(index: number | null): JsonObjectAt | string {
    if (index === null) return "it names no file";
    this.#artifacts ??= this.#run.objects("artifacts") ?? [];
    const artifact = this.#artifacts[index];
    if (artifact === undefined) return `there is no artifact ${index}`;
    if (artifact.index("parentIndex") !== null) return "it lies inside another artifact";
    return artifact.object("location") ?? `artifact ${index} has no location`;
  }

  /** Follows a base to one that is known, or to the end, then answers for all on the way. */
  #base(id: string): Base {
    const way: { readonly id: string; readonly uri: string | null }[] = [];
    const seen = new Set<string>();
    let next: string | null = id;
    let base: Base = ROOT;
    while (next !== null) {
      const known = this.#bases.get(next);
      if (known !== undefined || seen.has(next)) {
        base = known ?? CIRCLE;
        break;
      }
      seen.add(next);
      const entry: JsonObjectAt | null = this.#run.object("originalUriBaseIds")?.object(next) ?? null;
      const uri: string | null = entry?.text("uri") ?? null;
      way.push({ id: next, uri });
      next = uri !== null && isAbsolute(uri) ? null : (entry?.text("uriBaseId") ?? null);
    }
    for (const { id: passed, uri } of way.reverse()) {
      if (!("problem" in base) && uri !== null) base = this.#below(base, uri, true);
      this.#bases.set(passed, base);
    }
    return base;
  }

  /** Goes on from a directory, or from the root of the file system where the URI says so. */
  #below(directory: Directory, uri: string, isBase = false): Base {
    try {
      if (uri.length > MAX_URI) throw new NoPath(`it is longer than ${MAX_URI} characters`);
      if (!isAbsolute(uri)) return append(directory, decodeSegments(uri));
      const segments = absoluteSegments(uri);
      if (this.#root !== null) return append({ missing: this.#root, path: "" }, segments);
      // Without a root a base that is absolute is all that can be meant by it.
      if (isBase) return ROOT;
      throw new NoPath("it is absolute, and no root is given");
    } catch (thrown) {
      if (!(thrown instanceof NoPath)) throw thrown;
      return { problem: thrown.message };
    }
  }
}

/** Each part of a path is looked at once, when it is added. */
function append(directory: Directory, segments: readonly string[]): Directory {
  const { missing } = directory;
  const count = Math.min(missing.length, segments.length);
  for (let index = 0; index < count; index++) if (segments[index] !== missing[index]) throw new NoPath("it lies outside of the root");
  if (count === segments.length) return { missing: missing.slice(count), path: directory.path };
  const added = segments.slice(count).join("/");
  const path = directory.path === "" ? added : `${directory.path}/${added}`;
  const problem = path.length * 3 > MAX_PATH_BYTES ? (pathProblem(added) ?? lengthProblem(path)) : pathProblem(added);
  if (problem !== null) throw new NoPath(`its path: ${problem}`);
  return { missing: [], path };
}

function lengthProblem(path: string): string | null {
  return path.length > MAX_PATH_BYTES || new TextEncoder().encode(path).length > MAX_PATH_BYTES ? `longer than ${MAX_PATH_BYTES} bytes` : null;
}

/**
 * Segments of the root, given as an absolute path or a `file:` URI.
 * @throws EvidenceError `option-invalid`.
 */
export function rootSegments(root: string): RootSegments {
  try {
    // A path is no URI: what it has of `%`, `?` and `#` are letters.
    const uri = /^file:/i.test(root) ? root : root.replace(/[%?#]/g, encodeURIComponent);
    if (isAbsolute(uri)) {
      const segments = absoluteSegments(uri);
      if (!segments.includes("..")) return segments;
    }
  } catch (thrown) {
    if (!(thrown instanceof NoPath)) throw thrown;
  }
  throw new EvidenceError("option-invalid", "root is not an absolute path", { path: "root", hint: "Give the root of the workspace as an absolute path without `..`, or as a file: URI." });
}

function isDrive(uri: string): boolean {
  return /^[A-Za-z]:[\\/]/.test(uri);
}

/** Whether a URI says by itself where it is: it has a scheme, a drive, or starts at the root of a file system. */
function isAbsolute(uri: string): boolean {
  return uri.startsWith("/") || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri);
}

function absoluteSegments(uri: string): readonly string[] {
  const [first = "", ...rest] = decodeSegments(localPath(uri));
  return first === "" ? [] : [/^[A-Za-z]:$/.test(first) ? first.toUpperCase() : first, ...rest];
}

/** The path of a URI that names a file of this machine; still encoded. */
function localPath(uri: string): string {
  if (isDrive(uri)) return uri.replaceAll("\\", "/");
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(uri)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "file") throw new NoPath(`it is no file, but ${scheme}:`);
  const rest = scheme === undefined ? uri : uri.slice("file:".length);
  if (!rest.startsWith("/")) throw new NoPath("it is a file: URI without an absolute path");
  if (!rest.startsWith("//")) return rest;
  const end = rest.indexOf("/", 2);
  const host = rest.slice(2, end < 0 ? undefined : end).toLowerCase();
  if (scheme === undefined || (host !== "" && host !== "localhost")) throw new NoPath("it lies on another machine");
  return end < 0 ? "/" : rest.slice(end);
}

/** Segments of a path, decoded; empty ones and `.` lead nowhere and are left out. */
function decodeSegments(path: string): readonly string[] {
  if (/[?#]/.test(path)) throw new NoPath("it has a query or a fragment");
  return path.split("/").map(decodeSegment).filter((segment) => segment !== "" && segment !== ".");
}

function decodeSegment(segment: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(segment);
  } catch {
    throw new NoPath("its escapes are no UTF-8");
  }
  if (decoded.includes("/")) throw new NoPath("it has an encoded slash");
  return decoded;
}
