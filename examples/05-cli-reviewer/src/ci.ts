/** Runs the example as a user would and checks what it prints. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const output = execFileSync(process.execPath, [main], { encoding: "utf8" });
assert.match(output, /^passed: approved after 2 reviews$/m);
assert.match(output, /^2\. Rollback: .*\(1 item taken up\)$/m);
assert.match(output, /^the reviewer reported 0\.004 USD$/m);
