/** Flags that several commands share. */

/** A flag with a text as its value. */
export function text(brief: string, placeholder: string) {
  return { kind: "parsed", parse: String, brief, placeholder, optional: true } as const;
}

/** A flag with a text as its value that must be given. */
export function neededText(brief: string, placeholder: string) {
  return { kind: "parsed", parse: String, brief, placeholder } as const;
}

/** A flag with a text as its value that may be given several times. */
export function several(brief: string, placeholder: string) {
  return { kind: "parsed", parse: String, brief, placeholder, variadic: true, optional: true } as const;
}

/** A flag with a whole number from 0. */
export function whole(brief: string) {
  return { kind: "parsed", parse: parseWhole, brief, placeholder: "N", optional: true } as const;
}

/** A flag without a value. */
export function flag(brief: string) {
  return { kind: "boolean", brief, optional: true, withNegated: false } as const;
}

/** The flag that every command has. */
export const JSON_FLAG = /* @__PURE__ */ flag("One JSON document on standard output; errors as JSON on standard error");

/** Reads a whole number; refuses signs, fractions and exponents. */
export function parseWhole(input: string): number {
  if (!/^\d{1,15}$/.test(input)) throw new Error("not a whole number");
  return Number(input);
}

/** One positional argument. */
export function argument<const Name extends string>(placeholder: Name, brief: string) {
  return { brief, parse: String, placeholder } as const;
}
