/**
 * The rule set, by name: every rule that the linters apply, and what mends it.
 *
 * Invariants:
 * 1. A rule that is not a row here is not applied; a row here is always applied (no comment in a document can switch
 *    it off, for the text under review has no say in its own review).
 * 2. `fix: "none"` says so before anything runs: only a person can mend it.
 */

/** Where a rule looks. The order is the order of weight: what is broken, what reads wrong, what renders differently. */
export const FAMILIES = ["Structure", "Wording", "Markup"] as const;

export type Family = (typeof FAMILIES)[number];

/**
 * What mends a finding:
 * - `suggestion`: the replacement that the retext rule proposes
 * - `textlint`: the rule's own textlint fixer
 * - `stringify`: remark-stringify prints the reported node again
 * - `edit`: the smallest edit at the reported place, where printing again would change more than was reported
 * - `none`: nothing mechanical does
 */
export type Fix = "suggestion" | "textlint" | "stringify" | "edit" | "none";

interface Row {
  readonly family: Family;
  readonly fix: Fix;
  /** Whether quoting what stands there helps to find or judge it. */
  readonly isQuoted: boolean;
  /** The change to make, as an order. */
  readonly change: string;
}

export interface Rule extends Row {
  readonly id: RuleId;
}

const rows = {
  "document:kept": { family: "Structure", fix: "none", isQuoted: true, change: "put back what the document says: its code, front matter, addresses and all but a few of its words" },
  "remark-lint:no-undefined-references": { family: "Structure", fix: "none", isQuoted: true, change: "define the label that is referred to, or drop the reference" },
  "remark-lint:no-empty-url": { family: "Structure", fix: "none", isQuoted: true, change: "give the link or image an address" },
  "remark-lint:no-duplicate-definitions": { family: "Structure", fix: "none", isQuoted: true, change: "keep one definition of the label" },
  "remark-lint:no-unused-definitions": { family: "Structure", fix: "none", isQuoted: true, change: "refer to the definition, or drop it" },
  "remark-lint:heading-increment": { family: "Structure", fix: "none", isQuoted: true, change: "do not skip a heading level" },
  "remark-lint:no-duplicate-headings-in-section": { family: "Structure", fix: "none", isQuoted: true, change: "give headings of one section different names" },
  "retext:repeated-words": { family: "Wording", fix: "suggestion", isQuoted: true, change: "drop the repeated word" },
  "retext:indefinite-article": { family: "Wording", fix: "suggestion", isQuoted: true, change: "use the article that fits the next word" },
  "retext:contractions": { family: "Wording", fix: "suggestion", isQuoted: true, change: "add the missing apostrophe" },
  "retext:redundant-acronyms": { family: "Wording", fix: "suggestion", isQuoted: true, change: "drop the word that the acronym holds already" },
  "textlint:terminology": { family: "Wording", fix: "textlint", isQuoted: true, change: "spell the name as its owner does" },
  "remark-lint:no-literal-urls": { family: "Markup", fix: "stringify", isQuoted: true, change: "put bare addresses in angle brackets" },
  "remark-lint:heading-style": { family: "Markup", fix: "stringify", isQuoted: true, change: "write headings with leading hashes" },
  "remark-lint:no-heading-content-indent": { family: "Markup", fix: "stringify", isQuoted: true, change: "put one space between hashes and heading" },
  "remark-lint:emphasis-marker": { family: "Markup", fix: "stringify", isQuoted: true, change: "use one emphasis marker, the first one used" },
  "remark-lint:no-shortcut-reference-link": { family: "Markup", fix: "edit", isQuoted: true, change: "write reference links with a second pair of brackets" },
  "remark-lint:no-shortcut-reference-image": { family: "Markup", fix: "edit", isQuoted: true, change: "write reference images with a second pair of brackets" },
  "remark-lint:no-blockquote-without-marker": { family: "Markup", fix: "edit", isQuoted: false, change: "start every line of a quotation with its marker" },
  "remark-lint:list-item-bullet-indent": { family: "Markup", fix: "edit", isQuoted: false, change: "do not indent top-level bullets" },
  "remark-lint:list-item-indent": { family: "Markup", fix: "edit", isQuoted: false, change: "put one space after a bullet" },
  "remark-lint:ordered-list-marker-style": { family: "Markup", fix: "edit", isQuoted: false, change: "number list items with a dot" },
  "remark-lint:hard-break-spaces": { family: "Markup", fix: "edit", isQuoted: false, change: "end a line that breaks with two spaces" },
  "remark-lint:final-newline": { family: "Markup", fix: "edit", isQuoted: false, change: "end the file with a newline" },
} as const satisfies { readonly [id: string]: Row };

export type RuleId = keyof typeof rows;

/** The rules in order of weight. */
export const RULES: readonly Rule[] = (Object.keys(rows) as RuleId[]).map((id) => ({ id, ...rows[id] }));

export const RULESET = { name: "publishable-markdown", version: 1, rules: RULES } as const;

/** Whether a text is the id of a rule; exact, never by part of the word. */
export function isRuleId(text: string): text is RuleId {
  return Object.hasOwn(rows, text);
}

export function ruleOf(id: RuleId): Rule {
  return { id, ...rows[id] };
}

/** Names whose spelling is settled, for `textlint:terminology`: `[pattern, spelling]`, or the spelling alone. */
export const TERMS: readonly (string | readonly [pattern: string, spelling: string])[] = [
  ...["API", "APIs", "CSS", "ESLint", "GitHub", "GitLab", "GraphQL", "HTML", "iOS", "JSON", "Kubernetes", "Linux", "Markdown"],
  ...["MongoDB", "MySQL", "OpenSSL", "PowerShell", "SQLite", "TypeScript", "URL", "URLs", "WebAssembly", "WebSocket", "YAML"],
  ["Java[ -]?Script", "JavaScript"],
  ["Node[ .]?js", "Node.js"],
  ["Postgres?SQL", "PostgreSQL"],
  ["OS X", "macOS"],
  ["Mac ?OS", "macOS"],
];
