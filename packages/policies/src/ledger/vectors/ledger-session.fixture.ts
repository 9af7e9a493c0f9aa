/** Plays a session of ledger operations over files in memory. */
import type { LedgerContext } from "../context.js";
import { applyIntake } from "../intake/intake.js";
import { applyAttachWitness } from "../operations/attach-witness.js";
import { applyCloseRound } from "../operations/close-round.js";
import { applyDisposition, applyDispositionBatch } from "../operations/disposition.js";
import { applyOpenInstance } from "../operations/open-instance.js";
import { applyCannotReproduce, applyVerify } from "../operations/verify.js";
import { LedgerProblem } from "../problem.js";
import { ticketTitle } from "../texts/side-files.js";
import type { Ledger } from "../value/ledger.js";
import { checkLedger, needLedger } from "../value/parse-ledger.js";
import { REFERENCE, referenceContext, referenceText, type FileMap } from "./reference.fixture.js";
import type { FileContent, VectorError } from "./vector-file.fixture.js";

/** One operation of a session, as the vectors write it. */
export interface Operation {
  readonly op: string;
  readonly [field: string]: unknown;
}

/** What one operation returned. */
export type Step = { readonly return: unknown } | VectorError;

/** A session of one cycle. */
export class LedgerSession {
  readonly files: FileMap;
  readonly #slug: string;

  constructor(files: { readonly [path: string]: FileContent }, slug: string, ledger: unknown) {
    this.files = new Map(Object.entries(files));
    this.#slug = slug;
    if (ledger !== null) this.files.set(this.#path("review-ledger.json"), JSON.stringify(ledger));
  }

  #path(name: string): string {
    return `.sage/work/${this.#slug}/${name}`;
  }

  /** Text of a file of the cycle; `null` where there is none. */
  text(name: string): string | null {
    const content = this.files.get(this.#path(name));
    return content === undefined ? null : referenceText(content);
  }

  ledger(): Ledger | null {
    const text = this.text("review-ledger.json");
    if (text === null) return null;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new LedgerProblem("malformed-ledger", "not JSON");
    }
    return checkLedger(value, { improvements: REFERENCE });
  }

  play(operation: Operation, config: { readonly [knob: string]: unknown }): Step {
    if (operation.op === "edit_file") {
      if (operation["content"] === null) this.files.delete(String(operation["path"]));
      else this.files.set(String(operation["path"]), operation["content"] as FileContent);
      return { return: null };
    }
    try {
      const own = (operation["config"] ?? config) as { readonly [knob: string]: unknown };
      const { ledger, result, side } = applyOperation(this.files, this.#slug, operation, this.ledger(), own);
      this.files.set(this.#path("review-ledger.json"), JSON.stringify(ledger));
      if (side.ticket !== null) this.#append("cleanup.md", side.ticket, ticketTitle(referenceContext(this.files, this.#slug, own).names));
      if (side.exitLine !== null) this.#append("decisions.md", side.exitLine, "");
      return { return: result };
    } catch (thrown) {
      if (!(thrown instanceof LedgerProblem)) throw thrown;
      return { error: true, kind: thrown.code };
    }
  }

  #append(name: string, text: string, title: string): void {
    const path = this.#path(name);
    if ([...this.files.keys()].some((other) => other.startsWith(`${path}/`))) return; // a directory stands there
    const before = this.files.get(path);
    this.files.set(path, `${before === undefined ? title : referenceText(before)}${text}`);
  }
}

/** What an operation comes to: ledger, what it returns, and what goes to the side files. */
export interface Applied {
  readonly ledger: Ledger;
  readonly result: unknown;
  readonly side: { readonly ticket: string | null; readonly exitLine: string | null };
}

/** One operation on a ledger that was read already; throws LedgerProblem. */
export function applyOperation(files: FileMap, slug: string, operation: Operation, ledger: Ledger | null, config: { readonly [knob: string]: unknown }): Applied {
  const context = referenceContext(files, slug, config);
  const round = operation["iteration"] as number | undefined;
  const taken = <R>({ ledger: after, report }: { readonly ledger: Ledger; readonly report: R }): Applied => ({ ledger: after, result: report, side: NOTHING });
  const fields = operation as never; // the vectors' own spelling is the operations'
  switch (operation.op) {
    case "open_instance":
      return taken(applyOpenInstance(ledger, { checkpoint: operation["checkpoint"] as string, slug }, context));
    case "intake": {
      const { ledger: after, report } = applyIntake(ledger, { findings: operation["findings"], artifact: operation["artifact"] as string, round: round ?? null, slug }, context);
      const { warnings, ...lists } = report;
      return { ledger: after, result: lists, side: NOTHING };
    }
    case "verify":
      return taken(applyVerify(needLedger(ledger), { results: operation["results"], round: round ?? null }, context));
    case "cannot_reproduce":
      return taken(applyCannotReproduce(needLedger(ledger), { id: operation["id"] as string, evidence: operation["evidence"], round: round ?? null }, context));
    case "attach_witness":
      return taken(applyAttachWitness(needLedger(ledger), fields, context));
    case "disposition":
      return taken(applyDisposition(needLedger(ledger), fields, context));
    case "disposition_batch":
      return taken(applyDispositionBatch(needLedger(ledger), fields, context));
    case "close_round":
      return close(operation, needLedger(ledger), slug, context);
    default:
      throw new Error(`no operation ${operation.op}`);
  }
}

const NOTHING = { ticket: null, exitLine: null };

function close(operation: Operation, ledger: Ledger, slug: string, context: LedgerContext): Applied {
  const closed = applyCloseRound(
    { ...ledger, slug: ledger.slug ?? slug },
    { round: operation["iteration"] as number, suiteEvidence: operation["suite_evidence"] as string | null, gatesEvidence: operation["gates_evidence"] as string | null, today: "<DATE>" },
    context,
  );
  if (!closed.ok) throw closed.problem;
  const { iteration, ...decision } = closed.decision;
  const { slug: named, ...rest } = closed.ledger;
  return { ledger: ledger.slug === undefined ? rest : closed.ledger, result: decision, side: closed };
}
