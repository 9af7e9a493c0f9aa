/**
 * What a path stands for, by tables that ship with the library: no host and no run can add to them (D37).
 */

const PROSE = /\.(?:md|mdx|markdown|rst|adoc|txt)$/;

/** Whether a file is prose; everything else is code (§17.13). */
export function isProseFile(file: string): boolean {
  return PROSE.test(file.toLowerCase());
}

/** Whose file it is: a checking instrument's, production's, or not clear. */
export type FileRole = "ambiguous" | "instrument" | "production";

const AMBIGUOUS_NAMES = [
  /^(?:gnu)?makefile$|\.mk$/,
  /gen(?:erate|erator)?[-_.]?fixtures?|fixtures?[-_.]?gen/,
  /^dockerfile(?:\..*)?$|\.dockerfile$/,
  /^package\.json$/,
];
const FIXTURE_FOLDERS = new Set(["fixture", "fixtures", "__fixtures__", "cassette", "cassettes"]);
const CHECKING_FOLDERS = new Set(["grader", "graders", "checker", "checkers"]);
const EVAL_FOLDERS = new Set(["eval", "evals"]);
const SOURCE_ROOTS = new Set(["src", "lib", "app", "cmd", "pkg", "internal"]);
const CHECKING_SCRIPT = /(?:grader|checker).*\.(?:sh|bash|py|ts|js|mjs)$/;
const CONFIG_FILE = /\.(?:yaml|yml|json|toml)$/;
const EVAL_FILE = /^eval\.(?:yaml|yml|json|toml)$/;
const CONTRACT_WORKFLOW = /contract.*\.ya?ml$/;

/**
 * The partition of §17.13 with RL-TR-16: the first line of the table that matches decides, ambiguity before all. Under a
 * shipped-source root the words `grader` and `checker` make nothing an instrument.
 */
export function fileRole(file: string): FileRole {
  const parts = file.toLowerCase().replaceAll("\\", "/").split("/").filter((part) => part !== "" && part !== ".");
  const name = parts.at(-1) ?? "";
  const folders = parts.slice(0, -1);
  if (AMBIGUOUS_NAMES.some((pattern) => pattern.test(name))) return "ambiguous";
  const isShipped = (place: number): boolean => folders.slice(0, place).some((folder) => SOURCE_ROOTS.has(folder));
  if (folders.some((folder, place) => FIXTURE_FOLDERS.has(folder) || (CHECKING_FOLDERS.has(folder) && !isShipped(place)))) return "instrument";
  if (CHECKING_SCRIPT.test(name) && !isShipped(folders.length)) return "instrument";
  if (EVAL_FILE.test(name) || (CONFIG_FILE.test(name) && folders.some((folder) => EVAL_FOLDERS.has(folder)))) return "instrument";
  const isWorkflow = folders.at(-2) === ".github" && folders.at(-1) === "workflows";
  return isWorkflow && CONTRACT_WORKFLOW.test(name) ? "instrument" : "production";
}
