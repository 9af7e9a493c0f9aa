/** `check` and `classify`. A fault of the history is also told on standard output, as the checker's contract has it (QL-JSON-2). */
import { LoopwrightError } from "@loopwright/core";
import { check, classify } from "@loopwright/policies/quality-locked";
import type { CliContext } from "../cli-context.js";
import type { CommandWorld } from "../command-world.js";
import type { CheckFlags, ClassifyFlags } from "../locked-flags.js";
import { EXIT_CODES, perform, type Outcome } from "../outcome.js";
import { checkOneStdin, parseJson, readText } from "../read-input.js";

/** `loopwright classify` (QL-JSON-3). */
export async function classifyReview(this: CliContext, flags: ClassifyFlags): Promise<void> {
  this.end(await perform(async () => ({ data: { counts: classify(await reviewText(flags, this.world)) } }), { json: true }, this.world));
}

/** `loopwright check` (QL-JSON-1). */
export async function checkReview(this: CliContext, flags: CheckFlags): Promise<void> {
  this.end(await perform(() => checked(flags, this.world), { json: true }, this.world));
}

async function checked(flags: CheckFlags, world: CommandWorld): Promise<Outcome> {
  checkOneStdin({ "--review-output-file": flags["review-output-file"], "--history-file": flags["history-file"] });
  const machine = flags["machine-counts-json"];
  try {
    const history = await historyOf(flags, world);
    const reviewOutput = await reviewText(flags, world);
    return {
      data: check({
        reviewText: reviewOutput,
        iteration: flags.iteration,
        history,
        checkpoint: flags.checkpoint,
        // The cast: `check` itself refuses what are no counts.
        ...(machine === undefined ? {} : { machineCounts: parseJson(machine, "--machine-counts-json") as { readonly critical?: number } }),
      }),
    };
  } catch (thrown) {
    if (!(thrown instanceof LoopwrightError)) throw thrown;
    return { exitCode: EXIT_CODES.problem, data: { error: thrown.message }, problem: thrown };
  }
}

function reviewText(flags: ClassifyFlags, world: CommandWorld): Promise<string> {
  return readText({ fileFlag: "--review-output-file", file: flags["review-output-file"], textFlag: "--review-output", text: flags["review-output"] }, world);
}

async function historyOf(flags: CheckFlags, world: CommandWorld): Promise<unknown> {
  const { "history-file": file, "history-json": text } = flags;
  if (file === undefined && text === undefined) return [];
  const read = await readText({ fileFlag: "--history-file", file, textFlag: "--history-json", text }, world);
  return parseJson(read, file ?? "--history-json");
}
