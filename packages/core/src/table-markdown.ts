import type { TableRow } from "./row.js";
import { isRunnerToken } from "./runner-rows.js";

/** Renders rows as a Markdown table: number, token, kind, where to, when (from `why`). */
export function tableToMarkdown<F>(rows: readonly TableRow<F>[]): string {
  const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\r\n|[\r\n]/g, " ");
  const lines = rows.map((row, index) => {
    const kind = row.kind === "continue" ? `continue → ${row.then}` : row.kind;
    const scope = row.early === true || isRunnerToken(row.token) ? "every checkpoint" : "after review";
    return `| ${index + 1} | \`${cell(row.token)}\` | ${kind} | ${scope} | ${cell(row.why ?? "")} |`;
  });
  return ["| row | token | kind | counts | when |", "|---|---|---|---|---|", ...lines, ""].join("\n");
}
