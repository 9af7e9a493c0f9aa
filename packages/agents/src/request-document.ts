/**
 * What the other side of a wire learns of a request.
 *
 * Invariants:
 * 1. Role, purpose, instruction, input, schema and tools, and nothing of the run: call id, key, version, repair number
 *    and deadline would tell a reviewer which review it is in (QU-REVIN-03).
 * 2. All six keys are always there; `purpose` and `schema` may be null.
 */
import type { AgentRequest } from "@loopwright/core";

/** The part of a request that is told. */
export type ToldRequest = Pick<AgentRequest, "role" | "purpose" | "instruction" | "input" | "schema" | "tools">;

/** The request as one JSON document. */
export function requestDocument({ role, purpose, instruction, input, schema, tools }: ToldRequest): string {
  return JSON.stringify({ role, purpose: purpose ?? null, instruction, input, schema, tools });
}
