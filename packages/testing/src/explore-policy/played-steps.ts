/** A policy whose steps do not do their work but come to what a trace says; everything else is its own. */
import type { Policy } from "@loopwright/core";
import type { Interruption } from "./place.js";
import type { TraceStep } from "./retrace.js";

type AnyContext = { readonly [member: string]: unknown } & { step(name: string, run: (step: { readonly key: string }) => unknown): unknown };
type AnyPhase = (ctx: unknown, ...rest: unknown[]) => unknown;

export function withPlayedSteps(policy: Policy, steps: readonly TraceStep[], interrupt: (how: Interruption) => void, turnOf: (key: string) => Promise<void>): Policy {
  const played = new Map(steps.flatMap((step) => step.performed.filter(({ kind }) => kind === "step").map((one) => [one.key, one] as const)));
  if (played.size === 0) return policy;
  const perform = async ({ key }: { readonly key: string }): Promise<unknown> => {
    const one = played.get(key);
    if (one === undefined) return new Promise(() => undefined); // The run does something else than the trace.
    const { interruption, outcome, lane } = one;
    if (lane !== null) await turnOf(key);
    if (interruption !== null) {
      setTimeout(() => interrupt(interruption), 0);
      return new Promise(() => undefined);
    }
    if (outcome.ok) return outcome.value;
    throw new Error(outcome.failure.message);
  };
  const scopeOf = (ctx: AnyContext): AnyContext => {
    const scope = membersOf(ctx);
    scope["step"] = (name: string) => ctx.step(name, perform);
    const { lanes } = ctx;
    if (typeof lanes === "function") {
      scope["lanes"] = (specs: unknown, body: AnyPhase, options: unknown) => (lanes as AnyPhase).call(ctx, specs, (lane: unknown, ...rest: unknown[]) => body(scopeOf(lane as AnyContext), ...rest), options);
    }
    return scope as AnyContext;
  };
  const phases = ["open", "review", "revise", "consult", "record"] as const;
  const body = { ...policy.body } as unknown as { [phase: string]: AnyPhase | undefined }; // Phases get the arguments they were called with.
  for (const phase of phases) {
    const own = body[phase];
    if (own !== undefined) body[phase] = (ctx: unknown, ...rest: unknown[]) => own(scopeOf(ctx as AnyContext), ...rest);
  }
  return { ...policy, body: body as unknown as Policy["body"] };
}

/** The members of a context, whether its own or its class's, each bound to it. */
function membersOf(ctx: AnyContext): { [name: string]: unknown } {
  const members: { [name: string]: unknown } = {};
  for (const name of ["call", "emit", "now", "members", "version"]) {
    if (typeof ctx[name] === "function") members[name] = (ctx[name] as AnyPhase).bind(ctx);
  }
  for (const name of ["signal", "round", "phase", "lane"]) Object.defineProperty(members, name, { get: () => ctx[name] });
  return members;
}
