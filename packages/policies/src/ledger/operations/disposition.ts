/**
 * Dispositions: what a person decided about entries (LG-DIS, LG-BAT).
 *
 * Invariants:
 * 1. A batch is atomic: the first entry that may not be decided so refuses all of it (LG-BAT-2).
 * 2. Defer and reject wait for a stop that seals them; a later decision overwrites an earlier one (LG-DIS-1, LG-DIS-4).
 * 3. `fix-now` buys one more round, and only for what blocks or is in dispute (LG-DIS-3, LG-REL-4).
 * 4. Where a person is needed, nobody else's decision counts (LG-DIS-6).
 */
import { ledgerSeverity } from "@loopwright/core";
import { trimWhiteSpace } from "@loopwright/evidence";
import type { LedgerContext } from "../context.js";
import { refuse } from "../problem.js";
import { hasDisposition, isBlocking, isDecidable, isGuarded } from "../value/entry.js";
import type { DecidedBy, Ledger, LedgerEntry, StoredDisposition } from "../value/ledger.js";
import { needText } from "../value/text-field.js";
import { placesOf, replaceEntries, unknownFinding } from "./change-entry.js";

const DECIDERS: readonly unknown[] = ["human", "agent", "tool"] satisfies readonly DecidedBy[];

/** What is decided, and by whom. */
export interface DispositionInput {
  readonly action: unknown;
  /** For a defer: where the work is kept. */
  readonly ticket?: unknown;
  /** For a reject: why. */
  readonly reason?: unknown;
  readonly by?: DecidedBy;
  /** Date of the decision, `YYYY-MM-DD`. */
  readonly at?: string;
}

/** What a batch takes. */
export interface BatchInput extends DispositionInput {
  readonly ids?: readonly string[] | null;
  /** Also every decidable entry of this severity. */
  readonly severity?: unknown;
  /** Whether the severity also takes entries that were decided about, and guard-disputed ones. */
  readonly overwrite?: boolean;
}

/**
 * Decides about one entry.
 * @throws LedgerProblem with the codes of the rule that refuses.
 */
export function applyDisposition(ledger: Ledger, input: DispositionInput & { readonly id: string }, context: LedgerContext): { readonly ledger: Ledger; readonly report: null } {
  const place = placesOf(ledger).get(input.id);
  const entry = place === undefined ? undefined : ledger.findings[place];
  if (entry === undefined) unknownFinding(input.id);
  return { ledger: replaceEntries(ledger, new Map([[entry.id, decide(entry, input, context)]])), report: null };
}

/**
 * Decides about several entries at once; reports their ids in the order of selection.
 * @throws LedgerProblem with the codes of the rule that refuses; then nothing was decided.
 */
export function applyDispositionBatch(ledger: Ledger, input: BatchInput, context: LedgerContext): { readonly ledger: Ledger; readonly report: readonly string[] } {
  const selected = selection(ledger, input, context);
  const changed = new Map(selected.map((entry) => [entry.id, decide(entry, input, context)] as const));
  return { ledger: replaceEntries(ledger, changed), report: selected.map(({ id }) => id) };
}

/** Explicit ids first, then the severity's entries in ledger order (LG-BAT-1). */
function selection(ledger: Ledger, { ids, severity, overwrite = false }: BatchInput, { improvements }: LedgerContext): readonly LedgerEntry[] {
  const places = placesOf(ledger);
  const selected = new Map<string, LedgerEntry>();
  for (const id of ids ?? []) {
    const place = places.get(id);
    const entry = place === undefined ? undefined : ledger.findings[place];
    if (entry === undefined) unknownFinding(id);
    selected.set(entry.id, entry);
  }
  if (severity !== null && severity !== undefined && severity !== "") {
    if (!ledgerSeverity.is(severity)) {
      refuse("batch-unknown-severity", "severity", `${JSON.stringify(severity)} is unknown`, `Use one of ${ledgerSeverity.levels.join(", ")}.`);
    }
    const takesAll = overwrite || !improvements.has("LG-BAT-1");
    for (const entry of ledger.findings) {
      const isTaken = entry.severity === severity && isDecidable(entry) && (takesAll || (!isGuarded(entry) && !hasDisposition(entry)));
      if (isTaken && !selected.has(entry.id)) selected.set(entry.id, entry);
    }
  }
  if (selected.size === 0) refuse("batch-empty", "ids", "nothing was selected", "Name ids, or a severity that has undecided entries.");
  return [...selected.values()];
}

function decide(entry: LedgerEntry, input: DispositionInput, context: LedgerContext): LedgerEntry {
  if (!isDecidable(entry)) {
    refuse("disposition-settled", "id", `${entry.id} is ${entry.status}`, "Only open, not-fixed and disputed entries can be decided about.");
  }
  if (input.by !== undefined && !DECIDERS.includes(input.by)) refuse("payload-invalid", "by", `${JSON.stringify(input.by)} decides nothing`, `Use one of ${DECIDERS.join(", ")}.`);
  checkDecider(entry, input, context);
  return Object.freeze({ ...entry, disposition: dispositionOf(entry, input, context) });
}

function dispositionOf(entry: LedgerEntry, input: DispositionInput, context: LedgerContext): StoredDisposition {
  const { action, by, at } = input;
  const { textChars, refChars } = context.limits;
  const stamp = { ...(by === undefined ? {} : { by }), ...(at === undefined ? {} : { at }) };
  if (action === "fix-now") {
    checkPurchase(entry, context);
    return "fix-now";
  }
  if (action === "defer") {
    const ticket = needText(input.ticket, refChars, { code: "defer-no-ticket", path: "ticket", hint: "Say where the work is kept." });
    return { action, ticket: trimWhiteSpace(ticket), ...stamp };
  }
  if (action === "reject") {
    const reason = needText(input.reason, textChars, { code: "reject-no-reason", path: "reason", hint: "Say why it is no defect." });
    return { action, reason: trimWhiteSpace(reason), ...stamp };
  }
  return refuse("disposition-unknown-action", "action", `${JSON.stringify(action)} is unknown`, "Use defer, reject or fix-now.");
}

/** Who may buy a round (LG-DIS-3, LG-REL-4). */
function checkPurchase(entry: LedgerEntry, { config, improvements }: LedgerContext): void {
  if (improvements.has("LG-REL-4") && isGuarded(entry)) {
    refuse("fix-now-guarded", "action", `${entry.id} repeats a settled finding; a round for it buys nothing`, "Use defer or reject.");
  }
  if (config.fixNowBlockingOnly && !isBlocking(entry) && entry.status !== "disputed") {
    const hint = "Use defer, reject or a batch; or turn fix_now_blocking_only off.";
    refuse("fix-now-not-blocking", "action", `${entry.id} is ${entry.severity} and does not block`, hint);
  }
}

/** Blocking and disputed entries are a person's to decide; others an agent may only put off (LG-DIS-6, LG-SEC-28). */
function checkDecider(entry: LedgerEntry, { action, by }: DispositionInput, { config, improvements }: LedgerContext): void {
  if (!config.humanForBlocking || by === "human" || !improvements.has("LG-DIS-6")) return;
  if (!isBlocking(entry) && entry.status !== "disputed" && action === "defer") return;
  refuse("disposition-needs-human", "by", `${entry.id} is a person's to decide`, "Ask a person and pass by: \"human\".");
}
