import type { AgentRequest, Usage } from "@loopwright/core";

/** A request as a runner makes them, and the usage reported through it. */
export interface TestRequest extends AgentRequest {
  readonly reports: readonly Usage[];
}

/** A complete request of a text role; name what matters to the test. */
export function agentRequest(changes: Partial<AgentRequest> = {}): TestRequest {
  const reports: Usage[] = [];
  return {
    callId: "c1",
    key: "open/writer",
    idempotencyKey: "run-1:open/writer",
    role: "writer",
    purpose: "draft",
    version: 1,
    repair: 0,
    instruction: "Write.",
    input: { request: "R" },
    schema: null,
    tools: [],
    signal: new AbortController().signal,
    deadline: null,
    reportUsage: (usage) => void reports.push(usage),
    reports,
    ...changes,
  };
}
