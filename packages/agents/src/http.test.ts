import { AgentError } from "@loopwright/core";
import type { AgentRequest } from "@loopwright/core";
import { getEventListeners } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentFailure } from "./agent-failure.fixture.js";
import { agentRequest } from "./agent-request.fixture.js";
import { httpAgent } from "./http.js";
import type { HttpAgentOptions } from "./http.js";
import { expectGivenUp } from "./given-up.fixture.js";
import { drip, eventually, hang, json, loopbackServer, truncated } from "./loopback-server.fixture.js";
import type { Handler, LoopbackServer } from "./loopback-server.fixture.js";

let server: LoopbackServer;
beforeAll(async () => void (server = await loopbackServer()));
afterAll(() => server.close());

async function call(handlers: readonly Handler[], request: Partial<AgentRequest> = {}, options: Partial<HttpAgentOptions> = {}) {
  server.answer(...handlers);
  return httpAgent({ url: `${server.url}/review`, id: "reviewer", ...options }).call(agentRequest(request));
}

const last = () => server.requests.at(-1)!;
const OK = json({ text: "D1" });

describe("requests", () => {
  test("http.ts 1: QU-REVIN-03: what is posted says what the request says and nothing of the run", async () => {
    await call([OK], { callId: "c9", key: "r3/review/x", version: 3, repair: 1, deadline: 9, instruction: "Judge. 🚀", input: { draft: "D1\u2028\ud800" }, schema: { type: "object" } });
    expect(last()).toMatchObject({ method: "POST", path: "/review", headers: { "content-type": "application/json", accept: "application/json" } });
    expect(JSON.parse(last().body)).toEqual({ role: "writer", purpose: "draft", instruction: "Judge. 🚀", input: { draft: "D1\u2028\ud800" }, schema: { type: "object" }, tools: [] });
  });

  test("http.ts 1: the idempotency key is the same for the same effect, and tells neither run nor round", async () => {
    const keyOf = async (idempotencyKey: string) => {
      await call([OK], { idempotencyKey });
      return last().headers["idempotency-key"];
    };
    const key = await keyOf("run-1/r3/review/reviewer/repair-1");
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await keyOf("run-1/r3/review/reviewer/repair-1")).toBe(key);
    expect(await keyOf("run-1/r4/review/reviewer")).not.toBe(key);
  });

  test("headers are sent; a function is asked before each request", async () => {
    await call([OK], {}, { headers: { Authorization: "Bearer abcdefgh" } });
    expect(last().headers.authorization).toBe("Bearer abcdefgh");
    let asked = 0;
    server.answer(OK);
    const agent = httpAgent({ url: server.url, headers: async () => ({ "x-key": `k${++asked}` }) });
    await agent.call(agentRequest());
    await agent.call(agentRequest());
    expect(last().headers["x-key"]).toBe("k2");
  });

  test("changes to the options after the agent was made change nothing", async () => {
    const headers = { "x-a": "1" };
    const url = new URL(`${server.url}/first`);
    server.answer(OK);
    const agent = httpAgent({ url, headers });
    headers["x-a"] = "2";
    url.pathname = "/second";
    await agent.call(agentRequest());
    expect(last()).toMatchObject({ path: "/first", headers: { "x-a": "1" } });
  });
});

describe("answers", () => {
  test("a reply is handed back as it stands", async () => {
    const reply = { text: " D1\n", structured: { approved: "false", extra: 1 }, usage: { inputTokens: 5, costUsd: 0.1 }, model: "m", finishReason: "length" };
    expect(await call([json(reply)])).toEqual(reply);
    expect(await call([json({})])).toEqual({});
  });

  test.each(["application/json; charset=utf-8", "application/problem+json", "Application/JSON"])("%s is JSON", async (type) => {
    expect(await call([(response) => void response.writeHead(200, { "content-type": type }).end('{"text":"ä"}')])).toEqual({ text: "ä" });
  });

  test("a slow drip arrives whole, also where it cuts characters in two", async () => {
    const bytes = Buffer.from(JSON.stringify({ text: "ä🚀" }));
    const handler: Handler = (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      let at = 0;
      const timer = setInterval(() => {
        if (at < bytes.length) response.write(bytes.subarray(at, ++at));
        else {
          clearInterval(timer);
          response.end();
        }
      }, 2);
    };
    expect(await call([handler])).toEqual({ text: "ä🚀" });
  });

  test("an answer of 10 MB is too long by default, and says which option to raise", async () => {
    const big = json({ text: "0123456789".repeat(1024 * 1024) });
    const error = await agentFailure(call([big]));
    expect(error).toMatchObject({ retryable: false });
    expect(error.message).toContain("is longer than 10485760 bytes; raise maxAnswerBytes");
    expect((await call([big], {}, { maxAnswerBytes: 11_000_000 })).text).toHaveLength(10 * 1024 * 1024);
  }, 20_000);
});

