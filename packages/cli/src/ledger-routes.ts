/** `ledger …`: a ledger on disk and its operations (LG-CLI-1, LG-CLI-3). */
import { buildCommand, buildRouteMap } from "@stricli/core";
import type { CliContext } from "./cli-context.js";
import { argument, flag, JSON_FLAG, neededText, text, whole } from "./flags.js";
import type { AttachWitnessFlags, BatchFlags, CheckDiffFlags, CloseRoundFlags, DispositionFlags, IntakeFlags, LedgerFlags, OpenInstanceFlags, VerifyFlags } from "./ledger-flags.js";

const COMMON = {
  root: text("Root of the repository; default: the nearest directory above the ledger that has .review", "DIRECTORY"),
  config: text("Configuration file; default: config.yaml in .review", "FILE"),
  autonomous: flag("The loop runs without people: blocking entries need a person's decision"),
  json: JSON_FLAG,
} as const;
const ITERATION = whole("Number of the round; default: the one that comes next");
const LEDGER = argument("LEDGER", "Path of the ledger, such as .review/work/auth/review-ledger.json");
const ledgerOnly = { kind: "tuple", parameters: [LEDGER] } as const;
const ledgerAndId = { kind: "tuple", parameters: [LEDGER, argument("ID", "Id of a finding, such as F-001")] } as const;
const decision = {
  action: neededText("What is decided: defer, reject or fix-now", "ACTION"),
  ticket: text("For a defer: where the work is kept", "TEXT"),
  reason: text("For a reject: why it is no defect", "TEXT"),
  by: { kind: "enum", values: ["human", "agent", "tool"], brief: "Who decided", optional: true },
} as const;

const openInstance = /* @__PURE__ */ buildCommand<OpenInstanceFlags, [string, string?], CliContext>({
  loader: async () => (await import("./commands/ledger.js")).openInstance,
  parameters: {
    flags: { checkpoint: text("The checkpoint, if it is not the second argument", "NAME"), "force-reason": text("Why it is opened although the instance before is not over", "TEXT"), ...COMMON },
    positional: { kind: "tuple", parameters: [LEDGER, { ...argument("CHECKPOINT", "spec, plan, code, qa, adr, root-cause or fix-plan"), optional: true }] },
  },
  docs: { brief: "Begin the loop of a checkpoint; makes the ledger if there is none" },
});

const intake = /* @__PURE__ */ buildCommand<IntakeFlags, [string], CliContext>({
  loader: async () => (await import("./commands/ledger.js")).intake,
  parameters: {
    flags: {
      artifact: neededText("What the findings are about: spec, plan, code or adr", "KIND"),
      "findings-file": text("Findings, a JSON list: a file, or - for standard input", "FILE"),
      "findings-json": text("The findings themselves; prefer the file, which needs no quoting", "JSON"),
      iteration: ITERATION,
      ...COMMON,
    },
    positional: ledgerOnly,
  },
  docs: { brief: "Take a review's findings in; makes the ledger if there is none" },
});

const verify = /* @__PURE__ */ buildCommand<VerifyFlags, [string], CliContext>({
  loader: async () => (await import("./commands/ledger.js")).verify,
  parameters: {
    flags: {
      "results-file": text("What a later look found, a JSON list: a file, or -", "FILE"),
      "results-json": text("The results themselves", "JSON"),
      "cannot-reproduce": text("Instead: the finding that could not be reproduced", "ID"),
      evidence: text("For --cannot-reproduce: what was tried", "TEXT"),
      iteration: ITERATION,
      ...COMMON,
    },
    positional: ledgerOnly,
  },
  docs: { brief: "Record what a later look at findings found" },
});

const attachWitness = /* @__PURE__ */ buildCommand<AttachWitnessFlags, [string, string], CliContext>({
  loader: async () => (await import("./commands/ledger.js")).attachWitness,
  parameters: {
    flags: {
      ref: neededText("What demonstrates the finding, such as tests/review/F-001.test.ts", "REF"),
      kind: text("test (default), repro or trace", "KIND"),
      status: text("red (default), green or n/a", "STATUS"),
      ...COMMON,
    },
    positional: ledgerAndId,
  },
  docs: { brief: "Replace what demonstrates a finding" },
});

const disposition = /* @__PURE__ */ buildCommand<DispositionFlags, [string, string], CliContext>({
  loader: async () => (await import("./commands/ledger.js")).disposition,
  parameters: { flags: { ...decision, ...COMMON }, positional: ledgerAndId },
  docs: { brief: "Record what was decided about a finding" },
});

const dispositionBatch = /* @__PURE__ */ buildCommand<BatchFlags, readonly string[], CliContext>({
  loader: async () => (await import("./commands/ledger.js")).dispositionBatch,
  parameters: {
    flags: {
      ...decision,
      severity: text("Also every open entry of this severity", "SEVERITY"),
      overwrite: flag("The severity also takes entries that were decided about"),
      ...COMMON,
    },
    // The parser knows no tuple with a rest, so the command splits them.
    positional: { kind: "array", parameter: argument("LEDGER ID", "The ledger, then ids of findings"), minimum: 1 },
  },
  docs: { brief: "Record one decision about several findings, or none of them" },
});

const closeRound = /* @__PURE__ */ buildCommand<CloseRoundFlags, [string], CliContext>({
  loader: async () => (await import("./commands/ledger.js")).closeRound,
  parameters: {
    flags: {
      iteration: ITERATION,
      "suite-evidence": text("Summary of the whole test suite, or the statement of a doc-only round", "TEXT"),
      "gates-evidence": text("Summary of the gates", "TEXT"),
      claimed: { kind: "parsed", parse: String, brief: "Findings that fix commits of this round name", placeholder: "ID", variadic: true, optional: true },
      ...COMMON,
    },
    positional: ledgerOnly,
  },
  docs: { brief: "Decide and record the round: continue, ask or stop" },
});

const checkDiff = /* @__PURE__ */ buildCommand<CheckDiffFlags, [string], CliContext>({
  loader: async () => (await import("./commands/check-diff.js")).checkDiff,
  parameters: {
    flags: {
      finding: neededText("The finding that the commit claims to fix", "ID"),
      commit: neededText("One commit that is no merge", "REVISION"),
      iteration: ITERATION,
      ...COMMON,
    },
    positional: ledgerOnly,
  },
  docs: { brief: "Check that a fix commit stays inside its finding's scope; exit 1 where it does not" },
});

const report = /* @__PURE__ */ buildCommand<LedgerFlags, [string], CliContext>({
  loader: async () => (await import("./commands/ledger.js")).report,
  parameters: { flags: COMMON, positional: ledgerOnly },
  docs: { brief: "Show the ledger; changes nothing" },
});

const resync = /* @__PURE__ */ buildCommand<LedgerFlags, [string], CliContext>({
  loader: async () => (await import("./commands/ledger.js")).resync,
  parameters: { flags: COMMON, positional: ledgerOnly },
  docs: { brief: "Append what the side files lack" },
});

/** `loopwright ledger …`. */
export const ledgerRoutes = /* @__PURE__ */ buildRouteMap({
  routes: {
    "open-instance": openInstance,
    intake,
    verify,
    "attach-witness": attachWitness,
    disposition,
    "disposition-batch": dispositionBatch,
    "close-round": closeRound,
    "check-diff": checkDiff,
    report,
    resync,
  },
  docs: { brief: "A review ledger on disk" },
});
