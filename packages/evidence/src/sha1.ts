/**
 * SHA-1, as a change detector and never as a security boundary (LG-FP-2).
 *
 * Invariants:
 * 1. The platform's hash and the portable one agree on all input.
 * 2. Nothing is resolved or hashed at import time.
 */
import { sha1 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

type Hash = (text: string) => string;

let fastest: Hash | null = null;

/** SHA-1 of the UTF-8 bytes of a text, in lower-case hex. */
export function sha1Hex(text: string): string {
  fastest ??= platformSha1Hex() ?? portableSha1Hex;
  return fastest(text);
}

/** SHA-1 without any platform. */
export function portableSha1Hex(text: string): string {
  return bytesToHex(sha1(utf8ToBytes(text)));
}

/** The hash of Node and of runtimes that imitate it; `null` elsewhere. */
export function platformSha1Hex(): Hash | null {
  // The cast: this also runs where there is no `process`.
  const host = globalThis as unknown as { readonly process?: { getBuiltinModule?(id: string): NodeCrypto | undefined } };
  const crypto = host.process?.getBuiltinModule?.("node:crypto");
  if (typeof crypto?.hash === "function") return (text) => crypto.hash("sha1", text, "hex");
  return null;
}

interface NodeCrypto {
  hash(algorithm: "sha1", data: string, encoding: "hex"): string;
}
