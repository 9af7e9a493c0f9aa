/** What CI asserts: the shipped documents end as they should, and bad input is refused, by exit code and by output. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("..", import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(...args: string[]): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["src/main.ts", ...args], { cwd: folder, encoding: "utf8", env: { ...process.env, npm_lifecycle_event: "ci" } });
  return { code: status, stdout, stderr };
}

/** The result on standard output, which has to be one JSON document. */
function resultOf({ stdout }: Ended): Record<string, unknown> & { report: { draft: string; violations: unknown[]; remainingFeedback: string[] } } {
  return JSON.parse(stdout) as ReturnType<typeof resultOf>;
}

const approved = start("--json");
assert.deepEqual({ code: approved.code, stderr: approved.stderr }, { code: 0, stderr: "" });
const pass = resultOf(approved);
assert.deepEqual({ status: pass["status"], token: pass["token"], approved: pass["approved"], rounds: pass["rounds"] }, { status: "passed", token: "approved", approved: true, rounds: 2 });
assert.match(pass.report.draft, /^# Harbour 4\.2$/m);
assert.deepEqual([pass.report.violations, pass.report.remainingFeedback], [[], []]);

const unfixable = start("documents/migration-guide-unfixable.md", "--json");
assert.equal(unfixable.code, 1);
const stop = resultOf(unfixable);
assert.deepEqual({ status: stop["status"], token: stop["token"], approved: stop["approved"] }, { status: "stopped", token: "revision-failed", approved: false });
assert.match(stop.report.remainingFeedback.join("\n"), /\(remark-lint:no-undefined-references\)/);
assert.deepEqual(stop.report.violations, []);

const capped = start("--max-reviews", "1");
assert.equal(capped.code, 1);
assert.match(capped.stdout, /✘ Not approved: 3 changes still open after review 1/);

for (const args of [["none.md"], ["documents"], ["package.json", "README.md"], ["--max-review", "3"], ["--max-reviews", "0"], ["--out"]]) {
  const refused = start(...args);
  assert.deepEqual({ args, code: refused.code, stdout: refused.stdout }, { args, code: 2, stdout: "" });
  assert.match(refused.stderr, /^error: [^\n]+\n$/);
}

process.stdout.write("markdown-review: approved, unapproved, capped and refused as they should be\n");
