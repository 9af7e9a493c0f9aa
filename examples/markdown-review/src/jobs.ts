/** What the linters' thread does with a document. A byte order mark is set aside and put back. */
import type { Finding } from "./finding.ts";
import { inspect } from "./inspect.ts";
import { findLosses } from "./kept.ts";
import { mend } from "./mend.ts";
import type { RuleId } from "./ruleset.ts";

const BYTE_ORDER_MARK = "\uFEFF";

/** Every place where a draft of the document breaks the rule set, as plain data. */
export async function lint(draft: string, document: string): Promise<Finding[]> {
  const flaws = await inspect(withoutMark(draft));
  const plain = flaws.map(({ rule, line, column, actual, expected }) => ({ rule, line, column, actual, expected }));
  return [...findLosses(withoutMark(document), withoutMark(draft)), ...plain];
}

/** The document with the flaws of these rules mended, as far as they can be. */
export async function mendDocument(document: string, rules: readonly RuleId[]): Promise<string> {
  const body = withoutMark(document);
  return document.slice(0, document.length - body.length) + (await mend(body, rules));
}

function withoutMark(document: string): string {
  return document.startsWith(BYTE_ORDER_MARK) ? document.slice(1) : document;
}
