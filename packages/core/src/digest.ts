/**
 * Content digests: the identity of what is under review (G5).
 *
 * Invariants:
 * 1. Equal content, equal digest, on every platform: the platform's hash and the portable one agree on all input.
 * 2. A text hashes as its UTF-8 bytes, so that `sha256sum` of the file says the same.
 * 3. No text shares its input bytes with another kind of value: those begin with a byte that UTF-8 never contains.
 * 4. Nothing is resolved or hashed at import time; the portable hash is loaded only where the platform has none.
 */
import { LoopwrightError } from "./errors.js";
import type { Json } from "./json.js";

type Hash = (data: string | Uint8Array) => string;

let fastest: Hash | null = null;

/**
 * SHA-256 in lower-case hex; text as UTF-8, a lone surrogate in it as U+FFFD.
 *
 * @throws LoopwrightError `sha256-not-loaded` where the platform has no synchronous hash and none was loaded.
 */
export function sha256Hex(data: string | Uint8Array): string {
  fastest ??= platformSha256Hex();
  if (fastest !== null) return fastest(data);
  throw new LoopwrightError("sha256-not-loaded", "this platform has no synchronous SHA-256", {
    hint: "Await loadSha256() once before; a run does so by itself.",
  });
}

/** Loads the portable hash, where the platform has none; `null` = there is nothing to wait for. */
export function loadSha256(): Promise<void> | null {
  fastest ??= platformSha256Hex();
  if (fastest !== null) return null;
  return import("./portable-sha256.js").then(({ portableSha256Hex }) => {
    fastest = portableSha256Hex;
  });
}

/** The hash of Node and of runtimes that imitate it; `null` elsewhere. */
export function platformSha256Hex(): Hash | null {
  // The cast: core is compiled without Node's types, because it also runs where there is no `process`.
  const host = globalThis as unknown as { readonly process?: { getBuiltinModule?(id: string): NodeCrypto | undefined } };
  const crypto = host.process?.getBuiltinModule?.("node:crypto");
  if (typeof crypto?.hash === "function") return (data) => crypto.hash("sha256", data, "hex");
  return null;
}

interface NodeCrypto {
  hash(algorithm: "sha256", data: string | Uint8Array, encoding: "hex"): string;
}

/** JSON with sorted keys and without blanks (RFC 8785, but a lone surrogate is escaped instead of refused). */
export function canonicalJson(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`); // own key, so not undefined
  return `{${members.join(",")}}`;
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}

/** The version of an artifact: `"sha256:"` and 64 hex digits. A text without lone surrogates hashes as its UTF-8 bytes. */
export function digestOf(artifact: Json): string {
  if (typeof artifact === "string" && artifact.isWellFormed()) return `sha256:${sha256Hex(artifact)}`;
  const bytes = new TextEncoder().encode(` ${canonicalJson(artifact)}`);
  bytes[0] = 0xff;
  return `sha256:${sha256Hex(bytes)}`;
}
