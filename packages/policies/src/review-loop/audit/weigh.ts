/** The auditor's own scales: what a finding and a row weigh, and whether a row is retired (RL-VN-*, RL-TR-06..11). */
import type { ReviewRun } from "../facts/run-facts.js";
import type { FloorEvidence, PinnedRef, RaisedFinding, TriageRow } from "../facts/triage-facts.js";
import { gather, logged, noted, says, type AuditCase } from "./evidence-book.js";

/** Weights, heaviest 3; serious from 2 on. */
const WEIGHT: { readonly [severity: string]: number } = { blocker: 3, major: 2, minor: 1, nit: 0 };
const FOREIGN: { readonly [label: string]: number } = { ...WEIGHT, critical: 3, p0: 3, high: 2, serious: 2, medium: 2, low: 1, style: 0 };

/** Whether a weight is serious. */
export const isSerious = (weight: number): boolean => weight >= 2;

/** The weight of a row in round j: its heaviest finding's. */
export function weightOf(at: AuditCase, j: number, row: TriageRow): number {
  return noted(at, `weight ${j} ${row.id}`, () => {
    if (row.findings.length === 0) return 2;
    return row.findings.reduce((heaviest, finding) => Math.max(heaviest, weigh(at.run, j, row, finding).weight), 0);
  });
}

/** The weight of a finding, and whether only the delivery form made it light. */
export function weigh(run: ReviewRun, j: number, row: TriageRow, finding: RaisedFinding): { readonly weight: number; readonly licensed: boolean } {
  let weight = startWeight(row, finding);
  for (const { to, definition, reason, quote, whyReaderWrong } of finding.regrades) {
    const target = WEIGHT[to] ?? 2;
    if (target >= weight) {
      const ceiling = promotionCeiling(finding);
      if (target <= ceiling) weight = target;
      continue;
    }
    const isReader = finding.laneKind === "legibility" && finding.unfollowable !== undefined;
    const isNamed = definition !== undefined && WEIGHT[definition] === weight && says(reason);
    const isQuoted = quote !== undefined && says(quote) && finding.quotes.includes(quote) && says(whyReaderWrong);
    if (isNamed && (!isReader || isQuoted)) weight = target;
  }
  const licensed = weight > 1 && finding.addsUnrequestedGuardrail === true && finding.exploitableNow !== true && formIn(run, j) !== "production";
  return { weight: licensed ? 1 : weight, licensed };
}

function startWeight({ disposition }: TriageRow, { claimed, laneKind, unfollowable }: RaisedFinding): number {
  const label = claimed === null || claimed.length > 64 ? "" : claimed.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "").toLowerCase();
  const weight = Object.hasOwn(FOREIGN, label) ? (FOREIGN[label] ?? 2) : 2;
  if (laneKind === "audit") return Math.max(2, weight);
  if (laneKind === "simplicity") return Math.min(1, weight);
  if (laneKind !== "legibility") return weight;
  const isPinnedAway = unfollowable === "external" && disposition.kind === "external-reference" && isPinnedDown(disposition.ref);
  return unfollowable !== undefined && !isPinnedAway ? 2 : Math.min(1, weight);
}

function promotionCeiling({ laneKind, unfollowable, bloatBreaks }: RaisedFinding): number {
  if (laneKind === "simplicity") return says(bloatBreaks) ? 2 : 1;
  return laneKind === "legibility" && unfollowable === undefined ? 1 : 3;
}

function isPinnedDown(ref: PinnedRef): boolean {
  const needs = ref.ownershipPinned === true ? [ref.name, ref.versionless === true ? "none" : ref.version] : [ref.name, ref.version, ref.digest];
  return needs.every(says);
}

/** Whether an external reference of a reader's finding is pinned. */
export function isPinnedRow({ findings, disposition }: TriageRow): boolean {
  return disposition.kind === "external-reference" && isPinnedDown(disposition.ref) && findings.some((one) => one.laneKind === "legibility" && one.unfollowable !== undefined);
}

/** The delivery form in round j. */
export function formIn(run: ReviewRun, j: number): "production" | "prototype" | "demo" {
  const valid = run.forms
    .map((claim, order) => ({ claim, order }))
    .filter(({ claim }) => claim.fromRound <= j && isClaimGood(run, claim))
    .sort((a, b) => a.claim.fromRound - b.claim.fromRound || a.order - b.order);
  return valid.at(-1)?.claim.form ?? "production";
}

const ASKS_YES_NO = new Set("is are was were am do does did can could should shall will would may might must has have had isn't aren't so".split(" "));

