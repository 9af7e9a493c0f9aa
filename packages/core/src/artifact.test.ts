/** Versions of the artifact. Numbers are the invariants at the head of artifact.ts. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { isSame, VersionHistory } from "./artifact.js";
import * as digest from "./digest.js";

vi.mock(import("./digest.js"), async (original) => {
  const real = await original();
  return { ...real, digestOf: vi.fn(real.digestOf) };
});
const digestOf = vi.mocked(digest.digestOf);

beforeEach(() => {
  digestOf.mockClear();
});

describe("the current version", () => {
  test("there is none before the first, and none while the artifact is null", () => {
    const versions = new VersionHistory();
    expect([versions.current, versions.digest(), versions.isSeen(), versions.isCurrent(null)]).toEqual([null, null, false, true]);
    versions.produce(null);
    expect([versions.digest(), versions.isSeen(), versions.seen()]).toEqual([null, false, []]);
  });

  test("1: its digest is that of its content", () => {
    const versions = new VersionHistory();
    versions.produce("draft");
    expect(versions.digest()).toBe(digest.digestOf("draft"));
    versions.produce({ b: [1], a: "x" });
    expect(versions.digest()).toBe(digest.digestOf({ a: "x", b: [1] }));
  });

  test("it cannot be changed afterwards by whoever made it", () => {
    const draft = { text: "one", files: ["a"] };
    const versions = new VersionHistory();
    versions.produce(draft);
    const before = versions.digest();
    draft.text = "two";
    draft.files.push("b");
    expect(versions.current).toEqual({ text: "one", files: ["a"] });
    expect(versions.digest()).toBe(before);
    expect(versions.isCurrent(draft)).toBe(false);
    expect(versions.isCurrent({ files: ["a"], text: "one" })).toBe(true);
  });

  test("G20: what is not plain is refused with its path", () => {
    expect(() => new VersionHistory().produce({ at: new Date(0) } as never)).toThrow(expect.objectContaining({ code: "not-plain", path: "artifact.at" }) as Error);
  });
});

describe("G18: 2: isSeen", () => {
  test("a return to an earlier version is seen, also when it is the very last one", () => {
    const versions = new VersionHistory();
    const seen = ["A", "B", "A", "A", "C"].map((draft) => (versions.produce(draft), versions.isSeen()));
    expect(seen).toEqual([false, false, true, true, false]);
  });

  test("content counts, not the object; and not the order of keys", () => {
    const versions = new VersionHistory();
    const seen = [{ a: 1, b: 2 }, { a: 1 }, { b: 2, a: 1 }].map((draft) => (versions.produce(draft), versions.isSeen()));
    expect(seen).toEqual([false, false, true]);
  });

  test("a text is not the value that it spells", () => {
    const versions = new VersionHistory();
    const seen = ['{"a":1}', { a: 1 }, "1", 1, "null", "true", true].map((draft) => (versions.produce(draft), versions.isSeen()));
    expect(seen.some(Boolean)).toBe(false);
  });

  test("a gap without an artifact loses no history", () => {
    const versions = new VersionHistory();
    for (const draft of ["A", null, null]) versions.produce(draft);
    versions.produce("A");
    expect(versions.isSeen()).toBe(true);
  });

  test("asking changes nothing", () => {
    const versions = new VersionHistory();
    versions.produce("A");
    versions.produce("B");
    expect([versions.isSeen(), versions.isSeen(), versions.seen().length, versions.isSeen()]).toEqual([false, false, 1, false]);
  });

  test("a resumed run remembers: the version it goes on with is not history yet", () => {
    const first = new VersionHistory();
    for (const draft of ["A", "B", "C"]) first.produce(draft);
    const resumed = new VersionHistory(first.seen());
    resumed.adopt("C");
    expect(resumed.isSeen()).toBe(false);
    resumed.produce("B");
    expect(resumed.isSeen()).toBe(true);
    resumed.produce("C");
    expect(resumed.isSeen()).toBe(true);
  });
});

describe("1: digests are computed when they are read", () => {
  test("a run that asks for none computes none", () => {
    const versions = new VersionHistory();
    for (let index = 0; index < 1_000; index++) versions.produce(`draft ${index}`);
    expect(versions.isCurrent("draft 999")).toBe(true);
    expect(digestOf).not.toHaveBeenCalled();
  });

  test("each version is digested at most once", () => {
    const versions = new VersionHistory();
    for (let index = 0; index < 50; index++) {
      versions.produce(`draft ${index}`);
      versions.isSeen();
      versions.digest();
    }
    expect(digestOf).toHaveBeenCalledTimes(50);
  });
});

describe("3: undigested history is bounded", () => {
  /** How many versions can be produced before one has to be digested. */
  function keptOf(make: (index: number) => string | object): number {
    const versions = new VersionHistory();
    for (let index = 0; index < 20_000; index++) {
      versions.produce(make(index) as never);
      if (digestOf.mock.calls.length > 0) return index;
    }
    return 20_000;
  }

  test("by characters for texts, by number for short ones", () => {
    const long = "x".repeat(10_000);
    expect(keptOf((index) => `${index}${long}`)).toBeLessThanOrEqual(101);
    digestOf.mockClear();
    expect(keptOf((index) => `${index}`)).toBeLessThanOrEqual(10_001);
  });

  test("by a small number for structured versions, whose size nobody knows", () => {
    const big = { text: "x".repeat(100_000) };
    expect(keptOf((index) => ({ ...big, index }))).toBeLessThanOrEqual(32);
  });

  test("exactness does not depend on it", () => {
    const versions = new VersionHistory();
    const long = "x".repeat(400_000);
    for (let index = 0; index < 8; index++) versions.produce(`${index}${long}`);
    for (const index of [0, 3, 7]) {
      versions.produce(`${index}${long}`);
      expect(versions.isSeen()).toBe(true);
    }
    versions.produce(`8${long}`);
    expect(versions.isSeen()).toBe(false);
  });
});

test("isSame compares content, and digests only where both are structured", () => {
  expect([isSame("a", "a"), isSame(1, 1), isSame(null, null), isSame({ a: [1] }, { a: [1] })]).toEqual([true, true, true, true]);
  digestOf.mockClear();
  expect([isSame("a", "b"), isSame("1", 1), isSame(null, {}), isSame("{}", {}), isSame(0, null)].some(Boolean)).toBe(false);
  expect(digestOf).not.toHaveBeenCalled();
  expect([isSame([], {}), isSame({ a: 1 }, { a: 2 }), isSame([1, 2], [2, 1])].some(Boolean)).toBe(false);
});
