/** Runs the example as a user would and checks the tree it prints. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const lines = execFileSync(process.execPath, [main], { encoding: "utf8" }).trimEnd().split("\n");
assert.match(lines[0] ?? "", /^run\.started/);
assert.match(lines.at(-1) ?? "", /^run\.finished token=approved status=passed/);
assert.ok(lines.includes("    call.started callId=c3 role=writer purpose=revise"), lines.join("\n"));
assert.ok(lines.includes("  review.decided decision=approve items=0"), lines.join("\n"));