function isClaimGood(run: ReviewRun, { form, quote, elicitedBy }: ReviewRun["forms"][number]): boolean {
  const isSaid = says(quote) && run.userMessages.some((message) => message.indexOf(quote) >= 0);
  const isNamed = form === "production" || quote.toLowerCase().indexOf(form) >= 0;
  if (!isSaid || !isNamed) return false;
  if (elicitedBy === undefined) return true;
  const question = elicitedBy.question.trim().toLowerCase();
  if (question === "" || elicitedBy.leading) return false;
  const [first = ""] = question.split(/[^a-z'_0-9]/, 1);
  const ends = /(,|\bright|\bcorrect|\bno|\byes)\s*\?$/.test(question);
  return !(question.includes(form) && (ASKS_YES_NO.has(first) || ends));
}

/** Whether a row of round j is retired: light, or retired by a rule that holds. */
export function isRetired(at: AuditCase, j: number, row: TriageRow): boolean {
  const weight = weightOf(at, j, row);
  if (!isSerious(weight)) return true;
  const { disposition, scope } = row;
  const hasFence = at.run.fence.raised;
  if (hasFence && scope === "out-pending") return false;
  if (disposition.kind === "residual-floor") return isFloorGood(at, j, row, disposition.floor);
  if (disposition.kind === "external-reference") return isPinnedRow(row);
  if (disposition.kind !== "accepted-degraded" && disposition.kind !== "not-applicable") return false;
  if (!says(disposition.reason)) return false;
  if (disposition.claimsUnreachable === true && !(disposition.floor && isFloorGood(at, j, row, disposition.floor))) return false;
  if (!hasFence || scope !== "out-declined") return disposition.definition !== undefined && WEIGHT[disposition.definition] === weight;
  const words = disposition.userDeclined ?? "";
  return disposition.kind === "accepted-degraded" && says(words) && at.run.userMessages.some((message) => message.includes(words));
}

/** Whether both clauses of a registration hold in round j. */
export function isFloorGood(at: AuditCase, j: number, row: TriageRow, floor: FloorEvidence): boolean {
  return noted(at, `floor ${j} ${row.id} ${floor.record} ${floor.artifact} ${floor.quote}`, () => {
    const places = gather(row.findings, (finding) => finding.locs);
    if (places.length === 0 || places.some((place) => place.line === undefined || !isInstrument(place.file))) return false;
    const proof = logged(at, floor.record, floor.artifact);
    if (proof === undefined || floor.honestProducerCanEmit || !says(floor.quote) || proof.output.indexOf(floor.quote) < 0) return false;
    const watched = new Set<string | undefined>();
    for (const source of [floor.artifact, ...floor.characterises]) watched.add(source).add(/^(.*?)(?::\d+(?:-\d+)?)?$/s.exec(source)?.[1]);
    watched.delete(undefined);
    return !at.run.rounds.slice(0, j - 1).some(({ landed }) => landed !== null && landed.seq >= proof.seq && landed.files.some((file) => watched.has(file.path) || watched.has(file.oldPath)));
  });
}

/** Clause (a): the partition of instruments, read off the path. */
export function isInstrument(file: string): boolean {
  const path = file.toLowerCase().replace(/\\/g, "/").replace(/\/{2,}/g, "/").replace(/^\.?\//, "").replace(/\/\.(?=\/)/g, "");
  const name = path.slice(path.lastIndexOf("/") + 1);
  const folders = `/${path.slice(0, path.length - name.length)}`;
  if (/^(gnu)?makefile$|\.mk$|^dockerfile($|\.)|\.dockerfile$|^package\.json$/.test(name)) return false;
  if (/gen(erate|erator)?[-_.]?fixtures?|fixtures?[-_.]?gen/.test(name)) return false;
  if (/\/(fixtures?|__fixtures__|cassettes?)\//.test(folders)) return true;
  const shipped = /\/(src|lib|app|cmd|pkg|internal)\//.exec(folders)?.index ?? Infinity;
  const checking = /\/(graders?|checkers?)\//.exec(folders)?.index ?? Infinity;
  if (checking < shipped) return true;
  if (shipped === Infinity && /(grader|checker).*\.(sh|bash|py|ts|js|mjs)$/.test(name)) return true;
  if (/\.(ya?ml|json|toml)$/.test(name) && (/^eval\.(ya?ml|json|toml)$/.test(name) || /\/evals?\//.test(folders))) return true;
  return /\/\.github\/workflows\/$/.test(folders) && /contract.*\.ya?ml$/.test(name);
}
