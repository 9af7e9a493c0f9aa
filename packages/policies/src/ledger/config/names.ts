/** Names that a project may choose, and limits. */
import { refuse } from "../problem.js";

/** Configurable names; the values shown are the defaults. */
export interface LedgerNames {
  /** `Review`: `Review-Fix: F-001` (LG-CD-4). */
  readonly trailerPrefix: string;
  /** `.review`. */
  readonly stateDirectory: string;
  /** `review-ledger.json`, in the directory of its cycle. */
  readonly ledgerFile: string;
  /** `tests/review` (LG-CD-14). */
  readonly witnessDirectory: string;
  /** `cleanup.md` (LG-TKT-1). */
  readonly deferralFile: string;
  /** `decisions.md` (LG-EXIT-1). */
  readonly exitLog: string;
  /** `manifest.md`. */
  readonly manifestFile: string;
  /** What machine-written lines name as their author: `loopwright`. */
  readonly toolName: string;
  /** What a finding about a commit's trailers asks for. */
  readonly trailerContract: string;
  /** Whether a path is a test (LG-CD-15); `null` takes the built-in test. */
  readonly isTestPath: ((path: string) => boolean) | null;
  /** Checkpoints beside the built-in ones (LG-INST-2). */
  readonly checkpoints: readonly string[];
}

const DEFAULTS: LedgerNames = {
  trailerPrefix: "Review",
  stateDirectory: ".review",
  ledgerFile: "review-ledger.json",
  witnessDirectory: "tests/review",
  deferralFile: "cleanup.md",
  exitLog: "decisions.md",
  manifestFile: "manifest.md",
  toolName: "loopwright",
  trailerContract: "the commit says what it fixes, why, how and at what risk, in its trailers",
  isTestPath: null,
  checkpoints: [],
};

/** Whether a text may stand before the key of a trailer (LG-CD-4). */
export function isTrailerPrefix(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9]*$/.test(text);
}

/** Fills in the default names. */
export function ledgerNames(names: Partial<LedgerNames> = {}): LedgerNames {
  const all = { ...DEFAULTS, ...names };
  if (!isTrailerPrefix(all.trailerPrefix)) {
    refuse("config-invalid", "names.trailerPrefix", `${JSON.stringify(all.trailerPrefix)} is no trailer prefix`, "Use letters and digits, a letter first.");
  }
  return Object.freeze(all);
}

/** Limits; beyond one an operation is refused, nothing is cut (LG-SEC-13, LG-SEC-14). */
export interface LedgerLimits {
  /** Findings of one intake. */
  readonly findingsPerIntake: number;
  readonly findingsPerLedger: number;
  /** Characters of a claim, exit criteria, evidence, reason. */
  readonly textChars: number;
  /** Characters of a reference, citation, ticket. */
  readonly refChars: number;
  /** Bytes of a ledger file. */
  readonly ledgerBytes: number;
  /** Bytes of a payload. */
  readonly payloadBytes: number;
  /** Nesting of JSON. */
  readonly jsonDepth: number;
}

/** The default limits. */
export const LEDGER_LIMITS: LedgerLimits = /* @__PURE__ */ Object.freeze({
  findingsPerIntake: 500,
  findingsPerLedger: 10_000,
  textChars: 4000,
  refChars: 500,
  ledgerBytes: 16_777_216,
  payloadBytes: 4_194_304,
  jsonDepth: 64,
});
