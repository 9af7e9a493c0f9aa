/** Random review-loop runs, grown round by round as the decisions lead, so that their histories can really occur. */
import { decideRound } from "./decide/decide.js";
import { RunView } from "./decide/run-view.js";
import type { Landed, LandedFile } from "./facts/landed-facts.js";
import type { AnchorFact, ColdRead, EnumRow, SpotAudit } from "./facts/round-facts.js";
import type { LaneReturn, ToolRecord } from "./facts/return-facts.js";
import type { AnalystReturn, Continuation, Marker, ReviewRound, ReviewRun, SlotFact } from "./facts/run-facts.js";
import type { FloorEvidence, RaisedFinding, Regrade, RowDisposition, TriageRow } from "./facts/triage-facts.js";

/** A small seeded generator (mulberry32). */
export class Dice {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }
  /** From 0 to below 1. */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let value = this.#state;
    value = Math.imul(value ^ (value >>> 15), value | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  }
  isHit(chance: number): boolean {
    return this.roll() < chance;
  }
  upTo(limit: number): number {
    return Math.floor(this.roll() * limit);
  }
  pick<T>(items: readonly T[]): T {
    return items[this.upTo(items.length)] as T;
  }
  /** Usually the first, now and then another one. */
  mostly<T>(usual: T, others: readonly T[], chance = 0.12): T {
    return this.isHit(chance) ? this.pick(others) : usual;
  }
}

const SERIOUS = ["blocker", "major"] as const;
const SEVERITIES = ["blocker", "major", "minor", "nit"] as const;
const WORDS = ["alpha", "beta", "gamma", "delta", "retry", "window", "lock", "token"];

class World {
  readonly dice: Dice;
  readonly records: ToolRecord[] = [];
  readonly calm: number;
  seq = 10;
  readonly hasCode: boolean;
  readonly hasProse: boolean;
  readonly withIds: boolean;
  constructor(seed: number) {
    this.dice = new Dice(seed);
    this.calm = this.dice.pick([0.02, 0.1, 0.3]);
    this.hasCode = this.dice.isHit(0.6);
    this.hasProse = !this.hasCode || this.dice.isHit(0.3);
    this.withIds = this.dice.isHit(0.4);
  }
  odd(chance = 1): boolean {
    return this.dice.isHit(this.calm * chance);
  }
  record(round: number, args: string, output: string, writes: readonly string[] = []): ToolRecord {
    const record = { id: `t${++this.seq}`, seq: this.seq, round, args, output, writes };
    this.records.push(record);
    return record;
  }
  returned(lane: string, raw: string): LaneReturn {
    const rawSha = `sha ${raw.length}`;
    const pastedSha = this.odd(0.3) ? this.dice.pick([null, "other"]) : rawSha;
    return { lane, seq: ++this.seq, raw, rawSha, pastedSha, ...(this.odd(0.1) ? { abort: this.dice.pick(["content-filter", "api-error"] as const) } : {}) };
  }
}

function textOf(world: World, no: number, old: string | null): string {
  const { dice } = world;
  if (old !== null && dice.isHit(0.3)) return old;
  const body = (name: string): string => [
    `# ${name}`, `The ${dice.pick(WORDS)} of ${name} number ${dice.isHit(0.5) ? no : 1} stands **here**.`, `REQ-${dice.upTo(4)} wants ${dice.pick(WORDS)}.`,
    "", `- item ${dice.pick(WORDS)} ${dice.upTo(3)}`, `| cell ${dice.pick(WORDS)} |`,
  ].join("\n");
  return `${body("Retry")}\n${dice.isHit(0.5) ? "##" : "#"}${body("Lock policy").slice(1)}\n`;
}

