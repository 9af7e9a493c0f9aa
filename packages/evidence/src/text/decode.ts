/**
 * Bytes to text, never by guessing (LG-SEC-16, LG-FP-5).
 *
 * Invariants:
 * 1. Payloads are strict UTF-8: an ill-formed sequence is refused, never replaced by U+FFFD.
 * 2. A file that is not UTF-8 maps byte for byte to U+0000–00FF, so that different bytes never become equal.
 * 3. A byte order mark is kept as a character.
 */

/** Strict UTF-8; `null` for ill-formed bytes. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Text of a file: UTF-8 where it is, otherwise byte for byte (LG-FP-5). */
export function decodeFile(content: Uint8Array | string): string {
  if (typeof content === "string") return content;
  return decodeUtf8(content) ?? decodeBytes(content);
}

/** Byte for byte: each byte becomes the character of its number. */
export function decodeBytes(bytes: Uint8Array): string {
  const parts: string[] = [];
  const step = 8192; // An argument list has its limits.
  for (let start = 0; start < bytes.length; start += step) parts.push(String.fromCharCode(...bytes.subarray(start, start + step)));
  return parts.join("");
}
