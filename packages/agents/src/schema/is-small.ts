/** Values, keys and items that a value may hold while all its faults are looked for. */
const LIMIT = 2000;

/** Whether a value holds few enough parts; looks at no more of them than that. */
export function isSmall(value: unknown): boolean {
  const waiting: unknown[] = [value];
  for (let parts = 0; waiting.length > 0; parts++) {
    if (parts > LIMIT) return false;
    const next = waiting.pop();
    if (typeof next !== "object" || next === null) continue;
    const inner: unknown[] = Object.values(next);
    if (inner.length > LIMIT) return false;
    waiting.push(...inner);
  }
  return true;
}
