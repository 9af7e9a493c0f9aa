/**
 * The options of an AI SDK agent, checked whole before anything is loaded.
 *
 * Invariants:
 * 1. A tool can be used only if it is configured here and the request names it; none is offered by default (QU-TOOL-01).
 * 2. `limits.maxOutputTokens` is not only declared: it is what the model may use over all steps of a call (G14).
 */
import { isPlainObject } from "@loopwright/core";
import type { AgentDescription } from "@loopwright/core";
import type { LanguageModel, LanguageModelCallOptions, ToolSet } from "ai";
import { DESCRIPTION_RULES } from "../description.js";
import { arrayOf, boolean, checkOptions, nonBlankString, oneWordOf, refuse, wholeNumber } from "../options.js";
import type { OptionRule, OptionRules } from "../options.js";
import { secretsOfHeader } from "../redact.js";

/** Settings that are handed to the model as they stand. */
export interface AiSdkSettings
  extends Pick<LanguageModelCallOptions, "temperature" | "topP" | "topK" | "presencePenalty" | "frequencyPenalty" | "seed" | "reasoning"> {
  /** Additional headers of every request; their values never stand in an error message. */
  readonly headers?: { readonly [name: string]: string };
  /** Options of the model's provider, by its name. */
  readonly providerOptions?: { readonly [provider: string]: { readonly [option: string]: import("@loopwright/core").Json } };
}

/** Which model to call and how; only `model` is needed. The rest describes the agent. */
export interface AiSdkAgentOptions extends AgentDescription {
  /** A model of any AI SDK provider, or the id of one in the SDK's own registry. */
  readonly model: LanguageModel;
  /** Tools by name. A request uses those that it names. `allowedTools` is all of them unless it is given. Default none. */
  readonly tools?: ToolSet;
  /** The most steps (model calls) of one call with tools. Default 20. */
  readonly maxSteps?: number;
  /**
   * How the model reads the input. `"text"` (default): one heading and fence per key. `"json"`: one JSON document. The
   * instruction stands before it, as the system message.
   */
  readonly input?: "text" | "json";
  /** `true`: also writes the JSON Schema under the input, for providers that only promise JSON. Default `false`. */
  readonly schemaInPrompt?: boolean;
  readonly settings?: AiSdkSettings;
  /** Texts that may never stand in an error message, such as the provider's API key. */
  readonly secrets?: readonly string[];
}

/** Checked options with their defaults. */
export interface AiSdkPlan {
  readonly description: AgentDescription;
  readonly model: LanguageModel;
  readonly tools: ToolSet;
  readonly maxSteps: number;
  readonly input: "text" | "json";
  readonly hasSchemaInPrompt: boolean;
  readonly settings: AiSdkSettings;
  readonly secrets: readonly string[];
  /** How messages name the agent. */
  readonly subject: string;
}

const DEFAULT_MAX_STEPS = 20;

const anything: OptionRule = () => undefined;

const SPECIFICATIONS: readonly unknown[] = ["v2", "v3", "v4"];

const model: OptionRule = (value, path) => {
  if (typeof value === "string") return nonBlankString(value, path);
  const isModel = typeof value === "object" && value !== null && "doGenerate" in value && typeof value.doGenerate === "function";
  if (!isModel) refuse(path, value, "be a language model of the AI SDK", 'Pass what a provider makes, such as openai("gpt-5").');
  const { specificationVersion } = value as { readonly specificationVersion?: unknown };
  if (!SPECIFICATIONS.includes(specificationVersion)) {
    refuse(`${path}.specificationVersion`, specificationVersion, "be v2, v3 or v4", "Install a version of the provider that fits AI SDK 7.");
  }
};

const plainObject: OptionRule = (value, path) => {
  if (!isPlainObject(value)) refuse(path, value, "be a plain object", "Pass an object literal.");
};

const tools: OptionRule = (value, path) => {
  plainObject(value, path);
  for (const [name, tool] of Object.entries(value as object) as [string, unknown][]) {
    nonBlankString(name, path);
    if (typeof tool !== "object" || tool === null) refuse(`${path}.${name}`, tool, "be a tool", "Pass what tool({ … }) of the AI SDK makes.");
  }
};

const headers: OptionRule = (value, path) => {
  plainObject(value, path);
  for (const [name, text] of Object.entries(value as object) as [string, unknown][]) {
    // The value stays out of the message: it may be a key.
    if (typeof text !== "string") refuse(`${path}.${name}`, typeof text, "be a string", "Leave the header out instead.");
  }
};

const SETTING_RULES: OptionRules<AiSdkSettings> = {
  temperature: anything,
  topP: anything,
  topK: anything,
  presencePenalty: anything,
  frequencyPenalty: anything,
  seed: anything,
  reasoning: anything,
  headers,
  providerOptions: plainObject,
};

const RULES: OptionRules<AiSdkAgentOptions> = {
  ...DESCRIPTION_RULES,
  model,
  tools,
  maxSteps: wholeNumber({ from: 1, upTo: 1000 }),
  input: oneWordOf(["text", "json"]),
  schemaInPrompt: boolean,
  settings: (value, path) => checkOptions(value, path, SETTING_RULES),
  secrets(value, path) {
    // Items are checked without being shown.
    arrayOf((item, at) => (typeof item === "string" ? undefined : refuse(at, typeof item, "be a string", "Pass the secret's text.")))(value, path);
  },
};

/** Checks options of unknown origin and fills in the defaults. Throws `agent-option-*`. */
export function checkAiSdkOptions(options: unknown): AiSdkPlan {
  checkOptions<AiSdkAgentOptions>(options, "aiSdkAgent", RULES, ["model"]);
  const toolSet = { ...options.tools };
  const foreign = options.allowedTools?.find((name) => !Object.hasOwn(toolSet, name));
  if (foreign !== undefined) refuse("aiSdkAgent.allowedTools", foreign, "name tools of `tools`", "Configure the tool, or leave its name out.");
  const { headers: sent = {} } = options.settings ?? {};
  return {
    description: { ...options, ...(options.tools !== undefined && { allowedTools: options.allowedTools ?? Object.keys(toolSet) }) },
    model: options.model,
    tools: toolSet,
    maxSteps: options.maxSteps ?? DEFAULT_MAX_STEPS,
    input: options.input ?? "text",
    hasSchemaInPrompt: options.schemaInPrompt ?? false,
    settings: { ...options.settings },
    secrets: [...(options.secrets ?? []), ...Object.values(sent).flatMap(secretsOfHeader)],
    subject: subjectOf(options),
  };
}

function subjectOf({ id, model: given }: AiSdkAgentOptions): string {
  const name = typeof given === "string" ? given : given.modelId;
  return `${id === undefined ? "" : `agent "${id}": `}model "${name}"`;
}
