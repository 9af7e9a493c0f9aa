/**
 * The status block of a round, rendered from facts (RL-SB-01..04): nobody types a number that can be recomputed.
 *
 * Invariants:
 * 1. A skip string stands only where its fact holds (RL-SB-04).
 * 2. Prose that landed is shown as text, code as counts (RL-SB-09).
 */
import { formatLocation } from "@loopwright/core";
import { inScope, strongCategories } from "../decide/anchors.js";
import { hasColdRead, unfollowableOpen } from "../decide/cold-read.js";
import { viewOf } from "../decide/decide.js";
import { effectiveForm, isValidClaim } from "../decide/delivery-form.js";
import { isProseFile } from "../decide/file-kind.js";
import { cumulativeNet, recomputeNet, type Net } from "../decide/net.js";
import { proseText } from "../decide/prose-texts.js";
import { inducedRows, regression } from "../decide/regression.js";
import { validRegistrations } from "../decide/resolution.js";
import type { RunView } from "../decide/run-view.js";
import { sectionAt } from "../decide/sections.js";
import { reviewerFamily, SLOTS, slotVerdicts } from "../decide/slot-verdict.js";
import type { Landed, LandedFile } from "../facts/landed-facts.js";
import type { ReviewRun, Slot } from "../facts/run-facts.js";
import { lineText, SKIP, type StatusBlock } from "./status-block.js";

/** What the block shows beside the facts that decide: proposals and labels that no gate reads (RL-SI-09). */
export type StatusDisplay = {
  /** The simplicity lens' own last word; absent = it did not run (RL-SI-12). */
  readonly lens?: { readonly kind: "lean" } | { readonly kind: "would-remove"; readonly cumulative: number };
  /** Axis and tier of augments, by name. */
  readonly augments?: { readonly [name: string]: { readonly axis: "knowledge" | "method"; readonly tier: string } };
};

/**
 * Renders the status block of round k.
 * @throws LoopwrightError `run-facts-invalid`, `round-unknown`
 */
export function renderStatus(run: ReviewRun, k: number, display: StatusDisplay = {}): StatusBlock {
  return statusOf(viewOf(run, k), k, display);
}

/** Renders the block in a view. */
export function statusOf(view: RunView, k: number, display: StatusDisplay = {}): StatusBlock {
  const { continuation } = view.run;
  const isContinued = continuation !== null && k >= continuation.first && k <= continuation.last;
  return {
    Slots: SLOTS.map((slot) => slotText(view, k, slot)).join(" | "),
    Augment: augmentText(view, k, display),
    "Scope fence": fenceText(view, k),
    Anchors: anchorsText(view, k),
    Simplicity: simplicityText(view, k, display),
    Legibility: legibilityText(view, k),
    "Spot-audit": spotAuditText(view, k),
    Landed: landedText(view, k),
    Regression: regressionText(view, k),
    "Residual-floor": floorText(view, k),
    ...(isContinued ? { Continuation: `(${continuation.mode}), R${continuation.first}–R${continuation.last}` } : {}),
  };
}

function slotText(view: RunView, k: number, slot: Slot): string {
  const said = view.at(slotVerdicts, k)[slot];
  const verdict = said.verdict === "not-run" ? `not-run(${said.reason})` : said.verdict;
  return `${slot}=${verdict} [${tierText(view, k, slot)}]`;
}

function tierText(view: RunView, k: number, slot: Slot): string {
  if (slot === "IR") return view.at(reviewerFamily, k);
  const marker = view.round(k)?.slots[slot].marker;
  if (marker?.kind === "local") return `local: ${bracketText(marker.path)}`;
  return marker?.kind === "registered" ? "registered" : "unresolved";
}

function bracketText(text: string): string {
  return lineText(text.replace(/[[\]()]/g, "-"));
}

