import { z } from 'zod';

/** `AgentDescription`. */
export declare const agentDescriptionSchema: z.ZodReadonly<z.ZodObject<{
    id: z.ZodExactOptional<z.ZodString>;
    family: z.ZodExactOptional<z.ZodString>;
    allowedTools: z.ZodExactOptional<z.ZodReadonly<z.ZodArray<z.ZodString>>>;
    capabilities: z.ZodExactOptional<z.ZodReadonly<z.ZodObject<{
        structuredOutput: z.ZodExactOptional<z.ZodBoolean>;
        structuredWithTools: z.ZodExactOptional<z.ZodBoolean>;
    }, z.core.$strict>>>;
    prices: z.ZodExactOptional<z.ZodUnion<readonly [z.ZodReadonly<z.ZodObject<{
        inputUsdPerMillionTokens: z.ZodNumber;
        outputUsdPerMillionTokens: z.ZodNumber;
    }, z.core.$strict>>, z.ZodLiteral<"reported">]>>;
    limits: z.ZodExactOptional<z.ZodReadonly<z.ZodObject<{
        maxInputTokens: z.ZodExactOptional<z.ZodNumber>;
        maxOutputTokens: z.ZodExactOptional<z.ZodNumber>;
        maxCostUsd: z.ZodExactOptional<z.ZodNumber>;
    }, z.core.$strict>>>;
    writes: z.ZodExactOptional<z.ZodBoolean>;
    specVersion: z.ZodExactOptional<z.ZodInt>;
}, z.core.$strict>>;

/** `AgentReply`. */
export declare const agentReplySchema: z.ZodReadonly<z.ZodObject<{
    text: z.ZodExactOptional<z.ZodString>;
    structured: z.ZodExactOptional<z.ZodUnknown>;
    usage: z.ZodExactOptional<z.ZodReadonly<z.ZodObject<{
        inputTokens: z.ZodExactOptional<z.ZodNumber>;
        outputTokens: z.ZodExactOptional<z.ZodNumber>;
        costUsd: z.ZodExactOptional<z.ZodNumber>;
        details: z.ZodExactOptional<z.ZodType<{
            readonly [key: string]: Json;
        }, unknown, z.core.$ZodTypeInternals<{
            readonly [key: string]: Json;
        }, unknown>>>;
    }, z.core.$strict>>>;
    model: z.ZodExactOptional<z.ZodString>;
    answeredBy: z.ZodExactOptional<z.ZodReadonly<z.ZodObject<{
        id: z.ZodExactOptional<z.ZodString>;
        family: z.ZodExactOptional<z.ZodString>;
    }, z.core.$strict>>>;
    finishReason: z.ZodExactOptional<z.ZodEnum<{
        stop: "stop";
        length: "length";
        refusal: "refusal";
        "tool-calls": "tool-calls";
        other: "other";
    }>>;
    raw: z.ZodExactOptional<z.ZodUnknown>;
}, z.core.$strict>>;

/** `AgentRequest` without its signal and its callback: what a host or a file may hold. */
export declare const agentRequestSchema: z.ZodReadonly<z.ZodObject<{
    callId: z.ZodString;
    key: z.ZodString;
    idempotencyKey: z.ZodString;
    role: z.ZodString;
    purpose: z.ZodExactOptional<z.ZodString>;
    version: z.ZodExactOptional<z.ZodNumber>;
    repair: z.ZodInt;
    instruction: z.ZodString;
    input: z.ZodType<Json, unknown, z.core.$ZodTypeInternals<Json, unknown>>;
    schema: z.ZodNullable<z.ZodType<{
        readonly [key: string]: Json;
    }, unknown, z.core.$ZodTypeInternals<{
        readonly [key: string]: Json;
    }, unknown>>>;
    tools: z.ZodReadonly<z.ZodArray<z.ZodString>>;
    deadline: z.ZodNullable<z.ZodNumber>;
}, z.core.$strict>>;

