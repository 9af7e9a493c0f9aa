/**
 * Files below a directory of a root, for documents that come in any number, such as a constitution in parts (LG-SEC-8).
 *
 * Invariants:
 * 1. No link is followed: one is left out and named as skipped.
 * 2. Depth and number are bounded: a directory too deep is named, and so is the first file too many, where it ends.
 */
import { isControlSegment } from "../repo-path.js";
import { realPathInside, unlessMissing } from "./confined.js";

/** What is looked for. */
export interface ListFilesOptions {
  /** How names end, such as `.md`; default: any. */
  readonly suffix?: string;
  /** Directories below the first one; default 8. */
  readonly maxDepth?: number;
  /** Default 500. */
  readonly maxFiles?: number;
}

/** What was found. */
export interface ListedFiles {
  /** Paths from the root, sorted. */
  readonly paths: readonly string[];
  /** What was not looked at, and why. */
  readonly skipped: readonly { readonly path: string; readonly why: "link" | "too-deep" | "too-many" }[];
}

/**
 * Regular files below `directory`, a path inside `root`; nothing where there is no such directory.
 * @throws EvidenceError `path-unsafe`, `file-unreadable`.
 */
export function listFilesInside(root: string, directory: string, { suffix = "", maxDepth = 8, maxFiles = 500 }: ListFilesOptions = {}): ListedFiles {
  const { lstatSync, readdirSync } = process.getBuiltinModule("node:fs");
  const system = process.getBuiltinModule("node:path");
  const paths: string[] = [];
  const skipped: { path: string; why: "link" | "too-deep" | "too-many" }[] = [];
  let isFull = false;
  const visit = (path: string, depth: number): void => {
    if (depth > maxDepth) return void skipped.push({ path, why: "too-deep" });
    const entries = unlessMissing(path, () => readdirSync(system.join(root, path), { withFileTypes: true })) ?? [];
    for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
      if (isFull) return;
      const inside = `${path}/${entry.name}`;
      if (entry.isSymbolicLink()) skipped.push({ path: inside, why: "link" });
      else if (entry.isDirectory() && !isControlSegment(entry.name)) visit(inside, depth + 1);
      else if (!entry.isFile() || !entry.name.endsWith(suffix)) continue;
      else if (paths.length < maxFiles) paths.push(inside);
      else {
        isFull = true;
        skipped.push({ path: inside, why: "too-many" });
      }
    }
  };
  if (unlessMissing(directory, () => lstatSync(system.join(root, directory)))?.isSymbolicLink() === true) return { paths, skipped: [{ path: directory, why: "link" }] };
  if (realPathInside(root, directory) !== null) visit(directory, 0);
  return { paths: paths.sort(), skipped };
}
