/**
 * How git is called, so that nothing around a repository runs or bends anything (LG-SEC-3, LG-SEC-30).
 *
 * A repository's own configuration cannot be left out, so what could act is overruled, for every call:
 * - nothing runs: no hook, file system monitor, pager, alias (plumbing commands cannot be aliased), filter (no command here
 *   compares the work tree), text conversion or external diff; nothing is fetched, not even a missing object;
 * - nothing bends: no replace reference, graft or commit graph; no settings of the system or the user; no attributes
 *   outside of the repository, and those inside are overruled by the options of each command; the work tree is never read
 *   in place of an object, because commits are read with no index at hand.
 * The environment holds nothing of ours but where programs and temporary files are.
 */

/** Settings that overrule a repository's. */
const SETTINGS = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "core.attributesFile=/dev/null",
  "core.excludesFile=/dev/null",
  "core.commitGraph=false",
  "core.quotePath=true",
  "core.precomposeUnicode=false",
  "core.bigFileThreshold=512m",
  "diff.indentHeuristic=true",
  "diff.suppressBlankEmpty=false",
  "protocol.allow=never",
];

/** What stands before every command. */
export const GIT_ARGS: readonly string[] = /* @__PURE__ */ Object.freeze([
  "--no-pager",
  "--no-replace-objects",
  "--no-optional-locks",
  "--literal-pathspecs",
  ...SETTINGS.flatMap((setting) => ["-c", setting]),
]);

/** What a comparison of two trees is asked with, beside its form. */
export const DIFF_ARGS: readonly string[] = /* @__PURE__ */ Object.freeze([
  "-r",
  "--no-renames",
  "--no-ext-diff",
  "--no-textconv",
  "--text",
  "--full-index",
  "--no-color",
  "--no-relative",
  "--ignore-submodules=none",
  "--submodule=short",
  "-O/dev/null",
]);

/** The form of a comparison that {@link diffReader} reads. */
export const PATCH_ARGS: readonly string[] = /* @__PURE__ */ Object.freeze([
  "-p",
  "-U0",
  "--inter-hunk-context=0",
  "--src-prefix=a/",
  "--dst-prefix=b/",
  "--diff-algorithm=myers",
  "--indent-heuristic",
  "--ws-error-highlight=none",
]);

/** Variables that a program needs to start at all; none of them says anything to git. */
const NEEDED = ["PATH", "Path", "PATHEXT", "SystemRoot", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP"];

/** Where a repository is. */
export interface RepositoryPlace {
  /** Top of the work tree, a real path. */
  readonly root: string;
  /** `.git` in it: a directory, or a file that names one. */
  readonly gitEntry: string;
}

/** The whole environment of a call. Without `indexFile` the repository's own index is read. */
export function gitEnvironment({ root, gitEntry }: RepositoryPlace, indexFile?: string): { readonly [name: string]: string } {
  const kept = NEEDED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    LC_ALL: "C",
    // Never looked for upwards, and never taken from the repository's settings.
    GIT_DIR: gitEntry,
    GIT_WORK_TREE: root,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_CONFIG_GLOBAL: "/dev/null",
    // Where an older git would look for the user's settings.
    HOME: "/dev/null",
    XDG_CONFIG_HOME: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_GRAFT_FILE: "/dev/null",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
    GIT_OPTIONAL_LOCKS: "0",
    ...(indexFile === undefined ? {} : { GIT_INDEX_FILE: indexFile }),
  };
}
