/**
 * One call per public entry, made on the packed entry after loading it both ways: an entry that loads
 * but does not work fails here.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

type Call<Entry> = (entry: Entry) => unknown;

function tableDecides(core: typeof import("@loopwright/core")): void {
  const facts = core.defineFacts({ done: core.flag() });
  const table = core.terminationTable(facts, [
    { token: "done", kind: "pass", when: (f) => f.done },
    { token: "more", kind: "continue", then: "revise", when: core.always },
  ]);
  assert.equal(table.decide({ done: true }).token, "done");
  assert.equal(table.decide({ done: false }).token, "more");
}

function everySchemaAnswers(schemas: typeof import("@loopwright/core/schemas")): void {
  const parsers = Object.values<{ safeParse?: (value: unknown) => { success: boolean } }>(schemas);
  assert.ok(parsers.length > 0);
  for (const schema of parsers) assert.equal(schema.safeParse?.(Symbol("no data")).success, false);
}

async function fileJournalKeeps({ jsonlJournal }: typeof import("@loopwright/core/jsonl-journal")): Promise<void> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "loopwright-entry-")), "run.jsonl");
  const opened = await jsonlJournal(file).open();
  await opened.append({ n: 1 });
  await opened.close();
  const again = await jsonlJournal(file).open();
  assert.deepEqual(again.records, [{ n: 1 }]);
  await again.close();
  rmSync(path.dirname(file), { recursive: true });
}

function scriptedAgentCounts({ scriptedAgent }: typeof import("@loopwright/agents/scripted")): void {
  assert.equal(scriptedAgent(["a text"]).remainingSteps, 1);
}

function functionAgentHasId({ functionAgent }: typeof import("@loopwright/agents/function")): void {
  assert.equal(functionAgent(() => "a text", { id: "a" }).id, "a");
}

async function modelIsAsked({ aiSdkAgent }: typeof import("@loopwright/agents/ai-sdk")): Promise<void> {
  const doGenerate = (): Promise<never> => Promise.reject(new Error("asked"));
  const model = { specificationVersion: "v4", provider: "p", modelId: "m", supportedUrls: {}, doGenerate, doStream: doGenerate } as const;
  const { signal } = new AbortController();
  const request = { callId: "c1", key: "k", idempotencyKey: "k", role: "writer", repair: 0, instruction: "Write.", input: null, schema: null, tools: [], signal, deadline: null };
  await assert.rejects(aiSdkAgent({ model }).call({ ...request, reportUsage: () => undefined }), /asked/);
}

async function retryAsksAgain({ withRetry }: typeof import("@loopwright/agents/wrappers")): Promise<void> {
  let asked = 0;
  const busy = {
    async call(): Promise<{ text: string }> {
      if (++asked === 1) throw Object.assign(new Error("busy"), { retryable: true });
      return { text: "a text" };
    },
  };
  const request = { signal: new AbortController().signal, deadline: null, reportUsage: () => undefined };
  assert.equal((await withRetry(busy, { attempts: 2, delayMs: 0 }).call(request as never)).text, "a text");
}

function missingCassetteIsTyped({ replay }: typeof import("@loopwright/agents/cassette")): void {
  assert.throws(() => replay("no/such/cassette.json"), { code: "cassette-missing" });
}

export const calls: Readonly<Record<string, Call<never>>> = {
  "@loopwright/core": tableDecides,
  "@loopwright/core/jsonl-journal": fileJournalKeeps,
  "@loopwright/core/process": ({ hasEnded }: typeof import("@loopwright/core/process")) => {
    assert.equal(hasEnded(process.pid, null), false);
  },
  "@loopwright/core/schemas": everySchemaAnswers,
  "@loopwright/agents": functionAgentHasId,
  "@loopwright/agents/function": functionAgentHasId,
  "@loopwright/agents/scripted": scriptedAgentCounts,
  "@loopwright/agents/command": ({ commandAgent }: typeof import("@loopwright/agents/command")) => {
    assert.equal(typeof commandAgent({ command: "true", id: "a" }).call, "function");
  },
  "@loopwright/agents/ai-sdk": modelIsAsked,
  "@loopwright/agents/http": ({ httpAgent }: typeof import("@loopwright/agents/http")) => {
    assert.equal(httpAgent({ url: "http://127.0.0.1:1/", id: "a" }).id, "a");
  },
  "@loopwright/agents/wrappers": retryAsksAgain,
  "@loopwright/agents/cassette": missingCassetteIsTyped,
  "@loopwright/agents/as-tool": ({ readResumeToken }: typeof import("@loopwright/agents/as-tool")) => {
    assert.throws(() => readResumeToken("no token"), { code: "resume-token-invalid" });
  },
  "@loopwright/agents/schema": ({ jsonSchemaContract }: typeof import("@loopwright/agents/schema")) => {
    const contract = jsonSchemaContract({ type: "boolean" });
    assert.deepEqual([contract.validate(true).ok, contract.validate("false").ok], [true, false]);
  },
  "@loopwright/policies/quality-loop": ({ qualityLoop }: typeof import("@loopwright/policies/quality-loop")) => {
    assert.equal(qualityLoop().name, "quality-loop");
  },
  "@loopwright/policies/quality-locked": ({ classify }: typeof import("@loopwright/policies/quality-locked")) => {
    assert.equal(classify("CRITICAL:\n- a finding\n").critical, 1);
  },
  "@loopwright/policies/ledger": ({ newLedger, parseLedger, serialiseLedger }: typeof import("@loopwright/policies/ledger")) => {
    assert.deepEqual(parseLedger(serialiseLedger(newLedger("a"))).findings, []);
  },
  "@loopwright/policies/ledger-store": ({ ledgerStore }: typeof import("@loopwright/policies/ledger-store")) => {
    assert.throws(() => ledgerStore("no-such-directory/review-ledger.json", { root: "." }).read(), { code: "no-ledger" });
  },
  "@loopwright/policies/ledger-loop": async ({ memoryLedger }: typeof import("@loopwright/policies/ledger-loop")) => {
    const ledger = memoryLedger({ context: () => ({}) });
    await ledger.openInstance({ checkpoint: "code" });
    assert.equal((await ledger.closeRound({})).report.decision.action, "STOP_CLEAN");
  },
  "@loopwright/policies/manifest-recorder": async ({ manifestRecorder }: typeof import("@loopwright/policies/manifest-recorder")) => {
    const recorder = manifestRecorder({ manifest: "no/such/directory/manifest.md", decisionLog: "no/such/directory/decisions.md" });
    await assert.rejects(async () => recorder.mode({ isOn: false, source: "user" }), { code: "manifest-unwritable" });
  },
  "@loopwright/policies/bounded": ({ isDelivery }: typeof import("@loopwright/policies/bounded")) => {
    assert.equal(typeof isDelivery, "function");
  },
  "@loopwright/policies/review-loop": ({ reviewTable }: typeof import("@loopwright/policies/review-loop")) => {
    assert.ok(reviewTable.rows.length > 9);
  },
  "@loopwright/evidence": ({ splitTextLines }: typeof import("@loopwright/evidence")) => {
    assert.deepEqual(splitTextLines("a\nb\n"), ["a", "b"]);
  },
  "@loopwright/cli": async ({ runCommandLine }: typeof import("@loopwright/cli")) => {
    let said = "";
    const write = (text: string): void => void (said += text);
    const exitCode = await runCommandLine(["classify", "--review-output", "MAJOR:\n- a"], { stdin: new Blob([]).stream(), stdout: { write }, stderr: { write } });
    assert.deepEqual([exitCode, JSON.parse(said)], [0, { counts: { critical: 0, major: 1, substantive: 0, cosmetic: 0 } }]);
  },
  "@loopwright/evidence/workspace": async ({ memoryWorkspace, snapshotDifference }: typeof import("@loopwright/evidence/workspace")) => {
    const workspace = memoryWorkspace({ "a.ts": "one" });
    const before = await workspace.snapshot();
    workspace.write("a.ts", "two");
    assert.deepEqual(snapshotDifference(before, await workspace.snapshot()).paths, [{ path: "a.ts", change: "modified" }]);
  },
  "@loopwright/evidence/git": async ({ openRepository }: typeof import("@loopwright/evidence/git")) => {
    await assert.rejects(openRepository("/no/such/directory"), { code: "not-a-repository" });
  },
  "@loopwright/evidence/command-check": async ({ commandCheck }: typeof import("@loopwright/evidence/command-check")) => {
    assert.throws(() => commandCheck({ id: "a", command: "", timeoutMs: 1 }), { code: "option-invalid" });
  },
  "@loopwright/evidence/sarif": ({ readSarif, sarifVerdict }: typeof import("@loopwright/evidence/sarif")) => {
    const log = readSarif('{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a"}},"results":[]}]}');
    assert.deepEqual([log.isComplete, sarifVerdict(log)], [true, "approved"]);
  },
  "@loopwright/testing": async ({ manualClock }: typeof import("@loopwright/testing")) => {
    const clock = manualClock();
    const start = clock.now();
    await clock.advance(5);
    assert.equal(clock.now() - start, 5);
  },
  "@loopwright/testing/processes": async ({ processSweep, sweptProcess }: typeof import("@loopwright/testing/processes")) => {
    await assert.rejects(sweptProcess(() => assert.fail("no sweep has started this process")), { code: "sweep-orders" });
    await assert.rejects(processSweep({ script: "none.mjs", concurrency: 0 }), { code: "option-invalid" });
  },
  "@loopwright/testing/vitest": ({ tableMatchers }: typeof import("@loopwright/testing/vitest")) => {
    const facts = { names: ["a"], domains: { a: { kind: "flag", values: [false, true] } }, possible: () => true };
    assert.equal(tableMatchers.toBeTotal({ facts, rows: [] } as never).pass, false);
  },
};
