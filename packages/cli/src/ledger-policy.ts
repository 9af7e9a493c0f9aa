/**
 * `run ledger-loop`: the ledger on disk, git, and the host's own commands for packets, witnesses, suite and gates
 * (LG-PKT, LG-FIX-6, LG-SEC-30).
 */
import { commandAgent } from "@loopwright/agents/command";
import { isPlainObject, LoopwrightError } from "@loopwright/core";
import { commandChecks, ledgerLoop, type CheckCommand, type LedgerLoopOptions, type PacketParts, type PacketSource } from "@loopwright/policies/ledger-loop";
import { ledgerStore } from "@loopwright/policies/ledger-store";
import { commandWords } from "./command-words.js";
import type { CommandWorld } from "./command-world.js";
import { instructionsOf } from "./instructions-of.js";
import { neededFlag } from "./needed-flag.js";
import type { RunFlags } from "./policy-flags.js";
import { ledgerRepository, withoutJournal } from "./workspace-at.js";

const CHECK_TIMEOUT_MS = 600_000;

/** The policy, with its ports to the repository that the ledger lies in. */
export async function ledgerPolicy(flags: RunFlags, world: CommandWorld) {
  const needed = (name: "ledger" | "packet" | "witness" | "suite"): string => neededFlag(flags, name, "ledger-loop");
  const [file, packet, witness, suite] = [needed("ledger"), needed("packet"), needed("witness"), needed("suite")];
  const { targeted, gate = [], "check-timeout-ms": timeoutMs = CHECK_TIMEOUT_MS } = flags;
  const names = { checkpoints: flags["register-checkpoint"] ?? [] };
  const ledger = ledgerStore(file, { root: flags.root, config: flags.config, autonomy: flags.autonomous, names, today: world.today });
  const repository = await ledgerRepository(ledger.place.root);
  const workspace = withoutJournal(repository.workspace, flags.journal);
  const check = (name: string, text: string, ...more: readonly string[]): CheckCommand => {
    const { command, args } = commandWords(text, { code: "option-invalid", path: `--${name}`, hint: 'Write a command, or ["command","argument"].' });
    return { command, args: [...args, ...more], timeoutMs };
  };
  if (targeted !== undefined) check("targeted", targeted); // Refused now rather than in the middle of a run.
  const checks = commandChecks({
    workspace,
    witness: (path) => check("witness", witness, path),
    suite: check("suite", suite),
    gates: gate.map((one) => check("gate", one)),
    // A path that begins with a dash is no flag.
    ...(targeted === undefined ? {} : { targeted: (paths: readonly string[]) => check("targeted", targeted, ...paths.map((path) => `./${path}`)) }),
  });
  const ports = { ledger, repository, workspace, checks, packets: packetCommand(packet, ledger.place.root) };
  // What fixers are told about trailers and witnesses is what their commits are checked by.
  return ledgerLoop({ ports, names: { ...ledger.config().names, ...names }, instructions: await instructionsOf(flags, world), ...limitsOf(flags) });
}

/** What was said of the loop's limits; the others are the loop's own. */
function limitsOf(flags: RunFlags): Partial<LedgerLoopOptions> {
  const { "max-rounds": maxRounds, "max-repairs": maxRepairs, "max-fixes": maxFixes, "call-timeout-ms": callTimeoutMs, "reviewers-run-tests": canReviewersRunTests } = flags;
  return Object.fromEntries(Object.entries({ maxRounds, maxRepairs, maxFixes, callTimeoutMs, canReviewersRunTests }).filter(([, value]) => value !== undefined));
}

/** Packets from a command, which is asked like a structured agent: what the packet is about is the `input` of its document. */
function packetCommand(text: string, cwd: string): PacketSource {
  const words = commandWords(text, { code: "option-invalid", path: "--packet", hint: 'Write a command, or ["command","argument"].' });
  const agent = commandAgent({ id: "packet", ...words, cwd, input: "json", output: "json", structured: "whole" });
  return async (request, { signal }) => {
    const call = { callId: "packet", key: "packet", idempotencyKey: "packet", role: "packet", repair: 0, schema: null, tools: [], deadline: null, reportUsage: () => undefined };
    const { structured } = await agent.call({ ...call, instruction: "Print the parts of the packet as one JSON value.", input: { ...request }, signal });
    return checkParts(structured);
  };
}

/** Keys of the parts, by kind: whether each is a text, a text or null, or a list of texts; `?` may be left out. */
const PART_KEYS: { readonly [kind: string]: { readonly [key: string]: "text" | "text-or-null" | "text-or-null?" | "texts?" } } = {
  code: { changes: "text", excerpts: "text", blastRadius: "text-or-null", omitted: "texts?", mutants: "text-or-null?" },
  document: { artifact: "text", excerpts: "text", blastRadius: "text-or-null", omitted: "texts?", delta: "text-or-null?" },
};

function checkParts(value: unknown): PacketParts {
  const kind = isPlainObject(value) ? value["kind"] : undefined;
  const keys = typeof kind === "string" && Object.hasOwn(PART_KEYS, kind) ? PART_KEYS[kind] : undefined;
  if (!isPlainObject(value) || keys === undefined) return refuseParts("no parts of a packet");
  const unknown = Object.keys(value).find((key) => key !== "kind" && !Object.hasOwn(keys, key));
  if (unknown !== undefined) return refuseParts(`${JSON.stringify(unknown)}, which is no part of a packet`);
  for (const [key, type] of Object.entries(keys)) {
    const part = value[key];
    const isLeftOut = part === undefined && type.endsWith("?");
    const isNull = part === null && type.startsWith("text-or-null");
    const isFine = type === "texts?" ? Array.isArray(part) && part.every((one) => typeof one === "string") : typeof part === "string";
    if (!isLeftOut && !isNull && !isFine) return refuseParts(`no usable "${key}"`);
  }
  return value as PacketParts; // every key was just checked
}

function refuseParts(what: string): never {
  throw new LoopwrightError("packet-invalid", `the packet command printed ${what}`, {
    path: "--packet",
    hint: 'Print { "kind": "code", "changes", "excerpts", "blastRadius", "omitted?", "mutants?" } or { "kind": "document", "artifact", "excerpts", "blastRadius", "omitted?", "delta?" }; "omitted" is a list of paths.',
  });
}
