import { scriptedAgent } from "@loopwright/agents";

/** A writer that gets it right the second time, and a reviewer that says so. */
export const qualityAgents = () => ({
  writer: scriptedAgent(["D1", "D2"], { id: "writer" }),
  reviewer: scriptedAgent([{ structured: { approved: false, feedback: ["Add a date: [DATE]"] } }, { structured: { approved: true, feedback: [] } }], { id: "reviewer" }),
});
