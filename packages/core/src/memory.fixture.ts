/** Run in a process of its own by `memory.test.ts`: measures what a long run, and many runs at once, hold. */
import { always, count, defineFacts, definePolicy, runLoop, structuredRole, terminationTable, textRole, type Agent, type AgentReply } from "./index.js";

const DRAFT_CHARS = 10_240;
const MB = 1024 * 1024;

const facts = defineFacts({ round: count({ upTo: 10 }), rounds: count({ upTo: 10 }), seenBefore: count({ upTo: 1 }) });
const table = terminationTable(facts, [
  { token: "done", kind: "stop", when: (f) => f.round >= f.rounds },
  { token: "revise", kind: "continue", then: "revise", when: always },
]);
const verdict = structuredRole<{ readonly ok: boolean }>({ jsonSchema: { type: "object" }, validate: (value) => ({ ok: true, value: value as { readonly ok: boolean } }) });

function drafting(rounds: number, readsSeen: boolean) {
  return definePolicy({ name: "drafting", roles: { writer: textRole(), reviewer: verdict }, table, maxRounds: rounds })({
    async open(ctx, input: string) {
      const written = await ctx.call("writer", { instruction: "write", input });
      return { draft: written.ok ? written.value : "" };
    },
    async review(ctx, state) {
      await ctx.call("reviewer", { instruction: "judge", input: { draft: state.draft } });
      return state;
    },
    facts: (_state, progress) => ({ round: progress.round, rounds, seenBefore: readsSeen && progress.versionSeen ? 1 : 0 }),
    async revise(ctx, state) {
      const written = await ctx.call("writer", { instruction: "write", input: { draft: state.draft } });
      return { draft: written.ok ? written.value : "" };
    },
    artifact: (state) => state.draft,
    report: (state) => state.draft.length,
  });
}

const reviewer: Agent = { id: "reviewer", call: async () => ({ structured: { ok: false }, usage: { inputTokens: 1, outputTokens: 1 } }) };

/** So many rounds with a new draft of 10 KB each, a listener, and an iterator that never reads on. */
async function longRun(rounds: number, readsSeen: boolean): Promise<object> {
  let version = 0;
  const writer: Agent = { id: "writer", call: async () => ({ text: `${version++}:`.padEnd(DRAFT_CHARS, `${version} `) }) };
  let heard = 0;
  const run = runLoop(drafting(rounds, readsSeen), { agents: { writer, reviewer }, input: "task", onEvent: () => void heard++ });
  const lazy = run[Symbol.asyncIterator]();
  await lazy.next();
  const result = await run.result;
  const next = await lazy.next();
  return { rounds: result.rounds, token: result.token, report: result.report, heard, next: (next.value as { type: string }).type };
}

/** So many runs that all wait for their reviewer at the same time. */
async function manyRuns(runs: number): Promise<object> {
  const gate = Promise.withResolvers<AgentReply>();
  let waiting = 0;
  const all = Promise.withResolvers<undefined>();
  const agents = {
    writer: { id: "writer", call: async () => ({ text: "draft" }) },
    reviewer: {
      id: "reviewer",
      call: () => {
        if (++waiting === runs) all.resolve(undefined);
        return gate.promise;
      },
    },
  };
  const policy = drafting(1, false);
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  const results = Array.from({ length: runs }, () => runLoop(policy, { agents, input: "task" }).result);
  await all.promise;
  globalThis.gc?.(); // What the runs hold is asked for, not what starting them has left for the collector.
  const atOnce = process.memoryUsage.rss();
  gate.resolve({ structured: { ok: true } });
  const ended = await Promise.all(results);
  return { runs: ended.filter((result) => result.token === "done").length, growthMb: Math.round((atOnce - before) / MB) };
}

const [mode, amount] = process.argv.slice(2);
const measured = mode === "many" ? await manyRuns(Number(amount)) : await longRun(Number(amount), mode === "seen");
process.stdout.write(JSON.stringify(measured));
