/** The decision of a quality loop, as rows (QU §3). `aborted` and `run-timeout` are the runner's rows in front. */
import { always, count, defineFacts, oneOf, terminationTable } from "@loopwright/core";

/** What a quality loop decides on. */
export const qualityFacts = /* @__PURE__ */ defineFacts(
  {
    /** The step that gave nothing usable, if one did. */
    failed: oneOf("none", "draft", "revision", "review-call", "review-answer"),
    /** `unavailable` until a review gave a valid answer about the version at hand. */
    verdict: oneOf("approved", "rejected", "unavailable"),
    actionableItems: count({ upTo: 3 }),
    review: count({ upTo: 10 }),
    maxReviews: count({ upTo: 10 }),
  },
  {
    possible: (f) =>
      f.maxReviews >= 1 &&
      f.review <= f.maxReviews &&
      (f.verdict === "unavailable" || (f.failed === "none" && f.review >= 1)) &&
      (f.verdict === "rejected" || f.actionableItems === 0) &&
      (f.failed === "draft" ? f.review === 0 : f.failed === "none" || f.review >= 1),
  },
);

/** The table. Row order is the catalogue's: a failed step first, then approval, then nothing to act on, then the cap. */
export const qualityTable = /* @__PURE__ */ terminationTable(qualityFacts, [
  { token: "draft-failed", kind: "stop", early: true, when: (f) => f.failed === "draft", why: "the draft call failed or gave no text" },
  { token: "revision-failed", kind: "stop", early: true, when: (f) => f.failed === "revision", why: "the revise call failed or gave no text" },
  { token: "review-failed", kind: "stop", when: (f) => f.failed === "review-call", why: "a review call failed" },
  { token: "review-invalid", kind: "stop", when: (f) => f.failed === "review-answer", why: "repairs are used up and the review answer is missing or invalid" },
  { token: "approved", kind: "pass", when: (f) => f.verdict === "approved", why: "the reviewer approves and lists no change at all" },
  { token: "no-actionable-feedback", kind: "stop", when: (f) => f.actionableItems === 0, why: "not approved, and nothing to act on" },
  { token: "review-cap", kind: "stop", when: (f) => f.review >= f.maxReviews, why: "this was the last review" },
  { token: "revise", kind: "continue", then: "revise", when: always, why: "otherwise" },
]);

/** Tokens that end a quality loop by its own table. */
export type QualityToken = "approved" | "no-actionable-feedback" | "review-cap" | "draft-failed" | "revision-failed" | "review-failed" | "review-invalid";
