/**
 * Paths inside a repository, as text (LG-SEC-6, LG-SEC-7). Whether the file exists, or leaves the root through a link, is
 * for whoever touches the disk.
 */

/** Longest path in UTF-8 bytes. */
export const MAX_PATH_BYTES = 1024;

// eslint-disable-next-line no-control-regex -- control characters are what this finds
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** What is wrong with a path, in words; `null` when nothing is. */
export function pathProblem(path: unknown): string | null {
  if (typeof path !== "string" || path === "") return "not a path";
  if (!path.isWellFormed()) return "not well-formed Unicode";
  // A UTF-16 unit is three bytes at most.
  if (path.length > MAX_PATH_BYTES || (path.length * 3 > MAX_PATH_BYTES && new TextEncoder().encode(path).length > MAX_PATH_BYTES)) return `longer than ${MAX_PATH_BYTES} bytes`;
  if (CONTROL.test(path)) return "has a control character";
  if (path.includes("\\")) return "has a backslash";
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return "is absolute";
  const segments = path.split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) return "has an empty, `.` or `..` segment";
  if (segments.some(isControlSegment)) return "lies inside the version control directory";
  return null;
}

/** Code points that some file systems do not see in a name. */
const UNSEEN = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Whether a segment names the version control directory on some file system: in any case, with what it ignores, or by its short name. */
export function isControlSegment(segment: string): boolean {
  const stem = segment.replaceAll(UNSEEN, "").split(":", 1)[0] ?? "";
  const plain = stem.replace(/[ .]+$/, "").toLowerCase();
  return plain === ".git" || plain === "git~1";
}
