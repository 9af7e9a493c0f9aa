/** A repository in a temporary directory with one cycle in it, and short ways to look at it. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { LedgerProblem } from "../ledger/problem.js";
import { ledgerStore, type LedgerStore, type LedgerStoreOptions } from "./ledger-store.js";

export const TODAY = "2026-01-02";
export const CYCLE = ".review/work/auth";

/** A repository that goes when the test does. */
export interface DiskCycle {
  readonly root: string;
  readonly ledger: string;
  readonly store: (options?: LedgerStoreOptions) => LedgerStore;
  /** Text of a file; `null` where there is none. */
  readonly text: (file: string) => string | null;
  readonly write: (file: string, content: string | Uint8Array) => void;
  /** Names of the files in the directory of the cycle. */
  readonly names: () => readonly string[];
}

/** Twelve lines in `src/a.ts`, a spec with §4.2, no ledger yet. */
export function diskCycle(): DiskCycle {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "loopwright-ledger-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (file: string, content: string | Uint8Array): void => {
    const full = path.join(root, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, content);
  };
  write("src/a.ts", Array.from({ length: 12 }, (_, index) => `line ${index + 1}\n`).join(""));
  write(`${CYCLE}/spec.md`, "§4.2 Tokens rotate.\n");
  const ledger = path.join(root, CYCLE, "review-ledger.json");
  return {
    root,
    ledger,
    write,
    store: (options = {}) => ledgerStore(ledger, { today: () => TODAY, ...options }),
    text: (file) => (existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), "utf8") : null),
    names: () => readdirSync(path.join(root, CYCLE)).sort(),
  };
}

/** A finding at some lines of `src/a.ts`. */
export function finding(line: number, over: { readonly [key: string]: unknown } = {}): { readonly [key: string]: unknown } {
  return {
    severity: "major",
    claim: `claim about line ${line}`,
    anchor: { file: "src/a.ts", region: [line, line] },
    witness: { kind: "test", ref: "tests/review/x.test.ts", status: "red" },
    ...over,
  };
}

/** The code of a refusal; `done` where there was none. */
export async function refusalOf(run: () => unknown): Promise<string> {
  try {
    await run();
    return "done";
  } catch (thrown) {
    if (thrown instanceof LedgerProblem) return thrown.code;
    throw thrown;
  }
}
