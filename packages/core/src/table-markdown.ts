import type { TableRow } from "./row.js";
import { isRunnerToken } from "./runner-rows.js";

/** Renders rows as a Markdown table: number, token, kind, where to, when (from `why`, whose inline Markdown stays). */
export function tableToMarkdown<F>(rows: readonly TableRow<F>[]): string {
  const lines = rows.map((row, index) => {
    const kind = row.kind === "continue" ? `continue → ${row.then}` : row.kind;
    const scope = row.early === true || isRunnerToken(row.token) ? "every checkpoint" : "after review";
    return `| ${index + 1} | \`${cell(row.token)}\` | ${kind} | ${scope} | ${cell(row.why ?? "")} |`;
  });
  return ["| row | token | kind | counts | when |", "|---|---|---|---|---|", ...lines, ""].join("\n");
}

/** A text that stays inside its cell: a backslash before a pipe would take the pipe's own escape away. */
function cell(text: string): string {
  return text.replaceAll(/\r\n|[\r\n]/g, " ").replaceAll(/\\*\|/g, (run) => "\\".repeat(2 * run.length - 1) + "|");
}
