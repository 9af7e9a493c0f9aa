/**
 * Listening to a request's signal without leaving anything behind (G10).
 *
 * Invariants:
 * 1. The listener is called at most once, at once if the signal has aborted already.
 * 2. After the returned function was called the signal holds no listener of ours.
 */
export function onAbort(signal: AbortSignal, listener: (reason: unknown) => void): () => void {
  const forward = (): void => listener(signal.reason);
  if (signal.aborted) {
    forward();
    return () => undefined;
  }
  signal.addEventListener("abort", forward, { once: true });
  return () => signal.removeEventListener("abort", forward);
}