/** `CallOutcome`, what a host reports of a call. */
export declare const callOutcomeSchema: z.ZodDiscriminatedUnion<[z.ZodReadonly<z.ZodObject<{
    kind: z.ZodLiteral<"reply">;
    reply: z.ZodReadonly<z.ZodObject<{
        text: z.ZodExactOptional<z.ZodString>;
        structured: z.ZodExactOptional<z.ZodUnknown>;
        usage: z.ZodExactOptional<z.ZodReadonly<z.ZodObject<{
            inputTokens: z.ZodExactOptional<z.ZodNumber>;
            outputTokens: z.ZodExactOptional<z.ZodNumber>;
            costUsd: z.ZodExactOptional<z.ZodNumber>;
            details: z.ZodExactOptional<z.ZodType<{
                readonly [key: string]: Json;
            }, unknown, z.core.$ZodTypeInternals<{
                readonly [key: string]: Json;
            }, unknown>>>;
        }, z.core.$strict>>>;
        model: z.ZodExactOptional<z.ZodString>;
        answeredBy: z.ZodExactOptional<z.ZodReadonly<z.ZodObject<{
            id: z.ZodExactOptional<z.ZodString>;
            family: z.ZodExactOptional<z.ZodString>;
        }, z.core.$strict>>>;
        finishReason: z.ZodExactOptional<z.ZodEnum<{
            stop: "stop";
            length: "length";
            refusal: "refusal";
            "tool-calls": "tool-calls";
            other: "other";
        }>>;
        raw: z.ZodExactOptional<z.ZodUnknown>;
    }, z.core.$strict>>;
}, z.core.$strict>>, z.ZodReadonly<z.ZodObject<{
    kind: z.ZodLiteral<"error">;
    message: z.ZodString;
    usage: z.ZodExactOptional<z.ZodReadonly<z.ZodObject<{
        inputTokens: z.ZodExactOptional<z.ZodNumber>;
        outputTokens: z.ZodExactOptional<z.ZodNumber>;
        costUsd: z.ZodExactOptional<z.ZodNumber>;
        details: z.ZodExactOptional<z.ZodType<{
            readonly [key: string]: Json;
        }, unknown, z.core.$ZodTypeInternals<{
            readonly [key: string]: Json;
        }, unknown>>>;
    }, z.core.$strict>>>;
}, z.core.$strict>>, z.ZodReadonly<z.ZodObject<{
    kind: z.ZodLiteral<"timeout">;
    usage: z.ZodExactOptional<z.ZodReadonly<z.ZodObject<{
        inputTokens: z.ZodExactOptional<z.ZodNumber>;
        outputTokens: z.ZodExactOptional<z.ZodNumber>;
        costUsd: z.ZodExactOptional<z.ZodNumber>;
        details: z.ZodExactOptional<z.ZodType<{
            readonly [key: string]: Json;
        }, unknown, z.core.$ZodTypeInternals<{
            readonly [key: string]: Json;
        }, unknown>>>;
    }, z.core.$strict>>>;
}, z.core.$strict>>], "kind">;

/** `DecisionRecord`. */
export declare const decisionRecordSchema: z.ZodReadonly<z.ZodObject<{
    token: z.ZodString;
    kind: z.ZodEnum<{
        stop: "stop";
        pass: "pass";
        ask: "ask";
        continue: "continue";
    }>;
    then: z.ZodNullable<z.ZodEnum<{
        review: "review";
        revise: "revise";
        consult: "consult";
    }>>;
    row: z.ZodNullable<z.ZodInt>;
    round: z.ZodInt;
    phase: z.ZodEnum<{
        record: "record";
        open: "open";
        review: "review";
        revise: "revise";
        consult: "consult";
        answer: "answer";
        report: "report";
    }>;
    early: z.ZodBoolean;
    facts: z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean, z.ZodNull]>>>;
    signals: z.ZodReadonly<z.ZodObject<{
        aborted: z.ZodBoolean;
        runTimedOut: z.ZodBoolean;
        budgetRefused: z.ZodBoolean;
    }, z.core.$strict>>;
}, z.core.$strict>>;

/** `Disposition`. */
export declare const dispositionSchema: z.ZodUnion<readonly [z.ZodReadonly<z.ZodObject<{
    kind: z.ZodLiteral<"fixed">;
    round: z.ZodInt;
}, z.core.$strict>>, z.ZodReadonly<z.ZodObject<{
    kind: z.ZodLiteral<"merged">;
    into: z.ZodString;
}, z.core.$strict>>, z.ZodReadonly<z.ZodObject<{
    kind: z.ZodEnum<{
        rejected: "rejected";
        unresolved: "unresolved";
        unverified: "unverified";
        advisory: "advisory";
        deferred: "deferred";
        "accepted-degraded": "accepted-degraded";
        "not-applicable": "not-applicable";
        registered: "registered";
        dropped: "dropped";
        invalid: "invalid";
    }>;
    reason: z.ZodString;
}, z.core.$strict>>]>;

/** `EventGap`. */
export declare const eventGapSchema: z.ZodReadonly<z.ZodObject<{
    type: z.ZodLiteral<"events.dropped">;
    from: z.ZodInt;
    to: z.ZodInt;
    missed: z.ZodInt;
}, z.core.$strict>>;

/** `Evidence`. */
export declare const evidenceSchema: z.ZodReadonly<z.ZodObject<{
    kind: z.ZodString;
    ref: z.ZodString;
}, z.core.$strict>>;

/** `Finding` with any severity label; a policy narrows `severity` to its scale. */
export declare const findingSchema: z.ZodReadonly<z.ZodObject<{
    id: z.ZodString;
    severity: z.ZodString;
    severityAsReported: z.ZodNullable<z.ZodString>;
    locations: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
        file: z.ZodString;
        line: z.ZodExactOptional<z.ZodInt>;
        endLine: z.ZodExactOptional<z.ZodInt>;
        section: z.ZodExactOptional<z.ZodString>;
    }, z.core.$strict> & z.ZodType<Location, {
        file: string;
        line?: number;
        endLine?: number;
        section?: string;
    }, z.core.$ZodTypeInternals<Location, {
        file: string;
        line?: number;
        endLine?: number;
        section?: string;
    }>>>>>;
    claim: z.ZodString;
    evidence: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
        kind: z.ZodString;
        ref: z.ZodString;
    }, z.core.$strict>>>>;
    sources: z.ZodReadonly<z.ZodTuple<[z.ZodReadonly<z.ZodObject<{
        role: z.ZodString;
        lane: z.ZodNullable<z.ZodString>;
    }, z.core.$strict>>], z.ZodReadonly<z.ZodObject<{
        role: z.ZodString;
        lane: z.ZodNullable<z.ZodString>;
    }, z.core.$strict>>>>;
    round: z.ZodInt;
}, z.core.$strict>>;

