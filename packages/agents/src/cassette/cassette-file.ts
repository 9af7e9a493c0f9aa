/**
 * Cassettes as files.
 *
 * Invariants:
 * 1. A cassette is one JSON document with a version header; what is anything else is refused, never read in part (G20).
 * 2. It is written whole beside its place and moved there, so that a crash leaves the old one or the new one.
 * 3. A file that is no cassette is never overwritten.
 * 4. No Node module is named: they are fetched with the first file, so that bundles for other platforms may hold this.
 */
import { copyPlain, isPlainObject, LoopwrightError, messageOf } from "@loopwright/core";
import type { AgentDescription, AgentReply, AgentRequest, Json, Usage } from "@loopwright/core";
import { DESCRIPTION_RULES } from "../description.js";
import { checkOptions } from "../options.js";
import { CassetteError } from "./cassette-error.js";
import type { Redactor } from "./redact.js";

/** The format that this version writes and reads. */
export const CASSETTE_FORMAT = "loopwright/cassette@1";
const FORMAT_FAMILY = "loopwright/cassette@";

/** What a request is known by: its content, not its place in a run. */
export type CassetteRequest = Pick<AgentRequest, "role" | "instruction" | "input" | "schema" | "tools"> & { readonly purpose: string | null };

/** How a recorded call ended. `reportedUsage`: the last report before its end. */
export type CassetteOutcome = { readonly reportedUsage?: Usage } & (
  | { readonly kind: "reply"; readonly reply: Omit<AgentReply, "raw"> }
  | {
      readonly kind: "error" | "timeout";
      readonly message: string;
      readonly retryable: boolean;
      readonly retryAfterMs?: number;
      readonly usage?: Usage;
      readonly partialText?: string;
    }
);

/** One call. */
export interface CassetteCall {
  readonly request: CassetteRequest;
  readonly outcome: CassetteOutcome;
}

/** What a cassette file holds. */
export interface Cassette {
  readonly format: typeof CASSETTE_FORMAT;
  /** The agent that was recorded, as it described itself. */
  readonly agent: AgentDescription;
  /** In the order in which the calls started. */
  readonly calls: readonly CassetteCall[];
}

/** The content of a request, redacted. */
export function contentOf({ role, purpose, instruction, input, schema, tools }: AgentRequest, redact: Redactor): CassetteRequest {
  const content = { role, purpose: purpose ?? null, instruction, input, schema, tools };
  return redact.json(copyPlain(content, { path: "request" })) as unknown as CassetteRequest; // the same fields, redacted
}

/** Reads a cassette. Throws `cassette-missing`, `cassette-invalid` or `cassette-version`. */
export function readCassette(path: string): Cassette {
  const text = textOf(path);
  if (text === null) throw new CassetteError("cassette-missing", `there is no cassette at ${path}`, { path, hint: "Record one first: record(agent, path)." });
  return parseCassette(text, path);
}

/** Throws `cassette-invalid` if something else than a cassette stands at the path. */
export function checkPlace(path: string): void {
  const text = textOf(path);
  if (text === null) return;
  try {
    parseCassette(text, path);
  } catch (fault) {
    if (fault instanceof CassetteError && fault.code === "cassette-version") return;
    throw new CassetteError("cassette-invalid", `${path} exists and is no cassette, so it is not overwritten`, { path, hint: "Choose another path, or remove the file.", cause: fault });
  }
}

function textOf(path: string): string | null {
  try {
    return process.getBuiltinModule("node:fs").readFileSync(path, "utf8");
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new CassetteError("cassette-invalid", `${path} cannot be read: ${messageOf(fault)}`, { path, hint: "Check the path and its permissions.", cause: fault });
  }
}

function parseCassette(text: string, path: string): Cassette {
  let value: unknown;
  try {
    value = copyPlain(JSON.parse(text));
  } catch (fault) {
    return invalid(path, `is no JSON document: ${messageOf(fault)}`);
  }
  if (!isPlainObject(value)) return invalid(path, "holds no object");
  const { format, agent, calls } = value;
  if (typeof format !== "string" || !format.startsWith(FORMAT_FAMILY)) return invalid(path, "has no cassette header");
  if (format !== CASSETTE_FORMAT) {
    throw new CassetteError("cassette-version", `${path} is ${format}; this version reads ${CASSETTE_FORMAT}`, { path, hint: "Record it again." });
  }
  try {
    checkOptions<AgentDescription>(agent, "agent", { ...DESCRIPTION_RULES, specVersion: () => undefined });
  } catch (fault) {
    if (fault instanceof LoopwrightError) return invalid(path, fault.message);
    throw fault;
  }
  if (!Array.isArray(calls)) return invalid(path, "has no calls");
  const broken = (calls as readonly Json[]).findIndex((call) => !isCall(call));
  if (broken !== -1) return invalid(path, `has a call that is none: calls[${broken}]`);
  return value as unknown as Cassette; // every part was just checked
}

function isCall(call: Json): boolean {
  if (!isPlainObject(call) || !isPlainObject(call["request"]) || !isPlainObject(call["outcome"])) return false;
  const { request, outcome } = call as unknown as { readonly request: Partial<CassetteRequest>; readonly outcome: { readonly [field: string]: unknown } };
  if (typeof request.role !== "string" || typeof request.instruction !== "string" || request.input === undefined || !Array.isArray(request.tools)) return false;
  if (outcome["kind"] === "reply") return isPlainObject(outcome["reply"]);
  return (outcome["kind"] === "error" || outcome["kind"] === "timeout") && typeof outcome["message"] === "string";
}

function invalid(path: string, what: string): never {
  throw new CassetteError("cassette-invalid", `${path} ${what}`, { path, hint: "Record it again, or check the path." });
}

let writes = 0;

/** Writes a cassette in one step. Rejects with `cassette-unwritable`. */
export async function writeCassette(path: string, cassette: Cassette): Promise<void> {
  const { mkdir, open, rename, rm } = process.getBuiltinModule("node:fs/promises");
  const nodePath = process.getBuiltinModule("node:path");
  const beside = `${path}.${process.pid}-${++writes}.tmp`;
  try {
    await mkdir(nodePath.dirname(path), { recursive: true });
    const file = await open(beside, "wx");
    try {
      await file.writeFile(`${JSON.stringify(cassette, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (fault) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw new CassetteError("cassette-unwritable", `the cassette ${path} could not be written: ${messageOf(fault)}`, { path, hint: "Check the folder and its permissions.", cause: fault });
  }
}
