import { testAgentContract } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { commandUnderTest } from "./contract/command-under-test.fixture.js";

describe("commandAgent keeps the agent contract", () => {
  // An exit code does not say whether to ask again.
  const registered = testAgentContract((name, body) => void test(name, body, 30_000), commandUnderTest, { lacks: ["retryable", "retry-after"] });

  test("the number of its cases is the one that is documented", () => {
    expect(registered).toBe(55);
  });
});
