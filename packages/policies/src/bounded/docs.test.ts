import { test } from "vitest";
import { expectFresh } from "../quality-locked/docs-page.fixture.js";
import { boundedTable, NEXT_ACTIONS, rowName, type BoundedToken } from "./bounded-table.js";
import { BUDGETS, mostDelegatedCalls } from "./budget.js";
import { selectLanes } from "./lanes.js";
import { DEFAULT_ROUTING, preferenceLabel } from "./routing.js";

const rows = (...cells: readonly (readonly (string | number)[])[]): string => cells.map((row) => `| ${row.join(" | ")} |`).join("\n");

test("the page's tables are those of the code", () => {
  expectFresh("bounded.md", "table", boundedTable.toMarkdown());
  const tokens = boundedTable.rows.flatMap(({ token, kind }, index) => (kind === "continue" ? [] : [[rowName(index), `\`${token}\``, `\`${NEXT_ACTIONS[token as BoundedToken].code}\``]]));
  expectFresh("bounded.md", "next actions", rows(["row", "token", "next action"], ["---", "---", "---"], ...tokens));
  const budgets = Object.entries(BUDGETS).map(([name, limits]) => [name, limits.reviewers, limits.concurrent, limits.repairLoops, mostDelegatedCalls(limits)]);
  expectFresh("bounded.md", "budgets", rows(["budget", "lanes", "at one time", "repair loops", "delegated calls at most"], ["---", "---:", "---:", "---:", "---:"], ...budgets));
  const routing = Object.entries(DEFAULT_ROUTING).map(([kind, wishes]) => [kind, [...wishes.map(preferenceLabel), "runtime default"].join(" → ")]);
  expectFresh("bounded.md", "routing", rows(["work", "preference, left to right"], ["---", "---"], ...routing));
  const matrix = (["pr", "plan"] as const).flatMap((kind) => (["trivial", "small", "normal", "large"] as const).flatMap((size) => [false, true].flatMap((hasSignals) => [false, true].map((distinctArchitecture) => {
    const cells = [1, 2, 3].map((reviewers) => {
      const { lanes, coverage } = selectLanes({ kind, size, signals: hasSignals ? ["payments"] : [], risk: hasSignals ? "high" : "standard", decisive: false, distinctArchitecture, reviewers });
      return `${lanes.map(({ lane }) => lane).join(" + ")}${coverage.length > 0 ? ` (${coverage.join(", ")})` : ""}`;
    });
    return { key: [kind, size], signals: hasSignals ? "yes" : "no", architecture: distinctArchitecture ? "yes" : "no", cells };
  }))));
  // Rows that differ only in what they do not depend on are one.
  const merged = new Map<string, { signals: Set<string>; architecture: Set<string>; row: (typeof matrix)[number] }>();
  for (const row of matrix) {
    const key = [...row.key, ...row.cells].join("|");
    const known = merged.get(key) ?? { signals: new Set(), architecture: new Set(), row };
    known.signals.add(row.signals);
    known.architecture.add(row.architecture);
    merged.set(key, known);
  }
  const any = (values: Set<string>): string => (values.size === 2 ? "any" : [...values].join());
  expectFresh("bounded.md", "lanes", rows(
    ["target", "size", "signals", "architecture", "economy", "standard", "strict"], ["---", "---", "---", "---", "---", "---", "---"],
    ...[...merged.values()].map(({ signals, architecture, row }) => [row.key[0] === "pr" ? "code" : "plan", row.key[1] ?? "", any(signals), any(architecture), ...row.cells]),
  ));
});
