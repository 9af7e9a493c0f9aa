/**
 * Mends the flaws of named rules, and nothing else.
 *
 * Invariants:
 * 1. Only rules that were named are touched.
 * 2. A change that would alter what the document says (`meaning.ts`) is not made; its flaw stays.
 * 3. Bounded: at most {@link MAX_PASSES} passes, each of which has to make progress.
 */
import { applyChanges, withoutOverlap } from "./change.ts";
import type { Change } from "./change.ts";
import { changeFor } from "./fixes.ts";
import { inspect } from "./inspect.ts";
import { isSameMeaning } from "./meaning.ts";
import { FAMILIES, ruleOf } from "./ruleset.ts";
import type { Family, RuleId } from "./ruleset.ts";

/** One pass per level of nested lists, and a few for fixes that meet. */
export const MAX_PASSES = 12;

/** Mends what can be mended of these rules. Returns the same text if nothing can. */
export async function mend(text: string, rules: readonly RuleId[]): Promise<string> {
  let current = text;
  for (const family of FAMILIES) {
    const named = rules.filter((id) => ruleOf(id).family === family && ruleOf(id).fix !== "none");
    if (named.length > 0) current = await mendFamily(current, family, named);
  }
  return current;
}

/** Each family has its own guard. */
async function mendFamily(text: string, family: Family, named: readonly RuleId[]): Promise<string> {
  let current = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const flaws = await inspect(current, [family]);
    const changes = flaws
      .filter((flaw) => named.includes(flaw.rule))
      .map((flaw) => changeFor(flaw, current))
      .filter((change) => change !== null);
    const next = applyGuarded(current, withoutOverlap(changes), family);
    if (next === current) break;
    current = next;
  }
  return current;
}

/** Makes the changes that keep the meaning: all at once if that works, else half by half. */
function applyGuarded(text: string, changes: readonly Change[], family: Family): string {
  if (changes.length === 0) return text;
  const candidate = applyChanges(text, changes);
  if (isSameMeaning(text, candidate, family)) return candidate;
  if (changes.length === 1) return text;
  const middle = Math.ceil(changes.length / 2);
  // Later changes first: they leave the offsets of the earlier ones alone.
  return applyGuarded(applyGuarded(text, changes.slice(middle), family), changes.slice(0, middle), family);
}