/** `FindingSource`. */
export declare const findingSourceSchema: z.ZodReadonly<z.ZodObject<{
    role: z.ZodString;
    lane: z.ZodNullable<z.ZodString>;
}, z.core.$strict>>;

/** `FinishReason`. */
export declare const finishReasonSchema: z.ZodEnum<{
    stop: "stop";
    length: "length";
    refusal: "refusal";
    "tool-calls": "tool-calls";
    other: "other";
}>;

/** `GivenAnswer`. */
export declare const givenAnswerSchema: z.ZodReadonly<z.ZodObject<{
    token: z.ZodString;
    by: z.ZodString;
    round: z.ZodInt;
    at: z.ZodNumber;
}, z.core.$strict>>;

/** `Independence`. */
export declare const independenceSchema: z.ZodReadonly<z.ZodObject<{
    authors: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
        id: z.ZodExactOptional<z.ZodString>;
        family: z.ZodExactOptional<z.ZodString>;
        role: z.ZodString;
    }, z.core.$strict>>>>;
    reviewers: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
        sharesAuthorFamily: z.ZodNullable<z.ZodBoolean>;
        judged: z.ZodBoolean;
        id: z.ZodExactOptional<z.ZodString>;
        family: z.ZodExactOptional<z.ZodString>;
        role: z.ZodString;
    }, z.core.$strict>>>>;
    distinctReviewers: z.ZodInt;
}, z.core.$strict>>;

/** Plain JSON data: the only values that cross a seam (inputs, states, events, snapshots). */
declare type Json = null | boolean | number | string | readonly Json[] | {
    readonly [key: string]: Json;
};

/**
 * Locations: where a finding points.
 *
 * Invariants:
 * 1. Lines are 1-based and inclusive; `endLine` stands only beside `line` and is not smaller.
 * 2. A text is a location only if it matches the whole grammar `file[#section][:line[-endLine]]`; an echoed template
 *    such as `file:line` or `<path>:<n>` is none (F05).
 * 3. A citation without lines means the whole file or section (RL-TE-20, D16). Where two locations cannot be told apart,
 *    they overlap: counting too much costs a look, counting too little hides a defect.
 */
/** A place in a file: all of it, a section, or a run of lines. A type alias, so that it is `Json`. */
declare type Location = {
    /** Path as the reviewer gave it; compared letter by letter. */
    readonly file: string;
    /** First line, from 1. */
    readonly line?: number;
    /** Last line, inclusive; absent = `line`. */
    readonly endLine?: number;
    /** Enclosing heading, in prose (RL-SL-08). */
    readonly section?: string;
};

/** `Location`; line and endLine in order. */
export declare const locationSchema: z.ZodReadonly<z.ZodObject<{
    file: z.ZodString;
    line: z.ZodExactOptional<z.ZodInt>;
    endLine: z.ZodExactOptional<z.ZodInt>;
    section: z.ZodExactOptional<z.ZodString>;
}, z.core.$strict> & z.ZodType<Location, {
    file: string;
    line?: number;
    endLine?: number;
    section?: string;
}, z.core.$ZodTypeInternals<Location, {
    file: string;
    line?: number;
    endLine?: number;
    section?: string;
}>>>;

/** `Phase`. */
export declare const phaseSchema: z.ZodEnum<{
    record: "record";
    open: "open";
    review: "review";
    revise: "revise";
    consult: "consult";
    answer: "answer";
    report: "report";
}>;

/** `Question`. */
export declare const questionSchema: z.ZodReadonly<z.ZodObject<{
    text: z.ZodString;
    options: z.ZodExactOptional<z.ZodReadonly<z.ZodArray<z.ZodString>>>;
    details: z.ZodExactOptional<z.ZodType<{
        readonly [key: string]: Json;
    }, unknown, z.core.$ZodTypeInternals<{
        readonly [key: string]: Json;
    }, unknown>>>;
}, z.core.$strict>>;

/** Any event of a run: its frame, its type, and whatever that type adds. */
export declare const runEventSchema: z.ZodReadonly<z.ZodObject<{
    type: z.ZodString;
    seq: z.ZodInt;
    at: z.ZodNumber;
    round: z.ZodInt;
    phase: z.ZodEnum<{
        record: "record";
        open: "open";
        review: "review";
        revise: "revise";
        consult: "consult";
        answer: "answer";
        report: "report";
    }>;
    lane: z.ZodExactOptional<z.ZodString>;
}, z.core.$loose>>;

