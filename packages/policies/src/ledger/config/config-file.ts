/**
 * The `review_loop` block of a project's configuration file, as text (LG-CFG-2, LG-CFG-3).
 *
 * Invariants:
 * 1. Lines only: `key: value` at exactly two blanks, until the first line that is not indented so.
 * 2. Whatever is ignored is said: a bad value falls back to the default of its knob, with a warning, never silently.
 * 3. Of several blocks only the last is read, whole.
 */
import { isBlank, isWhiteSpace, pathProblem, splitLines, trimWhiteSpace } from "@loopwright/evidence";
import { defaultConfig, describeDomain, isInDomain, KNOB_NAMES, KNOBS, type KnobDomain, type LedgerConfig } from "./config.js";
import { isTrailerPrefix, type LedgerNames } from "./names.js";

/** A configuration and what was ignored on the way. */
export interface ConfigReading {
  readonly config: LedgerConfig;
  readonly warnings: readonly string[];
  /** Names that the block chooses; left out where it chooses none (LG-CFG-1). */
  readonly names?: ConfigNames;
}

/** The names that a file may choose. What is given in code counts before them. */
export type ConfigNames = Partial<Pick<LedgerNames, "trailerPrefix" | "witnessDirectory">>;

/** The key of the block. */
export const CONFIG_BLOCK = "review_loop";

/** Longest configuration file, in characters (LG-SEC-13). */
export const MAX_CONFIG_CHARS = 262_144;

/** Reads the last block of a file; `null` stands for a file that is missing or cannot be read (LG-CFG-3, LG-SEC-31). */
export function readConfigFile(text: string | null, defaults: { readonly autonomy?: boolean } = {}): ConfigReading {
  const config = defaultConfig(defaults);
  if (text === null) return { config, warnings: ["config-unreadable: defaults apply"] };
  if (text.length > MAX_CONFIG_CHARS) return { config, warnings: [`config-too-large: more than ${MAX_CONFIG_CHARS} characters; defaults apply`] };
  const lines = splitLines(text.startsWith("\uFEFF") ? text.slice(1) : text);
  const start = lines.findLastIndex(isBlockLine);
  if (start < 0) return { config, warnings: [] };
  const block: Block = { knobs: {}, names: {} };
  const warnings = lines.slice(0, start).flatMap((line, index) => (isBlockLine(line) ? [`line ${index + 1}: of several ${CONFIG_BLOCK} blocks only the last is read`] : []));
  for (let index = start + 1; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (isBlank(line) || line.startsWith("#")) continue;
    const isItem = line.startsWith("  ");
    const problem = isItem ? readItem(line, block) : isWhiteSpace(line.charCodeAt(0)) ? `${JSON.stringify(trimWhiteSpace(line))} does not stand at two blanks and ends the block` : null;
    if (problem !== null) warnings.push(`line ${index + 1}: ${problem}`);
    if (!isItem) break;
  }
  const { knobs, names } = block;
  return { config: Object.freeze({ ...config, ...knobs }), warnings, ...(Object.keys(names).length === 0 ? {} : { names: Object.freeze(names) }) };
}

/** What the items of a block say. */
interface Block {
  readonly knobs: { [name: string]: boolean | number | string };
  readonly names: { -readonly [N in keyof ConfigNames]: ConfigNames[N] };
}

function isBlockLine(line: string): boolean {
  if (!line.startsWith(`${CONFIG_BLOCK}:`)) return false;
  const rest = trimWhiteSpace(line.slice(CONFIG_BLOCK.length + 1));
  return rest === "" || rest.startsWith("#");
}

/**
 * Reads one item; says what is wrong with it, if anything. Of several items of one key the last counts: one that has a value
 * which means nothing brings the default back, and one without a value is no item.
 */
function readItem(line: string, { knobs, names }: Block): string | null {
  const item = line.slice(2);
  const colon = item.indexOf(":");
  if (trimWhiteSpace(item).startsWith("#")) return null;
  if (colon < 0 || !/^[a-z_]+$/.test(item.slice(0, colon))) return `${JSON.stringify(trimWhiteSpace(line))} is no item and was ignored`;
  const key = item.slice(0, colon);
  const token = unquote(withoutComment(trimWhiteSpace(item.slice(colon + 1))));
  const chosen = readName(key, token, names);
  if (chosen !== null) return chosen.problem;
  const name = KNOB_NAMES.find((one) => KNOBS[one].key === key);
  if (name === undefined) return `unknown knob ${key} was ignored`;
  const { domain } = KNOBS[name];
  const value = valueOf(token, domain);
  if (value === null || !isInDomain(domain, value)) {
    if (token !== "") delete knobs[name];
    return `${key} must be ${describeDomain(domain)}, not ${JSON.stringify(token)}; ${Object.hasOwn(knobs, name) ? "it was ignored" : "the default applies"}`;
  }
  knobs[name] = value;
  return null;
}

/** Reads an item that chooses a name; `null` for any other key. */
function readName(key: string, token: string, names: Block["names"]): { readonly problem: string | null } | null {
  if (key === "trailer_prefix") {
    if (!isTrailerPrefix(token)) return { problem: `${key} must be letters and digits, a letter first, not ${JSON.stringify(token)}; it was ignored` };
    names.trailerPrefix = token;
  } else if (key === "witness_dir") {
    const directory = token.endsWith("/") ? token.slice(0, -1) : token;
    const problem = pathProblem(directory);
    if (problem !== null) return { problem: `${key} ${JSON.stringify(token)} ${problem}; it was ignored` };
    names.witnessDirectory = directory;
  } else return null;
  return { problem: null };
}

function withoutComment(text: string): string {
  const hash = text.indexOf("#");
  return hash < 0 ? text : trimWhiteSpace(text.slice(0, hash));
}

function unquote(token: string): string {
  const first = token.charAt(0);
  const isQuoted = token.length >= 2 && (first === '"' || first === "'") && token.endsWith(first);
  return isQuoted ? token.slice(1, -1) : token;
}

function valueOf(token: string, domain: KnobDomain): boolean | number | string | null {
  if (domain.kind === "flag") return token === "true" ? true : token === "false" ? false : null;
  if (domain.kind === "count") return /^\d{1,9}$/.test(token) ? Number(token) : null;
  return token;
}

/** Reads knobs by their keys in a file, as a program hands them over; what is unusable falls back, with a warning (LG-DEC-7). */
export function readConfigRecord(record: { readonly [key: string]: unknown }, defaults: { readonly autonomy?: boolean } = {}): ConfigReading {
  const values: { [name: string]: unknown } = {};
  const warnings: string[] = [];
  for (const name of KNOB_NAMES) {
    const { key, domain } = KNOBS[name];
    const value = record[key];
    if (value === undefined) continue;
    if (isInDomain(domain, value)) values[name] = value;
    else warnings.push(`${key} must be ${describeDomain(domain)}, not ${JSON.stringify(value)}; the default applies`);
  }
  return { config: Object.freeze({ ...defaultConfig(defaults), ...values }), warnings };
}
