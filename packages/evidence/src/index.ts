// Text
export { isBlank, isWhiteSpace, splitWhiteSpace, trimEndWhiteSpace, trimStartWhiteSpace, trimWhiteSpace } from "./text/white-space.js";
export { isTextLineEnd, splitLines, splitTextLines } from "./text/lines.js";
export { characterAt, characterBefore, isWordCharacter, startsIgnoringCase } from "./text/letters.js";
export { decodeBytes, decodeFile, decodeUtf8 } from "./text/decode.js";
export { oneLine } from "./text/one-line.js";

// Regions of lines
export { EMPTY_FINGERPRINT, fingerprintLines, fingerprintOfText, isLineRegion, normalizeRegion } from "./fingerprint.js";
export type { Fingerprint, LineRegion } from "./fingerprint.js";
export { MAX_PATH_BYTES, pathProblem } from "./repo-path.js";

// Diffs
export { parseDiff } from "./diff/parse-diff.js";
export { diffReader } from "./diff/diff-reader.js";
export type { DiffFile, DiffLimits, DiffReader } from "./diff/diff-reader.js";
export { parseHunkHeader } from "./diff/hunk.js";
export type { Hunk } from "./diff/hunk.js";
export { changedLines } from "./diff/changed-lines.js";
export type { ChangedLines, DiffSide } from "./diff/changed-lines.js";

// Commit messages
export { fixIds, parseCollateral, parseTrailers, TRAILER_KEYS } from "./trailers.js";
export type { Collateral, TrailerKey, TrailerOptions, Trailers } from "./trailers.js";

// Citations
export { citationKind, citationSources, citationToken, MACHINE_WRITTEN_NAMES, occursAsToken, resolvesCitation } from "./citation.js";
export type { CitationKind, DocumentLayout } from "./citation.js";

// Errors
export { EvidenceError } from "./evidence-error.js";
export type { EvidenceErrorCode } from "./evidence-error.js";
