/**
 * Reading evidence: a diff of 100 MB from a real git, its text alone, and a repository of 5,000 files. Each in a process of
 * its own, so that the peak of memory is its own.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diffReader, parseDiff } from "@loopwright/evidence";
import { openRepository } from "@loopwright/evidence/git";

const MB = 1_000_000;
const DIFF_MB = 100;

function git(root: string, ...args: readonly string[]): string {
  return execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: root, encoding: "utf8", maxBuffer: 1_000 * MB }).trim();
}

/** Lines of 40 characters, each its own. */
function textOf(bytes: number, mark: string): string {
  return Array.from({ length: bytes / 41 }, (_, index) => `${mark}${String(index).padStart(40 - mark.length, ".")}\n`).join("");
}

function report(what: string, ms: number, bytes = 0): void {
  const rate = bytes === 0 ? "" : `, ${((bytes / MB / ms) * 1000).toFixed(0)} MB/s`;
  console.log(`${what}: ${ms.toFixed(0)} ms${rate}, peak RSS ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`);
}

async function timed<T>(call: () => T | Promise<T>): Promise<readonly [ms: number, value: T]> {
  const start = performance.now();
  const value = await call();
  return [performance.now() - start, value];
}

const measurements: { readonly [name: string]: (root: string) => Promise<void> } = {
  async "diff text"() {
    const lines = (DIFF_MB * MB) / 42;
    const bytes = new Uint8Array(DIFF_MB * MB + 1000);
    const head = new TextEncoder().encode(`diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,0 +2,${Math.floor(lines)} @@\n`);
    bytes.set(head);
    const line = new TextEncoder().encode(`+${"x".repeat(40)}\n`);
    let at = head.length;
    for (let index = 0; index < Math.floor(lines); index++, at += line.length) bytes.set(line, at);
    const [ms, files] = await timed(() => parseDiff(bytes.subarray(0, at), { maxBytes: 200 * MB }));
    if (files[0]?.hunks[0]?.newCount !== Math.floor(lines)) throw new Error("not all lines were read");
    report(`a diff of ${(at / MB).toFixed(0)} MB, held whole`, ms, at);
  },

  async "diff pieces"() {
    const reader = diffReader({ maxBytes: 200 * MB });
    // Lines that end nowhere near the ends of the pieces, as they come from a pipe.
    const piece = new TextEncoder().encode(`+${"x".repeat(40)}\n`.repeat(1_561)).subarray(0, 65_521);
    const count = Math.floor((DIFF_MB * MB) / piece.length);
    const lines = count * (piece.filter((byte) => byte === 0x0a).length + 1);
    reader.push(new TextEncoder().encode(`diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,0 +2,${lines} @@\n`));
    const end = new TextEncoder().encode("\n");
    const [ms] = await timed(() => {
      for (let index = 0; index < count; index++) {
        reader.push(piece);
        reader.push(end);
      }
    });
    if (reader.end()[0]?.hunks[0]?.newCount !== lines) throw new Error("not all lines were read");
    report(`a diff of ${DIFF_MB} MB, in pieces of 64 KiB`, ms, count * piece.length);
  },

  async "diff commit"(root) {
    const repository = await openRepository(join(root, "large"), { maxDiffBytes: 200 * MB });
    const [ms, { files }] = await timed(() => repository.readCommit("HEAD"));
    if (files[0]?.hunks.length !== 1) throw new Error("the change was not read");
    report(`a commit with a diff of ${DIFF_MB} MB, read from git as it comes`, ms, DIFF_MB * MB);
    const [alone] = await timed(() => execFileSync("sh", ["-c", "git diff-tree -p -U0 --text HEAD~1 HEAD | wc -c"], { cwd: join(root, "large") }));
    console.log(`  of that, git itself: ${alone.toFixed(0)} ms`);
  },

  async "5,000 files"(root) {
    const repository = await openRepository(join(root, "many"));
    for (const name of ["first", "second"]) {
      const [ms, { files }] = await timed(() => repository.workspace.snapshot());
      if (Object.keys(files).length !== 5_000) throw new Error("not all files were read");
      report(`a snapshot of 5,000 files (${name})`, ms);
    }
    const [one] = await timed(() => repository.readCommit("HEAD"));
    report("a commit of one file among 5,000", one);
    const [all, { paths }] = await timed(() => repository.readCommit("HEAD~1"));
    if (paths.length !== 5_000) throw new Error("not all paths were read");
    report("a commit that touches all 5,000", all);
  },
};

function makeRepositories(): string {
  const root = mkdtempSync(join(tmpdir(), "evidence-bench-"));
  for (const name of ["large", "many"]) {
    mkdirSync(join(root, name));
    git(join(root, name), "init", "-q");
  }
  writeFileSync(join(root, "large/f"), "x\n");
  git(join(root, "large"), "add", ".");
  git(join(root, "large"), "commit", "-qm", "base");
  writeFileSync(join(root, "large/f"), textOf(DIFF_MB * MB, "a"));
  git(join(root, "large"), "commit", "-qam", "large");
  const writeAll = (mark: string): void => {
    for (let index = 0; index < 5_000; index++) {
      const folder = join(root, "many", `d${index % 50}`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `f${index}.ts`), textOf(4_100, mark));
    }
    git(join(root, "many"), "add", ".");
    git(join(root, "many"), "commit", "-qm", mark);
  };
  writeAll("a");
  writeAll("b");
  writeFileSync(join(root, "many/d0/f0.ts"), "c\n");
  git(join(root, "many"), "commit", "-qam", "one");
  return root;
}

/** All of it, one process each. */
export function measureEvidence(): void {
  const root = makeRepositories();
  try {
    for (const name of Object.keys(measurements)) process.stdout.write(execFileSync(process.execPath, [import.meta.filename, name, root], { encoding: "utf8" }));
  } finally {
    rmSync(root, { recursive: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const [name, root] = process.argv.slice(2);
  if (name === undefined || root === undefined) measureEvidence();
  else await measurements[name]?.(root);
}
