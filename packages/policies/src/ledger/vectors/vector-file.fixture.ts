/** Conformance vectors: what an independent implementation returned, compressed beside the tests. */
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** One vector. */
export interface Vector<Input, Expected> {
  readonly id: string;
  readonly input: Input;
  readonly expected: Expected;
}

/** A refusal, by kind. */
export interface VectorError {
  readonly error: true;
  readonly kind: string;
}

/** Text, or bytes. */
export type FileContent = string | { readonly base64: string };

/** All cases of a file. */
export function readVectors<Input, Expected>(name: string): readonly Vector<Input, Expected>[] {
  const plain = new URL(`./${name}.json`, import.meta.url);
  const text = existsSync(plain) ? readFileSync(plain, "utf8") : gunzipSync(readFileSync(new URL(`./${name}.json.gz`, import.meta.url))).toString("utf8");
  return (JSON.parse(text) as { readonly cases: readonly Vector<Input, Expected>[] }).cases;
}

/** Bytes of a file. */
export function bytesOf(content: FileContent): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : Uint8Array.from(Buffer.from(content.base64, "base64"));
}

/** Whether a vector expects a refusal. */
export function isVectorError(value: unknown): value is VectorError {
  return typeof value === "object" && value !== null && (value as { error?: unknown }).error === true;
}
