/** A cycle in memory: files, documents, and short ways to make ledgers. Ledgers are frozen, so that no operation can write into one. */
import { deepFreeze } from "@loopwright/core";
import { anchorReader, citationReader, ledgerContext, type LedgerContext, type LedgerContextOptions } from "./context.js";
import { applyIntake } from "./intake/intake.js";
import type { IntakeReport } from "./intake/intake-report.js";
import { applyCloseRound, type ClosedRound } from "./operations/close-round.js";
import { LedgerProblem } from "./problem.js";
import type { FindingStatus, Ledger, LedgerEntry } from "./value/ledger.js";

export const CYCLE = ".review/work/c";
export const TODAY = "2026-01-02";

/** Forty lines, each its own text. */
export const LINES = Array.from({ length: 40 }, (_, index) => `line ${index + 1} of it`);
export const TEXT = `${LINES.join("\n")}\n`;

export const FILES: ReadonlyMap<string, string> = new Map([
  ["src/a.ts", TEXT],
  ["src/b.ts", TEXT],
  ["src/c.ts", "await next();\nconst x = 1;\nawait next();\n"],
  ["src/blank.ts", "\n\n\n\n"],
]);

export const DOCUMENTS: readonly (readonly [string, string])[] = [
  [`${CYCLE}/spec.md`, "# Spec\n\n§4.2 Tokens rotate.\nT3 is a task.\n"],
  [`${CYCLE}/plan.md`, "# Plan\n\nStep P7.\n"],
  [".review/constitution.md", "api.3: queries are bounded\n"],
];

export function cycleContext(options: LedgerContextOptions = {}): LedgerContext {
  return ledgerContext({ anchors: anchorReader(FILES), citations: citationReader(DOCUMENTS, { cycleDirectory: CYCLE }), ...options });
}

export const CONTEXT = cycleContext();

export type RawFinding = { readonly [key: string]: unknown };

/** A major finding with a red test. */
export function finding(over: RawFinding = {}): RawFinding {
  return {
    severity: "major",
    claim: "the cache ignores the tenant",
    anchor: { file: "src/a.ts", region: [1, 4] },
    witness: { kind: "test", ref: "tests/review/x.test.ts", status: "red" },
    ...over,
  };
}

/** Takes findings in; the result is frozen. */
export function take(ledger: Ledger | null, findings: unknown, context = CONTEXT, round?: number): { readonly ledger: Ledger; readonly report: IntakeReport } {
  const taken = applyIntake(ledger, { findings, artifact: "code", slug: "c", ...(round === undefined ? {} : { round }) }, context);
  return deepFreeze(taken);
}

/** One entry of a ledger. */
export function entry(over: Partial<LedgerEntry> & { readonly id: string }): LedgerEntry {
  return {
    artifact: "code",
    first_seen: 1,
    severity: "major",
    severity_as_reported: "major",
    anchor: { file: "src/a.ts", region: [1, 4], fingerprint: "0".repeat(40) },
    claim: `claim of ${over.id}`,
    status: "open",
    disposition: null,
    ...over,
  };
}

/** A ledger of such entries. */
export function ledgerOf(entries: readonly (Partial<LedgerEntry> & { readonly id: string })[], history: Ledger["history"] = []): Ledger {
  const numbers = entries.map(({ id }) => Number(id.slice(2)));
  return deepFreeze({ version: 1, slug: "c", findings: entries.map(entry), history, next_id: Math.max(0, ...numbers) + 1 });
}

/** Entries with one severity each, all open. */
export function open(...severities: readonly LedgerEntry["severity"][]): readonly LedgerEntry[] {
  return severities.map((severity, index) => entry({ id: `F-${String(index + 1).padStart(3, "0")}`, severity, severity_as_reported: severity }));
}

/** A closed round with these open counts. */
export function round(iteration: number, counts: Partial<Record<LedgerEntry["severity"], number>>, over: object = {}): Ledger["history"][number] {
  return { iteration, counts: { critical: 0, major: 0, substantive: 0, cosmetic: 0, ...counts }, result: "CONTINUE", ...over };
}

/** Closes a round that must close. */
export function close(ledger: Ledger, context = CONTEXT, over: object = {}): ClosedRound {
  const closed = applyCloseRound(ledger, { today: TODAY, suiteEvidence: "412 passed", ...over }, context);
  if (!closed.ok) throw closed.problem;
  return deepFreeze(closed);
}

/** The code of the problem that a call ends in. */
export function codeOf(call: () => unknown): string {
  try {
    call();
  } catch (thrown) {
    if (thrown instanceof LedgerProblem) return thrown.code;
    throw thrown;
  }
  return "no problem";
}

export function byId(ledger: Ledger, id: string): LedgerEntry {
  const found = ledger.findings.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
}

export function statuses(ledger: Ledger): readonly FindingStatus[] {
  return ledger.findings.map(({ status }) => status);
}