function finding(world: World, no: number, index: number, texts: { readonly [file: string]: string }): RaisedFinding {
  const { dice } = world;
  const laneKind = dice.mostly("slot" as const, ["anchor", "augment", "simplicity", "legibility", "bot", "carry", "audit"] as const, 0.3);
  const files = [...Object.keys(texts), ...(world.odd() ? ["src/other.ts"] : []), ...(dice.isHit(0.25) ? ["tests/graders/g.sh"] : [])];
  const file = dice.pick(files);
  const lines = texts[file]?.split("\n") ?? [];
  const line = 1 + dice.upTo(Math.max(lines.length, 30));
  const quote = dice.pick([lines[line - 1] ?? "", lines[dice.upTo(lines.length)] ?? "", "nowhere at all", `${lines[1] ?? ""} ... zzz`, "stands"]);
  const isProse = file.endsWith(".md");
  const regrades: Regrade[] = [];
  while (dice.isHit(0.25)) {
    const local = { quote: dice.pick([quote, "x"]), whyReaderWrong: dice.pick(["misread", ""]) };
    regrades.push({ to: dice.pick(SEVERITIES), reason: dice.pick(["because", "because", " "]), ...(dice.isHit(0.7) ? { definition: dice.pick(SEVERITIES) } : {}), ...(dice.isHit(0.4) ? local : {}) });
  }
  return {
    id: `f${no}.${index}.${++world.seq}`,
    lane: dice.pick(["CR", "RC", "IR"]),
    laneKind,
    claimed: dice.pick([...SEVERITIES, "minor", "nit", "Medium", "warning", null]),
    locs: world.odd() ? [] : [{ file, ...(dice.isHit(0.85) ? { line, ...(dice.isHit(0.2) ? { endLine: line + dice.upTo(6) } : {}) } : {}), ...(isProse && dice.isHit(0.7) ? { section: dice.pick(["Retry", "Lock policy", "lock  POLICY", "Gone"]) } : {}) }],
    quotes: isProse && dice.isHit(0.8) && quote !== "" ? [quote] : [],
    requirementIds: dice.isHit(0.3) ? [`REQ-${dice.upTo(5)}`] : [],
    regrades,
    ...(dice.isHit(0.1) ? { namedRequirement: dice.pick(["a short name", "the retry window is bounded", "retry window is bounded"]) } : {}),
    ...(laneKind === "legibility" && dice.isHit(0.5) ? { unfollowable: dice.pick(["local", "external"] as const) } : {}),
    ...(laneKind === "simplicity" && dice.isHit(0.5) ? { bloatBreaks: dice.pick(["the contract", " "]) } : {}),
    ...(dice.isHit(0.3) ? { addsUnrequestedGuardrail: dice.isHit(0.7), exploitableNow: dice.isHit(0.2) } : {}),
  };
}

function disposition(world: World, no: number): RowDisposition {
  const { dice } = world;
  const floor = (): FloorEvidence => {
    const artifact = dice.pick(["eval/trials.yaml", "src/a.ts:10"]);
    const record = world.record(no, `read ${artifact}`, "trials: 5");
    return { artifact, characterises: dice.isHit(0.3) ? ["src/a.ts"] : [], record: world.odd() ? "gone" : record.id, quote: world.odd() ? "no" : "trials", honestProducerCanEmit: world.odd() };
  };
  const retirement = { definition: dice.pick(SERIOUS), reason: dice.mostly("no wrong result", [""]), ...(dice.isHit(0.5) ? { userDeclined: dice.pick(["leave it", "never said"]) } : {}) };
  return dice.pick<() => RowDisposition>([
    () => ({ kind: "pending" }), () => ({ kind: "left" }), () => ({ kind: "fix", spec: "s" }), () => ({ kind: "fix", spec: "s" }), () => ({ kind: "fixed" }),
    () => ({ kind: "accepted-degraded", ...retirement, ...(dice.isHit(0.15) ? { claimsUnreachable: true, floor: floor() } : {}) }),
    () => ({ kind: "not-applicable", ...retirement }),
    () => ({ kind: "residual-floor", floor: floor() }),
    () => ({ kind: "external-reference", ref: { name: dice.pick(["spec.md", ""]), ...(dice.isHit(0.7) ? { version: "1" } : {}), ...(dice.isHit(0.7) ? { digest: "d" } : {}), ownershipPinned: dice.isHit(0.3), versionless: dice.isHit(0.3) } }),
  ])();
}

function triage(world: World, no: number, texts: { readonly [file: string]: string }): readonly TriageRow[] | null {
  const { dice } = world;
  if (world.odd(0.2)) return null;
  return Array.from({ length: dice.pick([0, 0, 0, 1, 2, 4]) }, (_, index) => ({
    id: `t${no}.${index}`,
    findings: Array.from({ length: 1 + dice.upTo(2) }, (__, place) => finding(world, no, place, texts)),
    disposition: disposition(world, no),
    scope: dice.mostly("in" as const, ["out-pending", "out-authorized", "out-declined", "out-declined"] as const),
    ...(dice.isHit(0.1) ? { preRewriteQuote: dice.pick(["stands here", ""]) } : {}),
    ...(dice.isHit(0.1) ? { restatement: { preQuote: dice.pick(["number 1 stands here", "never stood anywhere"]) } } : {}),
  }));
}

