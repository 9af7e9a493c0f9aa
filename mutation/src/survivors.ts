/** `node mutation/src/survivors.ts NAME…`: scores of the last reports, and each mutant that survived, as a line to go to. */
import { readFileSync } from "node:fs";
import { targets } from "./targets.ts";

interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number }; readonly end: { readonly line: number; readonly column: number } };
}

interface Report {
  readonly files: { readonly [file: string]: { readonly source: string; readonly mutants: readonly Mutant[] } };
}

const named = process.argv.slice(2);

for (const name of named.length > 0 ? named : Object.keys(targets)) {
  const { files } = JSON.parse(readFileSync(new URL(`../reports/${name}.json`, import.meta.url), "utf8")) as Report;
  const lines: string[] = [];
  const tally = new Map<string, number>();
  for (const [file, { source, mutants }] of Object.entries(files)) {
    const text = source.split("\n");
    for (const { status, mutatorName, replacement = "", location } of mutants) {
      tally.set(status, (tally.get(status) ?? 0) + 1);
      if (status !== "Survived" && status !== "NoCoverage") continue;
      const { start, end } = location;
      const original = start.line === end.line ? (text[start.line - 1] ?? "").slice(start.column - 1, end.column - 1) : `${(text[start.line - 1] ?? "").slice(start.column - 1)} …`;
      lines.push(`${file}:${start.line}:${start.column} ${status === "NoCoverage" ? "not run " : ""}${mutatorName}: ${original.slice(0, 110)} → ${replacement.replaceAll(/\s+/g, " ").slice(0, 110)}`);
    }
  }
  const count = (...statuses: readonly string[]): number => statuses.reduce((sum, status) => sum + (tally.get(status) ?? 0), 0);
  const caught = count("Killed", "Timeout", "RuntimeError", "CompileError");
  const alive = count("Survived", "NoCoverage");
  console.log(`${name}: ${((100 * caught) / (caught + alive)).toFixed(1)} % (${caught} caught, ${alive} alive, ${count("Ignored")} run at load only)`);
  if (named.length > 0) console.log(lines.join("\n"));
}
