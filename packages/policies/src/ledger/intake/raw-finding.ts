/**
 * Findings as reviewers send them: checked whole, and nothing believed that is not theirs to say (LG-INT-2).
 *
 * Invariants:
 * 1. Ids, status, fingerprint, disposition and verifications that a reviewer sends are not read.
 * 2. An error names the finding by its zero-based place and the field.
 */
import { isPlainObject, ledgerSeverity, type LedgerSeverity } from "@loopwright/core";
import type { LedgerContext } from "../context.js";
import { refuse, type LedgerProblemCode } from "../problem.js";
import { isSet } from "../value/entry.js";
import { ARTIFACT_KINDS, WITNESS_KINDS, WITNESS_STATUSES, type Witness } from "../value/ledger.js";
import { textDefect } from "../value/text-field.js";

/** A finding that may enter, apart from its anchor and its citation. */
export interface CheckedFinding {
  readonly severity: LedgerSeverity;
  readonly claim: string;
  readonly file: string;
  readonly region: unknown;
  readonly artifact: string;
  readonly pass: string | null;
  readonly citedRule: string | null;
  readonly exitCriteria: string | null;
  readonly witness: Witness;
}

type Bag = { readonly [key: string]: unknown };

/**
 * Checks one finding.
 * @throws LedgerProblem with a `finding-…` code.
 */
export function checkFinding(value: unknown, index: number, artifact: string, context: LedgerContext): CheckedFinding {
  const fail = (code: LedgerProblemCode, field: string, what: string, hint: string): never =>
    refuse(code, `findings[${index}]${field === "" ? "" : `.${field}`}`, `finding #${index}${field === "" ? "" : `, ${field}`}: ${what}`, hint);
  if (!isPlainObject(value)) return fail("finding-not-object", "", "not an object", "Send a list of finding objects.");
  const { severity, claim, anchor } = value;
  for (const field of ["severity", "claim", "anchor"]) {
    if (value[field] === undefined) fail("finding-missing-field", field, "missing", "Severity, claim and anchor are required.");
  }
  if (!ledgerSeverity.is(severity)) return fail("finding-unknown-severity", "severity", `${JSON.stringify(severity)} is unknown`, `Use one of ${ledgerSeverity.levels.join(", ")}.`);
  if (!isPlainObject(anchor) || anchor["file"] === undefined || anchor["region"] === undefined) {
    return fail("finding-bad-anchor", "anchor", "no object with file and region", 'Use { "file": "src/a.ts", "region": [3, 7] }.');
  }
  const witness = witnessOf(value["witness"], context, fail);
  const checked = {
    severity,
    claim: claim as string,
    file: anchor["file"] as string,
    region: anchor["region"],
    artifact: (value["artifact"] as string | undefined) ?? artifact,
    pass: (value["pass"] as string | undefined) ?? null,
    citedRule: (value["cited_rule"] as string | undefined) ?? null,
    exitCriteria: (value["exit_criteria"] as string | undefined) ?? null,
    witness,
  };
  // The casts above are made good here.
  if (context.improvements.has("LG-INT-2")) checkFields(checked, context, fail);
  return checked;
}

type Fail = (code: LedgerProblemCode, field: string, what: string, hint: string) => never;

/** Every text that would be stored is one, and not too long (LG-INT-2, LG-SEC-14, LG-SEC-16, LG-SEC-34). */
function checkFields(finding: CheckedFinding, { limits }: LedgerContext, fail: Fail): void {
  const { textChars, refChars } = limits;
  const check = (field: string, text: unknown, maxChars: number): void => {
    const defect = textDefect(text, maxChars);
    if (defect !== null) fail(defect.startsWith("is longer") ? "limit-exceeded" : "finding-bad-field", field, defect, "Send text; nothing is cut.");
  };
  const checkOptional = (field: string, text: unknown, maxChars: number): void => {
    if (text !== null && text !== "") check(field, text, maxChars);
  };
  check("claim", finding.claim, textChars);
  check("anchor.file", finding.file, textChars);
  check("artifact", finding.artifact, refChars);
  checkOptional("pass", finding.pass, refChars);
  checkOptional("cited_rule", finding.citedRule, refChars);
  checkOptional("exit_criteria", finding.exitCriteria, textChars);
  checkOptional("witness.ref", finding.witness.ref, refChars);
  if (!(ARTIFACT_KINDS as readonly string[]).includes(finding.artifact)) {
    fail("finding-unknown-artifact", "artifact", `${JSON.stringify(finding.artifact)} is unknown`, `Use one of ${ARTIFACT_KINDS.join(", ")}.`);
  }
  if (!(WITNESS_STATUSES as readonly string[]).includes(finding.witness.status)) {
    fail("finding-bad-field", "witness.status", `${JSON.stringify(finding.witness.status)} is unknown`, `Use one of ${WITNESS_STATUSES.join(", ")}.`);
  }
}

/** The witness with what is missing filled in (LG-FILE-2). */
function witnessOf(value: unknown, { improvements }: LedgerContext, fail: Fail): Witness {
  if (!isSet(value)) return { kind: "none", ref: null, status: "n/a" };
  if (!isPlainObject(value)) return fail("finding-bad-field", "witness", "not an object", 'Use { "kind": "test", "ref": "…", "status": "red" }.');
  const { kind = "none", ref = null, status = "n/a" }: Bag = value;
  if (!(WITNESS_KINDS as readonly unknown[]).includes(kind)) {
    fail("finding-unknown-witness-kind", "witness.kind", `${JSON.stringify(kind)} is unknown`, `Use one of ${WITNESS_KINDS.join(", ")}.`);
  }
  // The casts: kind was just checked, the others are by the caller.
  return { ...(improvements.has("LG-FILE-2") ? {} : value), kind, ref, status } as Witness;
}
