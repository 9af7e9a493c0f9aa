import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { lines, testRepository, type TestRepository } from "./repository.fixture.js";
import { openRepository } from "./repository.js";

vi.setConfig({ testTimeout: 60_000 });

/** A repository whose last commit changed line 5 of `a.ts` and line 2 of `sub/b.ts`. */
function changedRepository(): TestRepository {
  const repo = testRepository({ "a.ts": lines(10), "sub/b.ts": lines(3) });
  repo.write("a.ts", lines(10).replace("line 5\n", "five\n"));
  repo.write("sub/b.ts", lines(3).replace("line 2\n", "two\n"));
  repo.commit("fix\n");
  return repo;
}

const EDIT = [
  { oldPath: "a.ts", newPath: "a.ts", hunks: [{ oldStart: 5, oldCount: 1, newStart: 5, newCount: 1 }], isBinary: false, isModeChange: false },
  { oldPath: "sub/b.ts", newPath: "sub/b.ts", hunks: [{ oldStart: 2, oldCount: 1, newStart: 2, newCount: 1 }], isBinary: false, isModeChange: false },
];

async function expectSeen(repo: TestRepository): Promise<void> {
  const repository = await openRepository(repo.root);
  const commit = await repository.readCommit("HEAD");
  expect(commit.files).toEqual(EDIT);
  expect(commit.paths.map(({ path }) => path)).toEqual(["a.ts", "sub/b.ts"]);
  expect(commit.message).toBe("fix\n");
  const text = (bytes: Uint8Array | null): string => new TextDecoder().decode(bytes ?? new Uint8Array());
  expect([text(commit.before("a.ts")), text(commit.after("a.ts"))]).toEqual([lines(10), lines(10).replace("line 5\n", "five\n")]);
  await repository.workspace.snapshot();
  expect(repo.sprung()).toBe("");
}

