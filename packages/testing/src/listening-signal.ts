/** An abort signal that counts who listens to it. */

/** A signal and its listeners. */
export interface CountedSignal {
  readonly controller: AbortController;
  readonly signal: AbortSignal;
  /** Listeners that were added and neither removed nor called for good. */
  readonly listeners: () => number;
}

export function countedSignal(): CountedSignal {
  const controller = new AbortController();
  const { signal } = controller;
  const active = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  Object.defineProperties(signal, {
    addEventListener: {
      value: (...[type, listener, options]: Parameters<AbortSignal["addEventListener"]>) => {
        active.add(listener);
        // After an abort nothing is called any more, whether it was to be called once or not.
        add("abort", () => active.delete(listener), { once: true });
        add(type, listener, options);
      },
    },
    removeEventListener: {
      value: (...[type, listener, options]: Parameters<AbortSignal["removeEventListener"]>) => {
        active.delete(listener);
        remove(type, listener, options);
      },
    },
  });
  return { controller, signal, listeners: () => active.size + (signal.onabort === null ? 0 : 1) };
}
