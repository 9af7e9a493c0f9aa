/**
 * Files of the repository that anchors point into (LG-FP-5, LG-SEC-7, LG-SEC-13, LG-SEC-29).
 *
 * Invariants:
 * 1. Only regular files inside the real root are read; a link that leaves it, and what lies in the version control
 *    directory, is refused.
 * 2. All findings of one file see one reading of it: {@link anchorReader} keeps it for the operation.
 */
import { pathProblem } from "@loopwright/evidence";
import { anchorReader, type AnchorReader } from "../ledger/context.js";
import { refuse } from "../ledger/problem.js";
import { codeOf, nodeFs, nodePath, readBounded } from "./node-files.js";
import { isInside } from "./place.js";

/** Largest file that an anchor may point into (LG-SEC-13). */
export const MAX_ANCHOR_FILE_BYTES = 8_388_608;

/** Reads anchors in the working tree. */
export function treeAnchors(root: string): AnchorReader {
  return anchorReader((path) => readInside(root, path));
}

/** Bytes of a file under the root; `null` where there is no such regular file. */
function readInside(root: string, path: string): Uint8Array | null {
  let real: string;
  try {
    real = nodeFs().realpathSync(nodePath().join(root, path));
  } catch (thrown) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(thrown))) return null;
    return refuse("io-failed", "anchor.file", `${path} cannot be reached: ${codeOf(thrown)}`, "Check the file.");
  }
  const within = nodePath().relative(root, real).split(nodePath().sep).join("/");
  if (!isInside(root, real) || pathProblem(within) !== null) {
    return refuse("anchor-path-unsafe", "anchor.file", `the path ${JSON.stringify(path)} leads out of the repository`, "Anchor the finding in a file of the repository.");
  }
  return nodeFs().statSync(real).isFile() ? readBounded(real, { name: path, maxBytes: MAX_ANCHOR_FILE_BYTES }) : null;
}
