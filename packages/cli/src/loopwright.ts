#!/usr/bin/env node
import { runCommandLine } from "./command-line.js";
import { processWorld } from "./command-world.js";

process.exitCode = await runCommandLine(process.argv.slice(2), processWorld());