function augmentText(view: RunView, k: number, { augments = {} }: StatusDisplay): string {
  const lanes = (view.round(k)?.augments ?? []).map(({ name, domain, unavailable }) => {
    if (unavailable !== undefined) return `${lineText(domain)}: expert unavailable (${unavailable.candidates} candidates by ${lineText(unavailable.command)})`;
    const { axis, tier } = augments[name] ?? { axis: "knowledge", tier: "unstated" };
    return `+${lineText(name)}(${axis}:${lineText(domain)})[${lineText(tier)}]`;
  });
  return lanes.length === 0 ? "none" : lanes.join(" ");
}

/** A skip shows what was searched; a form shows the sentence that gives it and the question that drew it out (RL-SF-05, RL-SF-10). */
function fenceText(view: RunView, k: number): string {
  const { fence } = view.run;
  const outside = view.triage(k).filter(({ scope }) => scope !== "in").length;
  const { skip } = fence;
  const search = skip === undefined ? "-" : `${lineText(skip.command)} (${skip.hits} hits${skip.whyNone === undefined ? "" : `; none quotable: ${lineText(skip.whyNone)}`})`;
  const head = fence.raised ? ["agreed scope anchored"] : [SKIP["Scope fence"] ?? "", `search: ${search}`];
  return [...head, `form: ${formText(view, k)}`, `out-of-scope findings: ${outside}`].join(" | ");
}

function formText(view: RunView, k: number): string {
  const form = view.at(effectiveForm, k);
  const claim = view.run.forms.findLast((one) => one.form === form && one.fromRound <= k && isValidClaim(view.run, one));
  if (claim === undefined) return `${form} (default)`;
  const asked = claim.elicitedBy === undefined ? "" : `; asked: "${lineText(claim.elicitedBy.question)}"`;
  return `${form} ("${lineText(claim.quote)}"${asked})`;
}

const RUN_TEXT = { ran: "ran (weak)", "not-run": "not-run", "n/a": "n/a (no executable rules)" };

function anchorsText(view: RunView, k: number): string {
  const strong = view.at(strongCategories, k);
  const grades = view.at(inScope, k).map((category) => {
    const anchor = strong.get(category);
    const grade = anchor === undefined ? "weak" : `strong(${anchor.form} ${bracketText(anchor.record)})`;
    return `${"①②③④⑤"[category - 1] ?? ""}${grade}`;
  });
  const stated = view.round(k)?.implementAndRun ?? null;
  const ran = view.run.notYetBuilt && stated !== null ? ` [implement-and-run: ${RUN_TEXT[stated]}]` : "";
  return `${grades.length === 0 ? (SKIP.Anchors ?? "") : grades.join("")}${ran}`;
}

function simplicityText(view: RunView, k: number, { lens }: StatusDisplay): string {
  if (!view.run.hasCode && !view.run.hasProse) return SKIP.Simplicity ?? "";
  const net = view.at(recomputeNet, k);
  const removal = lens === undefined ? "not-run" : lens.kind === "lean" ? "lean" : `would-remove: ${signed(-Math.abs(lens.cumulative))} cumulative`;
  const closed = new Set(view.upTo(k).flatMap(({ landed }) => landed?.closes ?? []));
  const open = view.upTo(k).flatMap(({ triage }) => (triage ?? []).filter(({ id }) => !closed.has(id)).flatMap(({ findings }) => findings));
  const overEngineered = open.filter(({ laneKind }) => laneKind === "simplicity").length;
  return `${netText(view, net, view.at(cumulativeNet, k))} | ${removal} | over-eng: ${overEngineered} open`;
}

/** One unit is named once; two are named wherever they stand. */
function netText({ run }: RunView, net: Net, sum: Net): string {
  const units = (["lines", "words"] as const).filter((unit) => (unit === "lines" ? run.hasCode : run.hasProse) || net[unit] !== 0 || sum[unit] !== 0);
  const now = units.map((unit) => `${signed(net[unit])} ${unit}`).join(", ");
  const total = units.map((unit) => (units.length === 1 ? signed(sum[unit]) : `${signed(sum[unit])} ${unit}`)).join(", ");
  return `net ${now} this round / ${total} cumulative`;
}

