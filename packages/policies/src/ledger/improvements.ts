/**
 * Where this ledger reads more strictly, or records more, than the format's first implementation: one switch for each such
 * rule.
 *
 * Invariants:
 * 1. Everything is on. The set exists so that tests can compare each rule with the behaviour it replaced; no option of
 *    the public surface reaches it.
 * 2. A security rule (LG-SEC) has no switch of its own.
 */

/** The rules that can be told apart. */
export const IMPROVEMENTS = [
  "LG-LOAD-3", "LG-FILE-2", "LG-FILE-3", "LG-FP-6", "LG-FP-7", "LG-INT-2", "LG-INT-7", "LG-INT-8", "LG-REL-3", "LG-REL-4",
  "LG-LATE-2", "LG-VER-2", "LG-VER-4", "LG-CNR-1", "LG-WIT-1", "LG-DIS-6", "LG-DIS-7", "LG-BAT-1", "LG-INST-2", "LG-INST-4",
  "LG-CLOSE-7", "LG-DEC-4", "LG-DEC-5", "LG-TKT-1", "LG-CD-2", "LG-CD-7", "LG-CD-8", "LG-CD-11", "LG-CD-13", "LG-CD-14",
  "LG-CD-16", "LG-CD-18",
] as const;

/** One of {@link IMPROVEMENTS}. */
export type Improvement = (typeof IMPROVEMENTS)[number];

/** The improvements that are on. */
export type Improvements = ReadonlySet<Improvement>;

/** All of them. */
export const ALL_IMPROVEMENTS: Improvements = /* @__PURE__ */ new Set(IMPROVEMENTS);
