import { agentContract, testAgentContract } from "@loopwright/testing";
import type { AgentContractOptions, CreateAgent } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { aiSdkUnderTest, aiSdkV3UnderTest } from "./contract/ai-sdk-under-test.fixture.js";
import { cassetteUnderTest } from "./contract/cassette-under-test.fixture.js";
import { countedCases, documentedCases } from "./contract/documented-cases.fixture.js";
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

/** That of commands stands in a file of its own, to run beside this one. */
const ADAPTERS: readonly Adapter[] = [
  { name: "`functionAgent` (lacks `credentials`)", create: functionUnderTest, options: { lacks: ["credentials"] } },
  { name: "`scriptedAgent` (lacks `credentials`)", create: scriptedUnderTest, options: { lacks: ["credentials"] } },
  { name: "`httpAgent` (server on loopback)", create: httpUnderTest },
  { name: "`aiSdkAgent` (OpenAI-compatible server on loopback; a model of specification v4)", create: aiSdkUnderTest },
  { name: "`aiSdkAgent` (the same with a model of specification v3)", create: aiSdkV3UnderTest },
  { name: "all wrappers at once around `functionAgent` (lacks `credentials`, `foreign-clock`)", create: wrapped, options: { lacks: ["credentials", "foreign-clock"] } },
  { name: "`record` around `functionAgent`, played back by `replay` (lacks `credentials`, `foreign-clock`)", create: cassetteUnderTest, options: { lacks: ["credentials", "foreign-clock"] } },
];

interface Adapter {
  /** Its row in docs/agents.md. */
  readonly name: string;
  readonly create: CreateAgent;
  readonly options?: AgentContractOptions;
}

describe.each(ADAPTERS)("$name keeps the agent contract", ({ name, create, options }) => {
  testAgentContract((title, body) => void test(title, body, 30_000), create, options);

  test("the numbers of its cases are those that docs/agents.md tells", () => {
    expect(countedCases(agentContract(create, options))).toEqual(documentedCases(name));
  });
});
