/**
 * What a caller says about an agent beside how to call it; shared by every adapter.
 *
 * Invariants:
 * 1. A description is checked when the agent is made, before any call (G20, QU-CFG-01).
 * 2. It is copied and frozen: later changes by the caller change no agent.
 * 3. Nothing is invented: what was not declared stays undeclared, except `specVersion`, which the adapter knows.
 */
import { AGENT_SPEC_VERSION } from "@loopwright/core";
import type { AgentCapabilities, AgentDescription, AgentLimits, TokenPrices } from "@loopwright/core";
import { amount, arrayOf, boolean, checkOptions, nonBlankString, oneWordOf, refuse, wholeNumber } from "./options.js";
import type { OptionRules } from "./options.js";

const CAPABILITY_RULES: OptionRules<AgentCapabilities> = {
  structuredOutput: boolean,
  structuredWithTools: boolean,
};

const PRICE_RULES: OptionRules<TokenPrices> = {
  inputUsdPerMillionTokens: amount,
  outputUsdPerMillionTokens: amount,
};

const LIMIT_RULES: OptionRules<AgentLimits> = {
  maxInputTokens: wholeNumber({ from: 0, upTo: Number.MAX_SAFE_INTEGER }),
  maxOutputTokens: wholeNumber({ from: 0, upTo: Number.MAX_SAFE_INTEGER }),
  maxCostUsd: amount,
};

/** The rules of the options that describe an agent; an adapter spreads them among its own. */
export const DESCRIPTION_RULES: OptionRules<AgentDescription> = {
  id: nonBlankString,
  family: nonBlankString,
  allowedTools: arrayOf(nonBlankString),
  capabilities: (value, path) => checkOptions(value, path, CAPABILITY_RULES),
  prices(value, path) {
    if (typeof value === "string") oneWordOf(["reported"])(value, path);
    else checkOptions(value, path, PRICE_RULES, ["inputUsdPerMillionTokens", "outputUsdPerMillionTokens"]);
  },
  limits: (value, path) => checkOptions(value, path, LIMIT_RULES),
  writes: boolean,
  specVersion(value, path) {
    if (value !== AGENT_SPEC_VERSION) {
      refuse(path, value, `be ${AGENT_SPEC_VERSION}`, "Leave it out: the adapter sets the version it speaks.");
    }
  },
};

/** The descriptive part of checked options: a frozen copy of what was declared, with the contract version. */
export function descriptionOf(options: AgentDescription): AgentDescription {
  const { id, family, allowedTools, capabilities, prices, limits, writes } = options;
  return Object.freeze({
    ...(id !== undefined && { id }),
    ...(family !== undefined && { family }),
    ...(allowedTools !== undefined && { allowedTools: Object.freeze([...allowedTools]) }),
    ...(capabilities !== undefined && { capabilities: Object.freeze({ ...capabilities }) }),
    ...(prices !== undefined && { prices: typeof prices === "string" ? prices : Object.freeze({ ...prices }) }),
    ...(limits !== undefined && { limits: Object.freeze({ ...limits }) }),
    ...(writes !== undefined && { writes }),
    specVersion: AGENT_SPEC_VERSION,
  });
}
