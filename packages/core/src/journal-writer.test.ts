import { describe, expect, test } from "vitest";
import { crash, memoryJournal, problemsOf, runOn, typesOf, written } from "./journal.fixture.js";
import type { Journal, Json } from "./index.js";
import { judges, probe, probeAgents, says, type ProbeOptions } from "./probe.fixture.js";

const ask = (input: Json) => ({ instruction: "do", input });

/** Rounds of one call each, whose answers a state may gather. */
const rounds = (count: number, gathers: boolean): ProbeOptions => ({
  maxRounds: count,
  review: async (ctx, state) => {
    const judged = await ctx.call("adviser", ask(ctx.round));
    const note = judged.ok ? judged.value : judged.failure.kind;
    return { ...state, next: ctx.round === count ? "stop" : "again", note: gathers ? [...((state.note as readonly Json[] | null) ?? []), note] : note };
  },
});
const talks = () => probeAgents({ adviser: (request) => says(`${request.key} ${"word ".repeat(200)}`) });

/** A journal that counts what is written to it. */
function counting(): { readonly journal: Journal; readonly inner: ReturnType<typeof memoryJournal>; readonly written: { chars: number; most: number; compactions: number } } {
  const inner = memoryJournal();
  const written = { chars: 0, most: 0, compactions: 0 };
  const journal: Journal = {
    open: async () => {
      const open = await inner.open();
      const note = (value: unknown): void => {
        written.chars += JSON.stringify(value).length;
        written.most = Math.max(written.most, inner.records.length);
      };
      return {
        ...open,
        append: (record) => (note(record), open.append(record)),
        compact: (records) => (written.compactions++, note(records), open.compact(records)),
      };
    },
  };
  return { journal, inner, written };
}

