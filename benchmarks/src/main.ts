/** All measurements, one after another. Close other programs; compare ratios, not single times. */
import { cpus } from "node:os";
import { measureImport } from "./cold-import.ts";
import { measureRuns } from "./concurrent-runs.ts";
import { measureDeciders } from "./deciders.ts";
import { comparePeers } from "./peers/compare.ts";
import { measureJournal } from "./journal.ts";
import { measureEvidence } from "./evidence.ts";
import { measureExplorer } from "./explorer.ts";
import { measureRounds } from "./rounds.ts";

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`);
await measureRounds();
await measureRuns();
await measureJournal();
measureEvidence();
await measureExplorer();
measureImport();
measureDeciders();
await comparePeers();
