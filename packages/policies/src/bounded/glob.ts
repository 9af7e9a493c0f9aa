/**
 * Globs over paths: `*` and `?` inside a segment, `**` over any number of them.
 *
 * Invariant: no backtracking blow-up. A segment is matched by one greedy pass with a single resume point, segments by a
 * table, so the work is at most pattern × path.
 */

/** Whether a path matches a glob; both with `/`. */
export function isGlobMatch(glob: string, path: string): boolean {
  const patterns = glob.split("/");
  const segments = path.split("/");
  /** reach[i]: whether the patterns so far match the first i segments. */
  let reach: boolean[] = segments.map(() => false);
  reach = [true, ...reach];
  for (const pattern of patterns) {
    const next: boolean[] = new Array<boolean>(segments.length + 1).fill(false);
    let isOpen = false;
    for (let index = 0; index <= segments.length; index++) {
      if (pattern === "**") {
        isOpen ||= reach[index] === true;
        next[index] = isOpen;
      } else if (index > 0) {
        next[index] = reach[index - 1] === true && isSegmentMatch(pattern, segments[index - 1] ?? "");
      }
    }
    reach = next;
  }
  return reach[segments.length] === true;
}

function isSegmentMatch(pattern: string, text: string): boolean {
  let [at, from] = [0, 0];
  let [star, resume] = [-1, 0];
  while (from < text.length) {
    if (pattern[at] === "*") {
      [star, resume] = [at, from];
      at++;
    } else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === text[from])) {
      at++;
      from++;
    } else if (star >= 0) {
      at = star + 1;
      from = ++resume;
    } else {
      return false;
    }
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
