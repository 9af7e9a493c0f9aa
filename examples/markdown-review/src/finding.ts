/** One place where a document breaks a rule. Plain data: it crosses from the linters' thread. */
import type { RuleId } from "./ruleset.ts";

export interface Finding {
  readonly rule: RuleId;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  /** What stands there, shortened. Empty where nothing does. */
  readonly actual: string;
  /** What should stand there, shortened; `null` where the rule does not say. */
  readonly expected: string | null;
}
