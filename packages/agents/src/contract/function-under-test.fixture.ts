import type { AgentUnderTest, OtherSideStep, SeenRequest } from "@loopwright/testing";
import { AgentError } from "@loopwright/core";
import type { AgentReply, AgentRequest } from "@loopwright/core";
import { onAbort } from "../abort.js";
import { functionAgent } from "../function.js";

/** A function of the same process: it plays the other side itself. */
export function functionUnderTest(script: readonly OtherSideStep[]): AgentUnderTest {
  const seen: SeenRequest[] = [];
  const agent = functionAgent((request) => {
    const step = script[seen.push({ instruction: request.instruction, input: request.input }) - 1];
    if (step === undefined) throw new Error("no step");
    return play(step, request);
  });
  return { agent, seen: () => seen };
}

function play(step: OtherSideStep, { input, signal }: AgentRequest): AgentReply | string | Promise<never> {
  switch (step.does) {
    case "answers": {
      const { does: _does, ...reply } = step;
      return reply;
    }
    case "echoes":
      return JSON.stringify(input);
    case "fails": {
      const { does: _does, message, ...details } = step;
      throw new AgentError(message, details);
    }
    case "hangs":
    case "stalls":
      return new Promise((_resolve, reject) => void onAbort(signal, reject));
  }
}
