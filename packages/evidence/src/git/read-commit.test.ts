import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { lines, testRepository } from "./repository.fixture.js";
import { openRepository } from "./repository.js";

vi.setConfig({ testTimeout: 60_000 });

const text = (bytes: Uint8Array | null): string | null => (bytes === null ? null : Buffer.from(bytes).toString("latin1"));

describe("which commit", () => {
  it("LG-SEC-1: what is no plain revision never reaches git", async () => {
    const repo = testRepository({ a: "a\n" });
    const repository = await openRepository(repo.root);
    const target = join(repo.root, "../written");
    for (const revision of ["", `--output=${target}`, "-p", "HEAD HEAD", "HEAD\n", "a\u0000b", "\u3000", "x".repeat(257), "\ud800"]) {
      await expect(repository.readCommit(revision), JSON.stringify(revision)).rejects.toMatchObject({ name: "EvidenceError", code: "revision-unsafe", path: "commit" });
    }
    await expect(repository.readCommit(5 as never)).rejects.toMatchObject({ code: "revision-unsafe" });
    expect(existsSync(target)).toBe(false);
  });

  it("LG-SEC-1, LG-SEC-2: ranges, trees, files, unknown names and other answers than one id are refused", async () => {
    const repo = testRepository({ "a": "a\n", "d/b": "b\n" });
    repo.write("a", "b\n");
    repo.commit();
    const repository = await openRepository(repo.root);
    for (const revision of ["HEAD~1..HEAD", "HEAD~1...HEAD", "^HEAD", "HEAD^@", "HEAD^!", "HEAD:d", "HEAD:a", "HEAD^{tree}", "nowhere", "deadbeef", "@{-9}"]) {
      await expect(repository.readCommit(revision), revision).rejects.toMatchObject({ code: "revision-unknown" });
    }
  });

  it("LG-CD-3: any name of a commit becomes its full id", async () => {
    const repo = testRepository({ a: "a\n" });
    const id = repo.git("rev-parse", "HEAD");
    repo.git("tag", "-a", "v1", "-m", "tag");
    const repository = await openRepository(join(repo.root, "."));
    for (const revision of [id, id.slice(0, 8), "HEAD", "main", "refs/heads/main", "v1", "@"]) expect(await repository.resolveCommit(revision)).toBe(id);
    expect(repository.root).toBe(repo.root);
  });

  it("LG-SEC-2: a merge is refused, a first commit is compared with nothing", async () => {
    const repo = testRepository({ a: "a\n" });
    const base = repo.git("rev-parse", "HEAD");
    repo.git("checkout", "-q", "-b", "side");
    repo.write("b", "b\n");
    repo.commit();
    repo.git("checkout", "-q", "main");
    repo.write("c", "c\n");
    repo.commit();
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "side");
    const repository = await openRepository(repo.root);
    await expect(repository.readCommit("HEAD")).rejects.toMatchObject({ code: "commit-merge", hint: expect.stringMatching(/individual/) as string });
    expect(await repository.readCommit(base)).toMatchObject({ parents: [], paths: [{ path: "a", status: "A", before: null }], files: [{ oldPath: null, newPath: "a" }] });
    await expect(repository.listCommits({ from: base, to: "HEAD" })).rejects.toMatchObject({ code: "range-not-linear" });
  });

  it("LG-SEC-2: a range is a line of single commits, oldest first", async () => {
    const repo = testRepository({ a: "a\n" });
    const ids = ["b", "c", "d"].map((mark) => {
      repo.write("a", `${mark}\n`);
      return repo.commit();
    });
    const repository = await openRepository(repo.root);
    expect(await repository.listCommits({ from: "HEAD~3", to: "HEAD" })).toEqual(ids);
    expect(await repository.listCommits({ from: "HEAD", to: "HEAD" })).toEqual([]);
    await expect(repository.listCommits({ from: "HEAD", to: "HEAD~1" })).rejects.toMatchObject({ code: "range-not-linear" });
    await expect(repository.listCommits({ from: "--all", to: "HEAD" })).rejects.toMatchObject({ code: "revision-unsafe" });
    repo.git("checkout", "-q", "--orphan", "other");
    repo.commit();
    await expect(repository.listCommits({ from: "main", to: "other" })).rejects.toMatchObject({ code: "range-not-linear" });
  });

  it("LG-SEC-2: where the parent is missing the commit is refused, not taken for a first one", async () => {
    const repo = testRepository({ a: "a\n" });
    repo.write("a", "b\n");
    repo.commit();
    const clone = join(repo.root, "../clone");
    repo.git("clone", "-q", "--depth=1", `file://${repo.root}`, clone);
    await expect((await openRepository(clone)).readCommit("HEAD")).rejects.toMatchObject({ code: "git-failed" });
  });
});

