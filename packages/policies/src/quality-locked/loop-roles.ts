import { textRole } from "@loopwright/core";

/**
 * Roles of a quality-locked loop. The reviewer writes prose that the closed grammar of the classifier reads. The
 * self-reviewer is asked only where there is no reviewer; the fixer may play it, and nothing it says is ever a pass
 * (QL-FB-2).
 */
export const lockedRoles = /* @__PURE__ */ Object.freeze({
  reviewer: /* @__PURE__ */ textRole({ duty: "reviewer" }),
  fixer: /* @__PURE__ */ textRole(),
  selfReviewer: /* @__PURE__ */ textRole({ duty: "adviser" }),
});

/** The type of {@link lockedRoles}. */
export type LockedRoles = typeof lockedRoles;
