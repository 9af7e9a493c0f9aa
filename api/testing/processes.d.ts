import { AgentsFor } from '@loopwright/core';
import { Clock } from '@loopwright/core';
import { InterruptedOutcome } from '@loopwright/core';
import { Journal } from '@loopwright/core';
import { Policy } from '@loopwright/core';
import { PolicyTypes } from '@loopwright/core';
import { RunLimits } from '@loopwright/core';

/**
 * Which cases a crash sweep runs, and what each is measured by: the undisturbed one. Knows nothing of what a process is.
 *
 * Invariant: the same choice runs the same cases, however many at once.
 */

/** Where a run is crashed. */
export declare interface CrashChoice extends SweepChoice {
    /** `2`: each run that goes on after a crash is crashed at each of its writes, too. Default 1. */
    readonly depth?: 1 | 2;
}

/**
 * Kills a run everywhere; violations are data, see `assertSweep`.
 *
 * @throws LoopwrightError `option-invalid` for a concurrency that is no positive whole number.
 */
export declare function processSweep(options: ProcessSweepOptions): Promise<ProcessSweepReport>;

/** What is killed, and where. */
export declare interface ProcessSweepOptions extends CrashChoice {
    /** A program for this Node that calls `sweptProcess`; a path. Bundle it: it is started again and again. */
    readonly script: string;
    /** Its arguments. */
    readonly args?: readonly string[];
    /** Cases at once. Default 1. */
    readonly concurrency?: number;
    /** How long one process may take, and then all that it has started, in milliseconds. Default 60,000. */
    readonly promptMs?: number;
    /** Told after each case, with how many there were. */
    readonly onCase?: (cases: number) => void;
}

/** What a process sweep did and found. */
export declare interface ProcessSweepReport extends SweepReport {
    /** Processes that ran. */
    readonly started: number;
    /** Those of them that were killed: at a write, or because a person was to answer in the next one. */
    readonly kills: number;
}

/** Which of the places a sweep visits. */
declare interface SweepChoice {
    /** At most about so many cases, spread over all places by `seed`. Default: every place. */
    readonly sample?: number;
    /** Default 1. */
    readonly seed?: number;
    /** Only the place that a violation names. */
    readonly only?: string;
}

/** What a sweep did and found. */
declare interface SweepReport {
    /** Cases that ran; each crashes or aborts at another place. */
    readonly cases: number;
    /** Cases left out by `sample`. */
    readonly skipped: number;
    /** Places of an undisturbed run: writes to the journal, and events, calls and steps where the sweep uses them. */
    readonly places: {
        readonly [kind: string]: number;
    };
    readonly violations: readonly SweepViolation[];
}

/** What a sweep runs again and again: a policy in a world that is made anew for each case. */

/** A policy, everything that it runs with, and the world outside. */
declare interface SweepScenario<T extends PolicyTypes> {
    readonly policy: Policy<T>;
    /**
     * The agents of one case. They live through the crashes of the case, as a service does; an effect that is issued again
     * is answered as it was the first time.
     */
    readonly agents: AgentsFor<T["roles"]>;
    readonly input: T["input"];
    readonly limits?: RunLimits;
    readonly clock?: Clock;
    /** What people answer, by ask token. A run that asks anything else ends suspended. */
    readonly answers?: {
        readonly [Token in keyof T["answers"]]?: T["answers"][Token];
    };
    /** What people say of an effect that was in flight. Default: nobody says anything, and the run ends there. */
    readonly interrupted?: (key: string) => InterruptedOutcome | null;
    /** Keys of the steps that really ran, each time they ran; steps are given their key. Without it steps are not counted. */
    readonly ran?: () => readonly string[];
    /** Puts something in front of the journal of each process, such as a fault. */
    readonly journal?: (journal: Journal) => Journal;
    /** A report without what it says of spend: what is compared where an effect ran twice. Default: the whole report. */
    readonly withoutSpend?: (report: T["report"]) => unknown;
    /** Ends the world. */
    readonly dispose?: () => void | Promise<void>;
}

/** Something that must not be. */
declare interface SweepViolation {
    /** Where the case crashed or aborted: `"after write 7"`. */
    readonly at: string;
    /** Which promise is broken, in one word. */
    readonly kind: SweepViolationKind;
    readonly message: string;
}

declare type SweepViolationKind = 
/** Another decision than without a crash. */
"decisions"
/** Another result than without a crash. */
| "result"
/** An effect whose end was kept ran again. */
| "repeated"
/** An interrupted effect ran more often than twice. */
| "reissued"
/** An effect ran before its start was kept. */
| "unrecorded"
/** Something started after the abort. */
| "started-late"
/** The run did not settle in time. */
| "hangs"
/** An aborted run gave another status, or another version than the last reviewed. */
| "aborted"
/** The events have no grammar. */
| "grammar"
/** A listener, a timer, a process, a lock was left. */
| "left-behind"
/** Something was thrown where nothing may be. */
| "threw";

/** What outlives the processes of a case. */
export declare interface SweptPlace {
    /** A directory for the world's own files; it is there, and empty at the start of the case. */
    readonly folder: string;
    /** Notes that a step ran; call it in the step, with the key that the step is given. Calls are noted by themselves. */
    readonly ran: (key: string) => void;
    /** A file to which commands append the key of the effect that they run for, a line each: what outlives a kill is counted, too. */
    readonly commands: string;
}

/**
 * The whole program of a process that `processSweep` kills: makes the world, and runs or resumes its run as it was told to.
 * Unlike in other sweeps, the world is made anew in each process: agents must answer by what they are asked, or by what they
 * find in the folder. `ran` and `dispose` of the scenario are not used.
 *
 * @throws LoopwrightError `sweep-orders` in a process that no sweep has started; what `make` throws.
 */
export declare function sweptProcess<T extends PolicyTypes>(make: (place: SweptPlace) => SweepScenario<T> | Promise<SweepScenario<T>>): Promise<void>;

export { }
