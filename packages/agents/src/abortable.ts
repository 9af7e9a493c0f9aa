/**
 * Work under a signal that ends with the work (G10).
 *
 * Invariants:
 * 1. At an abort the promise rejects at once with an `AgentError`, whether or not the work notices. What the work does
 *    afterwards is ignored and is no unhandled rejection.
 * 2. The work gets a signal of its own that follows the request's. Libraries that leave a listener behind, as `fetch`
 *    does until its request is collected, leave it there: the request's signal holds none of ours once the work is over.
 * 3. With a signal that has aborted already the work is not started.
 */
import { AgentError } from "@loopwright/core";
import { onAbort } from "./abort.js";

/** Runs the work until it settles or the signal aborts; `subject` names the agent in the message. */
export function abortable<T>(signal: AbortSignal, subject: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const own = new AbortController();
    const stopListening = onAbort(signal, (reason) => {
      reject(new AgentError(`${subject} was given up because the call was aborted`, { cause: reason }));
      own.abort(reason);
    });
    if (signal.aborted) return;
    // Stops listening before anybody learns that the work is over.
    work(own.signal).then(
      (value) => {
        stopListening();
        resolve(value);
      },
      (error: Error) => {
        stopListening();
        reject(error);
      },
    );
  });
}
