import type { AgentUnderTest, ContractSetup, OtherSideStep, SeenRequest } from "@loopwright/testing";
import { httpAgent } from "../http.js";
import { drip, hang, json, loopbackServer } from "../loopback-server.fixture.js";
import type { Handler } from "../loopback-server.fixture.js";

/** A real server on loopback. */
export async function httpUnderTest(script: readonly OtherSideStep[], { secret }: ContractSetup): Promise<AgentUnderTest> {
  const server = await loopbackServer(...script.map(handler));
  return {
    agent: httpAgent({ url: `${server.url}/?key=${secret}`, headers: { authorization: `Bearer ${secret}` } }),
    seen: () => server.requests.map(({ body }) => seenIn(body)),
    dispose: () => server.close(),
  };
}

function seenIn(body: string): SeenRequest {
  const { instruction, input } = JSON.parse(body) as SeenRequest;
  return { instruction, input };
}

function handler(step: OtherSideStep): Handler {
  switch (step.does) {
    case "answers": {
      const { does: _does, ...reply } = step;
      return json(reply);
    }
    case "echoes":
      return (response, request) => json({ text: JSON.stringify(seenIn(request.body).input) })(response, request);
    case "fails": {
      const { message, retryable, retryAfterMs, usage } = step;
      const headers = retryAfterMs === undefined ? {} : { "retry-after": String(retryAfterMs / 1000) };
      return json({ error: message, ...(usage !== undefined && { usage }) }, retryable ? 503 : 400, headers);
    }
    case "hangs":
      return hang;
    case "stalls":
      return drip(['{"text":"half']);
  }
}
