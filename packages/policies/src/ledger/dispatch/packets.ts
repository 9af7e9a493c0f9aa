/**
 * Packets: what a reviewer gets to see, in a fixed order (LG-PKT).
 *
 * Invariants:
 * 1. Assembled from typed parts by the workflow; nothing is invented, and what is missing is said (LG-PKT-2).
 * 2. A mandatory part that is missing or blank is refused before anybody is asked.
 * 3. Every part is quoted as data (LG-SEC-32).
 */
import { isBlank } from "@loopwright/evidence";
import { refuse } from "../problem.js";
import { reportText } from "../texts/report.js";
import type { Ledger } from "../value/ledger.js";
import { QUOTED_TEXT_RULE, quoteWith } from "./quoted-data.js";

interface PacketBase {
  readonly round: number;
  readonly ledger: Ledger;
  /** Raw output of the deterministic gates. */
  readonly gateOutput: string;
  /** At least 16 letters or digits, drawn at random for each packet. */
  readonly nonce: string;
  /** What depends on what changed; `null` where nobody can tell, which the packet then says. */
  readonly blastRadius: string | null;
}

/** Parts of a packet about a document (LG-PKT-1). */
export interface DocumentPacket extends PacketBase {
  readonly artifact: string;
  /** What changed since it was last reviewed; needed from the second round on. */
  readonly delta?: string | null;
  /** Framing entry, and the excerpts of spec and plan it implements. */
  readonly excerpts: string;
}

/** Parts of a packet about code (LG-PKT-2). */
export interface CodePacket extends PacketBase {
  /** The changed files; from the second round on the delta. */
  readonly changes: string;
  /** Output of the test run, with coverage of each touched file. */
  readonly testOutput: string;
  readonly excerpts: string;
  /** Report of surviving mutants, where there is one. */
  readonly mutants?: string | null;
}

/** The packet of a document: artifact and delta, gates, excerpts, ledger, blast radius. */
export function documentPacket(parts: DocumentPacket): string {
  const delta = parts.round > 1 ? [["change since the last review", needPart("delta", parts.delta)] as const] : [];
  return assemble(parts.nonce, [
    ["artifact", needPart("artifact", parts.artifact)],
    ...delta,
    ["gate output", needPart("gateOutput", parts.gateOutput)],
    ["framing and excerpts", needPart("excerpts", parts.excerpts)],
    ["ledger", reportText(parts.ledger)],
    ["blast radius", parts.blastRadius],
  ]);
}

/** The packet of code: changes, gates, tests, blast radius, excerpts, ledger, mutants. */
export function codePacket(parts: CodePacket): string {
  return assemble(parts.nonce, [
    [parts.round > 1 ? "change since the last review" : "changed files", needPart("changes", parts.changes)],
    ["gate output", needPart("gateOutput", parts.gateOutput)],
    ["test output", needPart("testOutput", parts.testOutput)],
    ["blast radius", parts.blastRadius],
    ["excerpts", needPart("excerpts", parts.excerpts)],
    ["ledger", reportText(parts.ledger)],
    ...(parts.mutants == null || isBlank(parts.mutants) ? [] : [["surviving mutants", parts.mutants] as const]),
  ]);
}

function needPart(name: string, text: string | null | undefined): string {
  if (typeof text === "string" && !isBlank(text)) return text;
  return refuse("packet-incomplete", name, `the packet has no ${name}`, "Supply it, or say in it that there is none.");
}

function assemble(nonce: string, parts: readonly (readonly [label: string, text: string | null])[]): string {
  const quote = quoteWith(nonce);
  const sections = parts.map(([label, text], index) => {
    const isThere = text !== null && !isBlank(text);
    return `(${index + 1}) ${isThere ? `${label}\n${quote(label, text)}` : `no ${label} available`}`;
  });
  return [QUOTED_TEXT_RULE, ...sections].join("\n\n");
}
