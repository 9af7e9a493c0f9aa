import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { instantWork, type Peer } from "./peer.ts";

async function run(rounds: number): Promise<number> {
  const { write, review } = instantWork(rounds);
  const State = Annotation.Root({ draft: Annotation<string>(), feedback: Annotation<string[]>(), approved: Annotation<boolean>(), rounds: Annotation<number>() });
  const graph = new StateGraph(State)
    .addNode("write", async ({ feedback }) => ({ draft: await write(feedback) }))
    .addNode("review", async ({ draft, rounds: before }) => ({ ...(await review(draft)), rounds: before + 1 }))
    .addEdge(START, "write")
    .addEdge("write", "review")
    .addConditionalEdges("review", ({ approved }) => (approved ? END : "write"))
    .compile();
  const end = await graph.invoke({ draft: "", feedback: [], approved: false, rounds: 0 }, { recursionLimit: rounds * 2 + 5 });
  return end.rounds;
}

export const langgraph: Peer = { name: "LangGraph", imports: 'export { Annotation, END, START, StateGraph } from "@langchain/langgraph";', run };
