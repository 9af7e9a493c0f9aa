/** `explain`, `run` and `replay`: policies by name, or from a module of one's own. */
import { buildCommand } from "@stricli/core";
import type { CliContext } from "./cli-context.js";
import { argument, flag, JSON_FLAG, neededText, text, whole } from "./flags.js";
import { OWN_FLAGS } from "./own-flags.js";
import type { ExplainFlags, ReplayFlags, RunFlags } from "./policy-flags.js";

const POLICY_BRIEF = "A built-in name, or a module (./my-policy.js) whose default export it is";

/** `loopwright explain`. */
export const explainCommand = /* @__PURE__ */ buildCommand<ExplainFlags, [string], CliContext>({
  loader: async () => (await import("./commands/explain.js")).explain,
  parameters: {
    flags: {
      policy: neededText(POLICY_BRIEF, "NAME|MODULE"),
      early: flag("Only early rows count, as after a draft or a revision"),
      json: JSON_FLAG,
    },
    positional: { kind: "tuple", parameters: [argument("FACTS", "Facts, a decision or a result of `run`: a JSON file, or - for standard input")] },
  },
  docs: { brief: "Say which row decides, why those above do not, and what would change it" },
});

/** `loopwright run`. */
export const runCommand = /* @__PURE__ */ buildCommand<RunFlags, [string], CliContext>({
  loader: async () => (await import("./commands/run.js")).run,
  parameters: {
    flags: {
      agent: {
        kind: "parsed",
        parse: String,
        brief: "An agent: ROLE=COMMAND with blanks between arguments, ROLE=[\"command\",\"argument\"], or ROLE=preset:NAME; ROLE/KEY for one of a family",
        placeholder: "ROLE=COMMAND",
        variadic: true,
        optional: true,
      },
      input: text("What the run starts from: a JSON file, or - for standard input; quality-locked: { checkpoint, artifact, mode: { isOn: true, source: \"flag\" } }", "FILE"),
      "max-rounds": whole("Reviews at most"),
      "max-calls": whole("Calls at most, repairs included"),
      "max-tokens": whole("Tokens at most"),
      "max-cost-usd": { kind: "parsed", parse: parseAmount, brief: "US dollars at most; every agent needs a price", placeholder: "USD", optional: true },
      "call-timeout-ms": whole("Time limit of each call in milliseconds"),
      "run-timeout-ms": whole("Time limit of the whole run in milliseconds"),
      "run-id": text("Name of the run; default: a random one", "ID"),
      ...OWN_FLAGS,
      journal: text("Records the run in this file; given again, it goes on from there after a crash", "FILE"),
      resume: text("Instead of --input: the snapshot of a run that waits for a person, a JSON file, or -", "FILE"),
      token: text("Instead of --input, with --journal: the question that is answered", "TOKEN"),
      "answer-file": text("With --resume or --token: the answer, a JSON file, or -", "FILE"),
      "answer-json": text("With --resume or --token: the answer itself", "JSON"),
      by: text("With --resume or --token: who answers", "NAME"),
      json: JSON_FLAG,
    },
    positional: { kind: "tuple", parameters: [argument("POLICY", POLICY_BRIEF)] },
  },
  docs: { brief: "Run a loop with commands as its agents; exit 0 passed, 3 stopped, 4 waiting for a person" },
});

/** `loopwright replay`. */
export const replayCommand = /* @__PURE__ */ buildCommand<ReplayFlags, [string], CliContext>({
  loader: async () => (await import("./commands/replay.js")).replay,
  parameters: {
    flags: { policy: neededText(POLICY_BRIEF, "NAME|MODULE"), json: JSON_FLAG },
    positional: { kind: "tuple", parameters: [argument("JOURNAL", "Journal of a run")] },
  },
  docs: { brief: "Compute a recorded run's decisions again; calls nobody; exit 1 where one differs" },
});

/** Reads an amount of money; refuses signs and exponents. */
function parseAmount(input: string): number {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(input)) throw new Error("not an amount");
  return Number(input);
}
