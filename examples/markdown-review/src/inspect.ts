/**
 * Applies the whole rule set to a text: remark-lint to its Markdown, retext and textlint to its English.
 *
 * Invariants:
 * 1. Comments such as `<!--lint disable-->` have no power: the text under review has no say in its own review.
 * 2. Wording rules look at running prose: not at code, front matter, HTML, definitions, bare addresses, tables or
 *    quotations.
 * 3. A message that belongs to no row of the rule set is a fault and throws; it is never dropped.
 */
import { createRequire } from "node:module";
import { TextlintKernel } from "@textlint/kernel";
import type { TextlintKernelPlugin, TextlintMessage } from "@textlint/kernel";
import type { Nodes, Root } from "mdast";
import type { Root as NlcstRoot } from "nlcst";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkLint from "remark-lint";
import remarkLintEmphasisMarker from "remark-lint-emphasis-marker";
import remarkLintHeadingIncrement from "remark-lint-heading-increment";
import remarkLintHeadingStyle from "remark-lint-heading-style";
import remarkLintNoDuplicateHeadingsInSection from "remark-lint-no-duplicate-headings-in-section";
import remarkLintNoEmptyUrl from "remark-lint-no-empty-url";
import remarkLintNoUndefinedReferences from "remark-lint-no-undefined-references";
import remarkParse from "remark-parse";
import remarkPresetLintRecommended from "remark-preset-lint-recommended";
import remarkRetext from "remark-retext";
import retextContractions from "retext-contractions";
import retextEnglish from "retext-english";
import retextIndefiniteArticle from "retext-indefinite-article";
import retextRedundantAcronyms from "retext-redundant-acronyms";
import retextRepeatedWords from "retext-repeated-words";
import retextSyntaxMentions from "retext-syntax-mentions";
import retextSyntaxUrls from "retext-syntax-urls";
import terminology from "textlint-rule-terminology";
import { unified } from "unified";
import type { Processor } from "unified";
import { SKIP, visit } from "unist-util-visit";
import { VFile } from "vfile";
import type { VFileMessage } from "vfile-message";
import type { Finding } from "./finding.ts";
import { FAMILIES, isRuleId, ruleOf, TERMS } from "./ruleset.ts";
import type { Family, RuleId } from "./ruleset.ts";

/** A finding with what a fixer needs to mend it. */
export interface Flaw extends Finding {
  /** Offsets of the reported place; `end` may equal `start`. */
  readonly start: number;
  readonly end: number;
  /** The reported node and what holds it, outermost first; empty for wording. */
  readonly ancestors: readonly Nodes[];
  /** The replacement that the rule itself proposes. */
  readonly replacement: string | null;
}

/** The recommended preset without `remark-lint` itself, which would obey comments in the text. */
const recommended = (remarkPresetLintRecommended.plugins ?? []).filter((plugin) => plugin !== remarkLint);

const NOT_PROSE = ["table", "tableRow", "tableCell", "blockquote"];

const english = unified()
  .use(retextEnglish)
  .use(retextSyntaxUrls)
  .use(retextSyntaxMentions)
  .use(retextRepeatedWords)
  .use(retextIndefiniteArticle)
  .use(retextContractions, { straight: true })
  .use(retextRedundantAcronyms);

const markdown = unified().use(remarkParse).use(remarkFrontmatter, ["yaml", "toml"]).use(remarkGfm).freeze();

const markdownLinter = unified()
  .use({ plugins: recommended })
  .use(remarkLintNoUndefinedReferences, { allowShortcutLink: true })
  .use(remarkLintNoEmptyUrl)
  .use(remarkLintHeadingIncrement)
  .use(remarkLintNoDuplicateHeadingsInSection)
  .use(remarkLintHeadingStyle, "atx")
  .use(remarkLintEmphasisMarker, "consistent")
  .freeze();

const englishLinter = unified()
  .use(remarkRetext, english as unknown as Processor<NlcstRoot>, { ignore: NOT_PROSE }) // Transforms only; typed as if it compiled.
  .freeze();

/** CommonJS with a default export, which loaders unwrap in different ways; this one way is the same everywhere. */
const { default: textlintMarkdown } = createRequire(import.meta.url)("@textlint/textlint-plugin-markdown") as { readonly default: TextlintKernelPlugin["plugin"] };

const textlint = new TextlintKernel();

/** Reads Markdown with the dialect that every step here shares: GFM with front matter. */
export function parseMarkdown(text: string): Root {
  return markdown.parse(text);
}

/** Finds every place where the text breaks a rule of these families; by default of the whole rule set. */
export async function inspect(text: string, families: readonly Family[] = FAMILIES): Promise<Flaw[]> {
  const tree = parseMarkdown(text);
  const flaws: Flaw[] = [];
  if (families.some((family) => family !== "Wording")) flaws.push(...(await inspectMarkdown(tree, text)));
  if (families.includes("Wording")) flaws.push(...(await inspectEnglish(tree, text)));
  return flaws
    .filter((flaw) => families.includes(ruleOf(flaw.rule).family))
    .sort((one, other) => one.start - other.start || one.end - other.end);
}

