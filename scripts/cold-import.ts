/** Reports how long a new process takes to import core (median of 9); a measurement, not a check. */
import { run } from "./run.ts";

const code = `
  const start = performance.now();
  await import("@loopwright/core");
  console.log(performance.now() - start);
`;
const times = Array.from({ length: 9 }, () => run("node", ["--input-type=module", "--eval", code]))
  .filter((result) => result.ok)
  .map((result) => Number(result.stdout))
  .sort((a, b) => a - b);
const median = times[Math.floor(times.length / 2)];
console.log(
  median === undefined
    ? "@loopwright/core could not be imported"
    : `@loopwright/core: ${median.toFixed(1)} ms to import in a new process (aim: below 20)`,
);
