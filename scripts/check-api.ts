/**
 * The public surface: one rolled-up declaration file per entry, committed under `api/`.
 * `check` fails on any difference to what was built; `update` writes the files.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import { conclude, run } from "./run.ts";
import { readPackages, root } from "./workspace.ts";
import type { Entry, Package } from "./workspace.ts";

const committed = path.join(root, "api");
const built = path.join(root, ".cache", "api");

/** Writes the roll-up of one entry and returns its path relative to `api/`. */
function rollUp(one: Package, entry: Entry): string {
  const relative = `${one.folder}/${entry.stem}.d.ts`;
  const messages: string[] = [];
  const result = Extractor.invoke(
    ExtractorConfig.prepare({
      configObject: {
        projectFolder: one.directory,
        mainEntryPointFilePath: path.join(one.directory, "dist", `${entry.stem}.d.ts`),
        compiler: { tsconfigFilePath: path.join(one.directory, "tsconfig.build.json") },
        apiReport: { enabled: false },
        docModel: { enabled: false },
        tsdocMetadata: { enabled: false },
        dtsRollup: { enabled: true, untrimmedFilePath: path.join(built, relative) },
        newlineKind: "lf",
        messages: { extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } } },
      },
      configObjectFullPath: undefined,
      packageJsonFullPath: path.join(one.directory, "package.json"),
    }),
    {
      localBuild: true,
      messageCallback: (message) => {
        if (message.logLevel === ExtractorLogLevel.Error) messages.push(message.text);
        message.handled = true;
      },
    },
  );
  if (!result.succeeded) throw new Error(`${entry.specifier}: ${messages.join("\n")}`);
  return relative;
}

function listFiles(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".d.ts"))
    .map((file) => file.split(path.sep).join("/"));
}

/** A quoted text, a name, or one sign; the bar between the members of a union is none. */
const WORD = /"[^"]*"|[\w$]+|[^\s\w|]/g;

/**
 * The compiler prints the members of unions and of enumerations inferred from them in the order in which it met them,
 * which differs from build to build. So lines, and the words of a line, are compared without their order.
 */
function unordered(file: string): string {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.map((line) => (line.match(WORD) ?? []).sort().join(" ")).sort().join("\n");
}

function difference(relative: string): string[] {
  if (!existsSync(path.join(committed, relative))) return [`api/${relative} is not committed`];
  if (unordered(path.join(committed, relative)) === unordered(path.join(built, relative))) return [];
  const files = [`api/${relative}`, path.relative(root, path.join(built, relative))];
  const result = run("git", ["diff", "--no-index", "--no-color", "--no-ext-diff", "--", ...files]);
  return result.ok ? [] : [result.output];
}

const update = process.argv[2] === "update";
rmSync(built, { recursive: true, force: true });
const current = readPackages().flatMap((one) => one.entries.map((entry) => rollUp(one, entry)));

if (update) {
  rmSync(committed, { recursive: true, force: true });
  for (const relative of current) {
    const target = path.join(committed, relative);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, readFileSync(path.join(built, relative)));
  }
  conclude([], `api/: ${current.length} declaration files written`);
} else {
  const problems = [
    ...current.flatMap(difference),
    ...listFiles(committed)
      .filter((file) => !current.includes(file))
      .map((file) => `api/${file} belongs to no public entry`),
  ];
  if (problems.length > 0) problems.push("The public surface changed. If that is meant: npm run api:update");
  conclude(problems, `${current.length} entries equal their committed declarations`);
}
