/**
 * A request as a scripted agent keeps it.
 *
 * Invariants:
 * 1. Every field that was received is kept, also one that no contract knows: tests look for what must not be there
 *    (QU-ROLE-06). Only `signal` and `reportUsage`, which are not data, are left out.
 * 2. It is frozen to its leaves and shares no object with the request that could still change.
 */
import { copyPlain } from "@loopwright/core";
import type { AgentRequest } from "@loopwright/core";

/** A request as it was received, without what is not data: deeply frozen. */
export type RecordedCall = Readonly<Omit<AgentRequest, "signal" | "reportUsage">>;

const NOT_DATA: readonly string[] = ["signal", "reportUsage"] satisfies readonly (keyof AgentRequest)[];

/** Throws `not-plain` for a field that holds an object which is not plain data. */
export function recordCall(request: AgentRequest): RecordedCall {
  const fields = Object.entries(request)
    .filter(([name]) => !NOT_DATA.includes(name))
    .map(([name, value]: [string, unknown]) => [name, isContainer(value) ? copyPlain(value, { path: `request.${name}` }) : value]);
  return Object.freeze(Object.fromEntries(fields)) as RecordedCall; // the request's fields but for the two left out
}

function isContainer(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
