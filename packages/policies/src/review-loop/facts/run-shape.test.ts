/** The shape of a run, place by place: what each may hold, what may be left out, and what is said of anything else. */
import { LoopwrightError } from "@loopwright/core";
import { describe, expect, test } from "vitest";
import { analyst, codeRound, codeRun, coldRead, finding, floor, hunk, landed, returned, slot } from "../run.fixture.js";
import { readReviewRun } from "./read-run.js";
import type { ReviewRun } from "./run-facts.js";
import type { RowDisposition, TriageRow } from "./triage-facts.js";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const whole = { id: "", findings: [], scope: "in" } as const;
const dispositions: readonly RowDisposition[] = [
  { kind: "pending" }, { kind: "fix", spec: "s" }, { kind: "fixed" }, { kind: "left" },
  { kind: "accepted-degraded", definition: "minor", reason: "r", userDeclined: "leave it", claimsUnreachable: true, floor: floor() },
  { kind: "not-applicable", reason: "r" }, { kind: "residual-floor", floor: floor() },
  { kind: "external-reference", ref: { name: "n", version: "1", digest: "d", ownershipPinned: true, versionless: false } },
];

const rows: readonly TriageRow[] = [
  {
    id: "full", scope: "out-declined", disposition: { kind: "pending" }, preRewriteQuote: "q", restatement: { preQuote: "p" },
    findings: [finding({ id: "g", quotes: ["q"], requirementIds: ["R1"], namedRequirement: "n", unfollowable: "local", bloatBreaks: "b", addsUnrequestedGuardrail: true, exploitableNow: false, regrades: [{ to: "nit", reason: "r", definition: "major", quote: "q", whyReaderWrong: "w" }] })],
  },
  ...dispositions.map((disposition, index): TriageRow => ({ ...whole, id: `d${index}`, disposition })),
];

/** A run that has everything a run may have. */
const full = codeRun(
  [
    codeRound(1, {
      unresolvedLanes: ["MCE"],
      slots: { CR: slot("CR", 1, "APPROVE", { abort: "api-error" }), RC: { marker: { kind: "local", path: "p", record: "r" }, returns: [] }, IR: { marker: { kind: "unresolved" }, returns: [] } },
      augments: [{ name: "a", domain: "d", finding: true, ret: returned("x", 1), unavailable: { command: "c", candidates: 0 } }],
      table: [{ id: "r1", category: 5, loc: { file: "src/a.ts", line: 1 }, claimed: null, contractSilent: true, evidence: { inputs: ["i"], observed: "o", claim: "c", matches: true }, fixedIn: 0, triageRow: "full", reason: { text: "t", definition: "blocker" }, merged: [{ file: "b" }], confirmedBy: "r" }],
      anchors: [{ id: "a", form: "fan-out", categories: [1], record: "r", covered: [{ file: "x" }], covers: ["drift", "fragility"] }],
      implementAndRun: "ran",
      coldRead: coldRead(1, { q4: [{ term: "t", triageRow: "full" }], q5: [{ quote: "q", triageRow: "full" }] }),
      triage: rows,
      landed: landed(1, [{ path: "src/a.ts", oldPath: "src/b.ts", hunks: [hunk(1, ["x"], ["y"])] }, { path: "c", hunks: null }], ["full"]),
      status: { Anchors: "x" },
      token: "APPROVE",
    }),
    codeRound(2, { triage: [{ ...whole, id: "again", disposition: { kind: "pending" }, sameAs: "full" }] }),
  ],
  {
    idPattern: "^R-\\d+$", fence: { raised: false, skip: { command: "c", hits: 1, whyNone: "w" } },
    forms: [{ form: "demo", quote: "q", fromRound: 0, elicitedBy: { question: "?", leading: true } }],
    anchorForms: [{ id: "a", categories: [1, 2, 3, 4, 5] }], analysts: [analyst(1, null)],
    continuation: { mode: "i", trigger: "cap", triggerRound: 1, first: 1, last: 2 }, continuationsStarted: 1,
  },
);
const plain = JSON.parse(JSON.stringify(full)) as Json;

