/** `run quality-locked` on real files: git, directories, agents that are processes and write where they must not. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { cli, codeOf, dataOf, gitIn, outside, project, type Project } from "./command-run.fixture.js";

const CLEAN = "CRITICAL: None\nMAJOR: None\nMINOR-substantive: None\n";
const FOUND = "CRITICAL: None\nMAJOR:\n- the first line lies\nMINOR-substantive: None\n";
const INPUT = JSON.stringify({ checkpoint: "code", artifact: "the files of src", mode: { isOn: true, source: "flag" } });

/** A program that does something, and then prints a text, which it may have changed. */
const agent = (role: string, text: string, code = "") => ["--agent", `${role}=${JSON.stringify(["node", "-e", `const fs = require("node:fs"); let text = ${JSON.stringify(text)}; ${code}; process.stdout.write(text)`])}`];

/** A project under version control with two commits. */
function repository(): Project {
  const made = project();
  const git = gitIn(made.root);
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-qm", "start");
  made.write("src/a.ts", "second\n");
  git("commit", "-qam", "second");
  return made;
}

const manifestOf = (root: string): string => path.join(root, ".review/work/auth/manifest.md");
/** Records lie in the workspace, as they do in a project. */
const records = (root: string) => ["--manifest", manifestOf(root), "--decision-log", path.join(root, ".review/work/auth/decisions.md")];

const run = (root: string, agents: readonly string[], ...rest: readonly string[]) => cli(["run", "quality-locked", ...records(root), ...agents, "--input", "-", "--json", ...rest], INPUT);

const others = (over: { readonly fixer?: readonly string[] } = {}) => [...(over.fixer ?? agent("fixer", "done")), ...agent("selfReviewer", "")];

