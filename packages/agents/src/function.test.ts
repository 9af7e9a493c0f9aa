import { AgentError, LoopwrightError } from "@loopwright/core";
import type { AgentReply } from "@loopwright/core";
import { describe, expect, test } from "vitest";
import { agentRequest } from "./agent-request.fixture.js";
import { functionAgent } from "./function.js";

const untyped = (value: unknown) => functionAgent(() => value as string);

describe("answers", () => {
  test("QU-DRAFT-02: a string is the text, verbatim", async () => {
    expect(await functionAgent(() => " D1\n").call(agentRequest())).toEqual({ text: " D1\n" });
    expect(await functionAgent(async () => "").call(agentRequest())).toEqual({ text: "" });
  });

  test("a reply is passed on as it stands, sync or async", async () => {
    const reply: AgentReply = { structured: { approved: true }, usage: { inputTokens: 1 }, model: "m", finishReason: "length", raw: [1] };
    expect(await functionAgent(() => reply).call(agentRequest())).toBe(reply);
    expect(await functionAgent(() => Promise.resolve(reply)).call(agentRequest())).toBe(reply);
  });

  test("QU-STR-01: JSON in a string stays text", async () => {
    expect(await functionAgent(() => '{"approved":true,"feedback":[]}').call(agentRequest())).not.toHaveProperty("structured");
  });

  test("a result object of an SDK, with its fields on the prototype, is a reply", async () => {
    class Result {
      steps = [];
      get text() {
        return "D1";
      }
    }
    expect((await untyped(new Result()).call(agentRequest())).text).toBe("D1");
  });

  test.each([undefined, null, 7, true, ["D1"], { approved: true, feedback: [] }])(
    "G4: %j is no answer: the call fails and says how to answer (function.ts 3)",
    async (value) => {
      const call = untyped(value).call(agentRequest());
      await expect(call).rejects.toBeInstanceOf(AgentError);
      await expect(call).rejects.toThrow("{ structured: … }");
    },
  );
});

describe("failures", () => {
  test("QU-FAIL-01: a throw is a failed call with what was thrown, never a throw of `call` itself", async () => {
    const fault = new AgentError("busy", { retryable: true });
    const agent = functionAgent(() => {
      throw fault;
    });
    await expect(agent.call(agentRequest())).rejects.toBe(fault);
    await expect(functionAgent(() => Promise.reject(fault)).call(agentRequest())).rejects.toBe(fault);
  });
});

test("the request reaches the function as it is", async () => {
  const request = agentRequest();
  let seen: unknown;
  await functionAgent((received) => {
    seen = received;
    return "";
  }).call(request);
  expect(seen).toBe(request);
});

test("the description is declared on the agent, which cannot be changed (QU-ROLE-06)", () => {
  const agent = functionAgent(() => "", { id: "w", family: "gpt" });
  expect(agent).toMatchObject({ id: "w", family: "gpt", specVersion: 1 });
  expect(Object.isFrozen(agent)).toBe(true);
  expect(functionAgent(() => "")).not.toHaveProperty("id");
});

test("G20: a wrong argument throws at once, typed", () => {
  expect(() => functionAgent("D1" as never)).toThrow(LoopwrightError);
  expect(() => functionAgent(() => "", { name: "w" } as never)).toThrow("functionAgent.description.name is not an option");
});
