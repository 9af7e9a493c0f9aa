import { test } from "vitest";
import { REVIEW_LABELS } from "./grammar.js";
import { lockedTable } from "./locked-table.js";
import { CAP_MENU, ESCALATE_MENU, UNPARSEABLE_MENU, type Choice } from "./prompts.js";
import { expectFresh } from "./docs-page.fixture.js";

const menu = (choices: readonly Choice[]): string =>
  ["| answer | what follows |", "|---|---|", ...choices.map(({ letter, label, isRecommended }) => `| ${letter} | ${label}${isRecommended === true ? " (recommended)" : ""} |`)].join("\n");

test("the page's tables are those of the code", () => {
  expectFresh("quality-locked.md", "table", lockedTable.toMarkdown());
  const labels = Object.entries(REVIEW_LABELS).map(([label, severity]) => `| \`${label}:\` | ${severity} |`);
  expectFresh("quality-locked.md", "labels", ["| heading | counts as |", "|---|---|", ...labels].join("\n"));
  expectFresh("quality-locked.md", "cap menu", menu(CAP_MENU));
  expectFresh("quality-locked.md", "escalation menu", menu(ESCALATE_MENU));
  expectFresh("quality-locked.md", "unreadable menu", menu(UNPARSEABLE_MENU));
});
