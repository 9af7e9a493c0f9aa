import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readFileInside } from "./confined.js";
import { directoryWorkspace } from "./directory-workspace.js";
import { listFilesInside } from "./list-files.js";
import { memoryWorkspace } from "./memory-workspace.js";
import { describeDifference, snapshotDifference, snapshotOf } from "./snapshot.js";
import type { Workspace } from "./workspace.js";

vi.setConfig({ testTimeout: 60_000 });

function directory(): string {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "workspace-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  mkdirSync(join(base, "root"));
  return join(base, "root");
}

const text = (bytes: Uint8Array | null): string | null => (bytes === null ? null : new TextDecoder().decode(bytes));
const codeOf = (call: () => unknown): string => {
  try {
    call();
    return "fine";
  } catch (thrown) {
    return (thrown as { readonly code: string }).code;
  }
};

describe("reading inside a root", () => {
  it("LG-SEC-7: paths that could lead out never reach the disk, in memory or in a directory", () => {
    const root = directory();
    writeFileSync(join(root, "../secret"), "secret");
    mkdirSync(join(root, ".git"));
    writeFileSync(join(root, ".git/config"), "secret");
    for (const workspace of [directoryWorkspace(root), memoryWorkspace({ a: "a" })]) {
      for (const path of ["../secret", "a/../../secret", "/etc/passwd", "C:/x", "C:x", "\\\\host\\x", "a\\b", "", ".", "./a", "a//b", "a/", "a\0b", "a\nb", ".git/config", ".GIT/config", ".git./config", ".git /config", "GIT~1/config", ".g\u200cit/config", ".git::$INDEX_ALLOCATION/config", "x".repeat(1025), "\ud800"]) {
        expect(codeOf(() => workspace.read(path)), JSON.stringify(path)).toBe("path-unsafe");
      }
    }
  });

  it("LG-SEC-7, LG-SEC-36: links are followed inside the root alone, wherever in the path they stand", () => {
    const root = directory();
    mkdirSync(join(root, "d"));
    mkdirSync(join(root, ".git"));
    writeFileSync(join(root, ".git/config"), "secret");
    writeFileSync(join(root, "../secret"), "secret");
    writeFileSync(join(root, "d/file"), "inside");
    symlinkSync("d/file", join(root, "fine"));
    symlinkSync("d", join(root, "directory"));
    symlinkSync("../secret", join(root, "out"));
    symlinkSync("..", join(root, "up"));
    symlinkSync("/etc", join(root, "etc"));
    symlinkSync(".git", join(root, "control"));
    symlinkSync("circle", join(root, "circle"));
    symlinkSync("nowhere", join(root, "dangling"));
    const read = (path: string): string => codeOf(() => readFileInside(root, path));
    expect([text(readFileInside(root, "fine")), text(readFileInside(root, "directory/file"))]).toEqual(["inside", "inside"]);
    expect(["out", "up/secret", "etc/passwd", "control/config", "circle"].map(read)).toEqual(Array.from({ length: 5 }, () => "path-unsafe"));
    expect([readFileInside(root, "dangling"), readFileInside(root, "nowhere"), readFileInside(root, "fine/x")]).toEqual([null, null, null]);
  });

  it("LG-SEC-7, LG-SEC-13: only regular files up to the limit", () => {
    const root = directory();
    mkdirSync(join(root, "d"));
    execFileSync("mkfifo", [join(root, "pipe")]);
    writeFileSync(join(root, "large"), "");
    truncateSync(join(root, "large"), 3_000_000_000);
    writeFileSync(join(root, "small"), "12345");
    expect(["d", "pipe", "large"].map((path) => codeOf(() => readFileInside(root, path)))).toEqual(["not-a-file", "not-a-file", "file-too-large"]);
    expect(text(readFileInside(root, "small", { maxBytes: 5 }))).toBe("12345");
    expect(() => readFileInside(root, "small", { maxBytes: 4 })).toThrow(/4 bytes/);
    expect(codeOf(() => memoryWorkspace({ a: "12345" }).read("a", { maxBytes: 4 }))).toBe("file-too-large");
  });

  it("LG-SEC-8: files below a directory, without links, bounded in depth and number, with what was left out", () => {
    const root = directory();
    mkdirSync(join(root, "c/1/2/3"), { recursive: true });
    for (const path of ["c/b.md", "c/a.md", "c/x.txt", "c/1/d.md", "c/1/2/3/deep.md"]) writeFileSync(join(root, path), "");
    symlinkSync("/", join(root, "c/root"));
    symlinkSync("../c", join(root, "c/self.md"));
    expect(listFilesInside(root, "c", { suffix: ".md", maxDepth: 2 })).toEqual({
      paths: ["c/1/d.md", "c/a.md", "c/b.md"],
      skipped: [{ path: "c/1/2/3", why: "too-deep" }, { path: "c/root", why: "link" }, { path: "c/self.md", why: "link" }],
    });
    expect(listFilesInside(root, "c", { maxFiles: 2, suffix: ".md" })).toMatchObject({ paths: ["c/1/2/3/deep.md", "c/1/d.md"], skipped: [{ path: "c/a.md", why: "too-many" }] });
    expect(listFilesInside(root, "c/self.md")).toEqual({ paths: [], skipped: [{ path: "c/self.md", why: "link" }] });
    expect(listFilesInside(root, "nowhere")).toEqual({ paths: [], skipped: [] });
    expect(codeOf(() => listFilesInside(root, "../root"))).toBe("path-unsafe");
  });
});

