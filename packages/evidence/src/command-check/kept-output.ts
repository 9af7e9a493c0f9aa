/**
 * Output of a command, as much of it as may be kept.
 *
 * Invariant: what is left out is said in the text itself, where it is missing, and by `isCut`; the beginning and the end
 * are kept. Memory does not grow with the output.
 */
export class KeptOutput {
  readonly #half: number;
  readonly #head: Uint8Array[] = [];
  #headSize = 0;
  #tail: Uint8Array[] = [];
  #tailSize = 0;
  #size = 0;

  constructor(maxBytes: number) {
    this.#half = Math.ceil(maxBytes / 2);
  }

  /** Bytes that came in all. */
  get size(): number {
    return this.#size;
  }

  get isCut(): boolean {
    return this.#leftOut > 0;
  }

  add(piece: Uint8Array): void {
    this.#size += piece.length;
    const room = this.#half - this.#headSize;
    if (room > 0) {
      const start = piece.subarray(0, room);
      this.#head.push(start);
      this.#headSize += start.length;
    }
    if (piece.length > room) this.#addToTail(room > 0 ? piece.subarray(room) : piece);
  }

  /** As text; bytes that are no UTF-8 come out as U+FFFD. */
  text(): string {
    const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const end = Buffer.concat(this.#tail).subarray(-this.#half);
    if (!this.isCut) return decode(Buffer.concat([...this.#head, end]));
    return `${decode(Buffer.concat(this.#head))}\n[… ${this.#leftOut} bytes of output left out …]\n${decode(end)}`;
  }

  get #leftOut(): number {
    return Math.max(0, this.#size - 2 * this.#half);
  }

  #addToTail(piece: Uint8Array): void {
    this.#tail.push(piece);
    this.#tailSize += piece.length;
    // Joined only when as much came again as is kept, so that each byte is copied a constant number of times.
    if (this.#tailSize <= 2 * this.#half + 65_536) return;
    this.#tail = [Buffer.concat(this.#tail).subarray(-this.#half)];
    this.#tailSize = this.#half;
  }
}