async function inspectMarkdown(tree: Root, text: string): Promise<Flaw[]> {
  const file = new VFile({ value: text, path: "document.md" });
  await markdownLinter.run(tree, file);
  return file.messages.map((message) => fromVFile(message, text));
}

async function inspectEnglish(tree: Root, text: string): Promise<Flaw[]> {
  const file = new VFile({ value: text, path: "document.md" });
  await englishLinter.run(tree, file);
  const names = await textlint.lintText(text, {
    ext: ".md",
    plugins: [{ pluginId: "markdown", plugin: textlintMarkdown }],
    rules: [{ ruleId: "terminology", rule: terminology, options: { defaultTerms: false, terms: TERMS } }],
  });
  const isProse = proseTest(tree);
  return [
    ...file.messages.filter((message) => isWanted(message, text)).map((message) => fromVFile(message, text)),
    ...names.messages.map((message) => fromTextlint(message, text)).filter((flaw) => isProse(flaw) && isFreeStanding(flaw, text)),
  ];
}

/** Whether a message counts: two rules see more than the rule set asks for. */
function isWanted(message: VFileMessage, text: string): boolean {
  switch (message.source) {
    case "retext-contractions": // A curly apostrophe is no missing one.
      return !/['’]/.test(message.actual ?? "");
    case "retext-repeated-words": // Alternative texts of neighbouring images are not neighbouring words.
      return /^[^\s<>[\]()]+\s+[^\s<>[\]()]+$/.test(text.slice(...rangeOf(message, text)));
    default:
      return true;
  }
}

function rangeOf(message: VFileMessage, text: string): [start: number, end: number] {
  const place = message.place;
  const [from, to] = place === undefined ? [undefined, undefined] : "start" in place ? [place.start, place.end] : [place, place];
  const start = from?.offset ?? text.length;
  return [start, to?.offset ?? start];
}

/** Whether a range lies in running prose. */
function proseTest(tree: Root): (flaw: Flaw) => boolean {
  const closed: (readonly [number, number])[] = [];
  visit(tree, (node) => {
    const isText = node.type === "text" || "children" in node;
    const isBareAddress = node.type === "link" && node.children.length === 1 && node.position?.start.offset === node.children[0]?.position?.start.offset;
    if (isText && !isBareAddress && !NOT_PROSE.includes(node.type)) return;
    closed.push([node.position?.start.offset ?? 0, node.position?.end.offset ?? 0]);
    return SKIP;
  });
  return ({ start, end }) => !closed.some(([from, to]) => start < to && end > from);
}

/** Not part of a path, a handle or a file name. */
function isFreeStanding({ start, end }: Flaw, text: string): boolean {
  return !/[\w/\\@#.:=-]$/.test(text.slice(Math.max(0, start - 1), start)) && !/^(?:[\w/\\@#=-]|[.:]\w)/.test(text.slice(end, end + 2));
}

function fromVFile(message: VFileMessage, text: string): Flaw {
  const ancestors = (message.ancestors ?? []) as readonly Nodes[]; // retext puts nlcst nodes here; only remark-lint's are used.
  const isMarkdown = message.source === "remark-lint";
  const [start, end] = rangeOf(message, text);
  const node = isMarkdown && start === end ? ancestors.at(-1)?.position : undefined;
  const actual = node === undefined ? text.slice(start, end) : text.slice(node.start.offset, node.end.offset);
  const proposed = proposalOf(message, text.slice(start, end));
  return {
    rule: ruleIdOf(isMarkdown ? `remark-lint:${message.ruleId ?? ""}` : (message.source ?? "").replace(/^retext-/, "retext:")),
    line: message.line ?? 1,
    column: message.column ?? 1,
    actual: shorten(isMarkdown ? firstLine(actual) : actual),
    expected: proposed === null ? null : shorten(proposed),
    start,
    end,
    ancestors: isMarkdown ? ancestors : [],
    replacement: proposed,
  };
}

/** What the rule proposes. Of a repeated word the first stays, as it is written: `The the` is `The`. */
function proposalOf(message: VFileMessage, actual: string): string | null {
  return message.source === "retext-repeated-words" ? actual.replace(/\s.*$/s, "") : (message.expected?.[0] ?? null);
}

function fromTextlint(message: TextlintMessage, text: string): Flaw {
  const [start, end] = message.fix?.range ?? message.range;
  return {
    rule: ruleIdOf(`textlint:${message.ruleId}`),
    line: message.loc.start.line,
    column: message.loc.start.column,
    actual: shorten(text.slice(start, end)),
    expected: message.fix === undefined ? null : shorten(message.fix.text),
    start,
    end,
    ancestors: [],
    replacement: message.fix?.text ?? null,
  };
}

function ruleIdOf(id: string): RuleId {
  if (isRuleId(id)) return id;
  throw new Error(`the linters reported a problem under the rule "${id}", which the rule set does not hold`);
}

function firstLine(text: string): string {
  return text.split(/\r?\n/, 1).join("");
}

const SHOWN_CHARACTERS = 48;

/** On one line, and not longer than is good to read. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= SHOWN_CHARACTERS ? line : `${line.slice(0, SHOWN_CHARACTERS - 1).trimEnd()}…`;
}
