/** `--model` over real HTTP, in processes of their own: who is asked, what may pass, and that no key is shown. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCommand } from "./command.fixture.ts";
import type { Ended } from "./command.fixture.ts";
import { familyOf } from "./model-family.ts";
import { fails, judges, modelServer, says } from "./model-server.fixture.ts";
import type { ModelAnswer, ModelServer } from "./model-server.fixture.ts";
import { modelServiceFrom } from "./model-service.ts";

const KEY = "Zm9vYmFyLWtleS0wMTIzNDU2Nzg5";
const DOCUMENT = "# Notes\n\nThe the end.\n";

let folder = "";
let server: ModelServer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "markdown-review-model-"));
  await writeFile(path.join(folder, "notes.md"), DOCUMENT);
  server = await modelServer();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Every run of the command shows no key, whatever happens. */
async function start(args: readonly string[], answers: readonly ModelAnswer[] = [], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  server.answer(...answers);
  const ended = await startCommand(args, { cwd: folder, env: { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: KEY, ...env } });
  expect(`${ended.stdout}${ended.stderr}`).not.toContain(KEY);
  return ended;
}

const WRITES = [says(DOCUMENT), judges(false, "Say the word once."), says("# Notes\n\nThe end.\n"), judges(true)];

describe("two models", { timeout: 60_000 }, () => {
  test("G23: write and review until it is approved; both are told of, and so is a family that they share", async () => {
    const { code, stdout, stderr } = await start(["notes.md", "--model", "hub/Qwen3:8b", "--reviewer-model", "qwen2.5", "--out", "done.md"], WRITES);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("writer: model hub/Qwen3:8b, reviewer: model qwen2.5; of one family");
    expect(stdout).toContain("✔ Approved: draft 2");
    expect(await readFile(path.join(folder, "done.md"), "utf8")).toBe("# Notes\n\nThe end.\n");
    expect(server.asked.map(({ path: at, authorization, model, hasSchema }) => [at, authorization, model, hasSchema])).toEqual(
      ["hub/Qwen3:8b", "qwen2.5", "hub/Qwen3:8b", "qwen2.5"].map((model, index) => ["/v1/chat/completions", `Bearer ${KEY}`, model, index % 2 === 1]),
    );
    expect(server.asked[1]?.messages.at(-1)?.content).toContain("JSON Schema"); // For services that know no response format.
  });

  test("G23: the result says what they have in common, and G6: who they are", async () => {
    const common = async (...args: string[]) => {
      const { code, stdout } = await start(["notes.md", "--json", ...args], WRITES);
      expect(code).toBe(0);
      return JSON.parse(stdout) as { independence: { authors: object[]; reviewers: object[] } };
    };
    expect((await common("--model", "gpt-5", "--reviewer-model", "claude-5")).independence).toMatchObject({
      authors: [{ id: "writer-model", family: "gpt" }],
      reviewers: [{ id: "reviewer-model", family: "claude", sharesAuthorFamily: false, judged: true }],
    });
    expect((await common("--model", "gpt-5")).independence.reviewers).toMatchObject([{ id: "reviewer-model", sharesAuthorFamily: true }]);
  });

  test("a model may play one role alone", async () => {
    const { code, stdout } = await start(["notes.md", "--reviewer-model", "m"], [judges(true)]);
    expect(code).toBe(0);
    expect(stdout).toContain("writer: the linters' fixers, reviewer: model m\n");
    const script = path.join(folder, "review.mjs");
    await writeFile(script, 'process.stdin.resume(); console.log(\'{"approved":true,"feedback":[]}\');');
    const mixed = await start(["notes.md", "--model", "m", "--reviewer-cmd", JSON.stringify([process.execPath, script])], [says(DOCUMENT)]);
    expect(mixed.code).toBe(0);
    expect(server.asked).toHaveLength(1);
  });

  test("a service without a key is asked without one", async () => {
    await start(["notes.md", "--reviewer-model", "m"], [judges(true)], { OPENAI_API_KEY: undefined });
    expect(server.asked.map(({ authorization }) => authorization)).toEqual([undefined]);
  });
});