describe("settings, attributes and links of a repository bend nothing", () => {
  it.each<[what: string, bend: (repo: TestRepository) => void]>([
    ["a text conversion", (repo) => {
      repo.git("config", "diff.x.textconv", repo.trap("textconv"));
      writeFileSync(join(repo.root, ".git/info/attributes"), "* diff=x\n");
    }],
    ["an external diff", (repo) => {
      repo.git("config", "diff.external", repo.trap("external"));
      repo.git("config", "diff.x.command", repo.trap("driver"));
      writeFileSync(join(repo.root, ".git/info/attributes"), "* diff=x\n");
    }],
    ["files marked as binary or without a diff", (repo) => writeFileSync(join(repo.root, ".git/info/attributes"), "a.ts -diff\nsub/* binary\n")],
    ["attributes outside of the repository", (repo) => {
      writeFileSync(join(repo.root, "../attributes"), "* -diff\n");
      repo.git("config", "core.attributesFile", join(repo.root, "../attributes"));
    }],
    ["clean filters and a filter process", (repo) => {
      repo.git("config", "filter.x.clean", repo.trap("clean"));
      repo.git("config", "filter.x.process", repo.trap("process"));
      writeFileSync(join(repo.root, ".git/info/attributes"), "* filter=x\n");
      utimesSync(join(repo.root, "a.ts"), 1, 1);
    }],
    ["hooks", (repo) => {
      const hooks = join(repo.root, "../hooks");
      mkdirSync(hooks);
      for (const name of ["post-index-change", "reference-transaction", "post-checkout", "fsmonitor-watchman"]) symlinkSync(repo.trap(name), join(hooks, name));
      repo.git("config", "core.hooksPath", hooks);
    }],
    ["a file system monitor", (repo) => repo.git("config", "core.fsmonitor", repo.trap("fsmonitor"))],
    ["pagers", (repo) => {
      for (const key of ["core.pager", "pager.diff-tree", "pager.cat-file", "pager.rev-parse", "pager.ls-files"]) repo.git("config", key, repo.trap("pager"));
    }],
    ["aliases", (repo) => {
      for (const name of ["diff-tree", "cat-file", "rev-parse", "ls-files"]) repo.git("config", `alias.${name}`, `!${repo.trap("alias")}`);
    }],
    ["prefixes, renames, colours, order, whitespace", (repo) => {
      for (const [key, value] of [
        ["diff.noprefix", "true"], ["diff.mnemonicPrefix", "true"], ["diff.renames", "copies"], ["color.ui", "always"], ["color.diff", "always"], ["diff.context", "9"],
        ["diff.interHunkContext", "9"], ["diff.algorithm", "patience"], ["diff.wsErrorHighlight", "all"], ["diff.colorMoved", "zebra"], ["diff.relative", "true"],
        ["core.quotePath", "false"], ["core.abbrev", "4"], ["log.showSignature", "true"], ["diff.suppressBlankEmpty", "true"], ["diff.ignoreSubmodules", "all"],
      ] as const) repo.git("config", key, value);
      writeFileSync(join(repo.root, "../order"), "sub/*\n");
      repo.git("config", "diff.orderFile", join(repo.root, "../order"));
    }],
    ["included settings", (repo) => {
      writeFileSync(join(repo.root, "../more"), `[core]\n\tfsmonitor = ${repo.trap("included")}\n[diff]\n\texternal = ${repo.trap("included")}\n`);
      repo.git("config", "include.path", join(repo.root, "../more"));
    }],
    ["another work tree", (repo) => {
      mkdirSync(join(repo.root, "../other"));
      repo.git("config", "core.worktree", join(repo.root, "../other"));
    }],
    ["the claim to be bare", (repo) => repo.git("config", "core.bare", "true")],
    ["a replaced commit", (repo) => {
      const empty = repo.git("commit-tree", "HEAD~1^{tree}", "-p", "HEAD~1", "-m", "empty");
      repo.git("replace", "HEAD", empty);
    }],
    ["a replaced blob", (repo) => repo.git("replace", repo.git("rev-parse", "HEAD:a.ts"), repo.git("rev-parse", "HEAD~1:a.ts"))],
    ["a graft", (repo) => {
      const id = repo.git("rev-parse", "HEAD");
      const twin = repo.git("commit-tree", "HEAD^{tree}", "-m", "twin");
      writeFileSync(join(repo.root, ".git/info/grafts"), `${id} ${twin}\n`);
    }],
    ["a shallow boundary that is none", (repo) => writeFileSync(join(repo.root, ".git/shallow"), `${repo.git("rev-parse", "HEAD")}\n`)],
    ["a dirty work tree behind an index that trusts its time stamps", (repo) => {
      repo.git("config", "core.checkStat", "minimal");
      repo.git("config", "core.trustctime", "false");
      const path = join(repo.root, "a.ts");
      utimesSync(path, 1_000_000, 1_000_000);
      repo.git("update-index", "--refresh");
      writeFileSync(path, readFileSync(path, "utf8").replace("line 1\n", "LINE 1\n").replace("five", "FIVE"));
      utimesSync(path, 1_000_000, 1_000_000);
    }],
  ])("LG-SEC-3, LG-SEC-29, LG-CD-3: %s", async (_, bend) => {
    const repo = changedRepository();
    bend(repo);
    await expectSeen(repo);
  });

  it("LG-SEC-3: neither do variables of the environment", async () => {
    const repo = changedRepository();
    const other = testRepository({ "x": "x\n" });
    const kept = { ...process.env };
    try {
      Object.assign(process.env, {
        GIT_DIR: join(other.root, ".git"), GIT_WORK_TREE: other.root, GIT_INDEX_FILE: "/nonexistent/index", GIT_OBJECT_DIRECTORY: "/nonexistent", GIT_EXTERNAL_DIFF: repo.trap("env"),
        GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.fsmonitor", GIT_CONFIG_VALUE_0: repo.trap("env"), GIT_PAGER: repo.trap("env"), GIT_DIFF_OPTS: "--unified=9",
        GIT_TRACE: join(repo.root, "../trace"), GIT_TRACE2: join(repo.root, "../trace"), GIT_NAMESPACE: "x", GIT_REPLACE_REF_BASE: "refs/heads/", GIT_EXEC_PATH: "/nonexistent",
        GIT_LITERAL_PATHSPECS: "0", GIT_CONFIG_PARAMETERS: "'diff.noprefix=true'",
      });
      await expectSeen(repo);
      expect(existsSync(join(repo.root, "../trace"))).toBe(false);
    } finally {
      for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name];
    }
  });

  it("LG-SEC-3: an object that is not here is not fetched", async () => {
    const repo = changedRepository();
    const blob = repo.git("rev-parse", "HEAD:a.ts");
    repo.git("config", "extensions.partialClone", "origin");
    repo.git("config", "core.repositoryFormatVersion", "1");
    repo.git("config", "remote.origin.url", `ext::${repo.trap("fetch")}`);
    repo.git("config", "remote.origin.promisor", "true");
    repo.git("config", "protocol.ext.allow", "always");
    const object = join(repo.root, ".git/objects", blob.slice(0, 2), blob.slice(2));
    chmodSync(join(repo.root, ".git/objects", blob.slice(0, 2)), 0o755);
    repo.git("update-ref", "refs/keep", "HEAD");
    const { rmSync } = await import("node:fs");
    rmSync(object);
    const repository = await openRepository(repo.root);
    await expect(repository.readCommit("HEAD")).rejects.toMatchObject({ code: "git-failed" });
    expect(repo.sprung()).toBe("");
  });
});
