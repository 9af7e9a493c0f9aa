/** Enumeration, anchors and the cold read, as the auditor compares them (RL-EN-*, RL-AN-*, RL-LE-*). */
import type { Location } from "@loopwright/core";
import type { AnchorFact, EnumRow } from "../facts/round-facts.js";
import type { ReviewRound } from "../facts/run-facts.js";
import { isOnRecord, logged, noted, says, type AuditCase } from "./evidence-book.js";
import { isFloorGood, isRetired, isSerious, weightOf } from "./weigh.js";

const spot = ({ file, line }: Location): string => JSON.stringify([file, line ?? null]);

function meets(a: Location, b: Location): boolean {
  if (a.file !== b.file) return false;
  if (a.line !== undefined && b.line !== undefined) return !((a.endLine ?? a.line) < b.line || (b.endLine ?? b.line) < a.line);
  return a.section === undefined || b.section === undefined || a.section === b.section;
}

/** Whether an anchor ran in the audited round and said something. */
export function isAnchorTraced({ log, round }: AuditCase, { record }: AnchorFact): boolean {
  const entry = log.get(record);
  return entry?.round === round.no && says(entry.output);
}

/** Categories that occur in the round, in order. */
export function scopeOf({ round }: AuditCase): readonly number[] {
  const seen = new Set<number>([...(round.table ?? []), ...(round.checklist?.points ?? [])].map(({ category }) => category));
  for (const { covered, categories } of round.anchors) if (covered.length > 0) for (const category of categories) seen.add(category);
  return [1, 2, 3, 4, 5].filter((category) => seen.has(category));
}

/** Whether a category has a strong anchor: traced, before every return, covering each checklist point of it. */
export function isStrong(at: AuditCase, category: number): boolean {
  return noted(at, `strong ${category}`, () => {
    const { round } = at;
    const listed = (round.checklist?.points ?? []).filter((point) => point.category === category).map(({ loc }) => spot(loc));
    if (listed.length === 0) return false;
    const firstReturn = Object.values(round.slots).flatMap(({ returns }) => returns).reduce((first, { seq }) => Math.min(first, seq), Infinity);
    return round.anchors.some((anchor) => {
      if (!anchor.categories.some((one) => one === category) || !isAnchorTraced(at, anchor)) return false;
      const looked = new Set(anchor.covered.map(spot));
      return (at.log.get(anchor.record)?.seq ?? Infinity) < firstReturn && listed.every((place) => looked.has(place));
    });
  });
}

/** Whether the table and its anchors agree both ways. */
export function isReconciled(at: AuditCase): boolean {
  const { round } = at;
  if (round.checklist === null) return false;
  const table = round.table ?? [];
  const points: { readonly under: readonly number[]; readonly loc: Location }[] = [
    ...round.checklist.points.map(({ category, loc }) => ({ under: [category], loc })),
    ...round.anchors.flatMap(({ categories, covered }) => covered.map((loc) => ({ under: categories, loc }))),
  ];
  const isMissed = ({ under, loc }: (typeof points)[number]): boolean => {
    const rows = table.filter((row) => under.includes(row.category));
    const [only] = under;
    if (under.length === 1 && only !== undefined && isStrong(at, only)) {
      return rows.filter((row) => (row.merged ?? []).length === 0 && spot(row.loc) === spot(loc)).length !== 1;
    }
    return !rows.some((row) => meets(row.loc, loc) || (row.merged ?? []).some((place) => meets(place, loc)));
  };
  const isInvented = ({ loc, confirmedBy }: EnumRow): boolean => {
    if (round.diff.some(({ file, start, end }) => meets({ file, line: start, endLine: end }, loc))) return false;
    if (points.some((point) => meets(point.loc, loc))) return false;
    return logged(at, confirmedBy, loc.line === undefined ? loc.file : `${loc.file}:${loc.line}`) === undefined;
  };
  return !points.some(isMissed) && !table.some(isInvented);
}

/** Whether a row of the table ended in a state that its evidence carries; the state, or `null`. */
export function provenState(at: AuditCase, row: EnumRow): EnumRow["claimed"] {
  const { round, k, run } = at;
  const linked = row.triageRow === undefined ? undefined : (round.triage ?? []).find(({ id }) => id === row.triageRow);
  if (row.contractSilent === true) {
    const isSettled = row.claimed === "fixed" || (row.claimed === "accepted-degraded" && row.reason?.definition === "minor");
    if (row.triageRow === undefined || !isSettled) return null;
  }
  switch (row.claimed) {
    case "verified-safe": {
      const proof = row.evidence;
      const isProven = proof !== undefined && proof.matches && proof.inputs.length > 0 && [...proof.inputs, proof.observed, proof.claim].every(says);
      return isProven && !round.spotAudits.some((audit) => audit.row === row.id && !audit.matches) ? row.claimed : null;
    }
    case "fixed":
      return row.fixedIn !== undefined && row.fixedIn >= 1 && row.fixedIn <= k && run.rounds[row.fixedIn - 1]?.landed != null ? row.claimed : null;
    case "accepted-degraded":
      if (row.reason?.definition === undefined || !says(row.reason.text)) return null;
      return row.triageRow === undefined || (linked !== undefined && isRetired(at, k, linked)) ? row.claimed : null;
    case "registered": {
      const isHeld = linked?.disposition.kind === "residual-floor" && isSerious(weightOf(at, k, linked)) && isFloorGood(at, k, linked, linked.disposition.floor);
      return isHeld ? row.claimed : null;
    }
    default:
      return null;
  }
}

/** Items of question 5 that no retired row accounts for. */
export function openItems({ round, ...at }: AuditCase): number {
  const rows = new Map((round.triage ?? []).map((row) => [row.id, row]));
  return (round.coldRead?.q5 ?? []).filter(({ triageRow }) => {
    const row = triageRow === undefined ? undefined : rows.get(triageRow);
    return row === undefined || !isRetired({ round, ...at }, at.k, row);
  }).length;
}

/** Whether somebody read the text cold and on record. */
export function wasReadCold({ coldRead }: ReviewRound): boolean {
  return coldRead !== null && !coldRead.warm && isOnRecord(coldRead.ret);
}

/** Whether every coined term has a row with a decision. */
export function areTermsDisposed({ coldRead, triage }: ReviewRound): boolean {
  return (coldRead?.q4 ?? []).every(({ triageRow }) => (triage ?? []).some(({ id, disposition }) => id === triageRow && disposition.kind !== "pending"));
}
