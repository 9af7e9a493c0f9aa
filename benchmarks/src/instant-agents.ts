/** Agents that answer at once, so that only the loop costs anything. */
import type { Agent } from "@loopwright/core";

export interface InstantAgents {
  readonly writer: Agent;
  readonly reviewer: Agent;
}

const REJECTED = { approved: false, feedback: ["more"] };
const APPROVED = { approved: true, feedback: [] };

/** A reviewer that approves at round `rounds`. */
export function instantAgents(rounds: number): InstantAgents {
  let drafts = 0;
  let reviews = 0;
  return {
    writer: { id: "writer", call: async () => ({ text: `draft ${++drafts}` }) },
    reviewer: { id: "reviewer", call: async () => ({ structured: ++reviews >= rounds ? APPROVED : REJECTED }) },
  };
}
