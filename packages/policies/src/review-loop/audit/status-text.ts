/** Typed lines of a status block, read only to compare them with a recomputation (RL-EV-01). */
import type { LineName, ReviewRound } from "../facts/run-facts.js";
import { says } from "./evidence-book.js";

/** A line of the block; `null` where it is absent or blank. */
export function lineOf({ status }: ReviewRound, name: LineName): string | null {
  const text = status?.[name];
  return says(text) ? (text ?? null) : null;
}

/** `2 of 7 …` as numbers. */
export function typedCount(line: string): readonly [number, number] | null {
  const [, n, m] = /^(\d{1,9}) of (\d{1,9})(?= |$)/.exec(line) ?? [];
  return n === undefined || m === undefined ? null : [Number(n), Number(m)];
}

/** `net +3 lines, -4 words this round` as numbers. */
export function typedNet(line: string): { readonly lines: number; readonly words: number } | null {
  const [, body] = /^net (.{1,60}?) this round(?: |$)/.exec(line) ?? [];
  if (body === undefined) return null;
  const net = { lines: 0, words: 0 };
  for (const part of body.split(", ")) {
    const [, amount, unit] = /^([+-]\d{1,12}) (lines|words)$/.exec(part) ?? [];
    if (amount === undefined) return null;
    net[unit === "words" ? "words" : "lines"] = Number(amount);
  }
  return net;
}

/** The form that a fence line names. */
export function typedForm(line: string): string | null {
  return /(?:^| \| )form: (production|prototype|demo)(?= |$)/.exec(line)?.[1] ?? null;
}
