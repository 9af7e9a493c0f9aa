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

/** Path of the first key that one object has twice, such as `runs[0].results`; `null` when there is none. */
export function duplicateKey(json: string): string | null {
  const open: Open[] = [];
  let isKeyNext = false;
  for (let index = 0; index < json.length; index++) {
    const character = json[index];
    if (character === '"') {
      const end = endOfString(json, index);
      if (isKeyNext && isRepeated(open.at(-1), json.slice(index, end + 1))) return pathOf(open);
      isKeyNext = false;
      index = end;
    } else if (character === "{" || character === "[") {
      isKeyNext = character === "{";
      open.push({ keys: isKeyNext ? new Set() : null, at: isKeyNext ? "" : 0 });
    } else if (character === "}" || character === "]") {
      open.pop();
      isKeyNext = false;
    } else if (character === ",") {
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
    while (json[first - 1] === "\\") first--;
    if ((end - first) % 2 === 0) return end;
  }
}

function pathOf(open: readonly Open[]): string {
  return open.map(({ at }) => (typeof at === "number" ? `[${at}]` : /^[\w$]+$/.test(at) ? `.${at}` : `[${JSON.stringify(at)}]`)).join("").replace(/^\./, "");
}
