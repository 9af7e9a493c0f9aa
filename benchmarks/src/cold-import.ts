/** Time to import each public entry in a new process, beside an empty module; sizes are `npm run check:sizes` in the root. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const TIMES = 7;
const root = path.join(import.meta.dirname, "..", "..");

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, { readonly default?: string }>>;
}

/** Each public entry, and the built file behind it. */
function entries(): { readonly name: string; readonly url: string }[] {
  const packages = path.join(root, "packages");
  return readdirSync(packages).flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(path.join(packages, folder, "package.json"), "utf8")) as Manifest;
    return Object.entries(manifest.exports ?? {}).flatMap(([subpath, { default: file }]) =>
      file?.endsWith(".js") === true ? [{ name: path.posix.join(manifest.name, subpath), url: `file://${path.join(packages, folder, file)}` }] : [],
    );
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}

function importMs(url: string): number {
  const script = `const start = performance.now(); await import(${JSON.stringify(url)}); console.log(performance.now() - start);`;
  return median(Array.from({ length: TIMES }, () => Number(execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" }))));
}

export function measureImport(): void {
  const all = [{ name: "an empty module", url: "data:text/javascript," }, ...entries()];
  console.table(all.map(({ name, url }) => ({ import: name, "ms (median)": Number(importMs(url).toFixed(1)) })));
}

if (import.meta.main) measureImport();
