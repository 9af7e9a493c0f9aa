import { AgentError } from "@loopwright/core";

/** What a call fails with; throws where it answers, or fails with anything else. */
export async function agentFailure(call: Promise<unknown>): Promise<AgentError> {
  const thrown: unknown = await call.then(
    (reply) => new Error(`answered ${JSON.stringify(reply)}`),
    (error: unknown) => error,
  );
  if (!(thrown instanceof AgentError)) throw thrown;
  return thrown;
}