describe("G4: no answer", () => {
  const body =
    (text: string | Uint8Array, type = "application/json"): Handler =>
    (response) =>
      void response.writeHead(200, { "content-type": type }).end(text);

  test.each([
    ["case F03: hello", body("hello"), "is not one JSON value: it starts with \"hello\""],
    ["case F05: a fence", body('```json\n{"structured":{"approved":true}}\n```'), "is not one JSON value"],
    ["half of it", body('{"structured":{"approved":true'), "is not one JSON value"],
    ["two values", body('{"text":"a"}{"text":"b"}'), "is not one JSON value"],
    ["case F03: nothing", body(""), "is not one JSON value"],
    ["no content", (response) => void response.writeHead(204).end(), "is of no content type"],
    ["a login page", body("<h1>Login</h1>", "text/html"), "is text/html instead of application/json"],
    ["JSON that says it is text", body('{"text":"D1"}', "text/plain"), "is text/plain instead of application/json"],
    ["bytes that are not UTF-8", body(new Uint8Array([0x22, 0xff, 0x22])), "is not valid UTF-8"],
    ["a bare verdict", body('{"approved":true,"feedback":[]}'), 'is no reply: the reply in the answer has a field "approved"'],
    ["a bare string", body('"approved"'), 'is no reply: the JSON in the answer is "approved" instead of a reply object'],
    ["a list", body("[]"), "is no reply"],
    ["null", body("null"), "is no reply"],
    ["a number for a text", body('{"text":7}'), '"text" of the reply in the answer must be a string, not 7'],
    ["an unknown finish reason", body('{"finishReason":"eos"}'), "must be one of stop, length"],
    ["usage that is no object", body('{"usage":5}'), "must be an object"],
  ] satisfies [string, Handler, string][])("%s", async (_what, handler, message) => {
    const error = await agentFailure(call([handler]));
    expect(error.message).toContain(`agent "reviewer": ${server.url}/review gave no usable answer: it is`);
    expect(error.message).toContain(message);
    expect(error).toMatchObject({ kind: "error", retryable: false });
  });

  const HALF = '{"structured":{"findings":[{"severity":"blocker"';

  test.each<[string, Handler, string]>([
    ["half of it", body(HALF), HALF],
    ["half of it, then a broken connection", truncated(HALF), HALF],
    ["prose", body("I found a blocker", "text/plain"), "I found a blocker"],
    ["a bare verdict", body('{"approved":false}'), '{"approved":false}'],
    ["an answer that is too long", body("x".repeat(20_000)), "x".repeat(10_000)],
    ["one that gives a key back", body(`{ key-0123456789 ${HALF}`), `{ [redacted] ${HALF}`],
  ])("case F06: an answer that cannot be used is no outage: %s", async (_what, handler, partialText) => {
    expect(await agentFailure(call([handler], {}, { maxAnswerBytes: 15_000, headers: { "x-key": "key-0123456789" } }))).toMatchObject({ partialText });
  });

  test("case F06: nor is one that was cut off by an abort", async () => {
    const controller = new AbortController();
    const failing = agentFailure(call([drip([HALF])], { signal: controller.signal }));
    setTimeout(() => controller.abort(), 300);
    expect(await failing).toMatchObject({ partialText: HALF });
  });

  test.each<[string, Handler]>([
    ["nothing", body("")],
    ["what a server fault says", json({ error: "a long story" }, 500)],
    ["a hung up socket", (response) => void response.destroy()],
  ])("case F06: %s is a mere outage", async (_what, handler) => {
    expect(await agentFailure(call([handler]))).not.toHaveProperty("partialText");
  });

  test("a truncated body is retryable, whatever had arrived", async () => {
    const error = await agentFailure(call([truncated('{"text":"D1"}')]));
    expect(error).toMatchObject({ retryable: true });
    expect(error.message).toContain("could not be talked to");
  });
});

