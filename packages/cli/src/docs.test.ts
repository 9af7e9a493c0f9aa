/** The pages about the command say what the command says; UPDATE_DOCS=1 writes them. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { generateHelpTextForAllCommands } from "@stricli/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { application } from "./application.js";
import { buildProgram } from "./command-run.fixture.js";

const pageAt = (name: string): URL => new URL(`../../../docs/${name}`, import.meta.url);

/** Compares a page with its fresh text, or writes that. */
function keep(name: string, fresh: string): void {
  if (process.env["UPDATE_DOCS"] === "1") writeFileSync(pageAt(name), fresh);
  else expect(readFileSync(pageAt(name), "utf8")).toBe(fresh);
}

describe("docs/cli.md", () => {
  it("has the help of every command", () => {
    // The cast: help calls no command, so that it does not matter what they are called with.
    const help = generateHelpTextForAllCommands(application as never).map(([command, text]) => `### \`${command}\`\n\n\`\`\`text\n${text.trimEnd()}\n\`\`\``);
    const text = readFileSync(pageAt("cli.md"), "utf8");
    keep("cli.md", text.replace(/<!-- generated: commands -->\n[^]*<!-- \/generated -->/, () => `<!-- generated: commands -->\n${help.join("\n\n")}\n<!-- /generated -->`));
  });
});

describe("docs/host-driven.md", () => {
  it("LG-CLI-2, LG-FIX-5, LG-SEC-33: every command of the page, played in order on a real repository, prints what the page shows", async () => {
    const base = realpathSync(mkdtempSync(path.join(tmpdir(), "loopwright-page-")));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    const environment = await shell(base);
    const text = readFileSync(pageAt("host-driven.md"), "utf8");
    let played = 0;
    const fresh = text.replaceAll(/```sh\n([^]*?)```\n(?:\n```text\n[^]*?```\n)?/g, (_, script: string) => {
      played += 1;
      const shown = environment(script);
      return `\`\`\`sh\n${script}\`\`\`\n${shown === "" ? "" : `\n\`\`\`text\n${shown}\`\`\`\n`}`;
    });
    expect(played).toBeGreaterThan(10);
    keep("host-driven.md", fresh);
  });
});

/** A shell in an empty repository with `loopwright` on its path; gives what a script prints, on both streams. */
async function shell(base: string): Promise<(script: string) => string> {
  const folders = { bin: path.join(base, "bin"), repository: path.join(base, "repository"), temporary: path.join(base, "tmp") };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  const program = await buildProgram(base);
  writeFileSync(path.join(folders.bin, "loopwright"), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  chmodSync(path.join(folders.bin, "loopwright"), 0o755);
  const author = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@example.com", GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@example.com" };
  const env = { PATH: [folders.bin, path.dirname(process.execPath), process.env["PATH"]].join(path.delimiter), HOME: base, GIT_CONFIG_NOSYSTEM: "1", ...author };
  execFileSync("git", ["--version"], { env });
  return (script) => {
    // Variables do not live from one block to the next; the page sets one.
    const whole = `LEDGER=.review/work/cart/review-ledger.json\n${script.replaceAll("/tmp/", `${folders.temporary}/`)}`;
    const { stdout, error } = spawnSync("sh", ["-c", `exec 2>&1\n${whole}`], { cwd: folders.repository, env, encoding: "utf8" });
    if (error !== undefined) throw error;
    return stdout.replaceAll(/\d{4}-\d{2}-\d{2}/g, "2026-01-02").replaceAll(/\b[0-9a-f]{12}\b/g, "4f2a91c0d3e7");
  };
}
