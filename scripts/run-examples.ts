/** Runs the `ci` script of every example; each asserts its own outcome. */
import path from "node:path";
import { conclude, run } from "./run.ts";
import { readJson, root, subfolders } from "./workspace.ts";

interface Manifest {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
}

const folders = subfolders(path.join(root, "examples"));
const problems: string[] = [];
for (const folder of folders) {
  const manifest = readJson<Manifest>(path.join(folder, "package.json"));
  const label = path.relative(root, folder);
  if (!manifest.scripts?.["ci"]) {
    problems.push(`${label}: package.json has no \`ci\` script`);
    continue;
  }
  const result = run("npm", ["run", "--silent", "ci"], { cwd: folder });
  if (result.ok) console.log(`${label}: ok`);
  else problems.push(`${label}:\n${result.output}`);
}
if (folders.length === 0) problems.push("there are no examples");
conclude(problems, `${folders.length} examples ran`);
