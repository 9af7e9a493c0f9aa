/**
 * The list of paths that two trees differ in, as git knows it apart from any text of a diff (LG-SEC-5, LG-SEC-6).
 *
 * Invariants:
 * 1. Names come as bytes between NULs: no name can be taken for something else, whatever it holds.
 * 2. What is not exactly of the form is refused: a list that is not whole is no list.
 */
import { pathOfBytes } from "../diff/git-path.js";
import { EvidenceError } from "../evidence-error.js";
import { decodeBytes } from "../text/decode.js";

/** One path that was touched. */
export interface ChangedPath {
  readonly path: string;
  /** Added, deleted, modified, or of another type, such as a link in place of a file. A rename is a deletion and an addition. */
  readonly status: "A" | "D" | "M" | "T";
  /** Mode and object id before and after; `null` where there is none. */
  readonly before: TreeEntry | null;
  readonly after: TreeEntry | null;
}

/** What a tree says about a path. */
export interface TreeEntry {
  /** `100644`, `100755`, `120000` for a link, `160000` for a submodule. */
  readonly mode: string;
  readonly id: string;
}

const RECORD = /^:([0-7]{6}) ([0-7]{6}) ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) ([ADMT])$/;
const NO_MODE = "000000";

/**
 * Reads `diff-tree --raw -z`.
 * @throws EvidenceError `git-failed`.
 */
export function parseChangedPaths(bytes: Uint8Array): readonly ChangedPath[] {
  const fields = splitFields(bytes);
  if (fields === null || fields.length % 2 !== 0) return malformed();
  const changed: ChangedPath[] = [];
  for (let index = 0; index < fields.length; index += 2) {
    const record = RECORD.exec(decodeBytes(fields[index] as Uint8Array)); // counted above
    const path = pathOfBytes(fields[index + 1] as Uint8Array);
    if (record === null || path === "") return malformed();
    const [, oldMode = "", newMode = "", oldId = "", newId = "", status] = record;
    changed.push({
      path,
      status: status as ChangedPath["status"], // one of the letters of the pattern
      before: oldMode === NO_MODE ? null : { mode: oldMode, id: oldId },
      after: newMode === NO_MODE ? null : { mode: newMode, id: newId },
    });
  }
  return changed;
}

/** What stands between NULs, each of which ends a field; `null` if the last one is not ended. */
export function splitFields(bytes: Uint8Array): readonly Uint8Array[] | null {
  const fields: Uint8Array[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(0, start);
    if (end < 0) return null;
    fields.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return fields;
}

function malformed(): never {
  throw new EvidenceError("git-failed", "git listed changed paths in a form that cannot be read", { path: "commit", hint: "Report the version of git." });
}
