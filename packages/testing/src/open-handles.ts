/** What keeps a process alive, by kind, where the platform tells. */

/** Others, such as channels of a test framework, come and go. */
const HANDLES: readonly string[] = ["ProcessWrap", "PipeWrap", "TCPSocketWrap", "TCPServerWrap", "TLSWrap", "Timeout", "FSEventWrap", "StatWatcher"];

export function openHandles(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const host = globalThis.process as NodeJS.Process | undefined;
  for (const kind of host?.getActiveResourcesInfo?.() ?? []) if (HANDLES.includes(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** Kinds of which there are more than before. */
export function handlesBeyond(before: ReadonlyMap<string, number>): readonly string[] {
  return [...openHandles()].filter(([kind, count]) => count > (before.get(kind) ?? 0)).map(([kind]) => kind);
}
