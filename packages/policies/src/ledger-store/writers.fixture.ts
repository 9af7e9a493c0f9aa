/**
 * Real processes that write one ledger: many at once, and one after the other with each killed at a random moment. Shared
 * by the tests, which take a few, and `npm run stress`, which takes all.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** A repository with a program that writes into its ledger. */
export interface Writers {
  readonly directory: string;
  readonly ledger: string;
  /** Starts a writer: it takes in `count` findings named after `name`, one intake each, and says each number when it is stored. */
  readonly start: (name: string, count: number) => Writer;
  /** What the ledger says now; throws where it is no ledger. */
  readonly claims: () => readonly string[];
  /** Files beside the ledger. */
  readonly litter: () => readonly string[];
  readonly remove: () => void;
}

/** A running writer. */
export interface Writer {
  readonly process: ChildProcess;
  /** Intakes that it said are stored. */
  readonly stored: () => number;
  /** Waits for the first of them, or the end. */
  readonly begun: Promise<void>;
  /** Its exit code; `null` where it was killed. */
  readonly ended: Promise<number | null>;
}

const WRITER = `
import { writeSync } from "node:fs";
import { ledgerStore } from "STORE";
const [ledger, name, count] = process.argv.slice(2);
const store = ledgerStore(ledger, { lockWaitMs: 300000 });
for (let index = 1; index <= Number(count); index++) {
  const findings = [{ severity: "cosmetic", claim: "claim " + name + " " + index, anchor: { file: "a.txt", region: [1, 1] } }];
  await store.intake({ findings, artifact: "code" });
  writeSync(1, index + "\\n");
}
`;

/** Builds the writer from the sources. `parse` reads a ledger as strictly as the store does. */
export async function makeWriters(parse: (bytes: Uint8Array) => { readonly findings: readonly { readonly claim: string }[] }): Promise<Writers> {
  const root = mkdtempSync(path.join(tmpdir(), "loopwright-writers-"));
  const directory = path.join(root, ".review", "work", "c");
  const ledger = path.join(directory, "review-ledger.json");
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(root, "a.txt"), "one line\n");
  const here = path.dirname(fileURLToPath(import.meta.url));
  const program = path.join(root, "writer.mjs");
  await build({
    stdin: { contents: WRITER.replace("STORE", path.join(here, "index.ts")), resolveDir: here, loader: "ts" },
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
    tsconfig: path.join(here, "../../../../tsconfig.base.json"),
  });
  return {
    directory,
    ledger,
    start: (name, count) => startWriter(program, [ledger, name, String(count)]),
    claims: () => (existsSync(ledger) ? parse(readFileSync(ledger)).findings.map(({ claim }) => claim) : []),
    litter: () => readdirSync(directory).filter((name) => name !== "review-ledger.json"),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function startWriter(program: string, args: readonly string[]): Writer {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  let stored = 0;
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => (stored = Number(line)));
  const ended = once(child, "close").then(([code]) => code as number | null); // the event's first argument
  return { process: child, stored: () => stored, begun: Promise.race([once(lines, "line"), ended]).then(() => undefined), ended };
}

/** Many writers at once, one intake each; what they lost, and what they left. */
export async function runManyWriters(writers: Writers, processes: number): Promise<{ readonly failed: number; readonly lost: readonly string[]; readonly litter: readonly string[] }> {
  const names = Array.from({ length: processes }, (_, index) => `w${index}`);
  const codes = await Promise.all(names.map((name) => writers.start(name, 1).ended));
  const found = new Set(writers.claims());
  return { failed: codes.filter((code) => code !== 0).length, lost: names.filter((name) => !found.has(`claim ${name} 1`)), litter: writers.litter() };
}

/** What a series of killed writers showed. */
export interface KilledWriters {
  readonly kills: number;
  readonly stored: number;
  /** Each moment at which the ledger was neither what was acknowledged nor one step further. */
  readonly wrong: readonly string[];
}

/** One writer after the other, each killed at a random moment of its work, until `writes` intakes are stored. */
export async function runKilledWriters(writers: Writers, options: { readonly writes: number; readonly random: () => number; readonly longestLifeMs: number }): Promise<KilledWriters> {
  const { writes, random, longestLifeMs } = options;
  const wrong: string[] = [];
  let kills = 0;
  let before = 0;
  for (let life = 0; before < writes; life++) {
    const writer = writers.start(`life${life}`, writes);
    await writer.begun;
    await new Promise((resolve) => setTimeout(resolve, random() * longestLifeMs));
    writer.process.kill("SIGKILL");
    if ((await writer.ended) === null) kills += 1;
    let now = -1;
    try {
      now = writers.claims().length;
    } catch (thrown) {
      wrong.push(`life ${life}: ${String(thrown)}`);
    }
    const least = before + writer.stored();
    if (now < least || now > least + 1) wrong.push(`life ${life}: ${least} were acknowledged, ${now} are there`);
    if (writer.stored() === 0) wrong.push(`life ${life}: stored nothing; the lock of the dead was not taken over`);
    before = Math.max(now, before + 1);
  }
  return { kills, stored: before, wrong };
}
