/**
 * Takes secrets out of an error message.
 *
 * Invariants:
 * 1. A secret that the adapter was given never stands in a message, also where the other side sent it back; nor does the
 *    value of an environment variable that is named like a secret, nor what looks like a credential (cassette/redact.ts).
 * 2. Linear in the length of the text, and only the beginning of a long one is read and given back (G17): an SDK may put
 *    a whole answer into its message.
 */
import { redactor } from "./cassette/redact.js";

export { REDACTED } from "./cassette/redact.js";

/** Shorter ones, such as a version number in a header, would blot out half of every message. */
const SHORTEST_SECRET = 6;

/** More than any message quotes. */
const LONGEST_TEXT = 64 * 1024;

/** The text without the given secrets and without what looks like one. */
export function redactSecrets(text: string, secrets: readonly string[] = []): string {
  // Longest first, so that a secret which holds another is not left in halves.
  const known = secrets.filter((secret) => secret.length >= SHORTEST_SECRET).sort((one, other) => other.length - one.length);
  return redactor(known).text(text.slice(0, LONGEST_TEXT));
}

/** What of a header's value is secret: the whole, and each of its words, so that `Bearer x` covers a bare `x`. */
export function secretsOfHeader(value: string): readonly string[] {
  return [value, ...value.split(/\s+/)];
}
