/**
 * What is too long for every commit: a hundred processes that write one ledger at once, and writers that are killed at
 * random moments over a thousand writes. `npm run stress`; the seed of the moments can be given.
 */
import { makeWriters, runKilledWriters, runManyWriters } from "../packages/policies/src/ledger-store/writers.fixture.ts";
import { conclude } from "./run.ts";

const PROCESSES = 100;
const WRITES = 1000;
const LONGEST_LIFE_MS = 80;

/** Numbers from a seed, so that a failure can be looked for again. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const parseLedger = (bytes: Uint8Array): { findings: { claim: string }[] } =>
  JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as { findings: { claim: string }[] };

const seed = Number(process.argv[2] ?? Date.now() % 100_000);
const problems: string[] = [];

const many = await makeWriters(parseLedger);
const start = performance.now();
const { failed, lost, litter } = await runManyWriters(many, PROCESSES);
const took = performance.now() - start;
many.remove();
if (failed + lost.length + litter.length > 0) problems.push(`${failed} of ${PROCESSES} writers failed, lost: ${lost.join(", ")}, left: ${litter.join(", ")}`);

const killed = await makeWriters(parseLedger);
const { kills, stored, wrong } = await runKilledWriters(killed, { writes: WRITES, random: randomFrom(seed), longestLifeMs: LONGEST_LIFE_MS });
killed.remove();
problems.push(...wrong);

conclude(problems, `${PROCESSES} writers at once in ${(took / 1000).toFixed(1)} s, nothing lost; ${kills} kills over ${stored} writes (seed ${seed}), always a valid ledger`);
