/** The fields of a reply that are read, taken once: an agent cannot change them afterwards. */
import type { AgentReply } from "./agent.js";

export type TakenReply = Pick<AgentReply, "structured" | "usage" | "model" | "answeredBy" | "finishReason"> & { readonly text: unknown };

/** Takes a reply's fields; `null` for what is not a reply, or throws while it is read. */
export function takeReply(value: unknown): TakenReply | null {
  if (typeof value !== "object" || value === null) return null;
  try {
    const { text, structured, usage, model, answeredBy, finishReason } = value as AgentReply;
    return { text, structured, usage, model, answeredBy, finishReason } as TakenReply;
  } catch {
    return null;
  }
}