describe("snapshots of a directory", () => {
  it("G15: a change of any byte, mode, type or name is seen; the time of a file is none", async () => {
    const root = directory();
    mkdirSync(join(root, "d"));
    writeFileSync(join(root, "a"), "abc");
    writeFileSync(join(root, "d/b"), "b");
    const workspace = directoryWorkspace(root);
    const first = await workspace.snapshot();
    const seen = async (change: () => unknown): Promise<string> => {
      const before = await workspace.snapshot();
      change();
      return describeDifference(snapshotDifference(before, await workspace.snapshot()));
    };
    utimesSync(join(root, "a"), 5, 5);
    expect((await workspace.snapshot()).digest).toBe(first.digest);
    expect(await seen(() => (writeFileSync(join(root, "a"), "abd"), utimesSync(join(root, "a"), 5, 5)))).toBe('modified "a"');
    expect(await seen(() => chmodSync(join(root, "a"), 0o755))).toBe('modified "a"');
    expect(await seen(() => (rmSync(join(root, "a")), symlinkSync("d/b", join(root, "a"))))).toBe('modified "a"');
    expect(await seen(() => (rmSync(join(root, "a")), symlinkSync("d/c", join(root, "a"))))).toBe('modified "a"');
    expect(await seen(() => rmSync(join(root, "d/b")))).toBe('removed "d/b"');
    expect(await seen(() => execFileSync("mkfifo", [join(root, "pipe")]))).toBe('added "pipe"');
    expect(await seen(() => linkSync(join(root, "pipe"), join(root, "hard")))).toBe('added "hard"');
    expect(await seen(() => undefined)).toBe("");
  });

  it("G15: odd names, files larger than one piece, and what the caller leaves out", async () => {
    const root = directory();
    for (const name of ["__proto__", "constructor", "new\nline", "é", " "]) writeFileSync(join(root, name), name);
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff])]), "x");
    writeFileSync(join(root, "large"), new Uint8Array(2_500_000).fill(7));
    mkdirSync(join(root, "dist/x"), { recursive: true });
    writeFileSync(join(root, "dist/x/y"), "");
    const workspace = directoryWorkspace(root, { isIgnored: (path) => path === "dist" });
    const before = await workspace.snapshot();
    expect(Object.keys(before.files).sort()).toEqual([" ", "__proto__", "\\xff", "constructor", "large", "new\nline", "é"].sort());
    expect(before.files["large"]?.digest).toBe(`sha256:${execFileSync("sha256sum", [join(root, "large")], { encoding: "utf8" }).slice(0, 64)}`);
    const bytes = new Uint8Array(2_500_000).fill(7);
    bytes[2_499_999] = 8;
    writeFileSync(join(root, "large"), bytes);
    writeFileSync(join(root, "__proto__"), "other");
    expect(snapshotDifference(before, await workspace.snapshot()).paths.map(({ path }) => path)).toEqual(["__proto__", "large"]);
    expect(JSON.parse(JSON.stringify(before))).toEqual({ ...before, files: { ...before.files } });
  });

  it("G4: what cannot be read is an error, never an empty place", async () => {
    expect(codeOf(() => directoryWorkspace("/nonexistent/x"))).toBe("path-unsafe");
    await expect(directoryWorkspace(directory()).snapshot({ signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
  });
});

describe("snapshots", () => {
  it("G15: two kinds of workspace with the same files have the same content", async () => {
    const root = directory();
    writeFileSync(join(root, "a"), "a");
    writeFileSync(join(root, "b"), "b");
    const memory = memoryWorkspace({ b: "b", a: "a" });
    const both: readonly Workspace[] = [directoryWorkspace(root), memory];
    const [left, right] = await Promise.all(both.map((workspace) => workspace.snapshot()));
    expect(left).toEqual(right);
    memory.write("c", "c");
    expect(memory.remove("a")).toBe(true);
    expect(memory.remove("a")).toBe(false);
    expect(snapshotDifference(left!, await memory.snapshot()).paths).toEqual([{ path: "a", change: "removed" }, { path: "c", change: "added" }]);
  });

  it("G15: what a memory workspace gave or took can be changed without changing it", async () => {
    const bytes = Uint8Array.from([1]);
    const workspace = memoryWorkspace({ a: bytes });
    bytes[0] = 2;
    (workspace.read("a") as Uint8Array)[0] = 3;
    expect(workspace.read("a")).toEqual(Uint8Array.from([1]));
  });

  it("G15: the digest tells apart what files are put together of", () => {
    const file = (digest: string) => ({ kind: "file" as const, digest });
    const digests = [
      snapshotOf([["a", file("1")], ["b", file("2")]], null),
      snapshotOf([["a", file("2")], ["b", file("1")]], null),
      snapshotOf([["a", { kind: "link", digest: "1" }], ["b", file("2")]], null),
      snapshotOf([], null),
    ].map(({ digest }) => digest);
    expect(new Set(digests).size).toBe(4);
    expect(snapshotDifference(snapshotOf([], null), snapshotOf([], { head: null, branch: null, index: "", references: "", headLog: "", settings: "" }))).toEqual({ isEqual: false, paths: [], git: ["repository"] });
  });

  it("G15: a difference in words stays short", () => {
    const files = Array.from({ length: 9 }, (_, index): [string, { kind: "file"; digest: string }] => [`f${index}`, { kind: "file", digest: "1" }]);
    expect(describeDifference(snapshotDifference(snapshotOf([], null), snapshotOf(files, null)), 2)).toBe('added "f0", added "f1", 7 more paths');
  });
});