/** `RunLimits`. */
export declare const runLimitsSchema: z.ZodReadonly<z.ZodObject<{
    rounds: z.ZodOptional<z.ZodInt>;
    calls: z.ZodOptional<z.ZodInt>;
    tokens: z.ZodOptional<z.ZodInt>;
    costUsd: z.ZodOptional<z.ZodNumber>;
    fallbackPrices: z.ZodOptional<z.ZodReadonly<z.ZodObject<{
        inputUsdPerMillionTokens: z.ZodNumber;
        outputUsdPerMillionTokens: z.ZodNumber;
    }, z.core.$strict>>>;
    callTimeoutMs: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
    runTimeoutMs: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
}, z.core.$strict>>;

/** `RunResult` of any policy, as plain data: the error of a failed run in its `toJSON` form. */
export declare const runResultSchema: z.ZodDiscriminatedUnion<[z.ZodReadonly<z.ZodObject<{
    unreviewedChange: z.ZodNull;
    token: z.ZodString;
    decision: z.ZodReadonly<z.ZodObject<{
        token: z.ZodString;
        kind: z.ZodEnum<{
            stop: "stop";
            pass: "pass";
            ask: "ask";
            continue: "continue";
        }>;
        then: z.ZodNullable<z.ZodEnum<{
            review: "review";
            revise: "revise";
            consult: "consult";
        }>>;
        row: z.ZodNullable<z.ZodInt>;
        round: z.ZodInt;
        phase: z.ZodEnum<{
            record: "record";
            open: "open";
            review: "review";
            revise: "revise";
            consult: "consult";
            answer: "answer";
            report: "report";
        }>;
        early: z.ZodBoolean;
        facts: z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean, z.ZodNull]>>>;
        signals: z.ZodReadonly<z.ZodObject<{
            aborted: z.ZodBoolean;
            runTimedOut: z.ZodBoolean;
            budgetRefused: z.ZodBoolean;
        }, z.core.$strict>>;
    }, z.core.$strict>>;
    report: z.ZodUnknown;
    error: z.ZodNull;
    rounds: z.ZodInt;
    usage: z.ZodReadonly<z.ZodObject<{
        callsWithoutUsage: z.ZodInt;
        callsWithoutCost: z.ZodInt;
        complete: z.ZodBoolean;
        byRole: z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodReadonly<z.ZodObject<{
            fallbacks: z.ZodExactOptional<z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodInt>>>;
            calls: z.ZodInt;
            repairCalls: z.ZodInt;
            failedCalls: z.ZodInt;
            inputTokens: z.ZodNumber;
            outputTokens: z.ZodNumber;
            costUsd: z.ZodNumber;
        }, z.core.$strict>>>>;
        calls: z.ZodInt;
        repairCalls: z.ZodInt;
        failedCalls: z.ZodInt;
        inputTokens: z.ZodNumber;
        outputTokens: z.ZodNumber;
        costUsd: z.ZodNumber;
    }, z.core.$strict>>;
    independence: z.ZodReadonly<z.ZodObject<{
        authors: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
            id: z.ZodExactOptional<z.ZodString>;
            family: z.ZodExactOptional<z.ZodString>;
            role: z.ZodString;
        }, z.core.$strict>>>>;
        reviewers: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
            sharesAuthorFamily: z.ZodNullable<z.ZodBoolean>;
            judged: z.ZodBoolean;
            id: z.ZodExactOptional<z.ZodString>;
            family: z.ZodExactOptional<z.ZodString>;
            role: z.ZodString;
        }, z.core.$strict>>>>;
        distinctReviewers: z.ZodInt;
    }, z.core.$strict>>;
    reviewedVersion: z.ZodNullable<z.ZodString>;
    answers: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
        token: z.ZodString;
        by: z.ZodString;
        round: z.ZodInt;
        at: z.ZodNumber;
    }, z.core.$strict>>>>;
    observerErrors: z.ZodInt;
    status: z.ZodLiteral<"passed">;
}, z.core.$strict>>, z.ZodReadonly<z.ZodObject<{
    token: z.ZodString;
    decision: z.ZodReadonly<z.ZodObject<{
        token: z.ZodString;
        kind: z.ZodEnum<{
            stop: "stop";
            pass: "pass";
            ask: "ask";
            continue: "continue";
        }>;
        then: z.ZodNullable<z.ZodEnum<{
            review: "review";
            revise: "revise";
            consult: "consult";
        }>>;
        row: z.ZodNullable<z.ZodInt>;
        round: z.ZodInt;
        phase: z.ZodEnum<{
            record: "record";
            open: "open";
            review: "review";
            revise: "revise";
            consult: "consult";
            answer: "answer";
            report: "report";
        }>;
        early: z.ZodBoolean;
        facts: z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean, z.ZodNull]>>>;
        signals: z.ZodReadonly<z.ZodObject<{
            aborted: z.ZodBoolean;
            runTimedOut: z.ZodBoolean;
            budgetRefused: z.ZodBoolean;
        }, z.core.$strict>>;
    }, z.core.$strict>>;
    report: z.ZodUnknown;
    error: z.ZodNull;
    rounds: z.ZodInt;
    usage: z.ZodReadonly<z.ZodObject<{
        callsWithoutUsage: z.ZodInt;
        callsWithoutCost: z.ZodInt;
        complete: z.ZodBoolean;
        byRole: z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodReadonly<z.ZodObject<{
            fallbacks: z.ZodExactOptional<z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodInt>>>;
            calls: z.ZodInt;
            repairCalls: z.ZodInt;
            failedCalls: z.ZodInt;
            inputTokens: z.ZodNumber;
            outputTokens: z.ZodNumber;
            costUsd: z.ZodNumber;
        }, z.core.$strict>>>>;
        calls: z.ZodInt;
        repairCalls: z.ZodInt;
        failedCalls: z.ZodInt;
        inputTokens: z.ZodNumber;
        outputTokens: z.ZodNumber;
        costUsd: z.ZodNumber;
    }, z.core.$strict>>;
    independence: z.ZodReadonly<z.ZodObject<{
        authors: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
            id: z.ZodExactOptional<z.ZodString>;
            family: z.ZodExactOptional<z.ZodString>;
            role: z.ZodString;
        }, z.core.$strict>>>>;
        reviewers: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
            sharesAuthorFamily: z.ZodNullable<z.ZodBoolean>;
            judged: z.ZodBoolean;
            id: z.ZodExactOptional<z.ZodString>;
            family: z.ZodExactOptional<z.ZodString>;
            role: z.ZodString;
        }, z.core.$strict>>>>;
        distinctReviewers: z.ZodInt;
    }, z.core.$strict>>;
    reviewedVersion: z.ZodNullable<z.ZodString>;
    unreviewedChange: z.ZodNullable<z.ZodReadonly<z.ZodObject<{
        from: z.ZodNullable<z.ZodString>;
        to: z.ZodString;
    }, z.core.$strict>>>;
    answers: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
        token: z.ZodString;
        by: z.ZodString;
        round: z.ZodInt;
        at: z.ZodNumber;
    }, z.core.$strict>>>>;
    observerErrors: z.ZodInt;
    status: z.ZodLiteral<"stopped">;
}, z.core.$strict>>, z.ZodReadonly<z.ZodObject<{
    question: z.ZodReadonly<z.ZodObject<{
        text: z.ZodString;
        options: z.ZodExactOptional<z.ZodReadonly<z.ZodArray<z.ZodString>>>;
        details: z.ZodExactOptional<z.ZodType<{
            readonly [key: string]: Json;
        }, unknown, z.core.$ZodTypeInternals<{
            readonly [key: string]: Json;
        }, unknown>>>;
    }, z.core.$strict>>;
    snapshot: z.ZodReadonly<z.ZodObject<{
        format: z.ZodLiteral<"loopwright/snapshot@1">;
        policy: z.ZodString;
        policyVersion: z.ZodString;
        runId: z.ZodString;
        token: z.ZodString;
        question: z.ZodReadonly<z.ZodObject<{
            text: z.ZodString;
            options: z.ZodExactOptional<z.ZodReadonly<z.ZodArray<z.ZodString>>>;
            details: z.ZodExactOptional<z.ZodType<{
                readonly [key: string]: Json;
            }, unknown, z.core.$ZodTypeInternals<{
                readonly [key: string]: Json;
            }, unknown>>>;
        }, z.core.$strict>>;
        facts: z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean, z.ZodNull]>>>;
        phase: z.ZodEnum<{
            record: "record";
            open: "open";
            review: "review";
            revise: "revise";
            consult: "consult";
            answer: "answer";
            report: "report";
        }>;
        early: z.ZodBoolean;
        round: z.ZodInt;
        consults: z.ZodInt;
        state: z.ZodType<Json, unknown, z.core.$ZodTypeInternals<Json, unknown>>;
        input: z.ZodType<Json, unknown, z.core.$ZodTypeInternals<Json, unknown>>;
        seq: z.ZodInt;
        calls: z.ZodInt;
        observerErrors: z.ZodInt;
        usage: z.ZodReadonly<z.ZodObject<{
            callsWithoutUsage: z.ZodInt;
            callsWithoutCost: z.ZodInt;
            complete: z.ZodBoolean;
            byRole: z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodReadonly<z.ZodObject<{
                fallbacks: z.ZodExactOptional<z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodInt>>>;
                calls: z.ZodInt;
                repairCalls: z.ZodInt;
                failedCalls: z.ZodInt;
                inputTokens: z.ZodNumber;
                outputTokens: z.ZodNumber;
                costUsd: z.ZodNumber;
            }, z.core.$strict>>>>;
            calls: z.ZodInt;
            repairCalls: z.ZodInt;
            failedCalls: z.ZodInt;
            inputTokens: z.ZodNumber;
            outputTokens: z.ZodNumber;
            costUsd: z.ZodNumber;
        }, z.core.$strict>>;
        budget: z.ZodReadonly<z.ZodObject<{
            calls: z.ZodInt;
            tokens: z.ZodNumber;
            costUsd: z.ZodNumber;
            isCostUnknown: z.ZodBoolean;
            areTokensUnknown: z.ZodBoolean;
        }, z.core.$strict>>;
        elapsedMs: z.ZodNumber;
        seenVersions: z.ZodReadonly<z.ZodArray<z.ZodString>>;
        reviewedVersion: z.ZodNullable<z.ZodString>;
        reviewedIsCurrent: z.ZodBoolean;
        lastReviewValid: z.ZodBoolean;
        judged: z.ZodReadonly<z.ZodArray<z.ZodString>>;
        answers: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
            token: z.ZodString;
            by: z.ZodString;
            round: z.ZodInt;
            at: z.ZodNumber;
        }, z.core.$strict>>>>;
    }, z.core.$strict>>;
    token: z.ZodString;
    decision: z.ZodReadonly<z.ZodObject<{
        token: z.ZodString;
        kind: z.ZodEnum<{
            stop: "stop";
            pass: "pass";
            ask: "ask";
            continue: "continue";
        }>;
        then: z.ZodNullable<z.ZodEnum<{
            review: "review";
            revise: "revise";
            consult: "consult";
        }>>;
        row: z.ZodNullable<z.ZodInt>;
        round: z.ZodInt;
        phase: z.ZodEnum<{
            record: "record";
            open: "open";
            review: "review";
            revise: "revise";
            consult: "consult";
            answer: "answer";
            report: "report";
        }>;
        early: z.ZodBoolean;
        facts: z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean, z.ZodNull]>>>;
        signals: z.ZodReadonly<z.ZodObject<{
            aborted: z.ZodBoolean;
            runTimedOut: z.ZodBoolean;
            budgetRefused: z.ZodBoolean;
        }, z.core.$strict>>;
    }, z.core.$strict>>;
    report: z.ZodUnknown;
    error: z.ZodNull;
    rounds: z.ZodInt;
    usage: z.ZodReadonly<z.ZodObject<{
        callsWithoutUsage: z.ZodInt;
        callsWithoutCost: z.ZodInt;
        complete: z.ZodBoolean;
        byRole: z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodReadonly<z.ZodObject<{
            fallbacks: z.ZodExactOptional<z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodInt>>>;
            calls: z.ZodInt;
            repairCalls: z.ZodInt;
            failedCalls: z.ZodInt;
            inputTokens: z.ZodNumber;
            outputTokens: z.ZodNumber;
            costUsd: z.ZodNumber;
        }, z.core.$strict>>>>;
        calls: z.ZodInt;
        repairCalls: z.ZodInt;
        failedCalls: z.ZodInt;
        inputTokens: z.ZodNumber;
        outputTokens: z.ZodNumber;
        costUsd: z.ZodNumber;
    }, z.core.$strict>>;
    independence: z.ZodReadonly<z.ZodObject<{
        authors: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
            id: z.ZodExactOptional<z.ZodString>;
            family: z.ZodExactOptional<z.ZodString>;
            role: z.ZodString;
        }, z.core.$strict>>>>;
        reviewers: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
            sharesAuthorFamily: z.ZodNullable<z.ZodBoolean>;
            judged: z.ZodBoolean;
            id: z.ZodExactOptional<z.ZodString>;
            family: z.ZodExactOptional<z.ZodString>;
            role: z.ZodString;
        }, z.core.$strict>>>>;
        distinctReviewers: z.ZodInt;
    }, z.core.$strict>>;
    reviewedVersion: z.ZodNullable<z.ZodString>;
    unreviewedChange: z.ZodNullable<z.ZodReadonly<z.ZodObject<{
        from: z.ZodNullable<z.ZodString>;
        to: z.ZodString;
    }, z.core.$strict>>>;
    answers: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
        token: z.ZodString;
        by: z.ZodString;
        round: z.ZodInt;
        at: z.ZodNumber;
    }, z.core.$strict>>>>;
    observerErrors: z.ZodInt;
    status: z.ZodLiteral<"suspended">;
}, z.core.$strict>>, z.ZodReadonly<z.ZodObject<{
    token: z.ZodLiteral<"aborted">;
    reason: z.ZodString;
    decision: z.ZodReadonly<z.ZodObject<{
        token: z.ZodString;
        kind: z.ZodEnum<{
            stop: "stop";
            pass: "pass";
            ask: "ask";
            continue: "continue";
        }>;
        then: z.ZodNullable<z.ZodEnum<{
            review: "review";
            revise: "revise";
            consult: "consult";
        }>>;
        row: z.ZodNullable<z.ZodInt>;
        round: z.ZodInt;
        phase: z.ZodEnum<{
            record: "record";
            open: "open";
            review: "review";
            revise: "revise";
            consult: "consult";
            answer: "answer";
            report: "report";
        }>;
        early: z.ZodBoolean;
        facts: z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean, z.ZodNull]>>>;
        signals: z.ZodReadonly<z.ZodObject<{
            aborted: z.ZodBoolean;
            runTimedOut: z.ZodBoolean;
            budgetRefused: z.ZodBoolean;
        }, z.core.$strict>>;
    }, z.core.$strict>>;
    report: z.ZodUnknown;
    error: z.ZodNull;
    rounds: z.ZodInt;
    usage: z.ZodReadonly<z.ZodObject<{
        callsWithoutUsage: z.ZodInt;
        callsWithoutCost: z.ZodInt;
        complete: z.ZodBoolean;
        byRole: z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodReadonly<z.ZodObject<{
            fallbacks: z.ZodExactOptional<z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodInt>>>;
            calls: z.ZodInt;
            repairCalls: z.ZodInt;
            failedCalls: z.ZodInt;
            inputTokens: z.ZodNumber;
            outputTokens: z.ZodNumber;
            costUsd: z.ZodNumber;
        }, z.core.$strict>>>>;
        calls: z.ZodInt;
        repairCalls: z.ZodInt;
        failedCalls: z.ZodInt;
        inputTokens: z.ZodNumber;
        outputTokens: z.ZodNumber;
        costUsd: z.ZodNumber;
    }, z.core.$strict>>;
    independence: z.ZodReadonly<z.ZodObject<{
        authors: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
            id: z.ZodExactOptional<z.ZodString>;
            family: z.ZodExactOptional<z.ZodString>;
            role: z.ZodString;
        }, z.core.$strict>>>>;
        reviewers: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
            sharesAuthorFamily: z.ZodNullable<z.ZodBoolean>;
            judged: z.ZodBoolean;
            id: z.ZodExactOptional<z.ZodString>;
            family: z.ZodExactOptional<z.ZodString>;
            role: z.ZodString;
        }, z.core.$strict>>>>;
        distinctReviewers: z.ZodInt;
    }, z.core.$strict>>;
    reviewedVersion: z.ZodNullable<z.ZodString>;
    unreviewedChange: z.ZodNullable<z.ZodReadonly<z.ZodObject<{
        from: z.ZodNullable<z.ZodString>;
        to: z.ZodString;
    }, z.core.$strict>>>;
    answers: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
        token: z.ZodString;
        by: z.ZodString;
        round: z.ZodInt;
        at: z.ZodNumber;
    }, z.core.$strict>>>>;
    observerErrors: z.ZodInt;
    status: z.ZodLiteral<"aborted">;
}, z.core.$strict>>, z.ZodReadonly<z.ZodObject<{
    token: z.ZodNull;
    decision: z.ZodNull;
    report: z.ZodNull;
    error: z.ZodObject<{
        name: z.ZodString;
        code: z.ZodString;
        message: z.ZodString;
        path: z.ZodNullable<z.ZodString>;
        hint: z.ZodNullable<z.ZodString>;
    }, z.core.$strict>;
    reviewedArtifact: z.ZodType<Json, unknown, z.core.$ZodTypeInternals<Json, unknown>>;
    rounds: z.ZodInt;
    usage: z.ZodReadonly<z.ZodObject<{
        callsWithoutUsage: z.ZodInt;
        callsWithoutCost: z.ZodInt;
        complete: z.ZodBoolean;
        byRole: z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodReadonly<z.ZodObject<{
            fallbacks: z.ZodExactOptional<z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodInt>>>;
            calls: z.ZodInt;
            repairCalls: z.ZodInt;
            failedCalls: z.ZodInt;
            inputTokens: z.ZodNumber;
            outputTokens: z.ZodNumber;
            costUsd: z.ZodNumber;
        }, z.core.$strict>>>>;
        calls: z.ZodInt;
        repairCalls: z.ZodInt;
        failedCalls: z.ZodInt;
        inputTokens: z.ZodNumber;
        outputTokens: z.ZodNumber;
        costUsd: z.ZodNumber;
    }, z.core.$strict>>;
    independence: z.ZodReadonly<z.ZodObject<{
        authors: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
            id: z.ZodExactOptional<z.ZodString>;
            family: z.ZodExactOptional<z.ZodString>;
            role: z.ZodString;
        }, z.core.$strict>>>>;
        reviewers: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
            sharesAuthorFamily: z.ZodNullable<z.ZodBoolean>;
            judged: z.ZodBoolean;
            id: z.ZodExactOptional<z.ZodString>;
            family: z.ZodExactOptional<z.ZodString>;
            role: z.ZodString;
        }, z.core.$strict>>>>;
        distinctReviewers: z.ZodInt;
    }, z.core.$strict>>;
    reviewedVersion: z.ZodNullable<z.ZodString>;
    unreviewedChange: z.ZodNullable<z.ZodReadonly<z.ZodObject<{
        from: z.ZodNullable<z.ZodString>;
        to: z.ZodString;
    }, z.core.$strict>>>;
    answers: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
        token: z.ZodString;
        by: z.ZodString;
        round: z.ZodInt;
        at: z.ZodNumber;
    }, z.core.$strict>>>>;
    observerErrors: z.ZodInt;
    status: z.ZodLiteral<"failed">;
}, z.core.$strict>>], "status">;

