import { AgentsFor } from '@loopwright/core';
import { Clock } from '@loopwright/core';
import { FlexibleSchema } from 'ai';
import { Independence } from '@loopwright/core';
import { Policy } from '@loopwright/core';
import { PolicyTypes } from '@loopwright/core';
import { Question } from '@loopwright/core';
import { RunEvent } from '@loopwright/core';
import { RunLimits } from '@loopwright/core';
import { RunSnapshot } from '@loopwright/core';
import { RunUsage } from '@loopwright/core';
import { Tool } from 'ai';
import { UnreviewedChange } from '@loopwright/core';

/**
 * Makes a tool of a policy.
 *
 * @throws LoopwrightError `agent-option-*`, at once. Agents and limits are checked when the tool is called, as `runLoop`
 *   checks them: what is wrong with them is thrown there, because no model can mend it.
 */
export declare function asTool<T extends PolicyTypes, Given = T["input"]>(policy: Policy<T>, options: LoopToolOptions<T, Given>): LoopTool<T, Given>;

declare interface Concluded<T extends PolicyTypes> {
    /** Names the run, in events and for the host. */
    readonly runId: string;
    readonly rounds: number;
    readonly report: T["report"];
    readonly reviewedVersion: string | null;
    readonly unreviewedChange: UnreviewedChange | null;
    readonly independence: Independence;
    readonly usage: RunUsage;
}

/** A tool of the AI SDK that runs a loop. */
export declare type LoopTool<T extends PolicyTypes, Given> = Tool<Given, LoopToolOutput<T>> & {
    readonly execute: (given: Given, options: {
        readonly abortSignal?: AbortSignal | undefined;
    }) => AsyncGenerator<LoopToolOutput<T>>;
};

/** Options of {@link asTool}. */
export declare interface LoopToolOptions<T extends PolicyTypes, Given> {
    /** What the model is told that the tool does. */
    readonly description: string;
    /** What the model has to give: anything that the AI SDK takes as `inputSchema`. */
    readonly inputSchema: FlexibleSchema<Given>;
    /** Agents, or how to make them anew for each call. */
    readonly agents: AgentsFor<T["roles"]> | (() => AgentsFor<T["roles"]>);
    /** The policy's input, made of what the model gave. Default: what it gave. */
    readonly input?: ((given: Given) => T["input"]) | undefined;
    readonly limits?: RunLimits | undefined;
    readonly clock?: Clock | undefined;
    /** Sees every event of every run. */
    readonly onEvent?: ((event: RunEvent<T>) => void) | undefined;
}

/** What the tool gives: progress first, then one result. */
export declare type LoopToolOutput<T extends PolicyTypes = PolicyTypes> = LoopToolProgress | ({
    readonly status: "passed";
    readonly token: T["pass"];
} & Concluded<T>) | ({
    readonly status: "stopped" | "aborted";
    readonly token: string;
} & Concluded<T>) | ({
    readonly status: "suspended";
    readonly token: T["ask"];
    readonly question: Question;
    readonly resumeToken: string;
} & Concluded<T>) | {
    readonly status: "failed";
    readonly runId: string;
    readonly code: string;
    readonly message: string;
} | {
    readonly status: "refused";
    readonly code: string;
    readonly message: string;
    readonly path: string | null;
    readonly hint: string | null;
};

/** A step of a run that goes on. */
export declare interface LoopToolProgress {
    readonly status: "running";
    readonly round: number;
    readonly phase: string;
    /** The run's event, such as `"call.started"` or `"decision.made"`. */
    readonly event: string;
    /** Who is asked, for a call. */
    readonly role?: string;
    /** What was decided, for a decision. */
    readonly token?: string;
}

/**
 * The snapshot of a token: `resumeRun(policy, { from: readResumeToken(token), token, answer, by, agents })`.
 *
 * @throws LoopwrightError `resume-token-invalid`.
 */
export declare function readResumeToken(token: string): RunSnapshot;

export { }
