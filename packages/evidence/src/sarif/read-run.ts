/** One run of a log: its tool, whether it is complete, its results. */
import { ArtifactPaths, type RootSegments } from "./artifact-path.js";
import { incompleteness } from "./completeness.js";
import { Descriptors, type Descriptor } from "./descriptors.js";
import type { JsonObjectAt } from "./json-object.js";
import { levelOf, readOverrides, type LevelOverrides } from "./level.js";
import type { Messages } from "./message.js";
import { readPlaces } from "./place.js";
import type { SarifFinding, SarifOther, SarifResult } from "./sarif-result.js";
import { standingOf } from "./standing.js";
import { EvidenceError } from "../evidence-error.js";

/** One run of an analyser. A type alias, so that it is `Json`. */
export type SarifRun = {
  readonly tool: { readonly name: string; readonly version: string | null };
  /** Whether its results are all that the analyser would have found. */
  readonly isComplete: boolean;
  /** Why they may not be; empty for a complete run. */
  readonly problems: readonly string[];
  /** How many results it has, of every kind. */
  readonly resultCount: number;
};

/** What the runs of a log share while it is read. */
export interface LogReading {
  readonly root: RootSegments | null;
  readonly messages: Messages;
  readonly findings: SarifFinding[];
  readonly others: SarifOther[];
}

/** What a result is read with. */
interface RunReading extends LogReading {
  readonly number: number;
  readonly tool: string;
  readonly rules: Descriptors;
  readonly paths: ArtifactPaths;
  readonly overridesOf: (invocation: number | null) => LevelOverrides | null;
}

/** Reads a run; its results go to the findings and the others of the log. */
export function readRun(run: JsonObjectAt, number: number, log: LogReading): SarifRun {
  const tool = need(run.object("tool"), run.pathOf("tool"));
  const driver = need(tool.object("driver"), tool.pathOf("driver"));
  const name = need(driver.text("name"), driver.pathOf("name"));
  const rules = new Descriptors(tool, driver, "rules");
  const reading: RunReading = { ...log, number, tool: name, rules, paths: new ArtifactPaths(run, log.root), overridesOf: overridesBy(run, rules) };
  const results = run.objects("results") ?? [];
  for (const [index, result] of results.entries()) readResult(result, index, reading);
  const problems = incompleteness(run, new Descriptors(tool, driver, "notifications"), log.messages);
  return { tool: { name, version: driver.text("semanticVersion") ?? driver.text("version") }, isComplete: problems.length === 0, problems, resultCount: results.length };
}

function readResult(result: JsonObjectAt, index: number, run: RunReading): void {
  const { why, justification, remarks } = standingOf(result);
  const { ruleId, descriptor, component } = readRule(result, run.rules);
  const reported = result.text("level");
  const invocation = result.object("provenance")?.index("invocationIndex") ?? null;
  // Other kinds have no severity, whatever they say of it; a result that was set aside has that of the finding it was.
  const hasLevel = why === null || why === "suppressed" || why === "absent";
  const { level, remark } = hasLevel ? levelOf(reported, descriptor, run.overridesOf(invocation)) : { level: "none" as const, remark: null };
  const message = run.messages.text(result.object("message"), descriptor, component);
  const read: SarifResult = {
    run: run.number, index, tool: run.tool, ruleId, level, levelAsReported: reported,
    message: message ?? describedRule(descriptor, run.messages) ?? "The analyser gives no message.",
    ...readPlaces(result, run.paths),
    fingerprints: result.textsByName("fingerprints"), partialFingerprints: result.textsByName("partialFingerprints"),
    baselineState: result.text("baselineState"),
    remarks: [...remarks, ...(remark === null ? [] : [remark]), ...(message === null ? ["its message is not in the log"] : [])],
  };
  if (why === null) run.findings.push({ ...read, why });
  else run.others.push({ ...read, why, justification });
}

function readRule(result: JsonObjectAt, rules: Descriptors): { readonly ruleId: string | null; readonly descriptor: Descriptor | null; readonly component: JsonObjectAt } {
  const reference = result.object("rule");
  const id = result.text("ruleId") ?? reference?.text("id") ?? null;
  const descriptor = rules.find({ id, index: reference?.index("index") ?? result.index("ruleIndex"), reference });
  return { ruleId: id ?? descriptor?.id ?? null, descriptor, component: rules.componentOf(reference) };
}

/** What the rule says of itself, for a result that says nothing. */
function describedRule(descriptor: Descriptor | null, messages: Messages): string | null {
  for (const key of ["shortDescription", "fullDescription"]) {
    const description = descriptor?.object.object(key) ?? null;
    const text = description === null ? null : messages.unfold(description.text("text"), [], description.pathOf("text"));
    if (text !== null) return text;
  }
  return null;
}

/** Overrides of the invocation that a result names; each is read once. */
function overridesBy(run: JsonObjectAt, rules: Descriptors): (invocation: number | null) => LevelOverrides | null {
  const invocations = run.objects("invocations") ?? [];
  const known = new Map<number, LevelOverrides>();
  const find = (reference: JsonObjectAt) => rules.find({ id: reference.text("id"), index: reference.index("index"), reference });
  return (number) => {
    const invocation = number === null ? undefined : invocations[number];
    if (number === null || invocation === undefined) return null;
    const overrides = known.get(number) ?? readOverrides(invocation, "ruleConfigurationOverrides", find);
    known.set(number, overrides);
    return overrides;
  };
}

function need<Value>(value: Value | null, path: string): Value {
  if (value !== null) return value;
  throw new EvidenceError("sarif-invalid", `${path} is missing`, { path, hint: "Every run names its tool; let the analyser write the log again." });
}