describe("compaction", { timeout: 120_000 }, () => {
  test("a long run keeps its decisions, and of its effects only those since the last checkpoint", async () => {
    const { journal, inner, written: counted } = counting();
    await runOn(probe(rounds(300, false)), journal, { agents: talks() });
    const types = typesOf(inner.records);
    expect(types.filter((type) => type === "decision")).toHaveLength(300);
    expect(types.filter((type) => type === "effect.started").length).toBeLessThan(150);
    expect(counted.compactions).toBeGreaterThan(2);
  });

  test.each([false, true])("nothing is quadratic: ten times the rounds are written with about ten times the characters (a state that gathers: %s)", async (gathers) => {
    const sizes: number[] = [];
    for (const count of [40, 400]) {
      const { journal, written: counted } = counting();
      await runOn(probe(rounds(count, gathers)), journal, { agents: talks() });
      sizes.push(counted.chars);
    }
    expect((sizes[1] as number) / (sizes[0] as number)).toBeLessThan(16);
  });

  test("G11: killed in the midst of a compaction, before or after it, the run goes on from what is there", async () => {
    const policy = probe(rounds(12, true));
    const whole = await runOn(policy, memoryJournal(), { agents: talks() });
    let fromCheckpoint = 0;
    for (const isTorn of [false, true]) {
      for (let after = 0; ; after++) {
        const left = await crash(policy, [], { after, isTorn }, { agents: talks() });
        if (left === null) break;
        const { result, events } = await runOn(policy, memoryJournal(left), { agents: talks() });
        expect(result.report, `${after}`).toEqual(whole.result.report);
        expect(problemsOf(events), `${after}`).toEqual([]);
        if (events[0]?.type !== "run.resumed" || events.length < 3) continue;
        fromCheckpoint++;
        // What follows the checkpoint carries the numbers that it has in a run that did not die.
        const bare = (event: object) => ({ ...event, at: 0, replayed: undefined, interrupted: undefined });
        expect(events.slice(1).map(bare), `${after}`).toEqual(whole.events.slice(-(events.length - 1)).map(bare));
      }
    }
    expect(fromCheckpoint).toBeGreaterThan(5);
  });

  test("G18: G2: versions that were seen, and what was reviewed, survive a checkpoint", async () => {
    const drafts = ["v1", "v2", "v3", "v1"];
    const seen: (readonly [number, boolean])[] = [];
    const policy = probe({
      review: async (ctx, state) => ((await ctx.call("reviewer", ask(state.draft))), { ...state, next: ctx.round > drafts.length ? "stop" : "revise" }),
      revise: async (ctx, state) => ((await ctx.call("writer", ask(state.draft))), { ...state, draft: drafts[ctx.round - 1] ?? null }),
      facts: (_state, progress) => (progress.phase === "revise" && seen.push([progress.round, progress.versionSeen]), {}),
    });
    const agents = () => probeAgents({ reviewer: () => ({ ...judges(true), model: "m".repeat(2_000) }) });
    const whole = await runOn(policy, memoryJournal(), { agents: agents() });
    expect(seen.splice(0)).toEqual([[1, false], [2, false], [3, false], [4, true]]);
    let fromCheckpoint = 0;
    for (let after = 1; ; after++) {
      const left = await crash(policy, [], { after }, { agents: agents() });
      if (left === null) break;
      seen.splice(0);
      const { result } = await runOn(policy, memoryJournal(left), { agents: agents() });
      if (typesOf(left).includes("checkpoint")) fromCheckpoint++;
      expect(seen.find(([round]) => round === 4)?.[1] ?? true, String(after)).toBe(true);
      expect([result.reviewedVersion, result.unreviewedChange, result.rounds], String(after)).toEqual([whole.result.reviewedVersion, whole.result.unreviewedChange, whole.result.rounds]);
    }
    expect(fromCheckpoint).toBeGreaterThan(3);
  });

  test("a failed run after a checkpoint still gives what was reviewed, though its state no longer holds it", async () => {
    const policy = (isBroken: boolean) =>
      probe({
        review: async (ctx, state) => ((await ctx.call("reviewer", ask(state.draft))), ctx.round === 1 ? { ...state, next: "revise" } : isBroken ? Promise.reject(new Error("bug")) : state),
        revise: async (ctx, state) => ((await ctx.call("writer", ask("w"))), { ...state, draft: "changed", early: "review" }),
      });
    const chatty = () => probeAgents({ writer: () => ({ text: "t".repeat(9_000) }) });
    const journal = memoryJournal();
    const first = await runOn(policy(true), journal, { agents: chatty() });
    expect(first.result).toMatchObject({ status: "failed", reviewedArtifact: "v0" });
    const base = written(journal.records).findLast(({ type }) => type === "checkpoint");
    expect(base).toMatchObject({ next: "review", reviewedArtifact: "v0", position: { state: { draft: "changed" } } });
    const again = await runOn(policy(true), journal, { agents: chatty() });
    expect(again.result).toMatchObject({ status: "failed", reviewedArtifact: "v0", reviewedVersion: first.result.reviewedVersion });
  });

  test("a checkpoint whose state was changed, or that stands after another decision, is refused", async () => {
    const journal = memoryJournal();
    await runOn(probe(rounds(3, true)), journal, { agents: talks() });
    const records = written(journal.records);
    const last = records.at(-1) as unknown as { readonly position: { readonly state: object }; readonly decision: object };
    const bent = { ...last, position: { ...last.position, state: { ...last.position.state, draft: "forged" } } } as unknown as Json;
    expect((await runOn(probe(rounds(3, true)), memoryJournal([...records.slice(0, -1), bent]), { agents: talks() })).result).toMatchObject({ status: "failed", error: { code: "snapshot-invalid" } });
    const other = { ...last, decision: { ...last.decision, token: "passed", kind: "pass" } } as unknown as Json;
    expect((await runOn(probe(rounds(3, true)), memoryJournal([...records.slice(0, -1), other]), { agents: talks() })).result).toMatchObject({ status: "failed", error: { code: "journal-invalid" } });
  });

  test("a state that is no plain data fails the run, with its path, instead of being written half", async () => {
    const policy = probe({ review: async (ctx, state) => ((await ctx.call("reviewer", ask("x"))), { ...state, note: undefined as unknown as Json }) });
    const { result } = await runOn(policy, memoryJournal(), { agents: probeAgents() });
    expect(result).toMatchObject({ status: "failed", error: { code: "not-plain", path: "state.note" } });
  });
});
