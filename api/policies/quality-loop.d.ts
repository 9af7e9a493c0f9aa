import { FailureKind } from '@loopwright/core';
import { JsonObject } from '@loopwright/core';
import * as _loopwright_core from '@loopwright/core';
import { LoopwrightError } from '@loopwright/core';
import { SpentUsage } from '@loopwright/core';
import { Validated } from '@loopwright/core';

/** Items that someone can act on: not blank, verbatim, in order, duplicates included (QU-STOP-03). */
export declare function actionableItems(feedback: readonly string[]): readonly string[];

/** The line above a caller's own instructions (QU-PRM-05). */
export declare const CALLER_HEADING = "Also, from whoever set up this run:";

/** What a caller's check reports. */
export declare interface CheckFinding {
    readonly code: string;
    readonly role?: "writer" | "reviewer";
    readonly itemIndex?: number | null;
    readonly detail: string;
}

/** The time limit of a call unless said otherwise: a bounded loop with an unbounded call is not bounded. */
export declare const DEFAULT_CALL_TIMEOUT_MS = 300000;

/** A caller's own check; pure. A throw is recorded as `check-error` (QU-DIS-08). */
export declare type DisciplineCheck = (review: ReviewUnderCheck) => readonly CheckFinding[];

/** Approved exactly when it says so and the raw list is empty: any listed change outranks a yes (QU-APP-01). */
export declare function isApproval({ approved, feedback }: ReviewAnswer): boolean;

/** Codes of a wrong configuration (QU-CFG-01). */
export declare type QualityConfigCode = "request-empty" | "request-not-json" | "same-agent" | "max-reviews-range" | "structured-repairs-range" | "max-changes-range" | "timeout-range" | "tool-not-allowed" | "tools-with-schema-unsupported" | "structured-output-unsupported";

/** A configuration that cannot run; thrown before the first call and the first event (QU-CFG-01). */
export declare class QualityConfigError extends LoopwrightError<QualityConfigCode> {
    readonly name = "QualityConfigError";
}

/** The loop's own events, beside the runner's (QU §4). */
export declare type QualityEvent = {
    readonly type: "draft.produced";
    readonly version: number;
    readonly chars: number;
} | {
    readonly type: "draft.rejected";
    readonly version: number;
    readonly kind: FailureKind;
} | {
    readonly type: "review.invalid";
    readonly version: number;
    readonly repair: number;
    readonly kind: FailureKind;
    readonly problems: readonly string[];
} | {
    readonly type: "review.decided";
    readonly version: number;
    readonly rawApproved: boolean;
    readonly approved: boolean;
    /** Number of actionable items. */
    readonly items: number;
    readonly decision: ReviewDecision;
} | {
    readonly type: "violation.recorded";
    readonly version: number;
    readonly code: string;
    readonly itemIndex: number | null;
};

/** What a quality loop decides on. */
export declare const qualityFacts: _loopwright_core.FactsDefinition<_loopwright_core.FactsOf<{
    /** The step that gave nothing usable, if one did. */
    failed: _loopwright_core.FactDomain<"none" | "draft" | "revision" | "review-call" | "review-answer">;
    /** `unavailable` until a review gave a valid answer about the version at hand. */
    verdict: _loopwright_core.FactDomain<"approved" | "rejected" | "unavailable">;
    actionableItems: _loopwright_core.FactDomain<number>;
    review: _loopwright_core.FactDomain<number>;
    maxReviews: _loopwright_core.FactDomain<number>;
}>>;

/** The state of a quality loop: plain data, never changed in place. */

/** The step that gave nothing usable. Kinds beyond the catalogue's are those of the runner (`budget`, `truncated`, …). */
export declare interface QualityFailure {
    readonly at: "draft" | "review" | "revise";
    readonly version: number;
    readonly callId: string | null;
    readonly kind: FailureKind;
    readonly message: string;
    readonly problems?: readonly string[];
}

/** What a quality loop starts from. */
export declare interface QualityInput {
    readonly request: QualityRequest;
}

/**
 * A quality loop over any text: `runLoop(qualityLoop(), { agents: { writer, reviewer }, input: { request } })`.
 *
 * @throws QualityConfigError for an option outside its range; LoopwrightError `option-unknown` for one that does not exist.
 */
