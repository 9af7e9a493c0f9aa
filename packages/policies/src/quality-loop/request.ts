import { copyPlain, LoopwrightError, type Json, type JsonObject } from "@loopwright/core";
import { refuse } from "./config-error.js";

/** What is to be made: a text, or a plain JSON object. Opaque to the loop (QU-REQ-01). */
export type QualityRequest = string | JsonObject;

/** What a quality loop starts from. */
export interface QualityInput {
  readonly request: QualityRequest;
}

/** Refuses a request that is blank, empty or not plain JSON (QU-REQ-01). */
export function checkRequest(request: unknown): void {
  const hint = "Pass a text that is not blank, or a plain JSON object with at least one key.";
  if (typeof request === "string") {
    if (request.trim() === "") refuse("request-empty", "input.request", "the request is blank", hint);
    return;
  }
  let copy: Json;
  try {
    copy = copyPlain(request, { path: "input.request" });
  } catch (thrown) {
    if (!(thrown instanceof LoopwrightError)) throw thrown;
    return refuse("request-not-json", thrown.path ?? "input.request", thrown.message, hint);
  }
  if (typeof copy !== "object" || copy === null || Array.isArray(copy)) {
    return refuse("request-not-json", "input.request", "the request is neither a text nor a plain object", hint);
  }
  if (Object.keys(copy).length === 0) refuse("request-empty", "input.request", "the request has no keys", hint);
}
