import { roleFamily, textRole } from "@loopwright/core";
import { fixerRole } from "./fixer-answer.js";

/**
 * Roles of a ledger loop. Reviewers answer in prose with one fenced block, the closed grammar of `extractFindings`; they
 * are a family: `default`, and `cheap` where the configuration routes checklists and Phase A to it (LG-RTE-1).
 */
export const ledgerLoopRoles = /* @__PURE__ */ Object.freeze({
  reviewer: /* @__PURE__ */ roleFamily(/* @__PURE__ */ textRole({ duty: "reviewer" })),
  fixer: fixerRole,
});

/** The type of {@link ledgerLoopRoles}. */
export type LedgerLoopRoles = typeof ledgerLoopRoles;
