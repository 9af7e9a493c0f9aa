/** Time to import core in a new process, beside an empty module. */
import { execFileSync } from "node:child_process";

const TIMES = 15;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
}

function importMs(specifier: string): number {
  const script = `const start = performance.now(); await import(${JSON.stringify(specifier)}); console.log(performance.now() - start);`;
  return median(Array.from({ length: TIMES }, () => Number(execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8", cwd: import.meta.dirname }))));
}

export function measureImport(): void {
  const rows = ["data:text/javascript,", "@loopwright/core"].map((specifier) => ({ import: specifier.startsWith("data:") ? "an empty module" : specifier, "ms (median)": Number(importMs(specifier).toFixed(1)) }));
  console.table(rows);
}

if (import.meta.main) measureImport();
