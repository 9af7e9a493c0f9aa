/** What a call of linters or fixers spends: nothing, and they know it. */
export const NO_USAGE = { inputTokens: 0, outputTokens: 0, costUsd: 0 } as const;
