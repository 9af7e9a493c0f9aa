/**
 * Real repositories for tests, written in one go by `git fast-import`: commits without a work tree, because the check reads
 * objects and nothing else.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What stands at a path: a file, or with a mode an executable, a link (`120000`) or a submodule (`160000`, its content an id). */
export type TreeFile = string | Uint8Array | { readonly mode: string; readonly content: string };

/** One commit: its whole tree. */
export interface WrittenCommit {
  readonly files: { readonly [path: string]: TreeFile };
  readonly message: string | Uint8Array;
  /** `Name <mail> seconds zone`. */
  readonly by?: string;
}

const BY = "a <a@example.com> 1700000000 +0000";

/** Makes an empty repository. The caller removes it. */
export function emptyRepository(): { readonly root: string; readonly git: (...args: readonly string[]) => string; readonly remove: () => void; readonly write: (branches: Iterable<readonly [name: string, commits: readonly WrittenCommit[]]>) => void } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "ledger-repo-")));
  const env = { PATH: process.env["PATH"], HOME: root, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@example.com", GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@example.com" };
  const run = (args: readonly string[], input: string | Uint8Array = ""): string => execFileSync("git", args, { cwd: root, env, input, encoding: "utf8", maxBuffer: 67_108_864, stdio: ["pipe", "pipe", "pipe"] }).trimEnd();
  run(["init", "-q", "-b", "main"]);
  return {
    root,
    git: (...args) => run(args),
    remove: () => rmSync(root, { recursive: true, force: true }),
    write: (branches) => void run(["fast-import", "--quiet", "--force"], Buffer.concat([...branches].flatMap(([name, commits]) => commits.flatMap((commit, index) => pieces(name, commit, index === 0))))),
  };
}

function pieces(branch: string, { files, message, by = BY }: WrittenCommit, isFirst: boolean): readonly Uint8Array[] {
  const data = (content: string | Uint8Array): readonly Uint8Array[] => {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    return [Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from("\n")];
  };
  const head = `${isFirst ? `reset refs/heads/${branch}\n` : ""}commit refs/heads/${branch}\nauthor ${by}\ncommitter ${by}\n`;
  const entries = Object.entries(files).flatMap(([path, file]) => {
    const { mode, content } = typeof file === "string" || file instanceof Uint8Array ? { mode: "100644", content: file } : file;
    const name = `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
    if (mode === "160000") return [Buffer.from(`M ${mode} ${String(content)} ${name}\n`)];
    return [Buffer.from(`M ${mode} inline ${name}\n`), ...data(content)];
  });
  return [Buffer.from(head), ...data(message), Buffer.from("deleteall\n"), ...entries, Buffer.from("\n")];
}
