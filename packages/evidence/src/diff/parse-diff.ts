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

const LF = 0x0a;
const SPACE = 0x20;
const PLUS = 0x2b;
const MINUS = 0x2d;
const AT = 0x40;
const BACKSLASH = 0x5c;

/**
 * Reads a unified diff, with or without context, as git or another tool prints it.
 * @throws EvidenceError `diff-malformed`, `diff-combined`, `diff-too-large`.
 */
export function parseDiff(diff: Uint8Array | string, limits: DiffLimits = {}): readonly DiffFile[] {
  const { maxBytes = 67_108_864 } = limits;
  const bytes = typeof diff === "string" ? new TextEncoder().encode(diff) : diff;
  if (bytes.length > maxBytes) {
    throw new EvidenceError("diff-too-large", `the diff has ${bytes.length} bytes; ${maxBytes} is the limit`, { path: "diff", hint: "Check smaller commits; nothing is cut." });
  }
  return new DiffReader(bytes).read();
}

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

class DiffReader {
  readonly #bytes: Uint8Array;
  readonly #files: DiffFile[] = [];
  #at = 0;
  #line = 0;
  #file: OpenFile | null = null;
  #isGit = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(): readonly DiffFile[] {
    while (this.#at < this.#bytes.length) {
      if (this.#isHunkHead()) this.#readHunk();
      else this.#readHeader(this.#nextLine());
    }
    this.#closeFile();
    return this.#files;
  }

  #isHunkHead(): boolean {
    const [at, bytes] = [this.#at, this.#bytes];
    return bytes[at] === AT && bytes[at + 1] === AT && bytes[at + 2] === SPACE;
  }

  /** The next line, one character for each byte, without its LF. */
  #nextLine(): string {
    const end = this.#endOfLine();
    const line = decodeBytes(this.#bytes.subarray(this.#at, end));
    this.#at = end + 1;
    this.#line += 1;
    return line;
  }

  #endOfLine(): number {
    const end = this.#bytes.indexOf(LF, this.#at);
    return end < 0 ? this.#bytes.length : end;
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
    else if (line === "GIT binary patch") this.#skipBinary(file);
    else return /^(?:index |similarity index |dissimilarity index )/.test(line);
    return true;
  }

  #wholeName(line: string): string {
    return pathOfField(line.slice(line.indexOf(" ", line.indexOf(" ") + 1) + 1)) ?? this.#malformed("a file name that cannot be read");
  }

  /** Binary patches hold no lines; their text is skipped up to the next file. */
  #skipBinary(file: OpenFile): void {
    file.isBinary = true;
    while (this.#at < this.#bytes.length) {
      const end = this.#endOfLine();
      if (decodeBytes(this.#bytes.subarray(this.#at, Math.min(end, this.#at + 5))) === "diff ") return;
      this.#at = end + 1;
      this.#line += 1;
    }
  }

  #readHunk(): void {
    const file = this.#file;
    const end = this.#endOfLine();
    const head = hunkHeaderIn(this.#bytes, this.#at, end);
    this.#at = end + 1;
    this.#line += 1;
    if (head === null) return this.#malformed("a hunk header that cannot be read");
    if (file?.oldPath === undefined || file.newPath === undefined) return this.#malformed("a hunk without its file");
    this.#readBody(head, file.hunks);
  }

  /** Consumes as many lines as the header counts, and notes each run of changed ones. */
  #readBody(head: Hunk, hunks: Hunk[]): void {
    // An empty range names the line before it, so the first line of a run after it is one further.
    let old = head.oldCount === 0 ? head.oldStart + 1 : head.oldStart;
    let now = head.newCount === 0 ? head.newStart + 1 : head.newStart;
    const oldEnd = old + head.oldCount;
    const nowEnd = now + head.newCount;
    let runOld = old;
    let runNow = now;
    const closeRun = (): void => {
      if (old > runOld || now > runNow) hunks.push(hunkOf(runOld, old - runOld, runNow, now - runNow));
    };
    while (old < oldEnd || now < nowEnd) {
      if (this.#at >= this.#bytes.length) this.#malformed("a hunk that ends too early");
      const kind = this.#bytes[this.#at];
      const end = this.#endOfLine();
      if (kind === MINUS) old += 1;
      else if (kind === PLUS) now += 1;
      else if (kind === SPACE || end === this.#at) {
        closeRun();
        old += 1;
        now += 1;
        runOld = old;
        runNow = now;
      } else if (kind !== BACKSLASH) this.#malformed("a hunk that ends too early");
      if (old > oldEnd || now > nowEnd) this.#malformed("a hunk that does not fit its header");
      this.#at = end + 1;
      this.#line += 1;
    }
    closeRun();
    while (this.#bytes[this.#at] === BACKSLASH) {
      this.#at = this.#endOfLine() + 1;
      this.#line += 1;
    }
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
