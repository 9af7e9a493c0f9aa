/** What a commit's trailers leave to be wished for; advisory, never a violation (LG-CD-5..7). */
import { fixIds, oneLine, type Collateral, type Trailers } from "@loopwright/evidence";
import type { LedgerContext } from "../context.js";
import { isGuarded, isLiveDispute, isOpen } from "../value/entry.js";
import type { Ledger, LedgerEntry } from "../value/ledger.js";

/** Whether a finding widens a commit's scope: it is under repair (LG-CD-2, LG-CD-6). */
export function isUnderRepair(entry: LedgerEntry, { improvements }: LedgerContext): boolean {
  return isOpen(entry) || isLiveDispute(entry) || (isGuarded(entry) && !improvements.has("LG-CD-2"));
}

/** The findings that a commit is about. */
export interface CommitScope {
  /** The invoked one first, then those its trailer names. */
  readonly entries: readonly LedgerEntry[];
  readonly named: readonly string[];
  readonly unknown: readonly string[];
  readonly settled: readonly LedgerEntry[];
}

/** The scope set (LG-CD-6). */
export function commitScope(ledger: Ledger, invoked: LedgerEntry, trailers: Trailers, context: LedgerContext): CommitScope {
  const known = new Map(ledger.findings.map((entry) => [entry.id, entry] as const));
  const named = fixIds(trailers.Fix ?? []);
  const others = named.filter((id) => id !== invoked.id);
  const entries = others.flatMap((id) => known.get(id) ?? []);
  return {
    entries: [invoked, ...entries.filter((entry) => isUnderRepair(entry, context))],
    named,
    unknown: others.filter((id) => !known.has(id)),
    settled: entries.filter((entry) => !isUnderRepair(entry, context)),
  };
}

const REQUIRED = ["Fix", "Cause", "Change", "Risk"] as const;

/** The advisories, in the catalogue's order (LG-CD-7, LG-CD-8, LG-SEC-21). */
export function trailerFindings(
  commit: string,
  invoked: LedgerEntry,
  trailers: Trailers,
  scope: CommitScope,
  extra: { readonly collateral: readonly Collateral[]; readonly isLedgerTouched: boolean },
  { names, improvements }: LedgerContext,
): readonly string[] {
  const name = `commit ${commit}`;
  const key = (one: string): string => `${names.trailerPrefix}-${one}`;
  const missing = REQUIRED.filter((one) => trailers[one] === undefined);
  const { named, unknown, settled } = scope;
  const isImproved = improvements.has("LG-CD-7");
  const texts = [
    missing.length === 0 ? null : `${name} is missing trailer(s): ${missing.map(key).join(", ")}`,
    named.length === 0 || named.includes(invoked.id) ? null : `${name} ${key("Fix")} names ${named.join(" ")}, not ${invoked.id}`,
    trailers.Fix === undefined || named.length > 0 ? null : `${name} ${key("Fix")} carries no finding ID (${quoted(trailers.Fix[0] ?? "")})`,
    unknown.length === 0 ? null : `${name} ${key("Fix")} names unknown finding(s): ${unknown.join(", ")}`,
    settled.length === 0 ? null : `${name} ${key("Fix")} names settled finding(s): ${settled.map(({ id, status }) => `${id} (${status})`).join(", ")} — scope not widened`,
    ...(isImproved ? extra.collateral.filter(({ reason }) => reason === "").map(({ path }) => `${name} ${key("Collateral")} ${oneLine(path)}: missing reason`) : []),
    isImproved && extra.isLedgerTouched ? `${name}: ledger touched` : null,
  ];
  return texts.filter((text) => text !== null);
}

/** A value as a literal: in single quotes, or in double ones where it has only single quotes inside. */
function quoted(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll(mark, `\\${mark}`);
  return `${mark}${oneLine(escaped)}${mark}`;
}
