import { describe, expect, test } from "vitest";
import { EffectsKept } from "./effects-kept.js";

const journal = (...records: readonly string[]): readonly string[] => [
  "{}",
  ...records.map((one) => {
    const [type, key] = one.split(" ");
    return JSON.stringify({ record: { type: `effect.${type}`, key } });
  }),
];
const found = (kept: EffectsKept) => kept.problems.map(({ kind, message }) => `${kind}: ${message}`);

describe("G11: what a case of killed processes counts", () => {
  test("a start that was never kept is none, though it was about to be", () => {
    const kept = new EffectsKept();
    kept.note(["starting a"]);
    expect(kept.read(journal(), true)).toBe(0);
    kept.note(["starting a", "started a"]);
    kept.read(journal("started a"), true);
    kept.note(["starting a", "started a", "ended a"]);
    kept.read(journal("started a", "started a", "ended a"), false);
    kept.check(["a", "a"]);
    expect(found(kept)).toEqual([]);
    expect([...kept.interrupted]).toEqual([["a", 1]]);
  });

  test("a third start is one too many, also where a process died before it could note one that was kept", () => {
    const noted = new EffectsKept();
    noted.note(["starting a", "started a", "starting a", "started a", "starting a", "started a"]);
    noted.check();
    expect(found(noted)).toEqual(["reissued: a was started 3 times"]);
    const unnoted = new EffectsKept();
    unnoted.note(["starting a"]);
    unnoted.read(journal("started a"), true);
    unnoted.note(["starting a", "started a"]);
    unnoted.read(journal("started a", "started a"), true);
    unnoted.note(["starting a", "started a"]);
    unnoted.read(journal("started a", "started a", "started a"), true);
    unnoted.check();
    expect(found(unnoted)).toEqual(["reissued: a was started 3 times"]);
  });

  test("an effect that runs more often than it was started, in either list, and one that starts again after its end", () => {
    const kept = new EffectsKept();
    kept.note(["starting a", "started a", "ended a", "starting b", "started b"]);
    kept.read(journal("started a", "ended a", "started b"), true);
    expect([...kept.interrupted]).toEqual([["b", 1]]);
    kept.note(["starting a"]);
    kept.check(["a", "b", "b"], ["a", "a"]);
    expect(found(kept)).toEqual(["repeated: a was started again, though its end was kept", "repeated: b ran 2 times, and was started 1 times", "repeated: a ran 2 times, and was started 1 times"]);
  });
});
