/** A real repository with a real ledger in it: git, files, processes; only who answers is scripted. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openRepository, type GitRepository } from "@loopwright/evidence/git";
import type { Workspace } from "@loopwright/evidence/workspace";
import { onTestFinished } from "vitest";
import { ledgerStore, type LedgerStore } from "../ledger-store/index.js";
import { commandChecks, type LedgerLoopPorts } from "./index.js";

export const REAL_CYCLE = ".review/work/auth";

/** A folder that goes when the test does. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "loopwright-cycle-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A repository that a test may do anything to. */
export interface CycleRepository {
  readonly root: string;
  readonly git: (...args: readonly string[]) => string;
  readonly write: (file: string, text: string) => void;
  readonly text: (file: string) => string;
  /** Replaces one line, from 1. */
  readonly edit: (file: string, line: number, text: string) => void;
  /** Commits everything but the state directory. */
  readonly commit: (message: string) => string;
}

/** Makes a repository with these files in its first commit. */
export function cycleRepository(files: { readonly [file: string]: string }): CycleRepository {
  const base = temporaryFolder();
  const root = path.join(base, "repo");
  mkdirSync(root);
  const env = { PATH: process.env["PATH"], HOME: base, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@example.com", GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@example.com" };
  const git = (...args: readonly string[]): string => execFileSync("git", args, { cwd: root, env, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] }).trimEnd();
  const text = (file: string): string => readFileSync(path.join(root, file), "utf8");
  const write = (file: string, content: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  };
  const repository: CycleRepository = {
    root,
    git,
    write,
    text,
    edit: (file, line, content) => {
      const lines = text(file).split("\n");
      lines[line - 1] = content;
      write(file, lines.join("\n"));
    },
    commit: (message) => {
      git("add", "-A", ":!.review");
      git("commit", "-q", "--allow-empty", "-m", message);
      return git("rev-parse", "HEAD");
    },
  };
  git("init", "-q", "-b", "main");
  for (const [file, content] of Object.entries(files)) write(file, content);
  repository.commit("base");
  return repository;
}

/** A repository and its workspace. */
export async function gitWorkspaceOf(files: { readonly [file: string]: string }): Promise<{ readonly repository: CycleRepository; readonly workspace: Workspace; readonly opened: GitRepository }> {
  const repository = cycleRepository(files);
  const opened = await openRepository(repository.root);
  return { repository, workspace: opened.workspace, opened };
}

/** What a real loop runs with. */
export interface RealCycle {
  readonly repository: CycleRepository;
  readonly store: LedgerStore;
  readonly ports: LedgerLoopPorts;
}

/** A module with a planted defect, a spec, tests that node runs. */
export const SOURCES = {
  "src/price.mjs": "/** Sum of prices in cents. */\nexport function total(prices) {\n  let sum = 0;\n  for (let i = 1; i < prices.length; i++) sum += prices[i];\n  return sum;\n}\n\n/** Prices as text. */\nexport function shown(cents) {\n  return `${cents / 100} EUR`;\n}\n",
  "tests/price.test.mjs": 'import assert from "node:assert/strict";\nimport test from "node:test";\nimport { total } from "../src/price.mjs";\ntest("nothing costs nothing", () => assert.equal(total([]), 0));\n',
  [`${REAL_CYCLE}/spec.md`]: "# Spec\n\n§1.1 The total counts every price.\n§1.2 Cents have two digits.\n",
} as const;

/** A witness that node runs. */
export function witnessText(name: string, expression: string, expected: string): string {
  return `import assert from "node:assert/strict";\nimport test from "node:test";\nimport { shown, total } from "../../src/price.mjs";\ntest(${JSON.stringify(name)}, () => assert.deepEqual(${expression}, ${expected}));\n`;
}

/** A cycle on disk: git, the store, and node's own test runner. */
export async function realCycle(files: { readonly [file: string]: string } = SOURCES): Promise<RealCycle> {
  const { repository, opened } = await gitWorkspaceOf(files);
  const store = ledgerStore(path.join(repository.root, REAL_CYCLE, "review-ledger.json"), { root: repository.root, today: () => "2026-01-02" });
  const node = (args: readonly string[]) => ({ command: process.execPath, args, timeoutMs: 60_000, env: { NODE_OPTIONS: undefined } });
  const checks = commandChecks({ workspace: opened.workspace, witness: (file) => node(["--test", file]), suite: node(["--test", "tests/**/*.test.mjs"]) });
  const packets: LedgerLoopPorts["packets"] = ({ from, to }) => ({
    kind: "code",
    changes: from === null ? repository.text("src/price.mjs") : repository.git("diff", from, to) || "nothing changed",
    excerpts: repository.text(`${REAL_CYCLE}/spec.md`),
    blastRadius: null,
  });
  return { repository, store, ports: { ledger: store, repository: opened, workspace: opened.workspace, checks, packets } };
}
