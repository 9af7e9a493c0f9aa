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

/** Where git keeps what it knows: of this work tree, and in common with others of the same repository. */
export interface GitPlaces {
  readonly own: string;
  readonly common: string;
}

/** Asks git for its directories. */
export async function readGitPlaces(git: Git, signal?: AbortSignal): Promise<GitPlaces> {
  const { stdout } = await git.run(["rev-parse", "--absolute-git-dir", "--path-format=absolute", "--git-common-dir"], { maxBytes: MAX_LIST_BYTES, signal });
  const [own = "", common = own] = lineOf(stdout).split("\n");
  return { own, common };
}

/** Reads git's state. */
export async function readGitState(git: Git, places: GitPlaces, signal?: AbortSignal): Promise<GitState> {
  const call = { maxBytes: MAX_LIST_BYTES, signal };
  const [references, entries] = await Promise.all([
    git.run(["for-each-ref", "--format=%(HEAD) %(objectname) %(refname) %(symref)"], call),
    git.run(["ls-files", "-z", "--stage", "-v"], { ...call, readsIndex: true }),
  ]);
  // Byte by byte: a name need not be UTF-8.
  const unmarked = Buffer.from(references.stdout).toString("latin1").replaceAll(/^[* ] /gm, "");
  return {
    ...(branchIn(new TextDecoder().decode(references.stdout)) ?? (await readHead(git, signal))),
    index: digest(entries.stdout),
    references: digest(Buffer.from(unmarked, "latin1")),
    headLog: digest(readRegular(`${places.own}/logs/HEAD`, "logs/HEAD", MAX_LOG_BYTES) ?? new Uint8Array()),
    settings: await settingsDigest(git.place.gitEntry, places, signal),
  };
}

type Head = Pick<GitState, "head" | "branch">;

/** The branch that is checked out, if the list of references marks one: saves two calls of git. */
function branchIn(references: string): Head | null {
  const [, id = "", branch = ""] = /^\* (\S+) (\S+) $/m.exec(references) ?? [];
  return isObjectId(id) ? { head: id, branch } : null;
}

/** HEAD where no branch is checked out, or one without commits. */
async function readHead(git: Git, signal?: AbortSignal): Promise<Head> {
  const call = { maxBytes: MAX_LIST_BYTES, signal, codes: [0, 1] };
  const [head, branch] = await Promise.all([
    git.run(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], call),
    git.run(["symbolic-ref", "--quiet", "HEAD"], call),
  ]);
  const id = lineOf(head.stdout);
  return { head: isObjectId(id) ? id : null, branch: branch.code === 0 ? lineOf(branch.stdout) : null };
}

/** Files that say how git behaves here; those of the work tree are content. */
async function settingsDigest(gitEntry: string, { own: gitDirectory, common: commonDirectory }: GitPlaces, signal?: AbortSignal): Promise<string> {
  const common = new FileStates(commonDirectory, { signal, isIgnored: (path) => path.endsWith(".sample") });
  for (const path of ["config", "hooks", "info", "objects/info/alternates"]) await common.add(encode(path));
  const own = new FileStates(gitDirectory, { signal });
  await own.add(encode("config.worktree"));
  // A work tree beside its repository has a file there that names it.
  const link = new FileStates(process.getBuiltinModule("node:path").dirname(gitEntry), { signal });
  if (gitDirectory !== gitEntry) await link.add(encode(".git"));
  return digest(encode(JSON.stringify([gitDirectory, commonDirectory, [...common.states], [...own.states], [...link.states]])));
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function digest(bytes: Uint8Array): string {
  return `sha256:${sha256Hex(bytes)}`;
}

function lineOf(stdout: Uint8Array): string {
  return new TextDecoder().decode(stdout).replace(/\n$/, "");
}
