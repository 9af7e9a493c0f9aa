/**
 * Unified diffs, read as bytes (LG-CD-9, LG-SEC-2, LG-SEC-4, LG-SEC-5, LG-SEC-6, LG-SEC-15).
 *
 * Our own parser, because what matters here is what content cannot do. The usual one (`parsePatch` of `diff` 8) takes a
 * decoded string, keeps the octal escapes of quoted names, and skips what stands before a `---` line whatever it is: a file
 * without hunks, a combined diff. Here a name is what it spells, such a file is listed, and such a diff is refused.
 *
 * Invariants:
 * 1. LF alone ends a line. After the head of a hunk exactly as many body lines are consumed as it counts, unread but for
 *    their first byte: nothing that stands in a body can be taken for a header.
 * 2. Between hunks only headers may stand. Anything else, a body that is too short, a combined diff: refused, never skipped.
 * 3. A file without hunks (binary, mode, rename, empty) is in the result all the same.
 * 4. One pass; nothing is kept of the bodies but counts, so memory grows with the hunks and not with the lines.
 */
import { diffReader, type DiffFile, type DiffLimits } from "./diff-reader.js";

/**
 * Reads a unified diff, with or without context, as git or another tool prints it.
 * @throws EvidenceError `diff-malformed`, `diff-combined`, `diff-too-large`.
 */
export function parseDiff(diff: Uint8Array | string, limits: DiffLimits = {}): readonly DiffFile[] {
  const reader = diffReader(limits);
  reader.push(typeof diff === "string" ? new TextEncoder().encode(diff) : diff);
  return reader.end();
}
