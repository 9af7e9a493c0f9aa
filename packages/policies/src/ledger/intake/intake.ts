/**
 * Intake: findings become entries (LG-INT, LG-REL, LG-LATE).
 *
 * Invariants:
 * 1. All or nothing: the new ledger exists only when every finding was taken; the old one is never touched (LG-INT-3).
 * 2. Per finding, in order: check, fingerprint, witness, citation, cap, match, late defer (LG-INT-4).
 * 3. A blocking severity needs a witness or a citation that resolves; otherwise it is recorded as substantive (LG-INT-5).
 * 4. Linear in the entries and the findings.
 */
import { isPlainObject, ledgerSeverity, type LedgerSeverity } from "@loopwright/core";
import type { AnchorReading, LedgerContext } from "../context.js";
import { LedgerProblem, refuse } from "../problem.js";
import { isOpen, isSet, isWitnessed } from "../value/entry.js";
import { findingId, newLedger, type Anchor, type Ledger, type LedgerEntry, type StoredDisposition } from "../value/ledger.js";
import { hasMarkers, nextRound, roundOf, roundsOfInstance } from "../value/rounds.js";
import { IntakeLists, type IntakeReport } from "./intake-report.js";
import { KnownPlaces, type SightingKeys } from "./known-places.js";
import { isPerspective } from "./perspectives.js";
import { checkFinding, type CheckedFinding } from "./raw-finding.js";

/** What an intake takes. */
export interface IntakeInput {
  /** A list of findings, or an object with that list under `findings`. */
  readonly findings: unknown;
  /** What the findings are about, unless they say so themselves. */
  readonly artifact: string;
  /** The round; leave it out for the next one. */
  readonly round?: number | null;
  /** Name of the cycle, for a ledger that does not exist yet. Default `cycle`. */
  readonly slug?: string;
}

/** A finding once it was read against the world. */
interface Sighting extends CheckedFinding {
  readonly anchor: Anchor;
  /** Severity after capping. */
  readonly capped: LedgerSeverity;
  readonly citation: "unchecked" | "resolved" | "unresolved" | "no-source";
}

/**
 * Takes findings into a ledger.
 * @throws LedgerProblem for the first fault; then nothing was taken.
 */
export function applyIntake(ledger: Ledger | null, input: IntakeInput, context: LedgerContext): { readonly ledger: Ledger; readonly report: IntakeReport } {
  const before = ledger ?? newLedger(input.slug ?? "cycle");
  const raw = listOf(input.findings, context);
  const { round, warnings } = context.improvements.has("LG-LATE-2") ? roundOf(before, input.round) : { round: input.round ?? nextRound(before), warnings: [] };
  const intake = new Intake(before, round, context);
  intake.lists.warnings.push(...warnings, ...stoppedWarning(before));
  raw.forEach((finding, index) => intake.take(checkFinding(finding, index, input.artifact, context), index));
  return { ledger: intake.ledger(), report: intake.lists.report() };
}

/** The findings of a payload (LG-INT-1, LG-SEC-14). */
function listOf(payload: unknown, { limits }: LedgerContext): readonly unknown[] {
  const list: unknown = isPlainObject(payload) ? payload["findings"] : payload;
  if (!Array.isArray(list)) return refuse("payload-invalid", "findings", "the findings are no list", "Send a list, or an object with a list under `findings`.");
  if (list.length > limits.findingsPerIntake) {
    refuse("limit-exceeded", "findings", `${list.length} findings; ${limits.findingsPerIntake} is the limit of one intake`, "Send several; nothing is cut.");
  }
  return list as readonly unknown[];
}

/** A round that starts after this instance's stop is worth a warning (LG-INST-6). */
function stoppedWarning(ledger: Ledger): readonly string[] {
  const last = roundsOfInstance(ledger).at(-1);
  return hasMarkers(ledger) && last?.result.startsWith("STOP_") === true ? ["instance-already-stopped"] : [];
}