describe("a service that does not behave", { timeout: 60_000 }, () => {
  test("429 and then an answer: the wait is kept, the document approved", async () => {
    const { code } = await start(["notes.md", "--model", "m"], [fails(429, `too fast, ${KEY}`, { "retry-after": "0" }), ...WRITES]);
    expect(code).toBe(0);
    expect(server.asked).toHaveLength(5);
  });

  test.for(["text", "json"])("401 that sends the key back: asked once, not approved, %s", async (form) => {
    const { code, stdout } = await start(["notes.md", "--model", "m", ...(form === "json" ? ["--json"] : [])], [fails(401, `Incorrect API key provided: ${KEY}. Header: Bearer ${KEY}`)]);
    expect(code).toBe(1);
    expect(stdout).toContain("HTTP 401: Incorrect API key provided: [redacted]");
    expect(stdout).toContain("draft-failed");
    expect(server.asked).toHaveLength(1);
  });

  test.for<[string, ModelAnswer, string]>([
    ["fenced JSON", says('```json\n{"approved":true,"feedback":[]}\n```'), "review-invalid"],
    ["a word for a flag", says('{"approved":"true","feedback":[]}'), "review-invalid"],
    ["a page that shows the request", { headers: { "content-type": "text/html" }, body: `<h1>Approved</h1>Bearer ${KEY}` }, "review-failed"],
  ])("G4: case F05: %s is no approval", async ([, answer, token]) => {
    const { code, stdout } = await start(["notes.md", "--reviewer-model", "m", "--json"], [answer]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ token, approved: false });
  });

  test("nobody at the address", async () => {
    const gone = await modelServer();
    await gone.close();
    const { code, stdout } = await start(["notes.md", "--reviewer-model", "m"], [], { OPENAI_BASE_URL: gone.baseUrl });
    expect(code).toBe(1);
    expect(stdout).toContain("ECONNREFUSED");
  });
});

describe("bad input", { timeout: 60_000 }, () => {
  test("case F15: G20: no service is one clear line and exit code 2", async () => {
    const { code, stdout, stderr } = await start(["notes.md", "--model", "m"], [], { OPENAI_BASE_URL: undefined });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^error: --model needs a service, and OPENAI_BASE_URL is not set\. Set it, such as OPENAI_BASE_URL=http[^\n]+\n$/);
  });

  test.for<[string, NodeJS.ProcessEnv, string]>([
    ["an empty address", { OPENAI_BASE_URL: " " }, "and OPENAI_BASE_URL is not set"],
    ["no address", { OPENAI_BASE_URL: `localhost ${KEY}` }, "OPENAI_BASE_URL is no http or https address"],
    ["another protocol", { OPENAI_BASE_URL: `ftp://${KEY}/` }, "OPENAI_BASE_URL is no http or https address"],
    ["a password in it", { OPENAI_BASE_URL: `http://me:${KEY}@localhost/v1` }, "OPENAI_BASE_URL holds a user name or password"],
    ["a key in it", { OPENAI_BASE_URL: `http://localhost/v1?key=${KEY}` }, "OPENAI_BASE_URL holds more than an address"],
    ["a key of two lines", { OPENAI_BASE_URL: "http://localhost/v1", OPENAI_API_KEY: `${KEY}\n${KEY}` }, "OPENAI_API_KEY holds a character that no key has"],
  ])("case F15: G20: %s is refused, without showing a key", ([, env, message]) => {
    const refused = expect.objectContaining({ name: "UserError", message: expect.stringContaining(message) as string }) as Error;
    expect(() => modelServiceFrom(env, "--model")).toThrow(refused);
    expect(() => modelServiceFrom(env, "--model")).not.toThrow(KEY);
  });

  test("what an environment adds around the values is not taken", () => {
    expect(modelServiceFrom({ OPENAI_BASE_URL: " http://localhost:1/v1\n", OPENAI_API_KEY: " k " }, "--model")).toEqual({ baseUrl: "http://localhost:1/v1", apiKey: "k" });
  });

  test("the AI SDK is loaded only where a model is named", async () => {
    const hook = 'import { registerHooks } from "node:module"; registerHooks({ resolve(name, context, next) { if (name === "ai" || name.startsWith("@ai-sdk/")) throw new Error("loaded " + name); return next(name, context); } });';
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` };
    expect((await start(["notes.md"], [], env)).code).toBe(0);
    expect((await start(["notes.md", "--model", "m"], [judges(true)], env)).stderr).toContain("loaded @ai-sdk/openai-compatible");
  });
});

test.for([
  ["gpt-5-mini", "gpt"],
  ["hub/Qwen3:8b", "qwen"],
  ["claude-sonnet-5", "claude"],
  ["7b", "7b"],
])("the family of %s is %s", ([name = "", family]) => {
  expect(familyOf(name)).toBe(family);
});
