/**
 * `docs/rules.md`: which tests carry which rule id.
 *
 * Ids are read from the final titles of the collected tests (suites and table rows expanded, skipped
 * and todo tests left out), never from comments: from the report of a test run where `--report FILE` names one,
 * as `verify` does, otherwise by collecting the tests. The catalogues are the lists of ids in
 * `docs/rule-catalogues/`. `check` fails when the page is stale, when an id that is declared built
 * has no test, and when a title names an id that no catalogue has.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { idsInTitle } from "./rule-ids.ts";
import type { TitleForm } from "./rule-ids.ts";
import { conclude, run } from "./run.ts";
import { readJson, root } from "./workspace.ts";

interface Catalogue {
  readonly title: string;
  /** How a test title names an id; see rule-ids.ts. */
  readonly titles: TitleForm;
  /** All, none, or the listed ids are built and must have a test. */
  readonly built: boolean | readonly string[];
  /** Why ids are not built. */
  readonly reasons?: { readonly [id: string]: string };
  readonly ids: readonly string[];
}

interface CollectedTest {
  readonly name: string;
  readonly file: string;
}

const page = path.join(root, "docs", "rules.md");
const catalogueFolder = path.join(root, "docs", "rule-catalogues");
const order = ["quality-loop", "guarantees", "field-cases", "quality-locked", "ledger", "bounded", "review-loop"];

function readCatalogues(): Catalogue[] {
  const names = readdirSync(catalogueFolder).map((file) => path.basename(file, ".json"));
  const rank = (name: string): number => (order.indexOf(name) + order.length + 1) % (order.length + 1);
  return names
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .map((name) => readJson<Catalogue>(path.join(catalogueFolder, `${name}.json`)));
}

interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly ancestorTitles: readonly string[]; readonly title: string; readonly status: string }[];
  }[];
}

/** The tests that a run has just run. */
function readTests(report: string): CollectedTest[] {
  return readJson<TestReport>(report).testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed" || status === "failed")
      .map(({ ancestorTitles, title }) => ({ file, name: [...ancestorTitles, title].join(" > ") })),
  );
}

/** Tests are imported to get their final titles; type tests never run and are parsed. */
function collectTests(): CollectedTest[] {
  const output = path.join(root, ".cache", "tests.json");
  mkdirSync(path.dirname(output), { recursive: true });
  return [["--project=!types", "--no-static-parse"], ["--project=types"]].flatMap((flags) => {
    const base = ["list", "--config", "vitest.workspace.ts", `--json=${output}`];
    const result = run("vitest", [...base, ...flags]);
    if (!result.ok) throw new Error(result.output);
    return readJson<CollectedTest[]>(output);
  });
}

/** id → file → number of tests. */
type TestsById = Map<string, Map<string, number>>;

function group(tests: readonly CollectedTest[], form: TitleForm): TestsById {
  const byId: TestsById = new Map();
  for (const test of tests) {
    const file = path.relative(root, test.file).split(path.sep).join("/");
    for (const id of idsInTitle(test.name, form)) {
      const files = byId.get(id) ?? new Map<string, number>();
      files.set(file, (files.get(file) ?? 0) + 1);
      byId.set(id, files);
    }
  }
  return byId;
}

function isBuilt(catalogue: Catalogue, id: string): boolean {
  return typeof catalogue.built === "boolean" ? catalogue.built : catalogue.built.includes(id);
}

function testCell(files: Map<string, number> | undefined, built: boolean): string {
  if (!files) return built ? "**no test**" : "not built yet";
  return [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, count]) => `[${file.replace(/^packages\//, "")}](../${file})${count > 1 ? ` ×${count}` : ""}`)
    .join(", ");
}

function section(catalogue: Catalogue, byId: TestsById): string {
  const built = catalogue.ids.filter((id) => isBuilt(catalogue, id));
  const shown = catalogue.ids.filter((id) => isBuilt(catalogue, id) || byId.has(id));
  const hidden = catalogue.ids.filter((id) => !shown.includes(id));
  const rows = shown.map((id) => `| ${id} | ${testCell(byId.get(id), isBuilt(catalogue, id))} |`);
  return [
    `## ${catalogue.title}`,
    `${built.length} of ${catalogue.ids.length} ids are built.`,
    ...(rows.length > 0 ? [["| id | tests |", "|---|---|", ...rows].join("\n")] : []),
    ...(hidden.length > 0 ? [hiddenText(hidden, catalogue)] : []),
  ].join("\n\n");
}

/** What is not built, and why where the catalogue says it. */
function hiddenText(hidden: readonly string[], { reasons = {} }: Catalogue): string {
  const open = hidden.filter((id) => !Object.hasOwn(reasons, id));
  const told = hidden.flatMap((id) => (Object.hasOwn(reasons, id) ? [`${id} is not built: ${reasons[id]}`] : []));
  return [...(open.length > 0 ? [`Not built yet: ${open.join(", ")}.`] : []), ...told].join("\n\n");
}

function unknownIds(catalogues: readonly Catalogue[], form: TitleForm, byId: TestsById): string[] {
  const known = new Set(catalogues.filter((one) => one.titles === form).flatMap((one) => one.ids));
  return [...byId]
    .filter(([id]) => !known.has(id))
    .map(([id, files]) => `${id} stands in a test title (${[...files.keys()].join(", ")}) but in no catalogue`);
}

const catalogues = readCatalogues();
const { values, positionals } = parseArgs({ allowPositionals: true, options: { report: { type: "string" } } });
const tests = values.report === undefined ? collectTests() : readTests(values.report);
const grouped: Record<TitleForm, TestsById> = {
  rule: group(tests, "rule"),
  guarantee: group(tests, "guarantee"),
  case: group(tests, "case"),
};

const text = [
  "# Rule map",
  "Generated by `npm run rules:update` from the titles of the tests. Do not edit.",
  ...catalogues.map((catalogue) => section(catalogue, grouped[catalogue.titles])),
].join("\n\n");

const untested = catalogues.flatMap((catalogue) => {
  const ids = catalogue.ids.filter(
    (id) => isBuilt(catalogue, id) && !grouped[catalogue.titles].has(id),
  );
  return ids.length > 0 ? [`${catalogue.title}: built, but no test names ${ids.join(", ")}`] : [];
});
const unknown = (["rule", "guarantee", "case"] as const).flatMap((form) =>
  unknownIds(catalogues, form, grouped[form]),
);

if (positionals[0] === "update") {
  writeFileSync(page, `${text}\n`);
  for (const problem of [...untested, ...unknown]) console.warn(problem);
  console.log(`docs/rules.md written from ${tests.length} tests`);
} else {
  const isStale = !existsSync(page) || readFileSync(page, "utf8") !== `${text}\n`;
  const stale = isStale ? ["docs/rules.md is stale: npm run rules:update"] : [];
  conclude([...stale, ...untested, ...unknown], `rule map of ${tests.length} tests is current`);
}