class Intake {
  readonly lists = new IntakeLists();
  readonly #before: Ledger;
  readonly #entries: LedgerEntry[];
  readonly #places: KnownPlaces;
  readonly #round: number;
  readonly #context: LedgerContext;
  #nextId: number;

  constructor(ledger: Ledger, round: number, context: LedgerContext) {
    this.#before = ledger;
    this.#entries = [...ledger.findings];
    this.#places = new KnownPlaces(ledger.findings, context.improvements);
    this.#round = round;
    this.#context = context;
    this.#nextId = ledger.next_id ?? 1;
  }

  ledger(): Ledger {
    return Object.freeze({ ...this.#before, findings: Object.freeze(this.#entries), next_id: this.#nextId });
  }

  take(checked: CheckedFinding, index: number): void {
    const sighting = this.#read(checked, index);
    const keys = this.#places.keysOf(sighting.anchor, sighting.claim);
    const twin = this.#places.twinOf(keys, sighting.anchor.region);
    if (twin === null) this.#create(sighting, keys);
    else this.#merge(twin, sighting);
  }

  #read(checked: CheckedFinding, index: number): Sighting {
    const { anchors, citations, config } = this.#context;
    const { region, fingerprint, lineCount } = placed(index, () => anchors(checked.file, checked.region));
    this.#warn(checked, index, region[1] - region[0] + 1, lineCount);
    const isChecked = config.citationCheck && ledgerSeverity.isBlocking(checked.severity) && isSet(checked.citedRule);
    const citation = isChecked ? citations(checked.citedRule ?? "") : "unchecked";
    const hasCitation = isSet(checked.citedRule) && citation !== "unresolved";
    const isCapped = config.witnessCapping && ledgerSeverity.isBlocking(checked.severity) && !hasCitation && !isWitnessed(checked);
    return { ...checked, anchor: { file: checked.file, region, fingerprint }, capped: isCapped ? "substantive" : checked.severity, citation };
  }

  /** Width is licence, and an unknown perspective is a slip (LG-SEC-9, LG-INT-2). */
  #warn({ pass, file }: CheckedFinding, index: number, width: number, lineCount: number): void {
    if (width > 400 || (width === lineCount && width > 50)) this.lists.warnings.push(`finding #${index}: its anchor covers ${width} of the ${lineCount} lines of ${file}`);
    if (pass !== null && pass !== "" && !isPerspective(pass)) this.lists.warnings.push(`finding #${index}: unknown pass ${JSON.stringify(pass)}`);
  }

