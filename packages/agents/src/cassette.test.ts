import { AgentError, LoopwrightError, runLoop } from "@loopwright/core";
import type { Agent } from "@loopwright/core";
import { manualClock } from "@loopwright/testing";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { agentRequest } from "./agent-request.fixture.js";
import { CassetteError, record, replay } from "./cassette.js";
import type { Cassette } from "./cassette.js";
import { functionAgent } from "./function.js";
import { scriptedAgent } from "./scripted.js";
import { withRetry } from "./with-retry.js";
import { oneReview } from "./wrapper/one-review.fixture.js";

let folder: string;
let file: string;
let count = 0;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), "loopwright-cassette-"))));
beforeEach(() => void (file = path.join(folder, `cassette-${++count}.json`)));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (): Cassette => JSON.parse(readFileSync(file, "utf8")) as Cassette;

async function faultOf(call: Promise<unknown>): Promise<Error> {
  const fault: unknown = await call.then((value) => new Error(`answered ${JSON.stringify(value)}`), (error: unknown) => error);
  if (!(fault instanceof Error)) throw new Error("not an error");
  return fault;
}

describe("what is recorded is played back", () => {
  test("G19: a run from cassettes gives the same result as the run that was recorded", async () => {
    const run = (reviewer: Agent, writer: Agent) => runLoop(oneReview(), { agents: { writer, reviewer }, input: { task: "T" }, runId: "r" }).result;
    const inner = scriptedAgent([{ error: "busy", retryable: true, usage: { inputTokens: 3 } }, { structured: { approved: true }, usage: { inputTokens: 5, costUsd: 0.1 }, model: "m" }], { id: "R", family: "f" });
    const other = `${file}.writer`;
    const first = await run(withRetry(record(inner, file), { attempts: 2, delayMs: 0 }), record(scriptedAgent(["D"], { id: "w" }), other));
    const player = replay(file);
    const second = await run(withRetry(player, { attempts: 2, delayMs: 0 }), replay(other));
    expect(second).toEqual(first);
    expect(first.token).toBe("approved");
    player.assertConsumed();
  });

  test("answers without `raw`, in the order of their requests' start", async () => {
    const reply = { text: "D1", usage: { inputTokens: 5 }, model: "m", answeredBy: { id: "B" }, finishReason: "stop", raw: { secret: 1 } } as const;
    await record(functionAgent(() => reply, { id: "A", family: "f", capabilities: { structuredOutput: false } }), file).call(agentRequest());
    const { raw: _raw, ...kept } = reply;
    expect(written()).toEqual({
      format: "loopwright/cassette@1",
      agent: { id: "A", family: "f", capabilities: { structuredOutput: false }, specVersion: 1 },
      calls: [{ request: { role: "writer", purpose: "draft", instruction: "Write.", input: { request: "R" }, schema: null, tools: [] }, outcome: { kind: "reply", reply: kept } }],
    });
    const player = replay(file);
    expect(player).toMatchObject({ id: "A", family: "f", capabilities: { structuredOutput: false } });
    expect(await player.call(agentRequest())).toEqual(kept);
  });

  test("G4: failures with all they say", async () => {
    const error = Object.assign(new AgentError("429", { kind: "timeout", retryable: true, retryAfterMs: 7, usage: { outputTokens: 2 } }), { partialText: "[F1" });
    await faultOf(record(scriptedAgent([{ error }]), file).call(agentRequest()));
    expect(await faultOf(replay(file).call(agentRequest()))).toMatchObject({ name: "AgentError", message: "429", kind: "timeout", retryable: true, retryAfterMs: 7, usage: { outputTokens: 2 }, partialText: "[F1" });
  });

  test("case F06: half an answer that stood on a cause, or came with the end of a time limit, is kept", async () => {
    const half = () => Object.assign(new Error("killed"), { text: "[F1 blocker" });
    const clock = manualClock();
    const dying = functionAgent(({ signal }) => new Promise<string>((_resolve, reject) => signal.addEventListener("abort", () => reject(half()))));
    await faultOf(record(scriptedAgent([{ error: new AgentError("x", { cause: half() }) }]), file).call(agentRequest()));
    expect(await faultOf(replay(file).call(agentRequest()))).toMatchObject({ message: "x", partialText: "[F1 blocker" });
    const late = faultOf(record(dying, file, { clock }).call(agentRequest({ deadline: 100 })));
    await clock.advance(100);
    expect(await late).toMatchObject({ kind: "timeout", partialText: "[F1 blocker" });
    expect(await faultOf(replay(file).call(agentRequest()))).toMatchObject({ kind: "timeout", partialText: "[F1 blocker" });
  });

  test("case H09: usage that was reported before the end", async () => {
    await record(scriptedAgent([{ text: "D", reportsUsage: { inputTokens: 4 } }]), file).call(agentRequest());
    const request = agentRequest();
    await replay(file).call(request);
    expect(request.reports).toEqual([{ inputTokens: 4 }]);
  });

  test("case H10: a call that ran into its deadline is kept as that, one that was aborted is not kept", async () => {
    const clock = manualClock();
    const inner = scriptedAgent([{ never: "ignoring-abort", reportsUsage: { inputTokens: 4 } }, { never: "ignoring-abort" }]);
    const recording = record(inner, file, { clock });
    const late = faultOf(recording.call(agentRequest({ deadline: 100 })));
    await clock.advance(100);
    expect(await late).toMatchObject({ kind: "timeout", usage: { inputTokens: 4 } });
    const controller = new AbortController();
    const aborted = faultOf(recording.call(agentRequest({ signal: controller.signal })));
    controller.abort();
    await aborted;
    expect(written().calls).toHaveLength(1);
    expect(await faultOf(replay(file).call(agentRequest()))).toMatchObject({ kind: "timeout", message: "the call's time is over" });
  });

  test("what is no reply at all is played back as a failed call", async () => {
    await record({ call: async () => null as never }, file).call(agentRequest());
    expect((await faultOf(replay(file).call(agentRequest()))).message).toBe("the agent returned no reply");
  });

  test("many calls at once are all kept, and the file is whole at every moment", async () => {
    const recording = record(functionAgent(({ input }) => `answer ${JSON.stringify(input)}`), file);
    await Promise.all(Array.from({ length: 20 }, async (_, input) => {
      await recording.call(agentRequest({ input }));
      expect(written().calls.map(({ request }) => request.input)).toContain(input);
    }));
    const player = replay(file);
    for (let input = 19; input >= 0; input--) expect(await player.call(agentRequest({ input }))).toEqual({ text: `answer ${input}` });
    player.assertConsumed();
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("recording begins a cassette anew", async () => {
    for (const text of ["old", "new"]) await record(functionAgent(() => text), file).call(agentRequest());
    expect(written().calls).toHaveLength(1);
    expect(await replay(file).call(agentRequest())).toEqual({ text: "new" });
  });
});

describe("strict consumption", () => {
  const recorded = async (...inputs: readonly string[]) => {
    const recording = record(functionAgent(({ input }) => `to ${input as string}`, { id: "A" }), file);
    for (const input of inputs) await recording.call(agentRequest({ input }));
    return replay(file);
  };

  test("QU-REVIN-03: requests are known by content alone: ids, keys, versions, deadlines and repair numbers do not matter", async () => {
    const player = await recorded("x");
    expect(await player.call(agentRequest({ input: "x", callId: "c9", key: "k", idempotencyKey: "i", version: 7, repair: 2, deadline: null }))).toEqual({ text: "to x" });
  });

  test("each call answers once; equal requests get equal calls in order", async () => {
    let n = 0;
    const recording = record(functionAgent(() => `answer ${++n}`), file);
    for (let i = 0; i < 2; i++) await recording.call(agentRequest());
    const player = replay(file);
    expect([await player.call(agentRequest()), await player.call(agentRequest())]).toEqual([{ text: "answer 1" }, { text: "answer 2" }]);
    expect(player.remainingCalls).toBe(0);
    const fault = await faultOf(player.call(agentRequest()));
    expect(fault).toMatchObject({ code: "cassette-exhausted", message: expect.stringContaining("a request of writer (draft) came after all 2 recorded calls were used") as string });
    expect(() => player.assertConsumed()).toThrow(fault);
  });

  test("a changed request fails with a readable difference to the nearest unused call", async () => {
    const player = await recorded("first text", "second text");
    await player.call(agentRequest({ input: "first text" }));
    const fault = await faultOf(player.call(agentRequest({ input: "second test", tools: ["t"] })));
    expect(fault).toMatchObject({ code: "cassette-mismatch", path: "calls[1].request", hint: expect.any(String) as string });
    expect(fault.message).toBe(
      `cassette ${file} of agent "A": a request of writer (draft) was not recorded; the nearest unused call is calls[1] (writer, draft)
  request.input
    expected "second text"
    received "second test"
  request.tools[0]
    expected nothing
    received "t"`,
    );
    expect(() => player.assertConsumed()).toThrow(fault);
  });

  test.each([
    ["instruction", { instruction: "Write!" }],
    ["role", { role: "other" }],
    ["purpose", { purpose: "revise" }],
    ["schema", { schema: { type: "object" } }],
    ["tools", { tools: ["t"] }],
    ["input", { input: "y" }],
  ])("%s is part of the content", async (_what, change) => {
    const player = await recorded("x");
    expect(await faultOf(player.call(agentRequest({ input: "x", ...change })))).toMatchObject({ code: "cassette-mismatch" });
  });

  test("calls that are left are named", async () => {
    const player = await recorded("x", "y");
    await player.call(agentRequest({ input: "y" }));
    expect(() => player.assertConsumed()).toThrow(/1 of 2 calls were not asked for; the next is calls\[0\] \(writer, draft\)/);
  });

  test("an aborted request uses nothing", async () => {
    const player = await recorded("x");
    await faultOf(player.call(agentRequest({ input: "x", signal: AbortSignal.abort() })));
    expect(player.remainingCalls).toBe(1);
  });
});

describe("no key reaches the file", () => {
  const KEY = "sk-proj-abcdefghijklmnop1234";

  test("from instruction, input, answer, error, partial text, usage or description; replay finds the call all the same", async () => {
    vi.stubEnv("LOOPWRIGHT_TEST_API_KEY", "correct horse");
    try {
      const secret = `${KEY} correct horse CUSTOM-77`;
      const inner = scriptedAgent([{ text: secret, model: secret, usage: { details: { header: secret } } }, { error: Object.assign(new AgentError(secret), { partialText: secret }) }], { id: KEY });
      const options = { redact: [/CUSTOM-\d+/] };
      const recording = record(inner, file, options);
      const request = agentRequest({ instruction: secret, input: { headers: { authorization: "xyz" }, [KEY]: [secret] } });
      await recording.call(request);
      await faultOf(recording.call(request));
      const content = readFileSync(file, "utf8");
      for (const part of [KEY, "correct horse", "CUSTOM-77", "xyz"]) expect(content).not.toContain(part);
      const player = replay(file, options);
      expect(await player.call(request)).toMatchObject({ text: "[redacted] [redacted] [redacted]" });
      expect((await faultOf(player.call(request))).message).toBe("[redacted] [redacted] [redacted]");
      player.assertConsumed();
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test("nor from a mismatch into its message", async () => {
    await record(functionAgent(() => "D"), file).call(agentRequest({ input: "x" }));
    expect((await faultOf(replay(file).call(agentRequest({ input: KEY })))).message).not.toContain(KEY);
  });
});

describe("G20: faults are typed and name the fix", () => {
  test("a cassette that is not there", () => {
    expect(() => replay(file)).toThrow(expect.objectContaining({ code: "cassette-missing", path: file, hint: "Record one first: record(agent, path)." }) as Error);
  });

  test.each([
    ["cassette-invalid", "{"],
    ["cassette-invalid", "[]"],
    ["cassette-invalid", "{}"],
    ["cassette-invalid", '{"format":"loopwright/snapshot@1"}'],
    ["cassette-version", '{"format":"loopwright/cassette@2"}'],
    ["cassette-invalid", '{"format":"loopwright/cassette@1","agent":{"id":7},"calls":[]}'],
    ["cassette-invalid", '{"format":"loopwright/cassette@1","agent":{}}'],
    ["cassette-invalid", '{"format":"loopwright/cassette@1","agent":{},"calls":[{}]}'],
    ["cassette-invalid", '{"format":"loopwright/cassette@1","agent":{},"calls":[{"request":{"role":"a","instruction":"b","input":1,"tools":[]},"outcome":{"kind":"approval"}}]}'],
  ])("%s: %s", (code, content) => {
    writeFileSync(file, content);
    expect(() => replay(file)).toThrow(expect.objectContaining({ code }) as Error);
  });

  test("a file that is no cassette is never overwritten", () => {
    writeFileSync(file, '{"name":"package"}');
    expect(() => record(functionAgent(() => ""), file)).toThrow("exists and is no cassette, so it is not overwritten");
  });

  test("a place that cannot be written fails the call, not silently", async () => {
    writeFileSync(file, "");
    const below = path.join(`${file}.d`, "x", "c.json");
    await record(functionAgent(() => "D"), below).call(agentRequest()); // folders are made
    writeFileSync(`${file}.blocked`, "");
    const fault = await faultOf(record({ call: async () => ({ structured: new Date() }) }, `${file}.c`).call(agentRequest()));
    expect(fault).toBeInstanceOf(CassetteError);
    expect(fault).toMatchObject({ code: "cassette-unwritable" });
  });

  test.each<[string, () => unknown]>([
    ["no agent", () => record({} as Agent, file)],
    ["no path", () => record(functionAgent(() => ""), " ")],
    ["a pattern that matches everything", () => record(functionAgent(() => ""), file, { redact: [/x*/] })],
    ["an unknown option", () => replay(file, { strict: true } as never)],
  ])("%s", (_what, make) => {
    expect(make).toThrow(LoopwrightError);
  });
});
