/**
 * Where a plain value differs from the expected one, in words.
 *
 * Invariants:
 * 1. No difference is reported exactly for deeply equal values (key order aside); an absent key and `undefined` are equal.
 * 2. A regular expression stands for every text in which it is found.
 * 3. Each difference names its own path, so that one wrong item in a long list reads as one line.
 */

/** One place where the values differ; `undefined` stands for "absent". */
export interface Difference {
  readonly path: string;
  readonly expected: unknown;
  readonly received: unknown;
}

/** All differences, in the order of the expected value. */
export function differences(expected: unknown, received: unknown, path: string): readonly Difference[] {
  if (Object.is(expected, received)) return [];
  if (expected instanceof RegExp && typeof received === "string") {
    return received.search(expected) === -1 ? [{ path, expected, received }] : [];
  }
  if (Array.isArray(expected) && Array.isArray(received)) return itemDifferences(expected, received, path);
  if (isRecord(expected) && isRecord(received)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(received)]);
    return [...keys].flatMap((key) => differences(own(expected, key), own(received, key), `${path}.${key}`));
  }
  return [{ path, expected, received }];
}

/** The differences as an indented block, three lines each. */
export function describeDifferences(found: readonly Difference[]): string {
  return found
    .map(({ path, expected, received }) => {
      const shown = showPair(expected, received);
      return `  ${path}\n    expected ${shown.expected}\n    received ${shown.received}`;
    })
    .join("\n");
}

function itemDifferences(expected: readonly unknown[], received: readonly unknown[], path: string): readonly Difference[] {
  const length = Math.max(expected.length, received.length);
  return Array.from({ length }, (_, index) => differences(expected[index], received[index], `${path}[${index}]`)).flat();
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own(record: { readonly [key: string]: unknown }, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

const SHOWN_LENGTH = 120;
/** How much of what two long texts have in common is shown before the place where they part. */
const CONTEXT_LENGTH = 20;

/** Long texts are shown from shortly before the place where they part. */
function showPair(expected: unknown, received: unknown): { expected: string; received: string } {
  if (typeof expected !== "string" || typeof received !== "string") return { expected: show(expected), received: show(received) };
  let parting = 0;
  while (parting < expected.length && expected[parting] === received[parting]) parting += 1;
  const start = Math.max(0, parting - CONTEXT_LENGTH);
  return { expected: showText(expected, start), received: showText(received, start) };
}

function showText(text: string, start: number): string {
  const end = start + SHOWN_LENGTH;
  const cut = `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
  return `${JSON.stringify(cut)}${cut.length < text.length ? ` (${text.length} characters)` : ""}`;
}

function show(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value instanceof RegExp) return String(value);
  if (typeof value === "string") return showText(value, 0);
  const json = (JSON.stringify(value) as string | undefined) ?? `a ${typeof value}`; // undefined for functions and symbols
  return json.length > SHOWN_LENGTH ? `${json.slice(0, SHOWN_LENGTH)}…` : json;
}
