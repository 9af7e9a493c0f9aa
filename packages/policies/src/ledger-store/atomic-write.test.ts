import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeAtomically } from "./atomic-write.js";
import { refusalOf } from "./cycle-on-disk.fixture.js";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "loopwright-write-"));
  file = path.join(folder, "l.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("an atomic write", () => {
  it("LG-SEC-10: replaces the file and leaves nothing beside; at the last look the old bytes stand, the new ones are whole", () => {
    writeFileSync(file, "old");
    const seen: string[] = [];
    writeAtomically(file, "new ü", () => {
      seen.push(readFileSync(file, "utf8"), ...readdirSync(folder).filter((name) => name !== "l.json").map((name) => readFileSync(path.join(folder, name), "utf8")));
    });
    expect(seen).toEqual(["old", "new ü"]);
    expect([readFileSync(file, "utf8"), readdirSync(folder)]).toEqual(["new ü", ["l.json"]]);
  });

  it("LG-SEC-10: keeps the mode of the file; a new one has 0644, whatever the process's mask", () => {
    const mask = process.umask(0o077);
    try {
      writeAtomically(file, "a", () => undefined);
      expect(statSync(file).mode & 0o777).toBe(0o644);
      chmodSync(file, 0o640);
      writeAtomically(file, "b", () => undefined);
      expect(statSync(file).mode & 0o777).toBe(0o640);
    } finally {
      process.umask(mask);
    }
  });

  it("LG-SEC-10, LG-SEC-12: a refusal at the last look, or a rename that fails, leaves the old file and no copy", async () => {
    writeFileSync(file, "old");
    expect(() => writeAtomically(file, "new", () => { throw new Error("changed"); })).toThrow("changed");
    expect([readFileSync(file, "utf8"), readdirSync(folder)]).toEqual(["old", ["l.json"]]);
    mkdirSync(path.join(folder, "taken", "x"), { recursive: true });
    expect(await refusalOf(() => writeAtomically(path.join(folder, "taken"), "new", () => undefined))).toBe("io-failed");
    expect(readdirSync(folder).sort()).toEqual(["l.json", "taken"]);
  });

  it("LG-SEC-10: where nothing can be made beside, nothing is written", async () => {
    expect(await refusalOf(() => writeAtomically(path.join(folder, "none", "l.json"), "new", () => undefined))).toBe("io-failed");
  });
});
