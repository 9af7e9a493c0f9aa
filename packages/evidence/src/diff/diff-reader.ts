/**
 * Reads a unified diff piece by piece, as it comes from a pipe (LG-SEC-13).
 *
 * Invariants: those of parse-diff.ts, and
 * 1. However a diff is cut into pieces, the result is the same.
 * 2. Of what was pushed nothing is kept but a line that has not ended yet, and that only between hunks: memory grows with
 *    the hunks, not with the lines, and no byte is held twice.
 */
import { EvidenceError } from "../evidence-error.js";
import { decodeBytes } from "../text/decode.js";
import { pathOfField, quotedPathAt } from "./git-path.js";
import { hunkHeaderIn, type Hunk } from "./hunk.js";

/** What a diff says about one file. */
export interface DiffFile {
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
export interface DiffLimits {
  /** Default 64 MiB (LG-SEC-13). */
  readonly maxBytes?: number;
}

const NOTHING = new Uint8Array();
/** Longer than two names of 4 KiB in octal bytes. */
const MAX_HEADER_BYTES = 65_536;
const LF = 0x0a;
const SPACE = 0x20;
const PLUS = 0x2b;
const MINUS = 0x2d;
const AT = 0x40;
const BACKSLASH = 0x5c;

/** A file while its headers are read. */
interface OpenFile {
  oldPath: string | null | undefined;
  newPath: string | null | undefined;
  /** Both names of a `diff --git` line, where they can be told apart. */
  readonly named: readonly [string, string] | null;
  readonly hunks: Hunk[];
  readonly isGit: boolean;
  isBinary: boolean;
  isModeChange: boolean;
  isNew: boolean;
  isDeleted: boolean;
}

/** A body that is being read: the next line of each side, where each side ends, and where the run of changes began. */
interface OpenBody {
  old: number;
  now: number;
  readonly oldEnd: number;
  readonly nowEnd: number;
  runOld: number;
  runNow: number;
  readonly hunks: Hunk[];
}

/** Takes a diff in pieces. */
export interface DiffReader {
  /** @throws EvidenceError `diff-malformed`, `diff-combined`, `diff-too-large`. */
  push(piece: Uint8Array): void;
  /** The files, once everything was pushed. @throws EvidenceError `diff-malformed`. */
  end(): readonly DiffFile[];
}

/** Starts to read a diff, with or without context, as git or another tool prints it. */
export function diffReader(limits: DiffLimits = {}): DiffReader {
  return new PieceReader(limits.maxBytes ?? 67_108_864);
}

class PieceReader implements DiffReader {
  readonly #maxBytes: number;
  readonly #files: DiffFile[] = [];
  #size = 0;
  #line = 0;
  #file: OpenFile | null = null;
  #isGit = false;
  #body: OpenBody | null = null;
  #isAfterBody = false;
  #isInBinary = false;
  /** A line outside of bodies whose end has not come yet. */
  #rest: Uint8Array = NOTHING;
  /** Whether the end of a line of a body has not come yet; all that counts of it, its first byte, was read. */
  #isInBodyLine = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(piece: Uint8Array): void {
    this.#size += piece.length;
    if (this.#size > this.#maxBytes) {
      throw new EvidenceError("diff-too-large", `the diff has more than ${this.#maxBytes} bytes`, { path: "diff", hint: "Check smaller commits; nothing is cut." });
    }
    // A view without the methods of Node's buffers, whose search costs more for lines as short as these.
    const bytes = new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength);
    let at = this.#finishLine(bytes);
    while (at < bytes.length) {
      const end = bytes.indexOf(LF, at);
      if (this.#body !== null) {
        this.#readBodyLine(this.#body, bytes[at], end === at);
        this.#isInBodyLine = end < 0;
      } else if (end < 0) this.#keep(bytes.slice(at));
      else this.#readLine(bytes, at, end);
      if (end < 0) return;
      at = end + 1;
    }
  }

  end(): readonly DiffFile[] {
    const rest = this.#rest;
    this.#rest = NOTHING;
    if (rest.length > 0) this.#readLine(rest, 0, rest.length);
    if (this.#body !== null) this.#malformed("a hunk that ends too early");
    this.#closeFile();
    return this.#files;
  }

  /** Finishes the line that the piece before left open, and says where the next one starts. */
  #finishLine(bytes: Uint8Array): number {
    if (!this.#isInBodyLine && this.#rest.length === 0) return 0;
    const end = bytes.indexOf(LF);
    if (this.#isInBodyLine) {
      this.#isInBodyLine = end < 0;
      return end < 0 ? bytes.length : end + 1;
    }
    const line = joined(this.#rest, end < 0 ? bytes : bytes.subarray(0, end));
    this.#rest = NOTHING;
    if (end < 0) {
      this.#keep(line);
      return bytes.length;
    }
    this.#readLine(line, 0, line.length);
    return end + 1;
  }

  #keep(start: Uint8Array): void {
    if (start.length > MAX_HEADER_BYTES) this.#malformed(`a line of more than ${MAX_HEADER_BYTES} bytes stands where only a header may`);
    this.#rest = start;
  }

  /** A whole line outside of bodies. */
  #readLine(bytes: Uint8Array, start: number, end: number): void {
    this.#line += 1;
    if (end - start > MAX_HEADER_BYTES) return this.#malformed(`a line of more than ${MAX_HEADER_BYTES} bytes stands where only a header may`);
    if (this.#isAfterBody && bytes[start] === BACKSLASH && end > start) return;
    this.#isAfterBody = false;
    if (end - start > 2 && bytes[start] === AT && bytes[start + 1] === AT && bytes[start + 2] === SPACE) return this.#openBody(hunkHeaderIn(bytes, start, end));
    const line = decodeBytes(bytes.subarray(start, end));
    if (this.#isInBinary && !line.startsWith("diff ")) return;
    this.#isInBinary = false;
    this.#readHeader(line);
  }

  #readHeader(line: string): void {
    if (line.startsWith("diff --git ")) this.#openGitFile(line.slice("diff --git ".length));
    else if (line.startsWith("diff --cc ") || line.startsWith("diff --combined ") || line.startsWith("@@@")) this.#refuseCombined();
    else if (line.startsWith("--- ")) this.#readOldName(line.slice(4));
    else if (line.startsWith("+++ ")) this.#readNewName(line.slice(4));
    else if (!this.#readExtended(line) && line !== "" && line !== "\r") this.#malformed("a line stands where only a header may");
  }

  #openGitFile(names: string): void {
    this.#closeFile();
    this.#isGit = true;
    this.#file = openFile(namesOf(names), true);
  }

  #readOldName(field: string): void {
    const file = this.#file;
    if (file === null || file.hunks.length > 0 || (!file.isGit && file.newPath !== undefined)) {
      if (this.#isGit) return this.#malformed("a file name stands where only a hunk may");
      this.#closeFile();
      this.#file = openFile(null, false);
    }
    (this.#file as OpenFile).oldPath = this.#nameOf(field, "a/"); // just opened, or there before
  }

  #readNewName(field: string): void {
    if (this.#file?.oldPath === undefined || this.#file.hunks.length > 0) return this.#malformed("a new name without an old one");
    this.#file.newPath = this.#nameOf(field, "b/");
  }

  /** The path of a `---` or `+++` line: to the first tab, unless quoted; without the prefix that git puts in front. */
  #nameOf(field: string, prefix: string): string | null {
    const withoutReturn = field.endsWith("\r") ? field.slice(0, -1) : field;
    const plain = withoutReturn.startsWith('"') ? withoutReturn : (withoutReturn.split("\t", 1)[0] ?? "");
    if (plain === "/dev/null") return null;
    const name = pathOfField(plain);
    if (name === null || name === "") return this.#malformed("a file name that cannot be read");
    if (name.startsWith(prefix)) return name.slice(prefix.length);
    return this.#isGit ? this.#malformed(`a file name without its prefix ${prefix}`) : name;
  }

  #readExtended(line: string): boolean {
    const file = this.#file;
    if (file === null || !file.isGit || file.hunks.length > 0) return false;
    if (line.startsWith("new file mode ")) file.isNew = true;
    else if (line.startsWith("deleted file mode ")) file.isDeleted = true;
    else if (line.startsWith("old mode ") || line.startsWith("new mode ")) file.isModeChange = true;
    else if (line.startsWith("rename from ") || line.startsWith("copy from ")) file.oldPath = this.#wholeName(line);
    else if (line.startsWith("rename to ") || line.startsWith("copy to ")) file.newPath = this.#wholeName(line);
    else if (line.startsWith("Binary files ")) file.isBinary = true;
    else if (line === "GIT binary patch") this.#isInBinary = file.isBinary = true;
    else return /^(?:index |similarity index |dissimilarity index )/.test(line);
    return true;
  }

  #wholeName(line: string): string {
    return pathOfField(line.slice(line.indexOf(" ", line.indexOf(" ") + 1) + 1)) ?? this.#malformed("a file name that cannot be read");
  }

  #openBody(head: Hunk | null): void {
    const file = this.#file;
    if (head === null) return this.#malformed("a hunk header that cannot be read");
    if (file?.oldPath === undefined || file.newPath === undefined) return this.#malformed("a hunk without its file");
    // An empty range names the line before it, so the first line of a run after it is one further.
    const old = head.oldCount === 0 ? head.oldStart + 1 : head.oldStart;
    const now = head.newCount === 0 ? head.newStart + 1 : head.newStart;
    this.#body = { old, now, oldEnd: old + head.oldCount, nowEnd: now + head.newCount, runOld: old, runNow: now, hunks: file.hunks };
    this.#closeFullBody(this.#body);
  }

  /** Counts a line by its first byte, and notes each run of changed ones. */
  #readBodyLine(body: OpenBody, kind: number | undefined, isEmpty: boolean): void {
    this.#line += 1;
    if (kind === MINUS) body.old += 1;
    else if (kind === PLUS) body.now += 1;
    else if (kind === SPACE || isEmpty) {
      closeRun(body);
      body.runOld = body.old += 1;
      body.runNow = body.now += 1;
    } else if (kind !== BACKSLASH) return this.#malformed("a hunk that ends too early");
    if (body.old > body.oldEnd || body.now > body.nowEnd) this.#malformed("a hunk that does not fit its header");
    this.#closeFullBody(body);
  }

  #closeFullBody(body: OpenBody): void {
    if (body.old < body.oldEnd || body.now < body.nowEnd) return;
    closeRun(body);
    this.#body = null;
    this.#isAfterBody = true;
  }

  #closeFile(): void {
    const file = this.#file;
    if (file === null) return;
    this.#file = null;
    const { hunks, isBinary } = file;
    const [oldNamed, newNamed] = file.named ?? [undefined, undefined];
    const oldPath = file.isNew ? null : (file.oldPath === undefined ? oldNamed : file.oldPath);
    const newPath = file.isDeleted ? null : (file.newPath === undefined ? newNamed : file.newPath);
    if (oldPath === undefined || newPath === undefined || (oldPath === null && newPath === null)) return this.#malformed("a file whose name cannot be told");
    this.#files.push({ oldPath, newPath, hunks, isBinary, isModeChange: file.isModeChange });
  }

  #malformed(what: string): never {
    throw new EvidenceError("diff-malformed", `line ${Math.max(this.#line, 1)} of the diff: ${what}`, {
      path: "diff",
      hint: "Pass git's own output, unchanged; content that imitates headers is refused.",
    });
  }

  #refuseCombined(): never {
    throw new EvidenceError("diff-combined", `line ${this.#line} of the diff: a combined diff`, { path: "diff", hint: "Check the single commits of the merge." });
  }
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const whole = new Uint8Array(left.length + right.length);
  whole.set(left);
  whole.set(right, left.length);
  return whole;
}

