/** Runs the example as a user would and checks what it prints and how it ends. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const output = execFileSync(process.execPath, [main], { encoding: "utf8" }); // Throws unless the exit code is 0.

for (const line of [
  /^ {2}taken in: F-001, F-002, F-003, F-004; capped: F-003; repeats a settled one: none$/m, // No evidence, no critical.
  /^ {2}witness of F-001: red$/m, // Seen red before anything was changed …
  /^ {2}witness of F-001: green$/m, // … and green after the fix.
  /^ {2}commit [0-9a-f]{7} for F-001: out of scope → F-005$/m, // The stray hunk is a finding now.
  /^ {2}commit [0-9a-f]{7} for F-002: in scope$/m,
  /^asked: STOP_ADVISORY at round 3: 2 entries need a decision\.$/m,
  /^stopped: STOP_ADVISORY$/m,
  /repeats a settled one: F-006$/m, // The rejected finding in other words.
  /^passed: STOP_CLEAN$/m,
  /^- \[2026-01-02\] review-loop STOP_ADVISORY: price iter=3 open=0\/0\/2\/0 disputed=0 dispositions=F-003:reject,F-004:defer \[auto-logged by loopwright\]$/m,
  /^- \[2026-01-02\] review-loop STOP_CLEAN: price iter=1 /m,
  /^- F-004 \[substantive\] one test covers two functions .*→ PRICE-7$/m,
  /^Fix F-005$/m,
]) assert.match(output, line);
