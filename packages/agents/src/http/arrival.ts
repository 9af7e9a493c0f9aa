/**
 * What had come of an answer when its call failed (case F06): its beginning, without secrets.
 *
 * Invariants:
 * 1. Only an answer is kept, never what a status outside 2xx says: that is an outage's word and no part of an answer.
 * 2. More is kept than is told, so that a secret at the end of what is told can still be recognised.
 */
import { redactSecrets } from "../redact.js";

const KEPT_BYTES = 64 * 1024;
const TOLD_CHARACTERS = 10_000;

/** Gathers the beginning of an answer. */
export class Arrival {
  #secrets: readonly string[] = [];
  readonly #parts: Uint8Array[] = [];
  #room = KEPT_BYTES;

  /** What may stand in no text. */
  hide(secrets: readonly string[]): void {
    this.#secrets = secrets;
  }

  take(bytes: Uint8Array): void {
    if (this.#room <= 0) return;
    const part = bytes.slice(0, this.#room);
    this.#parts.push(part);
    this.#room -= part.length;
  }

  /** What can be read of it; half a character at its end is only lost. */
  text(): string {
    const decoder = new TextDecoder();
    const text = this.#parts.map((part) => decoder.decode(part, { stream: true })).join("");
    return redactSecrets(text, this.#secrets).slice(0, TOLD_CHARACTERS);
  }
}
