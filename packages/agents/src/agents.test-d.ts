import { expectTypeOf, test } from "vitest";
import { commandAgent, functionAgent, scriptedAgent } from "./index.js";
import type { Agent, AgentReply, AgentRequest, ScriptedAgent } from "./index.js";

test("every adapter makes an Agent", () => {
  expectTypeOf(functionAgent).returns.toEqualTypeOf<Agent>();
  expectTypeOf(commandAgent).returns.toEqualTypeOf<Agent>();
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