function closeRun({ old, now, runOld, runNow, hunks }: OpenBody): void {
  if (old > runOld || now > runNow) hunks.push(hunkOf(runOld, old - runOld, runNow, now - runNow));
}

function openFile(named: readonly [string, string] | null, isGit: boolean): OpenFile {
  return { oldPath: undefined, newPath: undefined, named, hunks: [], isGit, isBinary: false, isModeChange: false, isNew: false, isDeleted: false };
}

/** A run in git's own numbering: an empty side names the line it stands behind. */
function hunkOf(oldLine: number, oldCount: number, newLine: number, newCount: number): Hunk {
  return { oldStart: oldCount === 0 ? oldLine - 1 : oldLine, oldCount, newStart: newCount === 0 ? newLine - 1 : newLine, newCount };
}

/**
 * Both names of a `diff --git` line. Unquoted they can be told apart only if they are equal, and that is when they are
 * needed: a rename has lines of its own.
 */
function namesOf(field: string): readonly [string, string] | null {
  const text = field.endsWith("\r") ? field.slice(0, -1) : field;
  const first = text.startsWith('"') ? quotedPathAt(text, 0) : null;
  const half = (text.length - 1) / 2;
  const split = first === null ? half : first.end;
  if (!Number.isInteger(split) || text.charAt(split) !== " ") return null;
  const oldName = pathOfField(text.slice(0, split));
  const newName = pathOfField(text.slice(split + 1));
  if (oldName?.startsWith("a/") !== true || newName?.startsWith("b/") !== true) return null;
  if (first === null && oldName.slice(2) !== newName.slice(2)) return null;
  return [oldName.slice(2), newName.slice(2)];
}
