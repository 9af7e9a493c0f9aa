/**
 * Levels: how bad an analyser says a result is.
 *
 * Invariants:
 * 1. There are four; a word outside of them counts as `error`, because a label that cannot be read must not hide a defect
 *    (F03). The word itself is kept.
 * 2. What a result does not say is looked up as the format has it: an override of the invocation that the result names, the
 *    rule's default, `warning`.
 */
import type { Descriptor } from "./descriptors.js";
import { quoted } from "./excerpt.js";
import type { JsonObjectAt } from "./json-object.js";

/** Strongest first; `none` is a result whose severity is not given. */
export type SarifLevel = "error" | "warning" | "note" | "none";

/** The levels by name, and {@link SarifLevel.is}. */
export const SarifLevel = /* @__PURE__ */ Object.freeze({
  all: /* @__PURE__ */ Object.freeze(["error", "warning", "note", "none"] as const satisfies readonly SarifLevel[]),
  is: (value: unknown): value is SarifLevel => value === "error" || value === "warning" || value === "note" || value === "none",
});

/** A level, and what cannot be read about it. */
export interface LevelReading {
  readonly level: SarifLevel;
  readonly remark: string | null;
}

/** Levels that an invocation gives to rules or notifications, by {@link Descriptor.key}. */
export type LevelOverrides = ReadonlyMap<string, string>;

/** The level of a result of kind `fail`, or of a notification. */
export function levelOf(reported: string | null, descriptor: Descriptor | null, overrides: LevelOverrides | null): LevelReading {
  const word = reported ?? configuredLevel(descriptor, overrides) ?? "warning";
  return SarifLevel.is(word) ? { level: word, remark: null } : { level: "error", remark: `the level ${quoted(word)} is none of the format` };
}

function configuredLevel(descriptor: Descriptor | null, overrides: LevelOverrides | null): string | null {
  if (descriptor === null) return null;
  return overrides?.get(descriptor.key) ?? descriptor.object.object("defaultConfiguration")?.text("level") ?? null;
}

/** Reads one list of overrides; of several for one descriptor the first counts. */
export function readOverrides(invocation: JsonObjectAt, key: string, find: (reference: JsonObjectAt) => Descriptor | null): LevelOverrides {
  const overrides = new Map<string, string>();
  for (const override of invocation.objects(key) ?? []) {
    const level = override.object("configuration")?.text("level") ?? null;
    const reference = override.object("descriptor");
    if (level === null || reference === null) continue;
    const descriptor = find(reference);
    if (descriptor !== null && !overrides.has(descriptor.key)) overrides.set(descriptor.key, level);
  }
  return overrides;
}
