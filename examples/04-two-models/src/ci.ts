/** Runs the example as a user would and checks what it prints. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const output = execFileSync(process.execPath, [main], { encoding: "utf8" });
assert.match(output, /^passed: approved after 2 reviews$/m);
assert.match(output, /^Release 2\.0 is out\. It needs Node 22\.$/m);
assert.match(output, /^the reviewer is of the author's family: false; it judged: true$/m);
assert.match(output, /^cost: 0\.00\d+ USD/m);
