/**
 * Rechecks: what a later look says about one earlier finding.
 *
 * Invariants:
 * 1. The table is closed and reads whole words; `not-fixed`, `NOT FIXED` and `not_fixed` are one word (F17).
 * 2. A word outside the table is no answer: it neither closes nor reopens a finding (BD-RERV-05, LG-VER-1).
 */
import { wordTable } from "./word-table.js";

/** What became of the defect, as the one who looked again says. */
export type Recheck = "fixed" | "not-fixed" | "disputed";

/** Reads `FIXED`, `NOT-FIXED`, `DISPUTED-STANDS` (LG-VER-1) and `still-open` (BD-FIND-10); `null` for anything else. */
export function normalizeRecheck(word: unknown): Recheck | null {
  return recheckOf(word) ?? null;
}

const recheckOf = /* @__PURE__ */ wordTable<Recheck>({
  fixed: ["fixed"],
  "not-fixed": ["not-fixed", "still-open"],
  disputed: ["disputed", "disputed-stands"],
});
