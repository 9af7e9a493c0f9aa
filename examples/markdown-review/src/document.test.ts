import { spawnSync } from "node:child_process";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatBytes, MAX_DOCUMENT_BYTES, readDocument } from "./document.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "markdown-review-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileWith(content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, `${Math.random()}.md`);
  await writeFile(file, content);
  return file;
}

const codeOf = (file: string): Promise<unknown> => readDocument(file, "notes.md").then(
  () => "read",
  (error: unknown) => (error as { code: unknown }).code,
);

test("a text is read to the byte", async () => {
  const text = "\uFEFF# Tïtle\r\n\r\nno last newline";
  expect(await readDocument(await fileWith(text), "notes.md")).toMatchObject({ name: "notes.md", text, bytes: new TextEncoder().encode(text).length });
});

test("what is no readable Markdown file is refused with a code of its own", async () => {
  expect(await codeOf(path.join(folder, "none.md"))).toBe("document-missing");
  expect(await codeOf(path.join(await fileWith("a"), "below.md"))).toBe("document-missing");
  expect(await codeOf(folder)).toBe("document-not-a-file");
  expect(await codeOf(await fileWith("a\0b"))).toBe("document-binary");
  expect(await codeOf(await fileWith(new Uint8Array([0x61, 0xff, 0xfe])))).toBe("document-not-utf8");
  expect(await codeOf(await fileWith(""))).toBe("document-empty");
  expect(await codeOf(await fileWith("\uFEFF \r\n\t"))).toBe("document-empty");
});

test.skipIf(process.platform === "win32")("devices and pipes are refused without opening them", async () => {
  const pipe = path.join(folder, "pipe");
  spawnSync("mkfifo", [pipe]);
  expect(await codeOf(pipe)).toBe("document-not-a-file");
  expect(await codeOf("/dev/zero")).toBe("document-not-a-file");
});

test("a file of 50 MB is refused without reading it", async () => {
  const file = await fileWith("# Large\n");
  await truncate(file, 50 * 1024 * 1024);
  await expect(readDocument(file, "notes.md")).rejects.toMatchObject({ code: "document-too-large", message: '"notes.md" is too large (50.0 MB)' });
  await truncate(file, MAX_DOCUMENT_BYTES + 1);
  expect(await codeOf(file)).toBe("document-too-large");
});

test("an odd name cannot break the line", async () => {
  await expect(readDocument(path.join(folder, "x"), "a\nb.md")).rejects.toMatchObject({ message: 'there is no file "a\\nb.md"' });
});

test("sizes read well", () => {
  expect([812, 2100, 50 * 1024 * 1024].map(formatBytes)).toEqual(["812 bytes", "2.1 KB", "50.0 MB"]);
});
