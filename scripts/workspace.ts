/**
 * The one place that knows where packages, their public entries and their sources are.
 *
 * A public entry is a key of `exports` in a package's package.json. Its source is found by
 * convention: `.` is `src/index.ts`, `./x` is `src/x.ts` or `src/x/index.ts`.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

export interface Entry {
  /** What a user imports: `@loopwright/core/schemas`. */
  readonly specifier: string;
  /** File stem in `dist/` and `api/<package>/`: `index`, `schemas`. */
  readonly stem: string;
  /** Absolute path of the TypeScript source. */
  readonly source: string;
}

export interface Package {
  /** Folder name under `packages/`. */
  readonly folder: string;
  readonly name: string;
  readonly directory: string;
  readonly entries: readonly Entry[];
  /** Programs: `bin` of package.json; `bin/x.js` loads `dist/x.js`, which is built from `src/x.ts`. */
  readonly bins: readonly Pick<Entry, "stem" | "source">[];
}

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly bin?: Readonly<Record<string, string>>;
}

export function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8")) as T;
}

export function readPackage(directory: string): Package {
  const manifest = readJson<Manifest>(path.join(directory, "package.json"));
  const entries = Object.keys(manifest.exports ?? {})
    .filter((key) => key !== "./package.json")
    .map((key): Entry => {
      const stem = key === "." ? "index" : key.slice(2);
      const file = path.join(directory, "src", `${stem}.ts`);
      const index = path.join(directory, "src", stem, "index.ts");
      return {
        specifier: path.posix.join(manifest.name, key),
        stem,
        source: existsSync(file) ? file : index,
      };
    });
  const bins = Object.values(manifest.bin ?? {}).map((file) => {
    const stem = path.basename(file, ".js");
    return { stem, source: path.join(directory, "src", `${stem}.ts`) };
  });
  return { folder: path.basename(directory), name: manifest.name, directory, entries, bins };
}

/** Every folder of `packages/` that has a package.json, in name order. */
export function readPackages(): Package[] {
  return subfolders(path.join(root, "packages")).map(readPackage);
}

/** Folders directly under `directory` that have a package.json, in name order. */
export function subfolders(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((item) => item.isDirectory())
    .map((item) => path.join(directory, item.name))
    .filter((folder) => existsSync(path.join(folder, "package.json")))
    .sort();
}
