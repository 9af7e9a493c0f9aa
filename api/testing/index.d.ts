import { Clock } from '@loopwright/core';
import { DelayClock } from '@loopwright/agents/scripted';
import { DelayStep } from '@loopwright/agents/scripted';
import { ErrorStep } from '@loopwright/agents/scripted';
import { ExpectedRequest } from '@loopwright/agents/scripted';
import { NeverStep } from '@loopwright/agents/scripted';
import { RecordedCall } from '@loopwright/agents/scripted';
import { ReplyStep } from '@loopwright/agents/scripted';
import { ScriptedAgent } from '@loopwright/agents/scripted';
import { scriptedAgent } from '@loopwright/agents/scripted';
import { ScriptedAgentOptions } from '@loopwright/agents/scripted';
import { ScriptError } from '@loopwright/agents/scripted';
import { ScriptErrorCode } from '@loopwright/agents/scripted';
import { ScriptFunction } from '@loopwright/agents/scripted';
import { ScriptStep } from '@loopwright/agents/scripted';
import { SettledStep } from '@loopwright/agents/scripted';

export { DelayClock }

export { DelayStep }

export { ErrorStep }

export { ExpectedRequest }

/** A {@link Clock} with its hands on the outside. */
export declare interface ManualClock extends Clock {
    /** Moves time on by so many milliseconds, firing what falls due. */
    advance(ms: number): Promise<void>;
    /** Moves time on to this point, firing what falls due. */
    set(ms: number): Promise<void>;
    /** Timers that are neither fired nor cancelled. A run that is over leaves none (G10). */
    readonly pendingTimers: number;
}

/**
 * Makes a clock for tests.
 *
 * @param options.startMs where the clock stands at first. Default 0.
 * @throws LoopwrightError `manual-clock-time` for a time that is not a finite number, or lies in the past;
 *   `manual-clock-runaway` (as a rejection) if one move fires more than 10,000 timers that have no delay.
 */
export declare function manualClock(options?: {
    readonly startMs?: number;
}): ManualClock;

/** What can go wrong in the use of a manual clock. */
export declare type ManualClockErrorCode = "manual-clock-time" | "manual-clock-runaway";

export { NeverStep }

export { RecordedCall }

export { ReplyStep }

export { ScriptedAgent }

export { scriptedAgent }

export { ScriptedAgentOptions }

export { ScriptError }

export { ScriptErrorCode }

export { ScriptFunction }

export { ScriptStep }

export { SettledStep }

export { }
