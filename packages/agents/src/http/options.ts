/**
 * The options of an HTTP agent, checked whole before anything is sent.
 *
 * Invariant: no message shows a header's value or the URL, since either may hold a key (`http.ts` 4).
 */
import { isPlainObject } from "@loopwright/core";
import type { AgentDescription } from "@loopwright/core";
import { DESCRIPTION_RULES } from "../description.js";
import { checkOptions, refuse, wholeNumber } from "../options.js";
import type { OptionRule, OptionRules } from "../options.js";

/** Headers by name. */
export interface HttpHeaders {
  readonly [name: string]: string;
}

/** Which endpoint to ask and how; only `url` is needed. The rest describes the agent. */
export interface HttpAgentOptions extends AgentDescription {
  /** An absolute `http` or `https` URL without user name and password. */
  readonly url: string | URL;
  /** Sent with every request, such as `authorization`; a function is asked before each, for keys that change. */
  readonly headers?: HttpHeaders | (() => HttpHeaders | Promise<HttpHeaders>);
  /** The most bytes of an answer; one more fails the call. Default 10 MiB. */
  readonly maxAnswerBytes?: number;
  /** Used instead of the platform's `fetch`, such as one that goes through a proxy. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Checked options with their defaults. */
export interface HttpPlan {
  readonly description: AgentDescription;
  readonly url: URL;
  readonly headers: () => HttpHeaders | Promise<HttpHeaders>;
  readonly maxAnswerBytes: number;
  readonly fetch: typeof globalThis.fetch;
  /** How messages name the agent. */
  readonly subject: string;
}

const DEFAULT_MAX_ANSWER_BYTES = 10 * 1024 * 1024;
/** Half of what one string can hold. */
const LARGEST_MAX_ANSWER_BYTES = 256 * 1024 * 1024;

const url: OptionRule = (value, path) => {
  const parsed = value instanceof URL || typeof value === "string" ? parse(String(value)) : null;
  if (parsed === null) refuse(path, typeof value, "be an absolute URL", 'Pass a URL such as "http://localhost:8080/review".');
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") refuse(path, parsed.protocol, "be an http or https URL", "Other protocols are not spoken.");
  if (parsed.username !== "" || parsed.password !== "") refuse(path, "one with credentials", "hold no user name and password", "Pass them in an authorization header.");
};

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** What the adapter says itself. */
const OWN_HEADERS: readonly string[] = ["accept", "content-length", "content-type", "host", "idempotency-key"];

/** What is wrong with headers, without their values; `null` = nothing. */
export function headerProblem(headers: unknown): string | null {
  if (!isPlainObject(headers)) return "headers are no plain object";
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name)) return `${JSON.stringify(name)} is no name of a header`;
    if (OWN_HEADERS.includes(name.toLowerCase())) return `the header ${name} is the adapter's own`;
    // Printable Latin-1 and tabs: what a header can carry.
    if (typeof value !== "string" || !/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)) return `the value of the header ${name} is no text that a header can carry`;
  }
  return null;
}

const headers: OptionRule = (value, path) => {
  if (typeof value === "function") return;
  const problem = headerProblem(value);
  if (problem !== null) refuse(path, problem, "be { name: value } or a function that returns that", "Names are letters, digits and dashes; values are one line.");
};

const aFunction: OptionRule = (value, path) => {
  if (typeof value !== "function") refuse(path, value, "be a function", "Leave it out to use the platform's fetch.");
};

const RULES: OptionRules<HttpAgentOptions> = {
  ...DESCRIPTION_RULES,
  url,
  headers,
  maxAnswerBytes: wholeNumber({ from: 1, upTo: LARGEST_MAX_ANSWER_BYTES }),
  fetch: aFunction,
};

/** Checks options of unknown origin and fills in the defaults. Throws `agent-option-*`. */
export function checkHttpOptions(options: unknown): HttpPlan {
  checkOptions<HttpAgentOptions>(options, "httpAgent", RULES, ["url"]);
  const { headers: given = {}, fetch: own, id } = options;
  const target = new URL(options.url);
  const copy = typeof given === "function" ? null : { ...given };
  return {
    description: options,
    url: target,
    headers: typeof given === "function" ? given : () => copy ?? {},
    maxAnswerBytes: options.maxAnswerBytes ?? DEFAULT_MAX_ANSWER_BYTES,
    // Looked up with each request, so that a test's or a host's later replacement counts.
    fetch: own ?? ((...request) => globalThis.fetch(...request)),
    subject: `${id === undefined ? "" : `agent "${id}": `}${target.origin}${target.pathname}`,
  };
}
