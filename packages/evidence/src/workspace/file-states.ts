/**
 * What files hold, as digests (G15).
 *
 * Invariants:
 * 1. Every byte is read: size and time stamps can be set back, so neither is believed.
 * 2. No link is followed, wherever in the path it stands, and nothing but a regular file is opened (LG-SEC-36). What lies
 *    behind a link is not there, as for git; the link itself counts where it is listed.
 * 3. The event loop gets its turn after every few milliseconds of work, and the signal is looked at then.
 */
import { sha256Hex } from "@loopwright/core";
import { pathOfBytes } from "../diff/git-path.js";
import { EvidenceError } from "../evidence-error.js";
import { isControlSegment } from "../repo-path.js";
import { unlessMissing } from "./confined.js";
import type { FileState } from "./snapshot.js";

/** Most files of a workspace. */
export const MAX_WORKSPACE_FILES = 200_000;

const SLASH = Buffer.from("/");
const PIECE_BYTES = 1_048_576;
const TURN_MS = 8;

/** Reads the files of one root, a turn at a time. */
export class FileStates {
  readonly #root: Buffer;
  readonly #signal: AbortSignal | undefined;
  readonly #isIgnored: (path: string) => boolean;
  readonly #states = new Map<string, FileState>();
  /** Whether a directory is one, without a link on the way. By the bytes of its path, one character each; for one reading. */
  readonly #directories = new Map<string, boolean>();
  #buffer: Uint8Array | null = null;
  #turnEnds = performance.now() + TURN_MS;

  constructor(root: string, options: { readonly signal?: AbortSignal | undefined; readonly isIgnored?: (path: string) => boolean } = {}) {
    this.#root = Buffer.from(root);
    this.#signal = options.signal;
    this.#isIgnored = options.isIgnored ?? (() => false);
  }

  /** One for all files: they are read one after the other. Not cleared: what is hashed of it was just read. */
  get #piece(): Uint8Array {
    return (this.#buffer ??= Buffer.allocUnsafeSlow(PIECE_BYTES));
  }

  /** What was read so far. */
  get states(): ReadonlyMap<string, FileState> {
    return this.#states;
  }

  /** Takes in a path, whatever it is; one that is not there is left out. A directory is taken in with all it holds. */
  async add(path: Uint8Array): Promise<void> {
    if (this.#isInDirectory(path)) await this.#addEntry(path);
  }

  /** The same where the directory around it was looked at. */
  async #addEntry(path: Uint8Array): Promise<void> {
    if (performance.now() > this.#turnEnds) await this.#yield();
    const place = Buffer.concat([this.#root, SLASH, path]);
    const name = pathOfBytes(path);
    const { lstatSync, readlinkSync } = process.getBuiltinModule("node:fs");
    const stat = unlessMissing(name, () => lstatSync(place));
    if (stat === null) return;
    if (stat.isDirectory()) return this.addDirectory(path);
    if (this.#states.size >= MAX_WORKSPACE_FILES) {
      throw new EvidenceError("workspace-too-large", `the workspace has more than ${MAX_WORKSPACE_FILES} files`, { path: "workspace", hint: "Leave out what no review is about." });
    }
    if (stat.isSymbolicLink()) this.#set(name, "link", readlinkSync(place, "buffer"));
    else if (!stat.isFile()) this.#set(name, "other", new Uint8Array());
    else {
      const digest = await this.#digestOf(place, name);
      if (digest !== null) this.#states.set(name, { kind: (stat.mode & 0o100) === 0 ? "file" : "executable", digest });
    }
  }

  /** Takes in what a directory holds, but for the version control's own files. Empty: the root. */
  async addDirectory(path: Uint8Array): Promise<void> {
    const { readdirSync } = process.getBuiltinModule("node:fs");
    const name = pathOfBytes(path);
    const entries = unlessMissing(name, () => readdirSync(Buffer.concat([this.#root, SLASH, path]), { encoding: "buffer" }));
    for (const entry of entries ?? []) {
      const inside = path.length === 0 ? entry : Buffer.concat([path, SLASH, entry]);
      if (!isControlSegment(pathOfBytes(entry)) && !this.#isIgnored(pathOfBytes(inside))) await this.#addEntry(inside);
    }
  }

  /** Whether every directory on the way to a path is one, and no link to one. Looked at once for all that lies in it. */
  #isInDirectory(path: Uint8Array): boolean {
    const end = path.lastIndexOf(0x2f);
    if (end < 0) return true;
    const around = path.subarray(0, end);
    const key = Buffer.from(around).toString("latin1");
    const known = this.#directories.get(key);
    if (known !== undefined) return known;
    const { lstatSync } = process.getBuiltinModule("node:fs");
    const isOne = this.#isInDirectory(around) && unlessMissing(pathOfBytes(around), () => lstatSync(Buffer.concat([this.#root, SLASH, around])))?.isDirectory() === true;
    this.#directories.set(key, isOne);
    return isOne;
  }

  #set(name: string, kind: FileState["kind"], bytes: Uint8Array): void {
    this.#states.set(name, { kind, digest: `sha256:${sha256Hex(bytes)}` });
  }

  async #digestOf(place: Buffer, name: string): Promise<string | null> {
    const { closeSync, constants, openSync } = process.getBuiltinModule("node:fs");
    const file = unlessMissing(name, () => openSync(place, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)));
    if (file === null) return null;
    try {
      let count = this.#readPiece(file);
      if (count < PIECE_BYTES) return `sha256:${sha256Hex(this.#piece.subarray(0, count))}`;
      const hash = process.getBuiltinModule("node:crypto").createHash("sha256");
      for (; count > 0; count = this.#readPiece(file)) {
        hash.update(this.#piece.subarray(0, count));
        if (performance.now() > this.#turnEnds) await this.#yield();
      }
      return `sha256:${hash.digest("hex")}`;
    } finally {
      closeSync(file);
    }
  }

  /** Fills the piece as far as the file goes. */
  #readPiece(file: number): number {
    const { readSync } = process.getBuiltinModule("node:fs");
    let length = 0;
    for (let count = -1; count !== 0 && length < PIECE_BYTES; length += count) count = readSync(file, this.#piece, length, PIECE_BYTES - length, null);
    return length;
  }

  async #yield(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#signal?.throwIfAborted();
    this.#turnEnds = performance.now() + TURN_MS;
  }
}
