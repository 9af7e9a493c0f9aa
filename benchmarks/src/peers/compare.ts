/**
 * The same loop in each library: time of a round with instant agents, cold import in a new process, and the gzipped size
 * of what a user imports. All in one run; compare ratios, not single times.
 */
import { execFileSync } from "node:child_process";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { aiSdk } from "./ai-sdk.ts";
import { bare } from "./bare.ts";
import { langgraph } from "./langgraph.ts";
import { loopwright } from "./loopwright.ts";
import { mastra } from "./mastra.ts";
import type { Peer } from "./peer.ts";
import { xstate } from "./xstate.ts";

const PEERS: readonly Peer[] = [bare, loopwright, xstate, mastra, langgraph, aiSdk];
const SAMPLES = 7;

/** Rounds of one run; where a round is dear, fewer, and where its cost grows with the history, both are shown. */
const LENGTHS = [20, 200];

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}

async function roundMicroseconds({ name, run }: Peer, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let sample = -2; sample < SAMPLES; sample += 1) {
    const repeats = name === "Mastra dountil" || name === "LangGraph" || name === "AI SDK tool loop" ? 1 : 50;
    const start = performance.now();
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const took = await run(rounds);
      if (took !== rounds) throw new Error(`${name} took ${took} rounds, not ${rounds}`);
    }
    if (sample >= 0) times.push(((performance.now() - start) * 1_000) / (repeats * rounds));
  }
  return median(times);
}

function importMilliseconds(imports: string): number {
  const specifier = /from "(.+)"/.exec(imports)?.[1];
  const script = `const start = performance.now(); await import(${JSON.stringify(specifier ?? "data:text/javascript,")}); console.log(performance.now() - start);`;
  const once = () => Number(execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8", cwd: import.meta.dirname }));
  return median(Array.from({ length: SAMPLES }, once));
}

async function gzippedKilobytes(imports: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: imports, resolveDir: import.meta.dirname },
    bundle: true,
    splitting: true,
    outdir: "out",
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    platform: "node",
    logLevel: "silent",
    tsconfigRaw: {},
  });
  const files = new Map(outputFiles.map(({ path, text }) => [path.slice(path.lastIndexOf("/") + 1), text]));
  return gzipSync(loadedAtOnce("stdin.js", files), { level: 9 }).byteLength / 1_000;
}

/** The text of a chunk and of all that it imports statically; what loads later does not count, for any of them. */
function loadedAtOnce(name: string, files: Map<string, string>): string {
  const text = files.get(name) ?? "";
  files.delete(name);
  return text + [...text.matchAll(/(?:import|from)\s*"\.\/([^"]+)"/g)].map(([, chunk = ""]) => loadedAtOnce(chunk, files)).join("");
}

export async function comparePeers(): Promise<void> {
  const rows = [];
  for (const peer of PEERS) {
    const [short = NaN, long = NaN] = [await roundMicroseconds(peer, LENGTHS[0] ?? 1), await roundMicroseconds(peer, LENGTHS[1] ?? 1)];
    rows.push({
      loop: peer.name,
      "µs a round (20 rounds)": Number(short.toPrecision(3)),
      "µs a round (200 rounds)": Number(long.toPrecision(3)),
      "cold import ms": Number(importMilliseconds(peer.imports).toFixed(1)),
      "KB gzipped": Number((await gzippedKilobytes(peer.imports)).toFixed(1)),
    });
  }
  console.table(rows);
}

if (import.meta.main) await comparePeers();
