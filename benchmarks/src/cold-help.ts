/** Time of `loopwright --help` in a new process, beside an empty program; needs `npm run build` in the root. Aim: below 120 ms. */
import { execFileSync } from "node:child_process";
import path from "node:path";

const TIMES = 15;
const program = path.join(import.meta.dirname, "..", "..", "packages", "cli", "bin", "loopwright.js");

function startMs(args: readonly string[]): { readonly best: number; readonly median: number } {
  const times = Array.from({ length: TIMES }, () => {
    const start = performance.now();
    execFileSync(process.execPath, args, { stdio: "ignore" });
    return performance.now() - start;
  }).toSorted((a, b) => a - b);
  return { best: times[0] ?? NaN, median: times[TIMES >> 1] ?? NaN };
}

export function measureHelp(): void {
  const rows = { "an empty program": ["--eval", ""], "loopwright --help": [program, "--help"], "loopwright ledger report --help": [program, "ledger", "report", "--help"] };
  console.table(Object.entries(rows).map(([name, args]) => ({ program: name, ...startMs(args) })));
}

if (import.meta.main) measureHelp();