describe("run quality-locked --workspace", () => {
  it.each<[string, (root: string) => string]>([
    ["writes a file", (root) => `fs.writeFileSync(${JSON.stringify(`${root}/src/a.ts`)}, "mine")`],
    ["makes a file", (root) => `fs.writeFileSync(${JSON.stringify(`${root}/notes.txt`)}, "mine")`],
    ["checks out another commit and comes back", (root) => `const git = (...args) => require("node:child_process").execFileSync("git", args, { cwd: ${JSON.stringify(root)} }); git("checkout", "-q", "HEAD~1"); git("checkout", "-q", "main")`],
    ["stages a change", (root) => `fs.chmodSync(${JSON.stringify(`${root}/src/a.ts`)}, 0o755); require("node:child_process").execFileSync("git", ["add", "."], { cwd: ${JSON.stringify(root)} })`],
  ])("G15, QL-ACT-3, case F19: a reviewer that %s and finds nothing has given no review: exit 3, no record", async (_, code) => {
    const { root } = repository();
    const ran = await run(root, [...agent("reviewer", CLEAN, code(root)), ...others()], "--workspace", root);
    expect(dataOf(ran, 3)).toMatchObject({ status: "stopped", token: "REVIEWER_WROTE", reviewedVersion: null, report: { records: [] } });
    expect(existsSync(manifestOf(root))).toBe(false);
  });

  it("G15, case F19: the same in a directory that is no repository", async () => {
    const { root, write } = project();
    write("src/a.ts", "one\n");
    const wrote = await run(root, [...agent("reviewer", CLEAN, `fs.appendFileSync(${JSON.stringify(`${root}/src/a.ts`)}, "two\\n")`), ...others()], "--workspace", root);
    expect(dataOf(wrote, 3)).toMatchObject({ token: "REVIEWER_WROTE" });
    expect(dataOf(await run(root, [...agent("reviewer", CLEAN), ...others()], "--workspace", root))).toMatchObject({ token: "PASS" });
  });

  it("G5, QL-ACT-4, QL-ACTN-2: the run's own manifest, decision log and journal in the workspace are nobody's doing", async () => {
    const { root } = repository();
    const file = JSON.stringify(`${root}/src/a.ts`);
    const reviewer = agent("reviewer", FOUND, `if (fs.readFileSync(${file}, "utf8") === "fixed\\n") text = ${JSON.stringify(CLEAN)}`);
    const fixer = agent("fixer", "done", `fs.writeFileSync(${file}, "fixed\\n")`);
    const journal = path.join(root, "run.jsonl");
    const ran = await run(root, [...reviewer, ...others({ fixer })], "--workspace", root, "--writable", "src", "--journal", journal);
    expect(dataOf(ran)).toMatchObject({ status: "passed", token: "PASS", rounds: 2, report: { machineFindings: [] } });
    expect(readFileSync(manifestOf(root), "utf8").match(/result: /g)).toHaveLength(2);
    expect(existsSync(journal)).toBe(true);
    expect(dataOf(await cli(["replay", journal, "--policy", "quality-locked", "--json"]))).toMatchObject({ faults: [], isEnded: true });
  });

  it("QL-ACTN-2: a fix outside --writable is critical in the next iteration, whatever the reviewer says", async () => {
    const { root } = repository();
    const write = (file: string) => `fs.writeFileSync(${JSON.stringify(`${root}/${file}`)}, String(Math.random()))`;
    const fixer = agent("fixer", "done", `${write("src/a.ts")}; ${write("srcs.txt")}`);
    const ran = await run(root, [...agent("reviewer", FOUND), ...others({ fixer })], "--workspace", root, "--writable", "./src/", "--max-rounds", "2");
    expect(dataOf(ran, 3)).toMatchObject({ report: { records: [{ counts: { critical: 0, major: 1 } }, { counts: { critical: 1, major: 1 } }], machineFindings: [{ claim: expect.stringContaining("srcs.txt") as string }] } });
  });

  it("G5, G15: what a person changed while they were asked is reviewed as it is, and not the reviewer's doing", async () => {
    const { root, write } = repository();
    const asked = await run(root, [...agent("reviewer", "looks great!"), ...others()], "--workspace", root);
    const { snapshot } = dataOf(asked, 4) as { readonly snapshot: unknown };
    write("src/a.ts", "a person's own\n");
    const file = path.join(outside(), "snapshot.json");
    writeFileSync(file, JSON.stringify(snapshot));
    const resume = ["--resume", file, "--by", "Ada", "--answer-json", JSON.stringify("V")];
    const resumed = await cli(["run", "quality-locked", ...records(root), ...agent("reviewer", CLEAN), ...others(), "--json", "--workspace", root, ...resume]);
    expect(dataOf(resumed)).toMatchObject({ status: "passed", token: "PASS", unreviewedChange: null, report: { iterations: 2 } });
  });

  it("LG-CLI-1, LG-SEC-7: what cannot be a workspace, or its part, is refused before anything is written", async () => {
    const { root, write } = repository();
    const { root: plain } = project();
    const start = (...rest: readonly string[]) => run(root, [...agent("reviewer", CLEAN), ...others()], ...rest);
    expect(codeOf(await start("--writable", "src"))).toBe("2:usage");
    expect(codeOf(await start("--workspace", root, "--workspace", root))).toBe("2:usage");
    expect(codeOf(await start("--workspace", `${root}/none`))).toBe("1:path-unsafe");
    expect(codeOf(await start("--workspace", write("file.txt", "")))).toBe("1:path-unsafe");
    expect(codeOf(await start("--workspace", `${root}/src`))).toBe("1:root-mismatch");
    for (const path of ["../x", "/etc", "a//b", ".git/hooks"]) expect(codeOf(await start("--workspace", root, `--writable=${path}`))).toBe("1:path-unsafe");
    mkdirSync(`${plain}/.git`);
    expect(codeOf(await start("--workspace", plain))).toBe("1:not-a-repository");
    expect(codeOf(await start("--workspace", root, "--review-instructions", `${root}/none`))).toBe("1:input-unreadable");
    expect(codeOf(await start("--review-instructions", "-"))).toBe("2:usage");
    expect(existsSync(manifestOf(root))).toBe(false);
  });

  it("QL-ACT-2, LG-SEC-33: instructions come from files, and a checkpoint of one's own is registered", async () => {
    const { root, write } = repository();
    const seen = path.join(outside(), "seen.txt");
    const listens = (role: string, text: string) => agent(role, text, `fs.appendFileSync(${JSON.stringify(seen)}, fs.readFileSync(0, "utf8"))`);
    const input = INPUT.replace('"code"', '"release"');
    const args = (...rest: readonly string[]) => ["run", "quality-locked", ...records(root), ...listens("reviewer", FOUND), ...listens("fixer", "done"), ...agent("selfReviewer", ""), "--input", "-", "--json", "--max-rounds", "2", ...rest];
    expect(codeOf(await cli(args(), input))).toBe("1:checkpoint-unknown");
    const files = ["--review-instructions", write("review.txt", "Look for \"lies\"; it's $HOME"), "--fix-instructions", write("fix.txt", "Mend the words")];
    expect(dataOf(await cli(args("--register-checkpoint", "release", ...files), input), 3)).toMatchObject({ rounds: 2, report: { checkpoint: "release" } });
    expect(readFileSync(seen, "utf8")).toContain("Look for \"lies\"; it's $HOME");
    expect(readFileSync(seen, "utf8")).toContain("Mend the words");
  });
});
