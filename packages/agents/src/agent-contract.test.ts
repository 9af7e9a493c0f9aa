import { agentContract, testAgentContract } from "@loopwright/testing";
import type { AgentContractOptions, CreateAgent } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { aiSdkUnderTest } from "./contract/ai-sdk-under-test.fixture.js";
import { functionUnderTest } from "./contract/function-under-test.fixture.js";
import { httpUnderTest } from "./contract/http-under-test.fixture.js";
import { scriptedUnderTest } from "./contract/scripted-under-test.fixture.js";
import { functionAgent } from "./function.js";
import { withConcurrency } from "./with-concurrency.js";
import { withFallback } from "./with-fallback.js";
import { withRetry } from "./with-retry.js";
import { withTimeout } from "./with-timeout.js";

/** Every wrapper, set so that none of them has to act. */
const wrapped: CreateAgent = (script) => {
  const made = functionUnderTest(script);
  const backup = functionAgent(() => "from the backup");
  const retried = withRetry(withTimeout(made.agent, 60_000), { attempts: 1 });
  return { ...made, agent: withConcurrency(20)(withFallback(retried, backup, { when: () => false })) };
};

/** That of commands stands in a file of its own, to run beside this one. The numbers stand in docs/agents.md and in the README of the testing package. */
const ADAPTERS: readonly Adapter[] = [
  { name: "functionAgent", cases: 56, create: functionUnderTest, options: { lacks: ["credentials"] } },
  { name: "scriptedAgent", cases: 56, create: scriptedUnderTest, options: { lacks: ["credentials"] } },
  { name: "httpAgent", cases: 57, create: httpUnderTest },
  { name: "aiSdkAgent", cases: 57, create: aiSdkUnderTest },
  { name: "an agent in all wrappers", cases: 55, create: wrapped, options: { lacks: ["credentials", "foreign-clock"] } },
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
