import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { lines, testRepository } from "./repository.fixture.js";
import { openRepository } from "./repository.js";
import { Git } from "./run-git.js";

vi.setConfig({ testTimeout: 60_000 });

const text = (bytes: Uint8Array | null): string | null => (bytes === null ? null : Buffer.from(bytes).toString("latin1"));

it("LG-CD-11: the texts of many files are read by a few gits in any order, and each is the text of its path", async () => {
  const old = new Map(Array.from({ length: 300 }, (_, index) => [`f/${index}`, lines(3, `old ${index} `)]));
  const repo = testRepository(Object.fromEntries(old));
  // Contents that look like what git prints between them, some without an end of line.
  const young = new Map([...old.keys()].map((path, index) => [path, index % 7 === 0 ? `\0\n\n${"0".repeat(40)} blob ${index}\n` : `new ${index}`]));
  for (const [path, content] of young) repo.write(path, content);
  repo.write("empty", "");
  repo.git("mv", "f/299", "moved");
  repo.commit("fix\n");
  young.set("empty", "").set("moved", "new 299").delete("f/299");
  const log = join(repo.root, "../calls");
  const command = join(repo.root, "../counted-git");
  writeFileSync(command, `#!/bin/sh\necho >> '${log}'\nexec git "$@"\n`, { mode: 0o755 });
  const calls = (): number => readFileSync(log).length;
  const commit = await (await openRepository(repo.root, { command })).readCommit("HEAD");
  const before = calls();
  const paths = commit.paths.map(({ path }) => path);
  expect([...paths].sort()).toEqual([...old.keys(), "empty", "moved"].sort());
  expect(paths.map((path) => text(commit.after(path)))).toEqual(paths.map((path) => young.get(path) ?? null));
  expect(paths.toReversed().map((path) => text(commit.before(path)))).toEqual(paths.toReversed().map((path) => old.get(path) ?? null));
  expect(calls() - before).toBeLessThan(8);
  // Known now: nothing is read twice.
  const after = calls();
  for (const { path } of commit.paths) void commit.after(path);
  expect(calls()).toBe(after);
});

it("LG-SEC-13: a text beyond the limit fails who asks for it, and not its neighbours; large neighbours are not taken in unasked", async () => {
  const repo = testRepository({ a: "a\n" });
  const large = "x".repeat(1_500_000);
  for (const name of ["b", "d", "e", "f"]) repo.write(name, large);
  for (const name of ["c", "g"]) repo.write(name, `${name}\n`);
  repo.write("z", "12345");
  repo.commit("fix\n");
  const commit = await (await openRepository(repo.root, { maxFileBytes: 1_000_000 })).readCommit("HEAD");
  for (const name of ["c", "g"]) expect(Buffer.from(commit.after(name) ?? "none").toString()).toBe(`${name}\n`);
  for (const name of ["b", "d", "e", "f", "b"]) expect(() => commit.after(name)).toThrow(expect.objectContaining({ code: "file-too-large" }) as Error);
  const exact = await (await openRepository(repo.root, { maxFileBytes: 5 })).readCommit("HEAD");
  expect(exact.after("z")).toHaveLength(5);
  const tight = await (await openRepository(repo.root, { maxFileBytes: 4 })).readCommit("HEAD");
  expect(tight.after("c")).toHaveLength(2);
  expect(() => tight.after("z")).toThrow(expect.objectContaining({ code: "file-too-large" }) as Error);
  const whole = await (await openRepository(repo.root)).readCommit("HEAD");
  expect(whole.paths.map(({ path }) => whole.after(path)?.length)).toEqual([large.length, 2, large.length, large.length, large.length, 2, 5]);
});

it("G4: a text that the commit lists and the repository does not have is an error, alone and among others", async () => {
  const repo = testRepository({ a: "a\n" });
  repo.write("a", "gone\n");
  repo.write("b", "there\n");
  repo.commit("fix\n");
  const commit = await (await openRepository(repo.root)).readCommit("HEAD");
  const id = repo.git("rev-parse", "HEAD:a");
  rmSync(join(repo.root, ".git/objects", id.slice(0, 2), id.slice(2)));
  expect(() => commit.after("a")).toThrow(expect.objectContaining({ code: "git-failed", message: expect.stringContaining("does not have") as string }) as Error);
  expect(commit.after("b")).toHaveLength(6);
  expect(() => commit.after("a")).toThrow(expect.objectContaining({ code: "git-failed" }) as Error);
});

it("G4: an object that was damaged fails who asks for it, and not its neighbours", async () => {
  const repo = testRepository({ a: "a\n" });
  for (const name of ["b", "c", "d"]) repo.write(name, `text of ${name}\n`);
  repo.commit("fix\n");
  const commit = await (await openRepository(repo.root)).readCommit("HEAD");
  const id = repo.git("rev-parse", "HEAD:c");
  const object = join(repo.root, ".git/objects", id.slice(0, 2), id.slice(2));
  rmSync(object);
  writeFileSync(object, "no object");
  for (const name of ["b", "d", "b"]) expect(text(commit.after(name))).toBe(`text of ${name}\n`);
  for (const _ of [1, 2]) expect(() => commit.after("c")).toThrow(expect.objectContaining({ code: "git-failed" }) as Error);
});

it("LG-SEC-13: what is read ahead of a text is bounded, however many texts are listed", async () => {
  const repo = testRepository({ a: "a\n" });
  for (let index = 0; index < 60; index++) repo.write(`f/${index}`, `${index} ${"x".repeat(100_000)}`);
  repo.commit("fix\n");
  const commit = await (await openRepository(repo.root)).readCommit("HEAD");
  const calls = vi.spyOn(Git.prototype, "runNow"); // watched, not replaced
  onTestFinished(() => calls.mockRestore());
  const taken = (): readonly number[] => calls.mock.results.flatMap(({ type, value }) => (type === "return" ? [value.stdout.length] : []));
  expect(commit.after("f/0")).toHaveLength(100_002);
  expect(calls).toHaveBeenCalledTimes(2); // all of them, which is too much, and then the one
  expect(taken()).toEqual([100_002 + 54]);
  for (const { path } of commit.paths) expect(commit.after(path)?.length).toBeGreaterThan(100_000);
  expect(Math.max(...taken())).toBeLessThanOrEqual(2_097_152);
  expect(Math.max(...taken())).toBeGreaterThan(200_000);
  expect(calls.mock.calls.length).toBeLessThan(30);
});

it("G4: a git that prints less than it announces gives no text", async () => {
  const repo = testRepository({ a: "a\n" });
  for (const name of ["a", "b", "c"]) repo.write(name, `text of ${name}\n`);
  repo.commit("fix\n");
  const program = join(repo.root, "../short-git");
  writeFileSync(program, '#!/bin/sh\ncase "$*" in *cat-file*--batch) git "$@" | head -c 60;; *) exec git "$@";; esac\n', { mode: 0o755 });
  const commit = await (await openRepository(repo.root, { command: program })).readCommit("HEAD");
  expect(Buffer.from(commit.after("c") ?? "none").toString()).toBe("text of c\n".slice(0, 10));
  const none = join(repo.root, "../no-git");
  writeFileSync(none, '#!/bin/sh\ncase "$*" in *cat-file*--batch) git "$@" | head -c 52;; *) exec git "$@";; esac\n', { mode: 0o755 });
  const cut = await (await openRepository(repo.root, { command: none })).readCommit("HEAD");
  for (const name of ["a", "b", "c"]) expect(() => cut.after(name)).toThrow(expect.objectContaining({ code: "git-failed", message: expect.stringContaining("less of") as string }) as Error);
});
