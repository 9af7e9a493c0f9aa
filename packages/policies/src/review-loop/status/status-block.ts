/**
 * The status block as text, both ways (RL-SB-01): one line for each name, in a fixed order, each with something on it.
 *
 * Invariants:
 * 1. `parseStatusBlock(formatStatusBlock(block))` equals `block`.
 * 2. Reading is linear and strict: an unknown name, a line twice, a line out of order is no status block.
 */
import type { LineName } from "../facts/run-facts.js";

/** The lines of a block by name; only `Continuation` may be absent from a whole one. */
export type StatusBlock = { readonly [L in LineName]?: string };

/** The names, in their order. */
export const LINE_NAMES: readonly LineName[] = /* @__PURE__ */ Object.freeze([
  "Slots", "Augment", "Scope fence", "Anchors", "Simplicity", "Legibility", "Spot-audit", "Landed", "Regression", "Residual-floor",
  "Continuation",
] as const);

/** Lines that every round owes. */
export const OWED_LINES: readonly LineName[] = /* @__PURE__ */ Object.freeze(LINE_NAMES.filter((name) => name !== "Continuation"));

/** The exact strings of lines that have nothing to say (RL-SB-03). */
export const SKIP: { readonly [L in LineName]?: string } = /* @__PURE__ */ Object.freeze({
  "Scope fence": "no full requirement context, skip",
  Anchors: "n/a (0 in-scope categories; weak anchor = the produced-empty CR checklist)",
  Simplicity: "no code or prose this round, skip",
  Legibility: "no prose in this artifact at all, skip",
  "Spot-audit": "no verified-safe rows",
  Landed: "n/a (no fix dispatched)",
  Regression: "n/a (no prior fix)",
  "Residual-floor": "none",
});

/** Makes foreign text fit one part of a line. */
export function lineText(text: string): string {
  const flat = text.replace(/\s+/g, " ").replaceAll("|", "/").trim();
  return flat === "" ? "-" : flat;
}

/** Writes a block, one line for each name it has. */
export function formatStatusBlock(block: StatusBlock): string {
  return LINE_NAMES.flatMap((name) => (block[name] === undefined ? [] : [`${name}: ${block[name]}`])).join("\n");
}

/** Reads a block; `null` for a text that is not one. Lines are not interpreted; see the readers of single lines. */
export function parseStatusBlock(text: string): StatusBlock | null {
  const block: { [L in LineName]?: string } = {};
  let last = -1;
  for (const line of text.split("\n")) {
    const colon = line.indexOf(": ");
    const place = LINE_NAMES.findIndex((name) => name === line.slice(0, Math.max(colon, 0)));
    const name = LINE_NAMES[place];
    const body = line.slice(colon + 2);
    if (name === undefined || place <= last || body.trim() === "" || body !== body.trim()) return null;
    block[name] = body;
    last = place;
  }
  return block;
}

/** Names of owed lines that a block lacks. */
export function missingLines(block: StatusBlock): readonly LineName[] {
  return OWED_LINES.filter((name) => (block[name] ?? "").trim() === "");
}
