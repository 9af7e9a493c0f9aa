/**
 * Bundles every public entry with its dependencies, minified and gzipped, against `size-limits.json`.
 * core is bundled for the browser, so a Node-only import anywhere below it fails here too.
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

async function gzippedBytes(specifier: string): Promise<number> {
  const isCore = specifier.startsWith("@loopwright/core");
  const result = await build({
    stdin: { contents: `export * from ${JSON.stringify(specifier)};`, resolveDir: root },
    bundle: true,
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
  const bytes = result.outputFiles[0]?.contents ?? new Uint8Array();
  return gzipSync(bytes, { level: 9 }).byteLength;
}

const limits = readJson<Record<string, number>>(path.join(root, "size-limits.json"));
const specifiers = readPackages().flatMap((one) => one.entries.map((entry) => entry.specifier));
const problems = Object.keys(limits)
  .filter((specifier) => !specifiers.includes(specifier))
  .map((specifier) => `${specifier}: has a limit but is no public entry`);

for (const specifier of specifiers) {
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
