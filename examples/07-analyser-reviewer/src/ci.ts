/** Runs the example as a user would and checks what it prints; then with an analyser that cannot be run. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const run = (...args: readonly string[]) => spawnSync(process.execPath, [main, ...args], { encoding: "utf8" });

const good = run();
assert.match(good.stdout, /^- draft\.js:2: Expected '===' and instead saw '=='\.$/m);
assert.match(good.stdout, /^- draft\.js:2: 'right' is not defined\.$/m);
assert.match(good.stdout, /^passed: approved after 2 reviews$/m);
assert.equal(good.status, 0, good.stderr);

const without = run("no-such-analyser.ts");
assert.match(without.stdout, /^stopped: review-failed after 1 reviews$/m);
assert.equal(without.status, 1, without.stderr);
