/**
 * What git knows of a repository at one moment, beside the files (G15, F19).
 *
 * Invariant: nothing is written and nothing that the repository configures is run. The index is read as a list of entries,
 * so that a refresh of its time stamps is no change; flags that make git look away from a file are part of it.
 */
import { sha256Hex } from "@loopwright/core";
import { EvidenceError } from "../evidence-error.js";
import { readRegular } from "../workspace/confined.js";
import { FileStates } from "../workspace/file-states.js";
import type { GitState } from "../workspace/snapshot.js";
import { splitFields } from "./changed-paths.js";
import { isObjectId } from "./revision.js";
import type { Git } from "./run-git.js";

const MAX_LIST_BYTES = 134_217_728;
const MAX_LOG_BYTES = 268_435_456;
/** How a line begins that is of no file of the index. */
const OTHER = 0x3f;
const FIELD_END = /* @__PURE__ */ Uint8Array.of(0);

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

/** Git's state, and the paths that counted at that moment. */
export interface CountedState {
  readonly state: GitState;
  /** Those of the index, and others that are not ignored. As bytes; a nested repository ends with `/`. */
  readonly paths: readonly Uint8Array[];
}

/** Reads git's state together with the paths that count: one list is both, so that neither is older than the other. */
export async function readCountedState(git: Git, places: Promise<GitPlaces>, signal?: AbortSignal): Promise<CountedState> {
  const { state, listed } = await readState(git, places, ["--others", "--exclude-standard"], signal);
  return { state, paths: listed.map(pathListed) };
}

/** Reads git's state. */
export async function readGitState(git: Git, places: Promise<GitPlaces>, signal?: AbortSignal): Promise<GitState> {
  return (await readState(git, places, [], signal)).state;
}

async function readState(git: Git, places: Promise<GitPlaces>, also: readonly string[], signal?: AbortSignal): Promise<{ readonly state: GitState; readonly listed: readonly Uint8Array[] }> {
  const call = { maxBytes: MAX_LIST_BYTES, signal };
  const [known, references, { stdout }] = await Promise.all([
    places,
    git.run(["for-each-ref", "--format=%(HEAD) %(objectname) %(refname) %(symref)"], call),
    git.run(["ls-files", "-z", "--stage", "-v", ...also], { ...call, readsIndex: true }),
  ]);
  const listed = splitFields(stdout) ?? malformedList();
  // What is not in the index is no part of git's state; what is, as git prints it alone.
  const entries = Buffer.concat(listed.flatMap((line) => (line[0] === OTHER ? [] : [line, FIELD_END])));
  // Byte by byte: a name need not be UTF-8.
  const unmarked = Buffer.from(references.stdout).toString("latin1").replaceAll(/^[* ] /gm, "");
  const state = {
    ...(branchIn(new TextDecoder().decode(references.stdout)) ?? (await readHead(git, signal))),
    index: digest(entries),
    references: digest(Buffer.from(unmarked, "latin1")),
    headLog: digest(readRegular(`${known.own}/logs/HEAD`, "logs/HEAD", MAX_LOG_BYTES) ?? new Uint8Array()),
    settings: await settingsDigest(git.place.gitEntry, known, signal),
  };
  return { state, listed };
}

/** The path of `? <path>`, or of `<tag> <mode> <id> <stage>\t<path>`. */
function pathListed(line: Uint8Array): Uint8Array {
  return line.subarray(line[0] === OTHER ? 2 : line.indexOf(0x09) + 1);
}

function malformedList(): never {
  throw new EvidenceError("git-failed", "git listed the files of the work tree in a form that cannot be read", { path: "workspace", hint: "Report the version of git." });
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
  for (const path of ["config", "hooks", "info"]) await common.add(encode(path));
  // Where the objects are a link, git follows it, and so must the look at what they borrow.
  const borrowed = new FileStates(`${commonDirectory}/objects/info`, { signal });
  await borrowed.add(encode("alternates"));
  const own = new FileStates(gitDirectory, { signal });
  await own.add(encode("config.worktree"));
  // A work tree beside its repository has a file there that names it.
  const link = new FileStates(process.getBuiltinModule("node:path").dirname(gitEntry), { signal });
  if (gitDirectory !== gitEntry) await link.add(encode(".git"));
  return digest(encode(JSON.stringify([gitDirectory, commonDirectory, [...common.states, ...[...borrowed.states].map(([path, state]) => [`objects/info/${path}`, state])], [...own.states], [...link.states]])));
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
