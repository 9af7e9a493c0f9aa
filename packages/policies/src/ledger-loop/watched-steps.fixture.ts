/**
 * A policy whose steps are watched, for sweeps: which ran, and what those came to that ran to their end. Whoever looks after a
 * crash whether an effect was done looks there, as a person would look into the ledger.
 */
import type { InterruptedOutcome, Json, Policy, PolicyTypes } from "@loopwright/core";

type AnyStep = (name: string, run: (step: { readonly key: string }) => unknown, options?: unknown) => unknown;
type AnyPhase = (ctx: { readonly step: AnyStep }, ...rest: readonly unknown[]) => unknown;

/** A policy and what is known of its steps. */
export interface WatchedSteps<T extends PolicyTypes> {
  readonly policy: Policy<T>;
  /** Keys of steps that ran, each time. */
  readonly ran: () => readonly string[];
  readonly interrupted: (key: string) => InterruptedOutcome;
}

/** Watches the steps of a policy in every phase. */
export function watchedSteps<T extends PolicyTypes>(policy: Policy<T>): WatchedSteps<T> {
  const ran: string[] = [];
  const done = new Map<string, Json>();
  const body = { ...policy.body } as { [phase: string]: unknown };
  for (const phase of ["open", "review", "revise", "consult", "record"]) {
    const own = body[phase] as AnyPhase | undefined; // Phases, by their names.
    if (own === undefined) continue;
    body[phase] = (ctx: { readonly step: AnyStep }, ...rest: readonly unknown[]) => {
      const step: AnyStep = (name, run, options) =>
        ctx.step(
          name,
          async (given) => {
            ran.push(given.key);
            const value = await run(given);
            done.set(given.key, value as Json);
            return value;
          },
          options,
        );
      return own(Object.create(ctx, { step: { value: step } }) as { readonly step: AnyStep }, ...rest);
    };
  }
  const interrupted = (key: string): InterruptedOutcome => (done.has(key) ? { value: done.get(key) as Json } : "redo");
  return { policy: { ...policy, body: body as unknown as Policy<T>["body"] }, ran: () => ran, interrupted };
}
