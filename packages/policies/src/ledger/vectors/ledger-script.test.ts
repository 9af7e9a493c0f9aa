import { describe, expect, it } from "vitest";
import { SCRIPT_DIFFERENCES, withDifferences } from "./differences.fixture.js";
import { LedgerSession, type Operation, type Step } from "./ledger-session.fixture.js";
import { readVectors, type FileContent } from "./vector-file.fixture.js";

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

const vectors = readVectors<Input, Expected>("ledger_script");

function play({ slug, config, files, initial_ledger: initial, ops }: Input): Expected {
  const session = new LedgerSession(files, slug, initial);
  const steps = ops.map((operation) => session.play(operation, config));
  const text = session.text("review-ledger.json");
  const side = { cleanup_md: session.text("cleanup.md"), decisions_md: session.text("decisions.md") };
  try {
    return { steps, ledger: text === null ? null : (JSON.parse(text) as unknown), ...side };
  } catch {
    return { steps, ledger: null, ledger_text: text ?? "", ...side };
  }
}

describe("vectors of ledger_script", () => {
  it.each(vectors)("$id", (vector) => {
    expect(play(vector.input)).toEqual(withDifferences(vector, SCRIPT_DIFFERENCES as never).expected);
  });
});
