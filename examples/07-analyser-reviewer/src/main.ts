/** An analyser judges what a function writes: no model grades, and what the analyser could not say never passes. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { functionAgent } from "@loopwright/agents";
import { AgentError, formatLocation, runLoop } from "@loopwright/core";
import { commandCheck } from "@loopwright/evidence/command-check";
import { sarifFindings, sarifOfCheck, sarifVerdict } from "@loopwright/evidence/sarif";
import { directoryWorkspace } from "@loopwright/evidence/workspace";
import { qualityLoop } from "@loopwright/policies/quality-loop";

const root = realpathSync(mkdtempSync(path.join(tmpdir(), "analyser-reviewer-")));
const program = process.argv[2] ?? fileURLToPath(new URL("lint.ts", import.meta.url));
const lint = commandCheck({ id: "eslint", command: process.execPath, args: [program], timeoutMs: 60_000 });

const reviewer = functionAgent(
  async ({ input, signal }) => {
    writeFileSync(path.join(root, "draft.js"), (input as { draft: string }).draft);
    const log = sarifOfCheck(await lint.run(directoryWorkspace(root), { signal }), { root });
    const verdict = sarifVerdict(log);
    if (verdict === "unavailable") throw new AgentError(log.problems.join("; "));
    const feedback = verdict === "approved" ? [] : sarifFindings(log).map(({ claim, locations }) => `${locations.map(formatLocation).join(", ")}: ${claim}`);
    return { structured: { approved: verdict === "approved", feedback } };
  },
  { id: "eslint" },
);

// Stands in for a model: it mends what it is told.
const writer = functionAgent(
  ({ input }) => {
    const { draft, feedback = [] } = input as { draft?: string; feedback?: string[] };
    for (const item of feedback) console.log(`- ${item}`);
    return draft === undefined ? "export function isSame(left) {\n  return left == right;\n}\n" : "export function isSame(left, right) {\n  return left === right;\n}\n";
  },
  { id: "writer" },
);

const result = await runLoop(qualityLoop(), { agents: { writer, reviewer }, input: { request: "A function that compares two values." }, limits: { callTimeoutMs: 60_000 } }).result;
rmSync(root, { recursive: true });

console.log(`${result.status}: ${result.token} after ${result.rounds} reviews`);
process.exitCode = result.status === "passed" ? 0 : 1;
