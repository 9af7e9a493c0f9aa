import { LoopwrightError } from "@loopwright/core";
import { describe, expect, test } from "vitest";
import { descriptionOf, DESCRIPTION_RULES } from "./description.js";
import { checkOptions, describe as inWords } from "./options.js";

function faultOf(act: () => unknown): LoopwrightError {
  try {
    act();
  } catch (fault) {
    if (fault instanceof LoopwrightError) return fault as LoopwrightError;
    throw fault;
  }
  throw new Error("nothing was thrown");
}

const check = (value: unknown) => () => checkOptions(value, "agent", DESCRIPTION_RULES);

describe("G20: the description of an agent is checked when it is made (description.ts 1)", () => {
  test.each([
    [{ id: 7 }, "agent.id"],
    [{ id: " " }, "agent.id"],
    [{ family: "" }, "agent.family"],
    [{ allowedTools: "search" }, "agent.allowedTools"],
    [{ allowedTools: ["search", 1] }, "agent.allowedTools[1]"],
    [{ allowedTools: [, "search"] }, "agent.allowedTools[0]"],
    [{ capabilities: true }, "agent.capabilities"],
    [{ capabilities: { structuredOutput: "false" } }, "agent.capabilities.structuredOutput"],
    [{ prices: "free" }, "agent.prices"],
    [{ prices: { inputUsdPerMillionTokens: -1, outputUsdPerMillionTokens: 1 } }, "agent.prices.inputUsdPerMillionTokens"],
    [{ prices: { inputUsdPerMillionTokens: 1, outputUsdPerMillionTokens: Number.NaN } }, "agent.prices.outputUsdPerMillionTokens"],
    [{ limits: { maxInputTokens: 1.5 } }, "agent.limits.maxInputTokens"],
    [{ limits: { maxCostUsd: Number.POSITIVE_INFINITY } }, "agent.limits.maxCostUsd"],
    [{ specVersion: 2 }, "agent.specVersion"],
    [new Map(), "agent"],
    [null, "agent"],
    [[], "agent"],
  ])("%j is refused at %s", (value, path) => {
    expect(faultOf(check(value))).toMatchObject({ code: "agent-option-invalid", path, hint: expect.any(String) as string });
  });

  test("an unknown option is refused, also inside an option, with what is known", () => {
    expect(faultOf(check({ ID: "a" }))).toMatchObject({
      code: "agent-option-unknown",
      path: "agent.ID",
      hint: expect.stringContaining("id, family") as string,
    });
    expect(faultOf(check({ limits: { maxTokens: 1 } }))).toMatchObject({ code: "agent-option-unknown", path: "agent.limits.maxTokens" });
    expect(faultOf(check({ constructor: 1 }))).toMatchObject({ code: "agent-option-unknown" });
  });

  test("case H08: half a price is not a price", () => {
    expect(faultOf(check({ prices: { inputUsdPerMillionTokens: 3 } }))).toMatchObject({
      code: "agent-option-missing",
      path: "agent.prices.outputUsdPerMillionTokens",
    });
  });

  test("an option that is undefined counts as absent", () => {
    expect(check({ id: undefined, limits: { maxCostUsd: undefined } })).not.toThrow();
  });
});

test("description.ts 2, 3: a description is a frozen copy of what was declared, with the contract version", () => {
  const allowedTools = ["search"];
  const description = descriptionOf({ id: "a", allowedTools, prices: "reported" });
  allowedTools.push("shell");
  expect(description).toEqual({ id: "a", allowedTools: ["search"], prices: "reported", specVersion: 1 });
  expect(Object.isFrozen(description) && Object.isFrozen(description.allowedTools)).toBe(true);
});

test("values are named in a few words, never in full", () => {
  expect(inWords("x".repeat(1000)).length).toBeLessThan(70);
  expect([undefined, null, 1n, [1], {}, () => 1].map(inWords)).toEqual(["undefined", "null", "1", "an array of 1", "an object", "a function"]);
});
