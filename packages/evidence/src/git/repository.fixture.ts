/** Real repositories in temporary directories, for tests. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A repository that a test may do anything to. */
export interface TestRepository {
  readonly root: string;
  /** Runs git like somebody who works in the repository; gives what it printed, without the last line end. */
  readonly git: (...args: readonly string[]) => string;
  readonly write: (path: string, content: string | Uint8Array, mode?: number) => void;
  readonly remove: (path: string) => void;
  /** Commits the whole work tree and gives the id. */
  readonly commit: (message?: string) => string;
  /** Creates a program in a directory beside the repository that notes that it ran; gives its path. */
  readonly trap: (name: string) => string;
  /** The traps that ran. */
  readonly sprung: () => string;
}

/** Makes an empty repository; it is removed after the test. */
export function testRepository(files: { readonly [path: string]: string | Uint8Array } = {}): TestRepository {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "evidence-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const root = join(base, "repo");
  const notes = join(base, "sprung");
  mkdirSync(root);
  writeFileSync(notes, "");
  const env = { PATH: process.env["PATH"], HOME: base, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@example.com", GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@example.com" };
  const git = (...args: readonly string[]): string => execFileSync("git", args, { cwd: root, env, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] }).replace(/\n$/, "");
  const write = (path: string, content: string | Uint8Array, mode?: number): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    if (mode !== undefined) chmodSync(join(root, path), mode);
  };
  const commit = (message = "change\n"): string => {
    git("add", "-A", "-f", ".");
    git("commit", "-q", "--allow-empty", "--allow-empty-message", "--cleanup=verbatim", "-m", message);
    return git("rev-parse", "HEAD");
  };
  git("init", "-q", "-b", "main");
  for (const [path, content] of Object.entries(files)) write(path, content);
  if (Object.keys(files).length > 0) commit("base\n");
  return {
    root,
    git,
    write,
    remove: (path) => rmSync(join(root, path), { recursive: true }),
    commit,
    trap: (name) => {
      const path = join(base, `trap-${name}`);
      writeFileSync(path, `#!/bin/sh\necho ${name} >> '${notes}'\ncat 2>/dev/null\n`, { mode: 0o755 });
      return path;
    },
    sprung: () => execFileSync("cat", [notes], { encoding: "utf8" }),
  };
}

/** So many lines, each its own text. */
export function lines(count: number, mark = "line"): string {
  return Array.from({ length: count }, (_, index) => `${mark} ${index + 1}\n`).join("");
}
