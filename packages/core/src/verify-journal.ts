/** Computing every decision of a journal again, from its recorded facts alone (G12). */
import type { Journal } from "./journal.js";
import { untyped, type Policy, type PolicyTypes } from "./policy.js";
import type { JournalVerification } from "./verification.js";

/**
 * Reads a journal and computes each decision again through the policy's table. Calls nobody and changes nothing.
 *
 * Rejects with a LoopwrightError: `journal-empty`, `journal-invalid`, `journal-version`, `journal-divergence` for a journal
 * of another policy or version, and whatever the store says.
 */
export async function verifyJournal<T extends PolicyTypes>(policy: Policy<T>, journal: Journal): Promise<JournalVerification> {
  const { verify } = await import("./verification.js"); // Few processes need it.
  return verify(untyped(policy), journal);
}
