/**
 * What git knows of a repository at one moment, beside the files (G15, F19).
 *
 * Invariant: nothing is written and nothing that the repository configures is run. The index is read as a list of entries,
 * so that a refresh of its time stamps is no change; flags that make git look away from a file are part of it.
 */
import { sha256Hex } from "@loopwright/core";
import { readRegular } from "../workspace/confined.js";
import { FileStates } from "../workspace/file-states.js";
import type { GitState } from "../workspace/snapshot.js";
import { splitFields } from "./changed-paths.js";
import { isObjectId } from "./revision.js";
import type { Git } from "./run-git.js";

const MAX_LIST_BYTES = 134_217_728;
const MAX_LOG_BYTES = 268_435_456;

/** Paths that count: those of the index, and others that are not ignored. As bytes; a nested repository ends with `/`. */
export async function countedPaths(git: Git, signal?: AbortSignal): Promise<readonly Uint8Array[]> {
  const { stdout } = await git.run(["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { maxBytes: MAX_LIST_BYTES, signal, readsIndex: true });
  return splitFields(stdout) ?? [];
}

/** Reads git's state. */
export async function readGitState(git: Git, signal?: AbortSignal): Promise<GitState> {
  const call = { maxBytes: MAX_LIST_BYTES, signal };
  const [head, branch, entries, references, places] = await Promise.all([
    git.run(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], { ...call, codes: [0, 1] }),
    git.run(["symbolic-ref", "--quiet", "HEAD"], { ...call, codes: [0, 1] }),
    git.run(["ls-files", "-z", "--stage", "-v"], { ...call, readsIndex: true }),
    git.run(["for-each-ref", "--format=%(objectname) %(refname) %(symref)"], call),
    git.run(["rev-parse", "--absolute-git-dir", "--path-format=absolute", "--git-common-dir"], call),
  ]);
  const [gitDirectory = "", commonDirectory = gitDirectory] = lineOf(places.stdout).split("\n");
  const id = lineOf(head.stdout);
  return {
    head: isObjectId(id) ? id : null,
    branch: branch.code === 0 ? lineOf(branch.stdout) : null,
    index: digest(entries.stdout),
    references: digest(references.stdout),
    headLog: digest(readRegular(`${gitDirectory}/logs/HEAD`, "logs/HEAD", MAX_LOG_BYTES) ?? new Uint8Array()),
    settings: await settingsDigest(git.place.gitEntry, gitDirectory, commonDirectory, signal),
  };
}

/** Files that say how git behaves here; those of the work tree are content. */
async function settingsDigest(gitEntry: string, gitDirectory: string, commonDirectory: string, signal?: AbortSignal): Promise<string> {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const common = new FileStates(commonDirectory, { signal, isIgnored: (path) => path.endsWith(".sample") });
  for (const path of ["config", "hooks", "info", "objects/info/alternates"]) await common.add(encode(path));
  const own = new FileStates(gitDirectory, { signal });
  await own.add(encode("config.worktree"));
  // A work tree beside its repository has a file there that names it.
  const link = new FileStates(process.getBuiltinModule("node:path").dirname(gitEntry), { signal });
  if (gitDirectory !== gitEntry) await link.add(encode(".git"));
  return digest(encode(JSON.stringify([gitDirectory, commonDirectory, [...common.states], [...own.states], [...link.states]])));
}

function digest(bytes: Uint8Array): string {
  return `sha256:${sha256Hex(bytes)}`;
}

function lineOf(stdout: Uint8Array): string {
  return new TextDecoder().decode(stdout).replace(/\n$/, "");
}
