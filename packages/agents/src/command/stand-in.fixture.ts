import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A small executable that speaks a program's format: prints what it is told and keeps what it was given. */
export interface StandIn {
  readonly command: string;
  /** Arguments and standard input of the last call. */
  received(): { readonly args: readonly string[]; readonly stdin: string };
  remove(): void;
}

export interface StandInAnswer {
  readonly stdout: string;
  readonly stderr?: string;
  readonly exitCode?: number;
  /** Prints, then never ends. */
  readonly hangs?: boolean;
}

export function standIn({ stdout, stderr = "", exitCode = 0, hangs = false }: StandInAnswer): StandIn {
  const folder = mkdtempSync(path.join(tmpdir(), "loopwright-stand-in-"));
  const command = path.join(folder, "program");
  const seen = path.join(folder, "seen.json");
  const source = `#!${process.execPath}
const { writeFileSync, readFileSync } = require("node:fs");
writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ args: process.argv.slice(2), stdin: readFileSync(0, "utf8") }));
process.stderr.write(${JSON.stringify(stderr)});
process.stdout.write(${JSON.stringify(stdout)}, () => { ${hangs ? "setInterval(() => {}, 1000);" : `process.exitCode = ${exitCode};`} });
`;
  writeFileSync(command, source);
  chmodSync(command, 0o755);
  return {
    command,
    received: () => JSON.parse(readFileSync(seen, "utf8")) as ReturnType<StandIn["received"]>,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Events as lines. */
export const lines = (...events: readonly unknown[]): string => events.map((event) => `${JSON.stringify(event)}\n`).join("");
