/**
 * A test runner for Stryker that loads all tests of a target into its own process once, and then runs, for each mutant,
 * the tests that reach it until one fails. Nothing is kept between tests: the deciders are pure.
 *
 * Mutants of code that only runs at load are left to `ignoreStatic`; an endless loop ends by Stryker's hit limit, or by
 * its timeout, which replaces the process.
 */
import { existsSync, globSync } from "node:fs";
import { registerHooks } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { INSTRUMENTER_CONSTANTS, type InstrumenterContext } from "@stryker-mutator/api/core";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import { determineHitLimitReached, DryRunStatus, TestStatus, toMutantRunResult } from "@stryker-mutator/api/test-runner";
import type { DryRunResult, MutantRunOptions, MutantRunResult, TestResult, TestRunner, TestRunnerCapabilities } from "@stryker-mutator/api/test-runner";
import { beginFile, collectedTests, type CollectedTest } from "./in-process-vitest.ts";
import { targetOf } from "./targets.ts";

const beside = (file: string): string => new URL(file, import.meta.url).href;
/** What tests import, and what they get. */
const STAND_INS = new Map([["vitest", beside("in-process-vitest.ts")], ["fast-check", beside("short-properties.ts")]]);
/** Files and tests that measure time or documents, or compare decisions with themselves: slow, and no mutant is theirs alone. */
const NO_FILES = /(scale|docs|order\.prop)\.test\.ts$/;
const NO_TESTS = /linear|megabyte|in time that grows|100,000|without going through all|whatever the JSON/i;
/** What is cheap comes first: most mutants fall at once. */
const LATE = /\.prop\.test\.ts|vectors|agreement|read-run/;

class DirectRunner implements TestRunner {
  readonly #context: InstrumenterContext = ((globalThis as never as Record<string, InstrumenterContext>)[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});

  capabilities(): TestRunnerCapabilities {
    // Nothing is reloaded: with `ignoreStatic`, what runs at load and in tests is only mutated in tests. Saying no would
    // cost a process for each such mutant.
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    const target = targetOf(process.env["MUTATION_TARGET"]);
    const { readPackages } = (await import(pathToFileURL(path.resolve("scripts/workspace.ts")).href)) as typeof import("../../scripts/workspace.ts");
    resolveToSources(new Map(readPackages().flatMap((one) => one.entries.map(({ specifier, source }) => [specifier, source] as const))));
    const files = globSync(target.tests, { cwd: `packages/${target.package}` }).sort((a, b) => Number(LATE.test(a)) - Number(LATE.test(b)) || (a < b ? -1 : 1));
    for (const file of files.filter((one) => !NO_FILES.test(one))) {
      beginFile(`packages/${target.package}/${file}`);
      await import(pathToFileURL(path.resolve(`packages/${target.package}`, file)).href);
    }
  }

  async dryRun(): Promise<DryRunResult> {
    const tests: TestResult[] = [];
    for (const test of testsToRun()) {
      this.#context.currentTestId = test.id;
      tests.push(await runOne(test));
    }
    delete this.#context.currentTestId;
    return { status: DryRunStatus.Complete, tests, mutantCoverage: this.#context.mutantCoverage ?? { static: {}, perTest: {} } };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, disableBail }: MutantRunOptions): Promise<MutantRunResult> {
    const wanted = new Set(testFilter);
    this.#context.activeMutant = activeMutant.id;
    this.#context.hitCount = 0;
    this.#context.hitLimit = hitLimit ?? Infinity;
    const tests: TestResult[] = [];
    for (const test of testsToRun()) {
      if (testFilter !== undefined && !wanted.has(test.id)) continue;
      const result = await runOne(test);
      tests.push(result);
      if (result.status === TestStatus.Failed && !disableBail) break;
    }
    delete this.#context.activeMutant;
    return toMutantRunResult(determineHitLimitReached(this.#context.hitCount, hitLimit) ?? { status: DryRunStatus.Complete, tests });
  }
}

function testsToRun(): readonly CollectedTest[] {
  return collectedTests().filter(({ id }) => !NO_TESTS.test(id));
}

async function runOne({ id, file, body }: CollectedTest): Promise<TestResult> {
  const start = performance.now();
  const base = { id, name: id, fileName: path.resolve(file) };
  try {
    await body();
    return { ...base, status: TestStatus.Success, timeSpentMs: performance.now() - start };
  } catch (thrown) {
    const failureMessage = thrown instanceof Error ? thrown.message.slice(0, 500) : String(thrown);
    return { ...base, status: TestStatus.Failed, failureMessage, timeSpentMs: performance.now() - start };
  }
}

/** Imports of packages and of `./x.js` lead to TypeScript sources below the current folder; Vitest and fast-check to stand-ins. */
function resolveToSources(entries: ReadonlyMap<string, string>): void {
  registerHooks({
    resolve(specifier, context, next) {
      const standIn = STAND_INS.get(specifier);
      if (standIn !== undefined && context.parentURL !== standIn) return { url: standIn, shortCircuit: true };
      const entry = entries.get(specifier);
      if (entry !== undefined) return { url: pathToFileURL(entry).href, shortCircuit: true };
      if (specifier.startsWith(".") && specifier.endsWith(".js") && context.parentURL !== undefined) {
        const source = new URL(specifier.replace(/\.js$/, ".ts"), context.parentURL);
        if (source.protocol === "file:" && existsSync(fileURLToPath(source))) return { url: source.href, shortCircuit: true };
      }
      return next(specifier, context);
    },
  });
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "direct", DirectRunner)];