  /** Another sighting of an entry: counted, and its evidence taken where it is stronger (LG-INT-6, LG-INT-7). */
  #merge(at: number, sighting: Sighting): void {
    const entry = this.#entries[at];
    if (entry === undefined) return;
    this.lists.lists.merged.push(entry.id);
    const counted: LedgerEntry = { ...entry, raised_count: (entry.raised_count ?? 1) + 1 };
    this.#entries[at] = Object.freeze(this.#context.improvements.has("LG-INT-7") ? this.#upgrade(counted, sighting) : counted);
  }

  #upgrade(entry: LedgerEntry, sighting: Sighting): LedgerEntry {
    if (ledgerSeverity.compare(sighting.capped, entry.severity) >= 0) return entry;
    if (entry.status === "deferred") {
      this.lists.upgradedDeferred.push(entry.id);
      return entry;
    }
    if (!isOpen(entry)) return entry;
    this.lists.upgraded.push(entry.id);
    const isCited = isSet(entry.cited_rule) && entry.citation_unresolved !== true;
    const takesCitation = !isCited && isSet(sighting.citedRule);
    const { citation_unresolved: wasUnresolved, ...rest } = entry;
    const isUnresolved = takesCitation ? sighting.citation === "unresolved" : wasUnresolved === true;
    return {
      ...rest,
      severity: sighting.capped,
      ...(isWitnessed(entry) ? {} : { witness: sighting.witness }),
      ...(takesCitation ? { cited_rule: sighting.citedRule } : {}),
      ...(isUnresolved ? { citation_unresolved: true } : {}),
      ...(isLateDefer(entry.disposition) ? { disposition: null } : {}),
    };
  }

  #create(sighting: Sighting, keys: SightingKeys): void {
    const { limits, improvements } = this.#context;
    const isFull = this.#entries.length >= limits.findingsPerLedger;
    if (isFull) refuse("limit-exceeded", "findings", `the ledger would have more than ${limits.findingsPerLedger} findings`, "Start a new cycle.");
    const id = findingId(this.#nextId);
    const settled = this.#places.settledAt(keys);
    const isContest = settled !== null && improvements.has("LG-REL-3") && isContesting(sighting, settled.claims, keys.claim);
    const isDisputed = settled !== null && !isContest;
    const isLate = !isDisputed && this.#isLate(sighting.capped);
    this.#list(id, sighting, { isDisputed, isLate });
    const entry: LedgerEntry = Object.freeze({
      id,
      artifact: sighting.artifact,
      first_seen: this.#round,
      pass: sighting.pass,
      severity: sighting.capped,
      severity_as_reported: sighting.severity,
      cited_rule: sighting.citedRule,
      anchor: sighting.anchor,
      claim: sighting.claim,
      witness: sighting.witness,
      exit_criteria: sighting.exitCriteria,
      status: isDisputed ? ("disputed" as const) : ("open" as const),
      raised_count: 1,
      verifications: [],
      disposition: isLate ? this.#lateDefer() : null,
      ...(sighting.citation === "unresolved" ? { citation_unresolved: true } : {}),
      ...(isDisputed ? { relitigates: settled.id } : {}),
      ...(isContest ? { contests: settled.id } : {}),
    });
    this.#nextId += 1;
    this.#entries.push(entry);
    this.#places.add(keys, sighting.anchor.region, this.#entries.length - 1);
  }

  /** After the first round, what does not block is put off (LG-LATE-1). */
  #isLate(severity: LedgerSeverity): boolean {
    return this.#context.config.lateFindingDisposition === "defer" && this.#round > 1 && !ledgerSeverity.isBlocking(severity);
  }

  #lateDefer(): StoredDisposition {
    const { names, improvements } = this.#context;
    return { action: "defer", ticket: names.deferralFile, ...(improvements.has("LG-DIS-6") ? { by: "tool" as const } : {}) };
  }

  #list(id: string, sighting: Sighting, { isDisputed, isLate }: { readonly isDisputed: boolean; readonly isLate: boolean }): void {
    const { lists } = this.lists;
    if (sighting.citation === "unresolved") lists.citation_unresolved.push(id);
    if (sighting.citation === "no-source") lists.citation_skipped.push(id);
    if (isDisputed) {
      lists.disputed.push(id);
      return;
    }
    lists.new.push(id);
    if (sighting.capped !== sighting.severity) lists.capped.push(id);
    if (isLate) lists.auto_deferred.push(id);
  }
}

/** Reads an anchor; a refusal names the finding as every other does (LG-INT-2). */
function placed(index: number, read: () => AnchorReading): AnchorReading {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof LedgerProblem) || thrown.path?.startsWith("anchor.") !== true) throw thrown;
    const { code, path, hint, message } = thrown;
    throw new LedgerProblem(code, `finding #${index}, ${path}: ${message}`, { path: `findings[${index}].${path}`, cause: thrown, ...(hint === null ? {} : { hint }) });
  }
}

/** A new claim with a red test opens a settled place again (LG-REL-3). */
function isContesting(sighting: Sighting, claims: ReadonlySet<string>, claim: string): boolean {
  const { kind, status } = sighting.witness;
  return ledgerSeverity.isBlocking(sighting.capped) && !claims.has(claim) && kind === "test" && status === "red";
}

/** A defer that intake wrote, not a person (LG-DIS-6). */
function isLateDefer(disposition: StoredDisposition | undefined): boolean {
  return typeof disposition === "object" && disposition !== null && disposition.action === "defer" && disposition.by === "tool";
}