function landed(world: World, no: number, texts: { readonly [file: string]: string }, rows: readonly TriageRow[]): Landed {
  const { dice } = world;
  const files = Object.keys(texts).filter(() => dice.isHit(0.8)).map((path): LandedFile => {
    const oldLines = dice.upTo(4);
    const newLines = dice.pick([0, 1, 2, 5]);
    const oldStart = 1 + dice.upTo(12);
    const lines = texts[path]?.split("\n") ?? [];
    const hunk = { oldStart, oldLines, newStart: oldStart, newLines, added: Array.from({ length: newLines }, () => `The ${dice.pick(WORDS)} is new`), removed: lines.slice(oldStart - 1, oldStart - 1 + oldLines) };
    const status = dice.mostly("modified" as const, ["renamed", "deleted", "binary", "added"] as const);
    return { path, ...(status === "renamed" ? { oldPath: `old-${path}` } : {}), status, hunks: world.odd(0.5) ? null : [hunk], added: newLines, removed: oldLines };
  });
  return { seq: ++world.seq, record: "git", files, closes: rows.filter(() => dice.isHit(0.2)).map(({ id }) => id) };
}

function slot(world: World, no: number, name: "CR" | "RC" | "IR"): SlotFact {
  const { dice } = world;
  const typeName = { CR: "Code Reviewer", RC: "Reality Checker", IR: "" }[name];
  const record = world.record(world.odd(0.3) ? no - 1 : no, `dispatch ${typeName}`, "started").id;
  const marker: Marker = name === "IR"
    ? { kind: "independent", family: dice.pick(["cross-family", "cross-family", "same-family"] as const), ...(world.odd() ? {} : { record }) }
    : dice.mostly<Marker>({ kind: "registered", typeName, record }, [{ kind: "local", path: typeName, record }, { kind: "local", path: "", record }, { kind: "unresolved" }, { kind: "registered", typeName: "Other", record }], world.calm);
  const raw = dice.mostly(dice.pick(["fine\n**APPROVE**", "APPROVE", "all good\nVERDICT: clear."]), ["NEEDS WORK", "it is broken\nCHANGES_REQUESTED", "x\nChanges requested!", "hm", "  ", "APPROVE-DEGRADED", "I cannot APPROVE"], world.calm * 1.5);
  return { marker, returns: world.odd(0.5) ? [] : [world.returned(name, raw)] };
}

function round(world: World, no: number, texts: { readonly [file: string]: string }): ReviewRound {
  const { dice } = world;
  const rows = triage(world, no, texts);
  const spot = world.record(no, "run the input", "exit 0");
  const isListed = world.hasCode || dice.isHit(0.2);
  const places = isListed && !world.odd(0.3) ? [10, 20].slice(0, 1 + dice.upTo(2)) : [];
  const table: EnumRow[] = places.map((line, index) => ({
    id: `r${index}`, category: dice.pick([1, 2] as const), loc: { file: "src/a.ts", line },
    claimed: dice.mostly("verified-safe" as const, ["fixed", "accepted-degraded", "registered", "unresolved", null] as const),
    evidence: { inputs: world.odd() ? [] : ["empty"], observed: "0", claim: "0", matches: !world.odd() },
    ...(dice.isHit(0.3) ? { fixedIn: 1 + dice.upTo(no) } : {}), ...(world.odd() ? { contractSilent: true } : {}),
    ...(dice.isHit(0.15) && rows !== null ? { triageRow: rows[0]?.id ?? "t0" } : {}), ...(dice.isHit(0.6) ? { reason: { definition: dice.pick(["minor", "nit"] as const), text: "documented" } } : {}),
    ...(world.odd() ? { merged: [{ file: "src/a.ts", line: 20 }] } : {}), ...(world.odd() ? { confirmedBy: spot.id } : {}),
  }));
  const covered = table.filter(() => !world.odd()).map(({ loc }) => loc);
  const anchors: AnchorFact[] = dice.isHit(0.6) && isListed
    ? [{ id: "a", form: dice.pick(["static", "invariant", "fan-out"] as const), categories: dice.pick([[1], [2], [1, 2]] as const), record: world.record(world.odd() ? no - 1 : no, "grep", world.odd(0.3) ? "" : "src/a.ts:10").id, covered, ...(dice.isHit(0.3) ? { covers: ["drift", "fragility"] as const } : {}) }]
    : [];
  const slots = { CR: slot(world, no, "CR"), RC: slot(world, no, "RC"), IR: slot(world, no, "IR") };
  const cold: ColdRead = {
    ret: world.returned("cold", "read it"), warm: world.odd(),
    q4: dice.isHit(0.15) ? [{ term: "lane", ...(rows?.[0] === undefined ? {} : { triageRow: rows[0].id }) }] : [],
    q5: dice.isHit(0.15) ? [{ quote: "x", ...(rows?.[0] === undefined ? {} : { triageRow: rows[0].id }) }] : [],
  };
  const spotAudits: SpotAudit[] = world.odd() ? [] : table.slice(0, 1).map(({ id }) => ({ row: id, record: world.odd(0.3) ? "gone" : spot.id, input: "empty", observed: "0", claim: "0", matches: !world.odd(0.5) }));
  return {
    no, unresolvedLanes: world.odd(0.1) ? ["RC"] : [], slots,
    augments: dice.isHit(0.2) ? [{ name: "tax", domain: "tax (EU)", ...(dice.isHit(0.5) ? { unavailable: { command: world.odd() ? "" : "grep tax", candidates: 0 } } : { finding: true, ...(world.odd() ? {} : { ret: world.returned("tax", "found") }) }) }] : [],
    table: world.odd(0.3) ? null : table, diff: world.odd() ? [] : [{ file: "src/a.ts", start: 1, end: 60 }],
    checklist: world.odd(0.4) ? null : { points: table.map(({ category, loc }) => ({ category, loc })), scope: world.odd(0.2) ? " " : "whole" },
    anchors, implementAndRun: dice.mostly(dice.pick(["not-run", "n/a", "ran"] as const), [null]), coldRead: world.hasProse && !world.odd(0.5) ? cold : null,
    spotAudits, triage: rows, triagePasted: true, landed: world.odd(0.3) ? landed(world, no, texts, rows ?? []) : null, texts, status: null, token: null,
  };
}

