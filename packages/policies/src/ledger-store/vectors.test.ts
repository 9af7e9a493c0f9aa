/** The vectors of whole sessions once more, with the ledger and its side files on a real disk. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LedgerProblem } from "../ledger/problem.js";
import { SCRIPT_DIFFERENCES, withDifferences, type Difference } from "../ledger/vectors/differences.fixture.js";
import { applyOperation, type Operation, type Step } from "../ledger/vectors/ledger-session.fixture.js";
import { referenceContext, referenceText, type FileMap } from "../ledger/vectors/reference.fixture.js";
import { bytesOf, readVectors, type FileContent } from "../ledger/vectors/vector-file.fixture.js";
import { changeLedger } from "./ledger-file.js";
import { ledgerPlace } from "./place.js";
import { appendSideLines } from "./side-files.js";

interface Input {
  readonly slug: string;
  readonly config: { readonly [knob: string]: unknown };
  readonly files: { readonly [path: string]: FileContent };
  readonly initial_ledger: unknown;
  readonly ops: readonly Operation[];
}

interface Expected {
  readonly steps: readonly Step[];
  readonly ledger: unknown;
  readonly ledger_text?: string;
  readonly cleanup_md: string | null;
  readonly decisions_md: string | null;
}

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), "loopwright-vectors-"))));
afterAll(() => rmSync(folder, { recursive: true }));

/** A repository on disk that is written and read through real files. */
class Disk {
  readonly root: string;

  constructor(id: string, files: Input["files"]) {
    this.root = path.join(folder, id);
    for (const [file, content] of Object.entries(files)) this.edit(file, content);
  }

  edit(file: string, content: FileContent | null): void {
    const full = path.join(this.root, file);
    mkdirSync(path.dirname(full), { recursive: true });
    if (content === null) rmSync(full, { force: true });
    else writeFileSync(full, bytesOf(content));
  }

  /** Everything there is. */
  files(): FileMap {
    const names = readdirSync(this.root, { recursive: true, withFileTypes: true }).filter((item) => item.isFile()).map((item) => path.join(item.parentPath, item.name));
    return new Map(names.map((name) => [path.relative(this.root, name), { base64: readFileSync(name).toString("base64") }]));
  }
}

async function play(id: string, { slug, config, files, initial_ledger: initial, ops }: Input): Promise<Expected> {
  const disk = new Disk(id, files);
  const cycle = `.sage/work/${slug}`;
  mkdirSync(path.join(disk.root, cycle), { recursive: true });
  if (initial !== null) disk.edit(`${cycle}/review-ledger.json`, JSON.stringify(initial));
  const place = ledgerPlace(path.join(disk.root, cycle, "review-ledger.json"), { stateDirectory: ".sage" });
  const steps: Step[] = [];
  for (const operation of ops) steps.push(await step(disk, place, operation, (operation["config"] ?? config) as Input["config"]));
  const found = disk.files();
  const text = (name: string): string | null => {
    const content = found.get(`${cycle}/${name}`);
    return content === undefined ? null : referenceText(content);
  };
  const ledger = text("review-ledger.json");
  const side = { cleanup_md: text("cleanup.md"), decisions_md: text("decisions.md") };
  try {
    return { steps, ledger: ledger === null ? null : (JSON.parse(ledger) as unknown), ...side };
  } catch {
    return { steps, ledger: null, ledger_text: ledger ?? "", ...side };
  }
}

async function step(disk: Disk, place: ReturnType<typeof ledgerPlace>, operation: Operation, config: Input["config"]): Promise<Step> {
  if (operation.op === "edit_file") {
    disk.edit(String(operation["path"]), operation["content"] as FileContent | null);
    return { return: null };
  }
  const files = disk.files();
  const context = referenceContext(files, place.slug, config);
  try {
    const result = await changeLedger(place, context, { lockWaitMs: 0 }, (found) => {
      const { ledger, result: returned, side } = applyOperation(files, place.slug, operation, found, config);
      return { ledger, finish: () => (appendSideLines(place, context.names, side), returned) };
    });
    return { return: result };
  } catch (thrown) {
    if (!(thrown instanceof LedgerProblem)) throw thrown;
    return { error: true, kind: thrown.code };
  }
}

/** A log whose last line was left open gets a line break first: a record is a line of its own. Nothing else differs on disk. */
const ON_DISK: Difference<Input, Expected> = {
  rule: "LG-EXIT-1",
  why: "an exit record starts its own line",
  met: [],
  applies: ({ expected: { decisions_md: text } }) => text !== null && GLUED.test(text),
  outcome: ({ expected }) => ({ ...expected, decisions_md: expected.decisions_md?.replace(GLUED, "$1\n- [") ?? null }),
};
const GLUED = /([^\n])- \[(?=<DATE>\] review-loop )/;

describe("vectors of ledger_script, on disk", () => {
  const vectors = readVectors<Input, Expected>("ledger_script");

  it.each(vectors)("LG-FILE-1: $id", async (vector) => {
    const { expected } = withDifferences(vector, SCRIPT_DIFFERENCES as never);
    expect(await play(vector.id, vector.input)).toEqual(withDifferences({ ...vector, expected }, [ON_DISK]).expected);
  });

  it("LG-EXIT-1: few logs were left with an open line", () => {
    expect(vectors.filter((vector) => ON_DISK.applies(vector)).length).toBe(7);
  });
});
