/**
 * Paths as git prints them: plain, or quoted like a C string with octal bytes (LG-SEC-6).
 *
 * Invariants:
 * 1. Bytes that are no UTF-8 come out as `\xNN`, so that different names stay different.
 * 2. A quoted name that is not whole is no name: `null`.
 */
import { decodeUtf8 } from "../text/decode.js";

const ESCAPES: { readonly [letter: string]: number } = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, "\\": 92 };

/** A name and where it ends; one character of `text` is one byte. */
export interface PathAt {
  readonly path: string;
  readonly end: number;
}

/** Reads a quoted name that starts at `at`. */
export function quotedPathAt(text: string, at: number): PathAt | null {
  if (text.charAt(at) !== '"') return null;
  const bytes = new Uint8Array(text.length - at);
  let length = 0;
  for (let index = at + 1; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === QUOTE) return { path: pathOfBytes(bytes.subarray(0, length)), end: index + 1 };
    if (unit !== BACKSLASH) {
      bytes[length++] = unit;
      continue;
    }
    index++;
    const octal = octalAt(text, index);
    const byte = octal ?? ESCAPES[text.charAt(index)];
    if (byte === undefined) return null;
    bytes[length++] = byte;
    if (octal !== null) index += 2;
  }
  return null;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Three octal digits below 256. */
function octalAt(text: string, at: number): number | null {
  let value = 0;
  for (let index = at; index < at + 3; index++) {
    const digit = text.charCodeAt(index) - 0x30;
    if (!(digit >= 0 && digit <= 7)) return null;
    value = value * 8 + digit;
  }
  return value <= 0xff ? value : null;
}

/** The name that some bytes spell. */
export function pathOfBytes(bytes: Uint8Array): string {
  return decodeUtf8(bytes) ?? Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`)).join("");
}

/** The name of a whole field, quoted or plain; one character of `field` is one byte. */
export function pathOfField(field: string): string | null {
  if (field.startsWith('"')) {
    const quoted = quotedPathAt(field, 0);
    return quoted !== null && quoted.end === field.length ? quoted.path : null;
  }
  return pathOfBytes(Uint8Array.from(field, (character) => character.charCodeAt(0)));
}
