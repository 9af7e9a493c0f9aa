/** Unhandled rejections of the whole process, where the platform tells them. */

/** What a watch found; `stop` ends it. */
export interface RejectionWatch {
  readonly found: readonly { readonly reason: unknown }[];
  stop(): void;
}

/** Starts to watch. A listener of this kind keeps Node from ending the process. */
export function watchRejections(): RejectionWatch {
  const found: { readonly reason: unknown }[] = [];
  const listener = (reason: unknown): void => void found.push({ reason });
  const host = globalThis.process as NodeJS.Process | undefined;
  if (typeof host?.on !== "function") return { found, stop: () => undefined };
  host.on("unhandledRejection", listener);
  return { found, stop: () => void host.off("unhandledRejection", listener) };
}
