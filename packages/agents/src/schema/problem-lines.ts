/** Faults as lines `$.path: message`; invariant 5 of `schema.ts`. */
import type { ErrorObject } from "ajv";

/** More than this many problems are counted, not listed. */
export const MAX_PROBLEMS = 20;

/** One line per fault, each once. */
export function problemLines(faults: readonly ErrorObject[], value: unknown): readonly string[] {
  const lines = [...new Set(faults.map((fault) => lineOf(fault, value)))];
  if (lines.length === 0) return ["$: does not meet the schema"];
  if (lines.length <= MAX_PROBLEMS) return lines;
  return [...lines.slice(0, MAX_PROBLEMS), `$: and ${lines.length - MAX_PROBLEMS} more problems`];
}

function lineOf({ keyword, instancePath, params, message = "does not meet the schema" }: ErrorObject, value: unknown): string {
  const at = pathOf(instancePath, value);
  const named = params as { readonly [name: string]: unknown };
  switch (keyword) {
    case "required":
      return `${at}${step(String(named["missingProperty"]))}: is missing`;
    case "additionalProperties":
    case "unevaluatedProperties":
      return `${at}${step(String(named["additionalProperty"] ?? named["unevaluatedProperty"]))}: is not allowed`;
    case "enum":
      return `${at}: must be one of ${short(named["allowedValues"])}`;
    case "const":
      return `${at}: must be ${short(named["allowedValue"])}`;
    case "type":
      return `${at}: must be ${[named["type"]].flat().join(" or ")}, not ${typeAt(instancePath, value)}`;
    default:
      return `${at}: ${message}`;
  }
}

function short(value: unknown): string {
  const text = Array.isArray(value) ? value.map((one) => JSON.stringify(one)).join(", ") : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** The words that JSON Schema has for types. */
function typeAt(pointer: string, value: unknown): string {
  const found = keysOf(pointer).reduce<unknown>(inside, value);
  if (found === null) return "null";
  return Array.isArray(found) ? "array" : typeof found;
}

/** A JSON pointer as a path; only the value tells an index from a key of digits. */
function pathOf(pointer: string, value: unknown): string {
  let path = "$";
  let at = value;
  for (const key of keysOf(pointer)) {
    path += Array.isArray(at) ? `[${key}]` : step(key);
    at = inside(at, key);
  }
  return path;
}

function step(key: string): string {
  return /^[\w$]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function keysOf(pointer: string): readonly string[] {
  return pointer.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function inside(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? (value as { readonly [key: string]: unknown })[key] : undefined;
}
