/** Reads ids out of the title of a test. */

/**
 * - `rule`: `QU-CFG-01`, `LG-SEC-7`, `QU-S12`; ranges and lists: `QU-S1..S20`, `QU-CFG-01–03`, `QU-CFG-01/02`
 * - `guarantee`: `G7: …`; lists: `G7, G9: …`
 * - `case`: `case F04: …`; lists: `case F04, G05: …`
 */
export type TitleForm = "rule" | "guarantee" | "case";

const catalogue = "(?:QU|QL|LG|BD|RL)-";
const family = "[A-Z]+-|S";
const rule = new RegExp(
  `\\b(${catalogue})(${family})(\\d+)((?:(?:\\.\\.|…|–|/)(?:${catalogue})?(?:${family})?\\d+)*)`,
  "g",
);
const continuation = new RegExp(`(\\.\\.|…|–|/)(?:${catalogue})?(${family})?(\\d+)`, "g");

const separator = /\s*(?:,|\/|\+|&|and)\s*/;
const caseId = "[FGH]\\d\\d";
const cases = new RegExp(`\\bcases? (${caseId}(?:${separator.source}${caseId})*)`, "g");
const guaranteeId = "G[1-9]\\d?";
const guarantees = new RegExp(`(?<![\\w-])(${guaranteeId}(?:${separator.source}${guaranteeId})*):`, "g");

export function idsInTitle(title: string, form: TitleForm): ReadonlySet<string> {
  switch (form) {
    case "rule":
      return new Set([...title.matchAll(rule)].flatMap(expandRule));
    case "case":
      return new Set([...title.matchAll(cases)].flatMap(([, ids = ""]) => ids.split(separator)));
    case "guarantee": {
      const rest = title.replaceAll(cases, "");
      return new Set([...rest.matchAll(guarantees)].flatMap(([, ids = ""]) => ids.split(separator)));
    }
  }
}

/** The first id of a match, and those that its ranges and lists add. */
function expandRule([, prefix = "", first = "", start = "", rest = ""]: RegExpMatchArray): string[] {
  const ids = [prefix + first + start];
  let current = first;
  let last = Number(start);
  for (const [, sign, next, end = ""] of rest.matchAll(continuation)) {
    current = next ?? current;
    for (let value = sign === "/" ? Number(end) : last + 1; value <= Number(end); value += 1) {
      ids.push(prefix + current + String(value).padStart(start.length, "0"));
    }
    last = Number(end);
  }
  return ids;
}
