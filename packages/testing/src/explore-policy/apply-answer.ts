/** Puts a person's answer into a state, as `resumeRun` does. */
import { copyPlain, LoopwrightError, messageOf } from "@loopwright/core";
import type { Applied, Ask, Contract, Json, Policy, StandardSchema } from "@loopwright/core";
import { policyThrew } from "./phase.js";

/** The state with the answer in it; else why not, and whether that is a fault of the policy. */
export type AppliedAnswer = { readonly ok: true; readonly state: Json } | { readonly ok: false; readonly reason: string; readonly fault: LoopwrightError | null };

export function applyAnswer(policy: Policy, token: string, state: Json, answer: unknown): AppliedAnswer {
  const ask = (policy.body.asks as { readonly [token: string]: Ask<unknown, unknown> })[token] as Ask<unknown, unknown>; // `definePolicy` owes one to every ask row.
  const valid = validAnswer(ask, copyPlain(answer, { path: "answer" }));
  if (!valid.ok) return { ok: false, reason: valid.reason, fault: null };
  let applied: Applied<unknown>;
  try {
    applied = ask.apply(state, valid.value);
  } catch (thrown) {
    return { ok: false, reason: messageOf(thrown), fault: policyThrew(`asks.${token}.apply`, thrown) };
  }
  if (!applied.ok) return { ok: false, reason: applied.reason, fault: null };
  try {
    return { ok: true, state: copyPlain(applied.state, { path: "state" }) };
  } catch (thrown) {
    return { ok: false, reason: messageOf(thrown), fault: new LoopwrightError("state-not-plain", messageOf(thrown), { path: `asks.${token}.apply`, hint: "The state is plain data: it is stored, forked and printed." }) };
  }
}

type ValidAnswer = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

function validAnswer(ask: Ask<unknown, unknown>, answer: Json): ValidAnswer {
  if (ask.answer === undefined) return { ok: true, value: answer };
  if (!isSchema(ask.answer)) {
    const checked = ask.answer.validate(answer);
    return checked.ok ? checked : { ok: false, reason: checked.problems.join("; ") };
  }
  const checked = ask.answer["~standard"].validate(answer);
  if (checked instanceof Promise) return { ok: false, reason: "the schema of an answer must validate synchronously" };
  return checked.issues === undefined ? { ok: true, value: checked.value } : { ok: false, reason: checked.issues.map(({ message }) => message).join("; ") };
}

function isSchema(contract: Contract<unknown> | StandardSchema<unknown>): contract is StandardSchema<unknown> {
  return "~standard" in contract;
}