describe("failures", () => {
  test.each([
    [429, true],
    [500, true],
    [503, true],
    [408, true],
    [409, true],
    [425, true],
    [400, false],
    [401, false],
    [404, false],
    [304, false],
  ])("HTTP %i: retryable %s", async (status, retryable) => {
    expect(await agentFailure(call([json({}, status)]))).toMatchObject({ retryable, kind: "error" });
  });

  test("429 with the wait that was asked for, in all its forms", async () => {
    const waits = async (headers: { readonly [name: string]: string }) => (await agentFailure(call([json({ error: "slow down" }, 429, headers)]))).retryAfterMs;
    expect(await waits({ "retry-after": "7" })).toBe(7000);
    expect(await waits({ "retry-after-ms": "250", "retry-after": "7" })).toBe(250);
    expect(await waits({ date: "Mon, 30 Nov 2026 12:00:00 GMT", "retry-after": "Mon, 30 Nov 2026 12:00:05 GMT" })).toBe(5000);
    expect(await waits({ "retry-after": "soon" })).toBeUndefined();
    expect(await waits({})).toBeUndefined();
  });

  test.each([
    [{ error: "no such model" }, "failed with HTTP 400: no such model"],
    [{ error: { message: "no such model" } }, "failed with HTTP 400: no such model"],
    [{ message: "no such model" }, "failed with HTTP 400: no such model"],
    [{ code: 7 }, 'failed with HTTP 400: {"code":7}'],
  ])("the service's own words: %j", async (document, message) => {
    expect((await agentFailure(call([json(document, 400)]))).message).toContain(message);
  });

  test("a flood of an error is cut short, without what acts on a terminal", async () => {
    const error = await agentFailure(call([(response) => void response.writeHead(500).end("\u001b[31mred\u0007".repeat(20_000))]));
    expect(error.message.length).toBeLessThan(1000);
    expect(error.message).not.toMatch(/[\u001b\u0007]/); // eslint-disable-line no-control-regex -- what is looked for
  });

  test("case H09: the usage that comes with a failure is kept", async () => {
    expect((await agentFailure(call([json({ error: "x", usage: { inputTokens: 5 } }, 500)]))).usage).toEqual({ inputTokens: 5 });
    expect((await agentFailure(call([json({ error: "x" }, 500)]))).usage).toBeUndefined();
  });

  test("a refused connection and a hung up socket are retryable", async () => {
    const other = await loopbackServer();
    await other.close();
    const refused = await agentFailure(call([], {}, { url: other.url }));
    expect(refused).toMatchObject({ retryable: true });
    expect(refused.message).toContain("ECONNREFUSED");
    expect(await agentFailure(call([(response) => void response.destroy()]))).toMatchObject({ retryable: true });
  });

  test("headers that cannot be made fail the call before anything is sent", async () => {
    const asked = server.requests.length;
    const failing = (headers: HttpAgentOptions["headers"]) => agentFailure(call([OK], {}, { headers: headers! }));
    expect((await failing(() => Promise.reject(new Error("vault is closed")))).message).toContain("vault is closed");
    const error = await failing(() => ({ authorization: "Bearer sec\nret-value" }));
    expect(error.message).toContain("the value of the header authorization is no text that a header can carry");
    expect(error.message).not.toContain("ret-value");
    expect(server.requests).toHaveLength(asked);
  });
});

describe("http.ts 4: secrets", () => {
  const SECRET = "Zm9vYmFyLXNlY3JldA";
  const shown = (error: Error) => `${error.message}${error.stack}${JSON.stringify(error)}${String((error.cause as Error | undefined)?.stack)}`;

  test.each([
    ["an error that sends them back", json({ error: `bad token ${SECRET}, header Bearer ${SECRET}, ?key=${SECRET}` }, 401)],
    ["an error page that sends them back", ((response, { headers, path }) => void response.writeHead(500).end(JSON.stringify({ headers, path }))) satisfies Handler],
    ["a broken answer that sends them back", ((response) => void response.writeHead(200, { "content-type": "application/json" }).end(SECRET)) satisfies Handler],
    ["an unknown field that sends them back", json({ [SECRET]: 1 })],
    ["a content type that sends them back", ((response) => void response.writeHead(200, { "content-type": SECRET }).end()) satisfies Handler],
  ] as [string, Handler][])("no message shows them: %s", async (_what, handler) => {
    const error = await agentFailure(call([handler], {}, { url: `${server.url}/review?key=${SECRET}`, headers: { authorization: `Bearer ${SECRET}` } }));
    expect(shown(error)).not.toContain(SECRET);
    expect(error.message).toContain(`${server.url}/review `);
  });

  test("no message shows half of a long one either", async () => {
    const long = SECRET.repeat(10);
    const error = await agentFailure(call([json({ [long]: 1 })], {}, { headers: { authorization: `Bearer ${long}` } }));
    expect(error.message).toContain("a field \"[redacted]\"");
    expect(shown(error)).not.toContain(SECRET);
  });

  test("nor does a failure to connect", async () => {
    const other = await loopbackServer();
    await other.close();
    const error = await agentFailure(call([], {}, { url: `${other.url}/review?key=${SECRET}`, headers: { authorization: `Bearer ${SECRET}` } }));
    expect(shown(error)).not.toContain(SECRET);
  });
});

