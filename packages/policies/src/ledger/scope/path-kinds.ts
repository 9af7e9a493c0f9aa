/** What kind of path a commit touched (LG-CD-13, LG-CD-14, LG-CD-15). Every test is one pass over the path. */
import type { LedgerContext } from "../context.js";
import { witnessPath } from "../operations/attach-witness.js";
import { isSet } from "../value/entry.js";
import type { LedgerEntry } from "../value/ledger.js";

/** A `test` or `tests` or `__tests__` directory, `.test.` or `.spec.` in the name, `_test.` in the name; case-sensitive (LG-CD-15). */
export function isTestPath(path: string): boolean {
  const segments = path.split("/");
  const name = segments.pop() ?? "";
  if (segments.some((segment) => segment === "test" || segment === "tests" || segment === "__tests__")) return true;
  return name.includes(".test.") || name.includes(".spec.") || name.includes("_test.");
}

/** Files that the loop writes itself: the ledger, its logs, the manifest of this cycle; nothing else (LG-CD-13, LG-SEC-21). */
export function isBookkeeping(path: string, cycleDirectory: string, { names, improvements }: LedgerContext): boolean {
  if (!improvements.has("LG-CD-13")) return path.startsWith(`${names.stateDirectory}/`);
  return [names.ledgerFile, names.exitLog, names.deferralFile, names.manifestFile].some((name) => path === `${cycleDirectory}/${name}`);
}

/** The witnesses of some entries: `<dir>/<id>` and what follows it, and the tests they name (LG-CD-14, LG-SEC-22, LG-SEC-23). */
export function witnessTest(entries: readonly LedgerEntry[], context: LedgerContext): (path: string) => boolean {
  const { names, improvements } = context;
  const isStrict = improvements.has("LG-CD-14");
  const isTest = names.isTestPath ?? isTestPath;
  const prefixes = entries.map(({ id }) => `${names.witnessDirectory}/${id}`);
  const refs = new Set<string>();
  for (const { witness } of entries) {
    if (!isSet(witness?.ref)) continue;
    const ref = String(witness?.ref);
    const path = isStrict ? witnessPath(ref) : ref;
    if (!isStrict || (witness?.kind === "test" && isTest(path))) refs.add(path);
  }
  const isBoundary = (character: string): boolean => !isStrict || character === "" || ".-/".includes(character);
  return (path) => refs.has(path) || prefixes.some((prefix) => path.startsWith(prefix) && isBoundary(path.charAt(prefix.length)));
}
