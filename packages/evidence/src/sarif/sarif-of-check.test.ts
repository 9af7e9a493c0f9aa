import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { commandCheck, type CommandCheckOptions } from "../command-check.js";
import { directoryWorkspace } from "../workspace/directory-workspace.js";
import { sarifVerdict } from "./facts.js";
import { logOf, resultOf, runOf } from "./log.fixture.js";
import { eslintLike } from "./producers.fixture.js";
import { sarifOfCheck } from "./sarif-of-check.js";

vi.setConfig({ testTimeout: 60_000 });

/** Runs a program of Node that prints a text and then does something else; gives what a policy gets to see. */
async function checked(text: string, then = "", over: Partial<CommandCheckOptions> = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "sarif-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, "log.txt"), text.replaceAll("$ROOT", root));
  const source = `process.stdout.write(require("node:fs").readFileSync("log.txt", "utf8"), () => { ${then} });`;
  const record = await commandCheck({ id: "lint", command: process.execPath, args: ["-e", source], timeoutMs: 60_000, ...over }).run(directoryWorkspace(root));
  const log = sarifOfCheck(record, { root });
  return { log, verdict: sarifVerdict(log), record };
}

const clean = logOf(runOf([]));
const dirty = logOf(runOf([resultOf({ level: "error" })]));

describe("the log that a check printed", () => {
  it("is read with the paths of the workspace", async () => {
    const { log, verdict } = await checked(JSON.stringify(eslintLike("$ROOT")), "process.exitCode = 1;");
    expect(log.findings.map(({ places: [place] }) => place?.location?.file)).toEqual(["src/a.js", "src/deep/b c.js"]);
    expect(verdict).toBe("rejected");
  });

  it("approves if the analyser ended well and found nothing", async () => {
    expect((await checked(clean)).verdict).toBe("approved");
  });

  it("rejects by findings, whatever the code", async () => {
    expect((await checked(dirty)).verdict).toBe("rejected");
    expect((await checked(dirty, "process.exitCode = 3;")).verdict).toBe("rejected");
  });

  it.each([
    ["nothing", "", "", {}, /printed no log that can be read: the log is not JSON/],
    ["half a log", clean.slice(0, -1), "", {}, /printed no log that can be read/],
    ["something beside it", clean, 'console.error("deprecated")', {}, /printed no log that can be read/],
    ["a log in another version", '{"version":"2.0.0"}', "", {}, /in version "2\.0\.0"/],
    ["more than was kept", logOf(runOf([], { properties: { p: "x".repeat(500) } })), "", { maxOutputBytes: 100 }, /printed more than was kept/],
    ["a log without a finding, and another code than 0", clean, "process.exitCode = 2;", {}, /ended with code 2, and its log has no finding/],
    ["a log, and was killed", clean, 'process.kill(process.pid, "SIGKILL"); setTimeout(() => {}, 60000);', {}, /did not end by itself: signalled/],
    ["a log, and went on for too long", clean, "setTimeout(() => {}, 60000);", { timeoutMs: 1500 }, /did not end by itself: timed-out/],
    ["no log, as it could not be started", clean, "", { command: "no-such-program" }, /did not end by itself: not-started/],
  ])("G4: says that it is incomplete after %s", async (_, text, then, over, problem) => {
    const { log, verdict } = await checked(text, then, over);
    expect(log.problems).toEqual([expect.stringMatching(problem)]);
    expect(log.isComplete).toBe(false);
    expect(verdict).toBe("unavailable");
  });

  it("G20: an option that is none is not the command's fault", async () => {
    const { record } = await checked(clean);
    expect(() => sarifOfCheck(record, { root: "relative" })).toThrow(expect.objectContaining({ code: "option-invalid" }) as Error);
  });
});
