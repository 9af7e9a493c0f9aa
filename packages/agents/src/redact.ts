/**
 * Takes secrets out of a text before it becomes an error message or a file.
 *
 * Invariants:
 * 1. A secret that the adapter was given never stands in a message, also where the other side sent it back.
 * 2. What looks like a credential goes, too, whoever it belongs to: bearer tokens, keys with a known prefix, and values
 *    after words such as `api_key`. A word too many is a smaller harm than a key in a log.
 * 3. Linear in the length of the text (G17).
 */

export const REDACTED = "[redacted]";

/** Shorter ones, such as a version number in a header, would blot out half of every message. */
const SHORTEST_SECRET = 6;

const PATTERNS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${REDACTED}`],
  [/\b(?:sk|pk|rk|ghp|gho|ghs|ghu|github_pat|glpat|xox[abprs]|AKIA|AIza|hf|gsk|nvapi)[-_]?[\w-]{12,}/g, REDACTED],
  [/((?:api[-_ ]?key|access[-_ ]?token|auth[-_ ]?token|client[-_ ]?secret|password|passwd|authorization)["']?\s{0,5}[:=]\s{0,5}["']?)(?!\[redacted\]|Bearer |Basic )[^\s"',;&}<>]{4,}/gi, `$1${REDACTED}`],
];

/** The text without the given secrets and without what looks like one. */
export function redactSecrets(text: string, secrets: readonly string[] = []): string {
  const known = [...secrets].filter((secret) => secret.length >= SHORTEST_SECRET).sort((one, other) => other.length - one.length);
  const withoutKnown = known.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text);
  return PATTERNS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), withoutKnown);
}

/** What of a header's value is secret: the whole, and each of its words, so that `Bearer x` covers a bare `x`. */
export function secretsOfHeader(value: string): readonly string[] {
  return [value, ...value.split(/\s+/)];
}
