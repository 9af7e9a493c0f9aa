/** Answers of people: checked, and put into the state by the ask's own pure function (G16). */
import { isLoopwrightError, LoopwrightError, messageOf } from "./errors.js";
import { copyPlain } from "./plain.js";
import type { Applied, Ask, Policy } from "./policy.js";
import type { RunSnapshot } from "./snapshot.js";
import { isStandardSchema, problemsOfIssues } from "./standard-schema.js";

/**
 * Refuses an answer to another question, or from nobody.
 *
 * @throws LoopwrightError `policy-mismatch`, `token-mismatch`, `answer-unsigned`.
 */
export function checkAddress(policy: Policy, snapshot: Pick<RunSnapshot, "policy" | "policyVersion" | "token">, token: string, by: unknown): void {
  if (snapshot.policy !== policy.name || snapshot.policyVersion !== policy.version) {
    const stored = `${snapshot.policy}@${snapshot.policyVersion}`;
    refuse("policy-mismatch", "from.policy", `the snapshot is of ${stored}, not of ${policy.name}@${policy.version}`, "Resume with the policy that was suspended.");
  }
  if (snapshot.token !== token) refuse("token-mismatch", "token", `the run waits for an answer to "${snapshot.token}", not to "${token}"`, "Answer the question that was asked.");
  if (typeof by !== "string" || by.trim() === "") refuse("answer-unsigned", "by", "an answer must say who gives it", "Pass by: a name or an account.");
}

/**
 * Puts an answer into the state.
 *
 * @throws LoopwrightError `answer-invalid`, `answer-refused`, `not-plain`, or whatever the ask itself throws of these.
 */
export function applyAnswer(policy: Policy, snapshot: Pick<RunSnapshot, "token" | "state">, given: unknown): unknown {
  const ask = (policy.body.asks as { readonly [token: string]: Ask<unknown, unknown> } | undefined)?.[snapshot.token];
  if (ask === undefined) return refuse("token-mismatch", "token", `the policy asks nothing under "${snapshot.token}"`, "Resume with the policy that was suspended.");
  let applied: Applied<unknown>;
  try {
    applied = ask.apply(snapshot.state, validAnswer(ask, copyPlain(given, { path: "answer" })));
    if (applied.ok && applied.state === undefined) throw new TypeError("apply gave no state");
  } catch (thrown) {
    if (isLoopwrightError(thrown)) throw thrown;
    return refuse("answer-invalid", "answer", `the answer could not be applied: ${messageOf(thrown)}`, "Check the answer's shape.");
  }
  if (!applied.ok) return refuse("answer-refused", "answer", applied.reason, "The run stays suspended; answer again.");
  return applied.state;
}

function validAnswer(ask: Ask<unknown, unknown>, answer: unknown): unknown {
  if (ask.answer === undefined) return answer;
  if (!isStandardSchema(ask.answer)) {
    const checked = ask.answer.validate(answer);
    return checked.ok ? checked.value : refuse("answer-invalid", "answer", checked.problems.join("; "), "Check the answer's shape.");
  }
  const checked = ask.answer["~standard"].validate(answer);
  if (checked instanceof Promise) return refuse("answer-invalid", "answer", "the schema of an answer must validate synchronously", "Use a synchronous schema.");
  return checked.issues === undefined ? checked.value : refuse("answer-invalid", "answer", problemsOfIssues(checked.issues).join("; "), "Check the answer's shape.");
}

function refuse(code: string, path: string, message: string, hint: string): never {
  throw new LoopwrightError(code, message, { path, hint });
}
