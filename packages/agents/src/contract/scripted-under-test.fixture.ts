import type { AgentUnderTest, OtherSideStep } from "@loopwright/testing";
import { scriptedAgent } from "../scripted.js";
import type { ScriptStep } from "../scripted.js";

export function scriptedUnderTest(script: readonly OtherSideStep[]): AgentUnderTest {
  const agent = scriptedAgent(script.map(scriptStep));
  return { agent, seen: () => agent.calls };
}

function scriptStep(step: OtherSideStep): ScriptStep {
  switch (step.does) {
    case "answers": {
      const { does: _does, ...reply } = step;
      return reply;
    }
    case "echoes":
      return ({ input }) => JSON.stringify(input);
    case "fails": {
      const { does: _does, message, ...details } = step;
      return { error: message, ...details };
    }
    case "hangs":
    case "stalls":
      return { never: true };
  }
}