function signed(amount: number): string {
  return amount < 0 ? String(amount) : `+${amount}`;
}

function legibilityText(view: RunView, k: number): string {
  if (!view.run.hasProse) return SKIP.Legibility ?? "";
  if (!view.at(hasColdRead, k)) return "not-run";
  const open = view.at(unfollowableOpen, k);
  return open === 0 ? "clean" : `unfollowable ${open}`;
}

function spotAuditText(view: RunView, k: number): string {
  const round = view.round(k);
  const claimed = new Set((round?.table ?? []).filter((row) => row.claimed === "verified-safe").map(({ id }) => id));
  if (claimed.size === 0) return SKIP["Spot-audit"] ?? "";
  const audit = round?.spotAudits.find(({ row }) => claimed.has(row));
  if (audit === undefined) return "not-run";
  return `row ${lineText(audit.row)} | re-ran ${lineText(audit.input)} | observed ${lineText(audit.observed)} vs claim ${lineText(audit.claim)}`;
}

function landedText(view: RunView, k: number): string {
  const landed = view.round(k)?.landed ?? null;
  return landed === null ? (SKIP.Landed ?? "") : landedFiles(view, k, landed);
}

function landedFiles(view: RunView, k: number, { files }: Landed): string {
  if (files.length === 0) return "no file changed";
  return files.map((file) => (isProseFile(file.path) ? proseFileText(view, k, file) : codeFileText(file))).join(", ");
}

function codeFileText({ path, hunks, added, removed }: LandedFile): string {
  const plus = hunks === null ? added : hunks.reduce((sum, { newLines }) => sum + newLines, 0);
  const minus = hunks === null ? removed : hunks.reduce((sum, { oldLines }) => sum + oldLines, 0);
  return `${lineText(path)} | ${plus + minus} +${plus}/-${minus}`;
}

function proseFileText(view: RunView, k: number, { path, oldPath, hunks }: LandedFile): string {
  if (hunks === null) return `${lineText(path)} (text not stored)`;
  const before = proseText(view, k, oldPath ?? path);
  const quoted = (sign: string, lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : [`${sign}"${lineText(lines.join(" "))}"`]);
  const parts = hunks.map(({ oldStart, removed, added }) => {
    const title = before === null ? undefined : sectionAt(before.sections, Math.max(oldStart, 1))?.title;
    return [...(title === undefined || title === "" ? [] : [`§${lineText(title)}`]), ...quoted("-", removed), ...quoted("+", added)].join(" ");
  });
  return `${lineText(path)} ${parts.join(" ")}`.trim();
}

function regressionText(view: RunView, k: number): string {
  const { n, m, applicable } = view.at(regression, k);
  if (!applicable) return SKIP.Regression ?? "";
  const hits = view.at(inducedRows, k).flatMap(({ row }) => row.findings.flatMap(({ locs, quotes }) => locs.map((loc) => {
    const [quote] = quotes;
    return isProseFile(loc.file) && quote !== undefined ? `${formatLocation(loc)} "${lineText(quote)}"` : formatLocation(loc);
  })));
  return `${n} of ${m} (triage blocker/major ∩ R${k - 1} Landed)${hits.length === 0 ? "" : ` | hits: ${hits.map(lineText).join(", ")}`}`;
}

function floorText(view: RunView, k: number): string {
  const rows = view.at(validRegistrations, k).flatMap((row) => {
    if (row.disposition.kind !== "residual-floor") return [];
    const { artifact, record } = row.disposition.floor;
    const places = row.findings.flatMap(({ locs }) => locs.map(formatLocation)).map(lineText).join(", ");
    return [`${places} (a: instrument | b: ${lineText(artifact)} in ${lineText(record)})`];
  });
  return rows.length === 0 ? (SKIP["Residual-floor"] ?? "") : rows.join("; ");
}
