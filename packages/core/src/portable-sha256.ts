/** SHA-256 for platforms without a synchronous one, such as browsers; several times slower than Node's. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 in lower-case hex; text as UTF-8. */
export function portableSha256Hex(data: string | Uint8Array): string {
  return bytesToHex(sha256(typeof data === "string" ? utf8ToBytes(data) : data));
}
