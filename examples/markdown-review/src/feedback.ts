/**
 * Findings as the entries of a review, and back.
 *
 * Invariants:
 * 1. Nothing is dropped: every rule that is broken stands in some entry, under its id, with how many places it has.
 * 2. At most {@link MAX_CHANGES} entries: one per rule if they fit, else one per family.
 * 3. Later reviews add no demands: a rule that the previous feedback named is `[previous N]`; any other can only have
 *    been broken by the revision, because the first review names every broken rule: `[regression]` (QU-PRM-06).
 */
import type { Finding } from "./finding.ts";
import { FAMILIES, isRuleId, ruleOf, RULES } from "./ruleset.ts";
import type { RuleId } from "./ruleset.ts";

/** The loop's `maxChanges`: how many entries one review may hold. */
export const MAX_CHANGES = 3;

/** The entries of a review. Empty if and only if there are no findings. */
export function toFeedback(findings: readonly Finding[], previousFeedback: readonly string[]): string[] {
  const groups = RULES.map((rule) => findings.filter((finding) => finding.rule === rule.id)).filter((group) => group.length > 0);
  return previousFeedback.length === 0 ? firstEntries(groups) : laterEntries(groups, previousFeedback);
}

/** The rules that an entry names. Quoted text of the document is not read. */
export function rulesNamedIn(entry: string): RuleId[] {
  const own = entry.replace(/“[^”]*”/g, "");
  return [...own.matchAll(/\(([a-z-]+:[a-z-]+)\)/g)].map(([, id = ""]) => id).filter(isRuleId);
}

function firstEntries(groups: readonly Finding[][]): string[] {
  if (groups.length <= MAX_CHANGES) return groups.map(sentence);
  return FAMILIES.flatMap((family) => {
    const own = groups.filter(([first]) => first !== undefined && ruleOf(first.rule).family === family);
    return own.length === 0 ? [] : [entryOf(own, `${family}, `)];
  });
}

function laterEntries(groups: readonly Finding[][], previousFeedback: readonly string[]): string[] {
  const named = previousFeedback.map(rulesNamedIn);
  const unmet = named.flatMap((rules, index) => {
    const own = groups.filter((group) => indexNaming(group, named) === index);
    return own.length === 0 ? [] : [`[previous ${index + 1}] ${entryOf(own)}`];
  });
  const damage = groups.filter((group) => indexNaming(group, named) === -1);
  const entries = damage.length === 0 ? unmet : [...unmet, `[regression] ${entryOf(damage)}`];
  return entries.length <= MAX_CHANGES ? entries : joinUnmet(entries);
}

/** Three unmet entries and a regression: the last two unmet ones share a place, each under its own tag. */
function joinUnmet(entries: readonly string[]): string[] {
  const kept = MAX_CHANGES - 2;
  return [...entries.slice(0, kept), entries.slice(kept, -1).join("\n"), ...entries.slice(-1)];
}

function indexNaming([first]: readonly Finding[], named: readonly (readonly RuleId[])[]): number {
  return named.findIndex((rules) => first !== undefined && rules.includes(first.rule));
}

/** One rule in a sentence; several as a list. */
function entryOf(groups: readonly Finding[][], title = ""): string {
  const sentences = groups.map(sentence);
  return sentences.length === 1 ? sentences.join("") : `${title}${sentences.length} rules:\n- ${sentences.join("\n- ")}`;
}

/** All findings of one rule: where, what to change, what stands there. */
function sentence(group: readonly Finding[]): string {
  const [first] = group;
  if (first === undefined) return "";
  const rule = ruleOf(first.rule);
  const quotes = rule.isQuoted ? quotesOf(group) : "";
  return `${placesOf(group)}: ${rule.change}${quotes === "" ? "" : `: ${quotes}`} (${rule.id}).`;
}

const SHOWN_LINES = 8;
const SHOWN_QUOTES = 4;

function placesOf(group: readonly Finding[]): string {
  const lines = [...new Set(group.map((finding) => finding.line))];
  const shown = lines.slice(0, SHOWN_LINES);
  const hidden = lines.length - shown.length;
  return `${lines.length === 1 ? "Line" : "Lines"} ${list(shown.map(String), hidden)}`;
}

function quotesOf(group: readonly Finding[]): string {
  const quotes = [...new Set(group.map(quote))].filter((text) => text !== "");
  const shown = quotes.slice(0, SHOWN_QUOTES);
  return list(shown, quotes.length - shown.length);
}

function quote({ actual, expected }: Finding): string {
  if (actual === "") return "";
  return expected === null ? inQuotes(actual) : `${inQuotes(actual)} → ${inQuotes(expected)}`;
}

function inQuotes(text: string): string {
  return `“${text.replace(/[“”]/g, '"')}”`;
}

/** `a, b and c`, or `a, b and 5 more`. */
function list(items: readonly string[], hidden: number): string {
  const all = hidden > 0 ? [...items, `${hidden} more`] : items;
  if (all.length < 2) return all.join("");
  return `${all.slice(0, -1).join(", ")} and ${all.at(-1) ?? ""}`;
}
