/**
 * Where a ledger stands: its directory, cycle and repository (LG-LOAD-5, LG-SEC-36).
 *
 * Invariants:
 * 1. All paths are real ones: two spellings of one ledger share one lock.
 * 2. Ledger, lock and side files are no links that leave the directory of their cycle.
 * 3. Anchors are never resolved against a tree that the ledger does not lie in, unless the root was given.
 */
import type { LedgerNames } from "../ledger/config/names.js";
import { refuse } from "../ledger/problem.js";
import { codeOf, nodeFs, nodePath } from "./node-files.js";

/** Where a ledger stands. */
export interface LedgerPlace {
  /** The ledger file. */
  readonly ledger: string;
  /** Directory of the cycle. */
  readonly directory: string;
  /** Name of the cycle, for a ledger that does not name itself. */
  readonly slug: string;
  /** Root of the repository. */
  readonly root: string;
  /** The directory from the root, with `/`. */
  readonly cycleDirectory: string;
}

/**
 * Finds the place of a ledger, which need not exist yet.
 * @throws LedgerProblem `path-unsafe`, `root-unknown`, `io-failed`.
 */
export function ledgerPlace(ledgerPath: string, options: { readonly root?: string | undefined; readonly stateDirectory: string }): LedgerPlace {
  const path = nodePath();
  if (ledgerPath === "" || ledgerPath.includes("\0")) refuse("path-unsafe", "ledger", "no path of a ledger", "Give the path of the ledger file.");
  const given = path.resolve(ledgerPath);
  const directory = realDirectory(path.dirname(given));
  const ledger = confinedFile(directory, path.basename(given));
  const root = options.root === undefined ? findRoot(directory, options.stateDirectory) : realDirectory(path.resolve(options.root));
  const cycleDirectory = path.relative(root, directory).split(path.sep).join("/");
  return Object.freeze({ ledger, directory, slug: path.basename(directory), root, cycleDirectory });
}

/** The real path of a directory; where its end does not exist yet, of what does. */
function realDirectory(directory: string): string {
  const path = nodePath();
  try {
    return nodeFs().realpathSync(directory);
  } catch (thrown) {
    const parent = path.dirname(directory);
    if (codeOf(thrown) !== "ENOENT" || parent === directory || isLink(directory)) {
      return refuse("io-failed", directory, `${directory} cannot be reached: ${codeOf(thrown)}`, "Check the path.");
    }
    return path.join(realDirectory(parent), path.basename(directory));
  }
}

function isLink(path: string): boolean {
  return nodeFs().lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/**
 * A file of the cycle, links resolved.
 * @throws LedgerProblem `path-unsafe` for a link that leaves the directory, or leads nowhere.
 */
export function confinedFile(directory: string, name: string): string {
  const path = nodePath();
  const file = path.join(directory, name);
  if (!isLink(file)) return file;
  let real: string | null = null;
  try {
    real = nodeFs().realpathSync(file);
  } catch {
    // It leads nowhere.
  }
  if (real !== null && isInside(directory, real)) return real;
  return refuse("path-unsafe", file, `${file} is a link that leaves the directory of its cycle`, "Put the file itself there.");
}

/** Whether a real path lies in a real directory. */
export function isInside(directory: string, file: string): boolean {
  const path = nodePath();
  const relative = path.relative(directory, file);
  return relative !== "" && relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** The nearest directory above that has the state directory, or will have it once the ledger is there. */
function findRoot(directory: string, stateDirectory: string): string {
  const path = nodePath();
  for (let at = directory, below = ""; ; below = at, at = path.dirname(at)) {
    const state = path.join(at, stateDirectory);
    if (below === state || nodeFs().statSync(state, { throwIfNoEntry: false })?.isDirectory() === true) return at;
    if (path.dirname(at) === at) break;
  }
  const here = realDirectory(process.cwd());
  if (here === directory || isInside(here, directory)) return here;
  return refuse("root-unknown", "root", `no directory above ${directory} has ${stateDirectory}, and it does not lie in ${here}`, "Give the root of the repository.");
}

/** Names with the ledger's own file name, which check-diff knows it by. */
export function namesOf(place: LedgerPlace, names: LedgerNames): LedgerNames {
  return { ...names, ledgerFile: nodePath().basename(place.ledger) };
}
