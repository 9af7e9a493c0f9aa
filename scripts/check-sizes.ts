/**
 * Bundles every public entry with its dependencies, minified and gzipped, against `size-limits.json`. A key may name
 * exports, as in `@loopwright/core { runLoop }`: then what such an import costs is measured. Chunks that are loaded only
 * when something needs them do not count. Bundled by Rolldown, as Vite does: it leaves out what an import does not reach
 * also where a later chunk shares the file. core is bundled for the browser, so a Node-only import below it fails too.
 */
import path from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { conclude } from "./run.ts";
import { readJson, readPackages, root } from "./workspace.ts";

/** Optional peers are loaded when they are used, and only by who has them: they are no part of an entry's weight. */
const peers = new Set(
  readPackages().flatMap((one) =>
    Object.keys(readJson<{ peerDependencies?: Readonly<Record<string, string>> }>(path.join(one.directory, "package.json")).peerDependencies ?? {}),
  ),
);

/** The module that is bundled, beside the repository's own manifest. */
const ENTRY = path.join(root, "measured-entry.js");

const NAMED = /^(\S+) (\{.+\})$/;

async function gzippedBytes(key: string): Promise<number> {
  const [, specifier = key, names = "*"] = NAMED.exec(key) ?? [];
  const bundle = await rolldown({
    input: ENTRY,
    platform: specifier.startsWith("@loopwright/core") && !/\/(jsonl-journal|process)$/.test(specifier) ? "browser" : "node",
    external: (id) => id.startsWith("node:") || peers.has(id),
    logLevel: "silent",
    // Without it the `paths` of the packages would lead from dist back to the sources.
    tsconfig: false,
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? `export ${names} from ${JSON.stringify(specifier)};` : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  const chunks = new Map(output.flatMap((one) => (one.type === "chunk" ? [[one.fileName, one] as const] : [])));
  const entry = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === ENTRY);
  if (entry === undefined) throw new Error("nothing was bundled");
  return gzipSync(loadedAtOnce(entry.fileName, chunks), { level: 9 }).byteLength;
}

/** The text of a chunk and of all that it imports statically. */
function loadedAtOnce(name: string, chunks: Map<string, { readonly code: string; readonly imports: readonly string[] }>): string {
  const chunk = chunks.get(name);
  chunks.delete(name);
  return chunk === undefined ? "" : chunk.code + chunk.imports.map((one) => loadedAtOnce(one, chunks)).join("");
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
