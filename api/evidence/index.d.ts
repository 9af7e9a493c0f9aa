import { LoopwrightError } from '@loopwright/core';

/** Lines of some files. */
export declare interface ChangedLines {
    /** Whether some line of the region is among them; no region asks about any line of the file. */
    touches(path: string, region?: readonly [start: number, end: number]): boolean;
    /** The runs of a file, in order, none adjacent to the next. */
    runs(path: string): readonly (readonly [start: number, end: number])[];
    readonly paths: readonly string[];
}

/** The lines that a diff takes away (`old`) or puts in (`new`), by the path on that side. */
export declare function changedLines(files: Iterable<Pick<DiffFile, "oldPath" | "newPath" | "hunks">>, side: DiffSide): ChangedLines;

/** The code point that starts at `index`; `""` at the end. */
export declare function characterAt(text: string, index: number): string;

/** The code point that ends right before `index`; `""` at the start. */
export declare function characterBefore(text: string, index: number): string;

/** Which documents a citation points to. */
export declare type CitationKind = "constitution" | "spec" | "plan" | "adr" | "any";

/** The documents that a citation names, by how it starts (LG-CITE-2). */
export declare function citationKind(cited: string): CitationKind;

/** Of the paths given, those a citation is checked against, in their order (LG-CITE-2, LG-SEC-20). */
export declare function citationSources(cited: string, paths: Iterable<string>, layout: DocumentLayout): readonly string[];

/** What is looked up: the citation without its kind word, `§` and `#`; `""` where it names nothing (LG-CITE-4). */
export declare function citationToken(cited: string): string;

/** Lines of the version before the fix that a commit may touch beside its findings' anchors. */
export declare interface Collateral {
    readonly path: string;
    /** `null`: the whole file. */
    readonly region: readonly [start: number, end: number] | null;
    readonly reason: string;
}

/** Byte for byte: each byte becomes the character of its number. */
export declare function decodeBytes(bytes: Uint8Array): string;

/** Text of a file: UTF-8 where it is, otherwise byte for byte (LG-FP-5). */
export declare function decodeFile(content: Uint8Array | string): string;

/**
 * Bytes to text, never by guessing (LG-SEC-16, LG-FP-5).
 *
 * Invariants:
 * 1. Payloads are strict UTF-8: an ill-formed sequence is refused, never replaced by U+FFFD.
 * 2. A file that is not UTF-8 maps byte for byte to U+0000–00FF, so that different bytes never become equal.
 * 3. A byte order mark is kept as a character.
 */
/** Strict UTF-8; `null` for ill-formed bytes. */
export declare function decodeUtf8(bytes: Uint8Array): string | null;

/** What a diff says about one file. */
export declare interface DiffFile {
    /** `null` for a new file. */
    readonly oldPath: string | null;
    /** `null` for a deleted file. */
    readonly newPath: string | null;
    /** Without context, in order. */
    readonly hunks: readonly Hunk[];
    readonly isBinary: boolean;
    /** Whether its mode differs, such as the executable bit; `false` for new and deleted files. */
    readonly isModeChange: boolean;
}

/** Limits of {@link parseDiff}. */
export declare interface DiffLimits {
    /** Default 64 MiB (LG-SEC-13). */
    readonly maxBytes?: number;
}

/** Takes a diff in pieces. */
export declare interface DiffReader {
    /** @throws EvidenceError `diff-malformed`, `diff-combined`, `diff-too-large`. */
    push(piece: Uint8Array): void;
    /** The files, once everything was pushed. @throws EvidenceError `diff-malformed`. */
    end(): readonly DiffFile[];
}

/** Starts to read a diff, with or without context, as git or another tool prints it. */
export declare function diffReader(limits?: DiffLimits): DiffReader;

/**
 * Changed lines as sets, for asking whether a place lies in a change.
 *
 * Invariants:
 * 1. Building is linear in the hunks when they come in order, as diffs print them; asking takes a binary search.
 * 2. A pure insertion has no old lines and a pure deletion no new ones: neither touches a line on that side.
 */

/** Which side of a change is meant: the version before it, or the one after it. */
export declare type DiffSide = "old" | "new";

/** Where the documents of a cycle lie, by paths relative to the root. */
export declare interface DocumentLayout {
    /** Directory of the constitution, such as `.review`. */
    readonly stateDirectory: string;
    /** Directory of the cycle, such as `.review/work/auth`. */
    readonly cycleDirectory: string;
    /** Names of machine-written files in the cycle directory. Default `decisions.md`, `cleanup.md`, `manifest.md`. */
    readonly machineWritten?: readonly string[];
}

