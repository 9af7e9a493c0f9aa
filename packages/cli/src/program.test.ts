/** The program itself: real processes, built from the sources. What each command does in detail is tested without one. */
import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildProgram, codeOf, dataOf, finding, gitIn, project, runProgram, type Ran } from "./command-run.fixture.js";

let folder: string;
let program: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "loopwright-program-"));
  program = await buildProgram(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const LEDGER = ".review/work/auth/review-ledger.json";

describe("the program", () => {
  it("LG-CLI-1: every command of the ledger, one after the other, in a real repository", async () => {
    const { root, write } = project();
    const git = gitIn(root);
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "start");
    const ledger = (command: string, rest: readonly string[] = [], stdin = ""): Promise<Ran> => runProgram(program, ["ledger", command, LEDGER, ...rest, "--json"], { cwd: root, stdin });

    expect(dataOf(await ledger("open-instance", ["code"]))).toEqual({ instance: "code" });
    const findings = [finding(1), finding(5, { severity: "substantive" }), finding(9, { severity: "cosmetic" })];
    expect(dataOf(await ledger("intake", ["--artifact", "code", "--findings-file", "-"], JSON.stringify(findings)))).toMatchObject({ new: ["F-001", "F-002", "F-003"] });
    expect(dataOf(await ledger("attach-witness", ["F-001", "--ref", "tests/review/F-001.test.ts"]))).toEqual({ touched: ["F-001"] });
    expect(dataOf(await ledger("close-round"))).toMatchObject({ action: "CONTINUE" });

    write("src/a.ts", readFileSync(path.join(root, "src/a.ts"), "utf8").replace("line 1\n", "line one\n"));
    git("commit", "-qam", "Fix the first line\n\nReview-Fix: F-001\nReview-Cause: a typo\nReview-Change: the word\nReview-Risk: none");
    expect(dataOf(await ledger("check-diff", ["--finding", "F-001", "--commit", "HEAD"]))).toMatchObject({ in_scope: true, license_ok: true, trailer_findings: [] });

    expect(dataOf(await ledger("verify", ["--results-file", "-"], JSON.stringify([{ id: "F-001", verdict: "FIXED", evidence: "green" }])))).toEqual({ touched: ["F-001"] });
    expect(codeOf(await ledger("close-round", ["--suite-evidence", "12 passed"]))).toBe("1:dispositions-required");
    expect(dataOf(await ledger("disposition", ["F-002", "--action", "defer", "--ticket", "T-1"]))).toEqual({ touched: ["F-002"] });
    expect(dataOf(await ledger("disposition-batch", ["--severity", "cosmetic", "--action", "reject", "--reason", "taste"]))).toEqual({ touched: ["F-003"] });
    expect(dataOf(await ledger("close-round", ["--suite-evidence", "12 passed"]))).toMatchObject({ action: "STOP_ADVISORY" });
    expect(dataOf(await ledger("report"))).toMatchObject({ trail: ["[code]", "1:CONTINUE", "2:STOP_ADVISORY"] });
    expect(dataOf(await ledger("resync"))).toEqual({ appended: [] });
  });

  it("LG-CD-3, LG-CD-19, LG-CLI-2, LG-SEC-1: a commit out of scope is exit 1 with the result; what is no commit is exit 1 without one", async () => {
    const { root, write } = project();
    const git = gitIn(root);
    const ledger = (command: string, ...rest: readonly string[]): Promise<Ran> => runProgram(program, ["ledger", command, LEDGER, ...rest, "--json"], { cwd: root });
    dataOf(await ledger("intake", "--artifact", "code", "--findings-json", JSON.stringify([finding(1)])));
    expect(codeOf(await ledger("check-diff", "--finding", "F-001", "--commit", "HEAD"))).toBe("1:not-a-repository");
    git("init", "-q");
    write("src/b.ts", "b\n");
    git("add", "src");
    git("commit", "-qm", "Touch something else");
    const checked = await ledger("check-diff", "--finding", "F-001", "--commit", "HEAD");
    expect(dataOf(checked, 1)).toMatchObject({ in_scope: false, violations: [{ file: "src/b.ts" }] });
    expect(codeOf(await ledger("check-diff", "--finding", "F-001", "--commit=--output=x"))).toBe("1:revision-unsafe");
    expect(codeOf(await ledger("check-diff", "--finding", "F-009", "--commit", "HEAD"))).toBe("1:unknown-finding");
    write("sub/.review/work/s/spec.md", "");
    write("sub/src/a.ts", "line 1\n");
    const inside = path.join(root, "sub/.review/work/s/review-ledger.json");
    dataOf(await runProgram(program, ["ledger", "intake", inside, "--artifact", "code", "--findings-json", JSON.stringify([finding(1)])], { cwd: root }));
    expect(codeOf(await runProgram(program, ["ledger", "check-diff", inside, "--finding", "F-001", "--commit", "HEAD"], { cwd: root }))).toBe("1:root-mismatch");
  });

  it("check, classify, explain and run; help; usage faults", async () => {
    const { root } = project();
    const run = (args: readonly string[], stdin = ""): Promise<Ran> => runProgram(program, args, { cwd: root, stdin });
    expect(dataOf(await run(["classify", "--review-output-file", "-"], "MAJOR:\n- a\n"))).toMatchObject({ counts: { major: 1 } });
    expect(dataOf(await run(["check", "--review-output-file", "-", "--iteration", "1"], "MAJOR:\n- a\n"))).toMatchObject({ action: "REVISE" });
    writeFileSync(path.join(root, "reviewer.mjs"), 'process.stdin.resume().on("end", () => process.stdout.write(JSON.stringify({ approved: true, feedback: [] })));');
    const loop = ["run", "quality-loop", "--agent", "writer=node -p 1+1", "--agent", "reviewer=node reviewer.mjs", "--input", "-", "--json"];
    const passed = await run(loop, '{"request":"x"}');
    expect(dataOf(passed)).toMatchObject({ status: "passed" });
    expect((await run(["explain", "-", "--policy", "quality-loop"], passed.stdout)).stdout).toContain("approved");
    expect((await run(["--help"])).stdout).toContain("USAGE");
    expect(codeOf(await run(["run", "quality-loop", "--max-iterations=3"]))).toBe("2:usage");
    expect(codeOf(await run(["ledger", "report", LEDGER, "--json"]))).toBe("1:no-ledger");
  });

  it.runIf(existsSync("/dev/full"))("LG-CLI-1: F15: a result that cannot be written is exit 1 with a line on standard error, also after the work was done", async () => {
    const { root, ledger } = project();
    const full = openSync("/dev/full", "w");
    const lost = async (args: readonly string[]): Promise<Ran> => {
      const child = spawn(process.execPath, [program, ...args], { cwd: root, stdio: ["ignore", full, "pipe"] });
      let stderr = "";
      child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
      return { exitCode: await new Promise<number | null>((resolve) => child.once("close", resolve)), stdout: "", stderr };
    };
    try {
      expect(codeOf(await lost(["check", "--iteration", "1", "--review-output", "MAJOR: none", "--json"]))).toBe("1:output-lost");
      expect(codeOf(await lost(["ledger", "open-instance", LEDGER, "code"]))).toBe("1:output-lost");
      expect(codeOf(await lost(["ledger", "intake", LEDGER, "--artifact", "code", "--findings-json", JSON.stringify([finding(1)]), "--json"]))).toBe("1:output-lost");
      expect(existsSync(ledger)).toBe(true);
    } finally {
      closeSync(full);
    }
  });

  it("a reader that goes away ends the printing and nothing else", async () => {
    const { root } = project();
    const child = spawn(process.execPath, [program, "classify", "--review-output-file", "-"], { cwd: root, stdio: "pipe" });
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdout.destroy();
    child.stdin.end("MAJOR: x\n");
    expect([await new Promise((resolve) => child.once("close", resolve)), stderr]).toEqual([0, ""]);
  });

  it.each([["SIGTERM", 143], ["SIGINT", 130]] as const)("G10: %s ends a command that waits for its standard input, with %i", async (signal, expected) => {
    const { root } = project();
    const child = spawn(process.execPath, [program, "check", "--iteration", "1", "--review-output-file", "-", "--json"], { cwd: root, stdio: "pipe" });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdin.on("error", () => undefined); // it is not read to its end
    // More than a pipe holds: once it is taken, the command reads.
    child.stdin.write("x".repeat(1_000_000), () => child.kill(signal));
    const exitCode = await new Promise((resolve) => child.once("close", resolve));
    expect([exitCode, stdout, JSON.parse(stderr)]).toEqual([expected, "", { error: { code: "interrupted", message: `interrupted by ${signal}` } }]);
  });

  it("G10: a signal ends a run in good order, with 143", async () => {
    const { root } = project();
    writeFileSync(path.join(root, "slow.mjs"), "process.stdin.resume(); setInterval(() => undefined, 1000);");
    const child = spawn(process.execPath, [program, "run", "quality-loop", "--agent", "writer=node slow.mjs", "--agent", "reviewer=node slow.mjs", "--input", "-", "--json"], { cwd: root, stdio: "pipe" });
    let stderr = "";
    let stdout = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => {
      const isRunning = stderr.includes("at most");
      stderr += chunk.toString();
      // Once: a second signal may meet a process that is already on its way out.
      if (!isRunning && stderr.includes("at most")) child.kill("SIGTERM");
    });
    child.stdin.end('{"request":"x"}');
    const exitCode = await new Promise((resolve) => child.once("close", resolve));
    expect([exitCode, JSON.parse(stdout)]).toEqual([143, expect.objectContaining({ status: "aborted" })]);
  });
});