export declare function qualityLoop(options?: QualityLoopOptions): _loopwright_core.Policy<{
    input: QualityInput;
    state: QualityState;
    roles: {
        readonly writer: _loopwright_core.TextRole;
        readonly reviewer: _loopwright_core.StructuredRole<ReviewAnswer>;
    };
    pass: "approved";
    stop: "draft-failed" | "revision-failed" | "review-failed" | "review-invalid" | "no-actionable-feedback" | "review-cap";
    ask: never;
    continue: "revise";
    answers: Record<never, never>;
    report: QualityReport;
    event: QualityEvent;
}>;

/** What a caller may set. */
export declare interface QualityLoopOptions {
    /** Reviews at most: 1 to 10, default 3 (QU-CFG-02). */
    readonly maxReviews?: number | undefined;
    /** Repairs of a missing or invalid review answer, for each review: 0 to 2, default 1 (QU-CFG-03). */
    readonly maxStructuredRepairs?: number | undefined;
    /** Changes that a review may ask for before it counts as a breach of discipline: 1 to 3, default 3 (QU-CFG-03). */
    readonly maxChanges?: number | undefined;
    /** Time limit of each call in milliseconds; `null` = none, default 300,000 (QU-TIME-01). */
    readonly callTimeoutMs?: number | null | undefined;
    /** Tools for each role, out of what its agent allows; default none (QU-TOOL-01). */
    readonly tools?: {
        readonly writer?: readonly string[];
        readonly reviewer?: readonly string[];
    } | undefined;
    /** Appended to the built-in instructions; they set manner, not criteria (QU-PRM-05). */
    readonly instructions?: {
        readonly draft?: string;
        readonly review?: string;
        readonly revise?: string;
    } | undefined;
    /** Extra recorded checks; they never decide (QU-DIS-01). */
    readonly checks?: readonly DisciplineCheck[] | undefined;
}

/** What a quality loop established. `token` is that of the run's result: the table's or the runner's. */
export declare interface QualityReport {
    readonly token: string;
    /** True only for token `approved`. */
    readonly approved: boolean;
    /** The latest draft that a valid decision covers. */
    readonly draft: string | null;
    /** Valid decisions made (QU-RES-03). */
    readonly reviews: number;
    /** Reviews begun. */
    readonly reviewsStarted: number;
    /** Actionable items of the review that covers `draft`; empty where nobody may act on them (QU-RES-04). */
    readonly remainingFeedback: readonly string[];
    /** A later text that nobody judged (QU-RES-02). */
    readonly unreviewedDraft: string | null;
    readonly failure: QualityFailure | null;
    readonly violations: readonly Violation[];
    readonly history: readonly ReviewRecord[];
    readonly usage: UsageTotals;
}

/** What is to be made: a text, or a plain JSON object. Opaque to the loop (QU-REQ-01). */
export declare type QualityRequest = string | JsonObject;

/** Where a quality loop stands. */
export declare interface QualityState {
    readonly request: QualityRequest;
    /** The latest text that was produced; `null` before there is one. */
    readonly draft: string | null;
    /** The version of `draft`; 0 before there is one. */
    readonly version: number;
    /** A valid answer that no decision has taken up yet. */
    readonly pending: ReviewRecord | null;
    readonly failure: QualityFailure | null;
    readonly reviewsStarted: number;
    readonly history: readonly ReviewRecord[];
    readonly violations: readonly Violation[];
}

/** The table. Row order is the catalogue's: a failed step first, then approval, then nothing to act on, then the cap. */
export declare const qualityTable: _loopwright_core.TerminationTable<_loopwright_core.FactsOf<{
    /** The step that gave nothing usable, if one did. */
    failed: _loopwright_core.FactDomain<"none" | "draft" | "revision" | "review-call" | "review-answer">;
    /** `unavailable` until a review gave a valid answer about the version at hand. */
    verdict: _loopwright_core.FactDomain<"approved" | "rejected" | "unavailable">;
    actionableItems: _loopwright_core.FactDomain<number>;
    review: _loopwright_core.FactDomain<number>;
    maxReviews: _loopwright_core.FactDomain<number>;
}>, "approved", "draft-failed" | "revision-failed" | "review-failed" | "review-invalid" | "no-actionable-feedback" | "review-cap", never, "revise", "revise", never>;

/** Tokens that end a quality loop by its own table. */
export declare type QualityToken = "approved" | "no-actionable-feedback" | "review-cap" | "draft-failed" | "revision-failed" | "review-failed" | "review-invalid";

/** Sent with every reviewer call; no item limits, because several strict modes refuse them (QU-SCH-01). */
export declare const REVIEW_SCHEMA: Readonly<{
    type: "object";
    properties: Readonly<{
        approved: Readonly<{
            type: "boolean";
        }>;
        feedback: Readonly<{
            type: "array";
            items: Readonly<{
                type: "string";
            }>;
        }>;
    }>;
    required: readonly string[];
    additionalProperties: false;
}>;

