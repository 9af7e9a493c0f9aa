import type { PinnedRef } from "../facts/triage-facts.js";
import { isText } from "./evidence-text.js";

/** Whether a reference is pinned: name, version and digest, or a named thing that the user installs (RL-LE-08, RL-LE-09). */
export function isPinned({ name, version, digest, ownershipPinned, versionless }: PinnedRef): boolean {
  if (!isText(name)) return false;
  if (ownershipPinned === true) return isText(version) || versionless === true;
  return isText(version) && isText(digest);
}