/** `RunSnapshot`. */
export declare const runSnapshotSchema: z.ZodReadonly<z.ZodObject<{
    format: z.ZodLiteral<"loopwright/snapshot@1">;
    policy: z.ZodString;
    policyVersion: z.ZodString;
    runId: z.ZodString;
    token: z.ZodString;
    question: z.ZodReadonly<z.ZodObject<{
        text: z.ZodString;
        options: z.ZodExactOptional<z.ZodReadonly<z.ZodArray<z.ZodString>>>;
        details: z.ZodExactOptional<z.ZodType<{
            readonly [key: string]: Json;
        }, unknown, z.core.$ZodTypeInternals<{
            readonly [key: string]: Json;
        }, unknown>>>;
    }, z.core.$strict>>;
    facts: z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean, z.ZodNull]>>>;
    phase: z.ZodEnum<{
        record: "record";
        open: "open";
        review: "review";
        revise: "revise";
        consult: "consult";
        answer: "answer";
        report: "report";
    }>;
    early: z.ZodBoolean;
    round: z.ZodInt;
    consults: z.ZodInt;
    state: z.ZodType<Json, unknown, z.core.$ZodTypeInternals<Json, unknown>>;
    input: z.ZodType<Json, unknown, z.core.$ZodTypeInternals<Json, unknown>>;
    seq: z.ZodInt;
    calls: z.ZodInt;
    observerErrors: z.ZodInt;
    usage: z.ZodReadonly<z.ZodObject<{
        callsWithoutUsage: z.ZodInt;
        callsWithoutCost: z.ZodInt;
        complete: z.ZodBoolean;
        byRole: z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodReadonly<z.ZodObject<{
            fallbacks: z.ZodExactOptional<z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodInt>>>;
            calls: z.ZodInt;
            repairCalls: z.ZodInt;
            failedCalls: z.ZodInt;
            inputTokens: z.ZodNumber;
            outputTokens: z.ZodNumber;
            costUsd: z.ZodNumber;
        }, z.core.$strict>>>>;
        calls: z.ZodInt;
        repairCalls: z.ZodInt;
        failedCalls: z.ZodInt;
        inputTokens: z.ZodNumber;
        outputTokens: z.ZodNumber;
        costUsd: z.ZodNumber;
    }, z.core.$strict>>;
    budget: z.ZodReadonly<z.ZodObject<{
        calls: z.ZodInt;
        tokens: z.ZodNumber;
        costUsd: z.ZodNumber;
        isCostUnknown: z.ZodBoolean;
        areTokensUnknown: z.ZodBoolean;
    }, z.core.$strict>>;
    elapsedMs: z.ZodNumber;
    seenVersions: z.ZodReadonly<z.ZodArray<z.ZodString>>;
    reviewedVersion: z.ZodNullable<z.ZodString>;
    reviewedIsCurrent: z.ZodBoolean;
    lastReviewValid: z.ZodBoolean;
    judged: z.ZodReadonly<z.ZodArray<z.ZodString>>;
    answers: z.ZodReadonly<z.ZodArray<z.ZodReadonly<z.ZodObject<{
        token: z.ZodString;
        by: z.ZodString;
        round: z.ZodInt;
        at: z.ZodNumber;
    }, z.core.$strict>>>>;
}, z.core.$strict>>;

