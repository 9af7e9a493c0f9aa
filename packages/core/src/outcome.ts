import type { Failure, FailureKind } from "./context.js";

/** An outcome that failed. */
export function failed(kind: FailureKind, message: string, callId: string | null, problems?: readonly string[]): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: problems === undefined ? { kind, message, callId } : { kind, message, problems, callId } };
}
