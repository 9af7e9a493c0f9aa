/** Conformance vectors: what an independent reference answered. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

export interface VectorCase<Input, Expected> {
  readonly id: string;
  readonly input: Input;
  readonly expected: Expected;
}

/** Reads `vectors/<name>`, packed or not. */
export function readVectors<Input, Expected>(name: string): readonly VectorCase<Input, Expected>[] {
  const bytes = readFileSync(new URL(`vectors/${name}`, import.meta.url));
  const text = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return (JSON.parse(text) as { cases: VectorCase<Input, Expected>[] }).cases;
}
