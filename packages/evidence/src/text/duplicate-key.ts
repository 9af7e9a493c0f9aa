/**
 * What the platform's JSON parser lets through: a key given twice in one object. Which of the two counts differs from
 * reader to reader, so that one could show a log full of findings and another an empty one (LG-SEC-16).
 *
 * Invariants:
 * 1. One pass over text that is known to be JSON; no recursion, so no depth can exhaust the stack (LG-SEC-15).
 * 2. Keys are compared as what they mean, escapes resolved.
 */

/** An object or an array that is being walked. */
interface Open {
  /** Keys so far; `null` for an array. */
  readonly keys: Set<string> | null;
  /** The key or index that the walk is at. */
  at: string | number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const LIST = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/** Path of the first key that one object has twice, such as `runs[0].results`; `null` when there is none. */
export function duplicateKey(json: string): string | null {
  const open: Open[] = [];
  let isKeyNext = false;
  for (let index = 0; index < json.length; index++) {
    const unit = json.charCodeAt(index);
    if (unit === QUOTE) {
      const end = endOfString(json, index);
      if (isKeyNext && isRepeated(open.at(-1), json.slice(index, end + 1))) return pathOf(open);
      isKeyNext = false;
      index = end;
    } else if (unit === OBJECT || unit === LIST) {
      isKeyNext = unit === OBJECT;
      open.push({ keys: isKeyNext ? new Set() : null, at: isKeyNext ? "" : 0 });
    } else if (unit === OBJECT_END || unit === LIST_END) {
      open.pop();
      isKeyNext = false;
    } else if (unit === COMMA) {
      const top = open.at(-1);
      isKeyNext = top?.keys != null;
      if (typeof top?.at === "number") top.at += 1;
    }
  }
  return null;
}

function isRepeated(object: Open | undefined, token: string): boolean {
  if (object?.keys == null) return false;
  const key = token.includes("\\") ? (JSON.parse(token) as string) : token.slice(1, -1); // a string token
  object.at = key;
  return object.keys.size === object.keys.add(key).size;
}

/** Index of the quote that ends a string; each run of backslashes is looked at once. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let first = end;
    while (json.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((end - first) % 2 === 0) return end;
  }
}

function pathOf(open: readonly Open[]): string {
  return open.map(({ at }) => (typeof at === "number" ? `[${at}]` : /^[\w$]+$/.test(at) ? `.${at}` : `[${JSON.stringify(at)}]`)).join("").replace(/^\./, "");
}
