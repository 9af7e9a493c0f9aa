/**
 * `turbo.ts <task> [workspace…]`: runs a task of the named workspaces and of what they need
 * (of all, without a name). Silent unless it fails.
 */
import { run } from "./run.ts";

const [task = "build", ...workspaces] = process.argv.slice(2);
const filters = workspaces.map((name) => `--filter=${name}`);
const result = run("turbo", ["run", task, "--output-logs=errors-only", ...filters]);
if (!result.ok) {
  process.stderr.write(result.output);
  process.exitCode = 1;
}
