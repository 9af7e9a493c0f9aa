import { agentContract, testAgentContract } from "@loopwright/testing";
import type { AgentContractOptions, CreateAgent } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { aiSdkUnderTest } from "./contract/ai-sdk-under-test.fixture.js";
import { commandUnderTest } from "./contract/command-under-test.fixture.js";
import { functionUnderTest } from "./contract/function-under-test.fixture.js";
import { httpUnderTest } from "./contract/http-under-test.fixture.js";
import { scriptedUnderTest } from "./contract/scripted-under-test.fixture.js";

/** The numbers stand in docs/agents.md and in the README of the testing package. */
const ADAPTERS: readonly Adapter[] = [
  { name: "functionAgent", cases: 56, create: functionUnderTest, options: { lacks: ["credentials"] } },
  { name: "scriptedAgent", cases: 56, create: scriptedUnderTest, options: { lacks: ["credentials"] } },
  // An exit code does not say whether to ask again.
  { name: "commandAgent", cases: 55, create: commandUnderTest, options: { lacks: ["retryable", "retry-after"] } },
  { name: "httpAgent", cases: 57, create: httpUnderTest },
  { name: "aiSdkAgent", cases: 57, create: aiSdkUnderTest },
];

interface Adapter {
  readonly name: string;
  readonly cases: number;
  readonly create: CreateAgent;
  readonly options?: AgentContractOptions;
}

describe.each(ADAPTERS)("$name keeps the agent contract", ({ cases, create, options }) => {
  const registered = testAgentContract((name, body) => void test(name, body, 30_000), create, options);

  test("the number of its cases is the one that is documented", () => {
    expect(registered).toBe(cases);
    expect(agentContract(create, options)).toHaveLength(cases);
  });
});