/** The reviewer's structured answer: its schema, its check, and what it means (QU-SCH-01, QU-STR-02, QU-APP-01). */

/** What a reviewer answers. */
export declare interface ReviewAnswer {
    readonly approved: boolean;
    readonly feedback: readonly string[];
}

/** What a review came to. */
export declare type ReviewDecision = "approve" | "revise" | "stop-no-feedback" | "stop-cap";

/** The reviewer's first call; `{maxChanges}` is filled in (QU-PRM-03). */
export declare const REVIEWER_BASE = "Judge `draft` by what `request` states, and by nothing beyond it; the deliverable is not to grow. Reply through the structured fields only. `feedback` holds the changes without which the draft misses the request: {maxChanges} entries at the very most, the weightiest first, one concrete change per entry. Taste and polish do not belong there. Set `approved` to true if and only if `feedback` has no entries. Names, dates, links, contacts, tools or details of an organisation that the user never supplied may be placeholders: this alone is no ground for refusal, and inventing a value is never a change to ask for. Do look whether each placeholder is recognisable as one and whether every required part or step is present.";

/** Appended from the second version on (QU-PRM-06). */
export declare const REVIEWER_LATER = "`previousFeedback` is what you asked for before. Go through it first. Open every entry that is still unmet with `[previous N]`, N being its 1-based place in that list. Beyond those, list something only where the revision itself has broken something that matters, opened with `[regression]`. If the stated criteria and the earlier entries are satisfied, approve.";

/** Appended on a repair call (QU-STR-03). */
export declare const REVIEWER_REPAIR = "Your last reply could not be used; `outputProblems` says why. Judge again and fill the two fields exactly as the schema says.";

/** One valid decision about one version. */
export declare interface ReviewRecord {
    readonly version: number;
    readonly draft: string;
    readonly rawApproved: boolean;
    readonly rawFeedback: readonly string[];
    readonly approved: boolean;
    /** The actionable items (QU-STOP-03). */
    readonly feedback: readonly string[];
    readonly previousFeedback: readonly string[];
    readonly repairs: number;
    readonly callId: string;
}

/** A valid review, as checks see it: frozen to its leaves. */
export declare interface ReviewUnderCheck {
    readonly request: QualityRequest;
    readonly draft: string;
    readonly version: number;
    readonly rawApproved: boolean;
    readonly rawFeedback: readonly string[];
    readonly previousFeedback: readonly string[];
}

/** What a quality loop established (QU-RES-01..06). */

/** Spend of a quality loop (QU-USE-01, QU-USE-02). */
export declare interface UsageTotals {
    readonly calls: number;
    readonly writerCalls: number;
    readonly reviewerCalls: number;
    readonly repairCalls: number;
    readonly failedCalls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly costUsd: number;
    readonly callsWithoutUsage: number;
    readonly complete: boolean;
    readonly byRole: {
        readonly writer: SpentUsage;
        readonly reviewer: SpentUsage;
    };
}

/** Checks an answer without coercion; an extra property makes it invalid (QU-STR-02). */
export declare function validateReviewAnswer(value: unknown): Validated<ReviewAnswer>;

/** A recorded breach of discipline. `code` is a {@link ViolationCode} or a caller check's own. */
export declare interface Violation {
    readonly code: ViolationCode | (string & {});
    readonly role: "writer" | "reviewer";
    readonly version: number;
    readonly itemIndex: number | null;
    readonly detail: string;
}

/** Codes that the loop itself records. */
export declare type ViolationCode = "fields-disagree" | "rejected-without-feedback" | "blank-item" | "too-many-changes" | "goalpost-item" | "placeholder-demand" | "unchanged-revision" | "check-error";

/** The writer's first call (QU-PRM-04). */
export declare const WRITER_DRAFT = "Write the complete deliverable described in `request`. Stay with its subject, its limits and the form it asks for. If you need a fact that `request` does not contain, put a clearly marked placeholder such as [DATE] there; never make a fact up. Output the deliverable and no commentary.";

/** The writer's later calls (QU-PRM-04). */
export declare const WRITER_REVISE = "Rework `draft` so that each entry of `feedback` is carried out in full. Leave alone whatever already satisfies `request`. Output the whole deliverable again, not a list of edits. Placeholders for facts missing from `request` stay placeholders.";

export { }