const OPTIONAL = new Set([
  "preRewriteQuote", "restatement", "sameAs", "namedRequirement", "unfollowable", "bloatBreaks", "addsUnrequestedGuardrail", "exploitableNow", "definition", "quote of a regrade", "whyReaderWrong",
  "userDeclined", "claimsUnreachable", "floor of a retirement", "version", "digest", "ownershipPinned", "versionless", "abort", "finding of an augment", "ret of an augment", "unavailable", "contractSilent", "evidence", "fixedIn",
  "triageRow", "reason of a row", "merged", "confirmedBy", "covers", "oldPath", "record of a marker", "skip", "whyNone", "elicitedBy", "label", "line", "section", "endLine",
]);

interface Place {
  readonly path: string;
  readonly key: string | number;
  readonly value: Json;
  /** The run with another value there; `undefined` takes the key away. */
  readonly with: (value: unknown) => unknown;
}

/** Every place of a value, with its path as refusals write it. */
function placesOf(value: Json, path: string, rebuild: (value: unknown) => unknown): readonly Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]): readonly Place[] => {
    const isList = Array.isArray(value);
    const isMap = path.endsWith(".texts") || path.endsWith(".status");
    const at = isList ? `${path}[${name}]` : isMap ? `${path}[${JSON.stringify(name)}]` : `${path}.${name}`;
    const put = (other: unknown): unknown => {
      if (isList) return rebuild((value as readonly Json[]).map((one, index) => (String(index) === name ? other : one)));
      const { [name]: _, ...rest } = value as { readonly [key: string]: Json };
      return rebuild(other === undefined ? rest : { ...value, [name]: other });
    };
    return [{ path: at, key: isList ? Number(name) : name, value: part, with: put }, ...placesOf(part, at, put)];
  });
}

const places = placesOf(plain, "run", (value) => value);

function refusalOf(given: unknown): { readonly path: string | null; readonly message: string; readonly code: string; readonly hint: string | null } | null {
  try {
    readReviewRun(given);
    return null;
  } catch (error) {
    if (error instanceof LoopwrightError) return error.toJSON();
    throw error;
  }
}

/** Places are the elements of checks that look at a whole, and say so. */
const isLocation = (path: string): boolean => /\.(loc|locs\[\d+\]|merged\[\d+\]|covered\[\d+\])(\.|$)/.test(path);
const locationOf = (path: string): string => /^(.*?\.(?:loc|locs\[\d+\]|merged\[\d+\]|covered\[\d+\]))(?:\..*)?$/.exec(path)?.[1] ?? path;

