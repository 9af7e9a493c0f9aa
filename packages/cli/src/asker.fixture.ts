/** A policy of one's own, as a module: it asks a person and passes when that person agrees. */
import { always, defineFacts, definePolicy, flag, roleFamily, terminationTable, textRole } from "@loopwright/core";

const facts = defineFacts({ isAgreed: flag() });

const table = terminationTable(facts, [
  { token: "agreed", kind: "pass", when: (f) => f.isAgreed },
  { token: "shall-we", kind: "ask", when: always },
]);

interface State {
  readonly drafts: readonly string[];
  readonly isAgreed: boolean;
}

export default definePolicy({ name: "asker", roles: { writers: roleFamily(textRole()) }, table })({
  async open(ctx): Promise<State> {
    const answer = await ctx.call("writers/a", { instruction: "Write.", input: null });
    return { drafts: answer.ok ? [answer.value] : [], isAgreed: false };
  },
  review: (_ctx, state: State) => state,
  facts: ({ isAgreed }: State) => ({ isAgreed }),
  report: ({ drafts }: State) => ({ drafts }),
  asks: {
    "shall-we": {
      question: () => ({ text: "Shall we?", options: ["yes"] }),
      apply: (state: State, answer: unknown) => (answer === "yes" ? { ok: true, state: { ...state, isAgreed: true } } : { ok: false, reason: "say yes" }),
    },
  },
});
