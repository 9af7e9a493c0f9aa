/**
 * A suspended run as one text, to be kept until someone answers.
 *
 * Invariants:
 * 1. A token gives back exactly its snapshot, or an error: a text that was cut or changed on the way is refused.
 * 2. It is not a secret and not a signature: who may hand one in is the host's to decide, who answers is named (G16).
 */
import { LoopwrightError, sha256Hex } from "@loopwright/core";
import type { RunSnapshot } from "@loopwright/core";

const VERSION = "lw1";
const CHECK_LENGTH = 16;

/** Makes the token of a snapshot. */
export function resumeTokenOf(snapshot: RunSnapshot): string {
  const json = JSON.stringify(snapshot);
  return [VERSION, toBase64Url(new TextEncoder().encode(json)), sha256Hex(json).slice(0, CHECK_LENGTH)].join(".");
}

/**
 * The snapshot of a token: `resumeRun(policy, { from: readResumeToken(token), token, answer, by, agents })`.
 *
 * @throws LoopwrightError `resume-token-invalid`.
 */
export function readResumeToken(token: string): RunSnapshot {
  const [version, body, check, ...rest] = String(token).split(".");
  const json = version === VERSION && body !== undefined && rest.length === 0 ? fromBase64Url(body) : null;
  if (json === null || sha256Hex(json).slice(0, CHECK_LENGTH) !== check) {
    throw new LoopwrightError("resume-token-invalid", "the text is no resume token, or was changed on the way", {
      path: "token",
      hint: "Pass `resumeToken` of the tool's result, unchanged.",
    });
  }
  return JSON.parse(json) as RunSnapshot; // the digest says that it is what was written; `resumeRun` checks it whole
}

const CHUNK = 8192;

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (let from = 0; from < bytes.length; from += CHUNK) binary += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): string | null {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  } catch {
    return null;
  }
}
