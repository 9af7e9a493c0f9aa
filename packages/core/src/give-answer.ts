/**
 * Answers of people: checked, and put into the state by the ask's own pure function (G16). No schema turns one type into
 * another: the word "false" is no yes (H04).
 */
import { isLoopwrightError, LoopwrightError, messageOf } from "./errors.js";
import { copyPlain } from "./plain.js";
import type { Applied, Ask, Policy } from "./policy.js";
import { toValidated, type Contract } from "./role.js";
import type { RunSnapshot } from "./snapshot.js";
import { isStandardSchema } from "./standard-schema.js";

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
  const schema = ask.answer;
  const given = isStandardSchema(schema) ? schema["~standard"].validate(answer) : null;
  if (given !== null && "then" in given) return refuse("answer-invalid", "answer", "the schema of an answer must validate synchronously", "Use a synchronous schema.");
  const checked = given === null ? (schema as Contract<unknown>).validate(answer) : toValidated(answer, given); // Not a Standard Schema: the other form.
  return checked.ok ? checked.value : refuse("answer-invalid", "answer", checked.problems.join("; "), "Check the answer's shape.");
}

function refuse(code: string, path: string, message: string, hint: string): never {
  throw new LoopwrightError(code, message, { path, hint });
}
