/** What must be the same with and without crashes: decisions, and the result but for time and spend. */
import { canonicalJson, copyPlain } from "@loopwright/core";
import type { Json, PolicyTypes, RunEvent, RunResult } from "@loopwright/core";

/** The decisions among events, each as text. */
export function decisionsOf(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.type !== "decision.made") return [];
    const { token, kind, then, row, early, facts, signals, round, phase } = event as Extract<RunEvent, { readonly type: "decision.made" }>;
    return [canonicalJson(copyPlain({ token, kind, then, row, early, facts, signals, round, phase }))];
  });
}

/** A result as plain data without what a crash may change: when, and what was spent on effects that ran twice. */
export function outlineOf<T extends PolicyTypes>(result: RunResult<T>, withUsage: boolean, withoutSpend: (report: T["report"]) => unknown = (given) => given): { readonly [field: string]: Json } {
  const { status, token, rounds, independence, reviewedVersion, unreviewedChange, answers, report, error, usage, decision } = result;
  const outline = {
    status,
    token,
    rounds,
    independence,
    reviewedVersion,
    unreviewedChange,
    answers: answers.map(({ token: asked, by, round }) => ({ token: asked, by, round })),
    decision,
    report: (report === null || withUsage ? report : withoutSpend(report)) ?? null,
    error: error === null ? null : { code: error.code, path: error.path },
    ...(withUsage && { usage }),
  };
  return JSON.parse(JSON.stringify(outline)) as { readonly [field: string]: Json };
}

/** Where two outlines differ; `null` = nowhere. */
export function differenceOf(expected: Json, found: Json, path = "result"): string | null {
  if (canonicalJson(expected) === canonicalJson(found)) return null;
  if (isObject(expected) && isObject(found)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(found)])) {
      const difference = differenceOf(expected[name] ?? null, found[name] ?? null, `${path}.${name}`);
      if (difference !== null) return difference;
    }
  }
  return `${path} is ${shortened(found)} instead of ${shortened(expected)}`;
}

function isObject(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shortened(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

/** Each process must tell a stretch of the decisions, the first from the start, each later one from what is told on. */
export function decisionProblem(expected: readonly string[], told: readonly (readonly string[])[]): string | null {
  let known = 0;
  for (const [process, decisions] of told.entries()) {
    let from = known;
    while (from >= 0 && !decisions.every((decision, index) => decision === expected[from + index])) from--;
    if (from < 0) return `process ${process} decided ${decisions.join(", ")}`;
    known = Math.max(known, from + decisions.length);
  }
  return known === expected.length ? null : `only ${known} of ${expected.length} decisions were made`;
}