/** `RunUsage`. */
export declare const runUsageSchema: z.ZodReadonly<z.ZodObject<{
    callsWithoutUsage: z.ZodInt;
    callsWithoutCost: z.ZodInt;
    complete: z.ZodBoolean;
    byRole: z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodReadonly<z.ZodObject<{
        fallbacks: z.ZodExactOptional<z.ZodReadonly<z.ZodRecord<z.ZodString, z.ZodInt>>>;
        calls: z.ZodInt;
        repairCalls: z.ZodInt;
        failedCalls: z.ZodInt;
        inputTokens: z.ZodNumber;
        outputTokens: z.ZodNumber;
        costUsd: z.ZodNumber;
    }, z.core.$strict>>>>;
    calls: z.ZodInt;
    repairCalls: z.ZodInt;
    failedCalls: z.ZodInt;
    inputTokens: z.ZodNumber;
    outputTokens: z.ZodNumber;
    costUsd: z.ZodNumber;
}, z.core.$strict>>;

/** `Usage`. */
export declare const usageSchema: z.ZodReadonly<z.ZodObject<{
    inputTokens: z.ZodExactOptional<z.ZodNumber>;
    outputTokens: z.ZodExactOptional<z.ZodNumber>;
    costUsd: z.ZodExactOptional<z.ZodNumber>;
    details: z.ZodExactOptional<z.ZodType<{
        readonly [key: string]: Json;
    }, unknown, z.core.$ZodTypeInternals<{
        readonly [key: string]: Json;
    }, unknown>>>;
}, z.core.$strict>>;

/** {@link Verdict}. */
export declare const verdictSchema: z.ZodEnum<{
    approved: "approved";
    rejected: "rejected";
    unavailable: "unavailable";
}>;

export { }
