/**
 * What the loop is asked to do: the document, the task and the rules, all of it in the request, because both roles may
 * judge and write by nothing else (QU-REVIN-01, QU-REV-01).
 */
import { RULESET } from "./ruleset.ts";

export type ReviewRequest = {
  readonly task: string;
  /** The document as it was handed in; the first draft. */
  readonly document: string;
  readonly ruleset: { readonly name: string; readonly version: number; readonly rules: { readonly [id: string]: string } };
};

const TASK =
  "Make `document` fit for publishing. As the first draft give `document` itself, unchanged, character by character. " +
  "In a revision carry out the feedback and leave every other character as it is: the document keeps what it says. " +
  "The result is fit for publishing when it breaks no rule of `ruleset`.";

export function toRequest(document: string): ReviewRequest {
  const rules = Object.fromEntries(RULESET.rules.map((rule) => [rule.id, rule.change]));
  return { task: TASK, document, ruleset: { name: RULESET.name, version: RULESET.version, rules } };
}
