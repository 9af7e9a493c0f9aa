/** What makes a value no ledger (LG-LOAD-2, LG-LOAD-3), as a list of tests. Linear in the ledger. */
import { isPlainObject, ledgerSeverity } from "@loopwright/core";
import { isLineRegion } from "@loopwright/evidence";
import { ARTIFACT_KINDS, FINDING_STATUSES, LEDGER_ACTIONS, WITNESS_KINDS, WITNESS_STATUSES } from "./ledger.js";

/** One defect. */
export interface LedgerDefect {
  readonly path: string;
  readonly what: string;
}

type Bag = { readonly [key: string]: unknown };

const ID = /^F-(\d{3,15})$/;
const MARKER_KEYS: readonly string[] = ["instance", "reason", "prev"];
const VERDICTS: readonly unknown[] = ["FIXED", "NOT-FIXED", "DISPUTED-STANDS"];

/** The first defect; `null` for a ledger. `isWhole` asks for all that LG-LOAD-3 does. */
export function ledgerDefect(value: unknown, { isWhole }: { readonly isWhole: boolean }): LedgerDefect | null {
  if (!isPlainObject(value)) return { path: "$", what: "not an object" };
  const { findings, history } = value;
  if (!Array.isArray(findings)) return { path: "findings", what: "`findings` is no list" };
  if (!Array.isArray(history)) return { path: "history", what: "`history` is no list" };
  for (const [index, entry] of (findings as readonly unknown[]).entries()) {
    const what = minimumDefect(entry) ?? (isWhole ? entryDefect(entry as Bag) : null); // an object, as the first test found
    if (what !== null) return { path: `findings[${index}]`, what };
  }
  if (!isWhole) return null;
  if (value["version"] !== undefined && value["version"] !== 1) return { path: "version", what: "`version` is not 1" };
  if (value["slug"] !== undefined && !isText(value["slug"])) return { path: "slug", what: "`slug` is no text" };
  for (const [index, item] of (history as readonly unknown[]).entries()) {
    const what = historyDefect(item);
    if (what !== null) return { path: `history[${index}]`, what };
  }
  return idDefect(findings as readonly Bag[], value["next_id"]);
}

/** LG-LOAD-2. */
function minimumDefect(entry: unknown): string | null {
  if (!isPlainObject(entry)) return "a finding is no object";
  if (!("id" in entry) || !("status" in entry)) return "a finding has no `id` or no `status`";
  return isOneOf(FINDING_STATUSES, entry["status"]) ? null : `the status ${JSON.stringify(entry["status"])} is unknown`;
}

function entryDefect(entry: Bag): string | null {
  const { id, anchor, witness } = entry;
  if (typeof id !== "string" || !ID.test(id)) return `${JSON.stringify(id)} is no id`;
  if (!ledgerSeverity.is(entry["severity"])) return `${id}: the severity is unknown`;
  if (isGiven(entry["severity_as_reported"]) && !ledgerSeverity.is(entry["severity_as_reported"])) return `${id}: the reported severity is unknown`;
  if (!isText(entry["claim"])) return `${id}: there is no claim`;
  if (!isPlainObject(anchor) || !isText(anchor["file"]) || !/^[0-9a-f]{40}$/.test(String(anchor["fingerprint"]))) return `${id}: the anchor is incomplete`;
  if (!isLineRegion(anchor["region"])) return `${id}: the region is not two line numbers`;
  if (isGiven(entry["artifact"]) && !isOneOf(ARTIFACT_KINDS, entry["artifact"])) return `${id}: the artifact is unknown`;
  if (isGiven(witness) && !isWitness(witness)) return `${id}: the witness is no witness`;
  for (const key of ["pass", "cited_rule", "exit_criteria", "relitigates", "contests"]) {
    if (isGiven(entry[key]) && typeof entry[key] !== "string") return `${id}: \`${key}\` is no text`;
  }
  for (const key of ["first_seen", "raised_count"]) if (entry[key] !== undefined && !isCount(entry[key], 1)) return `${id}: \`${key}\` is no whole number from 1`;
  if (!isDisposition(entry["disposition"])) return `${id}: the disposition has no known shape`;
  return isVerifications(entry["verifications"]) ? null : `${id}: the verifications have no known shape`;
}

function isWitness(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { kind, status, ref } = value;
  return isOneOf(WITNESS_KINDS, kind) && isOneOf(WITNESS_STATUSES, status) && (ref === null || typeof ref === "string");
}

function isDisposition(value: unknown): boolean {
  if (value === undefined || value === null || value === "fix-now") return true;
  if (!isPlainObject(value)) return false;
  return (value["action"] === "defer" && isText(value["ticket"])) || (value["action"] === "reject" && isText(value["reason"]));
}

function isVerifications(value: unknown): boolean {
  if (value === undefined) return true;
  if (!Array.isArray(value)) return false;
  return value.every((one: unknown) => isPlainObject(one) && isCount(one["iteration"], 1) && VERDICTS.includes(one["verdict"]) && typeof one["evidence"] === "string");
}

function historyDefect(item: unknown): string | null {
  if (!isPlainObject(item)) return "a history item is no object";
  if ("instance" in item) {
    const extra = Object.keys(item).find((key) => !MARKER_KEYS.includes(key));
    return extra === undefined && isText(item["instance"]) ? null : "a marker has no name, or a key of its own";
  }
  if (!isCount(item["iteration"], 1)) return "a round has no number";
  if (!isOneOf(LEDGER_ACTIONS, item["result"])) return "a round has no known result";
  const { counts, weight, fix_now: bought } = item;
  if (!isPlainObject(counts) || !ledgerSeverity.levels.every((level) => isCount(counts[level], 0))) return "a round has no four counts";
  if (weight !== undefined && !isCount(weight, 0)) return "a round's weight is no whole number";
  if (bought !== undefined && !(Array.isArray(bought) && bought.every((id) => typeof id === "string"))) return "a round's `fix_now` is no list of ids";
  return null;
}

/** Ids: none twice, all below `next_id`, and every reference leads to one (LG-SEC-18). */
function idDefect(findings: readonly Bag[], nextId: unknown): LedgerDefect | null {
  const ids = new Set<unknown>();
  let largest = 0;
  for (const [index, { id }] of findings.entries()) {
    if (ids.has(id)) return { path: `findings[${index}]`, what: `the id ${String(id)} stands twice` };
    ids.add(id);
    largest = Math.max(largest, Number(ID.exec(String(id))?.[1]));
  }
  for (const [index, entry] of findings.entries()) {
    for (const key of ["relitigates", "contests"]) {
      if (isText(entry[key]) && !ids.has(entry[key])) return { path: `findings[${index}]`, what: `\`${key}\` names an unknown finding` };
    }
  }
  if (!isCount(nextId, 1)) return { path: "next_id", what: "`next_id` is no whole number from 1" };
  return Number(nextId) > largest ? null : { path: "next_id", what: `\`next_id\` is ${String(nextId)}, but F-${largest} was given already` };
}

function isOneOf(values: readonly string[], value: unknown): boolean {
  return typeof value === "string" && values.includes(value);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isCount(value: unknown, from: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= from;
}