/** The fingerprint of text that is empty or white space alone. */
export declare const EMPTY_FINGERPRINT = "da39a3ee5e6b4b0d3255bfef95601890afd80709";

/** Evidence that cannot be read; nothing is concluded from it (G4). */
export declare class EvidenceError extends LoopwrightError<EvidenceErrorCode> {
    readonly name = "EvidenceError";
}

/** Codes of evidence that cannot be read. */
export declare type EvidenceErrorCode = 
/** A diff that is no diff: a body that does not fit its header, a header where none may stand (LG-SEC-4). */
"diff-malformed"
/** A combined diff: check the single commits instead (LG-SEC-2). */
| "diff-combined"
/** More than the limit that the message names (LG-SEC-13). */
| "diff-too-large"
/** A trailer prefix that is no prefix (LG-CD-4). */
| "trailer-prefix"
/** A commit message beyond its limit (LG-SEC-13, LG-SEC-14). */
| "message-too-large"
/** A path that is none, or that leads out of the root (LG-SEC-6, LG-SEC-7). */
| "path-unsafe"
/** A directory, a pipe, a device: nothing to read (LG-SEC-7). */
| "not-a-file"
/** A file that is there and cannot be read (LG-FP-5). */
| "file-unreadable"
/** A file beyond its limit (LG-SEC-13). */
| "file-too-large"
/** A workspace of more files than the limit (LG-SEC-13). */
| "workspace-too-large"
/** An option that is none. */
| "option-invalid"
/** No repository there, or none that git can read. */
| "not-a-repository"
/** The program `git` is not there. */
| "git-missing"
/** Git failed, or answered what it may not (LG-SEC-30). */
| "git-failed"
/** Git took longer than it may (LG-SEC-30). */
| "git-timeout"
/** Git printed more than it may (LG-SEC-30). */
| "git-output-too-large"
/** A text that may not reach git as a revision (LG-SEC-1). */
| "revision-unsafe"
/** A revision that names no commit (LG-SEC-1, LG-SEC-2). */
| "revision-unknown"
/** A merge: its changes are those of its parents (LG-SEC-2). */
| "commit-merge"
/** Commits that are not one line from one to the other. */
| "range-not-linear"
/** A log that is no SARIF: no JSON, a key twice in one object, a value of another type than the format has (LG-SEC-16). */
| "sarif-invalid"
/** A log in another version of SARIF than 2.1.0. */
| "sarif-version"
/** A log of more bytes, results or unfolded messages than the limit (LG-SEC-13). */
| "sarif-too-large";

/** A region of a file, cut to it, and its fingerprint. */
export declare interface Fingerprint {
    readonly region: LineRegion;
    readonly fingerprint: string;
    /** Whether the region has no text at all; then its bounds are part of its identity (LG-FP-6). */
    readonly isEmpty: boolean;
}

/** Fingerprints a region of lines; `null` where it starts behind the last line (LG-FP-4). */
export declare function fingerprintLines(lines: readonly string[], [start, end]: LineRegion): Fingerprint | null;

/** Hex SHA-1 of the normalised text (LG-FP-2). */
export declare function fingerprintOfText(text: string): string;

/** Ids in `Fix` values: `F-` and digits, between white space, commas and semicolons; each once (LG-CD-5). */
export declare function fixIds(values: readonly string[]): readonly string[];

/** Hunks: which lines a change replaced by which. */
/** Lines of the old version and what stands there now, without any context around them. */
export declare interface Hunk {
    /** First line taken away; for a pure insertion the line it stands behind, 0 at the top (LG-CD-9). */
    readonly oldStart: number;
    readonly oldCount: number;
    /** First line put in; for a pure deletion the line it stood behind. */
    readonly newStart: number;
    readonly newCount: number;
}

/** Whether the text is empty or white space alone. */
export declare function isBlank(text: string): boolean;

/** Whether a value is a region, apart from any file (LG-FP-4, LG-SEC-9). */
export declare function isLineRegion(value: unknown): value is LineRegion;

/** Whether a UTF-16 code unit ends a line of prose. */
export declare function isTextLineEnd(unit: number): boolean;

/**
 * White space, as one explicit class (LG-FP-1, vectors §2).
 *
 * Invariants:
 * 1. The class is U+0009–000D, U+001C–0020, U+0085, U+00A0, U+1680, U+2000–200A, U+2028, U+2029, U+202F, U+205F, U+3000.
 *    JavaScript's own `\s` and `trim` differ: they leave out U+001C–001F and U+0085, and add U+FEFF.
 * 2. All of it lies in the basic plane, so code units are enough; every function here is one pass.
 */
