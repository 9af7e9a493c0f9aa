import { getEventListeners } from "node:events";
import { expect } from "vitest";
import { agentFailure } from "./agent-failure.fixture.js";
import { eventually } from "./loopback-server.fixture.js";
import type { LoopbackServer } from "./loopback-server.fixture.js";

/** Aborts a call once its request has arrived, and expects that it ends at once, its connection with it, and leaves no listener. */
export async function expectGivenUp(server: LoopbackServer, call: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const controller = new AbortController();
  const [requests, abandoned] = [server.requests.length, server.abandoned()];
  const failing = agentFailure(call(controller.signal));
  await eventually(() => server.requests.length > requests);
  await new Promise((resolve) => setTimeout(resolve, 30));
  const reason = new DOMException("out of time", "TimeoutError");
  const abortedAt = Date.now();
  controller.abort(reason);
  const error = await failing;
  expect(Date.now() - abortedAt).toBeLessThan(2_000);
  expect(error).toMatchObject({ cause: reason, retryable: false });
  expect(await eventually(() => server.abandoned() > abandoned)).toBe(true);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
}
