/**
 * Citations: does a rule that a finding cites exist in the documents (LG-CITE)?
 *
 * Invariants:
 * 1. Matching is an index search over lower-cased text, never a built pattern: linear, and no citation is a pattern.
 * 2. A token matches between boundaries: before it no word character or dot, after it no word character (LG-CITE-5).
 * 3. A token that could match by accident, one character without a digit, never resolves (LG-CITE-6).
 * 4. Files that a tool writes are never sources: they quote the claims they would confirm (LG-SEC-20).
 */
import { characterAt, characterBefore, isWordCharacter, startsIgnoringCase } from "./text/letters.js";
import { isWhiteSpace, trimWhiteSpace } from "./text/white-space.js";

/** Which documents a citation points to. */
export type CitationKind = "constitution" | "spec" | "plan" | "adr" | "any";

const KINDS = ["constitution", "spec", "plan", "adr"] as const;

/** The documents that a citation names, by how it starts (LG-CITE-2). */
export function citationKind(cited: string): CitationKind {
  const text = trimWhiteSpace(cited);
  return KINDS.find((kind) => startsIgnoringCase(text, kind)) ?? "any";
}

/** What is looked up: the citation without its kind word, `§` and `#`; `""` where it names nothing (LG-CITE-4). */
export function citationToken(cited: string): string {
  const text = trimWhiteSpace(cited);
  const kind = KINDS.find((word) => startsIgnoringCase(text, word) && !isWordCharacter(characterAt(text, word.length)));
  let start = 0;
  if (kind !== undefined) {
    start = kind.length;
    while (start < text.length && (isWhiteSpace(text.charCodeAt(start)) || ":§#.-".includes(text.charAt(start)))) start++;
  }
  while (start < text.length && "§#".includes(text.charAt(start))) start++;
  return trimWhiteSpace(text.slice(start));
}

/** Whether a token stands in a text, ignoring case. `isWhole` asks for the boundary behind it too (LG-CITE-5). */
export function occursAsToken(token: string, text: string, options: { readonly isWhole?: boolean } = {}): boolean {
  const wanted = token.toLowerCase();
  if (wanted === "") return false;
  const searched = text.toLowerCase();
  for (let at = searched.indexOf(wanted); at >= 0; at = searched.indexOf(wanted, at + 1)) {
    const before = characterBefore(searched, at);
    if (before === "." || isWordCharacter(before)) continue;
    if (options.isWhole === false || !isWordCharacter(characterAt(searched, at + wanted.length))) return true;
  }
  return false;
}

/** Whether a citation resolves in one of the texts (LG-CITE-4..6). */
export function resolvesCitation(cited: string, texts: readonly string[]): boolean {
  const token = citationToken(cited);
  if (!isSpecific(token)) return false;
  if (texts.some((text) => occursAsToken(token, text))) return true;
  const leading = leadingPart(token);
  return leading !== null && texts.some((text) => occursAsToken(leading, text));
}

/** Not a single letter, which any text has (LG-CITE-6). */
function isSpecific(token: string): boolean {
  return token.length >= 2 || /\p{N}/u.test(token);
}

/** `§4.2` of `§4.2 (rotation)`, if it has a digit (LG-CITE-6). */
function leadingPart(token: string): string | null {
  for (let index = 0; index < token.length; index++) {
    if (token.charAt(index) !== "(" && !isWhiteSpace(token.charCodeAt(index))) continue;
    const part = token.slice(0, index);
    return /\p{N}/u.test(part) ? part : null;
  }
  return null;
}

/** Where the documents of a cycle lie, by paths relative to the root. */
export interface DocumentLayout {
  /** Directory of the constitution, such as `.review`. */
  readonly stateDirectory: string;
  /** Directory of the cycle, such as `.review/work/auth`. */
  readonly cycleDirectory: string;
  /** Names of machine-written files in the cycle directory. Default `decisions.md`, `cleanup.md`, `manifest.md`. */
  readonly machineWritten?: readonly string[];
}

/** Names that a cycle's tools write (LG-SEC-20). */
export const MACHINE_WRITTEN_NAMES: readonly string[] = /* @__PURE__ */ Object.freeze(["decisions.md", "cleanup.md", "manifest.md"]);

/** Of the paths given, those a citation is checked against, in their order (LG-CITE-2, LG-SEC-20). */
export function citationSources(cited: string, paths: Iterable<string>, layout: DocumentLayout): readonly string[] {
  const kind = citationKind(cited);
  const { stateDirectory, cycleDirectory, machineWritten = MACHINE_WRITTEN_NAMES } = layout;
  const excluded = new Set(machineWritten.map((name) => `${cycleDirectory}/${name}`));
  const isConstitution = (path: string): boolean =>
    path === `${stateDirectory}/constitution.md` || (path.startsWith(`${stateDirectory}/constitution/`) && path.endsWith(".md"));
  const isPlanned = (path: string): boolean => path === `${cycleDirectory}/spec.md` || path === `${cycleDirectory}/plan.md`;
  const isDecision = (path: string): boolean =>
    path.startsWith(`${cycleDirectory}/`) && path.endsWith(".md") && !path.slice(cycleDirectory.length + 1).includes("/");
  const isSource = {
    constitution: isConstitution,
    spec: isPlanned,
    plan: isPlanned,
    adr: isDecision,
    any: (path: string): boolean => isPlanned(path) || isConstitution(path),
  }[kind];
  return [...paths].filter((path) => isSource(path) && !excluded.has(path));
}
