/**
 * Every public entry of every packed tarball, loaded by `import()` and by `require()` in a process
 * of its own, and called. Both ways must give the same names.
 */
import { pathToFileURL } from "node:url";
import path from "node:path";
import { packPackages, packedRoot } from "./pack.ts";
import { conclude, run } from "./run.ts";
import { readPackages, root } from "./workspace.ts";

const callsUrl = pathToFileURL(path.join(root, "scripts", "entry-calls.ts")).href;

/** Prints the entry's names after its call went well. */
function program(specifier: string, load: string): string {
  const name = JSON.stringify(specifier);
  return `
    (async () => {
      const entry = ${load}(${name});
      const { calls } = await import(${JSON.stringify(callsUrl)});
      const call = calls[${name}];
      if (!call) throw new Error("scripts/entry-calls.ts has no call for this entry");
      await call(entry);
      console.log(Object.keys(entry).sort().join(" "));
    })().catch((error) => { console.error(error); process.exitCode = 1; });
  `;
}

function load(specifier: string, type: "module" | "commonjs"): { problem?: string; names: string } {
  const loader = type === "module" ? "await import" : "require";
  const code = program(specifier, loader);
  const result = run("node", [`--input-type=${type}`, "--eval", code], { cwd: packedRoot });
  const names = result.stdout.trim();
  if (result.ok) return { names };
  return { names, problem: `${specifier} by ${loader}: ${result.output}` };
}

packPackages();
const specifiers = readPackages().flatMap((one) => one.entries.map((entry) => entry.specifier));
const problems: string[] = [];
for (const specifier of specifiers) {
  const imported = load(specifier, "module");
  const required = load(specifier, "commonjs");
  for (const { problem } of [imported, required]) if (problem) problems.push(problem);
  if (imported.names !== required.names) {
    problems.push(`${specifier}: import() gives ${imported.names}; require() gives ${required.names}`);
  }
}
conclude(problems, `${specifiers.length} entries loaded by import() and require(), and called`);
