/**
 * Compiles the `ts` blocks of the documentation against the built packages, strictly, each as an
 * ES module of its own. A block marked `ts continued` goes on in the module of the block before it.
 * A module keeps the line numbers of its document, so an error names the line to mend.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { conclude, run } from "./run.ts";
import { root } from "./workspace.ts";

const documents = globSync(["*.md", "docs/**/*.md", "packages/*/README.md", "examples/*/README.md"], {
  cwd: root,
  exclude: (file) => file.includes("node_modules") || path.basename(file) === "CHANGELOG.md",
}).sort();

const directory = path.join(root, ".cache", "snippets");
const code = /^(ts|typescript|tsx|mts|js|javascript|mjs)\b/;

interface Snippets {
  /** One padded module per group of blocks. */
  readonly modules: readonly string[];
  readonly problems: readonly string[];
}

function extract(document: string, text: string): Snippets {
  const modules: string[][] = [];
  const problems: string[] = [];
  let open: { fence: string; keep: boolean } | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const fence = /^\s*(`{3,}|~{3,})\s*(.*?)\s*$/.exec(line);
    if (open === undefined && fence) {
      const info = fence[2] ?? "";
      const keep = info === "ts" || info === "ts continued";
      if (!keep && code.test(info)) {
        problems.push(`${document}:${index + 1}: write \`ts\` or \`ts continued\`, not \`${info}\``);
      }
      if (info === "ts continued" && modules.length === 0) {
        problems.push(`${document}:${index + 1}: there is no block before this one to continue`);
      }
      if (keep && (info === "ts" || modules.length === 0)) modules.push([]);
      open = { fence: fence[1] ?? "```", keep };
    } else if (open !== undefined && fence && fence[2] === "" && fence[1]?.startsWith(open.fence)) {
      open = undefined;
    } else if (open?.keep) {
      const module = modules.at(-1) ?? [];
      while (module.length < index) module.push("");
      module.push(line);
    }
  }
  return { modules: modules.map((lines) => lines.join("\n") + "\n"), problems };
}

rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });
writeFileSync(path.join(directory, "package.json"), '{ "private": true, "type": "module" }\n');
const config = {
  extends: "../../tsconfig.base.json",
  compilerOptions: { paths: {}, noImplicitReturns: false },
  include: ["*.ts"],
};
writeFileSync(path.join(directory, "tsconfig.json"), JSON.stringify(config));

const problems: string[] = [];
const origin = new Map<string, string>();
for (const document of documents) {
  const found = extract(document, readFileSync(path.join(root, document), "utf8"));
  problems.push(...found.problems);
  for (const [index, module] of found.modules.entries()) {
    const file = `${document.replaceAll(/[/\\]/g, "__")}.${index + 1}.ts`;
    origin.set(file, document);
    writeFileSync(path.join(directory, file), module);
  }
}

if (origin.size > 0) {
  const result = run("tsc", ["--project", ".", "--pretty", "false"], { cwd: directory });
  if (!result.ok) {
    const readable = result.output.replaceAll(
      /^(.+?\.ts)\((\d+),(\d+)\)/gm,
      (all, file: string, line: string, column: string) =>
        origin.has(file) ? `${origin.get(file)}:${line}:${column}` : all,
    );
    problems.push(readable.trim());
  }
}
if (!existsSync(path.join(root, "README.md"))) problems.push("README.md is missing");
conclude(problems, `${origin.size} snippets of ${documents.length} documents compiled`);
