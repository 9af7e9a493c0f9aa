/** The command itself, in processes of its own, as a person starts it. */
import { copyFile, mkdtemp, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCommand } from "./command.fixture.ts";
import type { Ended, StartOptions } from "./command.fixture.ts";

const shipped = (name: string): string => fileURLToPath(new URL(`../documents/${name}`, import.meta.url));

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "markdown-review-"));
});
afterAll(() => rm(folder, { recursive: true }));

const start = (args: readonly string[], options: Omit<StartOptions, "cwd"> = {}): Promise<Ended> => startCommand(args, { cwd: folder, ...options });

async function fileWith(name: string, text: string): Promise<string> {
  await writeFile(path.join(folder, name), text);
  return name;
}

describe("for a person", { timeout: 60_000 }, () => {
  test("case F15: the ceiling is printed at the start", async () => {
    const { stdout } = await start([await fileWith("fine.md", "# Fine\n"), "--max-reviews=2"]);
    expect(stdout).toMatch(/^Document {3}fine\.md \(7 bytes\)\n/);
    expect(stdout.indexOf("Ceiling    at most 2 reviews, 1 revision\n")).toBeLessThan(stdout.indexOf("Draft 1"));
  });

  test("the shipped release notes end approved, with exit code 0", async () => {
    const { code, stdout, stderr } = await start([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const order = ["Review 1   not approved, 3 changes asked for", "Draft 2    +", "-1. Back up the the state", "+1. Back up the state", "Review 2   approved", "✔ Approved: draft 2", "Decided by row 5"];
    const places = order.map((text) => stdout.indexOf(text));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places).not.toContain(-1);
  });

  test("case F20: an open finding is listed at the end, and the exit code is not 0", async () => {
    const { code, stdout } = await start([shipped("migration-guide-unfixable.md")]);
    expect(code).toBe(1);
    const ending = stdout.slice(stdout.indexOf("✘ Not approved"));
    expect(ending).toContain("draft 2 could not be revised, with 1 change open");
    expect(ending).toContain("Still open in draft 2:\n  1. [previous 1] Line 8: define the label");
  });

  test("case G08: at the cap the run says that it is no pass", async () => {
    const { code, stdout } = await start([shipped("release-notes.md"), "--max-reviews", "1"]);
    expect(code).toBe(1);
    expect(stdout).toContain("✘ Not approved: 3 changes still open after review 1, the last one allowed.");
    expect(stdout).toContain("row 7 of the table, review-cap");
  });

  test("colour only where it is wanted", async () => {
    const file = await fileWith("plain.md", "In the the end.\n");
    expect((await start([file])).stdout).not.toContain("\u001B[");
    expect((await start([file], { env: { NO_COLOR: undefined, FORCE_COLOR: "1" } })).stdout).toContain("\u001B[31m");
  });

  test("an interrupt ends the run in good order and tells what was reviewed", async () => {
    const large = `# Large\n\n${"One sentence after the other.\n\n".repeat(9000)}`;
    const { code, stdout } = await start([await fileWith("large.md", large)], { interruptAt: "Draft 1" });
    expect(code).toBe(130);
    expect(stdout).toContain("✘ Not approved: the run was interrupted.");
    expect(stdout).toContain("Draft 1 was not reviewed, so it counts for nothing");
  });
});

describe("files", { timeout: 60_000 }, () => {
  test("nothing is written unless it is asked for", async () => {
    const file = await fileWith("kept.md", "In the the end.\n");
    const { code, stdout } = await start([file]);
    expect(code).toBe(0);
    expect(stdout).toContain("Nothing was written");
    expect(await readFile(path.join(folder, file), "utf8")).toBe("In the the end.\n");
  });

  test("cases F09 and H12: --write does not replace a document that somebody changed during its review", async () => {
    const file = await fileWith("edited.md", "# Edited\n");
    const edits = `require("fs").appendFileSync("edited.md", "Mine.\\n"); console.log(JSON.stringify({ approved: true, feedback: [] }))`;
    const { code, stderr } = await start([file, "--write", "--writer-cmd", JSON.stringify([process.execPath, "-e", `console.log("# Draft")`]), "--reviewer-cmd", JSON.stringify([process.execPath, "-e", edits])]);
    expect(stderr).toMatch(/^error: "edited\.md" was changed while it was reviewed\. /);
    expect(code).toBe(2);
    expect(await readFile(path.join(folder, file), "utf8")).toBe("# Edited\nMine.\n");
  });

  test("--write replaces an approved document, through a link, and keeps an unapproved one", async () => {
    const good = await fileWith("good.md", "\uFEFFIn the the end.\r\n");
    await symlink(path.join(folder, good), path.join(folder, "link.md"));
    expect((await start(["link.md", "--write"])).code).toBe(0);
    expect(await readFile(path.join(folder, good), "utf8")).toBe("\uFEFFIn the end.\r\n");
    const bad = await fileWith("bad.md", "In the the end, see [a][b].\n");
    const { code, stdout } = await start([bad, "--write"]);
    expect(code).toBe(1);
    expect(stdout).toContain("The document was left as it is: only an approved draft replaces it.");
    expect(await readFile(path.join(folder, bad), "utf8")).toBe("In the the end, see [a][b].\n");
  });

  test("--out writes the last reviewed draft, approved or not, or prints it", async () => {
    const file = await fileWith("bad2.md", "In the the end, see [a][b].\n");
    expect((await start([file, "--out", "draft.md"])).code).toBe(1);
    expect(await readFile(path.join(folder, "draft.md"), "utf8")).toBe("In the end, see [a][b].\n");
    const { stdout, stderr } = await start([file, "--out", "-"]);
    expect(stdout).toBe("In the end, see [a][b].\n");
    expect(stderr).toContain("✘ Not approved");
  });

  test("npm's working directory is not the person's", async () => {
    await fileWith("here.md", "# Here\n");
    const { code } = await start(["here.md"], { env: { npm_lifecycle_event: "start", INIT_CWD: folder } });
    expect(code).toBe(0);
  });
});

describe("--json", { timeout: 60_000 }, () => {
  test("prints the result and nothing else", async () => {
    const { code, stdout, stderr } = await start(["--json"]);
    const result = JSON.parse(stdout) as { report: { history: unknown[] } };
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(result).toMatchObject({ status: "passed", token: "approved", approved: true, exitCode: 0, unreviewedChange: null, report: { reviews: 2, remainingFeedback: [], violations: [] } });
    expect(result.report.history).toHaveLength(2);
  });

  test("also when the document is not approved", async () => {
    const { code, stdout } = await start([shipped("migration-guide-unfixable.md"), "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ status: "stopped", token: "revision-failed", approved: false, exitCode: 1, written: null });
  });

  test("bad input is one JSON document on standard error", async () => {
    const { code, stdout, stderr } = await start(["none.md", "--json"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(JSON.parse(stderr)).toEqual({ error: { code: "document-missing", message: 'there is no file "none.md"', hint: "Check the path." } });
  });
});

describe("bad input", { timeout: 60_000 }, () => {
  test.for([
    [["none.md"], "there is no file"],
    [["."], "is a directory"],
    [["binary.md"], "is a binary file"],
    [["latin1.md"], "is not valid UTF-8"],
    [["huge.md"], "is too large (50.0 MB)"],
    [["empty.md"], "is empty"],
    [["--max-review", "3"], "unknown option '--max-review'. Did you mean --max-reviews?"],
    [["--max-reviews", "0"], "whole number from 1 to 10"],
    [["fine.md", "--out", "no/where.md"], "cannot write"],
    [["fine.md", "--out", "fine.md"], "--out names the document itself"],
  ] as const)("case F15: %j is one clear line and exit code 2", async ([args, message]) => {
    await writeFile(path.join(folder, "binary.md"), "a\0b");
    await writeFile(path.join(folder, "latin1.md"), new Uint8Array([0x63, 0x61, 0x66, 0xe9]));
    await writeFile(path.join(folder, "huge.md"), "");
    await truncate(path.join(folder, "huge.md"), 50 * 1024 * 1024);
    await writeFile(path.join(folder, "empty.md"), "");
    await fileWith("fine.md", "# Fine\n");
    const { code, stdout, stderr } = await start(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
    expect(stderr).toContain(message);
  });
});

describe("plug-in commands", { timeout: 60_000 }, () => {
  const quoted = (script: string): string => JSON.stringify([process.execPath, path.join(folder, script)]);

  test("any program can review and write", async () => {
    await fileWith(
      "review.mjs",
      `let text = ""; for await (const part of process.stdin) text += part;
       const { input } = JSON.parse(text);
       const isDone = !input.draft.includes("TODO");
       console.log(JSON.stringify({ approved: isDone, feedback: isDone ? [] : ["Remove the line with TODO"] }));`,
    );
    await fileWith(
      "write.mjs",
      `let text = ""; for await (const part of process.stdin) text += part;
       const { purpose, input } = JSON.parse(text);
       process.stdout.write(purpose === "draft" ? input.request.document : input.draft.replace(/TODO.*\\n/, ""));`,
    );
    const file = await fileWith("todo.md", "# Notes\n\nTODO: write\n");
    const { code, stdout } = await start([file, "--cmd-input", "json", "--reviewer-cmd", quoted("review.mjs"), "--writer-cmd", quoted("write.mjs"), "--out", "done.md"]);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("✔ Approved: draft 2") as string });
    expect(await readFile(path.join(folder, "done.md"), "utf8")).toBe("# Notes\n\n");
  });

  test("a command's prose is no approval, and its escapes reach no terminal", async () => {
    const file = await fileWith("prose.md", "# Notes\n");
    const approved = await start([file, "--reviewer-cmd", "echo 'approved: {\"approved\":true,\"feedback\":[]}'"]);
    expect(approved).toMatchObject({ code: 1, stdout: expect.stringContaining("row 3 of the table, review-failed") as string });
    await fileWith("escape.mjs", String.raw`console.log(JSON.stringify({ approved: false, feedback: ["\u001b[2J gone"] }));`);
    const { stdout } = await start([file, "--max-reviews", "1", "--reviewer-cmd", quoted("escape.mjs")]);
    expect(stdout).toContain(String.raw`1. \u{1b}[2J gone`);
  });

  test("a writer that hands in something else is not approved by the linters", async () => {
    const file = await copyFile(shipped("release-notes.md"), path.join(folder, "notes.md")).then(() => "notes.md");
    const { code, stdout } = await start([file, "--writer-cmd", "echo Tidy."]);
    expect(code).toBe(1);
    expect(stdout).toContain("(document:kept)");
  });

  test("--timeout ends a command that hangs", async () => {
    const file = await fileWith("slow.md", "# Notes\n");
    const { code, stdout } = await start([file, "--timeout", "0.5", "--writer-cmd", "sleep 30"]);
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining("run-timeout") as string });
  });
});
