import { expect, test } from "vitest";
import { isNetworkFault, isTimeoutFault, networkReason } from "./network-fault.js";

const coded = (code: string, message = "") => Object.assign(new Error(message), { code });
const fetchFailed = (cause: unknown) => new TypeError("fetch failed", { cause });

test.each([
  ["a refused connection", fetchFailed(coded("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:1")), true, false],
  ["both addresses refused", fetchFailed(new AggregateError([coded("ECONNREFUSED"), coded("ECONNREFUSED")])), true, false],
  ["a body that was cut", new TypeError("terminated", { cause: coded("UND_ERR_SOCKET", "other side closed") }), true, false],
  ["a browser's word", new TypeError("Failed to fetch"), true, false],
  ["headers that never came", fetchFailed(coded("UND_ERR_HEADERS_TIMEOUT")), true, true],
  ["a library's own time-out", new DOMException("too slow", "TimeoutError"), false, true],
  ["wrapped by somebody else", new Error("x", { cause: new Error("y", { cause: coded("ECONNRESET") }) }), true, false],
  ["a bug", new TypeError("x is not a function"), false, false],
  ["no error", "ECONNREFUSED", false, false],
])("%s", (_what, thrown, isNetwork, isTimeout) => {
  expect([isNetworkFault(thrown), isTimeoutFault(thrown)]).toEqual([isNetwork, isTimeout]);
});

test("the innermost reason is what is said", () => {
  expect(networkReason(fetchFailed(coded("UND_ERR_SOCKET", "other side closed")))).toBe("other side closed (UND_ERR_SOCKET)");
  expect(networkReason(fetchFailed(new AggregateError([coded("ECONNREFUSED", "connect ECONNREFUSED ::1:1")])))).toBe("connect ECONNREFUSED ::1:1");
  expect(networkReason(null)).toBe("no reason given");
  const loop: Error & { cause?: unknown } = new Error("loop");
  loop.cause = loop;
  expect(networkReason(loop)).toBe("loop");
});
