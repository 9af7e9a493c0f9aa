import type { Agent } from "@loopwright/agents";
import { runLoop } from "@loopwright/core";
import { qualityLoop } from "@loopwright/policies/quality-loop";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";

/** What the node reads from and writes to the graph's state. */
export interface ReviewedText {
  readonly request: string;
  readonly draft: string | null;
  readonly token: string | null;
}

/** A quality loop as a node: the graph's signal aborts it, its token is what edges branch on. */
export const qualityLoopNode =
  (agents: { readonly writer: Agent; readonly reviewer: Agent }) =>
  async ({ request }: Pick<ReviewedText, "request">, { signal }: LangGraphRunnableConfig): Promise<Pick<ReviewedText, "draft" | "token">> => {
    const { token, report } = await runLoop(qualityLoop(), { agents, input: { request }, signal }).result;
    return { token, draft: report?.draft ?? null };
  };
