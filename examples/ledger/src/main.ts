/**
 * A whole cycle of the ledger loop on a real git repository: findings with evidence, witness tests seen red, one commit a
 * finding, a hunk that strays and is caught, decisions by a person, a verdict that is computed, and a finding that is not
 * raised twice.
 */
import path from "node:path";
import { scriptedAgent } from "@loopwright/agents";
import { resumeRun, runLoop } from "@loopwright/core";
import { openRepository } from "@loopwright/evidence/git";
import { commandChecks, ledgerLoop } from "@loopwright/policies/ledger-loop";
import { ledgerStore } from "@loopwright/policies/ledger-store";
import { fixerSteps } from "./fixer.ts";
import { CYCLE, makeProject } from "./project.ts";
import { CODE_REVIEW, QA_REVIEW } from "./reviewer.ts";
import { tell } from "./tell.ts";

const project = makeProject();
try {
  const repository = await openRepository(project.root);
  const { workspace } = repository;
  const ledger = ledgerStore(path.join(project.root, CYCLE, "review-ledger.json"), { root: project.root, today: () => "2026-01-02" });
  const node = (args: readonly string[]) => ({ command: process.execPath, args, timeoutMs: 120_000 });
  const policy = ledgerLoop({
    ports: {
      ledger,
      repository,
      workspace,
      checks: commandChecks({ workspace, witness: (file) => node(["--test", file]), suite: node(["--test", "tests/**/*.test.mjs"]) }),
      packets: ({ from, to }) => ({
        kind: "code",
        changes: from === null ? project.text("src/price.mjs") : project.git("diff", from, to) || "nothing changed",
        excerpts: project.text(`${CYCLE}/spec.md`),
        blastRadius: null,
      }),
    },
  });

  const code = { reviewer: { default: scriptedAgent(CODE_REVIEW, { id: "reviewer" }) }, fixer: scriptedAgent(fixerSteps(project), { id: "fixer" }) };
  console.log("# code");
  let result = await runLoop(policy, { agents: code, input: { checkpoint: "code" }, onEvent: tell }).result;

  if (result.status === "suspended" && result.token === "STOP_ADVISORY_UNDECIDED") {
    console.log(`asked: ${result.question.text.split("\n", 1)[0]}`);
    const decisions = [
      { ids: ["F-003"], action: "reject", reason: "x is the constant's name in the tax law's formula" },
      { ids: ["F-004"], action: "defer", ticket: "PRICE-7" },
    ] as const;
    result = await resumeRun(policy, { from: result.snapshot, token: "STOP_ADVISORY_UNDECIDED", answer: { decisions }, by: "ann", agents: code, onEvent: tell }).result;
  }
  console.log(`${result.status}: ${result.token ?? result.error.message}`);

  console.log("\n# qa");
  const qa = { reviewer: { default: scriptedAgent(QA_REVIEW, { id: "reviewer" }) }, fixer: scriptedAgent([], { id: "fixer" }) };
  const last = await runLoop(policy, { agents: qa, input: { checkpoint: "qa" }, onEvent: tell }).result;
  console.log(`${last.status}: ${last.token ?? last.error.message}`);

  console.log(`\n${ledger.reportText()}`);
  console.log(project.text(`${CYCLE}/decisions.md`));
  console.log(project.text(`${CYCLE}/cleanup.md`));
  console.log(project.git("log", "--format=%s", "--reverse"));
  process.exitCode = last.status === "passed" ? 0 : 1;
} finally {
  project.remove();
}
