// Wrappers, one per file: each takes an agent and is one
export { withConcurrency } from "./with-concurrency.js";
export type { ConcurrencyLimit, ConcurrencyOptions } from "./with-concurrency.js";
export { withFallback } from "./with-fallback.js";
export type { FallbackNotice, FallbackOptions } from "./with-fallback.js";
export { withRetry } from "./with-retry.js";
export type { RetryOptions } from "./with-retry.js";
export { withTimeout } from "./with-timeout.js";
export type { TimeoutOptions } from "./with-timeout.js";
export type { WrappedAgent } from "./wrapper/wrapped-agent.js";
