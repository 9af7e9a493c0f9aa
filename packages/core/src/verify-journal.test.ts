import { describe, expect, test } from "vitest";
import { memoryJournal, runOn, uncompacted, written, type Written } from "./journal.fixture.js";
import { resumeRun, runLoop, terminationTable, verifyJournal, type Json } from "./index.js";
import { judges, never, probe, probeAgents, probeFacts, probeTable, settle, type ProbeOptions } from "./probe.fixture.js";

const ask = { instruction: "do", input: "x" } as const;

const rounds: ProbeOptions = {
  maxRounds: 3,
  review: async (ctx, state) => ((await ctx.call("reviewer", ask)), { ...state, next: ctx.round === 1 ? "advise" : "revise" }),
  consult: async (ctx, state) => ((await ctx.call("adviser", ask)), { ...state, next: "again" }),
  revise: async (ctx, state) => ((await ctx.call("writer", ask)), { ...state, draft: `v${ctx.round}`, early: "none" }),
};

async function journalOf(options: ProbeOptions, cut = 0): Promise<readonly Json[]> {
  const journal = memoryJournal();
  await runOn(probe(options), uncompacted(journal), { agents: probeAgents() });
  return journal.records.slice(0, journal.records.length - cut);
}

describe("G12: verifyJournal", { timeout: 120_000 }, () => {
  test("from the journal alone every decision is computed again, and agrees; nobody is called, nothing is written", async () => {
    const records = await journalOf(rounds);
    const journal = memoryJournal(records);
    const verified = await verifyJournal(probe(rounds), journal);
    expect(verified).toMatchObject({ policy: "probe", policyVersion: "1", faults: [], isEnded: true });
    expect(verified.decisions.map(({ token }) => token)).toEqual(["advise", "again", "revise", "round-limit"]);
    expect(journal.records).toEqual(records);
    expect((await verifyJournal(probe(rounds), journal)).faults).toEqual([]); // It was given back.
  });

  test("after compaction, in the middle of a run, suspended, aborted: decisions are all there", async () => {
    const compacted = memoryJournal();
    await runOn(probe(rounds), compacted, { agents: probeAgents() });
    expect((await verifyJournal(probe(rounds), compacted)).decisions).toHaveLength(4);
    expect(await verifyJournal(probe(rounds), memoryJournal(await journalOf(rounds, 3)))).toMatchObject({ isEnded: false, faults: [] });
    const asking = { ...rounds, review: (_ctx, state) => ({ ...state, next: "ask" }) } satisfies ProbeOptions;
    expect(await verifyJournal(probe(asking), memoryJournal(await journalOf(asking)))).toMatchObject({ isEnded: true, faults: [], decisions: [{ token: "asked" }] });
    const journal = memoryJournal();
    const run = runLoop(probe(rounds), { input: null, journal, agents: probeAgents({ reviewer: never }) });
    await settle();
    run.abort();
    await run.result;
    expect(await verifyJournal(probe(rounds), journal)).toMatchObject({ faults: [], decisions: [{ token: "aborted", row: null }] });
  });

  test("a decision that was bent is found, with the row that the table gives", async () => {
    const records = written(await journalOf(rounds));
    const made = records.map((record, index) => ({ record, index })).filter(({ record }) => record.type === "decision");
    const bend = (nth: number, change: object, beside: object = {}): readonly Json[] =>
      records.filter(({ type }) => type !== "checkpoint").map((record, index) => (index === made[nth]?.index ? { ...record, ...beside, decision: { ...(record["decision"] as object), ...change } } : record));
    for (const [nth, change, beside, computed] of [
      [0, { token: "passed", kind: "pass", then: null, row: 4 }, {}, { token: "advise" }],
      [2, { facts: { next: "pass", early: "none", seen: false } }, {}, { token: "passed", kind: "pass" }],
      [2, { row: 3 }, {}, { row: 9 }],
      [3, {}, { maxRounds: 9 }, { token: "revise" }], // A round limit that was not reached.
      [2, { token: "aborted", kind: "stop", then: null, row: null }, {}, { token: "revise" }],
      [1, { token: "round-limit", kind: "stop", then: null, row: null }, {}, { token: "again" }],
    ] as const) {
      const { faults } = await verifyJournal(probe(rounds), memoryJournal(bend(nth, change, beside)));
      expect(faults).toMatchObject([{ index: nth, computed }]);
      expect(faults[0]?.message).toContain(`decision ${nth}`);
    }
  });

  test("G12: decisions that do not lead to each other are found: one dropped, another round, a forged limit of rounds, one after the end", async () => {
    const records = written(await journalOf(rounds)).filter(({ type }) => type === "run" || type === "decision");
    const [run, ...made] = records as [Written, ...Written[]];
    const bent = (nth: number, change: object, beside: object = {}): readonly Written[] => made.map((record, index) => (index === nth ? { ...record, ...beside, decision: { ...(record["decision"] as object), ...change } } : record));
    for (const [what, decisions, index, said] of [
      ["the first dropped", made.slice(1), 0, "was number 1 when it was made"],
      ["one in the middle dropped", made.toSpliced(1, 1), 1, "was number 2"],
      ["doubled", made.toSpliced(1, 0, made[0] as Written), 1, "was number 0"],
      ["the first replaced", bent(0, { phase: "consult" }), 0, "cannot be the first"],
      ["turned round", made.toSpliced(1, 2, made[2] as Written, made[1] as Written), 1, "was number 2"],
      ["another round", bent(1, { round: 77 }), 1, "does not follow"],
      ["another phase", bent(2, { phase: "consult" }), 2, "does not follow"],
      ["fewer rounds, and stopped there", bent(2, { token: "round-limit", kind: "stop", then: null, row: null }, { maxRounds: 1 }), 2, "the limits of the run allow 3"],
      ["more rounds", bent(1, {}, { maxRounds: 9 }), 1, "the limits of the run allow 3"],
      ["one after the end", [...made, { ...(made[3] as Written), number: 4 }], 4, "does not follow"],
    ] as const) {
      const { faults } = await verifyJournal(probe(rounds), memoryJournal([run, ...decisions]));
      expect(faults[0], what).toMatchObject({ index, message: expect.stringContaining(said) as string });
    }
    expect((await verifyJournal(probe(rounds), memoryJournal([run, ...made]))).faults).toEqual([]);
  });

  test("G12: limits of rounds that changed from one process to the next are kept over compaction, and each decision stands under its own", async () => {
    const asking = { ...rounds, review: async (ctx, state) => ((await ctx.call("reviewer", { ...ask, input: "x".repeat(5_000) })), { ...state, next: ctx.round === 1 ? "ask" : "revise" }) } satisfies ProbeOptions;
    const journal = memoryJournal();
    expect((await runOn(probe(asking), journal, { agents: probeAgents(), limits: { rounds: 1 } })).result.status).toBe("suspended");
    const wider = await resumeRun(probe(asking), { from: journal, token: "asked", answer: "revise", by: "ann", limits: { rounds: 2 }, agents: probeAgents() }).result;
    expect(wider).toMatchObject({ token: "round-limit", rounds: 2 });
    expect(written(journal.records).flatMap(({ type, maxRounds }) => (type === "decision" ? [maxRounds] : []))).toEqual([1, 2, 2]);
    expect((await verifyJournal(probe(asking), journal)).faults).toEqual([]);
  });

  test("another table over the same facts is found out, and facts that it does not know", async () => {
    const records = await journalOf(rounds);
    const rows = probeTable.rows.filter((row) => row.token !== "advise");
    const stricter = probe({ ...rounds, table: terminationTable(probeFacts, rows) as unknown as typeof probeTable }); // Its own tokens but one.
    expect((await verifyJournal(stricter, memoryJournal(records))).faults).toMatchObject([{ index: 0, computed: { token: "revise" } }, { index: 2, computed: { row: 8 } }]);
    const strange = written(records).filter(({ type }) => type !== "checkpoint").map((record) => (record.type === "decision" ? { ...record, decision: { ...(record["decision"] as object), facts: { next: "maybe", early: "none", seen: false } } } : record)) as readonly Json[];
    const { faults } = await verifyJournal(probe(rounds), memoryJournal(strange));
    expect(faults).toHaveLength(4);
    expect(faults[0]).toMatchObject({ computed: null, message: expect.stringContaining("next") as string });
  });

  test("another policy, an empty journal, records that are none: typed errors, and the journal is given back", async () => {
    await expect(verifyJournal(probe({ ...rounds, version: "2" }), memoryJournal(await journalOf(rounds)))).rejects.toMatchObject({ code: "journal-divergence", path: "policy" });
    const empty = memoryJournal();
    await expect(verifyJournal(probe(rounds), empty)).rejects.toMatchObject({ code: "journal-empty" });
    expect((await runOn(probe({ ...rounds, review: (_ctx, state) => state }), empty, { agents: probeAgents({ reviewer: () => judges(true) }) })).result.status).toBe("passed");
    await expect(verifyJournal(probe(rounds), memoryJournal([{ type: "who" }]))).rejects.toMatchObject({ code: "journal-version" });
  });
});