describe("http.ts 3: redirects", () => {
  const to =
    (location: string | undefined, status = 307): Handler =>
    (response) =>
      void response.writeHead(status, location === undefined ? {} : { location }).end("moved");

  test("one within the origin that keeps the request is followed, with its headers", async () => {
    await call([to("/other?x=1"), OK], { instruction: "Judge." }, { headers: { "x-key": "abcdefgh" } });
    expect(last()).toMatchObject({ method: "POST", path: "/other?x=1", headers: { "x-key": "abcdefgh" } });
    expect(JSON.parse(last().body)).toMatchObject({ instruction: "Judge." });
  });

  test("one to another origin is refused: nothing is sent there", async () => {
    const other = await loopbackServer(OK);
    const error = await agentFailure(call([to(`${other.url}/x?token=abcdef`)], {}, { headers: { authorization: "Bearer abcdefgh" } }));
    expect(error.message).toContain(`redirected to another origin, ${other.url}: if that is right, make it the agent's url`);
    expect(error.message).not.toContain("token");
    expect(other.requests).toEqual([]);
    await other.close();
  });

  test.each([301, 302, 303])("HTTP %i would drop the request: refused", async (status) => {
    expect((await agentFailure(call([to("/other", status)]))).message).toContain(`redirected with HTTP ${status}, which drops the request: use ${server.url}/other as the url`);
  });

  test("one without a target, and one after the other", async () => {
    expect((await agentFailure(call([to(undefined)]))).message).toContain("redirected without saying where");
    expect((await agentFailure(call([to("http://")]))).message).toContain("redirected without saying where");
    expect((await agentFailure(call([to("/again")]))).message).toContain("redirected more than 5 times");
  });
});

describe("G10: abort", () => {
  test.each([
    ["a hanging socket", hang],
    ["a body that stops half-way", drip(['{"text":'])],
    ["an error that stops half-way", ((response) => void response.writeHead(500).write("x")) satisfies Handler],
  ] as [string, Handler][])("%s is given up at once, and so is the connection", async (_what, handler) => {
    await expectGivenUp(server, (signal) => call([handler], { signal }));
  });

  test("nothing is sent after an abort", async () => {
    const asked = server.requests.length;
    await agentFailure(call([OK], { signal: AbortSignal.abort() }));
    expect(server.requests).toHaveLength(asked);
  });

  test("a fetch that ignores its signal holds up nothing, and what it does later disturbs nothing", async () => {
    const controller = new AbortController();
    let fail: (error: Error) => void = () => undefined;
    const failing = agentFailure(call([], { signal: controller.signal }, { fetch: () => new Promise((_resolve, reject) => void (fail = reject)) }));
    setTimeout(() => controller.abort(), 10);
    await failing;
    fail(new Error("late"));
    await new Promise((resolve) => setTimeout(resolve, 5));
  });

  test("case H13: a signal shared by many calls keeps no listener", async () => {
    const { signal } = new AbortController();
    server.answer(OK);
    const agent = httpAgent({ url: server.url });
    await Promise.all(Array.from({ length: 30 }, () => agent.call(agentRequest({ signal }))));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("misuse", () => {
  test.each([
    ["agent-option-missing", {}],
    ["agent-option-invalid", { url: "review" }],
    ["agent-option-invalid", { url: "file:///etc/passwd" }],
    ["agent-option-invalid", { url: "http://user:hunter2@localhost/" }],
    ["agent-option-unknown", { url: "http://localhost/", timeout: 5 }],
    ["agent-option-invalid", { url: "http://localhost/", headers: { "a b": "x" } }],
    ["agent-option-invalid", { url: "http://localhost/", headers: { authorization: "hunter2\r\nx-evil: 1" } }],
    ["agent-option-invalid", { url: "http://localhost/", headers: { authorization: 7 } }],
    ["agent-option-invalid", { url: "http://localhost/", headers: { "Content-Type": "text/plain" } }],
    ["agent-option-invalid", { url: "http://localhost/", headers: { "idempotency-key": "x" } }],
    ["agent-option-invalid", { url: "http://localhost/", maxAnswerBytes: 0 }],
    ["agent-option-invalid", { url: "http://localhost/", fetch: "node-fetch" }],
  ])("G20: %s at once for %o, without showing a secret", (code, options) => {
    expect(() => httpAgent(options as never)).toThrow(expect.objectContaining({ name: "LoopwrightError", code, message: expect.not.stringContaining("hunter2") as string }) as Error);
  });

  test("the description is declared on the agent", () => {
    expect(httpAgent({ url: "http://localhost/", id: "r", family: "f" })).toMatchObject({ id: "r", family: "f", specVersion: 1 });
  });
});
