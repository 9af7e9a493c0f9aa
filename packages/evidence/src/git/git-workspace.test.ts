import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { describeDifference, snapshotDifference } from "../workspace/snapshot.js";
import { lines, testRepository, type TestRepository } from "./repository.fixture.js";
import { openRepository } from "./repository.js";

vi.setConfig({ testTimeout: 60_000 });

/** What a snapshot difference says after a step. */
async function seen(repo: TestRepository, step: () => unknown): Promise<string> {
  const { workspace } = await openRepository(repo.root);
  const before = await workspace.snapshot();
  step();
  const after = await workspace.snapshot();
  const difference = snapshotDifference(before, after);
  expect(difference.isEqual).toBe(before.digest === after.digest);
  return describeDifference(difference);
}

describe("a reviewer that changes the workspace is seen", () => {
  it.each<[what: string, step: (repo: TestRepository) => unknown, seen: string | RegExp]>([
    ["nothing", () => undefined, ""],
    ["looking around", (repo) => [["status"], ["log"], ["diff"], ["show", "HEAD~1"], ["blame", "a.ts"]].map((args) => repo.git(...args)), ""],
    ["an edit", (repo) => repo.write("a.ts", "x\n"), 'modified "a.ts"'],
    ["a staged edit", (repo) => (repo.write("a.ts", "x\n"), repo.git("add", "a.ts")), 'modified "a.ts", git\'s index'],
    ["an edit that was staged and taken back on disk", (repo) => (repo.write("a.ts", "x\n"), repo.git("add", "a.ts"), repo.write("a.ts", lines(5, "second"))), "git's index"],
    ["a deletion", (repo) => repo.remove("a.ts"), 'removed "a.ts"'],
    ["a new file", (repo) => repo.write("new.ts", "x\n"), 'added "new.ts"'],
    ["a new file in a new directory", (repo) => repo.write("n/e/w.ts", "x\n"), 'added "n/e/w.ts"'],
    ["a new ignored file", (repo) => repo.write("ignored/x", "x\n"), ""],
    ["a mode", (repo) => repo.write("a.ts", lines(5, "second"), 0o755), 'modified "a.ts"'],
    ["a commit", (repo) => repo.git("commit", "-q", "--allow-empty", "-m", "x"), "git's head, git's references, git's log of HEAD"],
    ["a checkout of another branch", (repo) => repo.git("checkout", "-q", "side"), /modified "a.ts".*git's head, git's branch, git's index, git's log of HEAD/],
    ["a checkout that was undone", (repo) => (repo.git("checkout", "-q", "side"), repo.git("checkout", "-q", "main")), "git's log of HEAD"],
    ["a new branch at the same commit", (repo) => repo.git("checkout", "-q", "-b", "other"), "git's branch, git's references, git's log of HEAD"],
    ["a detached HEAD at the same commit", (repo) => repo.git("checkout", "-q", "--detach"), "git's branch, git's log of HEAD"],
    ["a hard reset of uncommitted work", (repo) => repo.git("reset", "-q", "--hard"), /modified "dirty.ts"/],
    ["a stash", (repo) => repo.git("stash", "-q"), /modified "dirty.ts".*git's references/],
    ["another branch moved", (repo) => repo.git("branch", "-f", "side", "main"), "git's references"],
    ["a tag", (repo) => repo.git("tag", "x"), "git's references"],
    ["an edit behind assume-unchanged", (repo) => (repo.git("update-index", "--assume-unchanged", "a.ts"), repo.write("a.ts", "x\n")), 'modified "a.ts", git\'s index'],
    ["a flag of the index alone", (repo) => repo.git("update-index", "--skip-worktree", "a.ts"), "git's index"],
    ["a new file behind a private ignore pattern", (repo) => (writeFileSync(join(repo.root, ".git/info/exclude"), "*\n"), repo.write("new.ts", "x\n")), "git's settings"],
    ["a hook that was planted", (repo) => writeFileSync(join(repo.root, ".git/hooks/pre-commit"), "#!/bin/sh\n"), "git's settings"],
    ["a setting", (repo) => repo.git("config", "core.fsmonitor", "evil"), "git's settings"],
    ["a new nested repository", (repo) => {
      mkdirSync(join(repo.root, "nested"));
      repo.git("init", "-q", "nested");
      repo.write("nested/x", "x\n");
    }, 'added "nested/x"'],
    ["a tracked file in place of which a link stands", (repo) => (repo.remove("a.ts"), symlinkSync("/etc/passwd", join(repo.root, "a.ts"))), 'modified "a.ts"'],
  ])("G15, case F19: %s", async (_, step, expected) => {
    const repo = testRepository({ "a.ts": lines(5), ".gitignore": "ignored\n", "dirty.ts": "x\n" });
    repo.git("branch", "side");
    repo.write("a.ts", lines(5, "second"));
    repo.commit("second\n");
    repo.write("dirty.ts", "uncommitted\n");
    const found = await seen(repo, () => step(repo));
    if (typeof expected === "string") expect(found).toBe(expected);
    else expect(found).toMatch(expected);
  });

  it("G15: a repository without commits, and a linked work tree, have snapshots too", async () => {
    const repo = testRepository();
    expect((await (await openRepository(repo.root)).workspace.snapshot()).git).toMatchObject({ head: null, branch: "refs/heads/main" });
    repo.write("a", "a\n");
    repo.commit();
    const linked = join(repo.root, "../linked");
    repo.git("worktree", "add", "-q", "-b", "linked", linked);
    const repository = await openRepository(linked);
    const before = await repository.workspace.snapshot();
    expect([before.git?.branch, Object.keys(before.files)]).toEqual(["refs/heads/linked", ["a"]]);
    expect((await repository.readCommit("HEAD")).paths).toHaveLength(1);
    expect(await seen({ ...repo, root: linked }, () => writeFileSync(join(linked, ".git"), `gitdir: ${join(repo.root, ".git")}\n`))).toMatch(/git's branch/);
  });

  it.each([["ignored", "d\n", ""], ["listed itself", "", ", added"]])("G15, LG-SEC-36: what lies behind a link in place of a directory is not there, with the same bytes or others; the link is %s", async (_, ignored, added) => {
    const repo = testRepository({ "d/f": "f\n", "d/e/g": "g\n", ".gitignore": "" });
    repo.write(".gitignore", ignored);
    const link = (): void => {
      renameSync(join(repo.root, "d"), join(repo.root, "../outside"));
      symlinkSync("../outside", join(repo.root, "d"));
    };
    const found = await seen(repo, link);
    expect(found.split(", ").sort()).toEqual(['removed "d/e/g"', 'removed "d/f"', ...(added === "" ? [] : ['added "d"'])].sort());
    // Nothing outside of the work tree counts.
    expect(await seen(repo, () => writeFileSync(join(repo.root, "../outside/f"), "other\n"))).toBe("");
    // A link further up does not either.
    const deep = testRepository({ "d/e/g": "g\n" });
    expect(await seen(deep, () => {
      cpSync(join(deep.root, "d/e"), join(deep.root, "copy"), { recursive: true });
      deep.remove("d/e/g");
      renameSync(join(deep.root, "d/e"), join(deep.root, "../e"));
      symlinkSync("../copy", join(deep.root, "d/e"));
    })).toMatch(/removed "d\/e\/g"/);
  });

  it("G15: objects that are borrowed from elsewhere are seen, also where the objects themselves are a link", async () => {
    const repo = testRepository({ a: "a\n" });
    renameSync(join(repo.root, ".git/objects"), join(repo.root, "../objects"));
    symlinkSync("../../objects", join(repo.root, ".git/objects"));
    expect(await seen(repo, () => writeFileSync(join(repo.root, "../objects/info/alternates"), `${join(repo.root, "../objects")}\n`))).toBe("git's settings");
  });

  it("G15: one list gives the paths and the index, as git gives each alone, with five gits in all", async () => {
    const repo = testRepository({ a: "a\n", "with\ttab": "x\n", "? b": "x\n", ".gitignore": "ignored\n" });
    repo.git("checkout", "-q", "-b", "other");
    repo.write("a", "other\n");
    repo.commit();
    repo.git("checkout", "-q", "main");
    repo.write("a", "main\n");
    repo.commit();
    expect(() => repo.git("merge", "-q", "other")).toThrow(); // leaves three stages of one path
    repo.git("update-index", "--assume-unchanged", ".gitignore");
    for (const name of ["? new", "H 100644 0\tnew", "new\nline", "ignored", "n/e/w"]) repo.write(name, "x\n");
    mkdirSync(join(repo.root, "nested"));
    repo.git("init", "-q", "nested");
    repo.write("nested/x", "x\n");
    const log = join(repo.root, "../calls");
    const command = join(repo.root, "../counted-git");
    writeFileSync(command, `#!/bin/sh\necho >> '${log}'\nexec git "$@"\n`, { mode: 0o755 });
    const { workspace } = await openRepository(repo.root, { command });
    const before = readFileSync(log).length;
    const { files, git } = await workspace.snapshot();
    expect(readFileSync(log).length - before).toBe(5);
    const list = (...args: readonly string[]): string => execFileSync("git", ["ls-files", "-z", ...args], { cwd: repo.root, encoding: "utf8" });
    const paths = list("--cached", "--others", "--exclude-standard").split("\0").filter((path) => path !== "").map((path) => (path === "nested/" ? "nested/x" : path));
    expect(Object.keys(files).sort()).toEqual([...new Set(paths)].sort());
    expect(git?.index).toBe(`sha256:${createHash("sha256").update(list("--stage", "-v")).digest("hex")}`);
  });

  it("G4: a list of files that was cut short gives no snapshot", async () => {
    const repo = testRepository({ a: "a\n", b: "b\n" });
    const command = join(repo.root, "../short-git");
    writeFileSync(command, '#!/bin/sh\ncase "$*" in *ls-files*) git "$@" | head -c 60;; *) exec git "$@";; esac\n', { mode: 0o755 });
    const { workspace } = await openRepository(repo.root, { command });
    await expect(workspace.snapshot()).rejects.toMatchObject({ code: "git-failed", message: expect.stringContaining("form that cannot be read") as string });
  });

  it("LG-SEC-7: files are read inside the work tree alone", async () => {
    const repo = testRepository({ a: "a\n" });
    const { workspace } = await openRepository(repo.root);
    expect(new TextDecoder().decode(workspace.read("a") ?? undefined)).toBe("a\n");
    expect(() => workspace.read(".git/config")).toThrow(expect.objectContaining({ code: "path-unsafe" }) as Error);
    expect(() => workspace.read("../x")).toThrow(expect.objectContaining({ code: "path-unsafe" }) as Error);
  });
});