/** Whether a UTF-16 code unit is white space. */
export declare function isWhiteSpace(unit: number): boolean;

/**
 * Letters: what stands next to a citation, and what "ignoring case" means (LG-CITE-2, LG-CITE-5).
 *
 * Invariants:
 * 1. A word character is any Unicode letter or numeral, or `_`; a combining mark alone is none.
 * 2. ASCII words are matched ignoring case past ASCII: U+017F is an `s`, U+212A a `k`, U+0130 and U+0131 an `i`.
 */
/** Whether a character (one code point) is a word character. */
export declare function isWordCharacter(character: string): boolean;

/** First and last line, 1-based, inclusive. */
export declare type LineRegion = readonly [start: number, end: number];

/** Names that a cycle's tools write (LG-SEC-20). */
export declare const MACHINE_WRITTEN_NAMES: readonly string[];

/** Longest path in UTF-8 bytes. */
export declare const MAX_PATH_BYTES = 1024;

/** Words of the text, one blank between them (LG-FP-1). */
export declare function normalizeRegion(text: string): string;

/** Whether a token stands in a text, ignoring case. `isWhole` asks for the boundary behind it too (LG-CITE-5). */
export declare function occursAsToken(token: string, text: string, options?: {
    readonly isWhole?: boolean;
}): boolean;

/** One harmless line. `isStart`: it will stand where Markdown would read structure. */
export declare function oneLine(text: string, options?: {
    readonly isStart?: boolean;
}): string;

/** Reads `path`, `path:8` or `path:8-12`, the path quoted if it has blanks, then the reason (LG-CD-8); `null` for no path. */
export declare function parseCollateral(value: string): Collateral | null;

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

/**
 * Reads a unified diff, with or without context, as git or another tool prints it.
 * @throws EvidenceError `diff-malformed`, `diff-combined`, `diff-too-large`.
 */
export declare function parseDiff(diff: Uint8Array | string, limits?: DiffLimits): readonly DiffFile[];

/** Reads the head of a hunk, `@@ -12,0 +13,2 @@ …`; an absent count is 1. `null` for any other line. Linear. */
export declare function parseHunkHeader(line: string): Hunk | null;

/**
 * Reads the trailers of a commit message.
 * @throws EvidenceError `trailer-prefix`, `message-too-large`.
 */
export declare function parseTrailers(message: string, options?: TrailerOptions): Trailers;

/** What is wrong with a path, in words; `null` when nothing is. */
export declare function pathProblem(path: unknown): string | null;

/** Whether a citation resolves in one of the texts (LG-CITE-4..6). */
export declare function resolvesCitation(cited: string, texts: readonly string[]): boolean;

/**
 * Lines, by two rules that must not be mixed.
 *
 * Invariants:
 * 1. Line numbers are those of version control: LF ends a line, one CR before it is dropped, a final LF opens no line
 *    (LG-FP-3).
 * 2. Prose is read with the wide set: CRLF counts once, and LF, CR, VT, FF, FS, GS, RS, NEL, LS, PS each end a line (QL-CLS-2).
 */
/** Lines as version control numbers them (LG-FP-3). */
export declare function splitLines(text: string): string[];

/** Lines of prose, by the wide set of line ends (QL-CLS-2). */
export declare function splitTextLines(text: string): string[];

/** The runs between white space, none of them empty. */
export declare function splitWhiteSpace(text: string): string[];

/** Whether the text starts with a lower-case ASCII word, ignoring case. */
export declare function startsIgnoringCase(text: string, word: string): boolean;

/** The keys that are read; others are ignored. */
export declare const TRAILER_KEYS: readonly ["Fix", "Cause", "Change", "Risk", "Collateral", "License"];

/** One key of a trailer. */
export declare type TrailerKey = (typeof TRAILER_KEYS)[number];

/** How trailers are read. */
export declare interface TrailerOptions {
    /** Default `Review`: `Review-Fix: F-001`. */
    readonly prefix?: string;
    /** Longest message in characters; default 1 Mi (LG-SEC-13). */
    readonly maxChars?: number;
    /** Trailers at most; default 200 (LG-SEC-14). */
    readonly maxTrailers?: number;
}

/** Values by key, in the order of the message; a key without a value is absent. */
export declare type Trailers = {
    readonly [K in TrailerKey]?: readonly string[];
};

/** The text without white space at its end. */
export declare function trimEndWhiteSpace(text: string): string;

/** The text without white space at its start. */
export declare function trimStartWhiteSpace(text: string): string;

/** The text without white space at either end. */
export declare function trimWhiteSpace(text: string): string;

export { }
