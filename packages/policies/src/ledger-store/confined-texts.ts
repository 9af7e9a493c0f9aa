/**
 * Files of the repository that anchors point into (LG-FP-5, LG-SEC-7, LG-SEC-13, LG-SEC-29).
 *
 * Invariant: all findings of one file see one reading of it, as {@link anchorReader} keeps it for the operation.
 */
import { EvidenceError } from "@loopwright/evidence";
import { MAX_FILE_BYTES, readFileInside } from "@loopwright/evidence/workspace";
import { anchorReader, type AnchorReader } from "../ledger/context.js";
import { LedgerProblem, type LedgerProblemCode } from "../ledger/problem.js";

/** Reads anchors in the working tree. */
export function treeAnchors(root: string): AnchorReader {
  return anchorReader((path) => readConfined(root, path, MAX_FILE_BYTES, "anchor.file"));
}

const CODES: { readonly [code: string]: LedgerProblemCode } = {
  "path-unsafe": "anchor-path-unsafe",
  "not-a-file": "anchor-file-missing",
  "file-too-large": "limit-exceeded",
  "file-unreadable": "anchor-file-unreadable",
};

/** Bytes of a file inside the root; `null` where there is none. What evidence refuses is the ledger's problem. */
export function readConfined(root: string, path: string, maxBytes: number, at: string): Uint8Array | null {
  return asProblem(at, () => readFileInside(root, path, { maxBytes }));
}

/** Turns a refusal of evidence into one of the ledger (LG-SEC-34). */
export function asProblem<Value>(at: string, read: () => Value): Value {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof EvidenceError)) throw thrown;
    throw new LedgerProblem(CODES[thrown.code] ?? "io-failed", thrown.message, { path: at, hint: thrown.hint ?? "See what the system said.", cause: thrown });
  }
}
