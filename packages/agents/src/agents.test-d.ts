import { expectTypeOf, test } from "vitest";
import type { LanguageModel } from "ai";
import type { Contract } from "@loopwright/core";
import { aiSdkAgent } from "./ai-sdk.js";
import { commandAgent, functionAgent, httpAgent, scriptedAgent } from "./index.js";
import type { Agent, AgentReply, AgentRequest, ScriptedAgent } from "./index.js";
import { jsonSchemaContract } from "./schema.js";

test("every adapter makes an Agent", () => {
  expectTypeOf(functionAgent).returns.toEqualTypeOf<Agent>();
  expectTypeOf(commandAgent).returns.toEqualTypeOf<Agent>();
  expectTypeOf(aiSdkAgent).returns.toEqualTypeOf<Agent>();
  expectTypeOf(httpAgent).returns.toEqualTypeOf<Agent>();
  expectTypeOf<ScriptedAgent>().toExtend<Agent>();
  expectTypeOf<Agent["call"]>().toEqualTypeOf<(request: AgentRequest) => Promise<AgentReply>>();
});

test("a function answers a text or a reply", () => {
  functionAgent(({ role }) => role, { id: "a" });
  functionAgent(async () => ({ structured: { approved: true } }));
  // @ts-expect-error a number is no answer
  functionAgent(() => 7);
  // @ts-expect-error data is wrapped as { structured }
  functionAgent(() => ({ approved: true }));
  // @ts-expect-error not an option
  functionAgent(() => "", { name: "a" });
});

test("a script has only the known steps", () => {
  scriptedAgent(["D1", { structured: 1, usage: null }, { error: "x" }, { never: "ignoring-abort" }, ({ role }, n) => `${role} ${n}`]);
  // @ts-expect-error misspelt
  scriptedAgent([{ tex: "D1" }]);
  // @ts-expect-error neither true nor "ignoring-abort"
  scriptedAgent([{ never: false }]);
  // @ts-expect-error not a field of a request
  scriptedAgent([{ text: "D1", expect: { round: 1 } }]);
});

test("a command needs a command and takes no shell", () => {
  commandAgent({ command: "x", args: ["-p"], output: "json", structured: "whole" });
  // @ts-expect-error the command is missing
  commandAgent({});
  // @ts-expect-error there is no shell
  commandAgent({ command: "x", shell: true });
});

test("a model agent needs a model, and knows its settings", () => {
  const model = {} as LanguageModel;
  aiSdkAgent({ model, settings: { temperature: 0, providerOptions: { openai: { strict: true } } } });
  // @ts-expect-error the model is missing
  aiSdkAgent({});
  // @ts-expect-error retries are a wrapper's
  aiSdkAgent({ model, maxRetries: 2 });
  // @ts-expect-error misspelt
  aiSdkAgent({ model, settings: { temprature: 0 } });
});

test("an endpoint needs a URL", () => {
  httpAgent({ url: new URL("http://localhost/"), headers: async () => ({ authorization: "x" }) });
  // @ts-expect-error the URL is missing
  httpAgent({ headers: {} });
  // @ts-expect-error time is the signal's
  httpAgent({ url: "http://localhost/", timeoutMs: 5 });
});

test("a contract is of the type that the caller names", () => {
  expectTypeOf(jsonSchemaContract({ type: "string" })).toEqualTypeOf<Contract<unknown>>();
  expectTypeOf(jsonSchemaContract<{ approved: boolean }>({ type: "object" })).toEqualTypeOf<Contract<{ approved: boolean }>>();
  // @ts-expect-error nothing is coerced
  jsonSchemaContract({ type: "string" }, { coerceTypes: true });
});
