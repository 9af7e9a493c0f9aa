import { agentContract, testAgentContract } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { commandUnderTest } from "./contract/command-under-test.fixture.js";
import { countedCases, documentedCases } from "./contract/documented-cases.fixture.js";

describe("commandAgent keeps the agent contract", () => {
  // An exit code does not say whether to ask again.
  const options = { lacks: ["retryable", "retry-after"] } as const;
  testAgentContract((name, body) => void test(name, body, 30_000), commandUnderTest, options);

  test("the numbers of its cases are those that docs/agents.md tells", () => {
    expect(countedCases(agentContract(commandUnderTest, options))).toEqual(documentedCases("`commandAgent` (a process per call; lacks `retryable`, `retry-after`)"));
  });
});
