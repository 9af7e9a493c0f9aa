/** The shape of a run's facts (§17.1), for what comes from outside. */
import { isLocation } from "@loopwright/core";
import { choice, flag, list, map, name, nullable, object, once, refuse, short, text, variant, whole, type Check } from "./shape.js";

/** Longer than any path; bounds what telling a file's role may cost. */
const MAX_PATH = 4096;
/** Longer than any passage worth quoting; bounds what finding one may cost. */
const MAX_QUOTE = 20_000;

const location: Check = (value, at) => {
  if (!isLocation(value) || value.file.length > MAX_PATH) refuse(at, `a location with a file of ${MAX_PATH} characters at most and lines in order`);
};
const quote = short(MAX_QUOTE);
const severity = choice("blocker", "major", "minor", "nit");
const category = choice(1, 2, 3, 4, 5);
const laneReturn = object({ lane: text, seq: whole(0), raw: text, rawSha: text, pastedSha: nullable(text) }, { abort: choice("content-filter", "api-error") });
const toolRecord = object({ id: name, seq: whole(0), round: whole(0), args: text, output: text, writes: list(text) });
const marker = variant({
  registered: object({ typeName: text }, { record: text }),
  local: object({ path: text }, { record: text }),
  independent: object({ family: choice("cross-family", "same-family") }, { record: text }),
  unresolved: object({}),
});
const slot = object({ marker, returns: list(laneReturn) });

const regrade = object({ to: severity, reason: text }, { definition: severity, quote: text, whyReaderWrong: text });
const finding = object(
  {
    id: name,
    lane: text,
    laneKind: choice("slot", "anchor", "augment", "simplicity", "legibility", "bot", "carry", "audit"),
    claimed: nullable(quote),
    locs: list(location),
    quotes: list(quote),
    requirementIds: list(text),
    regrades: list(regrade),
  },
  { namedRequirement: quote, unfollowable: choice("local", "external"), bloatBreaks: text, addsUnrequestedGuardrail: flag, exploitableNow: flag },
);
const floor = object({ artifact: text, characterises: list(text), record: text, quote: text, honestProducerCanEmit: flag });
const retirement = object({ reason: text }, { definition: severity, userDeclined: text, claimsUnreachable: flag, floor });
const disposition = variant({
  pending: object({}),
  fix: object({ spec: text }),
  fixed: object({}),
  left: object({}),
  "accepted-degraded": retirement,
  "not-applicable": retirement,
  "residual-floor": object({ floor }),
  "external-reference": object({ ref: object({ name: text }, { version: text, digest: text, ownershipPinned: flag, versionless: flag }) }),
});
const triageRow = object(
  { id: name, findings: list(finding), disposition, scope: choice("in", "out-pending", "out-authorized", "out-declined") },
  { preRewriteQuote: text, restatement: object({ preQuote: quote }), sameAs: name },
);

const hunk = object({ oldStart: whole(0), oldLines: whole(0), newStart: whole(0), newLines: whole(0), added: list(text), removed: list(text) });
const landedFile = object(
  { path: name, status: choice("added", "modified", "deleted", "renamed", "binary"), hunks: nullable(list(hunk)), added: whole(0), removed: whole(0) },
  { oldPath: text },
);
const landed = object({ seq: whole(0), record: text, files: list(landedFile), closes: list(text) });

const evidence = object({ inputs: list(text), observed: text, claim: text, matches: flag });
const enumRow = object(
  { id: name, category, loc: location, claimed: nullable(choice("verified-safe", "fixed", "accepted-degraded", "registered", "unresolved")) },
  { contractSilent: flag, evidence, fixedIn: whole(0), triageRow: text, reason: object({ text }, { definition: severity }), merged: list(location), confirmedBy: text },
);
const checklist = object({ points: list(object({ category, loc: location })), scope: text });
const anchor = object(
  { id: text, form: choice("invariant", "static", "fan-out"), categories: list(category), record: text, covered: list(location) },
  { covers: list(choice("drift", "fragility")) },
);
const coldRead = object({
  ret: laneReturn,
  warm: flag,
  q4: list(object({ term: text }, { triageRow: text })),
  q5: list(object({ quote: text }, { triageRow: text })),
});
const spotAudit = object({ row: text, record: text, input: text, observed: text, claim: text, matches: flag });
const augment = object({ name: text, domain: text }, { finding: flag, ret: laneReturn, unavailable: object({ command: text, candidates: whole(0) }) });

// Once: a run is read as frozen copies, and grows by one round at a time.
const round = once(object({
  no: whole(1),
  unresolvedLanes: list(text),
  slots: object({ CR: slot, RC: slot, IR: slot }),
  augments: list(augment),
  table: nullable(list(enumRow)),
  diff: list(object({ file: text, start: whole(0), end: whole(0) })),
  checklist: nullable(checklist),
  anchors: list(anchor),
  implementAndRun: nullable(choice("ran", "not-run", "n/a")),
  coldRead: nullable(coldRead),
  spotAudits: list(spotAudit),
  triage: nullable(list(triageRow)),
  triagePasted: flag,
  landed: nullable(landed),
  texts: map(text),
  status: nullable(map(text)),
  token: nullable(text),
}));

const analyst = object(
  { triggerRound: whole(1), ret: laneReturn, verdict: nullable(choice("structural-fix", "residual-floor", "no-viable-path")), conforming: flag },
  { label: choice("not-run(analyst-offspec)") },
);
const continuation = object({ mode: choice("i", "ii"), trigger: choice("regression", "cap"), triggerRound: whole(1), first: whole(1), last: whole(1) });
const form = object(
  { form: choice("production", "prototype", "demo"), quote: text, fromRound: whole(0) },
  { elicitedBy: object({ question: text, leading: flag }) },
);

/** Everything but what holds between the parts. Given frozen copies only. */
export const runShape: Check = object({
  cap: nullable(whole(1)),
  hasCode: flag,
  hasProse: flag,
  notYetBuilt: flag,
  idPattern: nullable(text),
  fence: object({ raised: flag }, { skip: object({ command: text, hits: whole(0) }, { whyNone: text }) }),
  forms: list(form),
  userMessages: list(text),
  catalogRoot: name,
  toolRecords: list(toolRecord),
  anchorForms: list(object({ id: text, categories: list(category) })),
  crossFamilyAvailable: flag,
  rounds: list(round),
  analysts: list(analyst),
  continuation: nullable(continuation),
  continuationsStarted: whole(0),
});
