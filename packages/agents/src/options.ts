/**
 * Checks of what a caller configures, as rows: one rule per option.
 *
 * Invariants:
 * 1. Every fault throws a {@link LoopwrightError} synchronously, with a code of {@link AgentOptionCode}, the path of
 *    the fault and a hint (G20).
 * 2. The whole object is checked: an option without a rule is refused, never ignored (a typing error is no default).
 * 3. An option that is `undefined` counts as absent.
 */
import { isPlainObject, LoopwrightError } from "@loopwright/core";

/** What can be wrong with the configuration of an agent. Stable over versions. */
export type AgentOptionCode = "agent-option-invalid" | "agent-option-missing" | "agent-option-unknown";

/** Throws if the value at this path is not what the option takes. */
export type OptionRule = (value: unknown, path: string) => void;

/** One rule per option. */
export type OptionRules<Options> = { readonly [Key in keyof Options]-?: OptionRule };

/** Checks an options object against its rules, option by option in the order of the object. */
export function checkOptions<Options>(
  value: unknown,
  path: string,
  rules: OptionRules<Options>,
  required: readonly (keyof Options & string)[] = [],
): asserts value is Options {
  if (!isPlainObject(value)) refuse(path, value, "be a plain object", "Pass the options as one object literal.");
  const rows: { readonly [key: string]: OptionRule } = rules;
  for (const [key, option] of Object.entries(value)) {
    const rule = Object.hasOwn(rows, key) ? rows[key] : undefined;
    if (rule === undefined) refuseUnknown(`${path}.${key}`, Object.keys(rows));
    if (option !== undefined) rule(option, `${path}.${key}`);
  }
  for (const key of required) {
    if (value[key] === undefined) {
      throw new LoopwrightError<AgentOptionCode>("agent-option-missing", `${path}.${key} is missing`, {
        path: `${path}.${key}`,
        hint: `Give ${key}: it has no default.`,
      });
    }
  }
}

/** Throws `agent-option-invalid`: says what stands at `path` and what should. */
export function refuse(path: string, value: unknown, must: string, hint: string): never {
  throw new LoopwrightError<AgentOptionCode>("agent-option-invalid", `${path} must ${must}, not ${describe(value)}`, { path, hint });
}

/** A value in a few words, for messages; never its whole content. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "string") return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function refuseUnknown(path: string, known: readonly string[]): never {
  throw new LoopwrightError<AgentOptionCode>("agent-option-unknown", `${path} is not an option`, {
    path,
    hint: `Known here: ${known.join(", ")}.`,
  });
}

/** A string that holds more than white space. */
export const nonBlankString: OptionRule = (value, path) => {
  if (typeof value !== "string" || value.trim() === "") refuse(path, value, "be a string that is not blank", "Give it a text or leave it out.");
};

export const boolean: OptionRule = (value, path) => {
  if (typeof value !== "boolean") refuse(path, value, "be true or false", "Pass a boolean; strings such as \"false\" are not converted.");
};

/** A finite number that is not negative, such as a price. */
export const amount: OptionRule = (value, path) => {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) {
    refuse(path, value, "be a finite number from 0", "Leave it out if it is not known: unknown is not 0.");
  }
};

/** A whole number within bounds, both included. */
export function wholeNumber(bounds: { readonly from: number; readonly upTo: number }): OptionRule {
  return (value, path) => {
    const isInside = Number.isSafeInteger(value) && (value as number) >= bounds.from && (value as number) <= bounds.upTo;
    if (!isInside) {
      refuse(path, value, `be a whole number from ${bounds.from} to ${bounds.upTo}`, "Leave it out to use the default.");
    }
  };
}

/** One of a closed set of words. */
export function oneWordOf(words: readonly string[]): OptionRule {
  return (value, path) => {
    if (typeof value !== "string" || !words.includes(value)) {
      refuse(path, value, `be one of ${words.map((word) => JSON.stringify(word)).join(", ")}`, "Words are matched exactly.");
    }
  };
}

/** An array whose every item meets the rule. */
export function arrayOf(item: OptionRule): OptionRule {
  return (value, path) => {
    if (!Array.isArray(value)) refuse(path, value, "be an array", "Pass an array, also for one item.");
    // `Array.from` also visits holes, which `forEach` would skip.
    Array.from<unknown>(value).forEach((one, index) => item(one, `${path}[${index}]`));
  };
}
