/** Runs the example as a user would and checks what it prints. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const output = execFileSync(process.execPath, [main], { encoding: "utf8" });
assert.match(output, /^at most 5 calls, 5 test runs$/m);
assert.match(output, /^attempt 1: tests failed → fix$/m);
assert.match(output, /^attempt 3: tests passed → green$/m);
assert.match(output, /^passed: green$/m);
