/**
 * Takes secrets out of plain data.
 *
 * Invariants:
 * 1. What looks like a key, a token, a password, an authorization header, a private key or a cookie is replaced, also in
 *    the middle of a text, in names and in messages; so are the values of this process's environment variables whose
 *    names say that they are secret, and whatever the caller's patterns match.
 * 2. Redacting twice is redacting once: a request that holds redacted text matches the request it came from.
 * 3. Every pattern takes linear time (G17).
 * 4. What is not a string stays: numbers, booleans and null hold no key.
 */
import type { Json } from "@loopwright/core";

/** What stands where a secret was. */
export const REDACTED = "[redacted]";

/** Takes secrets out of data and texts. */
export interface Redactor {
  text(text: string): string;
  json(value: Json): Json;
}

/** Replaces what it matches in a text that holds no placeholder. */
type Rule = (text: string) => string;

const SECRET_WORD = /(?:^|[-_])(?:api[-_]?key|key|token|secret|password|passwd|passphrase|pass|credentials?)(?:$|[-_])|(?:ApiKey|Token|Secret|Password|Key)$|^(?:apikey|authtoken|accesstoken)$/i;

/** Fields whose whole text is secret, whatever it looks like. A bare `token` is not: decisions have tokens, too. */
const SECRET_FIELD =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|(?:[a-z]+[-_])*api[-_]?key|(?:[a-z]+[-_])?(?:secret|password|passwd|passphrase)|(?:access|refresh|id|auth|session|bearer)[-_]?token|(?:client|private|secret)[-_]?(?:key|secret))$/i;

const matching = (pattern: RegExp): Rule => (text) => text.replace(pattern, REDACTED);
/** Keeps the first group: the name that says what the rest was. */
const after = (pattern: RegExp): Rule => (text) => text.replace(pattern, (_whole, name: string) => `${name}${REDACTED}`);

// A look-behind keeps each pattern from starting again inside what it has already read.
const RULES: readonly Rule[] = [
  withoutPrivateKeys,
  matching(/(?<![\w-])(?:sk|pk|rk)[-_][\w-]{16,}/g),
  matching(/(?<![\w-])(?:gh[pousr]_|github_pat_|glpat-|npm_|hf_|gsk_|xai-|xox[abeoprs]-|AIza)[\w-]{10,}/g),
  matching(/(?<![\w-])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])/g),
  matching(/(?<![\w.-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g),
  after(/(?<![\w-])([Bb]earer[ \t]{1,4})[\w.~+/=-]{8,}/g),
  after(/(?<![\w-])((?:(?:proxy-)?authorization|(?:set-)?cookie|x-api-key|api-key)["']?[ \t]{0,4}[:=][ \t]{0,4}["']?)[^\r\n"']{4,}/gi),
  after(/(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/:@]{1,200}:[^\s/@]{1,200}(?=@)/gi),
  after(/([?&](?:key|api_?key|access_token|token|sig|signature|secret|password)=)[^&\s"'#]+/gi),
  assignments,
];

/** Makes a redactor. `extra`: patterns and literal texts of the caller. */
export function redactor(extra: readonly (RegExp | string)[]): Redactor {
  const literals = [...extra.filter((one) => typeof one === "string"), ...secretsOfEnvironment()].filter((text) => text !== "");
  const patterns = extra.filter((one) => typeof one !== "string").map((one) => new RegExp(one.source, one.flags.includes("g") ? one.flags : `${one.flags}g`));
  const rules = [...literals.map((literal): Rule => (text) => text.replaceAll(literal, REDACTED)), ...patterns.map(matching), ...RULES];
  const text = (given: string): string => untilStable(given, rules);
  return { text, json: (value) => redactJson(value, text) };
}

/** Rules may uncover work for each other; each round leaves less text, so it ends. */
function untilStable(given: string, rules: readonly Rule[]): string {
  let text = given;
  for (;;) {
    const before = text;
    for (const rule of rules) text = text.split(REDACTED).map(rule).join(REDACTED);
    text = text.split(`${REDACTED}${REDACTED}`).join(REDACTED);
    if (text === before) return text;
  }
}

function redactJson(value: Json, text: (given: string) => string): Json {
  if (typeof value === "string") return text(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => redactJson(item, text));
  return Object.fromEntries(
    Object.entries(value).map(([name, content]: [string, Json]) => [text(name), SECRET_FIELD.test(name) ? hide(content, text) : redactJson(content, text)]),
  );
}

/** The text of a secret field; an object under such a name is no secret itself: it may be a schema's property. */
function hide(content: Json, text: (given: string) => string): Json {
  if (typeof content === "string") return content === "" ? "" : REDACTED;
  if (Array.isArray(content)) return (content as readonly Json[]).map((item) => hide(item, text));
  return redactJson(content, text);
}

/** `NAME=value`, `name: "value"` where the name says that the value is secret. */
function assignments(text: string): string {
  return text.replace(/(?<![\w-])([A-Za-z][\w-]{0,60})(["']?[ \t]{0,4}[:=][ \t]{0,4}["']?)([^\s"']{4,})/g, (whole, name: string, sign: string, value: string) => {
    const isVariable = /^[A-Z][A-Z0-9_]*$/.test(name);
    const isSecret = SECRET_WORD.test(name) && (isVariable || (value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value)));
    return isSecret ? `${name}${sign}${REDACTED}` : whole;
  });
}

const KEY_START = "-----BEGIN ";
const KEY_END = "-----END ";

/** Private keys in their text form, also ones that were cut off. */
function withoutPrivateKeys(text: string): string {
  let kept = "";
  let from = 0;
  for (let start = text.indexOf(KEY_START); start !== -1; start = text.indexOf(KEY_START, from)) {
    const isPrivate = text.slice(start, start + 60).split("\n", 1)[0]?.includes("PRIVATE KEY") === true;
    const end = isPrivate ? text.indexOf(KEY_END, start) : start;
    const lineEnd = end === -1 ? -1 : text.indexOf("\n", end);
    const stop = isPrivate ? (lineEnd === -1 ? text.length : lineEnd) : start + KEY_START.length;
    kept += text.slice(from, start) + (isPrivate ? REDACTED : text.slice(start, stop));
    from = stop;
  }
  return kept + text.slice(from);
}

const SHORTEST_SECRET = 8;

/** Longest first, so that a secret which holds another is not left in halves. */
function secretsOfEnvironment(): readonly string[] {
  const { env } = (globalThis as { readonly process?: { readonly env?: NodeJS.ProcessEnv } }).process ?? {};
  return Object.entries(env ?? {})
    .filter(([name, value]) => value !== undefined && value.length >= SHORTEST_SECRET && SECRET_WORD.test(name))
    .map(([, value]) => value as string) // undefined was filtered out
    .sort((one, other) => other.length - one.length);
}
