/**
 * Bundles every public entry with its dependencies, minified and gzipped, against `size-limits.json`. A key may name
 * exports, as in `@loopwright/core { runLoop }`: then what such an import costs is measured. Chunks that are loaded only
 * when something needs them do not count. core is bundled for the browser, so a Node-only import below it fails too.
 */
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { conclude } from "./run.ts";
import { readJson, readPackages, root } from "./workspace.ts";

/** Optional peers are loaded when they are used, and only by who has them: they are no part of an entry's weight. */
const peers = new Set(
  readPackages().flatMap((one) =>
    Object.keys(readJson<{ peerDependencies?: Readonly<Record<string, string>> }>(path.join(one.directory, "package.json")).peerDependencies ?? {}),
  ),
);

const NAMED = /^(\S+) (\{.+\})$/;

async function gzippedBytes(key: string): Promise<number> {
  const [, specifier = key, names = "*"] = NAMED.exec(key) ?? [];
  const isCore = specifier.startsWith("@loopwright/core");
  const result = await build({
    stdin: { contents: `export ${names} from ${JSON.stringify(specifier)};`, resolveDir: root },
    bundle: true,
    splitting: true,
    outdir: "out",
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    platform: isCore ? "browser" : "node",
    logLevel: "silent",
    external: [...peers],
    // Without it the `paths` of the packages would lead from dist back to the sources.
    tsconfigRaw: {},
  });
  const files = new Map(result.outputFiles.map((file) => [path.basename(file.path), file.text]));
  return gzipSync(loadedAtOnce("stdin.js", files), { level: 9 }).byteLength;
}

/** The text of a chunk and of all that it imports statically. */
function loadedAtOnce(name: string, files: Map<string, string>): string {
  const text = files.get(name) ?? "";
  files.delete(name);
  const imported = [...text.matchAll(/(?:import|from)\s*"\.\/([^"]+)"/g)].map(([, chunk = ""]) => chunk);
  return text + imported.map((chunk) => loadedAtOnce(chunk, files)).join("");
}

const limits = readJson<Record<string, number>>(path.join(root, "size-limits.json"));
const specifiers = readPackages().flatMap((one) => one.entries.map((entry) => entry.specifier));
const named = Object.keys(limits).filter((key) => NAMED.test(key));
const problems = Object.keys(limits)
  .filter((key) => !specifiers.includes(NAMED.exec(key)?.[1] ?? key))
  .map((key) => `${key}: has a limit but is no public entry`);

for (const specifier of [...specifiers, ...named]) {
  const limit = limits[specifier];
  try {
    const bytes = await gzippedBytes(specifier);
    const line = `${specifier}: ${bytes} bytes gzipped, limit ${limit ?? "none"}`;
    if (limit === undefined || bytes > limit) problems.push(line);
    else console.log(line);
  } catch (error) {
    problems.push(`${specifier}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
conclude(problems, `${specifiers.length} entries within their limits`);