describe("the shape of a run", () => {
  test("G20: a run with everything a run may have is one", () => {
    expect(refusalOf(plain)).toBeNull();
    expect(places.length).toBeGreaterThan(300);
  });

  test("G20: whatever stands in a place and does not belong there is refused, and the refusal names that place", () => {
    const wrong: unknown[] = [];
    for (const { path, value, with: put } of places) {
      const odd = typeof value === "object" ? 7 : typeof value === "number" ? "7" : {};
      const refusal = refusalOf(put(odd));
      const expected = isLocation(path) ? locationOf(path) : path;
      const paths = [expected, `${expected}.kind`];
      if (refusal === null || !paths.includes(refusal.path ?? "") || refusal.code !== "run-facts-invalid" || refusal.hint !== "See the facts of a review-loop run." || !refusal.message.startsWith(`${refusal.path} is not `)) {
        wrong.push({ path, refusal });
      }
    }
    expect(wrong).toEqual([]);
  });

  test("G20: what may be left out may, and nothing else", () => {
    const surprising: unknown[] = [];
    for (const { path, key, with: put } of places) {
      if (typeof key === "number" || path.includes(".texts[") || path.includes(".status[")) continue;
      const refusal = refusalOf(put(undefined));
      const name = [key, `${key} of a regrade`, `${key} of a retirement`, `${key} of an augment`, `${key} of a row`, `${key} of a marker`].some((one) => OPTIONAL.has(one));
      // A key that is optional in one place may be owed in another; what is never optional must always be.
      if (!name && refusal === null) surprising.push({ path, refusal });
      if (OPTIONAL.has(key) && refusal !== null && !isLocation(path) && !/sameAs|q[45]/.test(path)) surprising.push({ path, refusal });
    }
    expect(surprising).toEqual([]);
  });

  const said = (path: string, value: unknown): string => {
    const place = places.find((one) => one.path === path);
    if (place === undefined) throw new Error(`no place ${path}`);
    return refusalOf(place.with(value))?.message.slice(path.length) ?? "nothing";
  };

  test.each([
    ["run.hasCode", "yes", " is not true or false"],
    ["run.catalogRoot", " ", " is not a string that is not blank"],
    ["run.idPattern", 7, " is not a string"],
    ["run.rounds", {}, " is not a list"],
    ["run.rounds[0].texts", [], " is not an object"],
    ["run.rounds[0].slots", null, " is not an object"],
    ["run.cap", 0, " is not a whole number from 1"],
    ["run.continuationsStarted", -1, " is not a whole number from 0"],
    ["run.continuationsStarted", 0.5, " is not a whole number from 0"],
    ["run.rounds[0].implementAndRun", "run", " is not one of ran, not-run, n/a"],
    ["run.rounds[0].table[0].category", 6, " is not one of 1, 2, 3, 4, 5"],
    ["run.rounds[0].table[0].claimed", "safe", " is not one of verified-safe, fixed, accepted-degraded, registered, unresolved"],
    ["run.rounds[0].triage[0].scope", "out", " is not one of in, out-pending, out-authorized, out-declined"],
    ["run.rounds[0].triage[0].findings[0].laneKind", "lane", " is not one of slot, anchor, augment, simplicity, legibility, bot, carry, audit"],
    ["run.rounds[0].triage[0].findings[0].regrades[0].to", "low", " is not one of blocker, major, minor, nit"],
    ["run.rounds[0].triage[0].findings[0].unfollowable", "x", " is not one of local, external"],
    ["run.rounds[0].anchors[0].form", "x", " is not one of invariant, static, fan-out"],
    ["run.rounds[0].anchors[0].covers[0]", "x", " is not one of drift, fragility"],
    ["run.rounds[0].landed.files[0].status", "x", " is not one of added, modified, deleted, renamed, binary"],
    ["run.rounds[0].slots.CR.returns[0].abort", "x", " is not one of content-filter, api-error"],
    ["run.analysts[0].label", "x", " is not one of not-run(analyst-offspec)"],
    ["run.analysts[0].verdict", "x", " is not one of structural-fix, residual-floor, no-viable-path"],
    ["run.continuation.mode", "iii", " is not one of i, ii"],
    ["run.continuation.trigger", "x", " is not one of regression, cap"],
    ["run.forms[0].form", "x", " is not one of production, prototype, demo"],
    ["run.rounds[0].triage[0].findings[0].quotes[0]", "x".repeat(20_001), " is not a string of 20000 characters at most"],
    ["run.rounds[0].table[0].loc", { file: "x".repeat(4097) }, " is not a location with a file of 4096 characters at most and lines in order"],
    ["run.rounds[0].table[0].loc", { file: "x", line: 3, endLine: 2 }, " is not a location with a file of 4096 characters at most and lines in order"],
    ["run.rounds[1].no", 3, " is not 2"],
    ["run.idPattern", "^(a+)+$", " is not an anchored pattern without repeated groups, of 200 characters at most"],
    ["run.idPattern", "R-1$", " is not an anchored pattern without repeated groups, of 200 characters at most"],
    ["run.idPattern", "^R-1", " is not an anchored pattern without repeated groups, of 200 characters at most"],
    ["run.idPattern", `^${"a".repeat(199)}$`, " is not an anchored pattern without repeated groups, of 200 characters at most"],
    ["run.idPattern", "^(a)\\1$", " is not an anchored pattern without repeated groups, of 200 characters at most"],
    ["run.idPattern", "^[$", " is not a regular expression"],
  ])("G20: %s: %j%s", (path, value, words) => {
    expect(said(path, value)).toBe(words);
  });

  test("G20: every listed word is taken", () => {
    const words: readonly (readonly [path: string, values: readonly unknown[]])[] = [
      ["run.rounds[0].implementAndRun", ["ran", "not-run", "n/a", null]], ["run.rounds[0].table[0].category", [1, 2, 3, 4, 5]],
      ["run.rounds[0].table[0].claimed", ["verified-safe", "fixed", "accepted-degraded", "registered", "unresolved"]],
      ["run.rounds[0].triage[0].scope", ["in", "out-pending", "out-authorized", "out-declined"]],
      ["run.rounds[0].triage[0].findings[0].laneKind", ["slot", "anchor", "augment", "simplicity", "legibility", "bot", "carry", "audit"]],
      ["run.rounds[0].triage[0].findings[0].regrades[0].to", ["blocker", "major", "minor", "nit"]], ["run.rounds[0].triage[0].findings[0].unfollowable", ["local", "external"]],
      ["run.rounds[0].anchors[0].form", ["invariant", "static", "fan-out"]], ["run.rounds[0].landed.files[0].status", ["added", "modified", "deleted", "renamed", "binary"]],
      ["run.rounds[0].slots.CR.returns[0].abort", ["content-filter", "api-error"]], ["run.analysts[0].verdict", ["structural-fix", "residual-floor", "no-viable-path", null]],
      ["run.continuation.mode", ["i", "ii"]], ["run.continuation.trigger", ["regression", "cap"]], ["run.forms[0].form", ["production", "prototype", "demo"]],
      ["run.idPattern", [null, `^${"a".repeat(198)}$`]], ["run.cap", [null, 1]], ["run.rounds[0].triage[0].findings[0].quotes[0]", ["x".repeat(20_000)]],
      ["run.rounds[0].table[0].loc", [{ file: "x".repeat(4096) }]], ["run.continuation", [null]], ["run.rounds[0].coldRead", [null]], ["run.rounds[0].status", [null]], ["run.rounds[0].token", [null]],
      ["run.rounds[0].slots.RC.marker", [{ kind: "registered", typeName: "t" }, { kind: "independent", family: "same-family" }, { kind: "independent", family: "cross-family", record: "r" }, { kind: "unresolved" }]],
      ["run.rounds[0].checklist", [null]], ["run.rounds[0].table", [null]], ["run.rounds[1].triage", [null, []]], ["run.rounds[0].landed", [null]],
    ];
    for (const [path, values] of words) for (const value of values) expect(said(path, value), `${path} ${JSON.stringify(value)}`).toBe("nothing");
  });

  test("RL-TR-14: G20: ids stand once where rules look them up, and a run has an end", () => {
    const [first] = full.toolRecords;
    expect(refusalOf({ ...full, toolRecords: [first, first] })?.message).toBe(`run.toolRecords is not free of repeated ids: ${JSON.stringify(first?.id)} stands there twice`);
    const [round] = full.rounds;
    expect(refusalOf({ ...full, rounds: [{ ...round, table: [...(round?.table ?? []), ...(round?.table ?? [])] }] })?.message).toBe('run.rounds[0].table is not free of repeated ids: "r1" stands there twice');
    expect(refusalOf({ ...full, rounds: [{ ...round, triage: [rows[0], rows[0]] }] })?.message).toBe('the triage rows of the run is not free of repeated ids: "full" stands there twice');
    const many = Array.from({ length: 1001 }, (_, index) => ({ ...codeRound(index + 1), table: [], triage: [] }));
    expect(refusalOf({ ...full, toolRecords: [], rounds: many })?.message).toBe("run.rounds is not a list of 1000 rounds at most");
    expect(refusalOf({ ...full, toolRecords: [], rounds: many.slice(1) })?.message).toBe("run.rounds[0].no is not 1");
    expect(refusalOf("run")?.message).toBe("run is not an object");
    expect(refusalOf(null)?.message).toBe("run is not an object");
  });

  test("a run that was read is the same run when it is read again, and a round is looked at once", () => {
    const read = readReviewRun(plain);
    expect(readReviewRun(read)).toBe(read);
    const grown: ReviewRun = { ...read, rounds: [...read.rounds, { ...codeRound(3), triage: [{ ...whole, id: "new", disposition: { kind: "pending" } }] }] };
    expect(readReviewRun(grown).rounds[0]).toBe(read.rounds[0]);
    expect(refusalOf({ ...grown, rounds: [...read.rounds, { ...codeRound(3), triagePasted: "yes" }] })?.message).toBe("run.rounds[2].triagePasted is not true or false");
  });
});
