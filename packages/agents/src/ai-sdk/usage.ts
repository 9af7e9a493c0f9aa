/** The AI SDK's usage as the core counts it; invariant 3 of `ai-sdk.ts`. */
import type { JsonObject, Usage } from "@loopwright/core";
import type { LanguageModelUsage } from "ai";

/** Adds up what the steps of one call report. */
export class StepUsage {
  readonly #steps: LanguageModelUsage[] = [];

  /** Whether no step came to its end. */
  get isEmpty(): boolean {
    return this.#steps.length === 0;
  }

  add(usage: LanguageModelUsage): Usage | undefined {
    this.#steps.push(usage);
    return this.total();
  }

  /** The sums; `undefined` where there is nothing that every step told. */
  total(): Usage | undefined {
    const inputTokens = this.#sum((usage) => usage.inputTokens);
    const outputTokens = this.#sum((usage) => usage.outputTokens);
    if (inputTokens === undefined && outputTokens === undefined) return undefined;
    return {
      ...(inputTokens !== undefined && { inputTokens }),
      ...(outputTokens !== undefined && { outputTokens }),
      details: this.#details(),
    };
  }

  #details(): JsonObject {
    const details = {
      cacheReadTokens: this.#sum((usage) => usage.inputTokenDetails?.cacheReadTokens),
      cacheWriteTokens: this.#sum((usage) => usage.inputTokenDetails?.cacheWriteTokens),
      reasoningTokens: this.#sum((usage) => usage.outputTokenDetails?.reasoningTokens),
    };
    const told = Object.entries(details).filter((entry): entry is [string, number] => entry[1] !== undefined);
    return { steps: this.#steps.length, ...Object.fromEntries(told) };
  }

  #sum(read: (usage: LanguageModelUsage) => number | undefined): number | undefined {
    let sum = 0;
    for (const usage of this.#steps) {
      const tokens = read(usage);
      if (typeof tokens !== "number" || !Number.isFinite(tokens)) return undefined;
      sum += tokens;
    }
    return this.#steps.length === 0 ? undefined : sum;
  }
}