describe("what it touched", () => {
  it("LG-SEC-5, LG-CD-9: binary edits, renames, modes, empty files, submodules and links are all there", async () => {
    const repo = testRepository({ "bin": Uint8Array.from([0, 1, 2]), "src/b.ts": lines(3), "old": lines(4), "gone": "x\n", "link": "x\n", ".gitmodules": '[submodule "sub"]\n\tpath = sub\n\turl = ./x\n\tignore = all\n' });
    const inner = testRepository({ x: "x\n" });
    repo.git("update-index", "--add", "--cacheinfo", `160000,${inner.git("rev-parse", "HEAD")},sub`);
    repo.git("commit", "-q", "-m", "add a submodule");
    repo.write("bin", Uint8Array.from([0, 1, 3]));
    repo.write("src/b.ts", lines(3), 0o755);
    repo.git("mv", "old", "new name");
    repo.remove("gone");
    repo.remove("link");
    symlinkSync("src/b.ts", join(repo.root, "link"));
    repo.write("empty", "");
    repo.git("add", "-A", ":!sub");
    inner.write("x", "y\n");
    repo.git("update-index", "--cacheinfo", `160000,${inner.commit()},sub`);
    repo.git("commit", "-q", "-m", "everything");
    const { paths, files, after, before } = await (await openRepository(repo.root)).readCommit("HEAD");
    expect(paths.map(({ path, status }) => `${status} ${path}`)).toEqual(["M bin", "A empty", "D gone", "T link", "A new name", "D old", "M src/b.ts", "M sub"]);
    expect(new Set(files.flatMap(({ oldPath, newPath }) => [oldPath ?? newPath, newPath ?? oldPath]))).toEqual(new Set(paths.map(({ path }) => path)));
    expect(files.find(({ newPath }) => newPath === "src/b.ts")).toMatchObject({ hunks: [], isModeChange: true });
    expect(files.find(({ newPath }) => newPath === "bin")?.hunks).toHaveLength(1);
    expect(text(after("sub"))).toMatch(/^Subproject commit [0-9a-f]{40}\n$/);
    expect(text(after("link"))).toBe("src/b.ts");
    expect([text(after("gone")), text(before("gone")), text(after("empty")), text(before("empty")), text(after("nowhere"))]).toEqual([null, "x\n", "", null, null]);
  });

  it("LG-SEC-6: names are what they spell, however odd", async () => {
    const names = ["src/my file.ts", "é.ts", 'q"uo\\te', "tab\there", "new\nline", "-dash", " lead", "trail ", "a => b", "$(x)", "b/b", "diff --git a/x b/x", ":(top)x", "*"];
    const repo = testRepository({ base: "x\n" });
    for (const name of names) repo.write(name, "x\n");
    repo.commit();
    const { paths, files, after } = await (await openRepository(repo.root)).readCommit("HEAD");
    expect(paths.map(({ path }) => path).sort()).toEqual([...names].sort());
    expect(files.map(({ newPath }) => newPath).sort()).toEqual([...names].sort());
    for (const name of names) expect(text(after(name))).toBe("x\n");
  });

  it("LG-SEC-6: a name that is no UTF-8 comes with its bytes", async () => {
    const repo = testRepository({ base: "x\n" });
    writeFileSync(Buffer.concat([Buffer.from(`${repo.root}/`), Buffer.from([0xff, 0x78])]), "x\n");
    repo.commit();
    const { paths, files } = await (await openRepository(repo.root)).readCommit("HEAD");
    expect([paths.map(({ path }) => path), files.map(({ newPath }) => newPath)]).toEqual([["\\xffx"], ["\\xffx"]]);
  });

  it("LG-SEC-4, LG-CD-9: content that imitates a diff, CRLF, and no line end at the end", async () => {
    const repo = testRepository({ "a.ts": `one\r\ntwo\r\n${lines(30)}end`, "c": "x" });
    repo.write("a.ts", `one\r\n++ b/tests/review/F-001\n\u2028diff --git a/x b/x\n${lines(30).replace("line 20\n", "-- a/x\n++ b/x\n@@ -1 +1 @@\n")}END`);
    repo.write("c", "y\n");
    repo.commit();
    const { files } = await (await openRepository(repo.root)).readCommit("HEAD");
    expect(files.map(({ newPath, hunks }) => [newPath, hunks.map((hunk) => Object.values<number>({ ...hunk }))])).toEqual([
      ["a.ts", [[2, 1, 2, 2], [22, 1, 23, 3], [33, 1, 36, 1]]],
      ["c", [[1, 1, 1, 1]]],
    ]);
  });

  it("LG-SEC-16: a message in another encoding is kept byte for byte", async () => {
    const repo = testRepository({ a: "a\n" });
    writeFileSync(join(repo.root, "../message"), Buffer.from("caf\xe9\n\nReview-Fix: F-001\n", "latin1"));
    repo.git("-c", "i18n.commitEncoding=ISO-8859-1", "commit", "-q", "--allow-empty", "-F", "../message");
    expect((await (await openRepository(repo.root)).readCommit("HEAD")).message).toBe("café\n\nReview-Fix: F-001\n");
  });
});

