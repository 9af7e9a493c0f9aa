/** Draws a run's events as a tree: phases inside the run, calls inside their phase. */
import type { EventGap, RunEvent } from "@loopwright/core";

/** Starts go one level in, ends go one level out. */
const STARTS = new Set(["run.started", "run.resumed", "phase.started", "lane.started", "call.started", "step.started"]);
const ENDS = new Set(["run.finished", "run.suspended", "phase.finished", "lane.finished", "call.finished", "call.failed", "step.finished", "step.failed"]);

/** Words of an event that a person wants to see. */
const DETAILS = ["phase", "callId", "role", "purpose", "token", "decision", "chars", "items", "code", "kind", "status"];

export function eventTree(): (event: RunEvent | EventGap) => string {
  let depth = 0;
  return (event) => {
    const fields = event as unknown as { readonly [name: string]: unknown };
    if (event.type === "events.dropped") return `… ${String(fields["missed"])} events were dropped`;
    if (ENDS.has(event.type)) depth--;
    const details = DETAILS.flatMap((name) => (isShort(fields[name]) && (name !== "phase" || event.type.startsWith("phase.")) ? [`${name}=${String(fields[name])}`] : []));
    const line = `${"  ".repeat(depth)}${event.type} ${details.join(" ")}`.trimEnd();
    if (STARTS.has(event.type)) depth++;
    return line;
  };
}

function isShort(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