function analyst(world: World, triggerRound: number): AnalystReturn {
  const ret = { ...world.returned("analyst", "VERDICT"), pastedSha: "same", rawSha: "same" };
  const { abort: _abort, ...whole } = ret;
  if (world.dice.isHit(0.3)) return { triggerRound, ret: whole, verdict: null, conforming: false, label: "not-run(analyst-offspec)" };
  return { triggerRound, ret: whole, verdict: world.dice.pick(["structural-fix", "residual-floor", "no-viable-path"] as const), conforming: true };
}

/** A run up to the round under decision, by seed. */
export function randomRun(seed: number): { readonly run: ReviewRun; readonly k: number } {
  const world = new World(seed);
  const { dice } = world;
  const head = {
    cap: dice.pick([null, 1, 2, 3, 3, 5]), hasCode: world.hasCode, hasProse: world.hasProse, notYetBuilt: dice.isHit(0.3), idPattern: world.withIds ? "^REQ-\\d+$" : null,
    fence: { raised: dice.isHit(0.7), ...(world.odd() ? {} : { skip: { command: world.odd() ? "" : "grep", hits: dice.upTo(2), ...(dice.isHit(0.8) ? { whyNone: "none quotable" } : {}) } }) },
    forms: dice.isHit(0.3) ? [{ form: dice.pick(["demo", "prototype", "production"] as const), quote: dice.pick(["a demo", "never said", "leave it"]), fromRound: 1 + dice.upTo(2), ...(dice.isHit(0.3) ? { elicitedBy: { question: dice.pick(["who runs it?", "is it a demo?", ""]), leading: dice.isHit(0.2) } } : {}) }] : [],
    userMessages: ["this is a demo for us", "leave it"], catalogRoot: "/home/u/.agents",
    anchorForms: dice.isHit(0.2) ? [{ id: "b", categories: [1] as const }] : [], crossFamilyAvailable: dice.isHit(0.4),
  };
  const rounds: ReviewRound[] = [];
  let analysts: readonly AnalystReturn[] = [];
  let continuation: Continuation | null = null;
  let texts: { readonly [file: string]: string } = {};
  for (let no = 1; ; no++) {
    texts = Object.fromEntries([...(world.hasCode ? ["src/a.ts"] : []), ...(world.hasProse ? ["p.md"] : [])].map((file) => [file, textOf(world, no, texts[file] ?? null)]));
    rounds.push(round(world, no, texts));
    if (world.odd(0.05)) world.record(no, "clone", "", [dice.pick(["/home/u/.agents/x.md", "/home/u/.agents-old/x.md"])]);
    for (;;) {
      const run: ReviewRun = { ...head, toolRecords: [...world.records], rounds: [...rounds], analysts, continuation, continuationsStarted: continuation === null ? 0 : 1 };
      const { decision } = decideRound(new RunView(run), no);
      if (decision.kind === "dispatch-analyst") {
        analysts = [...analysts, analyst(world, no)];
        continue;
      }
      if (decision.kind === "start-continuation") {
        const { mode, trigger, first, last } = decision;
        continuation = { mode, trigger, triggerRound: no, first, last };
      } else if (decision.kind !== "continue" || no >= 8 || dice.isHit(0.1)) return { run, k: no };
      const last = rounds.at(-1);
      if (last !== undefined && last.landed === null && dice.isHit(0.7)) rounds[no - 1] = { ...last, landed: landed(world, no, texts, last.triage ?? []) };
      break;
    }
  }
}
