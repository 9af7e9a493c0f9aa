/** `check` and `classify`: the quality-locked checker (QL-JSON-1..3, LG-CLI-3). */
import { buildCommand } from "@stricli/core";
import type { CliContext } from "./cli-context.js";
import { JSON_FLAG, text, whole } from "./flags.js";
import type { CheckFlags, ClassifyFlags } from "./locked-flags.js";

const reviewFlags = {
  "review-output-file": text("The reviewer's raw output: a file, or - for standard input", "FILE"),
  "review-output": text("The reviewer's raw output itself; prefer the file, which needs no quoting", "TEXT"),
} as const;

/** `loopwright classify`. */
export const classifyCommand = /* @__PURE__ */ buildCommand<ClassifyFlags, [], CliContext>({
  loader: async () => (await import("./commands/locked.js")).classifyReview,
  parameters: { flags: { ...reviewFlags, json: JSON_FLAG } },
  docs: { brief: "Count the findings in a reviewer's prose" },
});

/** `loopwright check`. */
export const checkCommand = /* @__PURE__ */ buildCommand<CheckFlags, [], CliContext>({
  loader: async () => (await import("./commands/locked.js")).checkReview,
  parameters: {
    flags: {
      ...reviewFlags,
      iteration: { ...whole("Number of this iteration, from 1"), optional: false },
      "history-file": text("Prior iteration records, a JSON list, oldest first: a file, or -", "FILE"),
      "history-json": text("The prior records themselves", "JSON"),
      "machine-counts-json": text("Findings that a machine made, by severity", "JSON"),
      checkpoint: text("Checkpoint; picks this loop's records out of the history", "NAME"),
      json: JSON_FLAG,
    },
  },
  docs: { brief: "Classify a review and decide what a quality-locked loop does next" },
});