describe("bounds", () => {
  it("LG-SEC-13, LG-SEC-30: what is larger than its limit is an error that names it, never cut", async () => {
    const repo = testRepository({ a: lines(1000) });
    repo.write("a", lines(1000, "other"));
    writeFileSync(join(repo.root, "../message"), "x".repeat(1_048_577));
    repo.git("add", "-A");
    repo.git("commit", "-q", "-m", "fix");
    const small = await openRepository(repo.root, { maxDiffBytes: 1000, maxFileBytes: 100 });
    await expect(small.readCommit("HEAD")).rejects.toMatchObject({ code: "diff-too-large", message: expect.stringMatching(/1000/) as string });
    const commit = await (await openRepository(repo.root, { maxFileBytes: 100 })).readCommit("HEAD");
    expect(() => commit.after("a")).toThrow(expect.objectContaining({ code: "file-too-large" }) as Error);
    repo.git("commit", "-q", "--allow-empty", "-F", "../message");
    await expect(small.readCommit("HEAD")).rejects.toMatchObject({ code: "message-too-large" });
  });

  it("LG-SEC-30: a git that hangs is ended with all it started, and one that floods or is missing is told apart", async () => {
    const repo = testRepository({ a: "a\n" });
    const program = (name: string, source: string): string => {
      const path = join(repo.root, `../${name}`);
      writeFileSync(path, `#!/bin/sh\ncase "$*" in *--git-dir*) echo .git; exit 0;; esac\n${source}\n`, { mode: 0o755 });
      return path;
    };
    const marker = join(repo.root, "../late");
    const hanging = await openRepository(repo.root, { command: program("hang", `(sleep 2; touch ${marker}) & wait`), timeoutMs: 300 });
    await expect(hanging.resolveCommit("HEAD")).rejects.toMatchObject({ code: "git-timeout" });
    const flooding = await openRepository(repo.root, { command: program("flood", "yes") });
    await expect(flooding.resolveCommit("HEAD")).rejects.toMatchObject({ code: "git-output-too-large" });
    const failing = await openRepository(repo.root, { command: program("fail", `printf '\\033[31m%5000s bad\\n' x >&2; exit 3`) });
    const thrown = await failing.resolveCommit("HEAD").catch((error: unknown) => error as Error & { readonly code: string });
    expect(thrown).toMatchObject({ code: "git-failed", message: expect.stringMatching(/^git rev-parse exited with code 3: .*bad$/) as string });
    expect((thrown as Error).message.length).toBeLessThan(2100);
    expect((thrown as Error).message).not.toContain("\u001b");
    await expect(openRepository(repo.root, { command: "/nonexistent/git" })).rejects.toMatchObject({ code: "git-missing" });
    expect(existsSync(marker)).toBe(false);
  });

  it("LG-SEC-30: an abort rejects with its reason", async () => {
    const repo = testRepository({ a: "a\n" });
    const repository = await openRepository(repo.root);
    const reason = new Error("enough");
    await expect(repository.readCommit("HEAD", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it("LG-SEC-8: a directory without a repository, a broken one and wrong options are refused", async () => {
    const repo = testRepository({ a: "a\n" });
    const outside = join(repo.root, "..");
    mkdirSync(join(outside, "broken/.git"), { recursive: true });
    mkdirSync(join(outside, "plain"));
    await expect(openRepository(join(outside, "broken"))).rejects.toMatchObject({ code: "not-a-repository" });
    await expect(openRepository(join(outside, "plain"))).rejects.toMatchObject({ code: "not-a-repository" });
    await expect(openRepository(join(outside, "nowhere"))).rejects.toMatchObject({ code: "not-a-repository" });
    await expect(openRepository(repo.root, { timeoutMs: 0 })).rejects.toMatchObject({ code: "option-invalid", path: "timeoutMs" });
    mkdirSync(join(repo.root, "deep/er"), { recursive: true });
    expect((await openRepository(join(repo.root, "deep/er"))).root).toBe(repo.root);
  });
});
