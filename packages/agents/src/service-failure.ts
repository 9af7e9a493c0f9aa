/**
 * What a service's failure means for whoever may ask again.
 *
 * Invariants:
 * 1. Retryable is what the same request may survive later: too many requests, a server fault, a conflict of two
 *    requests with one idempotency key, a time-out. Everything else stays as it is however often it is asked.
 * 2. What a service turns away before it works on it (too many requests, overloaded) has spent nothing, and so has what
 *    was never sent: that is known and reported, so that a budget goes on (G14). Of every other failure nothing is
 *    known: a server that broke may have worked before (H08).
 * 3. A wait that the service asks for is taken from its headers only; one that cannot be read is none.
 */

import type { Usage } from "@loopwright/core";

const RETRYABLE_BELOW_500: readonly number[] = [408, 409, 425, 429];

/** Whether the same request may succeed later. */
export function isRetryableStatus(status: number): boolean {
  return status >= 500 || RETRYABLE_BELOW_500.includes(status);
}

const TURNED_AWAY: readonly number[] = [429, 503, 529];

/** Whether the service refused to begin. */
export function isTurnedAway(status: number): boolean {
  return TURNED_AWAY.includes(status);
}

/** What a request spent that nobody worked on. */
export const NOTHING_SPENT: Usage = Object.freeze({ inputTokens: 0, outputTokens: 0, costUsd: 0 });

/** How long the service asks to wait, in milliseconds; `undefined` where it does not say. */
export function retryAfterMsOf(header: (name: string) => string | null | undefined, nowMs: () => number = Date.now): number | undefined {
  const precise = numberIn(header("retry-after-ms"));
  if (precise !== undefined) return precise;
  const text = header("retry-after");
  const seconds = numberIn(text);
  if (seconds !== undefined) return seconds * 1000;
  const at = Date.parse(text ?? "");
  if (Number.isNaN(at)) return undefined;
  const sentAt = Date.parse(header("date") ?? ""); // The service's own clock, where it tells it.
  return Math.max(0, at - (Number.isNaN(sentAt) ? nowMs() : sentAt));
}

function numberIn(text: string | null | undefined): number | undefined {
  return text != null && /^\s*\d{1,9}(\.\d{1,9})?\s*$/.test(text) ? Number(text) : undefined;
}
