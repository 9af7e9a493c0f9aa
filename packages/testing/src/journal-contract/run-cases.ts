/** What a journal is for: runs that go on from it. */
import { always, count, defineFacts, definePolicy, resumeRun, runLoop, terminationTable, textRole } from "@loopwright/core";
import type { Agent, Journal } from "@loopwright/core";
import { check, same } from "../agent-contract/contract-case.js";
import type { JournalCaseSpec } from "./journal-case.js";

const ROUNDS = 3;
const facts = defineFacts({ round: count({ upTo: ROUNDS }) });
const table = terminationTable(facts, [
  { token: "done", kind: "stop", when: (f) => f.round === ROUNDS },
  { token: "may-i", kind: "ask", when: (f) => f.round === 2 },
  { token: "revise", kind: "continue", then: "revise", when: always },
]);

/** Suspends in round 2 and ends in round 3. */
const policy = definePolicy({ name: "journal-contract", roles: { writer: textRole() }, table, maxRounds: ROUNDS })({
  async open(ctx, input: string) {
    const written = await ctx.call("writer", { instruction: "write", input });
    return { texts: [written.ok ? written.value : written.failure.kind] };
  },
  review: (_ctx, state) => state,
  async revise(ctx, state) {
    const written = await ctx.call("writer", { instruction: "write", input: state.texts });
    return { texts: [...state.texts, written.ok ? written.value : written.failure.kind] };
  },
  facts: (state) => ({ round: Math.min(ROUNDS, state.texts.length) }),
  artifact: (state) => state.texts.join("\n"),
  asks: { "may-i": { question: () => ({ text: "May I?" }), apply: (state, answer: string) => ({ ok: true, state: { texts: [...state.texts, answer] } }) } },
  report: (state) => state.texts.join(),
});

function counted(): { readonly writer: Agent; readonly calls: () => number } {
  let calls = 0;
  return { writer: { id: "w", call: async () => ({ text: `text ${++calls}` }) }, calls: () => calls };
}

/** Loses the process, so to say: the run gets no answer from the store any more, and the store is closed. */
function deserted(journal: Journal, writes: number): { readonly journal: Journal; readonly left: Promise<void> } {
  let leave = (): void => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  let done = 0;
  const deserting: Journal = {
    async open() {
      const opened = await journal.open();
      return {
        records: opened.records,
        append: async (record) => {
          if (done < writes) await opened.append(record);
          if (++done === writes) await opened.close().then(leave);
          if (done >= writes) await new Promise(() => undefined);
        },
        compact: () => new Promise(() => undefined),
        close: () => Promise.resolve(),
      };
    },
  };
  return { journal: deserting, left };
}

export const RUN_CASES: readonly JournalCaseSpec[] = [
  {
    name: "runs: one that waits for an answer goes on from another journal of the place, and one that has ended says so again",
    async body(place) {
      const { writer, calls } = counted();
      const asked = await runLoop(policy, { agents: { writer }, input: "task", journal: place.journal }).result;
      same(asked.status, "suspended", "the status");
      const ended = await resumeRun(policy, { agents: { writer }, from: place.again(), token: "may-i", answer: "yes", by: "somebody" }).result;
      same([ended.status, ended.token, ended.report], ["stopped", "done", "text 1,text 2,yes"], "the result after the answer");
      const again = await resumeRun(policy, { agents: { writer }, from: place.again() }).result;
      same([again.status, again.token, again.report], ["stopped", "done", "text 1,text 2,yes"], "the result, told again");
      same(calls(), 2, "the number of calls");
    },
  },
  {
    name: "runs: one that lost its process goes on, and repeats nothing that was kept",
    async body(place) {
      for (let writes = 1; writes <= 3; writes++) {
        const { writer, calls } = counted();
        const { journal, left } = deserted(place.again(), writes);
        runLoop(policy, { agents: { writer }, input: "task", journal }); // It waits for ever, and holds nothing.
        await left;
        const before = calls();
        const result = await runLoop(policy, { agents: { writer }, input: "task", journal: place.again() }).result;
        same(result.status, "suspended", `the status after ${writes} writes`);
        check(calls() <= 3, `the writer was called ${calls()} times, ${before} of them before`);
        const opened = await place.open(place.again());
        await opened.compact([]);
        await opened.close();
      }
    },
  },
];
