/** A small project in a git repository of its own, with two planted defects, one nit, and a spec. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export const CYCLE = ".review/work/price";

const SOURCE = `/** Sum of prices in cents. */
export function total(prices) {
  let sum = 0;
  for (let i = 1; i < prices.length; i++) sum += prices[i];
  return sum;
}

/** Cents as euros. */
export function shown(cents) {
  return \`\${cents / 100} EUR\`;
}

export const x = 0.19; // the tax
`;

const TEST = `import assert from "node:assert/strict";
import test from "node:test";
import { total } from "../src/price.mjs";
test("nothing costs nothing", () => assert.equal(total([]), 0));
`;

/** A repository and short ways to work in it, as a fixer would. */
export interface Project {
  readonly root: string;
  readonly git: (...args: readonly string[]) => string;
  readonly text: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  readonly replace: (file: string, from: string, to: string) => void;
  readonly commit: (message: string) => void;
  readonly remove: () => void;
}

export function makeProject(): Project {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), "ledger-example-")));
  const root = path.join(base, "project");
  mkdirSync(root);
  const env = { ...process.env, HOME: base, GIT_CONFIG_NOSYSTEM: "1", GIT_AUTHOR_NAME: "fixer", GIT_AUTHOR_EMAIL: "fixer@example.com", GIT_COMMITTER_NAME: "fixer", GIT_COMMITTER_EMAIL: "fixer@example.com" };
  const git = (...args: readonly string[]): string => execFileSync("git", args, { cwd: root, env, encoding: "utf8" }).trimEnd();
  const text = (file: string): string => readFileSync(path.join(root, file), "utf8");
  const write = (file: string, content: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  };
  const commit = (message: string): void => {
    git("add", "-A", ":!.review");
    git("commit", "-q", "-m", message);
  };
  git("init", "-q", "-b", "main");
  write("src/price.mjs", SOURCE);
  write("tests/price.test.mjs", TEST);
  write(`${CYCLE}/spec.md`, "# Prices\n\n§1.1 The total counts every price.\n§1.2 Cents have two digits.\n");
  commit("the project");
  return { root, git, text, write, replace: (file, from, to) => write(file, text(file).replace(from, to)), commit, remove: () => rmSync(base, { recursive: true, force: true }) };
}
