/**
 * Locations: where a finding points.
 *
 * Invariants:
 * 1. Lines are 1-based and inclusive; `endLine` stands only beside `line` and is not smaller.
 * 2. A text is a location only if it matches the whole grammar `file[#section][:line[-endLine]]`; an echoed template
 *    such as `file:line` or `<path>:<n>` is none (F05).
 * 3. A citation without lines means the whole file or section (RL-TE-20, D16). Where two locations cannot be told apart,
 *    they overlap: counting too much costs a look, counting too little hides a defect.
 */

/** A place in a file: all of it, a section, or a run of lines. A type alias, so that it is `Json`. */
export type Location = {
  /** Path as the reviewer gave it; compared letter by letter. */
  readonly file: string;
  /** First line, from 1. */
  readonly line?: number;
  /** Last line, inclusive; absent = `line`. */
  readonly endLine?: number;
  /** Enclosing heading, in prose (RL-SL-08). */
  readonly section?: string;
};

/** How {@link parseLocation} reads. */
export interface ParseLocationOptions {
  /** Whether `#` separates a section, as in plans (`plan.md#Rollback`). Default `false`: `#` is part of the file name. */
  readonly sections?: boolean;
}

// A drive is the only place for a colon in a file name here: `a.ts:10:5` must not become line 5 of a file `a.ts:10`.
const FILE = /^(?:[A-Za-z]:(?=[\\/]))?[^:<>|]+$/;
const LINES = /:([1-9]\d*)(?:-([1-9]\d*))?$/;
// eslint-disable-next-line no-control-regex -- control characters are what this finds
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * Reads `src/a.ts`, `src/a.ts:12` or `C:\src\a.ts:12-20` and, with `sections`, `plan.md#Rollback`; `null` for anything
 * else. Whether the file exists or may be touched is not asked here.
 */
export function parseLocation(text: string, options: ParseLocationOptions = {}): Location | null {
  if (text !== text.trim() || CONTROL.test(text)) return null;
  const lines = LINES.exec(text);
  const place = lines === null ? text : text.slice(0, lines.index);
  const hash = options.sections === true ? place.indexOf("#") : -1;
  const file = hash < 0 ? place : place.slice(0, hash);
  if (!FILE.test(file)) return null;
  const location = {
    file,
    ...(lines === null ? {} : { line: Number(lines[1]) }),
    ...(lines?.[2] === undefined ? {} : { endLine: Number(lines[2]) }),
    ...(hash < 0 ? {} : { section: place.slice(hash + 1) }),
  };
  return isLocation(location) ? location : null;
}

/** `file[#section][:line[-endLine]]`. */
export function formatLocation(location: Location): string {
  const { file, section, line, endLine } = location;
  const lines = line === undefined ? "" : `:${line}${endLine === undefined || endLine === line ? "" : `-${endLine}`}`;
  return `${file}${section === undefined ? "" : `#${section}`}${lines}`;
}

/** Whether a value from outside is a location: known types, a file, lines in order. Other keys are not looked at. */
export function isLocation(value: unknown): value is Location {
  if (typeof value !== "object" || value === null) return false;
  // The cast: each property is checked before it is believed.
  const { file, line, endLine, section } = value as { readonly [K in keyof Location]?: unknown };
  if (typeof file !== "string" || file.trim() === "") return false;
  if (section !== undefined && (typeof section !== "string" || section.trim() === "")) return false;
  if (line === undefined) return endLine === undefined;
  return isLineNumber(line) && (endLine === undefined || (isLineNumber(endLine) && endLine >= line));
}

function isLineNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
}

/** The lines of a location, both inclusive; `null` where it has none. */
export function linesOf(location: Location): { readonly start: number; readonly end: number } | null {
  const { line, endLine } = location;
  return line === undefined ? null : { start: line, end: endLine ?? line };
}

/** Whether two locations share a place (BD-DEDUP-01, RL-TR-01); see invariant 3 for those without lines. */
export function isOverlapping(left: Location, right: Location): boolean {
  if (left.file !== right.file) return false;
  const mine = linesOf(left);
  const theirs = linesOf(right);
  if (mine !== null && theirs !== null) return mine.start <= theirs.end && theirs.start <= mine.end;
  return left.section === undefined || right.section === undefined || left.section === right.section;
}
