import type { Counts } from "./counts.js";
import type { LockedAction } from "./locked-table.js";

/** The loop's own events, beside the runner's; `notice` carries the lines of QL-ACTN-1 and QL-ACTN-2. */
export type LockedEvent =
  | { readonly type: "iteration.checked"; readonly iteration: number; readonly action: LockedAction; readonly counts: Counts; readonly unparseable: boolean }
  /** The reviewer wrote; `paths` is how many paths it changed. */
  | { readonly type: "review.discarded"; readonly iteration: number; readonly attempt: number; readonly paths: number }
  | { readonly type: "record.stored" | "choice.stored"; readonly iteration: number }
  | { readonly type: "fix.out-of-scope"; readonly iteration: number; readonly paths: number }
  | { readonly type: "notice"; readonly text: string };
