/** A sample of what `npm run stress` does in full. */
import { afterEach, expect, it } from "vitest";
import { parseLedger } from "../ledger/value/parse-ledger.js";
import { makeWriters, runKilledWriters, runManyWriters, type Writers } from "./writers.fixture.js";

let writers: Writers;
afterEach(() => writers.remove());

it("LG-LOAD-6, LG-SEC-11: twenty processes take in one finding each, and none is lost", async () => {
  writers = await makeWriters(parseLedger);
  expect(await runManyWriters(writers, 20)).toEqual({ failed: 0, lost: [], litter: [] });
}, 300_000);

it("LG-SEC-10, LG-SEC-11: writers that are killed at any moment leave a valid ledger, old or new, and the next one goes on", async () => {
  writers = await makeWriters(parseLedger);
  const { kills, stored, wrong } = await runKilledWriters(writers, { writes: 24, random: Math.random, longestLifeMs: 60 });
  expect(wrong).toEqual([]);
  expect(stored).toBeGreaterThanOrEqual(24);
  expect(kills).toBeGreaterThan(0);
}, 300_000);
