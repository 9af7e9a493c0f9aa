/** The version under review: HEAD and the files, without what the loop itself writes (G2, G5). */
import { digestOf } from "@loopwright/core";
import type { Snapshot } from "@loopwright/evidence/workspace";
import type { Work } from "./work.js";

/** Reads the version at hand into the state. */
export async function lookAtVersion(work: Work): Promise<void> {
  const { ledger, repository, workspace } = work.settings.ports;
  const { cycleDirectory } = ledger.place;
  const seen = await work.must("version", async ({ signal }) => {
    const head = await repository.resolveCommit("HEAD", { signal });
    return { head, version: versionOf(head, await workspace.snapshot({ signal }), cycleDirectory) };
  });
  work.set(seen);
}

/** Digest of a commit and of the files over it. */
export function versionOf(head: string, { files }: Pick<Snapshot, "files">, cycleDirectory: string): string {
  const own = Object.entries(files).filter(([path]) => !path.startsWith(`${cycleDirectory}/`));
  return digestOf([head, own.map(([path, { kind, digest }]) => [path, kind, digest])]);
}
