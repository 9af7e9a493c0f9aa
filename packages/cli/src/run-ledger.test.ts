/** `run ledger-loop` and `run quality-loop`: every option of the policy is reachable, and reaches it. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { cli, codeOf, dataOf, gitIn, outside, project } from "./command-run.fixture.js";

const INPUT = JSON.stringify({ checkpoint: "code" });
const node = (code: string) => JSON.stringify(["node", "-e", code]);
const PARTS = JSON.stringify({ kind: "code", changes: "x", excerpts: "x", blastRadius: null });

/** A repository, and a loop whose reviewer keeps what it is told. */
function ledgerProject() {
  const { root, ledger } = project();
  const git = gitIn(root);
  git("init", "-q");
  git("add", "src");
  git("commit", "-qm", "start");
  const beside = outside();
  const seen = path.join(beside, "seen.txt");
  const block = "```json\n[]\n```\n";
  const reviewer = (text = block) => node(`const fs = require("node:fs"); fs.appendFileSync(${JSON.stringify(seen)}, fs.readFileSync(0)); process.stdout.write(${JSON.stringify(text)})`);
  const run = (rest: readonly string[], { input = INPUT, text = block, at = ledger }: { readonly input?: string; readonly text?: string; readonly at?: string } = {}) =>
    cli(["run", "ledger-loop", "--ledger", at, "--packet", node(`process.stdout.write(${JSON.stringify(PARTS)})`), "--witness", "node --test", "--suite", "node -p 1", "--agent", `reviewer/default=${reviewer(text)}`, "--agent", "fixer=false", "--input", "-", "--json", ...rest], input);
  return { root, ledger, beside, seen: () => readFileSync(seen, "utf8"), run };
}

describe("run ledger-loop", () => {
  it("G15, case F19: its own journal among the files is nobody's doing", async () => {
    const { root, run } = ledgerProject();
    const journal = path.join(root, "run.jsonl");
    expect(dataOf(await run(["--journal", journal]))).toMatchObject({ status: "passed", token: "STOP_CLEAN", rounds: 1 });
    expect(existsSync(journal)).toBe(true);
  });

  it("LG-CLI-1, LG-INST-2, LG-OUT-1: instructions, checkpoints of one's own, tests for reviewers and repairs arrive", async () => {
    const { beside, seen, run } = ledgerProject();
    const file = path.join(beside, "review.txt");
    writeFileSync(file, "Look at the words.");
    expect(codeOf(await run([], { input: '{"checkpoint":"release"}' }))).toBe("1:input-invalid");
    expect(dataOf(await run(["--register-checkpoint", "release", "--review-instructions", file, "--reviewers-run-tests", "--autonomous", "--max-fixes", "3"], { input: '{"checkpoint":"release"}' }))).toMatchObject({ token: "STOP_CLEAN" });
    expect(seen()).toContain("Look at the words.");
    expect(seen()).toContain("Run a witness test before you call it red.");
    const unread = dataOf(await run(["--max-repairs", "2"], { text: "no block" }), 4);
    expect(unread).toMatchObject({ token: "REVIEW_UNAVAILABLE", usage: { calls: 3 } });
    expect(codeOf(await run(["--max-repairs", "9"]))).toBe("1:option-invalid");
    expect(codeOf(await run(["--max-fixes", "0"]))).toBe("1:option-invalid");
    expect(codeOf(await run(["--targeted", "a | b"]))).toBe("1:option-invalid");
  });

  it("LG-LOAD-5, LG-CLI-1: the ledger's root is the top of the repository, and flags of other policies are misplaced", async () => {
    const { root, ledger, run } = ledgerProject();
    expect(codeOf(await run(["--root", path.join(root, ".review")]))).toBe("1:root-mismatch");
    for (const flag of ["--workspace=.", "--writable=src", "--manifest=m.md", "--max-changes=1", "--draft-instructions=x"]) expect(codeOf(await run([flag])), flag).toBe("2:usage");
    expect(existsSync(ledger)).toBe(false);
    expect(dataOf(await run(["--root", root]))).toMatchObject({ token: "STOP_CLEAN" });
  });
});

describe("run quality-loop", () => {
  it("QU-CFG-03, QU-PRM-05, LG-CLI-1: its limits and instructions arrive; a workspace is misplaced", async () => {
    const folder = outside();
    const seen = path.join(folder, "seen.txt");
    const file = (text: string) => (writeFileSync(path.join(folder, `${text}.txt`), text), path.join(folder, `${text}.txt`));
    const agent = (role: string, text: string) => ["--agent", `${role}=${node(`const fs = require("node:fs"); fs.appendFileSync(${JSON.stringify(seen)}, fs.readFileSync(0)); process.stdout.write(${JSON.stringify(text)})`)}`];
    const run = (...rest: readonly string[]) => cli(["run", "quality-loop", ...agent("writer", "a draft"), ...agent("reviewer", '{"approved":false,"feedback":["shorter"]}'), "--input", "-", "--json", ...rest], '{"request":"write"}');
    dataOf(await run("--max-rounds", "2", "--draft-instructions", file("first-words"), "--review-instructions", file("look-closely"), "--fix-instructions", file("mend-gently"), "--max-changes", "1", "--max-repairs", "0"), 3);
    for (const words of ["first-words", "look-closely", "mend-gently"]) expect(readFileSync(seen, "utf8")).toContain(words);
    expect(codeOf(await run("--max-repairs", "3"))).toBe("1:structured-repairs-range");
    expect(codeOf(await run("--max-changes", "0"))).toBe("1:max-changes-range");
    expect(codeOf(await run("--workspace", "."))).toBe("2:usage");
  });
});
